/** The bot at work: its orders are shown one by one, and can be skipped or held. */

import type { Game } from "../game";
import { PACES } from "../pace";
import { seatName, words } from "../words";

export function BotBox({ game }: { game: Game }) {
  const bots = game.hello.value?.bots ?? {};
  const prompt = game.prompt.value;
  const seat = prompt?.seat ?? "";
  const waiting = game.pacer.waiting.value;
  if (!Object.values(bots).some(Boolean) || prompt?.outcome) return null;
  if (!bots[seat] && !waiting) return null;
  const player = (game.hello.value?.seats.length ?? 0) > 0;
  return (
    <div class="botbox">
      <p aria-live="polite">
        <span class="spinner" aria-hidden="true" /> {seatName(seat)} {words.bot.toLowerCase()}{" "}
        {waiting ? words.toShow(waiting) : words.botThinks}
      </p>
      <div class="row wrap">
        <button disabled={!waiting} onClick={() => game.pacer.skip()} title="s">
          {words.skip}
        </button>
        {player && (
          <button aria-pressed={game.held.value} onClick={() => void game.holdBot(!game.held.value)}>
            {game.held.value ? words.releaseBot : words.holdBot}
          </button>
        )}
        <label>
          {words.pace}{" "}
          <select value={game.pacer.pace.value} onChange={(e) => game.pacer.choose(e.currentTarget.value)}>
            {Object.keys(PACES).map((pace) => (
              <option key={pace} value={pace}>
                {words.paces[pace]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
