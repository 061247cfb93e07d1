/** An attack is built: a target, who takes part, aircraft; the server keeps the sheet. */

import { batch } from "@preact/signals";
import type { Game } from "./game";
import type { Refusal, Sheet } from "./types";

/** Aim at a hex: the battle sheet opens, with everybody who could join. */
export async function aim(game: Game, hex: string): Promise<void> {
  game.target.value = hex;
  const found = await game.ask<{ units: string[] }>({ ask: "joiners", hex, with: game.selected.value });
  if (!found || game.target.value !== hex) return;
  game.joiners.value = found.units;
  if (!game.selected.value.length) {
    if (found.units.length) await game.select(found.units);
    else game.dropTarget();
  }
  await refreshSheet(game);
}

export function attackText(game: Game): string | null {
  const hex = game.target.value;
  if (!hex || !game.selected.value.length) return null;
  const air = game.air.value ? ` air ${game.air.value}` : "";
  return `${game.asks("mobile") ? "mobile" : "assault"} ${hex} with ${game.selected.value.join("+")}${air}`;
}

export async function refreshSheet(game: Game): Promise<void> {
  const text = attackText(game);
  if (!text) {
    game.sheet.value = null;
    return;
  }
  const found = await game.ask<{ sheet: Sheet | null; refused: Refusal | null }>({ ask: "sheet", text });
  if (!found || attackText(game) !== text) return;
  batch(() => {
    game.sheet.value = found.sheet;
    game.sheetRefusal.value = found.refused;
  });
}
