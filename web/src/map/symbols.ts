/** The NATO symbols, from the library that knows the standard; it is large, so it is fetched apart and a moment later. */

import type { Counter, Look } from "../types";

type Milsymbol = typeof import("milsymbol")["default"];

let library: Milsymbol | null = null;
const drawn = new Map<string, HTMLCanvasElement>();

/** Fetch the library; a table asks for it, the lobby has no need of it. */
export async function loadSymbols(): Promise<void> {
  library = (await import("milsymbol")).default;
}

/** The outline of a fortress about the middle of its foot. */
const WALL = [
  [-20, 0],
  [-20, -22],
  [-10, -22],
  [-10, -13],
  [10, -13],
  [10, -22],
  [20, -22],
  [20, 0],
] as const;
const RIFLE = "1211000000";
const ECHELON: Record<string, string> = { XXXX: "23", XXX: "22", XX: "21", X: "18", III: "17", II: "16", KG: "17" };

/** The code of a counter's symbol, and the word that is drawn into its frame. */
export function symbolOf(counter: Pick<Counter, "size">, kind: string, look: Look): { sidc: string; word: string } {
  const [entity = RIFLE, word = ""] = (look.symbols?.[kind] ?? RIFLE).split(" ");
  const echelon = ECHELON[counter.size.replace(/[[\]]/g, "")] ?? "00";
  return { sidc: `10031000${echelon}${entity}`, word };
}

/** The picture of a symbol, or nothing while the library is on its way. */
export function symbolPicture(sidc: string, word: string, ink: string): HTMLCanvasElement | null {
  if (!library) return null;
  const key = `${sidc} ${word} ${ink}`;
  let picture = drawn.get(key);
  if (!picture) {
    picture = new library.Symbol(sidc, { size: 44, monoColor: ink, fill: false, strokeWidth: 8 }).asCanvas(1);
    if (word) addWord(picture, word, ink);
    drawn.set(key, picture);
  }
  return picture;
}

/** A fortress, or a letter in the lower half of the frame. The size marks stand above it, so count from below. */
function addWord(picture: HTMLCanvasElement, word: string, ink: string): void {
  const context = picture.getContext("2d")!;
  context.setTransform(1, 0, 0, 1, 0, 0); // the library leaves its own
  const middle = picture.width / 2;
  const bottom = picture.height - 6;
  context.fillStyle = context.strokeStyle = ink;
  if (word === "fort") {
    context.lineWidth = 4;
    context.beginPath();
    for (const [x, y] of WALL) context.lineTo(middle + x, bottom - 8 + y);
    context.closePath();
    context.stroke();
    return;
  }
  context.font = "bold 17px system-ui, sans-serif";
  context.textAlign = "center";
  context.fillText(word, middle, bottom - 3);
}
