/** What a click on a hex means: choose, move, aim, answer, or be told why not. */

import type { Game } from "./game";
import type { Refusal } from "./types";
import { aim } from "./attack";
import { words } from "./words";

const sameUnits = (a: string[], b: string[]): boolean => a.length === b.length && a.every((u) => b.includes(u));

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
  const found = game.fits.value.filter((a) => a.hex === hex && (!a.units.length || sameUnits(a.units, chosen)));
  if (found.length === 1) {
    if (await game.order(found[0]!.text)) await takeNext(game, chosen[0]);
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
  const here = game.unitsAt(hex).filter((u) => game.answers.value.some((a) => a.units.includes(u)));
  const chosen = game.selected.value;
  if (!here.length) {
    await whyNotAnswer(game, hex);
    return;
  }
  const several = game.answers.value.some((a) => a.units.length > 1);
  if (several) {
    const missing = here.filter((u) => !chosen.includes(u));
    await game.select(missing.length ? [...chosen, ...missing] : chosen.filter((u) => !here.includes(u)));
    return;
  }
  const at = here.findIndex((u) => chosen.includes(u));
  if (at >= 0 && here.length === 1) {
    const only = game.fits.value.filter((a) => sameUnits(a.units, chosen) && !a.hex);
    if (only.length === 1) await game.order(only[0]!.text);
    return;
  }
  await game.select([here[(at + 1) % here.length]!]);
}

/** The server says why a hex or unit is no answer, if the decision has one verb with one form to try. */
async function whyNotAnswer(game: Game, hex: string): Promise<void> {
  const verbs = [...new Set(game.answers.value.filter((a) => a.units.length || a.hex).map((a) => a.verb))];
  if (verbs.length !== 1) return;
  const sample = game.answers.value.find((a) => a.verb === verbs[0])!;
  const unit = game.selected.value[0] ?? game.unitsAt(hex)[0];
  const parts: string[] = [sample.verb];
  if (sample.word) parts.push(game.word.value || sample.word);
  if (sample.units.length) parts.push(unit ?? "");
  if (sample.hex) parts.push(hex);
  if (!parts.includes("")) await tellWhy(game, parts.join(" "));
}

async function pickToPlace(game: Game, hex: string): Promise<void> {
  const here = game.unitsAt(hex).filter((u) => game.ready.value.has(u));
  const chosen = game.selected.value[0];
  if (here.length) {
    const at = here.indexOf(chosen ?? "");
    await game.select([here[(at + 1) % here.length]!]);
  } else if (chosen) {
    await tellWhy(game, `place ${chosen} ${hex}`);
  }
}

/** In a Movement or Combat Phase. */
async function operate(game: Game, hex: string): Promise<void> {
  const chosen = game.selected.value;
  const side = game.sideAt(hex);
  const options = game.options.value;
  const start = chosen.length ? game.where(chosen[0]!) : "";
  const own = side !== null && game.mine(side);
  if (chosen.length && options && hex in options.moves) {
    await game.order(`move ${chosen.join("+")} ${start}-${hex}`);
  } else if (chosen.length && options && (hex in options.mobile || hex in options.assault)) {
    await aim(game, hex);
  } else if (own && chosen.length && game.target.value && !game.asks("move")) {
    await join(game, hex);
  } else if (own) {
    game.dropTarget();
    await game.select(hex === start && sameUnits(chosen, game.unitsAt(hex)) ? [] : choosable(game, hex));
  } else if (side !== null && !own && !chosen.length && game.asks("assault")) {
    await aim(game, hex);
  } else if (chosen.length) {
    const attack = `${game.asks("move") ? "mobile" : "assault"} ${hex} with ${chosen.join("+")}`;
    await tellWhy(game, game.asks("move") && side === null ? `move ${chosen.join("+")} ${start}-${hex}` : attack);
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

/** While an attack is built, a click on one's own stack adds it, or takes it away again. */
async function join(game: Game, hex: string): Promise<void> {
  const here = game.unitsAt(hex).filter((u) => game.joiners.value.includes(u));
  if (!here.length) {
    game.dropTarget();
    await game.select(game.unitsAt(hex));
    return;
  }
  const chosen = game.selected.value;
  const missing = here.filter((u) => !chosen.includes(u));
  await game.select(missing.length ? [...chosen, ...missing] : chosen.filter((u) => !here.includes(u)));
}

export async function tellWhy(game: Game, text: string): Promise<void> {
  const found = await game.ask<{ refused: Refusal | null }>({ ask: "why", text });
  if (found?.refused) game.notice.value = { text: found.refused.why, rule: found.refused.rule, kind: "refused" };
}
