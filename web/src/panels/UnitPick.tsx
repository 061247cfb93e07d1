/** Units to choose from, as buttons that say all that matters. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import { words } from "../words";
import { strength } from "./units";

const MANY = 30;

interface Props {
  game: Game;
  units: string[];
  label: string;
  several: boolean;
}

export function UnitPick({ game, units, label, several }: Props) {
  const [find, setFind] = useState("");
  const chosen = game.selected.value;
  const wanted = find.toLowerCase();
  const fits = units.filter((u) => !wanted || `${u} ${game.place(game.where(u))}`.toLowerCase().includes(wanted));
  const choose = (unit: string): void => {
    if (several) game.toggle(unit);
    else void game.select(chosen.includes(unit) ? [] : [unit]);
  };
  return (
    <fieldset class="pick">
      <legend>{label}</legend>
      {units.length > MANY && (
        <input
          type="search"
          placeholder={words.find}
          aria-label={words.find}
          value={find}
          onInput={(e) => setFind(e.currentTarget.value)}
        />
      )}
      <div class="row wrap scrolls">
        {fits.map((unit) => (
          <button
            key={unit}
            data-unit={unit}
            class="unit"
            aria-pressed={chosen.includes(unit)}
            onClick={() => choose(unit)}
            title={game.place(game.where(unit))}
          >
            {unit} <small>{strength(game, unit)}</small>
          </button>
        ))}
      </div>
      {several && (
        <div class="row">
          <button onClick={() => void game.select(units)}>{words.all}</button>
          <button onClick={() => game.clear()}>{words.none}</button>
        </div>
      )}
    </fieldset>
  );
}
