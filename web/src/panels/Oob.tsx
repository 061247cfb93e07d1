/** The order of battle as a tree: side, nation, kind, unit; a unit shows where it is. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import type { Counter } from "../types";
import { plain, seatName, words } from "../words";
import { showHex } from "./show";
import { strength } from "./units";

const PLACES = ["map", "off", "dead", "gone"] as const;
const PLACE_WORDS = { map: words.onMap, off: words.offMap, dead: words.dead, gone: words.gone };

export function Oob({ game }: { game: Game }) {
  const [find, setFind] = useState("");
  const wanted = find.toLowerCase();
  const fits = game.fixed.units.filter(
    (u) =>
      !wanted ||
      `${u.unit} ${u.kind} ${game.kind(u.kind)} ${u.note} ${game.place(game.where(u.unit))}`
        .toLowerCase()
        .includes(wanted),
  );
  return (
    <div>
      <input
        type="search"
        placeholder={words.find}
        aria-label={words.find}
        value={find}
        onInput={(e) => setFind(e.currentTarget.value)}
      />
      <div class="columns">
        {game.fixed.seats.map((seat) => (
          <section key={seat}>
            <h3>
              <span class={game.dot(seat)} /> {seatName(seat)}
            </h3>
            {branches(
              game,
              fits.filter((u) => u.side === seat),
            ).map(([name, units]) => (
              <Branch key={name} game={game} name={name} units={units} open={!!wanted} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** By nation where there are several, else by kind. */
function branches(game: Game, units: Counter[]): [string, Counter[]][] {
  const found = new Map<string, Counter[]>();
  const several = new Set(units.map((u) => u.nation)).size > 1;
  for (const unit of units) {
    const key = `${several ? `${plain(unit.nation)}: ` : ""}${game.kindAndSize(unit.kind, unit.size)}`;
    found.set(key, [...(found.get(key) ?? []), unit]);
  }
  return [...found].sort((a, b) => b[1].length - a[1].length);
}

function placeOf(game: Game, unit: Counter): (typeof PLACES)[number] {
  const at = game.where(unit.unit);
  if (at === "dead" || at === "gone") return at;
  return game.grid.byLabel.has(at) ? "map" : "off";
}

function Branch({ game, name, units, open }: { game: Game; name: string; units: Counter[]; open: boolean }) {
  const [shown, setShown] = useState(false);
  const visible = shown || open;
  const counts = PLACES.map((p) => units.filter((u) => placeOf(game, u) === p).length);
  const steps = units.reduce(
    (n, u) => n + (placeOf(game, u) === "map" ? (game.state(game.index(u.unit))?.steps ?? u.steps) : 0),
    0,
  );
  return (
    <details open={visible} onToggle={(e) => setShown(e.currentTarget.open)}>
      <summary>
        {name}: {counts[0]}/{units.length}{" "}
        <small>
          {steps} {words.steps}
          {counts[2] ? ` · ${counts[2]} ${words.dead.toLowerCase()}` : ""}
        </small>
      </summary>
      {visible && (
        <ul class="tree">
          {units.map((unit) => (
            <li key={unit.unit}>
              <Leaf game={game} unit={unit} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Leaf({ game, unit }: { game: Game; unit: Counter }) {
  const state = game.state(game.index(unit.unit));
  if (state?.hidden) return <span>{words.hidden}</span>;
  const place = placeOf(game, unit);
  const text = `${unit.unit} ${strength(game, unit.unit)}`;
  if (place !== "map") {
    return (
      <span class="soft">
        {text} · {PLACE_WORDS[place]}
        {place === "off" && unit.turn ? ` · ${words.turn} ${unit.turn}` : ""}
      </span>
    );
  }
  const at = game.where(unit.unit);
  return (
    <button
      class="line"
      title={unit.note}
      onClick={() => {
        showHex(at);
        if (game.mine(unit.side)) void game.select([unit.unit]);
      }}
    >
      {text} · {game.place(at)}
    </button>
  );
}
