/** A game to one's own taste: side, opponent, set-up, options; and the links of it. */

import { useState } from "preact/hooks";
import { go } from "./go";
import { request } from "./net";
import { Choice } from "./panels/Choice";
import type { NewLinks, TitleInfo } from "./types";
import { seatName, words } from "./words";

type Opponent = "bot" | "friend" | "hotseat" | "bots";

interface Props {
  title: TitleInfo;
  scenario: string;
  side: string;
  bot: string;
  onTrouble: (text: string) => void;
}

export function GameForm(props: Props) {
  const { title } = props;
  const [side, setSide] = useState(props.side);
  const [opponent, setOpponent] = useState<Opponent>("bot");
  const [bot, setBot] = useState(props.bot);
  const [setup, setSetup] = useState("historical");
  // What belongs to a scenario is chosen with it.
  const free = title.options.filter((option) => !title.scenarios.some((scenario) => option.name in scenario.options));
  const [options, setOptions] = useState<Record<string, boolean>>(
    Object.fromEntries(free.map((o) => [o.name, o.default])),
  );
  const [links, setLinks] = useState<NewLinks | null>(null);
  const [openNotes, setOpenNotes] = useState(false);
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const seats =
        opponent === "bots" ? title.seats : opponent === "bot" ? title.seats.filter((seat) => seat !== side) : [];
      const made = await request<NewLinks>("/api/games", {
        title: title.key,
        scenario: props.scenario,
        bots: Object.fromEntries(seats.map((seat) => [seat, bot])),
        // Where a group has no historical deployment the server takes the best there is.
        setup: setup === "historical" ? null : setup,
        options,
        hotseat: opponent === "hotseat",
        // Two bots have no secrets from who only watches.
        open_notes: opponent === "bots" || (opponent === "bot" && openNotes),
      });
      if (opponent === "friend") setLinks(made);
      else go(made.game, opponent === "bots" ? made.watch[side]! : made.play[side]!);
    } catch (error) {
      props.onTrouble((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  if (links) return <Links title={title} side={side} links={links} />;
  return (
    <div class="form">
      <Choice
        label={words.yourSide}
        value={side}
        onChange={setSide}
        choices={title.seats.map((s) => [s, seatName(s)])}
      />
      <Choice
        label={words.opponent}
        value={opponent}
        onChange={(value) => setOpponent(value as Opponent)}
        choices={[
          ["bot", words.bot],
          ["friend", words.friend],
          ["hotseat", words.hotseat],
          ["bots", words.watchBots],
        ]}
      />
      {(opponent === "bot" || opponent === "bots") && (
        <Choice
          label={words.bot}
          value={bot}
          onChange={setBot}
          choices={Object.entries(title.bots).map(([b, line]) => [
            b,
            `${b.replace(/^./, (c) => c.toUpperCase())}: ${line}`,
          ])}
        />
      )}
      {(opponent === "bot" || opponent === "bots") && <small class="soft">{title.bots[bot]}</small>}
      {opponent === "bot" && (
        <label class="check">
          <input type="checkbox" checked={openNotes} onChange={(event) => setOpenNotes(event.currentTarget.checked)} />
          <span>
            {words.openNotes} <small class="soft">{words.openNotesHint}</small>
          </span>
        </label>
      )}
      <Choice
        label={words.setup}
        value={setup}
        onChange={setSetup}
        choices={[
          ["historical", words.historical],
          ["random", words.random],
          ["free", words.free],
        ]}
      />
      <fieldset>
        <legend>{words.options}</legend>
        {free.map((option) => (
          <label key={option.name}>
            <input
              type="checkbox"
              checked={options[option.name]}
              onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.checked })}
            />
            {option.text}
          </label>
        ))}
      </fieldset>
      <button class="primary" disabled={busy} onClick={() => void start()}>
        {words.play}
      </button>
    </div>
  );
}

/** The links of a game with a friend: told once, because the server keeps only their hashes. */
function Links({ title, side, links }: { title: TitleInfo; side: string; links: NewLinks }) {
  const others = title.seats.filter((seat) => seat !== side);
  return (
    <div class="form">
      <p>{words.shareLink}</p>
      {others.map((seat) => (
        <LinkLine key={seat} label={seatName(seat)} token={links.play[seat]!} game={links.game} />
      ))}
      {title.seats.map((seat) => (
        <LinkLine
          key={`to look on ${seat}`}
          label={`${words.watchLink} ${seatName(seat)}`}
          token={links.watch[seat]!}
          game={links.game}
        />
      ))}
      <button class="primary" onClick={() => go(links.game, links.play[side]!)}>
        {words.toTable}
      </button>
    </div>
  );
}

function LinkLine({ label, game, token }: { label: string; game: string; token: string }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/g/${game}#${token}`;
  return (
    <label class="choice">
      <span>{label}</span>
      <span class="row">
        <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
        <button onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true))}>
          {copied ? words.copied : words.copy}
        </button>
      </span>
    </label>
  );
}
