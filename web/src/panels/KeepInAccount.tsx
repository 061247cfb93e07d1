/** Takes the seats of this link into the account; who is not signed in does that first. */

import { useEffect, useState } from "preact/hooks";
import { account, accountGames, claim, inWords } from "../account";
import { keepFocus } from "../focus";
import type { Game } from "../game";
import { SignIn } from "../SignIn";
import { words } from "../words";

export function KeepInAccount({ game }: { game: Game }) {
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState(false);
  const [trouble, setTrouble] = useState("");
  const seats = game.hello.value?.seats ?? [];
  useEffect(() => {
    if (!account.value) return;
    accountGames().then(
      (games) => {
        const held = games.find((one) => one.game === game.socket.game)?.seats ?? [];
        if (seats.every((seat) => held.includes(seat))) setKept(true);
      },
      () => undefined, // pressing the button tells
    );
  }, []);
  const take = async (): Promise<void> => {
    setAsking(false);
    setTrouble("");
    try {
      await claim(game.socket.game, game.token);
      setKept(true);
    } catch (error) {
      setTrouble(inWords(error));
      if (!account.value) setAsking(true);
    }
    keepFocus("[data-testid='keep-in-account']");
  };
  return (
    <>
      <button
        data-testid="keep-in-account"
        aria-expanded={account.value ? undefined : asking}
        aria-disabled={kept}
        onClick={() => !kept && (account.value ? void take() : setAsking(!asking))}
      >
        {kept ? `✓ ${words.account.kept}` : words.account.keepGame}
      </button>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {asking && !kept && <SignIn onDone={() => void take()} />}
    </>
  );
}
