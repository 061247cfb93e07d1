import { expect, test } from "vitest";
import { cost } from "../src/panels/Luck";
import type { Fought } from "../src/types";

function battle(attacker: string, own: number, other: number): Fought {
  const steps = { attacker: own, defender: other };
  return {
    n: 1,
    turn: 1,
    attacker,
    hex: "0101",
    kind: "prepared assault",
    odds: "2:1",
    column: "2:1",
    dice: [3],
    result: "DR",
    final: "",
    expected: steps,
    rolled: steps,
    lost: steps,
    luck: 0,
  };
}

test("a seat's losses are those on either side of its battles", () => {
  const battles = [battle("german", 0.5, 2), battle("soviet", 1, 0.25)];
  expect(cost(battles, "german", "expected")).toBe(0.75);
  expect(cost(battles, "soviet", "lost")).toBe(3);
  expect(cost([], "soviet", "rolled")).toBe(0);
});
