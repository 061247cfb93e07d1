/** Markers that lie on hexes: the title's look says how each kind is shown and under which key the view has them. */

import type { HexMark, Look, View } from "./types";

/** One marker on a hex: what is written on it, and what it is. */
export interface Laid {
  text: string;
  words: string;
  ground: string;
  ink: string;
}

/** By hex. The view names the hexes in a list, or each with what is written on its marker. */
export function markersOf(look: Look, view: View | null): Map<string, Laid[]> {
  const found = new Map<string, Laid[]>();
  for (const mark of look.hex_marks ?? []) {
    for (const [hex, text] of places(view?.[mark.key])) found.set(hex, [...(found.get(hex) ?? []), laid(mark, text)]);
  }
  return found;
}

function laid({ letter, words, ground, ink }: HexMark, text: string): Laid {
  return { text: text || letter, words: text ? `${words} (${text})` : words, ground, ink };
}

function places(value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((hex) => [String(hex), ""]);
  return Object.entries((value ?? {}) as Record<string, string>);
}
