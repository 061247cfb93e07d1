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

const RADIUS = 1 / Math.sqrt(3);

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
  readonly box: Box;
  readonly corners: Point[];
  private readonly cells = new Map<string, HexData[]>();

  constructor(readonly fixed: Fixed) {
    this.corners = corners(fixed.flat);
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const hex of fixed.hexes) {
      this.byLabel.set(hex.hex, hex);
      box.left = Math.min(box.left, hex.x - 0.7);
      box.right = Math.max(box.right, hex.x + 0.7);
      box.top = Math.min(box.top, hex.y - 0.7);
      box.bottom = Math.max(box.bottom, hex.y + 0.7);
      const key = this.cell(hex.x, hex.y);
      this.cells.set(key, [...(this.cells.get(key) ?? []), hex]);
    }
    this.box = box;
  }

  private cell(x: number, y: number): string {
    return `${Math.floor(x / 2)},${Math.floor(y / 2)}`;
  }

  /** The hex at a point, if there is one. */
  at(point: Point): HexData | null {
    let best: HexData | null = null;
    let least = 0.36;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.cells.get(this.cell(point.x + 2 * dx, point.y + 2 * dy)) ?? []) {
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

  /** The hexes within a box. */
  within(box: Box): HexData[] {
    return this.fixed.hexes.filter(
      (hex) =>
        hex.x > box.left - 0.7 && hex.x < box.right + 0.7 && hex.y > box.top - 0.7 && hex.y < box.bottom + 0.7,
    );
  }
}

/** What part of the map is seen, and how large. */
export class Camera {
  x = 0;
  y = 0;
  scale = 48;

  constructor(
    private readonly box: Box,
    public width = 800,
    public height = 600,
  ) {}

  get least(): number {
    const fit = Math.min(this.width / (this.box.right - this.box.left), this.height / (this.box.bottom - this.box.top));
    return Math.max(4, fit);
  }

  fit(): void {
    this.scale = this.least;
    this.x = (this.box.left + this.box.right) / 2;
    this.y = (this.box.top + this.box.bottom) / 2;
  }

  toScreen(point: Point): Point {
    return { x: (point.x - this.x) * this.scale + this.width / 2, y: (point.y - this.y) * this.scale + this.height / 2 };
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.width / 2) / this.scale + this.x, y: (point.y - this.height / 2) / this.scale + this.y };
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.hold();
  }

  /** Zoom so that the point under the pointer stays where it is. */
  zoom(factor: number, at: Point): void {
    const before = this.toMap(at);
    this.scale = Math.min(160, Math.max(this.least, this.scale * factor));
    const after = this.toMap(at);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.hold();
  }

  private hold(): void {
    this.x = Math.min(this.box.right, Math.max(this.box.left, this.x));
    this.y = Math.min(this.box.bottom, Math.max(this.box.top, this.y));
  }

  get seen(): Box {
    const a = this.toMap({ x: 0, y: 0 });
    const b = this.toMap({ x: this.width, y: this.height });
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }
}
