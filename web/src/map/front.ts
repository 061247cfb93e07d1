/** The front line and the pockets, found from who holds which hex; made anew only when that changes. */

import type { Grid } from "./geometry";

/** How far each side's line stands off the hexside. */
const OFF = 0.045;
/** A patch of hexes counts as cut off if it is smaller than this part of its side's largest one. */
const POCKET = 0.25;

export interface Front {
  /** By seat: its own line along the front. */
  lines: Path2D[];
  /** By seat: the hexes of its pockets. */
  pockets: Path2D[];
}

export function findFront(grid: Grid, held: readonly number[], isWater: (terrain: string) => boolean): Front {
  const { hexes } = grid.fixed;
  const dry = hexes.map((hex) => !isWater(hex.terrain));
  const lines = [new Path2D(), new Path2D()];
  hexes.forEach((hex, i) => {
    if (!dry[i]) return;
    for (let k = 0; k < 6; k++) {
      const other = grid.around[6 * i + k]!;
      if (other < 0 || !dry[other] || held[other] === held[i]) continue;
      const a = grid.corners[k]!;
      const b = grid.corners[(k + 1) % 6]!;
      // The side's own line lies on its own ground.
      const inX = -(a.x + b.x) * OFF;
      const inY = -(a.y + b.y) * OFF;
      const line = lines[held[i]! & 1]!;
      line.moveTo(hex.x + a.x + inX, hex.y + a.y + inY);
      line.lineTo(hex.x + b.x + inX, hex.y + b.y + inY);
    }
  });
  const pockets = [new Path2D(), new Path2D()];
  for (const pocket of findPockets(grid, held, dry)) {
    for (const i of pocket) grid.outline(pockets[held[i]! & 1]!, hexes[i]!);
  }
  return { lines, pockets };
}

/** Patches of hexes that their side holds apart from its largest ones. */
export function findPockets(grid: Pick<Grid, "around">, held: readonly number[], dry: readonly boolean[]): number[][] {
  const seen = new Uint8Array(held.length);
  const patches: number[][] = [];
  const largest = [0, 0];
  for (let start = 0; start < held.length; start++) {
    if (seen[start] || !dry[start]) continue;
    const patch = [start];
    seen[start] = 1;
    for (const i of patch) {
      for (let k = 0; k < 6; k++) {
        const other = grid.around[6 * i + k]!;
        if (other < 0 || seen[other] || !dry[other] || held[other] !== held[i]) continue;
        seen[other] = 1;
        patch.push(other);
      }
    }
    patches.push(patch);
    const side = held[start]! & 1;
    largest[side] = Math.max(largest[side]!, patch.length);
  }
  return patches.filter((patch) => patch.length < POCKET * largest[held[patch[0]!]! & 1]!);
}
