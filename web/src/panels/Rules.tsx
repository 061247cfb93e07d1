/** The rules in our own words, with a search. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import { words } from "../words";
import { RuleText, rowsOf } from "./RuleRow";

const SHOWN = 60;

export function Rules({ game }: { game: Game }) {
  const [find, setFind] = useState("");
  const [more, setMore] = useState(SHOWN);
  const parts = find.toLowerCase().split(/\s+/).filter(Boolean);
  const open = game.openRule.value;
  const rows = game.fixed.rules.filter((row) => {
    const text = `${row.rule} ${row.title} ${row.what} ${row.reading} ${row.kind}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
  return (
    <div>
      <div class="row">
        <input
          type="search"
          value={find}
          placeholder={words.searchRules}
          aria-label={words.searchRules}
          onInput={(e) => {
            setFind(e.currentTarget.value);
            setMore(SHOWN);
          }}
        />
        <small aria-live="polite">{words.rulesFound(rows.length)}</small>
      </div>
      {!find && open && (
        <div class="openrule">
          {rowsOf(game, open).map((row) => (
            <RuleText key={row.rule} row={row} />
          ))}
        </div>
      )}
      <div class="rulelist">
        {rows.slice(0, more).map((row) => (
          <article key={row.rule}>
            <RuleText row={row} />
          </article>
        ))}
      </div>
      {rows.length > more && <button onClick={() => setMore(more * 3)}>… {rows.length - more}</button>}
    </div>
  );
}
