/** The table on a phone: the map fills the screen, a strip at the bottom asks, and a sheet pulls up from it. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game";
import { MapView } from "../map/MapView";
import { words } from "../words";
import { Bar } from "./Bar";
import { BotBox } from "./BotBox";
import { CommandLine } from "./CommandLine";
import { Inspector } from "./Inspector";
import { LastBattle } from "./LastBattle";
import { Log } from "./Log";
import { Ask, Headline, NoticeLine } from "./PromptPanel";
import { RuleRow } from "./RuleRow";
import { SheetPanel } from "./SheetPanel";
import { Since } from "./Since";
import { Tabs } from "./Tabs";

const SHEETS = ["asked", "inspector", "log", "tabs"] as const;
type Sheet = (typeof SHEETS)[number];
const open = signal<Sheet | null>("asked");

const SWIPE = 30;
/** How far a finger must go to pull the sheet up or down. */

export function Phone({ game }: { game: Game }) {
  const target = game.target.value;
  useEffect(() => {
    if (target) open.value = "asked";
  }, [target]);
  const from = useRef(0);
  const shown = open.value;
  const swipe = (y: number): void => {
    if (y - from.current > SWIPE) open.value = null;
    else if (from.current - y > SWIPE) open.value ??= "asked";
  };
  return (
    <div class="phone">
      <Bar game={game} />
      <main class="centre">
        <MapView game={game} />
        <Since game={game} />
      </main>
      <section class={`strip ${shown ? "up" : ""}`} aria-label={words.asked} id="prompt" tabIndex={-1}>
        <button
          class="handle"
          aria-label={shown ? words.close : words.more}
          aria-expanded={!!shown}
          onClick={() => (open.value = shown ? null : "asked")}
          onPointerDown={(e) => (from.current = e.clientY)}
          onPointerUp={(e) => swipe(e.clientY)}
        >
          <span aria-hidden="true" />
        </button>
        <Headline game={game} />
        <NoticeLine game={game} />
        <RuleRow game={game} />
        {shown && (
          <div class={`pulled show-${shown}`}>
            {shown === "asked" && (
              <div class="prompt">
                {game.myTurn.value && !target && <Ask game={game} />}
                <LastBattle game={game} />
                <BotBox game={game} />
                <SheetPanel game={game} />
              </div>
            )}
            {shown === "inspector" && <Inspector game={game} />}
            {shown === "log" && <Log game={game} />}
            {shown === "tabs" && (
              <>
                <Tabs game={game} />
                <CommandLine game={game} />
              </>
            )}
          </div>
        )}
        <div class="tablist" role="tablist">
          {SHEETS.map((sheet) => (
            <button
              key={sheet}
              role="tab"
              aria-selected={shown === sheet}
              onClick={() => (open.value = shown === sheet ? null : sheet)}
            >
              {sheet === "asked" ? words.askedShort : words[sheet]}
            </button>
          ))}
        </div>
      </section>
    </div>
  );
}
