/** A game on the page: what the server has told, what the player has chosen, and what he can do. */

import { batch, computed, signal } from "@preact/signals";
import { Grid } from "./map/geometry";
import { GameSocket, RequestError, request } from "./net";
import type {
  Fixed,
  Hello,
  LogEntry,
  Options,
  Prompt,
  Refusal,
  Sheet,
  SupplyRow,
  UnitState,
  View,
} from "./types";
import { words } from "./words";

export interface Notice {
  text: string;
  rule?: string;
  kind: "info" | "refused" | "error";
}

export type Overlay = "none" | "supply" | "zoc" | "control" | "terrain" | "moves" | "objectives";
export const OVERLAYS: Overlay[] = ["none", "supply", "zoc", "control", "terrain", "moves", "objectives"];

/** The changes of a view, laid over the old one. */
export function patched(view: View, changes: Record<string, unknown>): View {
  const next: Record<string, unknown> = { ...view };
  for (const [key, value] of Object.entries(changes)) {
    const old = next[key];
    if (Array.isArray(old) && value && !Array.isArray(value) && typeof value === "object") {
      const list = old.slice() as unknown[];
      for (const [index, item] of Object.entries(value)) list[Number(index)] = item;
      next[key] = list;
    } else if (old && value && typeof old === "object" && typeof value === "object" && !Array.isArray(value)) {
      const table = { ...(old as Record<string, unknown>) };
      for (const [name, item] of Object.entries(value)) {
        if (item === null) delete table[name];
        else table[name] = item;
      }
      next[key] = table;
    } else {
      next[key] = value;
    }
  }
  return next as View;
}

export class Game {
  readonly fixed: Fixed;
  readonly grid: Grid;
  readonly socket: GameSocket;
  private byUnit = new Map<string, number>();

  readonly hello = signal<Hello | null>(null);
  readonly connected = signal(false);
  readonly at = signal(0);
  readonly orders = signal(0);
  readonly live = signal<View | null>(null);
  readonly prompt = signal<Prompt | null>(null);
  readonly log = signal<LogEntry[]>([]);
  readonly notice = signal<Notice | null>(null);
  readonly selected = signal<string[]>([]);
  readonly hex = signal<string | null>(null);
  readonly hover = signal<string | null>(null);
  readonly options = signal<Options | null>(null);
  readonly target = signal<string | null>(null);
  readonly sheet = signal<Sheet | null>(null);
  readonly sheetRefusal = signal<Refusal | null>(null);
  readonly overlay = signal<Overlay>("none");
  readonly supply = signal<SupplyRow[] | null>(null);
  readonly openRule = signal<string | null>(null);
  readonly replay = signal<number | null>(null);
  readonly past = signal<View | null>(null);
  readonly undoAsked = signal<string | null>(null);
  readonly air = signal(0);
  readonly busy = signal(false);

  /** The view that is shown: the present, or a moment of the past. */
  readonly view = computed(() => this.past.value ?? this.live.value);
  readonly myTurn = computed(() => {
    const seat = this.prompt.value?.seat;
    return !!seat && !!this.hello.value?.seats.includes(seat) && this.replay.value === null;
  });

  constructor(fixed: Fixed, game: string, readonly token: string) {
    this.fixed = fixed;
    this.grid = new Grid(fixed);
    fixed.units.forEach((unit, index) => this.byUnit.set(unit.unit, index));
    this.socket = new GameSocket(game, token, (m) => this.hear(m), (up) => (this.connected.value = up));
  }

  static async open(game: string, token: string): Promise<Game> {
    const about = await request<{ title: string }>(`/api/games/${game}`, undefined, token);
    return new Game(await request<Fixed>(`/api/titles/${about.title}`), game, token);
  }

  // -- what the server tells ------------------------------------------------------------------------------------

