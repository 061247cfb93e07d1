/** The lobby: three clicks to a game. */

import { useEffect, useState } from "preact/hooks";
import { request } from "./net";
import type { TitleInfo } from "./types";
import { seatName, words } from "./words";

interface Created {
  game: string;
  play: Record<string, string>;
  watch: Record<string, string>;
}

type Opponent = "bot" | "friend" | "hotseat" | "watch";

export function Lobby() {
  const [titles, setTitles] = useState<TitleInfo[]>([]);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    request<TitleInfo[]>("/api/titles").then(setTitles, (error: Error) => setTrouble(error.message));
  }, []);
  return (
    <main class="lobby">
      <header>
        <h1>{words.title}</h1>
        <p>{words.lobbyIntro}</p>
      </header>
      {trouble && <p role="alert">{trouble}</p>}
      <div class="boxes">
        {titles.map((title) => (
          <Box key={title.key} title={title} onTrouble={setTrouble} />
        ))}
      </div>
    </main>
  );
}

function Box({ title, onTrouble }: { title: TitleInfo; onTrouble: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  const [side, setSide] = useState(title.seats[0]!);
  const [opponent, setOpponent] = useState<Opponent>("bot");
  const [bot, setBot] = useState(title.bots.includes("greedy") ? "greedy" : title.bots[0]!);
  const [setup, setSetup] = useState("historical");
  const [options, setOptions] = useState<Record<string, boolean>>(
    Object.fromEntries(title.options.map((o) => [o.name, o.default])),
  );
  const [links, setLinks] = useState<Created | null>(null);
  const [busy, setBusy] = useState(false);

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const others = title.seats.filter((seat) => seat !== side);
      const bots =
        opponent === "watch"
          ? Object.fromEntries(title.seats.map((seat) => [seat, bot]))
          : opponent === "bot"
            ? Object.fromEntries(others.map((seat) => [seat, bot]))
            : {};
      const made = await request<Created>("/api/games", {
        title: title.key,
        bots,
        setup,
        options,
        hotseat: opponent === "hotseat",
      });
      if (opponent === "friend") setLinks(made);
      else go(made.game, opponent === "watch" ? made.watch[side]! : made.play[side]!);
    } catch (error) {
      onTrouble(String((error as Error).message));
    } finally {
      setBusy(false);
    }
  };

  const about = words.about[title.key];
  return (
    <section class="box" aria-labelledby={`box-${title.key}`}>
      <h2 id={`box-${title.key}`}>{title.name}</h2>
      {about && <p>{about}</p>}
      <div class="row">
        <button class="primary" disabled={busy} onClick={() => void start()} data-play={title.key}>
          {words.play}
        </button>
        <button onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? words.less : words.more}
        </button>
      </div>
      {open && (
        <div class="form">
          <Choice label={words.yourSide} value={side} onChange={setSide} choices={title.seats.map((s) => [s, seatName(s)])} />
          <Choice
            label={words.opponent}
            value={opponent}
            onChange={(value) => setOpponent(value as Opponent)}
            choices={[
              ["bot", words.bot],
              ["friend", words.friend],
              ["hotseat", words.hotseat],
              ["watch", words.watchBots],
            ]}
          />
          {(opponent === "bot" || opponent === "watch") && (
            <Choice label={words.bot} value={bot} onChange={setBot} choices={title.bots.map((b) => [b, words.bots[b] ?? b])} />
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
            {title.options.map((option) => (
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
        </div>
      )}
      {links && (
        <div class="links">
          <p>{words.shareLink}</p>
          {title.seats
            .filter((seat) => seat !== side)
            .map((seat) => (
              <input key={seat} readOnly value={`${location.origin}/g/${links.game}#${links.play[seat]}`} aria-label={seatName(seat)} />
            ))}
          <button class="primary" onClick={() => go(links.game, links.play[side]!)}>
            {words.enter}
          </button>
        </div>
      )}
    </section>
  );
}

function go(game: string, token: string): void {
  history.pushState(null, "", `/g/${game}#${token}`);
  dispatchEvent(new PopStateEvent("popstate"));
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: [string, string][];
  onChange: (value: string) => void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
