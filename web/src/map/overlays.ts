/** Overlays, one key each: prepared when chosen or when the position changes, then only painted. */

import type { Game, Overlay } from "../game";
import type { HexData, Reach, SupplyRow } from "../types";
import { seatName, words } from "../words";
import type { Camera } from "./camera";
import type { Palette } from "./palette";

export const OVERLAY_KEYS: Record<string, Overlay> = {
  s: "supply",
  z: "zoc",
  c: "control",
  r: "range",
  t: "terrain",
  w: "weather",
  l: "moves",
  o: "objectives",
};

/** An entry of the legend: the same colour, pattern and letter as on the map. */
export interface Entry {
  text: string;
  colour: string;
  letter: string;
}

interface Layer {
  path: Path2D;
  colour: string;
  alpha: number;
  /** Lines instead of a fill. */
  width?: number;
  dashes?: number[];
}

interface Letter {
  x: number;
  y: number;
  text: string;
}

/** How many orders of the log may make up a turn. */
const MOST_MOVES = 600;

export class Overlays {
  private layers: Layer[] = [];
  private letters: Letter[] = [];
  legend: Entry[] = [];
  private reach: Reach | null = null;

  constructor(
    private readonly game: Game,
    private readonly colours: Palette,
  ) {}

  /** The hexes that the stack under the marker could reach. */
  setReach(reach: Reach | null): void {
    this.reach = reach;
  }

  refresh(): void {
    this.layers = [];
    this.letters = [];
    this.legend = [];
    const make: Record<Overlay, () => void> = {
      none: () => {},
      supply: () => this.supply(this.game.supply.value ?? []),
      zoc: () => this.zoc(),
      control: () => this.control(),
      range: () => this.range(),
      terrain: () => this.terrain(),
      weather: () => this.weather(),
      moves: () => this.moves(),
      objectives: () => this.objectives(),
    };
    make[this.game.overlay.value]();
  }

  // -- painting -------------------------------------------------------------------------------------------------

