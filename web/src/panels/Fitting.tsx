/** What can be ordered with what has been chosen, here or on the map. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import type { Choice } from "../types";
import { words } from "../words";
import { OrderButtons } from "./OrderButtons";
import { showHex } from "./show";

const MOST_HEXES = 24;

/** What can be ordered with what has been chosen: a confirmation, or the hexes to which it can go. */
export function Fitting({ game, open }: { game: Game; open: boolean }) {
  const [find, setFind] = useState("");
  const chosen = game.selected.value;
  const exact = game.fits.value.filter((a) => a.units.length === chosen.length || !a.units.length);
  const confirm = exact.filter((a) => a.units.length && !a.hex);
  const hexed = exact.filter((a) => a.hex && (open || !a.pick));
  const wanted = find.toLowerCase();
  const shown = hexed
    .filter((a) => !wanted || `${game.place(a.hex!)} ${game.unitsAt(a.hex!).join(" ")}`.toLowerCase().includes(wanted))
    .sort(byName(game));
  return (
    <>
      {chosen.length > 0 && confirm.length > 0 && (
        <div class="row wrap">
          <OrderButtons game={game} choices={confirm.slice(0, 6)} look={game.isPhase.value ? "" : "primary"} />
        </div>
      )}
      {hexed.length > 0 && (
        <fieldset class="pick">
          <legend>{words.chooseHex}</legend>
          {hexed.length > MOST_HEXES && (
            <input
              type="search"
              placeholder={words.find}
              aria-label={words.find}
              value={find}
              onInput={(e) => setFind(e.currentTarget.value)}
            />
          )}
          <div class="row wrap">
            {shown.slice(0, MOST_HEXES).map((a) => (
              <button
                key={a.order}
                data-order={a.order}
                onMouseEnter={() => (game.hover.value = a.hex)}
                onFocus={() => showHex(a.hex!)}
                onClick={() => void game.order(a.order)}
              >
                {hexed.every((b) => b.help === hexed[0]!.help) ? game.place(a.hex!) : a.words}{" "}
                {!a.units.length && <small>{whoIsThere(game, a.hex!)}</small>}
              </button>
            ))}
            {shown.length > MOST_HEXES && <small>… {shown.length - MOST_HEXES}</small>}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** One's own stack in a hex that is to be chosen, by its top unit, and whether it is in need. */
function whoIsThere(game: Game, hex: string): string {
  const side = game.sideAt(hex);
  const [top, ...others] = side && game.mine(side) ? game.unitsAt(hex) : [];
  if (!top) return "";
  return `${top}${others.length ? ` +${others.length}` : ""}${isCut(game, hex) ? `, ${words.outOfSupply}` : ""}`;
}

function isCut(game: Game, hex: string): boolean {
  const cut = game.view.value?.cut ?? [];
  return game.stack(hex).some((u) => u !== null && cut.includes(u));
}

/** Stacks out of supply first, then named hexes. */
function byName(game: Game): (a: Choice, b: Choice) => number {
  const name = (a: Choice): string => game.grid.byLabel.get(a.hex ?? "")?.name ?? "";
  const cut = (a: Choice): number => Number(!a.units.length && isCut(game, a.hex!));
  return (a, b) =>
    cut(b) - cut(a) ||
    Number(!name(a)) - Number(!name(b)) ||
    name(a).localeCompare(name(b)) ||
    a.order.localeCompare(b.order);
}
