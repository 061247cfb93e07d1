/** The account that this browser is signed in to, if any. The session itself is a cookie that no script can read. */

import { signal } from "@preact/signals";
import { keep, kept, keptGames } from "./keep";
import { RequestError, request } from "./net";
import type { AccountName, GameOfMine, Mine } from "./types";
import { words } from "./words";

/** The name that is signed in; remembered, so that a visitor without an account asks the server for nothing. */
export const account = signal(kept("account", ""));

function remember(name: string): void {
  account.value = name;
  keep("account", name);
}

export async function enter(how: "accounts" | "login", name: string, password: string): Promise<void> {
  remember((await request<AccountName>(`/api/${how}`, { name, password })).name);
}

export async function leave(): Promise<void> {
  await request("/api/logout", {});
  remember("");
}

/** Something that only the account may ask. If its session has ended, the page learns of it here. */
async function asAccount<T>(path: string, body?: unknown, token?: string): Promise<T> {
  try {
    return await request<T>(path, body, token);
  } catch (error) {
    if (error instanceof RequestError && error.detail.code === "unknown-account") {
      remember("");
      throw new RequestError({ ...error.detail, why: words.account.expired }, 401);
    }
    throw error;
  }
}

export async function accountGames(): Promise<GameOfMine[]> {
  return (await asAccount<Mine>("/api/mine")).games;
}

/** Take the seats of a link into the account. */
export async function claim(game: string, token: string): Promise<void> {
  await asAccount(`/api/games/${game}/claim`, {}, token);
}

/** A link to the account's seats in a game: the one that this browser has, or else a new one. */
export async function linkTo({ game, seats }: GameOfMine): Promise<string> {
  const known = keptGames().find((one) => one.game === game && seats.every((seat) => one.seats.includes(seat)));
  if (known) return known.token;
  const made = await asAccount<{ play: Record<string, string> }>(`/api/games/${game}/link`, {});
  return Object.values(made.play).join(",");
}

/** What went wrong, for people. */
export function inWords(error: unknown): string {
  return error instanceof RequestError ? error.message : words.account.unreachable;
}
