/** Notes and bookmarks on orders of the log: kept by the server for a seat, for those who only watch by the browser. */

import { signal } from "@preact/signals";
import type { Game } from "./game";
import { keep, kept } from "./keep";
import { request } from "./net";
import type { NoteData, NotesData } from "./types";

export interface Note {
  id?: number;
  n: number;
  text: string;
  bookmark: boolean;
}

export class Notes {
  readonly byOrder = signal<Map<number, Note>>(new Map());
  private served = false;
  private readonly path: string;

  constructor(private readonly game: Game) {
    this.path = `/api/games/${game.socket.game}/notes`;
    void this.load();
  }

  private key(): string {
    return `notes.${this.game.socket.game}`;
  }

  private async load(): Promise<void> {
    if (!this.game.hello.value) return; // who asks is not known yet
    let found: Note[] = kept<Note[]>(this.key(), []);
    if (this.game.hello.value?.seats.length) {
      try {
        found = (await request<NotesData>(`${this.path}${this.seat("?")}`, undefined, this.game.token)).notes;
        this.served = true;
      } catch {
        // A server without notes: they stay in this browser.
      }
    }
    this.byOrder.value = new Map(found.map((note) => [note.n, note]));
  }

  /** Who holds several seats says for which one he writes. */
  private seat(before: string): string {
    return this.game.eyes.value ? `${before}seat=${this.game.eyes.value}` : "";
  }

  /** Write a note, change it, or take it away if nothing is left of it. */
  async set(note: Note): Promise<void> {
    const old = this.byOrder.value.get(note.n);
    const next = new Map(this.byOrder.value);
    const stays = !!note.text || note.bookmark;
    if (stays) next.set(note.n, note);
    else next.delete(note.n);
    this.byOrder.value = next;
    if (!this.served) {
      keep(this.key(), [...next.values()]);
      return;
    }
    try {
      if (old?.id !== undefined) await request(`${this.path}/${old.id}`, undefined, this.game.token, "DELETE");
      if (!stays) return;
      const seat = this.game.eyes.value ?? undefined;
      const made = await request<NoteData>(
        this.path,
        { n: note.n, text: note.text, bookmark: note.bookmark, seat },
        this.game.token,
      );
      this.byOrder.value = new Map(this.byOrder.value).set(note.n, { ...note, id: made.id });
    } catch (error) {
      this.game.complain(error);
    }
  }
}
