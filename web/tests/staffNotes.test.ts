import { describe, expect, it } from "vitest";
import { noteParts } from "../src/staffNotes";

describe("a bot's note", () => {
  it("is a tactic with its reason", () => {
    expect(noteParts("overrun: 3Pz can overrun the stack in 2117: it is weak")).toEqual([
      "overrun",
      "3Pz can overrun the stack in 2117: it is weak",
    ]);
  });

  it("may be a reason alone", () => {
    expect(noteParts("nothing better to do")).toEqual(["", "nothing better to do"]);
  });
});
