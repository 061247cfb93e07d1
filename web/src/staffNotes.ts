/** What bots say about their orders: whether it is shown, and how it is read. */

import { signal } from "@preact/signals";
import { keep, kept } from "./keep";

/** Whether the log shows them; the browser remembers it. */
export const staffNotes = signal(kept("staffNotes", true));

export function showStaffNotes(shown: boolean): void {
  staffNotes.value = shown;
  keep("staffNotes", shown);
}

/** The tactic, and the reason that unfolds under it; a note without a tactic is all reason. */
export function noteParts(note: string): [string, string] {
  const colon = note.indexOf(": ");
  return colon < 0 ? ["", note] : [note.slice(0, colon), note.slice(colon + 2)];
}
