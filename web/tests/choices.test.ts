import { describe, expect, it } from "vitest";
import { fitting, inWords, readOrder } from "../src/choices";

const forms = [
  "move UNITS FROM-TO",
  "rail UNITS WAY [hold OTHERS] | capital HEX",
  "attack HEX with UNITS [air N] {far UNITS} {no-armor} {point HEX}",
  "fly UNITS WORD(ground|drop) [OTHERS] HEX {night}",
  "assault HEX with UNITS [air N]",
  "retreat [UNITS] HEX",
  "enter WORD(RD|TB) HEX",
  "decline [WORD(light|infantry)]",
  "loss UNITS",
  "air N",
  "done",
].map((form) => ({ form, help: "" }));
const read = (text: string) => readOrder(text, forms);
const place = (hex: string): string => `hex ${hex}`;

describe("orders taken apart", () => {
  it("finds units and hexes wherever the form has them", () => {
    expect(read("move 3Pz+4Pz 2117-2318")).toMatchObject({ verb: "move", units: ["3Pz", "4Pz"], hex: "2318" });
    expect(read("assault 2418 with 7Pz+35Inf air 1")).toMatchObject({ units: ["7Pz", "35Inf"], hex: "2418", number: 1 });
    expect(read("enter RD 4117")).toMatchObject({ word: "RD", hex: "4117", units: [] });
  });

  it("leaves out what is optional", () => {
    expect(read("assault 2418 with 7Pz")).toMatchObject({ units: ["7Pz"], number: null });
    expect(read("retreat 2419")).toMatchObject({ units: [], hex: "2419" });
    expect(read("retreat RD4+RD5 2419")).toMatchObject({ units: ["RD4", "RD5"], hex: "2419" });
    expect(read("decline")).toMatchObject({ word: "" });
    expect(read("decline light")).toMatchObject({ word: "light" });
  });

  it("follows ways to their end, over sheets", () => {
    expect(read("rail 3Pz 2117-2218-2318")).toMatchObject({ units: ["3Pz"], hex: "2318" });
    expect(read("rail 3Pz 1B:2723-2622-2521 hold 2Sec")).toMatchObject({ units: ["3Pz"], hex: "1B:2521" });
    expect(read("rail 3Pz 7A:1905-2A:3317")).toMatchObject({ hex: "2A:3317" });
    expect(read("rail capital 7A:4802")).toMatchObject({ units: [], hex: "7A:4802" });
  });

  it("keeps named parts apart, in whichever order they come", () => {
    const whole = { hex: "1B:2818", units: ["3Pz", "6Pz"], number: 2 };
    expect(read("attack 1B:2818 with 3Pz+6Pz air 2 far RR701 no-armor point 6A:1617")).toMatchObject(whole);
    expect(read("attack 1B:2818 with 3Pz+6Pz no-armor point 6A:1617 far RR701 air 2")).toMatchObject(whole);
    expect(read("attack 1B:2818 with 3Pz")).toMatchObject({ hex: "1B:2818", units: ["3Pz"], number: null });
    expect(read("fly KG51 ground 1B:2818 night")).toMatchObject({ units: ["KG51"], word: "ground", hex: "1B:2818" });
    expect(read("fly TG1 drop 7Fsj 2A:3425")).toMatchObject({ units: ["TG1"], word: "drop", hex: "2A:3425" });
  });
});

describe("answers", () => {
  it("fit while they hold all that was chosen", () => {
    const answers = ["retreat RD4 2419", "retreat RD4+RD5 2420", "retreat RD5 2421"].map(read);
    expect(fitting(answers, ["RD5"], "").map((a) => a.hex)).toEqual(["2420", "2421"]);
    expect(fitting(["enter RD 4117", "enter TB 4118"].map(read), [], "TB").map((a) => a.hex)).toEqual(["4118"]);
  });

  it("read like sentences", () => {
    expect(inWords(read("loss 7Pz"), place)).toBe("7Pz loses a step");
    expect(inWords(read("retreat 2419"), place)).toBe("Retreat to hex 2419");
    expect(inWords(read("enter RD 4117"), place)).toBe("RD enters at hex 4117");
    expect(inWords(read("air 0"), place)).toBe("Commit no aircraft");
    expect(inWords(read("air 2"), place)).toBe("Commit 2 aircraft");
    expect(inWords(read("decline"), place)).toBe("Decline");
    expect(inWords(read("something else"), place)).toBe("something else");
  });
});
