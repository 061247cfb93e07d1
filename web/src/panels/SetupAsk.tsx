/** Set-up by hand: the units of the group, ready-made deployments, and what is still missing. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import { words } from "../words";
import { DoneButton } from "./DoneButton";
import { OrderButtons } from "./OrderButtons";
import { RuleLink } from "./RuleRow";
import { strength } from "./units";

export function SetupAsk({ game }: { game: Game }) {
  const [find, setFind] = useState("");
  const group = [...game.ready.value];
  const wanted = find.toLowerCase();
  const waiting = group.filter((u) => !game.grid.byLabel.has(game.where(u)));
  const duty = game.duty.value;
  const chosen = game.selected.value[0];
  const kinds = new Map<string, string[]>();
  for (const unit of waiting) {
    const counter = game.fixed.units[game.index(unit)]!;
    if (wanted && !`${unit} ${counter.note} ${counter.entry}`.toLowerCase().includes(wanted)) continue;
    const key = game.kindAndSize(counter.kind, counter.size);
    kinds.set(key, [...(kinds.get(key) ?? []), unit]);
  }
  return (
    <>
      <div class="row wrap">
        <OrderButtons game={game} choices={game.phase.value?.choices ?? []} />
        <DoneButton game={game} />
      </div>
      {duty && (
        <p class="notice info">
          <strong>{words.missing}:</strong> {duty.why} <RuleLink game={game} rule={duty.rule} />
        </p>
      )}
      <fieldset class="pick">
        <legend>
          {words.unitsToPlace}: {waiting.length} · {group.length - waiting.length} {words.placed}
        </legend>
        <p>
          <small>
            {chosen ? `${chosen}: ${game.choiceHexes.value.size} ${words.hexes.toLowerCase()}` : words.placeHint}
          </small>
        </p>
        <div class="row wrap">
          <OrderButtons game={game} choices={game.fits.value.filter((c) => !c.hex && c.units.length > 0)} />
        </div>
        {waiting.length > 30 && (
          <input
            type="search"
            placeholder={words.find}
            aria-label={words.find}
            value={find}
            onInput={(e) => setFind(e.currentTarget.value)}
          />
        )}
        <div class="scrolls tall">
          {[...kinds].map(([kind, units]) => (
            <div key={kind}>
              <small>{kind}</small>
              <div class="row wrap">
                {units.map((unit) => (
                  <button
                    key={unit}
                    data-unit={unit}
                    class="unit"
                    aria-pressed={unit === chosen}
                    onClick={() => void game.select([unit])}
                    title={game.fixed.units[game.index(unit)]?.note}
                  >
                    {unit} <small>{strength(game, unit)}</small>
                  </button>
                ))}
              </div>
            </div>
          ))}
        </div>
      </fieldset>
    </>
  );
}
