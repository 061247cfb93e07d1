/** The bot's orders come faster than anybody can watch: they wait here and are shown one by one. */

import { signal } from "@preact/signals";
import { keep, kept } from "./keep";

/** Milliseconds between two of the bot's orders. */
export const PACES: Record<string, number> = { slow: 1300, normal: 600, fast: 180, instant: 0 };

export class Pacer<T> {
  readonly pace = signal(kept("pace", "normal"));
  /** How many of the bot's orders have not been shown yet. */
  readonly waiting = signal(0);
  private queue: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (item: T) => void) {}

  choose(pace: string): void {
    this.pace.value = pace;
    keep("pace", pace);
    if (pace === "instant") this.skip();
  }

  /** Show an item in its turn; `slowly` if it should be watched. */
  add(item: T, slowly: boolean): void {
    const wait = document.hidden ? 0 : (PACES[this.pace.value] ?? 0);
    if (!this.queue.length && this.timer === undefined && (!slowly || !wait)) {
      this.show(item);
      return;
    }
    this.queue.push(item);
    this.waiting.value = this.queue.length;
    this.timer ??= setTimeout(() => this.next(), wait);
  }

  private next(): void {
    this.timer = undefined;
    const item = this.queue.shift();
    this.waiting.value = this.queue.length;
    if (item === undefined) return;
    if (this.queue.length) this.timer = setTimeout(() => this.next(), PACES[this.pace.value] ?? 0);
    this.show(item);
  }

  /** Show everything at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rest = this.queue;
    this.queue = [];
    this.waiting.value = 0;
    for (const item of rest) this.show(item);
  }

  /** Forget what has not been shown: the whole view has come anew. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.waiting.value = 0;
  }
}
