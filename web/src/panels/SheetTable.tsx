/** A battle sheet: strengths, shifts and die modifiers with their rules, odds, exact chances. */

import type { Game } from "../game";
import type { SheetData } from "../types";
import { words } from "../words";
import { RuleLink } from "./RuleRow";

export function share(chance: string): number {
  const [top, bottom] = chance.split("/");
  return Number(top) / Number(bottom ?? 1);
}

export function percent(chance: string): string {
  const value = share(chance) * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

export function SheetTable({ game, sheet }: { game: Game; sheet: SheetData }) {
  const { results, results_hint } = game.fixed;
  const notes = [results_hint, ...sheet.notes].filter(Boolean);
  const explained = (result: string): string | undefined => results[result]?.explained;
  return (
    <table class="sheettable">
      <tbody>
        <tr>
          <th scope="row">{words.attack}</th>
          <td>
            <Spread chances={sheet.attack} />
          </td>
        </tr>
        <tr>
          <th scope="row">{words.defence}</th>
          <td>
            <Spread chances={sheet.defence} />
          </td>
        </tr>
        {sheet.shifts.map((shift) => (
          <tr key={shift.rule + shift.name}>
            <th scope="row">{shift.name}</th>
            <td>
              <span aria-hidden="true">{shift.columns > 0 ? "▶" : "◀"}</span> {Math.abs(shift.columns)}{" "}
              {words.sidesOf[shift.columns > 0 ? "right" : "left"]} <RuleLink game={game} rule={shift.rule} />
            </td>
          </tr>
        ))}
        <tr class="odds">
          <th scope="row">{words.odds}</th>
          <td>
            <strong>
              <Spread chances={sheet.columns} />
            </strong>
          </td>
        </tr>
        {sheet.modifiers.map((modifier) => (
          <tr key={modifier.rule + modifier.name}>
            <th scope="row">{modifier.name}</th>
            <td>
              {modifier.pips > 0 ? "+" : "−"}
              {Math.abs(modifier.pips)} {words.toTheDie} <RuleLink game={game} rule={modifier.rule} />
            </td>
          </tr>
        ))}
        {likeliestFirst(sheet.results).map(([result, chance]) => (
          <tr key={result} title={explained(result)}>
            <th scope="row">
              <abbr title={explained(result)}>{result}</abbr> <small>{results[result]?.words}</small>
            </th>
            <td class="chance">
              <span class="barline" style={{ width: `${share(chance) * 100}%` }} aria-hidden="true" />
              {percent(chance)} <small>{chance}</small>
            </td>
          </tr>
        ))}
        {notes.map((note) => (
          <tr key={note}>
            <td colSpan={2}>
              <small>{note}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table of chances in order: the keys of an object come as its maker pleases, and numbers before all else. */
function likeliestFirst(chances: Record<string, string>): [string, string][] {
  return Object.entries(chances).sort(([a, p], [b, q]) => share(q) - share(p) || (a < b ? -1 : 1));
}

/** What is certain as it is; what is not, the likeliest values with their chances. */
function Spread({ chances }: { chances: Record<string, string> }) {
  const entries = likeliestFirst(chances);
  const shown = entries
    .slice(0, 4)
    .map(([value, chance]) => (chance === "1" ? value : `${value} (${percent(chance)})`));
  const title = entries.map(([value, chance]) => `${value}: ${chance}`).join(", ");
  return (
    <span title={title}>
      {shown.join(", ")}
      {entries.length > 4 && " …"}
    </span>
  );
}
