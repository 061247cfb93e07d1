/** What happened since the player was last here. */

import type { Game } from "../game";
import { words } from "../words";
import { Line } from "./Log";

const SHOWN = 12;

export function Since({ game }: { game: Game }) {
  const news = game.since.value;
  if (!news.length || game.handOver.value) return null;
  const lines = news.flatMap((entry) => entry.told.map((told) => ({ entry, told })));
  const close = (): void => {
    game.since.value = [];
  };
  return (
    <section class="since panel" aria-label={words.sinceTitle}>
      <button class="close" aria-label={words.close} onClick={close}>
        ×
      </button>
      <h2>{words.sinceTitle}</h2>
      {lines.length > SHOWN && <small>{words.sinceMore(lines.length - SHOWN)}</small>}
      <div class="sincelines">
        {lines.slice(-SHOWN).map(({ entry, told }, i) => (
          <Line key={i} game={game} told={told} entry={entry} />
        ))}
      </div>
      <button
        onClick={() => {
          void game.goTo(news[0]!.n - 1);
          close();
        }}
      >
        {words.replayThem}
      </button>
    </section>
  );
}
