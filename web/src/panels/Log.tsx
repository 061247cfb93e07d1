/** The log, as these eyes saw it, with a slider through the game. */

import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game";
import { seatName, words } from "../words";

const SHOWN = 300;

export function Log({ game }: { game: Game }) {
  const entries = game.log.value.slice(-SHOWN);
  const end = useRef<HTMLLIElement>(null);
  const replay = game.replay.value;
  useEffect(() => {
    if (replay === null) end.current?.scrollIntoView({ block: "nearest" });
  }, [game.log.value.length]);
  const show = (hex: string): void => {
    document.querySelector(".map")?.dispatchEvent(new CustomEvent("show-hex", { detail: hex }));
  };
  return (
    <section class="panel log" aria-label={words.log}>
      <div class="row">
        <input
          type="range"
          min={0}
          max={game.orders.value}
          value={replay ?? game.orders.value}
          aria-label={words.replayOf}
          onInput={(event) => void game.goTo(Number(event.currentTarget.value))}
        />
        <button disabled={replay === null} onClick={() => void game.goTo(null)}>
          {words.replayNow}
        </button>
      </div>
      <ol aria-live="polite">
        {entries.map((entry) => (
          <li key={entry.n} class={replay === entry.n ? "now" : ""}>
            {entry.told.map((told, i) => (
              <button key={i} class="line" onClick={() => (told.hexes[0] ? show(told.hexes.at(-1)!) : void game.goTo(entry.n))}>
                <span class={`dot ${entry.seat}`} title={seatName(entry.seat)} />
                {told.text}
              </button>
            ))}
          </li>
        ))}
        <li ref={end} />
      </ol>
    </section>
  );
}
