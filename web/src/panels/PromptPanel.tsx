/** What is asked, in one line, and everything that can be answered to it. */

import { openReport } from "../files";
import type { Game } from "../game";
import { seatName, words } from "../words";
import { Answers } from "./Answers";
import { BotBox } from "./BotBox";
import { LastBattle } from "./LastBattle";
import { PhaseAsk } from "./PhaseAsk";
import { RuleLink, RuleRow } from "./RuleRow";
import { SetupAsk } from "./SetupAsk";

export function PromptPanel({ game }: { game: Game }) {
  const prompt = game.prompt.value;
  if (!prompt) return null;
  return (
    <section data-testid="prompt" class="panel prompt" aria-label={words.asked} tabIndex={-1} id="prompt">
      <Headline game={game} />
      {game.myTurn.value && <Ask game={game} />}
      <LastBattle game={game} />
      <BotBox game={game} />
      <NoticeLine game={game} />
      <RuleRow game={game} />
    </section>
  );
}

export function Headline({ game }: { game: Game }) {
  const prompt = game.prompt.value;
  if (!prompt) return null;
  if (prompt.outcome) {
    const { winner, level, rule } = prompt.outcome;
    return (
      <p class="asked">
        <strong>{words.over}.</strong> {winner ? `${seatName(winner)} ${words.wins}` : words.drawn}
        {winner && level && level !== words.plainVictory ? `, ${level},` : ""} {words.byRule}{" "}
        <RuleLink game={game} rule={rule} />{" "}
        {!game.shared && <button onClick={() => void openReport(game)}>{words.report}</button>}
      </p>
    );
  }
  const seat = prompt.seat ? seatName(prompt.seat) : "";
  if (game.shared) {
    return (
      <p class="asked">
        {words.sharedPosition} {seat}: {prompt.text} <RuleLink game={game} rule={prompt.rule} />
      </p>
    );
  }
  if (!game.myTurn.value) {
    return (
      <p class="asked">
        {game.replay.value !== null ? words.inThePast : `${words.waiting} ${seat}: ${stepWords(game)}`}
      </p>
    );
  }
  return (
    <p class="asked">
      <strong class="seat">{seat}</strong> {prompt.text} <RuleLink game={game} rule={prompt.rule} />
    </p>
  );
}

export function stepWords(game: Game): string {
  const heading = game.prompt.value?.heading;
  if (heading) return heading;
  const step = game.view.value?.step;
  return game.fixed.steps.find((s) => s.step === step)?.words ?? step ?? "";
}

export function Ask({ game }: { game: Game }) {
  if (game.isPhase.value) return <PhaseAsk game={game} />;
  if (game.isSetup.value) return <SetupAsk game={game} />;
  return <Answers game={game} />;
}

export function NoticeLine({ game }: { game: Game }) {
  const notice = game.notice.value;
  if (!notice) return null;
  return (
    <p data-testid="notice" class={`notice ${notice.kind}`} role="alert">
      {notice.kind === "refused" && <strong>{words.why}: </strong>}
      {notice.text} {notice.rule && <RuleLink game={game} rule={notice.rule} />}
      <button class="close" aria-label={words.close} onClick={() => (game.notice.value = null)}>
        ×
      </button>
    </p>
  );
}
