/** Done: at once if nothing important is left, else after a question; if it is refused, it says why. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { takesFocus } from "../focus";
import type { Game } from "../game";
import { words } from "../words";
import { RuleLink } from "./RuleRow";

/** Pressed from the keyboard: every Done button on the screen hears of it. */
export const doneAsked = signal(0);

export function DoneButton({ game }: { game: Game }) {
  const [question, setQuestion] = useState("");
  const at = game.at.value;
  useEffect(() => setQuestion(""), [at]);
  const end = game.end.value;
  const warnings = game.phase.value?.warnings ?? [];
  const press = (): void => {
    if (!end) return;
    const duty = game.duty.value;
    if (duty) {
      game.notice.value = { text: duty.why, rule: duty.rule, kind: "refused" };
      return;
    }
    const left = whatIsLeft(game);
    if (left || warnings.length) setQuestion(left || words.warned);
    else void game.order(end.order);
  };
  const asked = doneAsked.value;
  useEffect(() => {
    if (asked) press();
  }, [asked]);
  if (!end) return null;
  if (question) {
    return (
      <div class="question" role="alertdialog" aria-label={question}>
        <p>{question}</p>
        {warnings.map((warning) => (
          <p key={warning.text} class="warning">
            <span aria-hidden="true">⚠</span> {warning.text} <RuleLink game={game} rule={warning.rule} />
          </p>
        ))}
        <div class="row">
          <button class="primary" ref={takesFocus} onClick={() => setQuestion("")}>
            {words.goOn}
          </button>
          <button data-order={end.order} onClick={() => void game.order(end.order)}>
            {words.endAnyway}
          </button>
        </div>
      </div>
    );
  }
  return (
    <button
      data-order={end.order}
      class={game.duty.value ? "" : "primary"}
      disabled={game.busy.value}
      onClick={press}
      title="d"
    >
      {end.words}
    </button>
  );
}

/** What a player would be sorry to have left, in words. */
function whatIsLeft(game: Game): string {
  if (!game.isPhase.value) {
    const others = game.answers.value.some((c) => c.kind !== "end");
    return others && !game.isSetup.value ? words.leftAnswers : "";
  }
  const ready = [...game.ready.value];
  const outside = ready.filter((u) => !game.grid.byLabel.has(game.where(u))).length;
  if (outside) return words.leftWaiting(outside);
  return ready.length && nothingDone(game) ? words.leftUndone(ready.length) : "";
}

/** Whether the last thing in the log is the beginning of this phase. */
function nothingDone(game: Game): boolean {
  const last = game.log.value.filter((e) => e.told.length > 0).at(-1);
  return !!last && last.told.at(-1)?.sign === "phase";
}
