import { describe, expect, it } from "vitest";
import { markersOf } from "../src/hexMarks";
import { overlaysOf } from "../src/known";
import type { Look, View } from "../src/types";
import { endWords } from "../src/words";

const bare: Look = { marks: [], zoc_side: null };
const signs = { letter: "S", words: "supply by air", ground: "#fff", ink: "#000" };

describe("what a title's data say", () => {
  it("decides which overlays there are", () => {
    expect(overlaysOf({ look: bare, objectives: {} })).toEqual([
      "none",
      "supply",
      "control",
      "range",
      "terrain",
      "moves",
    ]);
    const rich = { ...bare, zoc_side: "german", weather_zones: { n: "north" } };
    expect(overlaysOf({ look: rich, objectives: { "0101": 1 } })).toEqual(
      expect.arrayContaining(["zoc", "weather", "objectives"]),
    );
  });

  it("names the markers that lie on hexes", () => {
    const look = {
      ...bare,
      hex_marks: [
        { ...signs, key: "air", words: "support" },
        { ...signs, key: "lifted" },
      ],
    };
    const view = { air: { "0101": "VIII" }, lifted: ["0101", "0203"] } as unknown as View;
    const found = markersOf(look, view);
    expect(found.get("0101")?.map((m) => [m.text, m.words])).toEqual([
      ["VIII", "support (VIII)"],
      ["S", "supply by air"],
    ]);
    expect(found.get("0203")?.map((m) => m.text)).toEqual(["S"]);
    expect(markersOf(bare, view).size).toBe(0);
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
