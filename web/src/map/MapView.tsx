/** The map with what floats over it: the hint at the pointer, the legend of the overlay, the small map. */

import type { Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game";
import { expose } from "../handle";
import { plain, seatName, words } from "../words";
import type { Camera } from "./camera";
import type { Point } from "./geometry";
import { Hands } from "./hands";
import "./map.css";
import { hiddenText } from "../panels/units";
import { MiniMap } from "./MiniMap";
import type { Entry } from "./overlays";
import { MapTable } from "./table";

export function MapView({ game }: { game: Game }) {
  const holder = useRef<HTMLCanvasElement>(null);
  const [table, setTable] = useState<MapTable | null>(null);
  useEffect(() => {
    const made = new MapTable(holder.current!, game);
    const hands = new Hands(made);
    expose({ camera: made.camera });
    setTable(made);
    return () => {
      hands.close();
      made.close();
    };
  }, [game]);
  return (
    <div class="mapbox">
      <canvas
        ref={holder}
        class="map"
        tabIndex={0}
        role="application"
        aria-label={words.mapLabel}
        aria-describedby="map-tip"
      />
      {table && <Tip table={table} />}
      {table && <Legend legend={table.legend} />}
      {table && <MiniMap table={table} />}
    </div>
  );
}

/** What is under the pointer or the marker; it is also read aloud when the marker walks. */
function Tip({ table }: { table: MapTable }) {
  const tip = table.tip.value;
  const text = tip ? describe(table.game, tip.hex) : [];
  const style = tip ? placed(tip.at, table.camera) : "";
  return (
    <div id="map-tip" class={tip ? "tip" : "tip off"} style={style} aria-live="polite">
      {text.map((line, i) => (
        <div key={i}>{line}</div>
      ))}
    </div>
  );
}

function placed({ x, y }: Point, camera: Camera): string {
  const at = { x: Math.min(Math.max(x, 0), camera.width), y: Math.min(Math.max(y, 0), camera.height) };
  const across = at.x > camera.width / 2 ? `right:${camera.width - at.x + 16}px` : `left:${at.x + 16}px`;
  return `${across};${at.y > camera.height - 120 ? `bottom:${camera.height - at.y + 12}px` : `top:${at.y + 14}px`}`;
}

function describe(game: Game, label: string): string[] {
  const hex = game.grid.byLabel.get(label);
  if (!hex) return [];
  const lines = [`${game.place(label)} · ${[hex.terrain, ...hex.features].map(plain).join(", ")}`];
  const side = game.sideAt(label);
  const stack = game.stack(label);
  if (side && stack.length) {
    const names = game.unitsAt(label);
    const hidden = stack.length - names.length;
    lines.push(`${seatName(side)}: ${[...names, ...(hidden ? [hiddenText(hidden)] : [])].join(", ")}`);
  }
  for (const marker of game.markers.value.get(label) ?? []) lines.push(`${marker.text}: ${marker.words}`);
  const cost = game.reach.value.get(label)?.badge;
  if (cost) lines.push(words.map.costs(cost));
  const odds = game.targets.value.get(label)?.badge;
  if (odds) lines.push(words.map.oddsHere(odds));
  const marks = new Set(stack.flatMap((u) => (u === null ? [] : (game.state(u)?.marks ?? []))));
  if (stack.some((u) => u !== null && game.view.value?.cut?.includes(u))) marks.add("cut");
  for (const mark of game.fixed.look.marks)
    if (marks.has(mark.name)) lines.push(`${mark.letter}: ${words.map.someUnit} ${mark.words}`);
  return lines;
}

function Legend({ legend }: { legend: Signal<Entry[]> }) {
  if (!legend.value.length) return null;
  return (
    <ul class="legend" aria-label={words.map.legend}>
      {legend.value.map((entry) => (
        <li key={entry.text}>
          {entry.colour && (
            <span class="swatch" style={`background:${entry.colour}`}>
              {entry.letter}
            </span>
          )}
          {entry.text}
        </li>
      ))}
    </ul>
  );
}
