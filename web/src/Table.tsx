/** The table: bar, map, what is asked, inspector, log, command line. */

import type { Game } from "./game";
import { MapView } from "./map/MapView";
import { Bar } from "./panels/Bar";
import { CommandLine } from "./panels/CommandLine";
import { Inspector } from "./panels/Inspector";
import { Log } from "./panels/Log";
import { PromptPanel } from "./panels/PromptPanel";
import { SheetPanel } from "./panels/SheetPanel";

export function Table({ game }: { game: Game }) {
  return (
    <div class="table">
      <Bar game={game} />
      <div class="left">
        <PromptPanel game={game} />
        <SheetPanel game={game} />
      </div>
      <div class="centre">
        <MapView game={game} />
      </div>
      <div class="right">
        <Inspector game={game} />
        <Log game={game} />
      </div>
      <CommandLine game={game} />
    </div>
  );
}
