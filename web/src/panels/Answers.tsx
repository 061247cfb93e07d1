/** The answers of a small decision: buttons in words, units and hexes to choose, one or several. */

import type { Game } from "../game";
import { words } from "../words";
import { DoneButton } from "./DoneButton";
import { Fitting } from "./Fitting";
import { OrderButtons } from "./OrderButtons";
import { UnitPick } from "./UnitPick";

export function Answers({ game }: { game: Game }) {
  const answers = game.answers.value;
  const picked = game.picked.value;
  const plainOnes = answers.filter(
    (c) => !c.units.length && !c.hex && c.kind !== "end" && (!picked || !c.pick || c.pick === picked),
  );
  const units = [...new Set(answers.flatMap((c) => c.units))];
  const several = answers.some((c) => c.units.length > 1);
  const kinds = [...new Set(answers.filter((c) => c.hex && c.pick).map((c) => c.pick))];
  return (
    <>
      {plainOnes.length > 0 && (
        <div class="row wrap">
          <OrderButtons game={game} choices={plainOnes} />
        </div>
      )}
      {kinds.length > 0 && <Kinds game={game} kinds={kinds} />}
      {game.end.value && (
        <div class="row">
          <DoneButton game={game} />
        </div>
      )}
      {units.length > 0 && (
        <UnitPick game={game} units={units} label={several ? words.chooseUnits : words.chooseUnit} several={several} />
      )}
      <Fitting game={game} open={kinds.length < 2 || !!picked} />
    </>
  );
}

/** What is to be done of several things; the only one there is goes without saying. */
function Kinds({ game, kinds }: { game: Game; kinds: string[] }) {
  const only = kinds.length === 1;
  const choose = (kind: string): void => {
    game.picked.value = game.picked.value === kind ? "" : kind;
    game.notice.value = null;
  };
  return (
    <fieldset class="pick" role="radiogroup" aria-label={words.chooseWhat}>
      {!only && <legend>{words.chooseWhat}</legend>}
      <div class="row wrap">
        {kinds.map((kind) => (
          <button
            key={kind}
            role="radio"
            aria-checked={only || game.picked.value === kind}
            onClick={() => !only && choose(kind)}
          >
            {kind}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
