/** A game on the page: what the server has told, what the player has chosen, and what he can do. */

import { batch } from "@preact/signals";
import { click } from "./clicks";
import { keep, keepGame, kept } from "./keep";
import { Known } from "./known";
import { type Asking, type Doing, GameSocket, type Line, RequestError, request, type Spoken } from "./net";
import { Pacer } from "./pace";
import { patched } from "./patch";
import { fetchPosition, PositionLine } from "./shared";
import type { Actions, Answers, Fixed, GameData, Greeting, Outcomes, Questions, SharedPosition, Update } from "./types";
import { words } from "./words";

export type { Notice, Overlay } from "./known";

/** How many answers of a decision the page can offer. */
const MOST_ANSWERS = 3000;

export class Game extends Known {
  readonly socket: Line;
  private given: { n: number; text: string }[] = [];
  readonly pacer = new Pacer<Update>((message) => this.update(message));

  constructor(
    fixed: Fixed,
    game: string,
    readonly token: string,
    readonly shared: SharedPosition | null = null,
  ) {
    super(fixed);
    const hear = (message: Spoken): void => this.hear(message);
    const state = (up: boolean): void => {
      this.connected.value = up;
    };
    this.socket = shared ? new PositionLine(shared, hear, state) : new GameSocket(game, token, hear, state);
  }

  /** A position by its link, to look at and to ask. */
  static async openPosition(id: string): Promise<Game> {
    const shared = await fetchPosition(id);
    return new Game(shared.fixed, id, "", shared);
  }

  static async open(game: string, token: string): Promise<Game> {
    const about = await request<GameData>(`/api/games/${game}`, undefined, token);
    // A game that needs another version tells no scenario; its table says what is wrong.
    return new Game(await request<Fixed>(`/api/titles/${about.title}?scenario=${about.scenario ?? ""}`), game, token);
  }

  // -- what the server tells ------------------------------------------------------------------------------------

  private hear(message: Spoken): void {
    if ("hello" in message) this.greeted(message);
    else if (message.tell === "update") {
      const { entry } = message;
      const slowly =
        !!entry && !!this.hello.value?.bots[entry.seat] && !this.isSetUpTurn(entry.turn) && entry.told.length > 0;
      this.pacer.add(message, slowly);
    } else if (message.tell === "undo asked") this.undoAsked.value = message.seat;
    else this.notice.value = { text: words.undoDeclined, kind: "info" };
  }

  private greeted({ hello, at, orders, view, prompt }: Greeting): void {
    const before = this.eyes.value;
    this.pacer.clear();
    batch(() => {
      this.hello.value = hello;
      this.eyes.value = hello.eyes;
      this.at.value = at;
      this.orders.value = orders;
      this.live.value = view;
      this.prompt.value = prompt;
    });
    if (!this.shared) {
      const { game, title, seats } = hello;
      keepGame({ game, title, name: this.fixed.full_name, token: this.token, seats, when: Date.now() });
    }
    // After a break of the line a shared screen goes on with the eyes that it had.
    if (before && before !== hello.eyes && hello.seats.includes(before)) void this.look(before);
    else void this.loadLog(0).then(() => this.findNews());
    void this.refreshDecision();
  }

  private update({ at, changes, prompt, entry, undone }: Update): void {
    const view = this.live.value;
    if (!view) return;
    const ends = !this.prompt.value?.outcome && !!prompt.outcome;
    batch(() => {
      this.live.value = patched(view, changes);
      this.at.value = at;
      this.prompt.value = prompt;
      if (entry) {
        this.log.value = [...this.log.value, entry];
        this.orders.value = entry.n;
        this.spot.value = entry.told.flatMap((t) => t.hexes);
      }
      if (undone) {
        this.log.value = this.log.value.slice(0, -1);
        this.orders.value -= 1;
      }
      this.supply.value = null;
      this.picked.value = "";
    });
    this.noteSeen();
    this.keepSelection();
    void this.refreshDecision();
    if (this.overlay.value === "supply") void this.loadSupply();
    if (ends) void this.loadLog(0); // now everybody may read what bots have said
  }

  async loadLog(from: number): Promise<void> {
    const found = await this.ask("log", { from });
    if (found) this.log.value = [...this.log.value.slice(0, from), ...found.log];
  }

  private seenKey(): string {
    return `seen.${this.socket.game}.${this.eyes.value ?? ""}`;
  }

  private findNews(): void {
    const seen = kept(this.seenKey(), -1);
    if (seen >= 0) this.since.value = this.log.value.filter((e) => e.n > seen && e.told.length > 0);
    this.noteSeen();
  }

  noteSeen(): void {
    if (!document.hidden) keep(this.seenKey(), this.orders.value);
  }

  /** The units and answers of the decision in hand. */
  async refreshDecision(): Promise<void> {
    const at = this.at.value;
    if (!this.myTurn.value) {
      batch(() => {
        this.phase.value = null;
        this.answers.value = [];
      });
    } else if (this.isPhase.value || this.isSetup.value) {
      const found = await this.ask("ready", {});
      if (!found || at !== this.at.value) return;
      batch(() => {
        this.phase.value = found;
        if (!this.selected.value.length) this.answers.value = [];
      });
    } else {
      const found = await this.ask("choices", { most: MOST_ANSWERS });
      if (!found || at !== this.at.value) return;
      batch(() => {
        this.phase.value = null;
        this.answers.value = found.choices;
      });
    }
  }

