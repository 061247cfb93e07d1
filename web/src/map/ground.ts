/**
 * The ground: one picture from the server, rasterised into tiles at a few sizes.
 *
 * A coarse picture of the whole map is made first and shown at once; sharp tiles follow one by one while nothing moves.
 */

import type { Camera } from "./camera";
import type { Grid } from "./geometry";
import type { Palette } from "./palette";

/** Pixels to the hex of the coarse picture. */
const COARSE = 14;
const LEVELS = [24, 48, 96];
/** Hex numbers are painted into the tiles of this level. */
const NUMBERED = 96;
const TILE = 512;
const MOST_TILES = 96;
/** Milliseconds without movement after which tiles are made. */
const CALM = 90;

interface Tile {
  canvas: HTMLCanvasElement;
  used: number;
}

export class Ground {
  coarse: HTMLCanvasElement | null = null;
  private readonly tiles = new Map<number, Tile>();
  private image: HTMLImageElement | null = null;
  private clock = 0;
  private missing: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = 0;
  private closed = false;

  constructor(
    private readonly grid: Grid,
    private readonly colours: Palette,
    private readonly changed: () => void,
  ) {}

  async load(url: string): Promise<void> {
    const image = new Image();
    image.src = url;
    await image.decode();
    if (this.closed) return;
    this.image = image;
    const { box } = this.grid;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((box.right - box.left) * COARSE);
    canvas.height = Math.ceil((box.bottom - box.top) * COARSE);
    this.paint(canvas, COARSE, 0, 0);
    this.coarse = canvas;
    this.changed();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** The level whose pixels are about as many as wanted, or the finest. */
  private level(wanted: number): number {
    const found = LEVELS.findIndex((level) => level * 1.12 >= wanted);
    return found < 0 ? LEVELS.length - 1 : found;
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    if (!this.coarse) return;
    const { box } = this.grid;
    const seen = camera.seen;
    const s = camera.scale * ratio;
    const originX = (camera.width / 2) * ratio - camera.x * s;
    const originY = (camera.height / 2) * ratio - camera.y * s;
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.missing.length = 0;
    if (s <= COARSE * 1.1) {
      this.drawCoarse(context, seen.left, seen.top, seen.right, seen.bottom, originX, originY, s);
      return;
    }
    const level = this.level(s);
    const span = TILE / LEVELS[level]!;
    this.clock++;
    const lastColumn = Math.floor((Math.min(seen.right, box.right) - box.left) / span);
    const lastRow = Math.floor((Math.min(seen.bottom, box.bottom) - box.top) / span);
    for (let row = Math.max(0, Math.floor((seen.top - box.top) / span)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor((seen.left - box.left) / span)); column <= lastColumn; column++) {
        const key = (level * 256 + row) * 256 + column;
        const left = box.left + column * span;
        const top = box.top + row * span;
        const tile = this.tiles.get(key);
        if (!tile) {
          this.missing.push(key);
          this.drawCoarse(context, left, top, left + span, top + span, originX, originY, s);
          continue;
        }
        tile.used = this.clock;
        // Edges on whole pixels, or seams would show between the tiles.
        const x = Math.round(left * s + originX);
        const y = Math.round(top * s + originY);
        const wide = Math.round((left + span) * s + originX) - x;
        const high = Math.round((top + span) * s + originY) - y;
        context.drawImage(tile.canvas, x, y, wide, high);
      }
    }
    if (this.missing.length) this.plan();
  }

  private drawCoarse(
    context: CanvasRenderingContext2D,
    left: number,
    top: number,
    right: number,
    bottom: number,
    originX: number,
    originY: number,
    s: number,
  ): void {
    const { box } = this.grid;
    const l = Math.max(left, box.left);
    const t = Math.max(top, box.top);
    const wide = Math.min(right, box.right) - l;
    const high = Math.min(bottom, box.bottom) - t;
    if (wide <= 0 || high <= 0) return;
    context.drawImage(
      this.coarse!,
      (l - box.left) * COARSE,
      (t - box.top) * COARSE,
      wide * COARSE,
      high * COARSE,
      Math.round(l * s + originX),
      Math.round(t * s + originY),
      Math.ceil(wide * s),
      Math.ceil(high * s),
    );
  }

  /** The camera has moved: tiles wait until it rests. */
  moved(): void {
    this.movedAt = performance.now();
  }

  private plan(): void {
    if (this.timer !== undefined || this.closed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const rest = CALM - (performance.now() - this.movedAt);
      if (rest > 0) {
        this.plan();
        return;
      }
      this.makeSome();
    }, 16);
  }

  /** Make tiles for a few milliseconds, those in the middle of the list first. */
  private makeSome(): void {
    const until = performance.now() + 12;
    do {
      const key = this.missing.splice(this.missing.length >> 1, 1)[0];
      if (key === undefined) break;
      if (!this.tiles.has(key)) this.make(key);
    } while (performance.now() < until);
    this.changed();
    if (this.missing.length) this.plan();
  }

  private make(key: number): void {
    const level = LEVELS[key >> 16]!;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = TILE;
    this.paint(canvas, level, (key & 255) * TILE, ((key >> 8) & 255) * TILE);
    this.tiles.set(key, { canvas, used: this.clock });
    if (this.tiles.size > MOST_TILES) {
      let oldest = -1;
      let least = Infinity;
      for (const [other, tile] of this.tiles) {
        if (tile.used < least) [oldest, least] = [other, tile.used];
      }
      this.tiles.delete(oldest);
    }
  }

  private paint(canvas: HTMLCanvasElement, level: number, left: number, top: number): void {
    const context = canvas.getContext("2d", { alpha: false })!;
    const { box } = this.grid;
    context.fillStyle = this.colours.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const wide = (box.right - box.left) * level;
    const high = (box.bottom - box.top) * level;
    context.drawImage(this.image!, -left, -top, wide, high);
    if (level === NUMBERED) this.numbers(context, level, left, top);
    if (this.colours.shade) {
      context.globalCompositeOperation = "multiply";
      context.fillStyle = this.colours.shade;
      context.fillRect(-left, -top, wide, high);
    }
  }

  private numbers(context: CanvasRenderingContext2D, level: number, left: number, top: number): void {
    const { box } = this.grid;
    context.font = `${level * 0.145}px 'Liberation Sans', Arial, sans-serif`;
    context.textAlign = "center";
    context.fillStyle = this.colours.soft;
    const seen = {
      left: box.left + left / level,
      top: box.top + top / level,
      right: box.left + (left + TILE) / level,
      bottom: box.top + (top + TILE) / level,
    };
    for (const hex of this.grid.within(seen)) {
      context.fillText(
        hex.hex,
        (hex.x - box.left) * level - left,
        (hex.y - box.top - this.grid.numberLift) * level - top,
      );
    }
  }
}
