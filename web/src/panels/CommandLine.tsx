/** Everything that a click does, a line of text does too; Tab completes, arrows go through what was typed before. */

import { useState } from "preact/hooks";
import type { Game, Overlay } from "../game";
import { keep, kept } from "../keep";
import { OVERLAY_KEYS } from "../map/overlays";
import { report } from "../sector";
import { words } from "../words";
import { announce } from "./Live";

const MOST_KEPT = 60;

export function chooseOverlay(game: Game, overlay: Overlay): void {
  game.overlay.value = overlay;
  if (overlay === "supply") void game.loadSupply();
}

export function CommandLine({ game }: { game: Game }) {
  const [text, setText] = useState("");
  const [hints, setHints] = useState<string[]>([]);
  const [past, setPast] = useState<string[]>(() => kept("commands", []));
  const [back, setBack] = useState(-1);
  const remember = (line: string): void => {
    const lines = [line, ...past.filter((l) => l !== line)].slice(0, MOST_KEPT);
    setPast(lines);
    setBack(-1);
    setText("");
    setHints([]);
    keep("commands", lines);
  };
  const send = async (): Promise<void> => {
    const line = text.trim();
    const [verb, place] = line.split(" ");
    if (verb === "sector") {
      announce(report(game, place ?? game.hex.value ?? ""));
      remember(line);
    } else if (line && (await game.order(line))) remember(line);
  };
  const recall = (step: number): void => {
    const at = Math.max(-1, Math.min(past.length - 1, back + step));
    setBack(at);
    setText(at < 0 ? "" : past[at]!);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") void send();
    else if (event.key === "ArrowUp") recall(1);
    else if (event.key === "ArrowDown") recall(-1);
    else if (event.key === "Escape") setHints([]);
    else if (event.key === "Tab" && text && !event.shiftKey) {
      event.preventDefault();
      void game.ask("complete", { text }).then((found) => {
        setText(found?.text ?? text);
        setHints(found?.hints ?? []);
      });
      return;
    } else return;
    event.preventDefault();
  };
  return (
    <footer class="command">
      <label>
        <span>{words.command}</span>{" "}
        <input
          id="command"
          data-testid="command"
          value={text}
          placeholder={words.commandHint}
          aria-describedby="hints"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
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
      <Overlays game={game} />
    </footer>
  );
}

export function hint(overlay: Overlay): string {
  const key = Object.keys(OVERLAY_KEYS).find((k) => OVERLAY_KEYS[k] === overlay);
  return key ? `Shift+${key.toUpperCase()}` : "";
}

export function Overlays({ game }: { game: Game }) {
  return (
    <span class="overlays" role="group" aria-label={words.overlays}>
      {game.overlays.map((overlay) => (
        <button
          key={overlay}
          aria-pressed={game.overlay.value === overlay}
          onClick={() => chooseOverlay(game, overlay)}
          title={hint(overlay)}
        >
          {words.overlayNames[overlay] ?? overlay}
        </button>
      ))}
    </span>
  );
}
