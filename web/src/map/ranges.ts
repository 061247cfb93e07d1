/** What the chosen units can do: hexes within reach with their cost, targets with their odds, and the way to a hex. */

import type { Game } from "../game";
import type { Choice, Way } from "../types";
import type { Camera } from "./camera";
import type { Palette } from "./palette";

interface Lit {
  x: number;
  y: number;
  text: string;
}

export class Ranges {
  way: Way | null = null;
  private reach = new Path2D();
  private targets = new Path2D();
  private choices = new Path2D();
  private costs: Lit[] = [];
  private odds: Lit[] = [];
  private ways = new Map<string, Way>();
  private asked = "";

  constructor(
    private readonly game: Game,
    private readonly colours: Palette,
    private readonly changed: () => void,
  ) {}

  refresh(): void {
    const { game } = this;
    const now = game.replay.value === null;
    const badges = (found: Map<string, Choice>): [string, string][] =>
      now ? [...found].map(([hex, c]) => [hex, c.badge]) : [];
    this.reach = new Path2D();
    this.targets = new Path2D();
    this.choices = new Path2D();
    this.costs = this.lit(this.reach, badges(game.reach.value), 0.97);
    this.odds = this.lit(
      this.targets,
      badges(game.targets.value).map(([hex, odds]) => [hex, odds || "?"]),
      0.92,
    );
    if (now)
      this.lit(
        this.choices,
        [...game.choiceHexes.value].map((hex) => [hex, ""]),
        0.94,
      );
    this.ways.clear();
    this.way = null;
    this.asked = "";
  }

  private lit(path: Path2D, entries: [string, string][], size: number): Lit[] {
    const found: Lit[] = [];
    for (const [label, value] of entries) {
      const hex = this.game.grid.byLabel.get(label);
      if (!hex) continue;
      this.game.grid.outline(path, hex, size);
      found.push({ x: hex.x, y: hex.y, text: value });
    }
    return found;
  }

  /** Find the way to the hex under the pointer; the server knows it. */
  async preview(hex: string | null): Promise<void> {
    const { game } = this;
    const units = game.selected.value;
    if (!hex || !game.reach.value.has(hex)) {
      this.asked = "";
      if (this.way) {
        this.way = null;
        this.changed();
      }
      return;
    }
    if (this.asked === hex) return;
    this.asked = hex;
    let way = this.ways.get(hex);
    if (!way) {
      const found = await game.socket.ask("path", { units, hex }).catch(() => null);
      if (!found) return;
      way = found;
      if (game.selected.value === units) this.ways.set(hex, way);
    }
    if (this.asked === hex) {
      this.way = way;
      this.changed();
    }
  }

  /** Fills under the counters, in the units of the map. */
  drawUnder(context: CanvasRenderingContext2D): void {
    context.fillStyle = this.colours.reach;
    context.globalAlpha = 0.24;
    context.fill(this.reach);
    context.globalAlpha = 0.35;
    context.fillStyle = this.colours.select;
    context.fill(this.choices);
    context.globalAlpha = 1;
    context.lineWidth = 0.06;
    context.strokeStyle = this.colours.select;
    context.stroke(this.choices);
  }

  /** Rims and words over the counters, in pixels of the page. */
  drawOver(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    if (this.odds.length) {
      camera.apply(context, ratio);
      context.strokeStyle = "#ffffff";
      context.lineWidth = 0.13;
      context.stroke(this.targets);
      context.strokeStyle = this.colours.target;
      context.lineWidth = 0.08;
      context.stroke(this.targets);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    context.textAlign = "center";
    if (camera.scale >= 20) {
      context.font = `700 ${Math.round(Math.max(9, camera.scale * 0.21))}px system-ui, sans-serif`;
      context.lineWidth = 2.5;
      context.strokeStyle = "rgba(255,255,255,.8)";
      context.fillStyle = "#0a2f52";
      for (const { x, y, text } of this.costs) {
        const sx = camera.screenX(x) - camera.scale * 0.3;
        const sy = camera.screenY(y) - camera.scale * 0.16;
        if (sx < 0 || sy < 0 || sx > camera.width || sy > camera.height) continue;
        context.strokeText(text, sx, sy);
        context.fillText(text, sx, sy);
      }
    }
    const size = Math.round(Math.max(11, camera.scale * 0.22));
    context.font = `700 ${size}px system-ui, sans-serif`;
    for (const { x, y, text } of this.odds) {
      const sx = camera.screenX(x);
      const sy = camera.screenY(y) - camera.scale * 0.42;
      const wide = text.length * size * 0.62 + 8;
      context.fillStyle = this.colours.target;
      context.fillRect(sx - wide / 2, sy - size * 0.62, wide, size * 1.3);
      context.fillStyle = "#ffffff";
      context.fillText(text, sx, sy + size * 0.36);
    }
    if (this.way) this.drawWay(context, camera, this.way);
  }

  private drawWay(context: CanvasRenderingContext2D, camera: Camera, way: Way): void {
    const points = way.path
      .flatMap((label) => this.game.grid.byLabel.get(label) ?? [])
      .map((hex) => camera.toScreen(hex));
    const last = points.at(-1);
    const before = points.at(-2);
    if (!last || !before) return;
    const wide = Math.max(3, camera.scale * 0.09);
    context.lineJoin = context.lineCap = "round";
    for (const [colour, width] of [
      ["#ffffff", wide * 1.9],
      [this.colours.reach, wide],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      for (const p of points) context.lineTo(p.x, p.y);
      const angle = Math.atan2(last.y - before.y, last.x - before.x);
      const barb = Math.max(8, camera.scale * 0.26);
      for (const turn of [2.5, -2.5]) {
        context.moveTo(last.x + barb * Math.cos(angle + turn), last.y + barb * Math.sin(angle + turn));
        context.lineTo(last.x, last.y);
      }
      context.stroke();
    }
    context.lineCap = "butt";
    context.lineJoin = "miter";
  }
}
