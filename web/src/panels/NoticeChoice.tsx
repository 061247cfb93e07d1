/** Where the server tells a seat that it is its turn while nobody has the page open. */

import { useState } from "preact/hooks";
import { inWords } from "../account";
import { takesFocus } from "../focus";
import type { Game } from "../game";
import { request } from "../net";
import type { NoticeData } from "../types";
import { seatName, words } from "../words";

const said = words.notices;

export function NoticeChoice({ game, seat }: { game: Game; seat: string }) {
  const [found, setFound] = useState<NoticeData | null>(null);
  const [trouble, setTrouble] = useState("");
  const [saved, setSaved] = useState(false);
  const hello = game.hello.value;
  const path = `/api/games/${game.socket.game}/notice`;
  // The server tells nobody of what a bot has done, or he himself at the same screen.
  if (!hello || game.fixed.seats.every((one) => !!hello.bots[one] || hello.seats.includes(one))) return null;
  const attempt = async (what: () => Promise<NoticeData>): Promise<boolean> => {
    setTrouble("");
    setSaved(false);
    try {
      setFound(await what());
      return true;
    } catch (error) {
      setTrouble(inWords(error));
      return false;
    }
  };
  const open = (): void => {
    if (found) setFound(null);
    else void attempt(() => request<NoticeData>(`${path}?seat=${seat}`, undefined, game.token));
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(given.get(name) ?? "").trim();
    setSaved(
      await attempt(() =>
        request<NoticeData>(path, { webhook: text("webhook"), mail: text("mail"), seat }, game.token),
      ),
    );
  };
  return (
    <>
      <button data-testid="notices" aria-expanded={!!found} onClick={open}>
        {said.open}
      </button>
      {found && (
        <form
          class="box form signin"
          aria-label={said.open}
          onSubmit={(event) => void send(event)}
          onInput={() => setSaved(false)}
        >
          <small>{said.why(seatName(seat))}</small>
          <label class="choice">
            <span>{said.webhook}</span>
            <input
              name="webhook"
              type="url"
              ref={takesFocus}
              maxLength={500}
              defaultValue={found.webhook}
              placeholder="https://"
            />
          </label>
          {found.can_mail && (
            <label class="choice">
              <span>{said.mail}</span>
              <input name="mail" type="email" maxLength={200} defaultValue={found.mail} autocomplete="email" />
            </label>
          )}
          <div class="row">
            <button class="primary">{said.save}</button>
            <span role="status">{saved ? said.saved : ""}</span>
          </div>
        </form>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
}
