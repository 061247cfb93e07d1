/** What the dice gave and what was to be expected, as far as the server tells it to this link. */

import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game";
import { RequestError, request } from "../net";
import type { Fought, LuckData } from "../types";
import { plain, seatName, words } from "../words";

export function Luck({ game }: { game: Game }) {
  const [luck, setLuck] = useState<LuckData | null>(null);
  const [trouble, setTrouble] = useState("");
  const load = async (): Promise<void> => {
    if (game.shared) return;
    try {
      setLuck(await request<LuckData>(`/api/games/${game.socket.game}/luck`, undefined, game.token));
      setTrouble("");
    } catch (error) {
      setTrouble(error instanceof RequestError ? error.message : String(error));
    }
  };
  useEffect(() => void load(), []);
  if (game.shared) return <p>{words.luck.none}</p>;
  if (trouble) return <p role="alert">{trouble}</p>;
  if (!luck) return <p>{words.luck.loading}</p>;
  return (
    <div class="luck" data-testid="luck">
      {luck.at !== game.at.value && (
        <div class="row">
          <button class="small" onClick={() => void load()}>
            {words.luck.again}
          </button>
        </div>
      )}
      {luck.battles.length ? <Sides game={game} luck={luck} /> : <p>{words.luck.none}</p>}
      <p class="soft">
        {words.luck.how} {luck.over ? "" : words.luck.soFar}
      </p>
      {luck.battles.length > 0 && <Battles game={game} battles={luck.battles} />}
    </div>
  );
}

type Count = "expected" | "rolled" | "lost";
const COUNTS: Count[] = ["expected", "rolled", "lost"];

/** The steps that a seat's battles cost it, on either side of them. */
export function cost(battles: Fought[], seat: string, count: Count): number {
  return battles.reduce((sum, b) => sum + b[count][b.attacker === seat ? "attacker" : "defender"], 0);
}

function Sides({ game, luck }: { game: Game; luck: LuckData }) {
  const { seats } = game.fixed;
  const most = Math.max(1, ...seats.flatMap((seat) => COUNTS.map((count) => cost(luck.battles, seat, count))));
  return (
    <div class="columns">
      {seats.map((seat) => {
        const dice = luck.dice[seat];
        return (
          <section key={seat}>
            <h3>
              <span class={game.dot(seat)} /> {seatName(seat)}: {words.luck.favoured(signed(luck.luck[seat] ?? 0))}
            </h3>
            <dl class="bars">
              {COUNTS.map((count) => {
                const value = cost(luck.battles, seat, count);
                return (
                  <>
                    <dt>{words.luck.counts[count]}</dt>
                    <dd>
                      <span class={`meter ${count}`} style={{ width: `${(value / most) * 100}%` }} aria-hidden="true" />
                      <span>{short(value)}</span>
                    </dd>
                  </>
                );
              })}
            </dl>
            {dice && dice.rolls > 0 && (
              <p class="soft">{words.luck.dice(dice.rolls, short(dice.average ?? 0), dice.faces)}</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

function Battles({ game, battles }: { game: Game; battles: Fought[] }) {
  return (
    <div class="scrollx">
      <table class="battles">
        <thead>
          <tr>
            {words.luck.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {battles
            .slice()
            .reverse()
            .map((b) => (
              <tr key={b.n}>
                <td>{b.turn}</td>
                <td>{seatName(b.attacker)}</td>
                <td>
                  <button class="small" onClick={() => (game.hex.value = b.hex)} title={words.showThere}>
                    {game.place(b.hex)}
                  </button>
                </td>
                <td>{plain(b.kind)}</td>
                <td>{b.column ?? b.odds}</td>
                <td>{b.dice.join(", ")}</td>
                <td title={game.fixed.results[b.final || b.result]?.explained}>
                  {b.final && b.final !== b.result ? `${b.result} → ${b.final}` : b.result}
                </td>
                <td>{`${short(b.expected.attacker)} : ${short(b.expected.defender)}`}</td>
                <td>{`${short(b.lost.attacker)} : ${short(b.lost.defender)}`}</td>
                <td>{signed(b.luck)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${short(rounded)}` : short(Math.abs(rounded)).replace(/^/, rounded < 0 ? "−" : "");
}
