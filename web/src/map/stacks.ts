/** The stacks on the map: piles of counters, blocks at small zoom, and one stack fanned out. */

import type { Game } from "../game";
import type { Laid } from "../hexMarks";
import type { HexData, View } from "../types";
import type { Camera } from "./camera";
import type { Atlas } from "./counters";
import type { Point } from "./geometry";
import { drawTabs } from "./marks";
import type { Palette } from "./palette";

/** Below this many pixels to the hex, counters become blocks. */
const SMALL = 22;
/** The edge of a counter in hexes. */
const COUNTER = 0.66;
const UNTRIED_STRENGTH = 3;
const SHADES = 5;

interface Pile {
  hex: HexData;
  units: (number | null)[];
  seat: number;
  side: string;
  shade: number;
  cut: boolean;
  acts: boolean;
  choice: boolean;
  markers: Laid[];
}

export class Stacks {
  /** Which stack lies fanned out. */
  fanned: string | null = null;
  private piles: Pile[] = [];
  private cut = new Set<number>();
  private chosen = new Set<number>();
  private readonly shades: string[][];
  private readonly grey: string;

  constructor(
    private readonly game: Game,
    private readonly atlas: Atlas,
    private readonly colours: Palette,
  ) {
    this.shades = colours.seats.map((colour) =>
      Array.from({ length: SHADES }, (_, k) => mixed("#f6efe0", colour, 0.3 + (0.7 * k) / (SHADES - 1))),
    );
    this.grey = "rgba(20,18,14,.85)";
  }

