/** Switches the bots' notes in the log on and off, where there are bots; says when theirs are not told yet. */

import type { Game } from "../game";
import { showStaffNotes, staffNotes } from "../staffNotes";
import { words } from "../words";

export function StaffNotesSwitch({ game }: { game: Game }) {
  const hello = game.hello.value;
  if (!hello || !Object.values(hello.bots).some(Boolean)) return null;
  const told = hello.notes || !!game.prompt.value?.outcome || !!hello.bots[game.eyes.value ?? ""];
  return (
    <label class="staffswitch" title={words.staffNotesHint}>
      <input
        type="checkbox"
        checked={staffNotes.value}
        onChange={(event) => showStaffNotes(event.currentTarget.checked)}
      />
      {words.staffNotes}
      {!told && <small class="soft">{words.staffNotesLater}</small>}
    </label>
  );
}
