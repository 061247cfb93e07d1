/** Notes and bookmarks on orders of the log: kept by the server if it offers that, else by this browser. */

import { signal } from "@preact/signals";
import type { Game } from "./game";
import { keep, kept } from "./keep";
import { request } from "./net";

export interface Note {
  n: number;
  text: string;
  bookmark: boolean;
}

export class Notes {
  readonly byOrder = signal<Map<number, Note>>(new Map());
  private served = false;

  constructor(private readonly game: Game) {
    void this.load();
  }

  private key(): string {
    return `notes.${this.game.socket.game}`;
  }

  private async load(): Promise<void> {
    let found = kept<Note[]>(this.key(), []);
    try {
      const answer = await request<Note[] | { notes: Note[] }>(`/api/games/${this.game.socket.game}/notes`, undefined, this.game.token);
      found = Array.isArray(answer) ? answer : answer.notes;
      this.served = true;
    } catch {
      // A server without notes: they stay in this browser.
    }
    this.byOrder.value = new Map(found.map((note) => [note.n, note]));
  }

  async set(note: Note): Promise<void> {
    const next = new Map(this.byOrder.value);
    if (note.text || note.bookmark) next.set(note.n, note);
    else next.delete(note.n);
    this.byOrder.value = next;
    if (!this.served) {
      keep(this.key(), [...next.values()]);
      return;
    }
    try {
      await request(`/api/games/${this.game.socket.game}/notes`, note, this.game.token);
    } catch (error) {
      this.game.complain(error);
    }
  }
}
