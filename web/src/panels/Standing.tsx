/** When a seat wants to be asked for reactions, and which hexes it watches. */

import type { Game } from "../game";
import { words } from "../words";
import { Choice } from "./Choice";

export function StandingChoice({ game, seat }: { game: Game; seat: string }) {
  return (
    <Choice
      label={words.standing}
      value={game.live.value?.standing?.[seat] ?? "always"}
      choices={Object.entries(words.standings)}
      onChange={(how) => void game.order(`standing ${seat} ${how}`)}
    />
  );
}

/** Watching a hex matters only to who wants to be asked for watched hexes: so both stand together. */
export function Watch({ game, hex }: { game: Game; hex: string }) {
  const seat = game.eyes.value;
  if (!seat || !game.hello.value?.seats.includes(seat) || game.prompt.value?.outcome || game.replay.value !== null) return null;
  const watched = !!game.live.value?.watched?.includes(hex);
  return (
    <details class="watch" open={watched}>
      <summary>{watched ? words.watchedHex : words.reactions}</summary>
      <label>
        <input data-testid="watch" type="checkbox" checked={watched} onChange={() => void game.order(`watch ${seat} ${hex}`)} /> {words.watchHex}
      </label>
      <StandingChoice game={game} seat={seat} />
    </details>
  );
}