  /** In the units of the map. */
  draw(context: CanvasRenderingContext2D, camera: Camera): void {
    for (const layer of this.layers) {
      context.globalAlpha = layer.alpha;
      if (layer.width) {
        context.strokeStyle = layer.colour;
        context.lineJoin = context.lineCap = "round";
        context.lineWidth = Math.max(layer.width, (layer.width * 18) / camera.scale);
        context.setLineDash(layer.dashes ?? []);
        context.stroke(layer.path);
      } else {
        context.fillStyle = layer.colour;
        context.fill(layer.path);
      }
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** In pixels of the page. */
  drawLetters(context: CanvasRenderingContext2D, camera: Camera): void {
    if (camera.scale < 18 || !this.letters.length) return;
    const { seen } = camera;
    context.font = `700 ${Math.round(Math.max(8, camera.scale * 0.24))}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.lineWidth = 2.5;
    context.strokeStyle = "rgba(255,255,255,.75)";
    context.fillStyle = "#1b1a17";
    for (const { x, y, text } of this.letters) {
      if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue;
      const sx = camera.screenX(x);
      const sy = camera.screenY(y) + camera.scale * 0.46;
      context.strokeText(text, sx, sy);
      context.fillText(text, sx, sy);
    }
  }

  // -- preparing ------------------------------------------------------------------------------------------------

  private fill(hexes: Iterable<HexData>, colour: string, alpha: number, letter = ""): void {
    const path = new Path2D();
    for (const hex of hexes) {
      this.game.grid.outline(path, hex);
      if (letter) this.letters.push({ x: hex.x, y: hex.y, text: letter });
    }
    this.layers.push({ path, colour, alpha });
  }

  private where(test: (hex: HexData, i: number) => boolean): HexData[] {
    return this.game.fixed.hexes.filter(test);
  }

  private control(): void {
    const held = this.game.view.value?.held ?? [];
    const worth = this.game.view.value?.control ?? {};
    this.game.fixed.seats.forEach((seat, s) => {
      const letter = seatName(seat)[0] ?? "";
      this.fill(
        this.where((hex, i) => held[i] === s && !this.game.isWater(hex.terrain)),
        this.colours.seats[s]!,
        0.42,
      );
      for (const hex of this.where((h) => worth[h.hex] === seat))
        this.letters.push({ x: hex.x, y: hex.y, text: letter });
      this.legend.push({ text: seatName(seat), colour: this.colours.seats[s]!, letter });
    });
  }

  private zoc(): void {
    const zoc = this.game.view.value?.zoc;
    const seat = this.game.fixed.look.zoc_side;
    if (!zoc || !seat) return;
    const colour = this.colours.seats[this.game.fixed.seats.indexOf(seat)] ?? this.colours.ink;
    this.fill(
      this.where((_, i) => !!zoc[i]),
      colour,
      0.4,
      "Z",
    );
    this.legend.push({ text: words.map.zocOf(seatName(seat)), colour, letter: "Z" });
  }

  private terrain(): void {
    const { fixed } = this.game;
    // The first that a title names is the ground on which the others lie.
    const known = Object.keys(fixed.terrains).slice(1);
    const [waters, lands] = [true, false].map((water) => known.filter((t) => this.game.isWater(t) === water));
    const there = new Set(fixed.hexes.map((h) => h.terrain));
    for (const terrain of known.filter((t) => there.has(t)).sort()) {
      const water = this.game.isWater(terrain);
      const [colours, kinds] = water ? [this.colours.waters, waters!] : [this.colours.lands, lands!];
      const colour = colours[kinds.indexOf(terrain) % colours.length]!;
      const letter = water ? "" : terrain[0]!.toUpperCase();
      this.fill(
        this.where((h) => h.terrain === terrain),
        colour,
        0.5,
        letter,
      );
      this.legend.push({ text: terrain, colour, letter });
    }
  }

  private weather(): void {
    const zones = this.game.fixed.look.weather_zones ?? {};
    const now = (this.game.view.value?.["weather"] ?? {}) as Record<string, string>;
    for (const [region, zone] of Object.entries(zones)) {
      const weather = now[zone] ?? "";
      const colour = this.colours.weather[weather.toLowerCase().split(" ")[0] ?? ""] ?? this.colours.soft;
      const letter = weather[0]?.toUpperCase() ?? "";
      this.fill(
        this.where((h) => h.regions.includes(region) && !this.game.isWater(h.terrain)),
        colour,
        0.35,
        letter,
      );
      this.legend.push({ text: `${zone}: ${weather}`, colour, letter });
    }
  }

  private objectives(): void {
    const worth = this.game.fixed.objectives;
    const hexes = this.where((h) => !!worth[h.hex]);
    this.fill(hexes, this.colours.select, 0.45);
    for (const hex of hexes) this.letters.push({ x: hex.x, y: hex.y, text: String(worth[hex.hex]) });
    this.legend.push({ text: words.map.objective, colour: this.colours.select, letter: "1" });
  }

  private range(): void {
    const reach = this.reach;
    if (!reach) {
      this.legend.push({ text: words.map.rangeHint, colour: "", letter: "" });
      return;
    }
    const hexes = this.where((h) => h.hex in reach.hexes);
    this.fill(hexes, this.colours.reach, 0.35);
    for (const hex of hexes) this.letters.push({ x: hex.x, y: hex.y, text: String(reach.hexes[hex.hex]) });
    this.legend.push({ text: words.map.rangeOf(reach.from), colour: this.colours.reach, letter: "2" });
  }

  /** Green, yellow and red, with a letter each; the lines run from the units to their sources. */
  private supply(rows: SupplyRow[]): void {
    const { grid } = this.game;
    const groups = [
      {
        test: (r: SupplyRow) => r.in_supply && !r.strained,
        colour: this.colours.supplied,
        letter: "",
        text: words.inSupply,
        dashes: [],
      },
      { test: (r: SupplyRow) => r.strained, colour: this.colours.strained, letter: "~", text: "", dashes: [0.3, 0.15] },
      {
        test: (r: SupplyRow) => !r.in_supply,
        colour: this.colours.cut,
        letter: "U",
        text: words.outOfSupply,
        dashes: [],
      },
    ];
    for (const { test, colour, letter, text, dashes } of groups) {
      const here = rows.filter(test);
      const hexes = new Set(here.flatMap((r) => grid.byLabel.get(r.at) ?? []));
      this.fill(hexes, colour, 0.75, letter);
      const path = new Path2D();
      const drawn = new Set<string>();
      for (const row of here) {
        row.line.forEach((label, i) => {
          const a = grid.byLabel.get(row.line[i - 1] ?? "");
          const b = grid.byLabel.get(label);
          // Lines run together towards a source; each stretch is drawn once.
          if (!a || !b || drawn.has(a.hex + b.hex)) return;
          drawn.add(a.hex + b.hex).add(b.hex + a.hex);
          path.moveTo(a.x, a.y);
          path.lineTo(b.x, b.y);
        });
      }
      this.layers.push({ path, colour, alpha: 0.9, width: 0.1, dashes });
      const states = [...new Set(here.map((r) => r.state))].join(", ");
      if (here.length || letter !== "~") this.legend.push({ text: letter === "~" ? states : text, colour, letter });
    }
  }

  /** The moves since each seat's last turn began. */
  private moves(): void {
    const { game } = this;
    const now = game.view.value?.turn ?? 0;
    const recent = game.log.value.slice(-MOST_MOVES).filter((e) => e.turn >= now - 1);
    game.fixed.seats.forEach((seat, s) => {
      const path = new Path2D();
      const heads = new Path2D();
      let found = false;
      for (const entry of recent.filter((e) => e.seat === seat)) {
        for (const told of entry.told.filter((t) => t.sign === "march"))
          found = this.arrow(path, heads, told.hexes) || found;
      }
      const colour = this.colours.seats[s]!;
      this.layers.push({ path, colour: "#ffffff", alpha: 0.7, width: 0.2 });
      this.layers.push({ path: heads, colour: "#ffffff", alpha: 0.7, width: 0.09 });
      this.layers.push({ path, colour, alpha: 1, width: 0.11, dashes: s ? [0.22, 0.12] : [] });
      this.layers.push({ path: heads, colour, alpha: 1 });
      if (found) this.legend.push({ text: words.map.movesOf(seatName(seat)), colour, letter: s ? "- -" : "—" });
    });
    if (!this.legend.length) this.legend.push({ text: words.map.noMoves, colour: "", letter: "" });
  }

  /** A line along the hexes; its head ends where the counter begins, so that both are seen. */
  private arrow(path: Path2D, heads: Path2D, labels: string[]): boolean {
    const points = labels.flatMap((label) => this.game.grid.byLabel.get(label) ?? []);
    const [last, before] = [points.at(-1), points.at(-2)];
    if (!last || !before) return false;
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
    const along = (back: number, aside: number): [number, number] => [
      last.x - back * Math.cos(angle) - aside * Math.sin(angle),
      last.y - back * Math.sin(angle) + aside * Math.cos(angle),
    ];
    path.moveTo(points[0]!.x, points[0]!.y);
    for (const p of points.slice(1, -1)) path.lineTo(p.x, p.y);
    path.lineTo(...along(TIP + HEAD * 0.8, 0));
    heads.moveTo(...along(TIP, 0));
    heads.lineTo(...along(TIP + HEAD, HEAD * 0.6));
    heads.lineTo(...along(TIP + HEAD, -HEAD * 0.6));
    heads.closePath();
    return true;
  }
}

/** How far from the centre of its hex an arrow ends, and how long its head is. */
const TIP = 0.36;
const HEAD = 0.3;
