/** Where hexes lie, in a unit in which neighbouring centres are 1 apart. */

import type { Fixed, HexData } from "../types";

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest box that holds some points. */
export function boxOf(points: Point[]): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const RADIUS = 1 / Math.sqrt(3);
/** How far the paper reaches beyond the outermost centres; the server draws the ground with the same rim. */
export const RIM = 0.6;
/** How far above the centre a hex number stands; a pointy top is narrow. */
const FLAT_LIFT = 0.37;
const POINTY_LIFT = 0.31;
/** The edge of the cells by which hexes are found. */
const CELL = 2;

/** The corners of a hex around its centre. */
export function corners(flat: boolean): Point[] {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = ((flat ? -120 : -90) + 60 * k) * (Math.PI / 180);
    return { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) };
  });
}

/** The hexes of a title, to be found by number and by place. */
export class Grid {
  readonly byLabel = new Map<string, HexData>();
  readonly index = new Map<string, number>();
  readonly box: Box;
  readonly corners: Point[];
  /** How far above the centre of a hex its number stands. */
  readonly numberLift: number;
  /** Six places for each hex: the index of the neighbour across the side from corner k to corner k + 1, or -1. */
  readonly around: Int32Array;
  private readonly columns: number;
  private readonly rows: number;
  private readonly cells: HexData[][];

  constructor(readonly fixed: Pick<Fixed, "hexes" | "flat">) {
    this.corners = corners(fixed.flat);
    this.numberLift = fixed.flat ? FLAT_LIFT : POINTY_LIFT;
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    fixed.hexes.forEach((hex, i) => {
      this.byLabel.set(hex.hex, hex);
      this.index.set(hex.hex, i);
      box.left = Math.min(box.left, hex.x - RIM);
      box.right = Math.max(box.right, hex.x + RIM);
      box.top = Math.min(box.top, hex.y - RIM);
      box.bottom = Math.max(box.bottom, hex.y + RIM);
    });
    this.box = box;
    this.columns = Math.max(1, Math.ceil((box.right - box.left) / CELL));
    this.rows = Math.max(1, Math.ceil((box.bottom - box.top) / CELL));
    this.cells = Array.from({ length: this.columns * this.rows }, () => []);
    for (const hex of fixed.hexes) this.cells[this.column(hex.x) + this.columns * this.row(hex.y)]!.push(hex);
    this.around = new Int32Array(fixed.hexes.length * 6).fill(-1);
    fixed.hexes.forEach((hex, i) => {
      this.corners.forEach((a, k) => {
        const b = this.corners[(k + 1) % 6]!;
        const other = this.at({ x: hex.x + a.x + b.x, y: hex.y + a.y + b.y });
        if (other) this.around[6 * i + k] = this.index.get(other.hex)!;
      });
    });
  }

  private column(x: number): number {
    return Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.box.left) / CELL)));
  }

  private row(y: number): number {
    return Math.min(this.rows - 1, Math.max(0, Math.floor((y - this.box.top) / CELL)));
  }

  /** The hex at a point, if there is one. */
  at(point: Point): HexData | null {
    let best: HexData | null = null;
    let least = 0.34;
    for (let row = this.row(point.y - 1); row <= this.row(point.y + 1); row++) {
      for (let column = this.column(point.x - 1); column <= this.column(point.x + 1); column++) {
        for (const hex of this.cells[column + this.columns * row]!) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < least) {
            least = distance;
            best = hex;
          }
        }
      }
    }
    return best;
  }

  /** The neighbour of a hex that lies nearest to a direction in degrees, clockwise from east. */
  neighbour(hex: HexData, degrees: number): HexData | null {
    const angle = (degrees * Math.PI) / 180;
    return this.at({ x: hex.x + 0.98 * Math.cos(angle), y: hex.y + 0.98 * Math.sin(angle) });
  }

  /** The two ends of the side between two neighbours. */
  side(a: HexData, b: HexData): [Point, Point] {
    const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const along = { x: -(b.y - a.y), y: b.x - a.x };
    const length = Math.hypot(along.x, along.y) || 1;
    const half = RADIUS / 2 / length;
    return [
      { x: mid.x - along.x * half, y: mid.y - along.y * half },
      { x: mid.x + along.x * half, y: mid.y + along.y * half },
    ];
  }

  /** The hexes within a box, put into a list that is used again in every frame. */
  within(box: Box, out: HexData[] = []): HexData[] {
    out.length = 0;
    for (let row = this.row(box.top - 1); row <= this.row(box.bottom + 1); row++) {
      for (let column = this.column(box.left - 1); column <= this.column(box.right + 1); column++) {
        for (const hex of this.cells[column + this.columns * row]!) {
          if (hex.x > box.left - 0.7 && hex.x < box.right + 0.7 && hex.y > box.top - 0.7 && hex.y < box.bottom + 0.7) {
            out.push(hex);
          }
        }
      }
    }
    return out;
  }

  /** Add the outline of a hex to a path in the units of the map. */
  outline(path: Path2D, hex: HexData, size = 1): void {
    this.corners.forEach((corner, k) => {
      if (k === 0) path.moveTo(hex.x + corner.x * size, hex.y + corner.y * size);
      else path.lineTo(hex.x + corner.x * size, hex.y + corner.y * size);
    });
    path.closePath();
  }
}
