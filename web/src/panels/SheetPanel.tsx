/** The battle that is being put together: who takes part, what is thrown in, and the battle sheet, live. */

import { useEffect } from "preact/hooks";
import { refreshBattle } from "../battle";
import type { Game } from "../game";
import { words } from "../words";
import { RuleLink } from "./RuleRow";
import { SheetTable } from "./SheetTable";
import { strength } from "./units";

export function SheetPanel({ game }: { game: Game }) {
  const target = game.target.value;
  const chosen = game.selected.value.join();
  const number = game.number.value;
  useEffect(() => {
    if (target) void refreshBattle(game);
  }, [target, chosen, number]);
  if (!target) return null;
  const battle = game.battle.value;
  const refusal = battle?.refused;
  return (
    <section class="panel sheet" aria-label={words.sheet} id="sheet" tabIndex={-1}>
      <button class="close" aria-label={words.dropAttack} onClick={() => game.dropTarget()}>
        ×
      </button>
      <h2>{battle?.words ?? game.place(target)}</h2>
      <Attackers game={game} />
      <Additions game={game} />
      {!game.selected.value.length && <p>{words.noAttackers}</p>}
      {battle?.sheet && <SheetTable game={game} sheet={battle.sheet} />}
      {refusal && (
        <p class="notice refused" role="alert">
          {refusal.why} <RuleLink game={game} rule={refusal.rule} />
        </p>
      )}
      {battle?.sheet && battle.order && !refusal && (
        <button
          data-testid="roll"
          class="primary full"
          disabled={game.busy.value}
          onClick={() => void game.order(battle.order!)}
        >
          {words.roll}
        </button>
      )}
    </section>
  );
}

/** All that could join by the hex in which they stand. */
function Attackers({ game }: { game: Game }) {
  const chosen = game.selected.value;
  const able = [...new Set([...(game.battle.value?.joiners ?? []), ...chosen])];
  const byHex = new Map<string, string[]>();
  for (const unit of able) byHex.set(game.where(unit), [...(byHex.get(game.where(unit)) ?? []), unit]);
  const left = able.filter((u) => !chosen.includes(u));
  return (
    <fieldset class="pick">
      <legend>
        {words.attackers} {chosen.length}
        {left.length > 0 && ` · ${left.length} ${words.couldJoin}`}
      </legend>
      {[...byHex].map(([hex, units]) => (
        <div key={hex} class="from">
          <small>{game.place(hex)}</small>
          {units.map((unit) => (
            <label key={unit}>
              <input type="checkbox" checked={chosen.includes(unit)} onChange={() => game.toggle(unit)} /> {unit}{" "}
              <small>{strength(game, unit)}</small>
            </label>
          ))}
        </div>
      ))}
      {left.length > 0 && (
        <button onClick={() => void game.select(able)}>
          {words.addAll} ({left.length})
        </button>
      )}
    </fieldset>
  );
}

/** What may be thrown in besides units: how many of it. */
function Additions({ game }: { game: Game }) {
  const addition = game.battle.value?.addition;
  if (!addition) return null;
  const numbers = Array.from({ length: addition.most + 1 }, (_, n) => n);
  return (
    <div class="row" role="radiogroup" aria-label={addition.words}>
      <span>{addition.words}</span>
      {numbers.map((n) => (
        <button key={n} role="radio" aria-checked={game.number.value === n} onClick={() => (game.number.value = n)}>
          {n}
        </button>
      ))}
    </div>
  );
}
