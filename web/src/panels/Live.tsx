/** The line that screen readers read: what happened, and reports that were asked for. */

import { signal } from "@preact/signals";
import { words } from "../words";

const said = signal("");
const shown = signal(false);

/** Read something aloud, and show it to those who see. */
export function announce(text: string): void {
  said.value = text;
  shown.value = true;
}

export function Live() {
  return (
    <div class={shown.value ? "live" : "live unseen"} role="status" aria-live="polite">
      {said.value.split("\n").map((line, i) => (
        <p key={i}>{line}</p>
      ))}
      {shown.value && (
        <button class="close" aria-label={words.close} onClick={() => (shown.value = false)}>
          ×
        </button>
      )}
    </div>
  );
}

export function hush(): void {
  shown.value = false;
}