  private hear(message: Record<string, unknown>): void {
    if ("hello" in message) {
      batch(() => {
        this.hello.value = message["hello"] as Hello;
        this.at.value = message["at"] as number;
        this.orders.value = message["orders"] as number;
        this.live.value = message["view"] as View;
        this.prompt.value = message["prompt"] as Prompt;
      });
      void this.loadLog(0);
    } else if (message["tell"] === "update") {
      this.update(message);
    } else if (message["tell"] === "undo asked") {
      this.undoAsked.value = message["seat"] as string;
    }
  }

  private update(message: Record<string, unknown>): void {
    const view = this.live.value;
    if (!view) return;
    batch(() => {
      this.live.value = patched(view, message["changes"] as Record<string, unknown>);
      this.at.value = message["at"] as number;
      this.prompt.value = message["prompt"] as Prompt;
      const entry = message["entry"] as LogEntry | null;
      if (entry) {
        this.log.value = [...this.log.value, entry];
        this.orders.value = entry.n;
      }
      if (message["undone"]) {
        this.log.value = this.log.value.slice(0, -1);
        this.orders.value -= 1;
      }
      this.supply.value = null;
    });
    this.keepSelection();
    if (this.overlay.value === "supply") void this.loadSupply();
  }

  async loadLog(from: number): Promise<void> {
    const found = await this.ask<{ log: LogEntry[] }>({ ask: "log", from });
    if (found) this.log.value = [...this.log.value.slice(0, from), ...found.log];
  }

  // -- units and stacks -----------------------------------------------------------------------------------------

  index(unit: string): number {
    return this.byUnit.get(unit) ?? -1;
  }

