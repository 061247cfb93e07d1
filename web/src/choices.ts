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

/** An order by the form of its verb; parts that the form makes optional may be missing. */
export function readOrder(text: string, forms: Forms): Answer {
  const [verb = "", ...given] = text.split(" ");
  const found: Answer = { text, verb, units: [], hex: null, word: "", number: null };
  const form = forms.find((f) => f.form.split(" ")[0] === verb);
  if (!form) return found;
  const tokens = form.form.replace(/([[\]])/g, " $1 ").trim().split(/\s+/).slice(1);
  const needed = tokens.filter((t) => t !== "[" && t !== "]").length;
  let optional = false;
  let at = 0;
  for (const token of tokens) {
    if (token === "[" || token === "]") {
      optional = token === "[";
      continue;
    }
    if (optional && given.length < needed) continue;
    const word = given[at++];
    if (word === undefined) break;
    if (token === "UNITS") found.units = word.split("+");
    else if (token === "HEX") found.hex = word;
    else if (token === "FROM-TO") found.hex = word.split("-")[1] ?? null;
    else if (token === "N") found.number = Number(word);
    else if (token.startsWith("WORD(")) found.word = word;
  }
  return found;
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
