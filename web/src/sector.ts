/** The surroundings of a hex as text: terrain, who holds it, units, supply. */

import type { Game } from "./game";
import { hiddenText } from "./panels/units";
import { plain, seatName, words } from "./words";

const FAR = 3;
/** How many hexes around the marker are read. */

export function report(game: Game, label: string): string {
  const here = game.grid.byLabel.get(label);
  if (!here) return words.sectorEmpty;
  const near = game.fixed.hexes
    .map((hex) => ({ hex, far: Math.round(Math.hypot(hex.x - here.x, hex.y - here.y)) }))
    .filter(({ far }) => far <= FAR)
    .sort((a, b) => a.far - b.far);
  const lines: string[] = [];
  for (const { hex, far } of near) {
    const units = unitsText(game, hex.hex);
    if (far > 0 && !units && !hex.name) continue;
    const where = far === 0 ? "" : `${words.away(far, compass(hex.x - here.x, hex.y - here.y))}, `;
    const control = game.view.value?.control[hex.hex];
    const parts = [[hex.terrain, ...hex.features].map(plain).join(" ")];
    if (control) parts.push(`${words.control.toLowerCase()} ${seatName(control)}`);
    if (units) parts.push(units);
    lines.push(`${where}${game.place(hex.hex)}: ${parts.join("; ")}.`);
  }
  return [`${words.sectorAround(game.place(label), FAR)}:`, ...(lines.length ? lines : [words.sectorEmpty])].join("\n");
}

function unitsText(game: Game, label: string): string {
  const stack = game.stack(label);
  const side = game.sideAt(label);
  if (!stack.length || !side) return "";
  const cut = new Set(game.view.value?.cut ?? []);
  const known = stack
    .filter((u): u is number => u !== null)
    .map((u) => {
      const unit = game.fixed.units[u]!;
      const state = game.state(u);
      const strength = state?.attack == null ? words.untried : `${state.attack}-${state.defence}`;
      return `${unit.unit} ${strength}${cut.has(u) ? ` ${words.outOfSupply}` : ""}`;
    });
  const hidden = stack.length - known.length;
  return `${seatName(side)} ${[...known, ...(hidden ? [hiddenText(hidden)] : [])].join(", ")}`;
}

function compass(dx: number, dy: number): string {
  const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
  return words.compass[(eighth + 8) % 8]!;
}
