/** A position by its link: the same table, but nobody plays on it; it is looked at and asked. */

import { RequestError, request, type Line } from "./net";
import type { Fixed, Prompt, View } from "./types";

export interface SharedPosition {
  position: string;
  title: string;
  fixed: Fixed;
  view: View;
  prompt: Prompt;
}

export async function fetchPosition(id: string): Promise<SharedPosition> {
  return request<SharedPosition>(`/api/positions/${id}`);
}

/** Questions about a position, asked as a game's socket would ask them. */
export class PositionLine implements Line {
  readonly game: string;

  constructor(
    private readonly shared: SharedPosition,
    hear: (message: Record<string, unknown>) => void,
    state: (connected: boolean) => void,
  ) {
    this.game = shared.position;
    queueMicrotask(() => {
      state(true);
      const { position, title, fixed } = shared;
      const hello = { game: position, title, scenario: fixed.scenario.key, seats: [], eyes: null, bots: {}, commit: "", options: {}, notes: false };
      hear({ hello, at: 0, orders: 0, view: shared.view, prompt: shared.prompt });
    });
  }

  async send<T>(message: Record<string, unknown>): Promise<T> {
    if (message["ask"] === "log") return { log: [] } as T; // a position has no past
    if (message["ask"] === undefined) throw new RequestError({ kind: "error", why: "a shared position cannot be played on" });
    return request<T>(`/api/positions/${this.shared.position}/questions`, message);
  }

  close(): void {
    // Nothing is open.
  }
}
