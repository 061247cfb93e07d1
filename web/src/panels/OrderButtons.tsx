/** Buttons that give an order, each in words. */

import type { Game } from "../game";
import type { Choice } from "../types";

interface Props {
  game: Game;
  choices: Choice[];
  look?: string;
}

export function OrderButtons({ game, choices, look = "" }: Props) {
  return (
    <>
      {choices.map((c) => (
        <button
          key={c.order}
          data-order={c.order}
          class={look}
          disabled={game.busy.value}
          title={c.help}
          onClick={() => void game.order(c.order)}
        >
          {c.words}
        </button>
      ))}
    </>
  );
}
