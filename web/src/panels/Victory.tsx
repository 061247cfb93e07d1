/** What the game is fought for: points, objectives, who holds them, and the rules about it. */

import type { Game } from "../game";
import type { View } from "../types";
import { plain, seatName, words } from "../words";
import { RuleLink } from "./RuleRow";
import { showHex } from "./show";

export function Victory({ game }: { game: Game }) {
  const view = game.view.value;
  const points = view?.["points"];
  const held = Object.entries(game.fixed.objectives).map(([hex, worth]) => ({
    hex,
    worth,
    holder: view?.control[hex] ?? "",
  }));
  held.sort((a, b) => b.worth - a.worth || game.place(a.hex).localeCompare(game.place(b.hex)));
  const rules = game.fixed.rules.filter((row) => row.kind === "victory");
  const others = Object.entries(view ?? {}).filter(([key, value]) => !SHOWN.has(key) && !!value && isFact(value));
  return (
    <div class="columns">
      <section>
        <h3>{typeof points === "number" ? `${words.vp}: ${pointsText(view!)}` : words.noPoints}</h3>
        <p>
          {game.fixed.seats.map((seat) => (
            <span key={seat} class="gap">
              <span class={game.dot(seat)} /> {seatName(seat)}: {held.filter((h) => h.holder === seat).length}
            </span>
          ))}
        </p>
        <dl class="facts">
          {others.map(([key, value]) => (
            <>
              <dt>{plain(key)}</dt>
              <dd>{String(value)}</dd>
            </>
          ))}
        </dl>
      </section>
      <section>
        <table class="objectives">
          <thead>
            <tr>
              <th>{words.objective}</th>
              <th>{words.worth}</th>
              <th>{words.holder}</th>
            </tr>
          </thead>
          <tbody>
            {held.map(({ hex, worth, holder }) => (
              <tr key={hex}>
                <td>
                  <button class="line" onClick={() => showHex(hex)}>
                    {game.place(hex)}
                  </button>
                </td>
                <td>{worth}</td>
                <td>
                  <span class={game.dot(holder)} /> {seatName(holder)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h3>{words.victoryRules}</h3>
        {rules.map((row) => (
          <p key={row.rule}>
            <RuleLink game={game} rule={row.rule} /> {row.what}
          </p>
        ))}
      </section>
    </div>
  );
}

const SHOWN = new Set(["turn", "step", "points", "points-needed", "date"]);

/** The points, and how many are wanted now if the title says so. */
export function pointsText(view: View): string {
  const needed = view["points-needed"];
  return needed ? `${String(view["points"])} ${words.of} ${String(needed)}` : String(view["points"]);
}

function isFact(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
