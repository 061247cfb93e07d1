/** Everything that lies on the ground: control, ranges, stacks, marks. Drawn anew in every frame that changes. */

import type { Game } from "../game";
import type { HexData } from "../types";
import { Atlas, colours } from "./counters";
import type { Camera, Point } from "./geometry";
import type { Palette } from "./palette";

const SMALL = 22;
/** Below this many pixels to the hex, counters become blocks. */
const COUNTER = 0.62;

export class Scene {
  readonly atlas = new Atlas();
  /** Which stack lies fanned out. */
  fanned: string | null = null;

  constructor(
    private readonly game: Game,
    private readonly colours: Palette,
  ) {}

  draw(context: CanvasRenderingContext2D, camera: Camera): void {
    const seen = this.game.grid.within(camera.seen);
    this.overlay(context, camera, seen);
    this.ranges(context, camera);
    this.stacks(context, camera, seen);
    this.frame(context, camera, this.game.hex.value, this.colours.select, 3);
    this.frame(context, camera, this.game.hover.value, this.colours.ink, 1);
  }

  private path(context: CanvasRenderingContext2D, camera: Camera, hex: HexData, inset = 1): void {
    context.beginPath();
    this.game.grid.corners.forEach((corner, k) => {
      const p = camera.toScreen({ x: hex.x + corner.x * inset, y: hex.y + corner.y * inset });
      if (k === 0) context.moveTo(p.x, p.y);
      else context.lineTo(p.x, p.y);
    });
    context.closePath();
  }

  private frame(context: CanvasRenderingContext2D, camera: Camera, label: string | null, colour: string, width: number): void {
    const hex = label ? this.game.grid.byLabel.get(label) : undefined;
    if (!hex) return;
    this.path(context, camera, hex, 0.96);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }

  // -- overlays -------------------------------------------------------------------------------------------------

  private overlay(context: CanvasRenderingContext2D, camera: Camera, seen: HexData[]): void {
    const { game } = this;
    const which = game.overlay.value;
    const view = game.view.value;
    if (!view || which === "none") return;
    const fill = (hex: HexData, colour: string, alpha: number): void => {
      this.path(context, camera, hex);
      context.fillStyle = colour;
      context.globalAlpha = alpha;
      context.fill();
      context.globalAlpha = 1;
    };
    if (which === "control") {
      for (const hex of seen) {
        const side = view.control[hex.hex];
        if (side) fill(hex, side === game.fixed.seats[0] ? this.colours.german : this.colours.soviet, 0.4);
      }
    } else if (which === "objectives") {
      for (const hex of seen) {
        const worth = game.fixed.objectives[hex.hex];
        if (worth) {
          fill(hex, this.colours.select, 0.35);
          this.text(context, camera, hex, String(worth), this.colours.ink);
        }
      }
    } else if (which === "terrain") {
      for (const hex of seen) if (hex.terrain !== "clear") this.text(context, camera, hex, hex.terrain, this.colours.ink);
    } else if (which === "supply" && game.supply.value) {
      for (const row of game.supply.value) {
        const hex = game.grid.byLabel.get(row.at);
        if (!hex) continue;
        const colour = row.in_supply ? (row.state === "attenuated" ? this.colours.select : this.colours.supplied) : this.colours.cut;
        fill(hex, colour, 0.45);
        if (row.line.length > 1) this.line(context, camera, row.line, colour);
      }
    } else if (which === "moves") {
      const last = game.log.value.slice(-120);
      for (const entry of last) {
        for (const told of entry.told) if (told.kind === "moved") this.line(context, camera, told.hexes, this.colours.reach);
      }
    }
  }

  private text(context: CanvasRenderingContext2D, camera: Camera, hex: HexData, text: string, colour: string): void {
    if (camera.scale < 14) return;
    const at = camera.toScreen(hex);
    context.fillStyle = colour;
    context.font = `${Math.max(9, camera.scale * 0.22)}px system-ui`;
    context.textAlign = "center";
    context.fillText(text, at.x, at.y + camera.scale * 0.08);
  }

