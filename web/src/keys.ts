/** The keys of the table; the map has its own while it has the focus. */

import type { Game } from "./game";
import { chooseOverlay } from "./panels/CommandLine";
import { doneAsked } from "./panels/DoneButton";
import { announce, hush } from "./panels/Live";
import { nextReady } from "./panels/PhaseAsk";
import { helpOpen } from "./panels/Screens";
import { openTab, TABS } from "./panels/Tabs";
import { report } from "./sector";

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function step(game: Game, by: number): void {
  void game.goTo(Math.max(0, (game.replay.value ?? game.orders.value) + by));
}

const KEYS: Record<string, (game: Game) => void> = {
  "?": () => (helpOpen.value = true),
  n: nextReady,
  a: (game) => void (game.hex.value && game.select(game.unitsAt(game.hex.value))),
  d: (game) => {
    if (game.myTurn.value && game.end.value) doneAsked.value += 1;
  },
  u: (game) => void game.undo(),
  U: (game) => void game.redo(),
  c: () => focus("#command"),
  m: () => focus(".map"),
  p: () => focus("#prompt"),
  i: () => focus("#inspector"),
  l: () => focus("#log"),
  r: (game) => announce(report(game, game.hex.value ?? "")),
  "[": (game) => step(game, -1),
  "]": (game) => step(game, 1),
  s: (game) => game.pacer.skip(),
  o: (game) =>
    chooseOverlay(game, game.overlays[(game.overlays.indexOf(game.overlay.value) + 1) % game.overlays.length]!),
};

/** Listen for the keys of a game until the returned function is called. */
export function listen(game: Game): () => void {
  const press = (event: KeyboardEvent): void => {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || game.handOver.value)
      return;
    const digit = /^Digit([0-9])$/.exec(event.code)?.[1];
    if (digit !== undefined && !event.shiftKey && TABS[Number(digit) - 1]) {
      const tab = TABS[Number(digit) - 1]!;
      openTab.value = openTab.value === tab ? null : tab;
    } else if (event.key === "Escape") {
      hush();
      openTab.value = null;
      game.openRule.value = null;
      if (game.replay.value !== null) void game.goTo(null);
      game.clear();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]!(game);
    }
  };
  addEventListener("keydown", press);
  const seen = (): void => game.noteSeen();
  document.addEventListener("visibilitychange", seen);
  return () => {
    removeEventListener("keydown", press);
    document.removeEventListener("visibilitychange", seen);
  };
}
