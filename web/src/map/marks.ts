/** The marks in the corners of a counter: a shape, a colour and a letter each. */

import type { Laid } from "../hexMarks";
import type { Look, MarkLook } from "../types";

type Shape = NonNullable<MarkLook["shape"]>;

const PLAIN = { shape: "disc" as Shape, colour: "#ffffff", ink: "#22201b" };
const MOST = 4;
/** The name of the mark of units out of supply, which is no matter of the unit alone. */
const CUT = "cut";

/** The marks that get a corner, the weightiest first; not those that another one implies. */
export function cornerMarks(look: Look, marks: readonly string[], cut: boolean): MarkLook[] {
  const borne = (cut ? [CUT, ...marks] : marks).map(
    (name) => look.marks.find((mark) => mark.name === name) ?? { name, letter: "", words: name },
  );
  const implied = new Set(borne.flatMap((mark) => mark.implies ?? []));
  return borne.filter((mark) => mark.drawn !== false && !implied.has(mark.name)).slice(0, MOST);
}

export function drawMark(context: CanvasRenderingContext2D, mark: MarkLook, x: number, y: number, r: number): void {
  const { shape, colour, ink } = { ...PLAIN, ...mark };
  context.beginPath();
  trace(context, shape, x, y, r);
  context.closePath();
  context.fillStyle = shape === "ring" ? "#ffffff" : colour;
  context.strokeStyle = shape === "ring" ? colour : "#1b1a17";
  context.lineWidth = shape === "ring" ? r * 0.3 : r * 0.14;
  context.fill();
  context.stroke();
  context.fillStyle = ink;
  context.textAlign = "center";
  context.font = `bold ${r * (shape === "triangle" ? 1.3 : 1.5)}px system-ui, sans-serif`;
  context.fillText(mark.letter, x, y + r * (shape === "triangle" ? 0.64 : 0.53));
}

/** The markers of a stack as tabs below it, from the left. */
export function drawTabs(
  context: CanvasRenderingContext2D,
  markers: readonly Laid[],
  x: number,
  y: number,
  scale: number,
): void {
  const high = Math.max(9, scale * 0.21);
  context.font = `700 ${Math.round(high * 0.8)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.lineWidth = 1;
  context.strokeStyle = "#1b1a17";
  let left = x - high * 0.4;
  const top = y - high * 0.15;
  markers.forEach(({ text, ground, ink }) => {
    const wide = Math.max(high, context.measureText(text).width + high * 0.5);
    context.fillStyle = ground;
    context.fillRect(left, top, wide, high);
    context.strokeRect(left, top, wide, high);
    context.fillStyle = ink;
    context.fillText(text, left + wide / 2, top + high * 0.79);
    left += wide;
  });
}

function trace(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number, r: number): void {
  if (shape === "disc" || shape === "ring") {
    context.arc(x, y, r, 0, 2 * Math.PI);
  } else if (shape === "square") {
    context.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76);
  } else {
    const sides = shape === "triangle" ? 3 : shape === "diamond" ? 4 : 8;
    const reach = shape === "octagon" ? 1.06 : 1.28;
    for (let k = 0; k < sides; k++) {
      const angle = ((k + (shape === "octagon" ? 0.5 : 0)) * 2 * Math.PI) / sides - Math.PI / 2;
      const px = x + reach * r * Math.cos(angle);
      const py = y + reach * r * Math.sin(angle) + (shape === "triangle" ? r * 0.18 : 0);
      if (k) context.lineTo(px, py);
      else context.moveTo(px, py);
    }
  }
}
