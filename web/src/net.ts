/** Talking to the server: plain requests, and the socket of a game. */

import type { ServerError } from "./types";

export class RequestError extends Error {
  /** The status is 0 where the answer came by the socket. */
  constructor(readonly detail: ServerError, readonly status = 0) {
    super(detail.why);
  }
}

export function errorOf(body: unknown, fallback: string): ServerError {
  if (body && typeof body === "object") {
    const found = body as { error?: ServerError; detail?: unknown };
    if (found.error) return found.error;
    if (typeof found.detail === "string") return { kind: "error", why: found.detail };
  }
  return { kind: "error", why: fallback };
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
  if (!response.ok) throw new RequestError(errorOf(found, `${response.status} ${response.statusText}`), response.status);
  return found as T;
}

type Listener = (message: Record<string, unknown>) => void;

/** Where questions and orders go. */
export interface Line {
  readonly game: string;
  send<T>(message: Record<string, unknown>): Promise<T>;
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
        reject(new RequestError({ kind: "error", why: "the connection was lost" }));
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
      if (message["error"]) waiting?.reject(new RequestError(message["error"] as ServerError));
      else waiting?.resolve(message as never);
    } else {
      this.hear(message);
    }
  }

  /** Ask or do something; the answer, or a RequestError. */
  send<T>(message: Record<string, unknown>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new RequestError({ kind: "error", why: "there is no connection to the server" }));
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
