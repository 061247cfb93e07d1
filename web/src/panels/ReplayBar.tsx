/** A slider through the game, both ways, with play and speed. */

import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game";
import { PACES } from "../pace";
import { words } from "../words";

const SPEEDS = Object.keys(PACES).filter((pace) => PACES[pace]! > 0);

export function ReplayBar({ game }: { game: Game }) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState("normal");
  const replay = game.replay.value;
  const all = game.orders.value;
  const at = replay ?? all;
  const shown = game.past.value;
  useEffect(() => {
    if (!playing) return;
    if (replay === null) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => void game.goTo(replay + 1), PACES[speed]);
    return () => clearTimeout(timer);
  }, [playing, replay, shown, speed]);
  const play = (): void => {
    if (!playing && replay === null) void game.goTo(0);
    setPlaying(!playing);
  };
  return (
    <div class="replay" role="group" aria-label={words.replay}>
      <div class="row">
        <button disabled={at === 0} onClick={() => void game.goTo(at - 1)} aria-label={words.stepBack} title="[">
          ◀
        </button>
        <button onClick={play} aria-label={playing ? words.playLater : words.playOn} disabled={all === 0}>
          {playing ? "❚❚" : "►"}
        </button>
        <button disabled={replay === null} onClick={() => void game.goTo(at + 1)} aria-label={words.stepOn} title="]">
          ▶
        </button>
        <input
          data-testid="replay"
          type="range"
          min={0}
          max={all}
          value={at}
          aria-label={words.replaySlider}
          aria-valuetext={words.replayOf(at, all)}
          onInput={(event) => void game.goTo(Number(event.currentTarget.value))}
        />
      </div>
      {replay !== null && (
        <div class="row">
          <small>{words.replayOf(at, all)}</small>
          <span class="space" />
          <select value={speed} aria-label={words.pace} onChange={(e) => setSpeed(e.currentTarget.value)}>
            {SPEEDS.map((s) => (
              <option key={s} value={s}>
                {words.paces[s]}
              </option>
            ))}
          </select>
          <button data-testid="replay-now" class="primary" onClick={() => void game.goTo(null)}>
            {words.replayNow}
          </button>
        </div>
      )}
    </div>
  );
}
