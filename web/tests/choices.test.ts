import { describe, expect, it } from "vitest";
import { fitting, onHexes, sameUnits } from "../src/choices";
import type { Choice } from "../src/types";

function choice(order: string, units: string[], hex: string | null, more: Partial<Choice> = {}): Choice {
  return { order, kind: "pick", units, hex, badge: "", pick: "", words: order, help: "", ...more };
}

describe("choices", () => {
  it("fit while they hold all that was chosen", () => {
    const offered = [choice("a", ["RD4"], "2419"), choice("b", ["RD4", "RD5"], "2420"), choice("c", ["RD5"], "2421")];
    expect(fitting(offered, ["RD5"], "").map((c) => c.hex)).toEqual(["2420", "2421"]);
    expect(fitting(offered, [], "")).toEqual(offered);
  });

  it("fit while they are about the thing that was picked, or about none", () => {
    const offered = [
      choice("a", [], "4117", { pick: "rifle" }),
      choice("b", [], "4118", { pick: "tank" }),
      choice("c", [], null),
    ];
    expect(fitting(offered, [], "tank").map((c) => c.order)).toEqual(["b", "c"]);
  });

  it("lie on their hexes by kind", () => {
    const offered = [
      choice("a", ["RD4"], "2419", { kind: "go" }),
      choice("b", ["RD4"], "2420", { kind: "battle" }),
      choice("c", [], null, { kind: "go" }),
    ];
    expect([...onHexes(offered, "go").keys()]).toEqual(["2419"]);
    expect(onHexes(offered, "battle").get("2420")?.order).toBe("b");
    expect(onHexes(undefined, "go").size).toBe(0);
  });

  it("are about the same units in whichever order they are named", () => {
    expect(sameUnits(["a", "b"], ["b", "a"])).toBe(true);
    expect(sameUnits(["a"], ["b", "a"])).toBe(false);
  });
});
