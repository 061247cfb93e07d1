import { describe, expect, it } from "vitest";
import { Grid, RIM } from "../src/map/geometry";
import { board, flatGrid, pointyGrid } from "./boards";

describe.each([
  ["flat hexes", true, flatGrid],
  ["pointy hexes", false, pointyGrid],
])("%s", (_, flat, hexes) => {
  const grid = new Grid({ hexes, flat });

  it("finds the hex at its centre and near its corners", () => {
    for (const hex of hexes) {
      expect(grid.at(hex)?.hex).toBe(hex.hex);
      for (const corner of grid.corners) {
        expect(grid.at({ x: hex.x + corner.x * 0.95, y: hex.y + corner.y * 0.95 })?.hex).toBe(hex.hex);
      }
    }
  });

  it("finds nothing off the map", () => {
    expect(grid.at({ x: grid.box.left - 1, y: grid.box.top - 1 })).toBeNull();
    expect(grid.at({ x: 1e6, y: -1e6 })).toBeNull();
  });

  it("knows six neighbours inside, one apart, and each the other's", () => {
    const inside = grid.index.get("0303")!;
    const around = [...grid.around.subarray(6 * inside, 6 * inside + 6)];
    expect(around.every((i) => i >= 0)).toBe(true);
    expect(new Set(around).size).toBe(6);
    around.forEach((other, k) => {
      const [a, b] = [hexes[inside]!, hexes[other]!];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(1, 3);
      expect(grid.around[6 * other + ((k + 3) % 6)]).toBe(inside);
    });
  });

  it("puts a side between its two hexes", () => {
    const a = grid.byLabel.get("0303")!;
    const at = grid.index.get("0303")!;
    for (let k = 0; k < 6; k++) {
      const b = hexes[grid.around[6 * at + k]!]!;
      const ends = grid.side(a, b);
      expect(Math.hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y)).toBeCloseTo(1 / Math.sqrt(3), 3);
      const corners = [grid.corners[k]!, grid.corners[(k + 1) % 6]!];
      for (const end of ends) {
        expect(Math.min(...corners.map((c) => Math.hypot(a.x + c.x - end.x, a.y + c.y - end.y)))).toBeLessThan(1e-3);
      }
    }
  });

  it("goes to the neighbour that lies in a direction", () => {
    const here = grid.byLabel.get("0303")!;
    for (let degrees = 0; degrees < 360; degrees += 30) {
      const next = grid.neighbour(here, degrees);
      if (!next) continue;
      const off = (Math.atan2(next.y - here.y, next.x - here.x) * 180) / Math.PI - degrees;
      expect(Math.abs(((off + 540) % 360) - 180)).toBeLessThanOrEqual(31);
    }
  });

  it("lists the hexes in a box, into the same list", () => {
    const out = [hexes[0]!];
    const all = grid.within(grid.box, out);
    expect(all).toBe(out);
    expect(all.length).toBe(hexes.length);
    const one = grid.byLabel.get("0202")!;
    const few = grid.within({ left: one.x, right: one.x, top: one.y, bottom: one.y });
    expect(few).toContain(one);
    expect(few.length).toBeLessThan(4);
  });

  it("has room for a number of four digits above the middle", () => {
    const hex = grid.byLabel.get("0303")!;
    const top = hex.y - grid.numberLift - 0.1;
    for (const aside of [-0.17, 0.17]) expect(grid.at({ x: hex.x + aside, y: top })?.hex).toBe("0303");
  });

  it("leaves the rim that the picture of the ground has", () => {
    expect(grid.box.left).toBeCloseTo(Math.min(...hexes.map((h) => h.x)) - RIM);
    expect(grid.box.bottom).toBeCloseTo(Math.max(...hexes.map((h) => h.y)) + RIM);
  });
});

it("an empty corner of the map has no neighbour", () => {
  const grid = new Grid(board([["0101", 0, 0]]));
  expect([...grid.around]).toEqual([-1, -1, -1, -1, -1, -1]);
});
