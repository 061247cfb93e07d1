import { describe, expect, test } from "vitest";
import { NATIONS, palette } from "../src/map/palette";
import { apart, contrast, EYES } from "./colours";

/** Clearly two colours, not two shades of one. */
const CLEAR = 0.08;

describe.each(Object.keys(EYES))("to %s eyes", (eyes) => {
  test.each([false, true])("sides and states keep their distance (dark: %s)", (dark) => {
    const p = palette(dark);
    const pairs: [string, string, string][] = [
      ["german, soviet", p.german, p.soviet],
      ["reach, target", p.reach, p.target],
      ["reach, select", p.reach, p.select],
      ["supplied, cut", p.supplied, p.cut],
    ];
    for (const [name, a, b] of pairs) expect(apart(a, b, eyes), name).toBeGreaterThan(CLEAR);
  });

  test("the counters of the two sides keep their distance", () => {
    const soviet = NATIONS["soviet"]!;
    for (const [nation, colours] of Object.entries(NATIONS)) {
      if (nation === "soviet") continue;
      for (const ground of [colours.ground, colours.mech?.ground]) {
        if (ground) expect(apart(ground, soviet.ground, eyes), nation).toBeGreaterThan(CLEAR);
      }
    }
  });
});

test("what is written on a counter can be read", () => {
  for (const { ground, ink, mech } of Object.values(NATIONS)) {
    expect(contrast(ground, ink)).toBeGreaterThan(4.5);
    if (mech) expect(contrast(mech.ground, mech.ink)).toBeGreaterThan(4.5);
  }
});
