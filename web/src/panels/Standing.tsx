/** When a seat wants to be asked for reactions, and which hexes it looks out for. */

import type { Game } from "../game";
import type { Aside } from "../types";
import { words } from "../words";
import { Choice } from "./Choice";

export function StandingChoice({ game, asides }: { game: Game; asides: Aside[] }) {
  const offered = asides.filter((aside) => aside.kind === "asking");
  if (!offered.length) return null;
  return (
    <Choice
      label={words.askMe}
      value={offered.find((aside) => aside.on)?.order ?? ""}
      choices={offered.map(({ order, words: said }) => [order, said.toLowerCase()])}
      onChange={(order) => void game.order(order)}
    />
  );
}

/** Looking out for a hex matters only to who wants to be asked then: so both stand together. */
export function LookOut({ game, asides }: { game: Game; asides: Aside[] }) {
  const lookOut = asides.find((aside) => aside.kind === "look-out");
  if (!lookOut) return null;
  return (
    <details class="lookout" open={lookOut.on}>
      <summary>{lookOut.on ? words.watchedHex : words.reactions}</summary>
      <label>
        <input
          data-testid="look-out"
          type="checkbox"
          checked={lookOut.on}
          onChange={() => void game.order(lookOut.order)}
        />{" "}
        {lookOut.words}
      </label>
      <StandingChoice game={game} asides={asides} />
    </details>
  );
}
