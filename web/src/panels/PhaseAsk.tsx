/** A phase in which units act one after another: who can still act, what else the chosen units can do, Done. */

import type { Game } from "../game";
import { words } from "../words";
import { DoneButton } from "./DoneButton";
import { Fitting } from "./Fitting";
import { OrderButtons } from "./OrderButtons";
import { showHex } from "./show";

export function PhaseAsk({ game }: { game: Game }) {
  const ready = [...game.ready.value];
  const outside = ready.filter((u) => !game.grid.byLabel.has(game.where(u)));
  const refused = game.options.value?.refused;
  return (
    <>
      <div class="row wrap">
        <DoneButton game={game} />
        <button disabled={!ready.length} onClick={() => nextReady(game)} title="n">
          {words.nextReady}
        </button>
        <small>{words.canAct(ready.length)}</small>
        <OrderButtons game={game} choices={game.phase.value?.choices ?? []} />
      </div>
      {refused && (
        <p class="notice refused" role="status">
          {refused.why}{" "}
          <button class="rule" onClick={() => (game.openRule.value = refused.rule)}>
            {refused.rule}
          </button>
        </p>
      )}
      {outside.length > 0 && !game.target.value && (
        <fieldset class="pick">
          <legend>{words.waitingUnits}</legend>
          <div class="row wrap">
            {outside.map((u) => (
              <button
                key={u}
                data-unit={u}
                class="unit"
                aria-pressed={game.selected.value.includes(u)}
                onClick={() => void game.select([u])}
              >
                {u}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <Fitting game={game} open />
    </>
  );
}

/** The next unit that can act, in the order of the map. */
export function nextReady(game: Game): void {
  const hexes = [...new Set([...game.ready.value].map((u) => game.where(u)))]
    .filter((h) => game.grid.byLabel.has(h))
    .sort();
  if (!hexes.length) return;
  const here = game.hex.value ?? "";
  const next = hexes.find((h) => h > here) ?? hexes[0]!;
  game.dropTarget();
  showHex(next);
  void game.select(game.unitsAt(next).filter((u) => game.ready.value.has(u)));
}
