/** Everything that a click does, a line of text does too; Tab completes. */

import { useState } from "preact/hooks";
import { OVERLAYS, type Game, type Overlay } from "../game";
import { words } from "../words";

export function CommandLine({ game }: { game: Game }) {
  const [text, setText] = useState("");
  const [hints, setHints] = useState<string[]>([]);
  const send = async (): Promise<void> => {
    if (text.trim() && (await game.order(text.trim()))) {
      setText("");
      setHints([]);
    }
  };
  const complete = async (): Promise<void> => {
    const names = text.split(/[\s+]/).filter((w) => game.index(w) >= 0);
    const found = await game.ask<{ orders: string[] }>({ ask: "legal", about: names });
    const fitting = (found?.orders ?? []).filter((o) => o.toLowerCase().startsWith(text.toLowerCase()));
    const forms = game.fixed.forms.filter((f) => f.form.startsWith(text)).map((f) => f.form);
    setHints((fitting.length ? fitting : forms).slice(0, 12));
    if (fitting.length === 1) setText(fitting[0]!);
  };
  const choose = (overlay: Overlay): void => {
    game.overlay.value = overlay;
    if (overlay === "supply") void game.loadSupply();
  };
  return (
    <footer class="command">
      <label>
        {words.command}{" "}
        <input
          value={text}
          placeholder={words.commandHint}
          aria-describedby="hints"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") void send();
            if (event.key === "Tab" && text) {
              event.preventDefault();
              void complete();
            }
          }}
        />
      </label>
      <span id="hints" class="hints" aria-live="polite">
        {hints.map((hint) => (
          <button key={hint} onClick={() => setText(hint)}>
            {hint}
          </button>
        ))}
      </span>
      <span class="space" />
      <span class="overlays" role="group" aria-label={words.overlays}>
        {OVERLAYS.map((overlay, i) => (
          <button key={overlay} aria-pressed={game.overlay.value === overlay} onClick={() => choose(overlay)} title={`${i}`}>
            {overlay}
          </button>
        ))}
      </span>
    </footer>
  );
}
