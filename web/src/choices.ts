/** What can be ordered, as the server offers it, and what of it agrees with what the player has chosen. */

import type { Choice } from "./types";

export const sameUnits = (a: string[], b: string[]): boolean => a.length === b.length && a.every((u) => b.includes(u));

/** The choices that agree with the units and the thing that have been chosen so far. */
export function fitting(choices: Choice[], chosen: string[], picked: string): Choice[] {
  return choices.filter((c) => (!picked || !c.pick || c.pick === picked) && chosen.every((u) => c.units.includes(u)));
}

/** By hex: the choices of a kind. */
export function onHexes(choices: Choice[] | undefined, kind: Choice["kind"]): Map<string, Choice> {
  const found = new Map<string, Choice>();
  for (const choice of choices ?? []) if (choice.kind === kind && choice.hex) found.set(choice.hex, choice);
  return found;
}
