/** A handle for the browser's console, for scripts and for the tests: the game and the camera of the table on the screen. */

import type { Game } from "./game";
import type { Camera } from "./map/camera";

declare global {
  interface Window {
    steppe?: { game: Game; camera: Camera };
  }
}

export function expose(game: Game, camera: Camera): void {
  window.steppe = { game, camera };
}