  private line(context: CanvasRenderingContext2D, camera: Camera, labels: string[], colour: string): void {
    const points = labels.flatMap((label) => this.game.grid.byLabel.get(label) ?? []).map((hex) => camera.toScreen(hex));
    if (points.length < 2) return;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, camera.scale * 0.05);
    context.globalAlpha = 0.7;
    context.beginPath();
    points.forEach((p, i) => (i ? context.lineTo(p.x, p.y) : context.moveTo(p.x, p.y)));
    context.stroke();
    context.globalAlpha = 1;
  }

  // -- what the selected units can do ---------------------------------------------------------------------------

  private ranges(context: CanvasRenderingContext2D, camera: Camera): void {
    const options = this.game.options.value;
    if (!options || this.game.replay.value !== null) return;
    context.textAlign = "center";
    for (const [label, cost] of Object.entries(options.moves)) {
      const hex = this.game.grid.byLabel.get(label);
      if (!hex) continue;
      this.path(context, camera, hex, 0.94);
      context.fillStyle = this.colours.reach;
      context.globalAlpha = 0.25;
      context.fill();
      context.globalAlpha = 1;
      if (camera.scale >= 24) {
        const at = camera.toScreen(hex);
        context.fillStyle = this.colours.ink;
        context.font = `600 ${camera.scale * 0.2}px system-ui`;
        context.fillText(String(cost), at.x, at.y - camera.scale * 0.22);
      }
    }
    for (const [label, odds] of [...Object.entries(options.mobile), ...Object.entries(options.assault)]) {
      const hex = this.game.grid.byLabel.get(label);
      if (!hex) continue;
      this.frame(context, camera, label, this.colours.target, 4);
      const at = camera.toScreen(hex);
      context.font = `700 ${Math.max(11, camera.scale * 0.22)}px system-ui`;
      const width = context.measureText(odds ?? "?").width + 8;
      context.fillStyle = this.colours.target;
      context.fillRect(at.x - width / 2, at.y - camera.scale * 0.52, width, camera.scale * 0.26);
      context.fillStyle = this.colours.paper;
      context.fillText(odds ?? "?", at.x, at.y - camera.scale * 0.32);
    }
  }

  // -- stacks ---------------------------------------------------------------------------------------------------

  private stacks(context: CanvasRenderingContext2D, camera: Camera, seen: HexData[]): void {
    const view = this.game.view.value;
    if (!view) return;
    const chosen = new Set(this.game.selected.value.map((u) => this.game.index(u)));
    for (const hex of seen) {
      const stack = view.stacks[hex.hex];
      if (!stack?.length || hex.hex === this.fanned) continue;
      if (camera.scale < SMALL) this.block(context, camera, hex, stack);
      else this.pile(context, camera, hex, stack, chosen);
    }
    if (this.fanned) {
      const hex = this.game.grid.byLabel.get(this.fanned);
      const stack = view.stacks[this.fanned];
      if (hex && stack) this.fan(context, camera, hex, stack, chosen);
    }
  }

  private block(context: CanvasRenderingContext2D, camera: Camera, hex: HexData, stack: (number | null)[]): void {
    const at = camera.toScreen(hex);
    const size = camera.scale * 0.7;
    const side = this.game.sideAt(hex.hex);
    context.fillStyle = side === this.game.fixed.seats[0] ? this.colours.german : this.colours.soviet;
    context.globalAlpha = Math.min(1, 0.5 + stack.length * 0.12);
    context.fillRect(at.x - size / 2, at.y - size / 2, size, size);
    context.globalAlpha = 1;
  }

  private pile(context: CanvasRenderingContext2D, camera: Camera, hex: HexData, stack: (number | null)[], chosen: Set<number>): void {
    const at = camera.toScreen(hex);
    const size = camera.scale * COUNTER;
    const depth = Math.min(stack.length, 3);
    for (let layer = depth - 1; layer >= 0; layer--) {
      const unit = stack[layer] ?? null;
      const offset = layer * camera.scale * 0.045;
      this.counter(context, unit, hex.hex, at.x - size / 2 + offset, at.y - size / 2 - offset, size);
    }
    if (stack.some((u) => u !== null && chosen.has(u))) {
      context.strokeStyle = this.colours.select;
      context.lineWidth = 3;
      context.strokeRect(at.x - size / 2 - 2, at.y - size / 2 - 2, size + 4, size + 4);
    }
    if (stack.length > 1 && camera.scale >= 30) {
      context.fillStyle = this.colours.ink;
      context.beginPath();
      context.arc(at.x + size / 2, at.y + size / 2, camera.scale * 0.11, 0, 7);
      context.fill();
      context.fillStyle = this.colours.paper;
      context.textAlign = "center";
      context.font = `700 ${camera.scale * 0.16}px system-ui`;
      context.fillText(String(stack.length), at.x + size / 2, at.y + size / 2 + camera.scale * 0.055);
    }
  }

  private counter(context: CanvasRenderingContext2D, unit: number | null, hex: string, x: number, y: number, size: number): void {
    const { fixed, view } = this.game;
    if (unit === null) {
      const side = this.game.sideAt(hex) ?? "";
      const like = fixed.units.find((u) => u.side === side);
      if (like) context.drawImage(this.atlas.get(like, undefined), x, y, size, size);
      return;
    }
    const counter = fixed.units[unit];
    if (counter) context.drawImage(this.atlas.get(counter, view.value?.units[unit]), x, y, size, size);
  }

  /** Where the counters of a fanned stack lie, from the top down. */
  places(hex: HexData, camera: Camera, count: number): { at: Point; size: number }[] {
    const centre = camera.toScreen(hex);
    const size = Math.max(46, camera.scale * 0.9);
    const columns = Math.min(count, 4);
    const rows = Math.ceil(count / columns);
    return Array.from({ length: count }, (_, i) => ({
      at: {
        x: centre.x + ((i % columns) - (columns - 1) / 2) * (size + 4) - size / 2,
        y: centre.y + (Math.floor(i / columns) - (rows - 1) / 2) * (size + 4) - size / 2,
      },
      size,
    }));
  }

  private fan(context: CanvasRenderingContext2D, camera: Camera, hex: HexData, stack: (number | null)[], chosen: Set<number>): void {
    const places = this.places(hex, camera, stack.length);
    stack.forEach((unit, i) => {
      const { at, size } = places[i]!;
      this.counter(context, unit, hex.hex, at.x, at.y, size);
      if (unit !== null && chosen.has(unit)) {
        context.strokeStyle = this.colours.select;
        context.lineWidth = 4;
        context.strokeRect(at.x - 1, at.y - 1, size + 2, size + 2);
      }
    });
  }

  /** The unit of a fanned stack at a point of the screen. */
  unitAt(point: Point, camera: Camera): number | null {
    const hex = this.fanned ? this.game.grid.byLabel.get(this.fanned) : undefined;
    const stack = this.fanned ? this.game.stack(this.fanned) : [];
    if (!hex) return null;
    const index = this.places(hex, camera, stack.length).findIndex(
      ({ at, size }) => point.x >= at.x && point.x <= at.x + size && point.y >= at.y && point.y <= at.y + size,
    );
    return index < 0 ? null : (stack[index] ?? null);
  }

  colourOf(unit: number): string {
    const counter = this.game.fixed.units[unit];
    return counter ? colours(counter).ground : this.colours.paper;
  }
}
