/** The bar at the top: title, turn, whose turn it is, points, undo and redo, menu. */

import type { Game } from "../game";
import { endWords, plain, seatName, words } from "../words";
import { Menu } from "./Menu";
import { pointsText } from "./Victory";

export function Bar({ game }: { game: Game }) {
  const view = game.view.value;
  const prompt = game.prompt.value;
  const points = view?.["points"];
  const date = view?.["date"];
  const weather = view?.["weather"] as Record<string, string> | undefined;
  const who = prompt?.outcome
    ? `${words.over}: ${endWords(prompt.outcome)}`
    : prompt?.seat
      ? game.myTurn.value
        ? `${words.yourTurn}: ${seatName(prompt.seat)}`
        : game.shared
          ? seatName(prompt.seat)
          : `${words.waiting} ${seatName(prompt.seat)}`
      : "";
  const step = game.fixed.steps.find((s) => s.step === view?.step);
  const frame = step && !game.isSetUpTurn(view!.turn) ? `${seatName(step.frame)}: ` : "";
  const skies = weather ? [...new Set(Object.values(weather))].map(plain).join(" / ") : "";
  return (
    <header class="bar">
      <a href="/" class="brand">
        {words.title}
      </a>
      <h1 class="name wide">{game.fixed.full_name}</h1>
      {view && (
        <span>
          {game.turnWords(view.turn)}
          {typeof date === "string" && date ? ` · ${date}` : ""}
        </span>
      )}
      {step && (
        <span class="wide soft step" title={`${frame}${step.words}`}>
          {frame}
          {prompt?.heading || step.words}
        </span>
      )}
      {typeof points === "number" && <span title={words.vp}>{pointsText(view!)} VP</span>}
      {skies && <span class="wide soft">{skies}</span>}
      <strong class={`who ${game.myTurn.value ? "mine" : ""}`} aria-live="polite">
        {who}
      </strong>
      <span class="space" />
      {!game.connected.value && <span role="alert">{words.lost}</span>}
      <button data-testid="undo" onClick={() => void game.undo()} title="u" disabled={!game.hello.value?.seats.length}>
        {words.undo}
      </button>
      <button class="wide" onClick={() => void game.redo()} title="Shift+u" disabled={!game.redoable.value.length}>
        {words.redo}
      </button>
      <Menu game={game} />
    </header>
  );
}
