/** The lobby: three clicks to a game. */

import { useEffect, useState } from "preact/hooks";
import { GameForm } from "./GameForm";
import { go, goTo } from "./go";
import { forgetGame, type KeptGame, keptGames } from "./keep";
import { request } from "./net";
import { Choice } from "./panels/Choice";
import { AccountCorner, AccountGames } from "./SignIn";
import type { Brought, NewLinks, TitleInfo } from "./types";
import { seatName, words } from "./words";

export function Lobby() {
  const [titles, setTitles] = useState<TitleInfo[]>([]);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = words.title;
    request<TitleInfo[]>("/api/titles").then(setTitles, (error: Error) => setTrouble(error.message));
  }, []);
  return (
    <main class="lobby">
      <header class="lobbyhead">
        <div>
          <h1>{words.title}</h1>
          <p>{words.lobbyIntro}</p>
        </div>
        <AccountCorner />
      </header>
      {trouble && <p role="alert">{trouble}</p>}
      <div class="boxes">
        {titles.map((title) => (
          <Box key={title.key} title={title} onTrouble={setTrouble} />
        ))}
      </div>
      <AccountGames onTrouble={setTrouble} />
      <YourGames />
      <div class="boxes">
        <OpenLink />
        <ImportRecord onTrouble={setTrouble} />
      </div>
    </main>
  );
}

function Box({ title, onTrouble }: { title: TitleInfo; onTrouble: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [picture, setPicture] = useState(true);
  const [chosen, setChosen] = useState(title.scenarios[0]!.key);
  const scenario = title.scenarios.find((one) => one.key === chosen)!;
  const { about } = title;
  const side = title.seats.find((seat) => seat === about.side) ?? title.seats[0]!;
  // The server lists the bots from the weakest on.
  const bot = about.bot && about.bot in title.bots ? about.bot : Object.keys(title.bots).at(-1)!;
  const play = async (): Promise<void> => {
    setBusy(true);
    try {
      const bots = Object.fromEntries(title.seats.filter((seat) => seat !== side).map((seat) => [seat, bot]));
      const made = await request<NewLinks>("/api/games", { title: title.key, scenario: chosen, bots });
      go(made.game, made.play[side]!);
    } catch (error) {
      onTrouble((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <section class="box" aria-labelledby={`box-${title.key}`}>
      {picture && (
        <img
          class="ground"
          src={`/api/titles/${title.key}/ground.svg`}
          alt={`${words.mapOf} ${title.name}`}
          loading="lazy"
          onError={() => setPicture(false)}
        />
      )}
      <h2 id={`box-${title.key}`}>{title.name}</h2>
      {about.what && <p>{about.what}</p>}
      {title.scenarios.length > 1 && (
        <>
          <Choice
            label={words.scenario}
            value={chosen}
            onChange={setChosen}
            choices={title.scenarios.map((one) => [one.key, one.name])}
          />
          <p data-testid="scenario">{scenario.words}</p>
        </>
      )}
      <p class="soft">
        {words.lasts} {scenario.hours}
        {title.scenarios.length > 1 && ` · ${words.turnsFrom(scenario.first_turn, scenario.last_turn)}`}
        {about.hardness && ` · ${words.hardness}: ${about.hardness}`}
      </p>
      <div class="row wrap">
        <button class="primary" disabled={busy} onClick={() => void play()} data-play={title.key}>
          {busy ? words.loading : `${words.playAs} ${seatName(side)}`}
        </button>
        <button onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? words.less : words.more}
        </button>
      </div>
      {open && <GameForm title={title} scenario={chosen} side={side} bot={bot} onTrouble={onTrouble} />}
    </section>
  );
}

function YourGames() {
  const [games, setGames] = useState<KeptGame[]>(keptGames);
  if (!games.length) return null;
  const forget = (game: KeptGame): void => {
    forgetGame(game.game, game.token);
    setGames(keptGames());
  };
  return (
    <section class="box games" aria-labelledby="your-games">
      <h2 id="your-games">{words.yourGames}</h2>
      <p class="soft">{words.yourGamesHint}</p>
      <ul>
        {games.map((game) => (
          <li key={game.game + game.token} class="row">
            <a
              href={`/g/${game.game}#${game.token}`}
              onClick={(event) => {
                event.preventDefault();
                go(game.game, game.token);
              }}
            >
              {game.name}, {game.seats.map(seatName).join(", ") || words.watching}
            </a>
            <small>{new Date(game.when).toLocaleString()}</small>
            <span class="space" />
            <button class="small" onClick={() => forget(game)}>
              {words.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenLink() {
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("link") ?? "");
    const found = /\/g\/([\w-]+)(?:#([\w,-]+))?/.exec(text);
    const position = /\/p\/([\w-]+)/.exec(text);
    if (found) go(found[1]!, found[2] ?? "");
    else if (position) goTo(`/p/${position[1]}`);
  };
  return (
    <form class="box" onSubmit={open}>
      <h2>{words.openLink}</h2>
      <div class="row">
        <input name="link" aria-label={words.openLinkHint} placeholder={words.openLinkHint} />
        <button>{words.open}</button>
      </div>
    </form>
  );
}

/** Shown only where the server says that it takes records. */
function ImportRecord({ onTrouble }: { onTrouble: (text: string) => void }) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    request<{ paths: Record<string, unknown> }>("/openapi.json").then(
      (api) => setOffered(IMPORT in api.paths),
      () => undefined,
    );
  }, []);
  if (!offered) return null;
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      const made = await request<Brought>(IMPORT, { record: await file.text(), hotseat: true });
      go(made.game, Object.values(made.play ?? {})[0] ?? Object.values(made.watch ?? {})[0] ?? "");
    } catch (error) {
      onTrouble((error as Error).message);
    }
  };
  return (
    <section class="box">
      <h2>{words.importRecord}</h2>
      <input
        type="file"
        accept=".jsonl,.ndjson,.json,.txt"
        aria-label={words.importRecord}
        onChange={(e) => void send(e.currentTarget.files?.[0])}
      />
    </section>
  );
}

const IMPORT = "/api/games/import";
