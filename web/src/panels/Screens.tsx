/** What comes before the board: handing over at one screen, consent to an undo, the list of keys. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { takesFocus } from "../focus";
import type { Game } from "../game";
import { seatName, words } from "../words";
import { hint } from "./CommandLine";

export const helpOpen = signal(false);

export function HandOver({ game }: { game: Game }) {
  const seat = game.handOver.value;
  if (!seat) return null;
  return (
    <main class="handover" data-testid="hand-over">
      <h1>
        {words.handOver} {seatName(seat)} {words.player}
      </h1>
      <p>{words.handOverHint}</p>
      <button class="primary" ref={takesFocus} onClick={() => void game.look(seat)}>
        {words.ready}
      </button>
    </main>
  );
}

function Dialog({ label, onClose, children }: { label: string; onClose: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    <dialog ref={element} aria-label={label} onClose={onClose} onCancel={onClose}>
      {children}
    </dialog>
  );
}

export function Consent({ game }: { game: Game }) {
  const seat = game.undoAsked.value;
  if (!seat) return null;
  return (
    <Dialog label={words.undo} onClose={() => void game.answerUndo(false)}>
      <p>
        {seatName(seat)} {words.undoQuestion}
      </p>
      <div class="row">
        <button class="primary" onClick={() => void game.answerUndo(true)}>
          {words.agree}
        </button>
        <button onClick={() => void game.answerUndo(false)}>{words.refuse}</button>
      </div>
    </Dialog>
  );
}

/** The overlays that this title has, with their keys. */
function overlayKeys(game: Game): [string, string][] {
  return game.overlays
    .filter(hint)
    .map((overlay) => [hint(overlay), `${words.overlay}: ${words.overlayNames[overlay]}`]);
}

export function Help({ game }: { game: Game }) {
  if (!helpOpen.value) return null;
  const close = (): void => {
    helpOpen.value = false;
  };
  return (
    <Dialog label={words.help} onClose={close}>
      <h2>{words.help}</h2>
      <dl class="keys">
        {[...words.keys, ...overlayKeys(game)].map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <button ref={takesFocus} onClick={close}>
        {words.close}
      </button>
    </Dialog>
  );
}
