/** The dead by side and type, and how many steps each side has lost. */

import type { Game } from "../game";
import { seatName, words } from "../words";

export function Losses({ game }: { game: Game }) {
  const units = game.view.value?.units ?? [];
  return (
    <div class="columns">
      {game.fixed.seats.map((seat) => {
        const dead = new Map<string, string[]>();
        const gone: string[] = [];
        let reduced = 0;
        game.fixed.units.forEach((counter, i) => {
          const state = units[i];
          if (counter.side !== seat || !state || state.hidden) return;
          if (state.at === "dead") {
            const key = game.kindAndSize(counter.kind, counter.size);
            dead.set(key, [...(dead.get(key) ?? []), counter.unit]);
          } else if (state.at === "gone") gone.push(counter.unit);
          else if (game.grid.byLabel.has(state.at) && state.steps !== undefined && state.steps < counter.steps)
            reduced += 1;
        });
        const total = [...dead.values()].reduce((n, list) => n + list.length, 0);
        return (
          <section key={seat}>
            <h3>
              <span class={game.dot(seat)} /> {seatName(seat)}: {total} {words.dead.toLowerCase()}, {reduced}{" "}
              {words.reduced}
            </h3>
            {!total && <p>{words.noLosses}</p>}
            {[...dead]
              .sort((a, b) => b[1].length - a[1].length)
              .map(([kind, list]) => (
                <details key={kind}>
                  <summary>
                    {kind}: {list.length}
                  </summary>
                  <p>{list.join(", ")}</p>
                </details>
              ))}
            {gone.length > 0 && (
              <details>
                <summary>
                  {words.gone}: {gone.length}
                </summary>
                <p>{gone.join(", ")}</p>
              </details>
            )}
          </section>
        );
      })}
    </div>
  );
}
