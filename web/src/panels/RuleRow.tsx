/** A rule number that opens its row, and the row itself in our own words. */

import type { Game } from "../game";
import type { RuleRow as Row } from "../types";
import { words } from "../words";

export function RuleLink({ game, rule }: { game: Game; rule: string }) {
  if (!rule) return null;
  return (
    <button class="rule" title={rowsOf(game, rule)[0]?.title} onClick={() => (game.openRule.value = rule)}>
      {rule}
    </button>
  );
}

/** The row of a number; of a number without a letter all rows of it. */
export function rowsOf(game: Game, rule: string): Row[] {
  const exact = game.fixed.rules.filter((r) => r.rule === rule);
  if (exact.length) return exact;
  return game.fixed.rules.filter((r) => r.rule.startsWith(rule) && /^[a-z]/.test(r.rule.slice(rule.length)));
}

export function RuleRow({ game }: { game: Game }) {
  const open = game.openRule.value;
  if (!open) return null;
  const rows = rowsOf(game, open);
  return (
    <aside data-testid="rule-row" class="rulerow" aria-label={`${words.rule} ${open}`} aria-live="polite">
      <button class="close" aria-label={words.close} onClick={() => (game.openRule.value = null)}>
        ×
      </button>
      {rows.length === 0 && <h3>{open}</h3>}
      {rows.map((row) => (
        <RuleText key={row.rule} row={row} />
      ))}
    </aside>
  );
}

export function RuleText({ row }: { row: Row }) {
  return (
    <>
      <h3>
        {row.rule} {row.title}
      </h3>
      <p>{row.what}</p>
      {row.reading && (
        <p class="reading">
          <em>{words.reading}:</em> {row.reading}
        </p>
      )}
    </>
  );
}
