import { expect, it } from "vitest";
import { findPockets } from "../src/map/front";
import { Grid } from "../src/map/geometry";
import { flatGrid } from "./boards";

const grid = new Grid({ hexes: flatGrid, flat: true });
const dry = flatGrid.map(() => true);
const held = (mine: string[]): number[] => flatGrid.map((hex) => (mine.includes(hex.hex) ? 1 : 0));

it("a front from edge to edge makes no pocket", () => {
  const half = flatGrid.filter((h) => h.hex > "0300").map((h) => h.hex);
  expect(findPockets(grid, held(half), dry)).toEqual([]);
});

it("a patch apart from its side's main body is a pocket", () => {
  const body = flatGrid.filter((h) => h.hex > "0400").map((h) => h.hex);
  const pockets = findPockets(grid, held([...body, "0103"]), dry);
  expect(pockets.map((p) => p.map((i) => flatGrid[i]!.hex))).toEqual([["0103"]]);
});

it("water belongs to nobody", () => {
  const wet = flatGrid.map((h) => h.hex !== "0103");
  const body = flatGrid.filter((h) => h.hex > "0400").map((h) => h.hex);
  expect(findPockets(grid, held([...body, "0103"]), wet)).toEqual([]);
});
