/** A handle for the browser's console, for scripts and for the tests: the game and the camera of the table on the screen. */

import type { Game } from "./game";
import type { Camera } from "./map/camera";

interface Handle {
  game?: Game;
  camera?: Camera;
}

declare global {
  interface Window {
    steppe?: Handle;
  }
}

export function expose(part: Handle): void {
  window.steppe = { ...window.steppe, ...part };
}
