import { describe, expect, it } from "vitest";
import { band, counterColours, face, factors } from "../src/map/counters";
import { cornerMarks } from "../src/map/marks";
import { shadeOf, strength } from "../src/map/stacks";
import { symbolOf } from "../src/map/symbols";
import type { Counter, Look, UnitState } from "../src/types";

const counter: Counter = {
  unit: "3Pz",
  side: "german",
  nation: "german",
  kind: "panzer",
  size: "XX",
  mobility: "mech",
  steps: 2,
  factors: "6-6/3-3",
  moves: [10, 12],
  points: 1,
  turn: 0,
  entry: "",
  label: "3",
  source: "",
  note: "",
};
const state: UnitState = {
  unit: "3Pz",
  side: "german",
  at: "0101",
  kind: "panzer",
  size: "XX",
  steps: 2,
  attack: 6,
  defence: 6,
  label: "3",
};
const look: Look = {
  marks: [],
  zoc_side: null,
  symbols: { panzer: "1205000000", militia: "1211000000 M" },
  colours: {
    german: { ground: "#aaaaaa", ink: "#000000" },
    "german mech": { ground: "#444444", ink: "#ffffff" },
    "german militia": { ground: "#eeeeee", ink: "#000000" },
  },
};

describe("the face of a counter", () => {
  it("differs by what is to be seen", () => {
    const faces = [
      face(look, counter, state, false),
      face(look, counter, state, true),
      face(look, counter, { ...state, steps: 1, attack: 3, defence: 3 }, false),
      face(look, counter, { ...state, marks: ["moved"] }, false),
      face(look, counter, { ...state, kind: "motorized" }, false),
      face(look, counter, { ...state, attack: null, defence: null, untried: true }, false),
      face(look, { ...counter, size: "X" }, state, false),
    ];
    expect(new Set(faces).size).toBe(faces.length);
  });

  it("is the same for units that look alike, wherever they are", () => {
    expect(face(look, counter, state, false)).toBe(
      face(look, { ...counter, unit: "other" }, { ...state, at: "0909" }, false),
    );
  });

  it("tells nothing of a hidden unit but its side", () => {
    expect(face(look, counter, { side: "german", at: "0101", hidden: true }, true)).toBe("?german");
    expect(face(look, { ...counter, kind: "infantry" }, undefined, false)).toBe("?german");
  });
});

describe("factors", () => {
  it("names equal factors once, and the movement of the steps left", () => {
    expect(factors(counter, state)).toBe("6-12");
    expect(factors(counter, { ...state, steps: 1, attack: 2, defence: 3 })).toBe("2-3-10");
    expect(factors({ ...counter, moves: [] }, { ...state, attack: null })).toBe("?");
  });

  it("has a band only when a step is gone", () => {
    expect(band(counter, state)).toBe(false);
    expect(band(counter, { ...state, steps: 1 })).toBe(true);
    expect(band({ ...counter, steps: 1 }, { ...state, steps: 1 })).toBe(false);
  });
});

describe("marks", () => {
  const plain = { letter: "X", words: "" };
  const marks = [
    { ...plain, name: "fought", implies: ["went"] },
    { ...plain, name: "went" },
    { ...plain, name: "unknown", drawn: false },
  ];
  const marked: Look = { ...look, marks };

  it("puts supply first and leaves out what another mark says", () => {
    const names = (marks: string[], cut: boolean): string[] => cornerMarks(marked, marks, cut).map((m) => m.name);
    expect(names(["fought", "went"], true)).toEqual(["cut", "fought"]);
    expect(names(["went", "unknown"], false)).toEqual(["went"]);
    expect(names(["a", "b", "c", "d", "e"], true)).toHaveLength(4);
  });
});

describe("symbols and colours", () => {
  it("come from the title's data", () => {
    expect(symbolOf(counter, "panzer", look)).toEqual({ sidc: "10031000211205000000", word: "" });
    expect(symbolOf({ size: "[XXX]" }, "militia", look)).toEqual({ sidc: "10031000221211000000", word: "M" });
    expect(symbolOf(counter, "unheard-of", look).sidc).toHaveLength(20);
    expect(counterColours(counter, "panzer", look).ground).toBe("#444444");
    expect(counterColours(counter, "militia", look).ground).toBe("#eeeeee");
    expect(counterColours({ ...counter, mobility: "foot" }, "infantry", look).ground).toBe("#aaaaaa");
  });
});

describe("blocks", () => {
  it("are darker the stronger the stack", () => {
    const units: UnitState[] = [
      state,
      { ...state, attack: 1, defence: 1 },
      { side: "soviet", at: "0101", hidden: true },
    ];
    expect(strength({ units }, [0, 1])).toBe(7);
    expect(strength({ units }, [null])).toBe(3);
    expect([0, 1, 4, 9, 16, 400].map(shadeOf)).toEqual([0, 1, 2, 3, 4, 4]);
  });
});
