/** The ground, painted once into tiles at a few sizes and then only copied. */

import type { HexData } from "../types";
import type { Grid, Point } from "./geometry";
import type { Palette } from "./palette";

const LEVELS = [20, 48, 96];
const TILE = 1024;

interface Tile {
  canvas: HTMLCanvasElement;
  used: number;
}

export class Tiles {
  private readonly made = new Map<string, Tile>();
  private clock = 0;
  private readonly sides: { a: HexData; b: HexData; ends: [Point, Point]; kinds: string[] }[];

  constructor(
    private readonly grid: Grid,
    private readonly colours: Palette,
  ) {
    this.sides = grid.fixed.sides.flatMap(([a, b, kinds]) => {
      const first = grid.byLabel.get(a);
      const second = grid.byLabel.get(b);
      return first && second ? [{ a: first, b: second, ends: grid.side(first, second), kinds }] : [];
    });
  }

  /** The level whose pixels are not fewer than wanted, or the finest. */
  level(scale: number): number {
    return LEVELS.find((level) => level >= scale * 0.9) ?? LEVELS[LEVELS.length - 1]!;
  }

  /** Draw the part of the map that a camera sees. */
  draw(
    context: CanvasRenderingContext2D,
    camera: { scale: number; toScreen(point: Point): Point; seen: { left: number; top: number; right: number; bottom: number } },
  ): void {
    const level = this.level(camera.scale * devicePixelRatio);
    const span = TILE / level;
    const { box } = this.grid;
    const seen = camera.seen;
    const firstColumn = Math.max(0, Math.floor((seen.left - box.left) / span));
    const lastColumn = Math.floor((Math.min(seen.right, box.right) - box.left) / span);
    const firstRow = Math.max(0, Math.floor((seen.top - box.top) / span));
    const lastRow = Math.floor((Math.min(seen.bottom, box.bottom) - box.top) / span);
    this.clock++;
    for (let column = firstColumn; column <= lastColumn; column++) {
      for (let row = firstRow; row <= lastRow; row++) {
        const at = camera.toScreen({ x: box.left + column * span, y: box.top + row * span });
        const size = span * camera.scale + 0.5;
        context.drawImage(this.tile(level, column, row), at.x, at.y, size, size);
      }
    }
    this.forget();
  }

  private tile(level: number, column: number, row: number): HTMLCanvasElement {
    const key = `${level}/${column}/${row}`;
    let tile = this.made.get(key);
    if (!tile) {
      tile = { canvas: this.paint(level, column, row), used: 0 };
      this.made.set(key, tile);
    }
    tile.used = this.clock;
    return tile.canvas;
  }

  private forget(): void {
    if (this.made.size <= 96) return;
    for (const [key, tile] of this.made) if (tile.used < this.clock - 60) this.made.delete(key);
  }

  private paint(level: number, column: number, row: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = TILE;
    const context = canvas.getContext("2d")!;
    const { box } = this.grid;
    const left = box.left + (column * TILE) / level;
    const top = box.top + (row * TILE) / level;
    const seen = { left: left - 1, top: top - 1, right: left + TILE / level + 1, bottom: top + TILE / level + 1 };
    context.fillStyle = this.colours.paper;
    context.fillRect(0, 0, TILE, TILE);
    context.scale(level, level);
    context.translate(-left, -top);
    const hexes = this.grid.within(seen);
    for (const hex of hexes) this.ground(context, hex);
    this.lattice(context, hexes, level);
    const inside = (p: HexData): boolean =>
      p.x > seen.left && p.x < seen.right && p.y > seen.top && p.y < seen.bottom;
    const near = this.sides.filter((side) => inside(side.a) || inside(side.b));
    for (const side of near) this.side(context, side.ends, side.kinds);
    for (const side of near) if (side.kinds.includes("rollbahn")) this.road(context, side.a, side.b);
    for (const hex of hexes) this.place(context, hex, level);
    return canvas;
  }

  private outline(context: CanvasRenderingContext2D, hex: HexData): void {
    context.beginPath();
    this.grid.corners.forEach((corner, k) => {
      if (k === 0) context.moveTo(hex.x + corner.x, hex.y + corner.y);
      else context.lineTo(hex.x + corner.x, hex.y + corner.y);
    });
    context.closePath();
  }

