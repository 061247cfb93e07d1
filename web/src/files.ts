/** What a game gives away as files and links: its record, its report, its position. */

import type { Game } from "./game";
import { errorOf, RequestError, request } from "./net";
import type { SharedLink } from "./types";

/** A file of the game; a RequestError if the server does not give it. */
async function file(game: Game, name: string): Promise<Response> {
  const response = await fetch(`/api/games/${game.socket.game}/${name}`, {
    headers: { Authorization: `Bearer ${game.token}` },
  });
  if (!response.ok) throw new RequestError(errorOf(await response.json().catch(() => null), response.statusText));
  return response;
}

/** Why the record is not given now; nothing if it is. */
export async function recordRefusal(game: Game): Promise<string> {
  try {
    await (await file(game, "record")).body?.cancel();
    return "";
  } catch (error) {
    return error instanceof RequestError ? error.message : "";
  }
}

export async function saveRecord(game: Game): Promise<void> {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await (await file(game, "record")).blob());
    link.download = `${game.fixed.key}-${game.socket.game}.jsonl`;
    link.click();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    game.complain(error);
  }
}

/** The report in a window of its own, as far as this link lets one know the game. */
export async function openReport(game: Game): Promise<void> {
  // Opened before anything is awaited: later a browser would block it.
  const page = window.open("", "_blank");
  try {
    const address = URL.createObjectURL(await (await file(game, "report.html")).blob());
    if (page) page.location.href = address;
    else location.href = address;
  } catch (error) {
    page?.close();
    game.complain(error);
  }
}

/** A link to the position as everybody may know it; empty if the server refuses. */
export async function sharePosition(game: Game): Promise<string> {
  try {
    const made = await request<SharedLink>("/api/positions", { game: game.socket.game });
    return location.origin + made.link;
  } catch (error) {
    game.complain(error);
    return "";
  }
}
