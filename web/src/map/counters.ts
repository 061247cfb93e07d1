/** Counters as the hobby draws them: coloured square, NATO symbol, size, name, factors; kept in an atlas. */

import ms from "milsymbol";
import type { Counter, UnitState } from "../types";
import { NATIONS } from "./palette";

const SIZE = 120;

/** Land unit entities of the symbol standard, by the kinds of the titles. */
const ENTITY: Record<string, string> = {
  panzer: "1205000000",
  tank: "1205000000",
  TB: "1205000000",
  TD: "1205000000",
  GTB: "1205000000",
  "panzer-grenadier": "1211020000",
  mechanized: "1211020000",
  MRB: "1211020000",
  MRD: "1211020000",
  motorized: "1211040000",
  "motorized-rifle": "1211040000",
  "motorized-security": "1211040000",
  "combined-arms": "1211020000",
  cavalry: "1213000000",
  CD: "1213000000",
  GCD: "1213000000",
  infantry: "1211000000",
  rifle: "1211000000",
  RD: "1211000000",
  RB: "1211000000",
  GRD: "1211000000",
  militia: "1211000000",
  light: "1211000000",
  mountain: "1211000027",
  "mountain-rifle": "1211000027",
  "air-landing": "1211000001",
  paratroop: "1211000001",
  airborne: "1211000001",
  naval: "1211030000",
  "siege-artillery": "1303000000",
  fz: "1407000000",
};

const ECHELON: Record<string, string> = { XXXX: "23", XXX: "22", XX: "21", X: "18", III: "17", II: "16", KG: "17" };

export function sidc(counter: Counter, kind: string): string {
  const echelon = ECHELON[counter.size.replace(/[[\]]/g, "")] ?? "00";
  return `1003100000${echelon}`.slice(0, 8) + echelon + (ENTITY[kind] ?? "1211000000");
}

/** What a counter looks like; two units with the same key share a picture. */
export function face(counter: Counter, state: UnitState | undefined): string {
  if (!state || state.hidden) return `?${counter.side}`;
  const factors = state.untried && state.attack == null ? "?" : `${state.attack ?? ""}-${state.defence ?? ""}`;
  return [counter.unit, state.kind, state.steps, factors, (state.marks ?? []).join()].join("|");
}

export class Atlas {
  private readonly pictures = new Map<string, HTMLCanvasElement>();

  get(counter: Counter, state: UnitState | undefined): HTMLCanvasElement {
    const key = face(counter, state);
    let picture = this.pictures.get(key);
    if (!picture) {
      picture = paint(counter, state);
      this.pictures.set(key, picture);
    }
    return picture;
  }
}

export function colours(counter: Counter): { ground: string; ink: string } {
  const nation = NATIONS[counter.nation] ?? NATIONS[counter.side] ?? { ground: "#cccccc", ink: "#111111" };
  return counter.mobility === "mech" && nation.mech ? nation.mech : nation;
}

function paint(counter: Counter, state: UnitState | undefined): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d")!;
  const { ground, ink } = colours(counter);
  context.fillStyle = ground;
  context.strokeStyle = "rgba(0,0,0,.65)";
  context.lineWidth = 4;
  context.beginPath();
  context.roundRect(2, 2, SIZE - 4, SIZE - 4, 10);
  context.fill();
  context.stroke();
  context.fillStyle = ink;
  context.textAlign = "center";
  if (!state || state.hidden) {
    context.font = "bold 70px system-ui";
    context.fillText("?", SIZE / 2, SIZE / 2 + 25);
    return canvas;
  }
  const kind = state.kind ?? counter.kind;
  const symbol = new ms.Symbol(sidc(counter, kind), { size: 34, monoColor: ink, fill: false, strokeWidth: 6 });
  const drawn = symbol.asCanvas(1);
  const scale = Math.min(64 / drawn.width, 52 / drawn.height);
  context.drawImage(drawn, SIZE / 2 - (drawn.width * scale) / 2, 12, drawn.width * scale, drawn.height * scale);
  context.font = "600 19px system-ui";
  context.fillText(state.label || counter.label, SIZE / 2, 82);
  context.font = "bold 26px system-ui";
  const move = counter.moves.length ? `-${counter.moves[(state.steps ?? 1) - 1] ?? 0}` : "";
  const same = state.attack != null && state.attack === state.defence;
  const strength = state.attack == null ? "?" : same ? `${state.attack}` : `${state.attack}-${state.defence}`;
  context.fillText(strength + move, SIZE / 2, 110);
  if (counter.steps > 1 && (state.steps ?? counter.steps) < counter.steps) {
    context.fillStyle = ink;
    context.fillRect(6, 60, SIZE - 12, 5);
  }
  return canvas;
}
