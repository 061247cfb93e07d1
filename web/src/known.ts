/** What the page knows of a game, and what the player has chosen; nothing here talks to the server. */

import { computed, signal } from "@preact/signals";
import { fitting, onHexes } from "./choices";
import { markersOf } from "./hexMarks";
import { Grid } from "./map/geometry";
import type {
  Asked,
  Battle,
  Choice,
  Fixed,
  Hello,
  LogEntry,
  Options,
  Ready,
  SupplyRow,
  UnitState,
  View,
} from "./types";
import { plain, words } from "./words";

export interface Notice {
  text: string;
  rule?: string;
  kind: "info" | "refused" | "error";
}

export type Overlay = "none" | "supply" | "zoc" | "control" | "range" | "terrain" | "weather" | "moves" | "objectives";
export const OVERLAYS: Overlay[] = [
  "none",
  "supply",
  "zoc",
  "control",
  "range",
  "terrain",
  "weather",
  "moves",
  "objectives",
];

/** Those that would show something: the title's data say what there is. */
export function overlaysOf(fixed: Pick<Fixed, "look" | "objectives">): Overlay[] {
  const idle = new Set<Overlay>();
  if (!fixed.look.zoc_side) idle.add("zoc");
  if (!Object.keys(fixed.look.weather_zones ?? {}).length) idle.add("weather");
  if (!Object.keys(fixed.objectives).length) idle.add("objectives");
  return OVERLAYS.filter((overlay) => !idle.has(overlay));
}

export class Known {
  readonly grid: Grid;
  readonly overlays: Overlay[];
  private byUnit = new Map<string, number>();

  readonly hello = signal<Hello | null>(null);
  readonly eyes = signal<string | null>(null);
  readonly connected = signal(false);
  readonly at = signal(0);
  readonly orders = signal(0);
  readonly live = signal<View | null>(null);
  readonly prompt = signal<Asked | null>(null);
  readonly log = signal<LogEntry[]>([]);
  readonly notice = signal<Notice | null>(null);
  readonly selected = signal<string[]>([]);
  readonly hex = signal<string | null>(null);
  readonly hover = signal<string | null>(null);
  readonly options = signal<Options | null>(null);
  readonly target = signal<string | null>(null);
  /** The battle that is being put together. */
  readonly battle = signal<Battle | null>(null);
  /** What is thrown into it besides units. */
  readonly number = signal(0);
  readonly overlay = signal<Overlay>("none");
  readonly supply = signal<SupplyRow[] | null>(null);
  readonly openRule = signal<string | null>(null);
  readonly replay = signal<number | null>(null);
  readonly past = signal<View | null>(null);
  readonly undoAsked = signal<string | null>(null);
  readonly busy = signal(false);
  readonly held = signal(false);
  /** What happened while the player was away. */
  readonly since = signal<LogEntry[]>([]);
  /** The hexes of what happened last. */
  readonly spot = signal<string[]>([]);
  readonly redoable = signal<string[]>([]);

  /** The phase or the set-up in hand, if it is one's own. */
  readonly phase = signal<Ready | null>(null);
  /** The units that it can be about: those that can still act, or are to be placed. */
  readonly ready = computed(() => new Set(this.phase.value?.units));
  /** Why it cannot end yet. */
  readonly duty = computed(() => this.phase.value?.refused ?? null);
  /** The legal answers to a decision, or what else the chosen units can do in a phase. */
  readonly answers = signal<Choice[]>([]);
  /** The order that ends the phase, or says that nothing more is chosen. */
  readonly end = computed(() => {
    if (this.isPhase.value || this.isSetup.value) return this.phase.value?.end ?? null;
    return this.answers.value.find((c) => c.kind === "end") ?? null;
  });
  /** What is to be done of several things: the type that enters, for example. */
  readonly picked = signal("");
  /** By hex: where the chosen units can go, and the battles they can begin. */
  readonly reach = computed(() => onHexes(this.options.value?.choices, "go"));
  readonly targets = computed(() => onHexes(this.options.value?.choices, "battle"));

