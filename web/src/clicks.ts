/** What a click on a hex means: choose, go, aim, answer, or be told why not. */

import { aim } from "./battle";
import { sameUnits } from "./choices";
import type { Game } from "./game";
import { words } from "./words";

export async function click(game: Game, hex: string): Promise<void> {
  game.hex.value = hex;
  if (game.replay.value !== null) return;
  if (!game.myTurn.value) {
    lookAt(game, hex);
    return;
  }
  if (await answer(game, hex)) return;
  if (game.isPhase.value) await operate(game, hex);
  else if (game.isSetup.value) await pickToPlace(game, hex);
  else await pick(game, hex);
}

/** Out of turn a click only looks. */
function lookAt(game: Game, hex: string): void {
  const side = game.sideAt(hex);
  if (side && game.mine(side)) void game.select(game.unitsAt(hex));
  else game.clear();
}

/** A click on a hex that is an answer gives it. */
async function answer(game: Game, hex: string): Promise<boolean> {
  const chosen = game.selected.value;
  const found = game.fits.value.filter((c) => c.hex === hex && (!c.units.length || sameUnits(c.units, chosen)));
  if (found.length === 1) {
    if (await game.order(found[0]!.order)) await takeNext(game, chosen[0]);
    return true;
  }
  if (found.length > 1) game.notice.value = { text: words.chooseWhat, kind: "info" };
  return found.length > 1;
}

/** In set-up the next unit of the same kind is taken up by itself. */
async function takeNext(game: Game, placed: string | undefined): Promise<void> {
  if (!game.isSetup.value || !placed) return;
  const kind = game.fixed.units[game.index(placed)]?.kind;
  const next = [...game.ready.value].find(
    (u) => u !== placed && !game.grid.byLabel.has(game.where(u)) && game.fixed.units[game.index(u)]?.kind === kind,
  );
  if (next) await game.select([next]);
}

/** In a small decision: units by clicking their hex; the same unit once more confirms it. */
async function pick(game: Game, hex: string): Promise<void> {
  const here = game.unitsAt(hex).filter((u) => game.answers.value.some((c) => c.units.includes(u)));
  const chosen = game.selected.value;
  if (!here.length) {
    await tellWhy(game, hex, chosen.length ? chosen : game.unitsAt(hex).slice(0, 1));
    return;
  }
  const several = game.answers.value.some((c) => c.units.length > 1);
  if (several) {
    const missing = here.filter((u) => !chosen.includes(u));
    await game.select(missing.length ? [...chosen, ...missing] : chosen.filter((u) => !here.includes(u)));
    return;
  }
  const at = here.findIndex((u) => chosen.includes(u));
  if (at >= 0 && here.length === 1) {
    const only = game.fits.value.filter((c) => sameUnits(c.units, chosen) && !c.hex);
    if (only.length === 1) await game.order(only[0]!.order);
    return;
  }
  await game.select([here[(at + 1) % here.length]!]);
}

async function pickToPlace(game: Game, hex: string): Promise<void> {
  const here = game.unitsAt(hex).filter((u) => game.ready.value.has(u));
  const chosen = game.selected.value[0];
  if (here.length) {
    const at = here.indexOf(chosen ?? "");
    await game.select([here[(at + 1) % here.length]!]);
  } else if (chosen) {
    await tellWhy(game, hex, [chosen]);
  }
}

/** In a phase, in which units act one after another. */
async function operate(game: Game, hex: string): Promise<void> {
  const chosen = game.selected.value;
  const side = game.sideAt(hex);
  const start = chosen.length ? game.where(chosen[0]!) : "";
  const own = side !== null && game.mine(side);
  const fightsOnly = game.asks("battle") && !game.asks("go");
  const way = game.reach.value.get(hex);
  if (chosen.length && way) {
    await game.order(way.order);
  } else if (chosen.length && game.targets.value.has(hex)) {
    await aim(game, hex);
  } else if (own && chosen.length && game.target.value && fightsOnly) {
    await join(game, hex);
  } else if (own) {
    game.dropTarget();
    await game.select(hex === start && sameUnits(chosen, game.unitsAt(hex)) ? [] : choosable(game, hex));
  } else if (side !== null && !chosen.length && fightsOnly) {
    await aim(game, hex);
  } else if (chosen.length) {
    await tellWhy(game, hex, chosen);
  } else {
    game.clear();
  }
}

/** Of a stack those that can still act, or all of it if none can: then the server says why. */
function choosable(game: Game, hex: string): string[] {
  const here = game.unitsAt(hex);
  const able = here.filter((u) => game.ready.value.has(u));
  return able.length ? able : here;
}

/** While a battle is put together, a click on one's own stack adds it, or takes it away again. */
async function join(game: Game, hex: string): Promise<void> {
  const here = game.unitsAt(hex).filter((u) => game.battle.value?.joiners.includes(u));
  if (!here.length) {
    game.dropTarget();
    await game.select(game.unitsAt(hex));
    return;
  }
  const chosen = game.selected.value;
  const missing = here.filter((u) => !chosen.includes(u));
  await game.select(missing.length ? [...chosen, ...missing] : chosen.filter((u) => !here.includes(u)));
}

/** The server knows which order a click on a hex would mean, and why it is refused. */
async function tellWhy(game: Game, hex: string, units: string[]): Promise<void> {
  const like = game.picked.value ? game.fits.value.find((c) => c.pick)?.order : undefined;
  const found = await game.ask("why", { hex, units, like });
  if (found?.refused) game.notice.value = { text: found.refused.why, rule: found.refused.rule, kind: "refused" };
}