  state(index: number): UnitState | undefined {
    return this.view.value?.units[index];
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

  /** The seats whose units this page may order. */
  mine(side: string): boolean {
    return !!this.hello.value?.seats.includes(side);
  }

  // -- asking ---------------------------------------------------------------------------------------------------

  async ask<T>(question: Record<string, unknown>): Promise<T | null> {
    try {
      return await this.socket.send<T>(question);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  complain(error: unknown): void {
    if (error instanceof RequestError) {
      const { kind, why, rule } = error.detail;
      this.notice.value = { text: why, rule, kind: kind === "refused" ? "refused" : "error" };
    } else {
      this.notice.value = { text: String(error), kind: "error" };
    }
  }

  async loadSupply(): Promise<void> {
    const found = await this.ask<{ supply: SupplyRow[] }>({ ask: "supply" });
    if (found) this.supply.value = found.supply;
  }

  // -- choosing -------------------------------------------------------------------------------------------------

  /** Select units; the server says where they can go. */
  async select(units: string[]): Promise<void> {
    batch(() => {
      this.selected.value = units;
      this.options.value = null;
      this.sheet.value = null;
      this.target.value = null;
      const first = units[0];
      if (first !== undefined) this.hex.value = this.state(this.index(first))?.at ?? this.hex.value;
    });
    if (units.length && this.myTurn.value) {
      const found = await this.ask<Options>({ ask: "options", units });
      if (found && this.selected.value.join() === units.join()) this.options.value = found;
    }
  }

  toggle(unit: string): void {
    const chosen = this.selected.value;
    void this.select(chosen.includes(unit) ? chosen.filter((u) => u !== unit) : [...chosen, unit]);
  }

  clear(): void {
    batch(() => {
      this.selected.value = [];
      this.options.value = null;
      this.sheet.value = null;
      this.sheetRefusal.value = null;
      this.target.value = null;
      this.air.value = 0;
    });
  }

  private keepSelection(): void {
    const still = this.selected.value.filter((u) => {
      const at = this.state(this.index(u))?.at;
      return at !== undefined && this.grid.byLabel.has(at);
    });
    if (still.length) void this.select(still);
    else this.clear();
  }

  /** Aim at a hex: the battle sheet opens. */
  async aim(hex: string): Promise<void> {
    this.target.value = hex;
    await this.refreshSheet();
  }

  attackText(): string | null {
    const hex = this.target.value;
    if (!hex || !this.selected.value.length) return null;
    const verb = this.prompt.value?.decision === "movement" ? "mobile" : "assault";
    const air = this.air.value ? ` air ${this.air.value}` : "";
    return `${verb} ${hex} with ${this.selected.value.join("+")}${air}`;
  }

  async refreshSheet(): Promise<void> {
    const text = this.attackText();
    if (!text) {
      this.sheet.value = null;
      return;
    }
    const found = await this.ask<{ sheet: Sheet | null; refused: Refusal | null }>({ ask: "sheet", text });
    if (found) {
      batch(() => {
        this.sheet.value = found.sheet;
        this.sheetRefusal.value = found.refused;
      });
    }
  }

  // -- doing ----------------------------------------------------------------------------------------------------

  async order(text: string): Promise<boolean> {
    this.busy.value = true;
    try {
      const key = Math.random().toString(36).slice(2) + Date.now().toString(36);
      await this.socket.send({ do: "order", text, at: this.at.value, key });
      this.notice.value = null;
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  async undo(): Promise<void> {
    try {
      await this.socket.send({ do: "undo" });
    } catch (error) {
      if (error instanceof RequestError && error.message.includes(words.agreeHint)) {
        await this.ask({ do: "ask-undo" });
        this.notice.value = { text: words.undoAskedFor, kind: "info" };
      } else {
        this.complain(error);
      }
    }
  }

  /** What a click on a hex means now: select, move, attack, answer, or why not. */
  async click(hex: string): Promise<void> {
    const side = this.sideAt(hex);
    const options = this.options.value;
    const decision = this.prompt.value?.decision ?? "";
    this.hex.value = hex;
    if (this.replay.value !== null) return;
    if (this.selected.value.length && this.myTurn.value) {
      const start = this.state(this.index(this.selected.value[0] ?? ""))?.at;
      if (options && hex in options.moves) {
        await this.order(`move ${this.selected.value.join("+")} ${start}-${hex}`);
        return;
      }
      if (options && (hex in options.mobile || hex in options.assault)) {
        await this.aim(hex);
        return;
      }
      if (side && this.mine(side)) {
        if (decision === "combat" && hex !== start) {
          await this.select([...this.selected.value, ...this.unitsAt(hex)]);
          return;
        }
        await this.select(this.unitsAt(hex));
        return;
      }
      if (decision === "movement" || decision === "combat") {
        await this.why(hex, side !== null && !this.mine(side), start ?? "");
        return;
      }
    }
    if (side && this.mine(side)) await this.select(this.unitsAt(hex));
    else this.clear();
  }

  unitsAt(hex: string): string[] {
    return this.stack(hex)
      .filter((u): u is number => u !== null)
      .map((u) => this.fixed.units[u]?.unit ?? "");
  }

  /** Why a hex does not light up. */
  private async why(hex: string, enemy: boolean, start: string): Promise<void> {
    const units = this.selected.value.join("+");
    const moving = this.prompt.value?.decision === "movement";
    const attack = `${moving ? "mobile" : "assault"} ${hex} with ${units}`;
    const text = moving && !enemy ? `move ${units} ${start}-${hex}` : attack;
    const found = await this.ask<{ refused: Refusal | null }>({ ask: "why", text });
    if (found?.refused) {
      this.notice.value = { text: found.refused.why, rule: found.refused.rule, kind: "refused" };
    }
  }

  // -- the past -------------------------------------------------------------------------------------------------

  async goTo(n: number | null): Promise<void> {
    if (n === null || n >= this.orders.value) {
      batch(() => {
        this.replay.value = null;
        this.past.value = null;
      });
      return;
    }
    this.replay.value = n;
    const found = await this.ask<{ n: number; view: View }>({ ask: "past", n });
    if (found && this.replay.value === found.n) this.past.value = found.view;
  }
}
