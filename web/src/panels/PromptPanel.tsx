/** What is asked, with a button for every answer that needs no unit or hex. */

import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game";
import { words } from "../words";

const SHORT = 3;
/** Orders of so few words can be buttons. */

export function PromptPanel({ game }: { game: Game }) {
  const prompt = game.prompt.value;
  const [answers, setAnswers] = useState<string[]>([]);
  const mine = game.myTurn.value;
  const at = game.at.value;
  useEffect(() => {
    let alive = true;
    setAnswers([]);
    if (mine && prompt) {
      void game.ask<{ orders: string[] }>({ ask: "legal" }).then((found) => {
        if (alive && found) setAnswers(buttons(found.orders, prompt.decision));
      });
    }
    return () => {
      alive = false;
    };
  }, [at, mine, prompt?.decision]);
  if (!prompt) return null;
  const notice = game.notice.value;
  return (
    <section class="panel" aria-label={words.asked}>
      <p class="asked">
        {prompt.text} <button class="rule" onClick={() => (game.openRule.value = prompt.rule)}>{prompt.rule}</button>
      </p>
      {mine && (
        <div class="row wrap">
          {answers.map((text) => (
            <button key={text} onClick={() => void game.order(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
      {notice && (
        <p class={`notice ${notice.kind}`} role="alert">
          {notice.text}{" "}
          {notice.rule && (
            <button class="rule" onClick={() => (game.openRule.value = notice.rule!)}>
              {notice.rule}
            </button>
          )}
        </p>
      )}
      <RuleRow game={game} />
    </section>
  );
}

/** The answers worth a button: all of a small decision, and in a phase only its end. */
function buttons(orders: string[], decision: string): string[] {
  if (decision === "movement" || decision === "combat") return orders.filter((o) => o === "done").concat(orders.includes("done") ? [] : []);
  const short = orders.filter((o) => o.split(" ").length <= SHORT);
  return short.slice(0, 24);
}

function RuleRow({ game }: { game: Game }) {
  const open = game.openRule.value;
  const row = game.fixed.rules.find((r) => r.rule === open);
  if (!row) return null;
  return (
    <aside class="rulerow" aria-label={words.rule}>
      <button class="close" aria-label={words.close} onClick={() => (game.openRule.value = null)}>
        ×
      </button>
      <h3>
        {row.rule} {row.title}
      </h3>
      <p>{row.what}</p>
      {row.reading && <p class="reading">{row.reading}</p>}
    </aside>
  );
}
