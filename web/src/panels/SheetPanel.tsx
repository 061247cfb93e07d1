/** The attack that is being built: who takes part, aircraft, and the battle sheet, live. */

import { useEffect } from "preact/hooks";
import { attackText, refreshSheet } from "../attack";
import type { Game } from "../game";
import { words } from "../words";
import { RuleLink } from "./RuleRow";
import { SheetTable } from "./SheetTable";
import { strength } from "./units";

export function SheetPanel({ game }: { game: Game }) {
  const target = game.target.value;
  const chosen = game.selected.value.join();
  const air = game.air.value;
  useEffect(() => {
    if (target) void refreshSheet(game);
  }, [target, chosen, air]);
  if (!target) return null;
  const sheet = game.sheet.value;
  const refusal = game.sheetRefusal.value;
  const mobile = game.asks("mobile");
  return (
    <section class="panel sheet" aria-label={words.sheet} id="sheet" tabIndex={-1}>
      <button class="close" aria-label={words.dropAttack} onClick={() => game.dropTarget()}>
        ×
      </button>
      <h2>
        {words.kinds[mobile ? "mobile" : "prepared"]} {words.on} {game.place(target)}
      </h2>
      <Attackers game={game} />
      <Aircraft game={game} />
      {!game.selected.value.length && <p>{words.noAttackers}</p>}
      {sheet && <SheetTable game={game} sheet={sheet} />}
      {refusal && (
        <p class="notice refused" role="alert">
          {refusal.why} <RuleLink game={game} rule={refusal.rule} />
        </p>
      )}
      {sheet && !refusal && (
        <button data-testid="roll" class="primary full" disabled={game.busy.value} onClick={() => void game.order(attackText(game)!)}>
          {words.roll}
        </button>
      )}
    </section>
  );
}

/** All that could join by the hex in which they stand. */
function Attackers({ game }: { game: Game }) {
  const chosen = game.selected.value;
  const able = [...new Set([...game.joiners.value, ...chosen])];
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
              <input type="checkbox" checked={chosen.includes(unit)} onChange={() => game.toggle(unit)} /> {unit} <small>{strength(game, unit)}</small>
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

function Aircraft({ game }: { game: Game }) {
  const left = game.view.value?.aircraft?.[game.prompt.value?.seat ?? ""] ?? 0;
  if (left <= 0) return null;
  const choices = Array.from({ length: left + 1 }, (_, n) => n);
  return (
    <div class="row" role="radiogroup" aria-label={words.aircraft}>
      <span>{words.aircraft}</span>
      {choices.map((n) => (
        <button key={n} role="radio" aria-checked={game.air.value === n} onClick={() => (game.air.value = n)}>
          {n}
        </button>
      ))}
    </div>
  );
}
