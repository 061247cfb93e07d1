/** The panels under the map, one at a time. */

import { signal } from "@preact/signals";
import type { Game } from "../game";
import { words } from "../words";
import { Losses } from "./Losses";
import { Luck } from "./Luck";
import { Oob } from "./Oob";
import { Rules } from "./Rules";
import { Sources } from "./Sources";
import { Turns } from "./Turns";
import { Victory } from "./Victory";

export const TABS = ["track", "losses", "luckTab", "victory", "oob", "rules", "sources"] as const;
export type Tab = (typeof TABS)[number];

export const openTab = signal<Tab | null>(null);

const PANELS = {
  track: Turns,
  losses: Losses,
  luckTab: Luck,
  victory: Victory,
  oob: Oob,
  rules: Rules,
  sources: Sources,
};

export function Tabs({ game }: { game: Game }) {
  const open = openTab.value;
  const Panel = open ? PANELS[open] : null;
  return (
    <section class={`tabs ${open ? "open" : ""}`} aria-label={words.tabs}>
      <TabButtons />
      {Panel && (
        <div class="tabpanel" role="tabpanel" aria-label={words[open!]} tabIndex={0}>
          <Panel game={game} />
        </div>
      )}
    </section>
  );
}

export function TabButtons() {
  return (
    <div class="tablist" role="tablist" aria-label={words.tabs}>
      {TABS.map((tab, i) => (
        <button
          key={tab}
          role="tab"
          aria-selected={openTab.value === tab}
          title={String(i + 1)}
          onClick={() => (openTab.value = openTab.value === tab ? null : tab)}
        >
          {words[tab]}
        </button>
      ))}
    </div>
  );
}
