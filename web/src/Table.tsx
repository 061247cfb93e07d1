/** The table: bar, map, what is asked, inspector, log, panels, command line; on a phone one thing at a time. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { keepFocus } from "./focus";
import type { Game } from "./game";
import { expose } from "./handle";
import { listen } from "./keys";
import { MapView } from "./map/MapView";
import { watchTurns } from "./notify";
import { Bar } from "./panels/Bar";
import { CommandLine } from "./panels/CommandLine";
import { Inspector } from "./panels/Inspector";
import { Live } from "./panels/Live";
import { Log } from "./panels/Log";
import { Phone } from "./panels/Phone";
import { PromptPanel } from "./panels/PromptPanel";
import { Consent, HandOver, Help } from "./panels/Screens";
import { SheetPanel } from "./panels/SheetPanel";
import { Since } from "./panels/Since";
import { Tabs } from "./panels/Tabs";

const small = matchMedia("(max-width: 900px)");
const narrow = signal(small.matches);
small.addEventListener("change", () => (narrow.value = small.matches));

export function Table({ game }: { game: Game }) {
  useEffect(() => expose({ game }), [game]);
  const at = game.at.value;
  const asked = game.answers.value;
  useEffect(() => keepFocus("#prompt"), [at, asked]);
  useEffect(() => listen(game), [game]);
  useEffect(() => watchTurns(game), [game]);
  if (game.handOver.value) return <HandOver game={game} />;
  return (
    <>
      {narrow.value ? <Phone game={game} /> : <Wide game={game} />}
      <Live />
      <Consent game={game} />
      <Help game={game} />
    </>
  );
}

function Wide({ game }: { game: Game }) {
  return (
    <div class="table">
      <Bar game={game} />
      <div class="left">
        <PromptPanel game={game} />
        <SheetPanel game={game} />
      </div>
      <main class="centre">
        <MapView game={game} />
        <Since game={game} />
      </main>
      <Tabs game={game} />
      <div class="right">
        <Inspector game={game} />
        <Log game={game} />
      </div>
      <CommandLine game={game} />
    </div>
  );
}
