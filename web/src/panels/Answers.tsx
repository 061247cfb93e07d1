/** The answers of a small decision: buttons in words, units and hexes to choose, one or several. */

import type { Game } from "../game";
import { words } from "../words";
import { DoneButton } from "./DoneButton";
import { Fitting } from "./Fitting";
import { UnitPick } from "./UnitPick";

export function Answers({ game }: { game: Game }) {
  const answers = game.answers.value;
  const word = game.word.value;
  const plainOnes = answers.filter((a) => !a.units.length && !a.hex && a.verb !== "done" && (!word || !a.word || a.word === word));
  const units = [...new Set(answers.flatMap((a) => a.units))];
  const several = answers.some((a) => a.units.length > 1);
  const kinds = [...new Set(answers.filter((a) => a.hex && a.word).map((a) => a.word))];
  return (
    <>
      {plainOnes.length > 0 && (
        <div class="row wrap">
          {plainOnes.map((a) => (
            <button key={a.text} data-order={a.text} disabled={game.busy.value} title={words.explained[a.word]} onClick={() => void game.order(a.text)}>
              {game.say(a)}
            </button>
          ))}
        </div>
      )}
      {kinds.length > 0 && <Kinds game={game} kinds={kinds} />}
      {answers.some((a) => a.verb === "done") && (
        <div class="row">
          <DoneButton game={game} />
        </div>
      )}
      {units.length > 0 && (
        <UnitPick game={game} units={units} label={several ? words.chooseUnits : words.chooseUnit} several={several} />
      )}
      <Fitting game={game} open={kinds.length < 2 || !!word} />
    </>
  );
}

/** What is to be done of several things; the only one there is goes without saying. */
function Kinds({ game, kinds }: { game: Game; kinds: string[] }) {
  const only = kinds.length === 1;
  const choose = (kind: string): void => {
    game.word.value = game.word.value === kind ? "" : kind;
    game.notice.value = null;
  };
  return (
    <fieldset class="pick" role="radiogroup" aria-label={words.chooseWhat}>
      {!only && <legend>{words.chooseWhat}</legend>}
      <div class="row wrap">
        {kinds.map((kind) => (
          <button key={kind} role="radio" aria-checked={only || game.word.value === kind} onClick={() => !only && choose(kind)}>
            {game.kind(kind)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
