/** Where the data come from: counted for hexes and units, and for what is under the marker. */

import type { Game } from "../game";
import { words } from "../words";

const KINDS = ["text", "derived", "reconstructed", ""];

export function Sources({ game }: { game: Game }) {
  const label = game.hex.value;
  const hex = label ? game.grid.byLabel.get(label) : undefined;
  const units = label ? game.unitsAt(label).map((u) => game.fixed.units[game.index(u)]!) : [];
  return (
    <div>
      <p>{words.sourcesIntro}</p>
      <div class="columns">
        <Count name={words.hexes} rows={game.fixed.hexes} />
        <Count name={words.units} rows={game.fixed.units} />
        {hex && (
          <section>
            <h3>{game.place(hex.hex)}</h3>
            <p>{words.sourceWords[hex.source] ?? hex.source}</p>
            {units.map((u) => (
              <p key={u.unit}>
                <strong>{u.unit}</strong> {words.sourceWords[u.source] ?? u.source}
                {u.note ? `; ${u.note}` : ""}
              </p>
            ))}
          </section>
        )}
      </div>
    </div>
  );
}

function Count({ name, rows }: { name: string; rows: { source: string }[] }) {
  return (
    <section>
      <h3>
        {name}: {rows.length}
      </h3>
      <dl class="facts">
        {KINDS.map((kind) => {
          const count = rows.filter((row) => row.source === kind).length;
          if (!count) return null;
          return (
            <>
              <dt>{words.sourceWords[kind]}</dt>
              <dd>
                {count} <small>({Math.round((count / rows.length) * 100)} %)</small>
              </dd>
            </>
          );
        })}
      </dl>
    </section>
  );
}
