/** Colours as people see them: with colour-blindness simulated, and how far apart two of them look. */

type Triple = [number, number, number];

/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
export const EYES: Record<string, [Triple, Triple, Triple]> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function linear(hex: string): Triple {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function seenBy(colour: Triple, eyes: [Triple, Triple, Triple]): Triple {
  const row = (r: Triple): number => Math.min(1, Math.max(0, r[0] * colour[0] + r[1] * colour[1] + r[2] * colour[2]));
  return [row(eyes[0]), row(eyes[1]), row(eyes[2])];
}

/** OKLab, in which equal distances look about equal. */
function lab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How far apart two colours look to a pair of eyes; 2 hundredths can just be told apart side by side. */
export function apart(a: string, b: string, eyes: string): number {
  const [x, y] = [a, b].map((colour) => lab(seenBy(linear(colour), EYES[eyes]!))) as [Triple, Triple];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** The contrast of WCAG 2. */
export function contrast(a: string, b: string): number {
  const light = (colour: string): number => {
    const [r, g, bl] = linear(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
