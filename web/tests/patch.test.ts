import { describe, expect, it } from "vitest";
import { patched } from "../src/patch";
import type { View } from "../src/types";

const view: View = {
  turn: 1,
  step: "I.A",
  units: [
    { side: "german", at: "0101" },
    { side: "soviet", at: "0202" },
  ],
  stacks: { "0101": [0], "0202": [1] },
  control: { "0101": "german" },
  aircraft: { german: 2 },
  held: [0, 1, 1],
  cut: [1],
};

describe("changes of a view", () => {
  it("replaces plain values", () => {
    expect(patched(view, { turn: 2 }).turn).toBe(2);
  });

  it("patches lists by index and keeps the other entries themselves", () => {
    const next = patched(view, { units: { "1": { side: "soviet", at: "0303" } }, held: { "2": 0 } });
    expect(next.units[1]!.at).toBe("0303");
    expect(next.units[0]).toBe(view.units[0]);
    expect(next.held).toEqual([0, 1, 0]);
  });

  it("patches tables by key, and null takes an entry away", () => {
    const next = patched(view, { stacks: { "0202": null, "0303": [1] } });
    expect(next.stacks).toEqual({ "0101": [0], "0303": [1] });
  });

  it("replaces a list by a list of another length", () => {
    expect(patched(view, { cut: [] }).cut).toEqual([]);
  });

  it("leaves the old view alone, and what did not change is the same object", () => {
    const before = structuredClone(view);
    const next = patched(view, { units: { "0": { side: "german", at: "0404" } }, stacks: { "0101": null } });
    expect(view).toEqual(before);
    expect(next.held).toBe(view.held);
  });
});
