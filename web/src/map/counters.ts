/** Counters as the hobby draws them: coloured square, NATO symbol, size, name, factors, steps, marks; kept at three sizes. */

import type { Counter, Fixed, Look, UnitState } from "../types";
import { cornerMarks, drawMark } from "./marks";
import { loadSymbols, symbolOf, symbolPicture } from "./symbols";

/** The edge of a counter as it is painted; all measures below are in these pixels. */
const SIZE = 128;
const SIZES = [32, 64, SIZE];

/** What a counter looks like; two units with the same face share a picture. */
export function face(look: Look, counter: Counter, state: UnitState | undefined, cut: boolean): string {
  if (!state || state.hidden) return `?${counter.side}`;
  const marks = cornerMarks(look, state.marks ?? [], cut).map((mark) => mark.name);
  const name = designation(counter, state);
  return [
    counter.nation,
    counter.mobility,
    state.kind ?? counter.kind,
    counter.size,
    name,
    factors(counter, state),
    band(counter, state),
    marks.join(),
  ].join("|");
}

export function designation(counter: Counter, state: UnitState): string {
  return state.label || counter.label;
}

export function factors(counter: Counter, state: UnitState): string {
  const move = counter.moves[(state.steps ?? 1) - 1];
  const tail = move === undefined ? "" : `-${move}`;
  if (state.attack == null) return `?${tail}`;
  return (state.attack === state.defence ? `${state.attack}` : `${state.attack}-${state.defence}`) + tail;
}

/** Whether a unit has lost a step. */
export function band(counter: Counter, state: UnitState): boolean {
  return counter.steps > 1 && (state.steps ?? counter.steps) < counter.steps;
}

export function counterColours(counter: Counter, kind: string, look: Look): { ground: string; ink: string } {
  const table = look.colours ?? {};
  return (
    table[`${counter.nation} ${kind}`] ??
    table[`${counter.nation} ${counter.mobility}`] ??
    table[counter.nation] ??
    table[counter.side] ?? { ground: "#cccccc", ink: "#111111" }
  );
}

type Pictures = HTMLCanvasElement[];

export class Atlas {
  private readonly pictures = new Map<string, Pictures>();
  /** By unit: the picture of the state that was drawn last, so that frames need build no keys. */
  private readonly last: { state: UnitState | undefined; cut: boolean; pictures: Pictures }[] = [];

  constructor(
    private readonly fixed: Fixed,
    changed: () => void,
  ) {
    void loadSymbols().then(() => {
      this.pictures.clear();
      this.last.length = 0;
      changed();
    });
  }

  /** The picture of a unit for a size in pixels. */
  get(unit: number, state: UnitState | undefined, cut: boolean, pixels: number): HTMLCanvasElement {
    let last = this.last[unit];
    if (!last || last.state !== state || last.cut !== cut) {
      const counter = this.fixed.units[unit]!;
      const key = face(this.fixed.look, counter, state, cut);
      let pictures = this.pictures.get(key);
      if (!pictures) {
        pictures = reduced(this.paint(counter, state, cut));
        this.pictures.set(key, pictures);
      }
      last = this.last[unit] = { state, cut, pictures };
    }
    return pick(last.pictures, pixels);
  }

  private readonly backs = new Map<string, Pictures>();

  /** The back of a counter of a side, for hidden units. */
  back(side: string, pixels: number): HTMLCanvasElement {
    let pictures = this.backs.get(side);
    if (!pictures) {
      const like = this.fixed.units.find((u) => u.side === side) ?? this.fixed.units[0]!;
      pictures = reduced(this.paint(like, undefined, false));
      this.backs.set(side, pictures);
    }
    return pick(pictures, pixels);
  }

  private paint(counter: Counter, state: UnitState | undefined, cut: boolean): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const context = canvas.getContext("2d")!;
    const kind = state?.kind ?? counter.kind;
    const { ground, ink } = counterColours(counter, kind, this.fixed.look);
    context.fillStyle = ground;
    context.strokeStyle = "#1b1a17";
    context.lineWidth = 4;
    context.beginPath();
    context.roundRect(3, 3, SIZE - 6, SIZE - 6, 12);
    context.fill();
    context.stroke();
    context.fillStyle = ink;
    context.textAlign = "center";
    if (!state || state.hidden) {
      context.font = "bold 78px system-ui, sans-serif";
      context.fillText("?", SIZE / 2, SIZE / 2 + 27);
      return canvas;
    }
    if (band(counter, state)) {
      context.globalAlpha = 0.85;
      context.fillStyle = ink === "#ffffff" ? "#1b1a17" : "#ffffff";
      context.fillRect(5, 84, SIZE - 10, 5);
      context.fillRect(5, 119, SIZE - 10, 4);
      context.globalAlpha = 1;
      context.fillStyle = ink;
    }
    this.symbol(context, counter, kind, ink);
    this.words(context, counter, state);
    this.marks(context, state, cut);
    return canvas;
  }

  private symbol(context: CanvasRenderingContext2D, counter: Counter, kind: string, ink: string): void {
    const { sidc, word } = symbolOf(counter, kind, this.fixed.look);
    const drawn = symbolPicture(sidc, word, ink);
    if (!drawn) return;
    const scale = Math.min(84 / drawn.width, 74 / drawn.height);
    const wide = drawn.width * scale;
    const high = drawn.height * scale;
    context.imageSmoothingQuality = "high";
    context.drawImage(drawn, SIZE / 2 - wide / 2, 80 - high, wide, high);
  }

  private words(context: CanvasRenderingContext2D, counter: Counter, state: UnitState): void {
    const text = factors(counter, state);
    context.font = `bold ${text.length > 6 ? 29 : 34}px system-ui, sans-serif`;
    context.fillText(text, SIZE / 2, 116, SIZE - 12);
    const name = designation(counter, state);
    if (!name) return;
    context.save();
    context.font = "600 18px system-ui, sans-serif";
    context.translate(SIZE - 9, 52);
    context.rotate(-Math.PI / 2);
    context.fillText(name, 0, 0, 62);
    context.restore();
  }

  private marks(context: CanvasRenderingContext2D, state: UnitState, cut: boolean): void {
    const spots = [
      [25, 25],
      [25, 74],
      [SIZE - 25, 25],
      [SIZE - 25, 74],
    ] as const;
    cornerMarks(this.fixed.look, state.marks ?? [], cut).forEach((mark, k) => {
      const [x, y] = spots[k]!;
      drawMark(context, mark, x, y, 24);
    });
  }
}

function reduced(whole: HTMLCanvasElement): Pictures {
  return SIZES.map((size) => {
    if (size === SIZE) return whole;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d")!;
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, 0, 0, size, size);
    return canvas;
  });
}

function pick(pictures: Pictures, pixels: number): HTMLCanvasElement {
  for (let i = 0; i < SIZES.length; i++) if (SIZES[i]! >= pixels * 0.8) return pictures[i]!;
  return pictures[SIZES.length - 1]!;
}
