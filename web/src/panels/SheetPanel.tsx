/** The battle sheet: strengths, odds, shifts with their rules, exact chances. */

import { useEffect } from "preact/hooks";
import type { Game } from "../game";
import type { Sheet } from "../types";
import { words } from "../words";

export function percent(chance: string): string {
  const [top, bottom] = chance.split("/");
  const value = (Number(top) / Number(bottom ?? 1)) * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

export function SheetPanel({ game }: { game: Game }) {
  const chosen = game.selected.value.join();
  const air = game.air.value;
  useEffect(() => {
    if (game.target.value) void game.refreshSheet();
  }, [chosen, air]);
  const sheet = game.sheet.value;
  if (!sheet || !game.target.value) return null;
  const left = game.view.value?.aircraft[game.prompt.value?.seat ?? ""] ?? 0;
  const refusal = game.sheetRefusal.value;
  return (
    <section class="panel sheet" aria-label={words.sheet}>
      <h2>
        {sheet.kind} · {game.target.value}
      </h2>
      <p class="force">{game.selected.value.join(" + ")}</p>
      <SheetTable sheet={sheet} onRule={(rule) => (game.openRule.value = rule)} />
      {left > 0 && (
        <label>
          {words.aircraft}{" "}
          <input type="number" min={0} max={left} value={air} onInput={(e) => (game.air.value = Number(e.currentTarget.value))} />
        </label>
      )}
      {refusal ? (
        <p class="notice refused" role="alert">
          {refusal.why} <button class="rule" onClick={() => (game.openRule.value = refusal.rule)}>{refusal.rule}</button>
        </p>
      ) : (
        <button class="primary" onClick={() => void game.order(game.attackText()!)}>
          {words.roll}
        </button>
      )}
    </section>
  );
}

export function SheetTable({ sheet, onRule }: { sheet: Sheet; onRule: (rule: string) => void }) {
  const one = (chances: Record<string, string>): string =>
    Object.entries(chances)
      .slice(0, 4)
      .map(([value, chance]) => (chance === "1" ? value : `${value} (${percent(chance)})`))
      .join(", ");
  return (
    <table>
      <tbody>
        <tr>
          <th scope="row">{words.attack}</th>
          <td>{one(sheet.attack)}</td>
        </tr>
        <tr>
          <th scope="row">{words.defence}</th>
          <td>{one(sheet.defence)}</td>
        </tr>
        {sheet.shifts.map((shift) => (
          <tr key={shift.rule + shift.name}>
            <th scope="row">{shift.name}</th>
            <td>
              {Math.abs(shift.columns)}
              {shift.columns > 0 ? "R" : "L"}{" "}
              <button class="rule" onClick={() => onRule(shift.rule)}>
                {shift.rule}
              </button>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{words.odds}</th>
          <td>
            <strong>{one(sheet.columns)}</strong>
          </td>
        </tr>
        {Object.entries(sheet.results).map(([result, chance]) => (
          <tr key={result}>
            <th scope="row">{result}</th>
            <td>
              <meter min={0} max={1} value={Number(chance.split("/")[0]) / Number(chance.split("/")[1] ?? 1)} />{" "}
              {percent(chance)} <small>{chance}</small>
            </td>
          </tr>
        ))}
        {sheet.notes.map((note) => (
          <tr key={note}>
            <td colSpan={2}>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
