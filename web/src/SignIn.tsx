/** The account, which nobody needs: signing in and out, and its games. */

import { useEffect, useState } from "preact/hooks";
import { account, accountGames, enter, inWords, leave, linkTo } from "./account";
import { keepFocus, takesFocus } from "./focus";
import { go } from "./go";
import type { GameOfMine } from "./types";
import { seatName, words } from "./words";

const said = words.account;

/** The corner of the lobby. */
export function AccountCorner() {
  const [open, setOpen] = useState(false);
  const [trouble, setTrouble] = useState("");
  const out = async (): Promise<void> => {
    try {
      await leave();
      setTrouble("");
      keepFocus(".corner button");
    } catch (error) {
      setTrouble(inWords(error));
    }
  };
  if (account.value) {
    return (
      <div class="corner">
        <div class="row wrap">
          <span>{account.value}</span>
          <button onClick={() => void out()}>{said.leave}</button>
        </div>
        {trouble && <p role="alert">{trouble}</p>}
      </div>
    );
  }
  const close = (): void => {
    setOpen(false);
    keepFocus(".corner button");
  };
  return (
    <div class="corner" onKeyDown={(e) => e.key === "Escape" && close()}>
      <button aria-expanded={open} onClick={() => setOpen(!open)}>
        {said.signIn}
      </button>
      {open && <SignIn onDone={close} />}
    </div>
  );
}

/** Name and password; Enter signs in. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const how = (event.submitter as HTMLButtonElement | null)?.value === "accounts" ? "accounts" : "login";
    setBusy(true);
    setTrouble("");
    try {
      await enter(how, String(given.get("name")), String(given.get("password")));
      onDone();
    } catch (error) {
      setTrouble(inWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="box form signin" aria-label={said.form} onSubmit={(event) => void send(event)}>
      <small>{said.why}</small>
      <label class="choice">
        <span>{said.name}</span>
        <input
          name="name"
          ref={takesFocus}
          required
          minLength={2}
          maxLength={40}
          pattern="[\p{L}\p{N}_.\-]+"
          title={said.nameHint}
          autocomplete="username"
          autocapitalize="none"
        />
      </label>
      <label class="choice">
        <span>{said.password}</span>
        <input
          name="password"
          type="password"
          required
          minLength={8}
          maxLength={200}
          autocomplete="current-password"
          aria-describedby="password-hint"
        />
      </label>
      <small id="password-hint">{said.passwordHint}</small>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="row wrap">
        <button class="primary" value="login" disabled={busy}>
          {said.signIn}
        </button>
        <button value="accounts" disabled={busy}>
          {said.register}
        </button>
      </div>
    </form>
  );
}

/** The games of the account, those that wait for it first. */
export function AccountGames({ onTrouble }: { onTrouble: (text: string) => void }) {
  const [games, setGames] = useState<GameOfMine[] | null>(null);
  const name = account.value;
  useEffect(() => {
    setGames(null);
    if (name) accountGames().then(setGames, (error: unknown) => onTrouble(inWords(error)));
  }, [name]);
  if (!name || !games) return null;
  const open = async (game: GameOfMine): Promise<void> => {
    try {
      go(game.game, await linkTo(game));
    } catch (error) {
      onTrouble(inWords(error));
    }
  };
  return (
    <section class="box games" aria-labelledby="account-games">
      <h2 id="account-games">{said.games(name)}</h2>
      {!games.length && <p class="soft">{said.noGames}</p>}
      <ul>
        {games.map((game) => (
          <li key={game.game} class="row wrap">
            <button data-game={game.game} onClick={() => void open(game)}>
              {game.name}, {game.seats.map(seatName).join(", ")}
            </button>
            <span>{game.setting_up ? words.setUpTurn : `${words.turn} ${game.turn}`}</span>
            {game.yours && !game.over ? <strong>{words.yourTurn}</strong> : <span class="soft">{standing(game)}</span>}
            <span class="space" />
            <small>{new Date(game.touched * 1000).toLocaleString()}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function standing(game: GameOfMine): string {
  if (game.over) return words.over;
  return game.asked ? `${words.waiting} ${seatName(game.asked)}` : "";
}
