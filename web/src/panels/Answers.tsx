/** The answers of a small decision: buttons in words, units and hexes to choose, one or several. */

import { useState } from "preact/hooks";
import { inWords, type Answer } from "../choices";
import type { Game } from "../game";
import { words } from "../words";
import { DoneButton } from "./DoneButton";
import { showHex } from "./PhaseAsk";
import { UnitPick } from "./UnitPick";

const MOST_HEXES = 24;

export function Answers({ game }: { game: Game }) {
  const answers = game.answers.value;
  const [find, setFind] = useState("");
  const plainOnes = answers.filter((a) => !a.units.length && !a.hex && a.verb !== "done");
  const units = [...new Set(answers.flatMap((a) => a.units))];
  const several = answers.some((a) => a.units.length > 1);
  const kinds = [...new Set(answers.filter((a) => a.hex && a.word).map((a) => a.word))];
  const place = (hex: string): string => game.place(hex);
  return (
    <>
      {plainOnes.length > 0 && (
        <div class="row wrap">
          {plainOnes.map((a) => (
            <button key={a.text} data-order={a.text} disabled={game.busy.value} title={words.explained[a.word]} onClick={() => void game.order(a.text)}>
              {inWords(a, place)}
            </button>
          ))}
        </div>
      )}
      {kinds.length > 1 && <Kinds game={game} kinds={kinds} />}
      {units.length > 0 && (
        <UnitPick game={game} units={units} label={several ? words.chooseUnits : words.chooseUnit} several={several} />
      )}
      <Fitting game={game} find={find} onFind={setFind} />
      {answers.some((a) => a.verb === "done") && (
        <div class="row">
          <DoneButton game={game} />
        </div>
      )}
    </>
  );
}

function Kinds({ game, kinds }: { game: Game; kinds: string[] }) {
  return (
    <div class="row wrap" role="radiogroup" aria-label={words.chooseWhat}>
      {kinds.map((kind) => (
        <button
          key={kind}
          role="radio"
          aria-checked={game.word.value === kind}
          onClick={() => (game.word.value = game.word.value === kind ? "" : kind)}
        >
          {kind}
        </button>
      ))}
    </div>
  );
}

/** What can be ordered with what has been chosen: a confirmation, or the hexes to which it can go. */
function Fitting({ game, find, onFind }: { game: Game; find: string; onFind: (text: string) => void }) {
  const chosen = game.selected.value;
  const exact = game.fits.value.filter((a) => a.units.length === chosen.length || !a.units.length);
  const confirm = exact.filter((a) => a.units.length && !a.hex);
  const hexed = exact.filter((a) => a.hex && (!game.answers.value.some((b) => b.word && b.hex) || game.word.value || !a.word));
  const place = (hex: string): string => game.place(hex);
  const wanted = find.toLowerCase();
  const shown = hexed.filter((a) => !wanted || place(a.hex!).toLowerCase().includes(wanted)).sort(byName(game));
  return (
    <>
      {chosen.length > 0 && confirm.length > 0 && (
        <div class="row wrap">
          {confirm.slice(0, 6).map((a) => (
            <button key={a.text} data-order={a.text} class="primary" disabled={game.busy.value} onClick={() => void game.order(a.text)}>
              {inWords(a, place)}
            </button>
          ))}
        </div>
      )}
      {hexed.length > 0 && (
        <fieldset class="pick">
          <legend>{words.chooseHex}</legend>
          {hexed.length > MOST_HEXES && (
            <input type="search" placeholder={words.find} aria-label={words.find} value={find} onInput={(e) => onFind(e.currentTarget.value)} />
          )}
          <div class="row wrap">
            {shown.slice(0, MOST_HEXES).map((a) => (
              <button key={a.text} data-order={a.text} onMouseEnter={() => (game.hover.value = a.hex)} onFocus={() => showHex(a.hex!)} onClick={() => void game.order(a.text)}>
                {hexed.every((b) => b.verb === hexed[0]!.verb) ? place(a.hex!) : inWords(a, place)}
              </button>
            ))}
            {shown.length > MOST_HEXES && <small>… {shown.length - MOST_HEXES}</small>}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** Named hexes first. */
function byName(game: Game): (a: Answer, b: Answer) => number {
  const named = (a: Answer): string => game.grid.byLabel.get(a.hex ?? "")?.name || `~${a.hex}`;
  return (a, b) => named(a).localeCompare(named(b));
}
