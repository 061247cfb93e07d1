/** The battle in hand, or the one that was just over: odds, dice, result, as they fell. */

import type { Game } from "../game";
import type { LogEntry, Told } from "../types";
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
          <p key={i} class={told.kind === "result" ? "verdict" : ""} title={explanation(told)}>
            <Breakable text={told.text} /> {told.kind === "result" && <small>{explanation(told)}</small>}
          </p>
        ),
      )}
    </div>
  );
}

function explanation(told: Told): string | undefined {
  return told.kind === "result" ? words.explained[told.text.replace(/^.*: |\.$/g, "")] : undefined;
}

/** What was told of the last battle, if it is recent enough. */
function battle(log: LogEntry[]): Told[] {
  const recent: Told[] = [];
  let after = 0;
  for (let i = log.length - 1; i >= 0; i--) {
    const told = log[i]!.told;
    const start = told.findIndex((t) => t.kind === "assault");
    recent.unshift(...(start >= 0 ? told.slice(start) : told));
    if (start >= 0) {
      const over = recent.findIndex((t) => t.kind === "battle over");
      if (over < 0) return recent;
      return after < RECENT && !recent.slice(over).some((t) => t.kind === "phase") ? recent.slice(0, over) : [];
    }
    if (told.some((t) => t.kind === "phase" || t.kind === "moved")) return [];
    after += told.length ? 1 : 0;
    if (after > 40) return [];
  }
  return [];
}
