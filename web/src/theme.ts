/** Light or dark, as the system has it or as the player wants it; the map listens to the same attribute. */

import { signal } from "@preact/signals";
import { keep, kept } from "./keep";

export const THEMES = ["auto", "light", "dark"] as const;
export const theme = signal<string>(kept("theme", "auto"));

export function wear(wanted: string): void {
  theme.value = wanted;
  keep("theme", wanted);
  if (wanted === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = wanted;
}

if (theme.value !== "auto") wear(theme.value);