  private ground(context: CanvasRenderingContext2D, hex: HexData): void {
    this.outline(context, hex);
    context.fillStyle = this.colours.terrain[hex.terrain] ?? this.colours.paper;
    context.fill();
    const speck = (dx: number, dy: number, draw: (x: number, y: number) => void): void => draw(hex.x + dx, hex.y + dy);
    const seed = [...hex.hex].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 997, 7);
    const jitter = (k: number): number => (((seed * (k + 3)) % 17) / 17 - 0.5) * 0.16;
    context.globalAlpha = 0.5;
    if (hex.terrain === "forest") {
      context.fillStyle = "#5d7f45";
      for (const [k, [x, y]] of [[-0.22, -0.14], [0.2, -0.2], [0.02, 0.06], [-0.18, 0.26], [0.26, 0.22]].entries()) {
        speck(x! + jitter(k), y! + jitter(k + 5), (px, py) => {
          context.beginPath();
          context.arc(px, py, 0.085, 0, 7);
          context.fill();
        });
      }
    } else if (hex.terrain === "marsh") {
      context.strokeStyle = "#4f7f86";
      context.lineWidth = 0.025;
      for (const [k, [x, y]] of [[-0.2, -0.16], [0.16, -0.04], [-0.1, 0.2], [0.24, 0.26]].entries()) {
        speck(x! + jitter(k), y! + jitter(k + 5), (px, py) => {
          context.beginPath();
          context.moveTo(px - 0.1, py);
          context.lineTo(px + 0.1, py);
          context.moveTo(px - 0.03, py - 0.07);
          context.lineTo(px - 0.03, py);
          context.moveTo(px + 0.04, py - 0.09);
          context.lineTo(px + 0.04, py);
          context.stroke();
        });
      }
    } else if (hex.terrain === "hills") {
      context.strokeStyle = "#8a6a36";
      context.lineWidth = 0.03;
      for (const [k, [x, y]] of [[-0.18, -0.06], [0.16, -0.16], [0.06, 0.22]].entries()) {
        speck(x! + jitter(k), y! + jitter(k + 5), (px, py) => {
          context.beginPath();
          context.arc(px, py + 0.06, 0.13, Math.PI * 1.1, Math.PI * 1.9);
          context.stroke();
        });
      }
    }
    context.globalAlpha = 1;
  }

  private lattice(context: CanvasRenderingContext2D, hexes: HexData[], level: number): void {
    context.strokeStyle = this.colours.soft;
    context.globalAlpha = level < 30 ? 0.25 : 0.45;
    context.lineWidth = 1 / level;
    for (const hex of hexes) {
      this.outline(context, hex);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  private side(context: CanvasRenderingContext2D, [a, b]: [Point, Point], kinds: string[]): void {
    const style: [string, string, number][] = [
      ["sea", this.colours.water, 0.2],
      ["lake", this.colours.water, 0.18],
      ["reservoir", this.colours.water, 0.2],
      ["sivash", this.colours.water, 0.16],
      ["kerch", this.colours.water, 0.16],
      ["river", this.colours.river, 0.085],
    ];
    for (const [kind, colour, width] of style) {
      if (!kinds.includes(kind)) continue;
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.lineCap = "round";
      context.setLineDash(kind === "sivash" || kind === "kerch" ? [0.12, 0.12] : []);
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
      context.stroke();
      context.setLineDash([]);
    }
  }

  private road(context: CanvasRenderingContext2D, a: Point, b: Point): void {
    context.strokeStyle = this.colours.road;
    context.lineWidth = 0.06;
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
  }

  private place(context: CanvasRenderingContext2D, hex: HexData, level: number): void {
    const has = (feature: string): boolean => hex.features.includes(feature);
    const ink = this.colours.ink;
    if (has("fort")) {
      context.strokeStyle = "#6d4b2a";
      context.lineWidth = 0.05;
      context.beginPath();
      context.arc(hex.x, hex.y, 0.4, Math.PI * 0.6, Math.PI * 1.4);
      context.stroke();
    }
    if (has("city")) {
      context.fillStyle = ink;
      for (const [dx, dy] of [[-0.14, -0.12], [0.06, -0.16], [-0.08, 0.06], [0.12, 0.04]] as const) {
        context.fillRect(hex.x + dx - 0.07, hex.y + dy - 0.07, 0.15, 0.15);
      }
    } else if (has("large-town") || has("town") || has("small-town")) {
      context.fillStyle = has("small-town") ? this.colours.paper : ink;
      context.strokeStyle = ink;
      context.lineWidth = 0.04;
      context.beginPath();
      context.arc(hex.x, hex.y, has("small-town") ? 0.09 : 0.12, 0, 7);
      context.fill();
      context.stroke();
    }
    if (has("german-source") || has("soviet-source")) {
      context.fillStyle = has("german-source") ? this.colours.german : this.colours.soviet;
      context.globalAlpha = 0.8;
      context.beginPath();
      context.moveTo(hex.x, hex.y + 0.28);
      context.lineTo(hex.x + 0.12, hex.y + 0.42);
      context.lineTo(hex.x - 0.12, hex.y + 0.42);
      context.fill();
      context.globalAlpha = 1;
    }
    context.textAlign = "center";
    if (hex.name && level >= 20) {
      context.fillStyle = ink;
      const size = has("city") ? 0.3 : has("large-town") ? 0.25 : 0.22;
      context.font = `${has("city") ? "600 " : ""}${size}px Georgia, serif`;
      context.strokeStyle = this.colours.paper;
      context.lineWidth = 0.08;
      context.lineJoin = "round";
      context.strokeText(hex.name, hex.x, hex.y + 0.36);
      context.fillText(hex.name, hex.x, hex.y + 0.36);
    }
    if (level >= 48) {
      context.fillStyle = this.colours.soft;
      context.font = "0.15px system-ui, sans-serif";
      context.fillText(hex.hex, hex.x, hex.y - 0.36);
    }
  }
}
