/** The menu: help, links, files, colours, standing order, resignation. */

import { useEffect, useState } from "preact/hooks";
import { useAsides } from "../asides";
import { openReport, recordRefusal, saveRecord, sharePosition } from "../files";
import type { Game } from "../game";
import { askToNotify, notifying } from "../notify";
import { THEMES, theme, wear } from "../theme";
import { words } from "../words";
import { Choice } from "./Choice";
import { KeepInAccount } from "./KeepInAccount";
import { NoticeChoice } from "./NoticeChoice";
import { helpOpen } from "./Screens";
import { StandingChoice } from "./Standing";

export function Menu({ game }: { game: Game }) {
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  const seat = game.eyes.value;
  const playing = !!game.hello.value?.seats.length && !game.prompt.value?.outcome;
  const close = (): void => {
    setOpen(false);
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
          {playing && (
            <button disabled={notifying.value} onClick={() => void askToNotify()}>
              {notifying.value ? words.notified : words.notify}
            </button>
          )}
          <button onClick={() => void navigator.clipboard?.writeText(location.href).then(() => setCopied(true))}>
            {copied ? words.copied : words.copyLink}
          </button>
          {!game.shared && <Files game={game} />}
          {!game.shared && !!game.hello.value?.seats.length && <KeepInAccount game={game} />}
          {playing && seat && <NoticeChoice game={game} seat={seat} />}
          <Choice
            label={words.theme}
            value={theme.value}
            choices={THEMES.map((t) => [t, words.themes[t] ?? t])}
            onChange={wear}
          />
          <SeatChoices game={game} close={close} />
          <a href="/">{words.toLobby}</a>
        </div>
      )}
    </div>
  );
}

/** What a seat may order at any time. */
function SeatChoices({ game, close }: { game: Game; close: () => void }) {
  const [sure, setSure] = useState(false);
  const asides = useAsides(game);
  const giveUp = asides.find((aside) => aside.kind === "give-up");
  return (
    <>
      <StandingChoice game={game} asides={asides} />
      {giveUp && (
        <button
          class={sure ? "primary" : ""}
          onClick={() => (sure ? void game.order(giveUp.order).then(close) : setSure(true))}
        >
          {sure ? words.giveUpSure : giveUp.words}
        </button>
      )}
    </>
  );
}

/** What the server would refuse now cannot be pressed, and says why. */
function Files({ game }: { game: Game }) {
  const [refused, setRefused] = useState<string | null>(null);
  const [link, setLink] = useState("");
  const over = !!game.prompt.value?.outcome;
  useEffect(() => {
    void recordRefusal(game).then(setRefused);
  }, [over]);
  const share = async (): Promise<void> => {
    const made = await sharePosition(game);
    setLink(made);
    if (made) await navigator.clipboard?.writeText(made).catch(() => undefined);
  };
  const turn = game.live.value?.turn;
  const early = turn === undefined || game.isSetUpTurn(turn);
  return (
    <>
      <button
        data-testid="record"
        disabled={refused !== ""}
        title={refused ?? ""}
        onClick={() => void saveRecord(game)}
      >
        {words.record}
        {refused && <small class="because">{refused}</small>}
      </button>
      <button data-testid="report" onClick={() => void openReport(game)}>
        {over ? words.report : words.reportSoFar}
      </button>
      <button
        data-testid="share"
        disabled={early}
        title={early ? words.shareEarly : words.shareHint}
        onClick={() => void share()}
      >
        {words.share}
        {early && <small class="because">{words.shareEarly}</small>}
      </button>
      {link && (
        <label class="choice">
          <span>{words.shared}</span>
          <input data-testid="shared-link" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
        </label>
      )}
    </>
  );
}
