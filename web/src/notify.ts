/** A notice of the browser when it becomes one's turn; asked for by a button only. */

import { effect, signal } from "@preact/signals";
import type { Game } from "./game";
import { words } from "./words";

const offered = typeof Notification !== "undefined";
export const notifying = signal(offered && Notification.permission === "granted");

export async function askToNotify(): Promise<void> {
  if (offered) notifying.value = (await Notification.requestPermission()) === "granted";
}

/** Watch a game until the returned function is called. The title of the page says it too. */
export function watchTurns(game: Game): () => void {
  let before = true;
  return effect(() => {
    const mine = game.myTurn.value || game.handOver.value !== null;
    document.title = `${mine ? "● " : ""}${game.fixed.name} · ${words.title}`;
    if (mine && !before && document.hidden && notifying.value) {
      new Notification(game.fixed.name, { body: words.notifyText, tag: game.socket.game });
    }
    before = mine;
  });
}
