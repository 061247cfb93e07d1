/** The turn track: what each turn brings, and who arrives. */

import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game";
import { seatName, words } from "../words";

export function Turns({ game }: { game: Game }) {
  const now = game.view.value?.turn ?? 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.querySelector(".now")?.scrollIntoView({ inline: "center", block: "nearest" }), [now]);
  return (
    <ol class="track" ref={list} tabIndex={0}>
      {(game.fixed.turns ?? []).map((turn) => (
        <li
          key={turn.turn}
          class={turn.turn === now ? "now" : turn.turn < now ? "over" : ""}
          aria-current={turn.turn === now ? "step" : undefined}
        >
          <h3>
            {turn.turn} <small>{turn.label}</small> {turn.turn === now && <span class="badge">{words.now}</span>}
          </h3>
          {turn.words.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <Arrivals game={game} turn={turn.turn} />
        </li>
      ))}
    </ol>
  );
}

/** The counters that bear the number of a turn, by side and kind; each can be looked at by itself. */
function Arrivals({ game, turn }: { game: Game; turn: number }) {
  const coming = game.fixed.units.filter((u) => u.turn === turn);
  if (!coming.length) return null;
  const groups = new Map<string, string[]>();
  for (const unit of coming) {
    const key = `${seatName(unit.side)} ${game.kind(unit.kind)}`;
    groups.set(key, [...(groups.get(key) ?? []), unit.unit]);
  }
  return (
    <details>
      <summary>
        {words.arrives}: {coming.length}
      </summary>
      {[...groups].map(([key, units]) => (
        <p key={key}>
          <strong>{key}:</strong> {units.join(", ")}
        </p>
      ))}
    </details>
  );
}
