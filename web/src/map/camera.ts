/** What part of the map is seen, and how large. */

import type { Box, Point } from "./geometry";

export const LARGEST = 160;
/** Pixels to the hex at which a counter is comfortable to read. */
export const READABLE = 48;

export class Camera {
  x = 0;
  y = 0;
  scale = READABLE;
  /** The box that is seen; kept up to date by `look`, so that frames need make none. */
  readonly seen: Box = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(
    private readonly box: Box,
    public width = 800,
    public height = 600,
  ) {}

  /** The scale at which the whole map is seen. */
  get least(): number {
    const fit = Math.min(this.width / (this.box.right - this.box.left), this.height / (this.box.bottom - this.box.top));
    return Math.max(4, fit);
  }

  fit(): void {
    this.scale = this.least;
    this.x = (this.box.left + this.box.right) / 2;
    this.y = (this.box.top + this.box.bottom) / 2;
  }

  /** Bring a part of the map into view, with some room around. */
  show(box: Box, margin = 3): void {
    const wide = box.right - box.left + 2 * margin;
    const high = box.bottom - box.top + 2 * margin;
    this.scale = Math.min(64, Math.max(this.least, Math.min(this.width / wide, this.height / high)));
    this.x = (box.left + box.right) / 2;
    this.y = (box.top + box.bottom) / 2;
    this.hold();
  }

  centre(point: Point, least = 0): void {
    this.scale = Math.max(this.scale, Math.min(LARGEST, least));
    this.x = point.x;
    this.y = point.y;
    this.hold();
  }

  screenX(x: number): number {
    return (x - this.x) * this.scale + this.width / 2;
  }

  screenY(y: number): number {
    return (y - this.y) * this.scale + this.height / 2;
  }

  toScreen(point: Point): Point {
    return { x: this.screenX(point.x), y: this.screenY(point.y) };
  }

  toMap(point: Point): Point {
    return {
      x: (point.x - this.width / 2) / this.scale + this.x,
      y: (point.y - this.height / 2) / this.scale + this.y,
    };
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.hold();
  }

  /** Zoom so that the point under the pointer stays where it is. */
  zoom(factor: number, at: Point): void {
    const before = this.toMap(at);
    this.scale = Math.min(LARGEST, Math.max(this.least, this.scale * factor));
    const after = this.toMap(at);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.hold();
  }

  private hold(): void {
    this.x = Math.min(this.box.right, Math.max(this.box.left, this.x));
    this.y = Math.min(this.box.bottom, Math.max(this.box.top, this.y));
  }

  /** What is seen now. */
  look(): Box {
    const { seen } = this;
    seen.left = this.x - this.width / 2 / this.scale;
    seen.right = this.x + this.width / 2 / this.scale;
    seen.top = this.y - this.height / 2 / this.scale;
    seen.bottom = this.y + this.height / 2 / this.scale;
    return seen;
  }

  /** Whether a point lies well inside what is seen. */
  has(point: Point, edge = 60): boolean {
    const x = this.screenX(point.x);
    const y = this.screenY(point.y);
    return x >= edge && y >= edge && x <= this.width - edge && y <= this.height - edge;
  }

  /** Draw in the units of the map from here on. */
  apply(context: CanvasRenderingContext2D, ratio: number): void {
    const s = this.scale * ratio;
    context.setTransform(s, 0, 0, s, (this.width / 2) * ratio - this.x * s, (this.height / 2) * ratio - this.y * s);
  }
}
