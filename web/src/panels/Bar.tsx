/** The bar at the top: title, turn, whose turn it is, points, undo and redo, menu. */

import { useState } from "preact/hooks";
import type { Game } from "../game";
import { askToNotify, notifying } from "../notify";
import { THEMES, theme, wear } from "../theme";
import { plain, seatName, words } from "../words";
import { helpOpen } from "./Screens";

export function Bar({ game }: { game: Game }) {
  const view = game.view.value;
  const prompt = game.prompt.value;
  const points = view?.["points"];
  const date = view?.["date"];
  const weather = view?.["weather"] as Record<string, string> | undefined;
  const who = prompt?.outcome
    ? `${words.over}: ${seatName(prompt.outcome.winner)}`
    : prompt?.seat
      ? game.myTurn.value
        ? `${words.yourTurn}: ${seatName(prompt.seat)}`
        : `${words.waiting} ${seatName(prompt.seat)}`
      : "";
  const step = game.fixed.steps.find((s) => s.step === view?.step);
  const skies = weather ? [...new Set(Object.values(weather))].map(plain).join(" / ") : "";
  return (
    <header class="bar">
      <a href="/" class="brand">
        {words.title}
      </a>
      <h1 class="name wide">{game.fixed.name}</h1>
      {view && (
        <span>
          {view.turn > 0 ? `${words.turn} ${view.turn}` : words.setUpTurn}
          {typeof date === "string" && date ? ` · ${date}` : ""}
        </span>
      )}
      {step && <span class="wide soft">{game.isPhase.value && prompt ? words.phases[prompt.decision] ?? step.words : step.words}</span>}
      {typeof points === "number" && <span title={words.vp}>{points} VP</span>}
      {skies && <span class="wide soft">{skies}</span>}
      <strong class={`who ${game.myTurn.value ? "mine" : ""}`} aria-live="polite">
        {who}
      </strong>
      <span class="space" />
      {!game.connected.value && <span role="alert">{words.lost}</span>}
      <button data-testid="undo" onClick={() => void game.undo()} title="u" disabled={!game.hello.value?.seats.length}>
        {words.undo}
      </button>
      <button class="wide" onClick={() => void game.redo()} title="Shift+u" disabled={!game.redoable.value.length}>
        {words.redo}
      </button>
      <Menu game={game} />
    </header>
  );
}

function Menu({ game }: { game: Game }) {
  const [open, setOpen] = useState(false);
  const [sure, setSure] = useState(false);
  const [copied, setCopied] = useState(false);
  const seat = game.eyes.value;
  const playing = !!game.hello.value?.seats.length && !game.prompt.value?.outcome;
  const close = (): void => {
    setOpen(false);
    setSure(false);
    setCopied(false);
  };
  return (
    <div class="menu" onKeyDown={(e) => e.key === "Escape" && close()}>
      <button aria-expanded={open} aria-haspopup="true" onClick={() => (open ? close() : setOpen(true))}>
        {words.menu}
      </button>
      {open && (
        <div class="menulist panel">
          <button
            onClick={() => {
              helpOpen.value = true;
              close();
            }}
          >
            {words.help} (?)
          </button>
          <button disabled={notifying.value} onClick={() => void askToNotify()}>
            {notifying.value ? words.notified : words.notify}
          </button>
          <button onClick={() => void navigator.clipboard?.writeText(location.href).then(() => setCopied(true))}>
            {copied ? words.copied : words.copyLink}
          </button>
          <button onClick={() => void saveRecord(game)}>{words.record}</button>
          <Choice label={words.theme} value={theme.value} choices={THEMES.map((t) => [t, words.themes[t] ?? t])} onChange={wear} />
          {playing && seat && (
            <Choice
              label={words.standing}
              value=""
              choices={[["", ""], ...Object.entries(words.standings)]}
              onChange={(how) => how && void game.order(`standing ${seat} ${how}`)}
            />
          )}
          {playing && seat && (
            <button class={sure ? "primary" : ""} onClick={() => (sure ? void game.order(`resign ${seat}`).then(close) : setSure(true))}>
              {sure ? words.resignSure : words.resign}
            </button>
          )}
          <a href="/">{words.toLobby}</a>
        </div>
      )}
    </div>
  );
}

function Choice({ label, value, choices, onChange }: { label: string; value: string; choices: [string, string][]; onChange: (value: string) => void }) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The record as a file; who may not have it yet is told why. */
async function saveRecord(game: Game): Promise<void> {
  const response = await fetch(`/api/games/${game.socket.game}/record`, { headers: { Authorization: `Bearer ${game.token}` } });
  if (!response.ok) {
    const found = (await response.json().catch(() => null)) as { detail?: string; error?: { why: string } } | null;
    game.notice.value = { text: found?.error?.why ?? found?.detail ?? response.statusText, kind: "error" };
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${game.fixed.key}-${game.socket.game}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
