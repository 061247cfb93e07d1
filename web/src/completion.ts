/** Completion of orders: verbs, units, hexes, words, as far as the decision in hand allows them. */

import type { Game } from "./game";

const MOST = 12;

export interface Completion {
  text: string;
  hints: string[];
}

export async function complete(game: Game, text: string): Promise<Completion> {
  const typed = text.split(" ");
  const lower = text.toLowerCase();
  if (typed.length === 1) {
    const verbs = game.fixed.forms.filter((f) => f.form.startsWith(lower)).sort(first(game));
    if (verbs.length === 1) return { text: `${verbs[0]!.form.split(" ")[0]} `, hints: [verbs[0]!.form] };
    return { text, hints: verbs.map((f) => f.form).slice(0, MOST) };
  }
  const named = text.split(/[\s+]/).filter((word) => game.index(word) >= 0);
  const found = await game.ask<{ orders: string[] }>({ ask: "legal", about: named, most: 1000 });
  const fitting = (found?.orders ?? []).filter((order) => order.toLowerCase().startsWith(lower));
  if (fitting.length) {
    const common = fitting.reduce(shared);
    return { text: common.length > text.length ? common : text, hints: fitting.slice(0, MOST) };
  }
  return { text, hints: nextWords(game, text) };
}

/** The verbs of the decision come first. */
function first(game: Game): (a: { form: string }, b: { form: string }) => number {
  const rank = (form: string): number => (game.asks(form.split(" ")[0]!) ? 0 : 1);
  return (a, b) => rank(a.form) - rank(b.form);
}

function shared(a: string, b: string): string {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return a.slice(0, n);
}

/** Where no legal order begins so: units and hexes by their beginnings. */
function nextWords(game: Game, text: string): string[] {
  const stem = /[^\s+-]*$/.exec(text)?.[0] ?? "";
  const start = text.slice(0, text.length - stem.length);
  const wanted = stem.toLowerCase();
  if (!wanted) return [];
  const units = game.fixed.units.filter((u) => u.unit.toLowerCase().startsWith(wanted) && game.grid.byLabel.has(game.where(u.unit)));
  const hexes = game.fixed.hexes.filter((h) => h.hex.startsWith(wanted) || h.name.toLowerCase().startsWith(wanted));
  return [...units.map((u) => u.unit), ...hexes.map((h) => h.hex)].slice(0, MOST).map((word) => start + word);
}
