/** A battle is put together: a target, who takes part, what else is thrown in; the server keeps the sheet. */

import { batch } from "@preact/signals";
import type { Game } from "./game";

/** Aim at a hex: the battle sheet opens; who aims with nobody chosen gets everybody who could join. */
export async function aim(game: Game, hex: string): Promise<void> {
  batch(() => {
    game.battle.value = null;
    game.target.value = hex;
  });
  if (game.selected.value.length) return;
  await refreshBattle(game);
  if (game.target.value !== hex) return;
  const joiners = game.battle.value?.joiners ?? [];
  if (joiners.length) await game.select(joiners);
  else game.dropTarget();
}

/** Ask for the sheet of the battle as it stands. */
export async function refreshBattle(game: Game): Promise<void> {
  const hex = game.target.value;
  if (!hex) return;
  const units = game.selected.value;
  const number = game.number.value;
  const found = await game.ask("battle", { hex, units, number });
  const still = game.target.value === hex && game.selected.value === units && game.number.value === number;
  if (found && still) game.battle.value = found;
}
