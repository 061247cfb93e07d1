import { describe, expect, it } from "vitest";
import { inWords, readOrder } from "../src/choices";
import { markersOf } from "../src/hexMarks";
import { overlaysOf } from "../src/known";
import type { Look, View } from "../src/types";
import { endWords, lossesOf } from "../src/words";

const bare: Look = { marks: [], zoc_side: null };
const signs = { letter: "S", words: "supply by air", ground: "#fff", ink: "#000" };

describe("what a title's data say", () => {
  it("decides which overlays there are", () => {
    expect(overlaysOf({ look: bare, objectives: {} })).toEqual(["none", "supply", "control", "range", "terrain", "moves"]);
    const rich = { ...bare, zoc_side: "german", weather_zones: { n: "north" } };
    expect(overlaysOf({ look: rich, objectives: { "0101": 1 } })).toEqual(expect.arrayContaining(["zoc", "weather", "objectives"]));
  });

  it("names the markers that lie on hexes", () => {
    const look = { ...bare, hex_marks: [{ ...signs, key: "air", words: "support" }, { ...signs, key: "lifted" }] };
    const view = { air: { "0101": "VIII" }, lifted: ["0101", "0203"] } as unknown as View;
    const found = markersOf(look, view);
    expect(found.get("0101")?.map((m) => [m.text, m.words])).toEqual([["VIII", "support (VIII)"], ["S", "supply by air"]]);
    expect(found.get("0203")?.map((m) => m.text)).toEqual(["S"]);
    expect(markersOf(bare, view).size).toBe(0);
  });

  it("spells out what is to be chosen", () => {
    const forms = ["bring WORD(RD|TB) HEX", "reserve WORD(RD|TB)"].map((form) => ({ form, help: "" }));
    const name = (word: string): string => ({ RD: "rifle division" })[word] ?? word;
    expect(inWords(readOrder("bring RD 0101", forms), (hex) => hex, name)).toBe("Rifle division enters at 0101");
    expect(inWords(readOrder("reserve RD", forms), (hex) => hex, name)).toBe("Rifle division into the RVGK");
  });
});

describe("the end of a game", () => {
  it("names the winner, and how great the victory is if there is a word for it", () => {
    expect(endWords({ winner: "german", level: "victory" })).toBe("German");
    expect(endWords({ winner: "soviet", level: "major" })).toBe("Soviet, major");
  });

  it("may be a draw", () => {
    expect(endWords({ winner: "", level: "draw" })).toBe("A draw");
  });
});

describe("results", () => {
  it("that are losses are told in words", () => {
    expect(lossesOf("1/2")).toBe("The attacker loses 1, the defender 2.");
    expect(lossesOf("0/E")).toBe("The attacker loses 0, the defender everything.");
    expect(lossesOf("DR")).toBeUndefined();
  });
});