  // -- asking ---------------------------------------------------------------------------------------------------

  async ask<K extends keyof Questions>(what: K, fields: Asking<K>): Promise<Answers[K] | null> {
    try {
      return await this.socket.ask(what, fields);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  private async act<K extends keyof Actions>(what: K, fields: Doing<K>): Promise<Outcomes[K] | null> {
    try {
      return await this.socket.act(what, fields);
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
    const found = await this.ask("supply", {});
    if (found) this.supply.value = found.supply;
  }

  // -- choosing -------------------------------------------------------------------------------------------------

  /** Select units; the server says where they can go and what else they can do. */
  async select(units: string[]): Promise<void> {
    batch(() => {
      this.selected.value = units;
      this.options.value = null;
      const at = units[0] === undefined ? "" : this.where(units[0]);
      if (this.grid.byLabel.has(at)) this.hex.value = at;
      if (this.isPhase.value || this.isSetup.value) this.answers.value = [];
    });
    if (!units.length || !this.myTurn.value) return;
    if (!this.isPhase.value && !this.isSetup.value) return;
    const found = await this.ask("options", { units });
    if (!found || this.selected.value.join() !== units.join()) return;
    batch(() => {
      this.options.value = found;
      this.answers.value = found.choices.filter((c) => c.kind !== "go" && c.kind !== "battle");
    });
  }

  toggle(unit: string): void {
    const chosen = this.selected.value;
    void this.select(chosen.includes(unit) ? chosen.filter((u) => u !== unit) : [...chosen, unit]);
  }

  clear(): void {
    batch(() => {
      this.selected.value = [];
      this.options.value = null;
      this.dropTarget();
      if (this.isPhase.value || this.isSetup.value) this.answers.value = [];
    });
  }

  dropTarget(): void {
    batch(() => {
      this.target.value = null;
      this.battle.value = null;
      this.number.value = 0;
    });
  }

  private keepSelection(): void {
    this.dropTarget();
    const still = this.selected.value.filter((u) => this.grid.byLabel.has(this.where(u)));
    if (still.length && this.isPhase.value && this.myTurn.value) void this.select(still);
    else this.clear();
  }

  // -- doing ----------------------------------------------------------------------------------------------------

  async order(text: string, again = false): Promise<boolean> {
    this.busy.value = true;
    try {
      const key = Math.random().toString(36).slice(2) + Date.now().toString(36);
      const before = this.orders.value;
      await this.socket.act("order", { text, at: this.at.value, key });
      this.given = [...this.given.filter((g) => g.n <= before), { n: before + 1, text }];
      if (!again) this.redoable.value = [];
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
    this.pacer.skip();
    const last = this.given.at(-1);
    const n = this.orders.value;
    try {
      await this.socket.act("undo", {});
    } catch (error) {
      if (!(error instanceof RequestError && error.detail.code === "consent")) {
        this.complain(error);
        return;
      }
      const asked = await this.act("ask-undo", {});
      if (asked?.asked) this.notice.value = { text: words.undoAskedFor, kind: "info" };
      if (!asked || asked.asked) return;
    }
    if (last?.n === n) {
      this.given.pop();
      this.redoable.value = [...this.redoable.value, last.text];
    }
  }

  /** Give again the order that was taken back last. */
  async redo(): Promise<void> {
    const text = this.redoable.value.at(-1);
    if (text && (await this.order(text, true))) this.redoable.value = this.redoable.value.slice(0, -1);
  }

  async answerUndo(agree: boolean): Promise<void> {
    this.undoAsked.value = null;
    await this.act("answer-undo", { agree });
  }

  async holdBot(hold: boolean): Promise<void> {
    const found = await this.act("hold-bot", { hold });
    if (found) this.held.value = found.held;
  }

  /** See with the eyes of another seat of one's own. */
  async look(seat: string): Promise<void> {
    const found = await this.act("look", { seat });
    if (!found) return;
    this.clear();
    batch(() => {
      this.eyes.value = found.eyes;
      this.at.value = found.at;
      this.live.value = found.view;
      this.prompt.value = found.prompt;
      this.log.value = [];
    });
    await this.loadLog(0);
    this.findNews();
    await this.refreshDecision();
  }

  /** What a click on a hex means now; the flows are in clicks.ts. */
  async click(hex: string): Promise<void> {
    await click(this, hex);
  }

  // -- the past -------------------------------------------------------------------------------------------------

  async goTo(n: number | null): Promise<void> {
    if (n === null || n >= this.orders.value) {
      batch(() => {
        this.replay.value = null;
        this.past.value = null;
      });
      void this.refreshDecision();
      return;
    }
    this.replay.value = n;
    const found = await this.ask("past", { n });
    if (found && this.replay.value === found.n) this.past.value = found.view;
  }
}
