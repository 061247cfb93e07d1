/** The hex and the stack under the marker, with every factor, and what the enemy could do to it. */

import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game";
import type { Sheet } from "../types";
import { seatName, words } from "../words";
import { SheetTable } from "./SheetPanel";

export function Inspector({ game }: { game: Game }) {
  const label = game.hex.value;
  const hex = label ? game.grid.byLabel.get(label) : undefined;
  const [threat, setThreat] = useState<Sheet | null>(null);
  const at = game.at.value;
  const side = label ? game.sideAt(label) : null;
  useEffect(() => {
    setThreat(null);
    if (label && side && game.mine(side)) {
      void game.ask<{ sheet: Sheet | null }>({ ask: "threat", hex: label }).then((found) => setThreat(found?.sheet ?? null));
    }
  }, [label, at]);
  if (!hex || !label) return <section class="panel" aria-label={words.inspector} />;
  const stack = game.stack(label);
  const control = game.view.value?.control[label];
  return (
    <section class="panel inspector" aria-label={words.inspector}>
      <h2>
        {hex.hex} {hex.name}
      </h2>
      <p>
        {hex.terrain}
        {hex.features.length > 0 && ` · ${hex.features.join(", ")}`}
        {control && ` · ${seatName(control)}`} <small>{hex.source}</small>
      </p>
      {stack.length === 0 && <p>{words.nothingHere}</p>}
      <ul class="units">
        {stack.map((index, i) => (
          <li key={index ?? `hidden${i}`}>
            {index === null ? (
              <span>{words.hidden}</span>
            ) : (
              <UnitLine game={game} index={index} />
            )}
          </li>
        ))}
      </ul>
      {threat && (
        <details>
          <summary>{words.threat}</summary>
          <SheetTable sheet={threat} onRule={(rule) => (game.openRule.value = rule)} />
        </details>
      )}
    </section>
  );
}

function UnitLine({ game, index }: { game: Game; index: number }) {
  const counter = game.fixed.units[index]!;
  const state = game.state(index);
  const chosen = game.selected.value.includes(counter.unit);
  const strength = state?.attack == null ? words.untried : `${state.attack}-${state.defence}`;
  const text = `${counter.unit} · ${state?.kind ?? counter.kind} ${counter.size} · ${strength} · ${state?.steps ?? "?"}/${counter.steps}`;
  if (!game.mine(counter.side)) return <span>{text}</span>;
  return (
    <label>
      <input type="checkbox" checked={chosen} onChange={() => game.toggle(counter.unit)} /> {text}
      {state?.marks?.length ? ` · ${state.marks.join(", ")}` : ""}
    </label>
  );
}
