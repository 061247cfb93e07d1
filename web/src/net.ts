/** Talking to the server: plain requests, and the socket of a game. */

import type { Actions, Answers, ErrorData, Greeting, Outcomes, Questions, UndoNews, Update } from "./types";

export class RequestError extends Error {
  /** The status is 0 where the answer came by the socket. */
  constructor(
    readonly detail: ErrorData,
    readonly status = 0,
  ) {
    super(detail.why);
  }
}

/** What the page itself finds wrong. */
export function fault(why: string): ErrorData {
  return { kind: "error", code: "page", why };
}

export function errorOf(body: unknown, fallback: string): ErrorData {
  if (body && typeof body === "object") {
    const found = body as { error?: ErrorData };
    if (found.error) return found.error;
  }
  return fault(fallback);
}

export async function request<T>(path: string, body?: unknown, token?: string, method?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const response = await fetch(path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const found: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new RequestError(errorOf(found, `${response.status} ${response.statusText}`), response.status);
  return found as T;
}

/** What the server says by itself. */
export type Spoken = Greeting | Update | UndoNews;
type Listener = (message: Spoken) => void;
export type Asking<K extends keyof Questions> = Omit<Questions[K], "ask">;
export type Doing<K extends keyof Actions> = Omit<Actions[K], "do">;

/** Where questions and orders go. */
export interface Line {
  readonly game: string;
  ask<K extends keyof Questions>(what: K, fields: Asking<K>): Promise<Answers[K]>;
  act<K extends keyof Actions>(what: K, fields: Doing<K>): Promise<Outcomes[K]>;
  close(): void;
}

/** The socket of one game. It connects again by itself, and every question gets one answer. */
export class GameSocket implements Line {
  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private pause = 500;
  private closed = false;

  constructor(
    readonly game: string,
    private readonly token: string,
    private readonly hear: Listener,
    private readonly state: (connected: boolean) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/play`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.token }));
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Record<string, unknown>);
    socket.onclose = () => {
      this.state(false);
      for (const { reject } of this.waiting.values()) {
        reject(new RequestError(fault("the connection was lost")));
      }
      this.waiting.clear();
      if (!this.closed) {
        setTimeout(() => this.connect(), this.pause);
        this.pause = Math.min(this.pause * 2, 15000);
      }
    };
  }

  private receive(message: Record<string, unknown>): void {
    if ("hello" in message) {
      this.pause = 500;
      this.state(true);
    }
    if (typeof message["re"] === "number") {
      const waiting = this.waiting.get(message["re"]);
      this.waiting.delete(message["re"]);
      if (message["error"]) waiting?.reject(new RequestError(message["error"] as ErrorData));
      else waiting?.resolve(message as never);
    } else if ("hello" in message || "tell" in message) {
      this.hear(message as unknown as Spoken);
    }
  }

  ask<K extends keyof Questions>(what: K, fields: Asking<K>): Promise<Answers[K]> {
    return this.send({ ask: what, ...fields });
  }

  act<K extends keyof Actions>(what: K, fields: Doing<K>): Promise<Outcomes[K]> {
    return this.send({ do: what, ...fields });
  }

  /** The answer, or a RequestError. */
  private send<T>(message: Record<string, unknown>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new RequestError(fault("there is no connection to the server")));
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, ...message }));
    });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}