  /** The view that is shown: the present, or a moment of the past. */
  readonly view = computed(() => this.past.value ?? this.live.value);
  /** The markers that lie on hexes. */
  readonly markers = computed(() => markersOf(this.fixed.look, this.view.value));
  /** A seat of this screen must decide, but the other one is looking. */
  readonly handOver = computed(() => {
    const seat = this.prompt.value?.seat;
    return seat && this.hello.value?.seats.includes(seat) && this.eyes.value !== seat ? seat : null;
  });
  readonly myTurn = computed(() => {
    const seat = this.prompt.value?.seat;
    return !!seat && !!this.hello.value?.seats.includes(seat) && !this.handOver.value && this.replay.value === null;
  });
  readonly isPhase = computed(() => this.prompt.value?.kind === "phase");
  readonly isSetup = computed(() => this.prompt.value?.kind === "set-up");
  readonly fits = computed(() => fitting(this.answers.value, this.selected.value, this.picked.value));
  /** The hexes and units that a click can choose now; the map marks them. */
  readonly choiceHexes = computed(() => {
    const chosen = this.selected.value.length;
    return new Set(
      this.fits.value.filter((a) => a.units.length === chosen || !a.units.length).flatMap((a) => a.hex ?? []),
    );
  });
  readonly choiceUnits = computed(() =>
    this.isPhase.value
      ? new Set<string>()
      : this.isSetup.value
        ? this.ready.value
        : new Set(this.fits.value.flatMap((a) => a.units)),
  );

  constructor(readonly fixed: Fixed) {
    this.grid = new Grid(fixed);
    this.overlays = overlaysOf(fixed);
    for (const [index, unit] of fixed.units.entries()) this.byUnit.set(unit.unit, index);
  }

  /** Whether a turn is the one that stands for the set-up. */
  isSetUpTurn(turn: number): boolean {
    return turn < this.fixed.scenario.first_turn;
  }

  /** A turn in words. */
  turnWords(turn: number): string {
    return this.isSetUpTurn(turn) ? words.setUpTurn : `${words.turn} ${turn}`;
  }

  // -- units and stacks -----------------------------------------------------------------------------------------

  index(unit: string): number {
    return this.byUnit.get(unit) ?? -1;
  }

  state(index: number): UnitState | undefined {
    return this.view.value?.units[index];
  }

  where(unit: string): string {
    return this.state(this.index(unit))?.at ?? "";
  }

  /** A hex with its name, if it has one. */
  place(hex: string): string {
    const name = this.grid.byLabel.get(hex)?.name;
    return name ? `${hex} ${name}` : hex;
  }

  /** A kind of unit spelt out. */
  kind(kind: string): string {
    return this.fixed.look.kinds?.[kind] ?? plain(kind);
  }

  /** A kind of counter with its size; an abbreviation that says the size is spelt out instead. */
  kindAndSize(kind: string, size: string): string {
    return this.fixed.look.kinds?.[kind] ? `${this.kind(kind)} (${kind})` : `${plain(kind)} ${size}`;
  }

  stack(hex: string): (number | null)[] {
    return this.view.value?.stacks[hex] ?? [];
  }

  sideAt(hex: string): string | null {
    const view = this.view.value;
    const stack = view?.stacks[hex];
    if (!view || !stack?.length) return null;
    const shown = stack.find((u) => u !== null);
    if (shown != null) return this.fixed.units[shown]?.side ?? null;
    return view.units.find((u) => u.at === hex)?.side ?? null;
  }

  /** The sides whose units this page may order now. */
  mine(side: string): boolean {
    return !!this.hello.value?.seats.includes(side) && (this.eyes.value === null || this.eyes.value === side);
  }

  unitsAt(hex: string): string[] {
    return this.stack(hex)
      .filter((u): u is number => u !== null)
      .map((u) => this.fixed.units[u]?.unit ?? "");
  }

  /** Whether orders of a kind answer the decision in hand. */
  asks(kind: Choice["kind"]): boolean {
    return !!this.prompt.value?.kinds.includes(kind);
  }

  /** How a seat is marked beside its name. */
  dot(seat: string): string {
    return `dot seat-${this.fixed.seats.indexOf(seat)}`;
  }

  isWater(terrain: string): boolean {
    return !!this.fixed.terrains[terrain]?.water;
  }
}
