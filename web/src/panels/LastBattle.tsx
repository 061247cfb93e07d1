/** The battle in hand, or the one that was just over: odds, dice, result, as they fell. */

import type { Game } from "../game";
import type { LogEntry, ToldData } from "../types";
import { words } from "../words";
import { Breakable } from "./Breakable";
import { showHex } from "./show";

const RECENT = 2;
/** For so many orders after its end a battle is still shown. */
const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export function LastBattle({ game }: { game: Game }) {
  const lines = game.replay.value === null ? battle(game.log.value) : [];
  const [first, ...rest] = lines;
  if (!first || game.target.value) return null;
  const hex = first.hexes[0];
  return (
    <div class="battle" aria-live="polite">
      <button class="line" onClick={() => hex && showHex(hex)}>
        <strong>
          <Breakable text={first.text} />
        </strong>
      </button>
      {rest.map((told, i) =>
        told.die !== null ? (
          <p key={i} class="thrown">
            <span class="bigdie" role="img" aria-label={`${words.die} ${told.die}`}>
              {FACES[told.die] ?? told.die}
            </span>{" "}
            {told.text}
          </p>
        ) : (
          <p key={i} class={told.sign === "result" ? "verdict" : ""} title={explanation(game, told)}>
            <Breakable text={told.text} /> {told.sign === "result" && <small>{explanation(game, told)}</small>}
          </p>
        ),
      )}
    </div>
  );
}

/** What a result means, unless its line says so itself. */
function explanation(game: Game, told: ToldData): string | undefined {
  const result = told.sign === "result" ? game.fixed.results[told.about] : undefined;
  return result?.words ? result.explained : undefined;
}

/** What was told of the last battle, if it is recent enough. */
function battle(log: LogEntry[]): ToldData[] {
  const recent: ToldData[] = [];
  let after = 0;
  for (let i = log.length - 1; i >= 0; i--) {
    const told = log[i]!.told;
    const start = told.findIndex((t) => t.sign === "battle");
    recent.unshift(...(start >= 0 ? told.slice(start) : told));
    if (start >= 0) {
      const over = recent.findIndex((t) => t.sign === "battle-over");
      if (over < 0) return recent;
      return after < RECENT && !recent.slice(over).some((t) => t.sign === "phase") ? recent.slice(0, over) : [];
    }
    if (told.some((t) => t.sign === "phase" || t.sign === "march")) return [];
    after += told.length ? 1 : 0;
    if (after > 40) return [];
  }
  return [];
}
