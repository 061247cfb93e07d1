/** A position by its link: the same table, but nobody plays on it; it is looked at and asked. */

import { type Asking, fault, type Line, RequestError, request, type Spoken } from "./net";
import type { Answers, Questions, SharedPosition } from "./types";

export async function fetchPosition(id: string): Promise<SharedPosition> {
  return request<SharedPosition>(`/api/positions/${id}`);
}

/** Questions about a position, asked as a game's socket would ask them. */
export class PositionLine implements Line {
  readonly game: string;

  constructor(
    private readonly shared: SharedPosition,
    hear: (message: Spoken) => void,
    state: (connected: boolean) => void,
  ) {
    this.game = shared.position;
    queueMicrotask(() => {
      state(true);
      const { position, title, fixed } = shared;
      const hello = {
        game: position,
        title,
        scenario: fixed.scenario.key,
        seats: [],
        eyes: null,
        bots: {},
        commit: "",
        options: {},
        notes: false,
      };
      hear({ hello, at: 0, orders: 0, view: shared.view, prompt: shared.prompt });
    });
  }

  async ask<K extends keyof Questions>(what: K, fields: Asking<K>): Promise<Answers[K]> {
    if (what === "log") return { log: [] } as unknown as Answers[K]; // a position has no past
    return request<Answers[K]>(`/api/positions/${this.shared.position}/questions`, { ask: what, ...fields });
  }

  act(): Promise<never> {
    return Promise.reject(new RequestError(fault("a shared position cannot be played on")));
  }

  close(): void {
    // Nothing is open.
  }
}
