/** The bar at the top: title, turn, whose turn it is, points, undo. */

import type { Game } from "../game";
import { seatName, words } from "../words";

export function Bar({ game }: { game: Game }) {
  const view = game.view.value;
  const prompt = game.prompt.value;
  const points = view?.["points"];
  const weather = view?.["weather"] as { north: string; south: string } | undefined;
  const who = prompt?.outcome
    ? `${words.over}: ${seatName(prompt.outcome.winner)}, ${prompt.outcome.level}`
    : prompt?.seat
      ? game.myTurn.value
        ? `${words.yourTurn}: ${seatName(prompt.seat)}`
        : `${words.waiting} ${seatName(prompt.seat)}`
      : "";
  return (
    <header class="bar">
      <a href="/" class="brand">
        {words.title}
      </a>
      <span>{game.fixed.name}</span>
      {view && (
        <span>
          {words.turn} {view.turn} · {view.step}
        </span>
      )}
      {typeof points === "number" && <span>{points} VP</span>}
      {weather && <span>{weather.north}</span>}
      <strong aria-live="polite">{who}</strong>
      <span class="space" />
      {!game.connected.value && <span role="alert">{words.lost}</span>}
      <button onClick={() => void game.undo()}>{words.undo}</button>
    </header>
  );
}
