/** Small boards for the tests. */

import type { HexData } from "../src/types";

export function hexAt(hex: string, x: number, y: number, terrain = "clear"): HexData {
  return { hex, x, y, terrain, features: [], regions: [], name: "", source: "" };
}

export function board(rows: [string, number, number][]): { hexes: HexData[]; flat: boolean } {
  return { hexes: rows.map(([hex, x, y]) => hexAt(hex, x, y)), flat: true };
}

const two = (n: number): string => String(n).padStart(2, "0");
const STEP = Math.sqrt(3) / 2;

/** Five columns of five, odd ones lower. */
export const flatGrid = Array.from({ length: 25 }, (_, i) => {
  const [column, row] = [Math.floor(i / 5) + 1, (i % 5) + 1];
  return hexAt(two(column) + two(row), column * STEP, row + (column % 2) / 2);
});

export const pointyGrid = Array.from({ length: 25 }, (_, i) => {
  const [column, row] = [Math.floor(i / 5) + 1, (i % 5) + 1];
  return hexAt(two(column) + two(row), column + (row % 2) / 2, row * STEP);
});