  /** Take up a new view or choice; frames only copy what is prepared here. */
  refresh(view: View | null): void {
    const { game } = this;
    const { grid, fixed } = game;
    this.cut = new Set(view?.cut ?? []);
    this.chosen = new Set(game.selected.value.map((u) => game.index(u)));
    const ready = game.ready.value;
    const choices = game.choiceUnits.value;
    const name = (u: number | null): string => (u === null ? "" : (fixed.units[u]?.unit ?? ""));
    this.piles = [];
    for (const [label, units] of Object.entries(view?.stacks ?? {})) {
      const hex = grid.byLabel.get(label);
      const side = hex && units.length ? game.sideAt(label) : null;
      if (!hex || !side) continue;
      this.piles.push({
        hex,
        units,
        side,
        seat: Math.max(0, fixed.seats.indexOf(side)),
        shade: shadeOf(strength(view!, units)),
        cut: units.some((u) => u !== null && this.cut.has(u)),
        acts: units.some((u) => ready.has(name(u))),
        choice: units.some((u) => choices.has(name(u))),
        markers: game.markers.value.get(label) ?? [],
      });
    }
    if (this.fanned && !view?.stacks[this.fanned]) this.fanned = null;
    // Upper rows first, so that a pile leans over what is behind it.
    this.piles.sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);
  }

  /** Whether stacks are drawn as blocks. */
  areSmall(camera: Camera): boolean {
    return camera.scale < SMALL;
  }

  /** In pixels of the page, with the context scaled to them. */
  draw(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const { seen } = camera;
    const small = this.areSmall(camera);
    for (const pile of this.piles) {
      const { x, y } = pile.hex;
      if (x < seen.left - 1 || x > seen.right + 1 || y < seen.top - 1 || y > seen.bottom + 1) continue;
      if (pile.hex.hex === this.fanned) continue;
      if (small) this.block(context, camera, pile);
      else this.pile(context, camera, pile, ratio);
    }
  }

  /** The stack that lies open, over everything else. */
  drawFan(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const pile = this.fanned ? this.piles.find((p) => p.hex.hex === this.fanned) : undefined;
    if (pile) this.fan(context, camera, pile, ratio);
  }

  private block(context: CanvasRenderingContext2D, camera: Camera, pile: Pile): void {
    const size = camera.scale * 0.74;
    const x = camera.screenX(pile.hex.x) - size / 2;
    const y = camera.screenY(pile.hex.y) - size / 2;
    const marked = this.isChosen(pile);
    context.fillStyle = marked ? this.colours.select : this.grey;
    const rim = marked ? 2 : pile.acts || pile.choice ? 1.5 : 0.7;
    if (!marked && (pile.acts || pile.choice)) context.fillStyle = this.colours.ready;
    context.fillRect(x - rim, y - rim, size + 2 * rim, size + 2 * rim);
    context.fillStyle = this.shades[pile.seat]![pile.shade]!;
    context.fillRect(x, y, size, size);
    if (pile.cut) {
      // Out of supply: a light bar across, which also tells without colour.
      context.fillStyle = this.colours.cut;
      context.fillRect(x, y + size * 0.3, size, size * 0.4);
      context.fillStyle = "#ffffff";
      context.fillRect(x, y + size * 0.42, size, size * 0.16);
    }
  }

  private isChosen(pile: Pile): boolean {
    for (const unit of pile.units) if (unit !== null && this.chosen.has(unit)) return true;
    return false;
  }

  private pile(context: CanvasRenderingContext2D, camera: Camera, pile: Pile, ratio: number): void {
    const { units } = pile;
    const size = camera.scale * COUNTER;
    const step = camera.scale * 0.05;
    const depth = Math.min(units.length, 4);
    const x = camera.screenX(pile.hex.x) - size / 2 - ((depth - 1) * step) / 2;
    const y = camera.screenY(pile.hex.y) - size / 2 + ((depth - 1) * step) / 2;
    if (pile.acts || pile.choice) {
      context.fillStyle = pile.choice ? this.colours.select : this.colours.ready;
      const glow = camera.scale * 0.045;
      context.fillRect(
        x - glow,
        y - (depth - 1) * step - glow,
        size + (depth - 1) * step + 2 * glow,
        size + (depth - 1) * step + 2 * glow,
      );
    }
    for (let layer = depth - 1; layer >= 0; layer--) {
      this.counter(context, units[layer] ?? null, pile.side, x + layer * step, y - layer * step, size, ratio);
    }
    if (this.isChosen(pile)) {
      context.strokeStyle = this.colours.select;
      context.lineWidth = Math.max(2.5, camera.scale * 0.07);
      context.strokeRect(x - 1, y - 1, size + 2, size + 2);
    }
    if (units.length > 1) this.count(context, x + size, y + size, camera.scale, String(units.length));
    if (pile.markers.length) drawTabs(context, pile.markers, x, y + size, camera.scale);
  }

  private count(context: CanvasRenderingContext2D, x: number, y: number, scale: number, text: string): void {
    const r = Math.max(4.5, scale * 0.105);
    context.fillStyle = "#1b1a17";
    context.beginPath();
    context.arc(x + r * 0.3, y + r * 0.1, r, 0, 2 * Math.PI);
    context.fill();
    if (scale < 26) return;
    context.fillStyle = "#ffffff";
    context.textAlign = "center";
    context.font = `700 ${Math.round(r * 1.5)}px system-ui, sans-serif`;
    context.fillText(text, x + r * 0.3, y + r * 0.64);
  }

  private counter(
    context: CanvasRenderingContext2D,
    unit: number | null,
    side: string,
    x: number,
    y: number,
    size: number,
    ratio: number,
  ): void {
    const picture =
      unit === null
        ? this.atlas.back(side, size * ratio)
        : this.atlas.get(unit, this.game.state(unit), this.cut.has(unit), size * ratio);
    context.drawImage(picture, x, y, size, size);
  }

  /** Where a counter of a fanned stack lies, counted from the top down. */
  private place(hex: HexData, camera: Camera, count: number, i: number): { x: number; y: number; size: number } {
    const size = Math.max(52, camera.scale * 0.9);
    const columns = Math.min(count, count > 8 ? 5 : count === 4 ? 2 : 3);
    const rows = Math.ceil(count / columns);
    const gap = size + 5;
    // The fan stays on the screen even if its hex is at the edge.
    const wide = (columns * gap) / 2 + 8;
    const high = (rows * gap) / 2 + 8;
    const cx = Math.min(Math.max(camera.screenX(hex.x), wide), Math.max(wide, camera.width - wide));
    const cy = Math.min(Math.max(camera.screenY(hex.y), high), Math.max(high, camera.height - high));
    return {
      x: cx + ((i % columns) - (columns - 1) / 2) * gap - size / 2,
      y: cy + (Math.floor(i / columns) - (rows - 1) / 2) * gap - size / 2,
      size,
    };
  }

  private fan(context: CanvasRenderingContext2D, camera: Camera, pile: Pile, ratio: number): void {
    const count = pile.units.length;
    const first = this.place(pile.hex, camera, count, 0);
    const last = this.place(pile.hex, camera, count, count - 1);
    const right = Math.max(...pile.units.map((_, i) => this.place(pile.hex, camera, count, i).x)) + first.size;
    context.fillStyle = "rgba(20,18,14,.55)";
    context.beginPath();
    context.roundRect(first.x - 8, first.y - 8, right - first.x + 16, last.y + last.size - first.y + 16, 8);
    context.fill();
    pile.units.forEach((unit, i) => {
      const { x, y, size } = this.place(pile.hex, camera, count, i);
      this.counter(context, unit, pile.side, x, y, size, ratio);
      if (unit === null) return;
      const name = this.game.fixed.units[unit]?.unit ?? "";
      if (this.chosen.has(unit)) {
        context.strokeStyle = this.colours.select;
        context.lineWidth = 5;
        context.strokeRect(x, y, size, size);
      } else if (this.game.ready.value.has(name) || this.game.choiceUnits.value.has(name)) {
        context.strokeStyle = this.colours.ready;
        context.lineWidth = 3;
        context.strokeRect(x, y, size, size);
      }
    });
  }

  /** The unit of a fanned stack at a point of the screen. */
  unitAt(point: Point, camera: Camera): number | null {
    const pile = this.fanned ? this.piles.find((p) => p.hex.hex === this.fanned) : undefined;
    if (!pile) return null;
    const index = pile.units.findIndex((_, i) => {
      const { x, y, size } = this.place(pile.hex, camera, pile.units.length, i);
      return point.x >= x && point.x <= x + size && point.y >= y && point.y <= y + size;
    });
    return index < 0 ? null : (pile.units[index] ?? null);
  }

  /** The chosen counters, carried by the pointer. */
  carried(context: CanvasRenderingContext2D, at: Point, camera: Camera, ratio: number): void {
    const size = Math.max(34, camera.scale * COUNTER);
    let offset = 0;
    context.globalAlpha = 0.85;
    for (const unit of [...this.chosen].reverse()) {
      this.counter(context, unit, "", at.x - size / 2 + offset, at.y - size / 2 - offset, size, ratio);
      offset += size * 0.08;
    }
    context.globalAlpha = 1;
  }
}

/** How strong a stack looks: what is known of it, and a common value for what is not. */
export function strength(view: Pick<View, "units">, units: readonly (number | null)[]): number {
  let sum = 0;
  for (const unit of units) {
    const state = unit === null ? undefined : view.units[unit];
    sum += Math.max(state?.attack ?? UNTRIED_STRENGTH, state?.defence ?? UNTRIED_STRENGTH);
  }
  return sum;
}

export function shadeOf(value: number): number {
  return Math.min(SHADES - 1, Math.floor(Math.sqrt(value)));
}

export function mixed(a: string, b: string, part: number): string {
  const channel = (from: number): string => {
    const [x, y] = [a, b].map((c) => parseInt(c.slice(from, from + 2), 16));
    return Math.round(x! + (y! - x!) * part)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
