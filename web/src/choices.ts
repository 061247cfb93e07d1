/** Legal orders taken apart, so that units and hexes can be clicked and answers be put into words. */

import type { Fixed } from "./types";
import { words } from "./words";

export interface Answer {
  text: string;
  verb: string;
  units: string[];
  hex: string | null;
  word: string;
  number: number | null;
}

type Forms = Fixed["forms"];

/** Tokens of a form that stand together, or are left out together. */
interface Piece {
  tokens: string[];
  optional: boolean;
  /** Kept under its own name: it says nothing of the order's own units and hexes. */
  named: boolean;
}

const isPlain = (token: string): boolean => token === token.toLowerCase();

/** The pieces of each line of a form: [..] and {..} may be left out, a bar stands between lines. */
function linesOf(form: string): Piece[][] {
  const rest = form.slice(form.split(" ")[0]!.length);
  return ` ${rest} `.split(" | ").map((line) =>
    [...line.matchAll(/\[([^\]]+)\]|\{([^}]+)\}|(\S+)/g)].map(([, optional, named, plain]) => ({
      tokens: (optional ?? named ?? plain!).split(" "),
      optional: plain === undefined,
      named: named !== undefined,
    })),
  );
}

/** An order by the form of its verb; of several lines the one of which most words stand in it. */
export function readOrder(text: string, forms: Forms): Answer {
  const [verb = "", ...given] = text.split(" ");
  const empty: Answer = { text, verb, units: [], hex: null, word: "", number: null };
  const form = forms.find((f) => f.form.split(" ")[0] === verb);
  if (!form) return empty;
  const lines = linesOf(form.form).sort((a, b) => fixedWords(b) - fixedWords(a));
  for (const pieces of lines) {
    const found = readLine(pieces, given, { ...empty });
    if (found) return found;
  }
  return empty;
}

function fixedWords(pieces: Piece[]): number {
  return pieces.filter((piece) => !piece.optional && isPlain(piece.tokens[0]!)).length;
}

function readLine(pieces: Piece[], given: string[], found: Answer): Answer | null {
  const begins = (piece: Piece, word: string | undefined): boolean => piece.optional && piece.tokens[0] === word;
  let at = 0;
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n]!;
    if (piece.optional && isPlain(piece.tokens[0]!)) {
      // Neighbours that begin with a word come in any order.
      const next = pieces.findIndex((p, i) => i >= n && !(p.optional && isPlain(p.tokens[0]!)));
      const run = pieces.slice(n, next < 0 ? pieces.length : next);
      for (let part = run.find((p) => begins(p, given[at])); part; part = run.find((p) => begins(p, given[at]))) {
        for (const token of part.tokens) readToken(token, given[at++] ?? "", part.named ? { ...found } : found);
      }
      n += run.length - 1;
      continue;
    }
    if (piece.optional) {
      // It is there if enough words are left for it and for all that must follow.
      const after = pieces.slice(n + 1);
      const ends = given.findIndex((word, i) => i >= at && after.some((p) => begins(p, word)));
      const left = (ends < 0 ? given.length : ends) - at;
      if (left < piece.tokens.length + after.filter((p) => !p.optional).length) continue;
    }
    for (const token of piece.tokens) {
      const word = given[at++];
      if (word === undefined || (isPlain(token) && token !== word)) return null;
      readToken(token, word, found);
    }
  }
  return at === given.length ? found : null;
}

function readToken(token: string, word: string, found: Answer): void {
  if (token === "UNITS") found.units = word.split("+");
  else if (token === "HEX") found.hex = word;
  else if (token === "FROM-TO" || token === "WAY") found.hex = lastOf(word);
  else if (token === "N") found.number = Number(word);
  else if (token.startsWith("WORD(")) found.word = word;
}

/** Where a way ends; the sheet of a label such as 1B:2723 is left out while it stays the same. */
function lastOf(way: string): string | null {
  const labels = way.split("-");
  const last = labels.pop()!;
  if (!labels.length) return null;
  const sheet = labels.map((label) => label.split(":")).filter((label) => label.length > 1).pop()?.[0];
  return sheet && !last.includes(":") ? `${sheet}:${last}` : last;
}

/** The answers that agree with what has been chosen so far. */
export function fitting(answers: Answer[], chosen: string[], word: string): Answer[] {
  return answers.filter((a) => (!word || !a.word || a.word === word) && chosen.every((u) => a.units.includes(u)));
}

/** An answer in words; `place` names a hex, `name` what else is to be chosen. */
export function inWords(answer: Answer, place: (hex: string) => string, name = (word: string): string => word): string {
  const whole = words.answers[answer.text];
  if (whole) return whole;
  const pattern = words.answers[answer.verb + (answer.units.length ? "" : " -")] ?? words.answers[answer.verb];
  if (!pattern) return answer.text;
  const text = pattern
    .replace("{units}", answer.units.join(" + "))
    .replace("{hex}", answer.hex ? place(answer.hex) : "")
    .replace("{word}", words.codes[answer.word] ?? name(answer.word))
    .replace("{n}", String(answer.number ?? 0))
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
