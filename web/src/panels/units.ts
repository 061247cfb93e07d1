/** A unit in few words. */

import type { Game } from "../game";
import { words } from "../words";

/** Factors and steps: "8-5 2/2", or untried with a question mark. */
export function strength(game: Game, unit: string): string {
  const index = game.index(unit);
  const counter = game.fixed.units[index];
  const state = game.state(index);
  if (!counter) return "";
  const factors = state?.attack == null ? (state?.untried === false ? "" : "?") : `${state.attack}-${state.defence}`;
  const steps = counter.steps > 1 && state?.steps ? ` ${state.steps}/${counter.steps}` : "";
  return factors + steps;
}

export function hiddenText(count: number): string {
  return count === 1 ? `1 ${words.hidden}` : `${count} ${words.hiddenUnits}`;
}
