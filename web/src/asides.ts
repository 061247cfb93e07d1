/** What may be ordered whoever must decide: asked anew when the hex or the position changes. */

import { useEffect, useState } from "preact/hooks";
import type { Game } from "./game";
import type { Aside } from "./types";

export function useAsides(game: Game, hex?: string): Aside[] {
  const [found, setFound] = useState<Aside[]>([]);
  const at = game.at.value;
  const seat = game.eyes.value;
  const open =
    !!seat && !!game.hello.value?.seats.includes(seat) && !game.prompt.value?.outcome && game.replay.value === null;
  useEffect(() => {
    let alive = true;
    if (!open) setFound([]);
    else void game.ask("aside", { hex }).then((asides) => alive && setFound(asides?.choices ?? []));
    return () => {
      alive = false;
    };
  }, [at, seat, hex, open]);
  return found;
}
