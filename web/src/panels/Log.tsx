/** The log, as these eyes saw it: by turn and phase, with dice, notes and bookmarks. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { takesFocus } from "../focus";
import type { Game } from "../game";
import { Notes } from "../notes";
import { noteParts, staffNotes } from "../staffNotes";
import type { LogEntry, ToldData } from "../types";
import { seatName, words } from "../words";
import { Breakable } from "./Breakable";
import { ReplayBar } from "./ReplayBar";
import { StaffNotesSwitch } from "./StaffNotesSwitch";
import { showHex } from "./show";

const SHOWN = 150;
/** How many orders are shown before somebody asks for more. */
const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export function Log({ game }: { game: Game }) {
  const [more, setMore] = useState(SHOWN);
  const greeted = game.hello.value !== null;
  const eyes = game.eyes.value;
  const notes = useMemo(() => new Notes(game), [game, greeted, eyes]);
  const entries = game.log.value.slice(-more);
  const list = useRef<HTMLDivElement>(null);
  const replay = game.replay.value;
  const count = game.log.value.length;
  useEffect(() => {
    const element = list.current;
    if (replay === null && element) element.scrollTop = element.scrollHeight;
  }, [count, replay === null]);
  return (
    <section class="panel log" aria-label={words.log} id="log" tabIndex={-1}>
      <h2 class="unseen">{words.log}</h2>
      <ReplayBar game={game} />
      <StaffNotesSwitch game={game} />
      <div class="lines" ref={list} role="log" aria-live="polite" tabIndex={0} aria-label={words.log}>
        <ol>
          {count > more && (
            <li>
              <button onClick={() => setMore(more * 4)}>… {count - more}</button>
            </li>
          )}
          {entries[0]?.turn === 0 && (
            <li>
              <h3>{words.setUpTurn}</h3>
            </li>
          )}
          {entries.map((entry) => (
            <Entry key={entry.n} game={game} entry={entry} notes={notes} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Entry({ game, entry, notes }: { game: Game; entry: LogEntry; notes: Notes }) {
  const [writing, setWriting] = useState(false);
  const note = notes.byOrder.value.get(entry.n);
  if (!entry.told.length) return null;
  const replay = game.replay.value;
  const [first, ...rest] = entry.told;
  return (
    <li class={replay === entry.n ? "now" : replay !== null && entry.n > replay ? "later" : ""}>
      <div class="entry">
        <div>
          <Line game={game} told={first!} entry={entry} />
          {entry.note && staffNotes.value && <StaffNote text={entry.note} />}
          {rest.map((told, i) => (
            <Line key={i} game={game} told={told} entry={entry} />
          ))}
        </div>
        <span class="tools">
          <button aria-label={words.goHere} title={words.goHere} onClick={() => void game.goTo(entry.n)}>
            ⟲
          </button>
          <button
            aria-label={words.bookmark}
            title={words.bookmark}
            aria-pressed={!!note?.bookmark}
            class={note?.bookmark ? "set" : ""}
            onClick={() => void notes.set({ n: entry.n, text: note?.text ?? "", bookmark: !note?.bookmark })}
          >
            {note?.bookmark ? "★" : "☆"}
          </button>
          <button
            aria-label={words.note}
            title={words.note}
            class={note?.text ? "set" : ""}
            onClick={() => setWriting(!writing)}
          >
            ✎
          </button>
        </span>
      </div>
      {note?.text && !writing && <p class="notetext">{note.text}</p>}
      {writing && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get("note") ?? "").trim();
            void notes.set({ n: entry.n, text, bookmark: !!note?.bookmark });
            setWriting(false);
          }}
        >
          <input name="note" aria-label={words.note} defaultValue={note?.text} maxLength={2000} ref={takesFocus} />
          <button>{words.saveNote}</button>
        </form>
      )}
    </li>
  );
}

/** "drive: 3Pz drives on Minsk": the tactic is shown, the reason unfolds. */
function StaffNote({ text }: { text: string }) {
  const [tactic, why] = noteParts(text);
  return (
    <details class="staffnote">
      <summary>{tactic || words.staffNotes}</summary>
      {why}
    </details>
  );
}

export function Line({ game, told, entry }: { game: Game; told: ToldData; entry: LogEntry }) {
  if (told.sign === "turn") return <h3>{told.text}</h3>;
  if (told.sign === "phase") return <h4>{told.about}</h4>;
  const hex = told.hexes.at(-1);
  return (
    <button
      class={`line ${told.kind.replace(/ /g, "-")}`}
      title={hex ? words.showThere : words.goHere}
      onClick={() => (hex ? showHex(hex) : void game.goTo(entry.n))}
    >
      <span class={game.dot(entry.seat)} title={seatName(entry.seat)} />
      {told.die !== null && (
        <span class="die" role="img" aria-label={`${words.die} ${told.die}`}>
          {DICE[told.die] ?? told.die}
        </span>
      )}
      <Breakable text={told.text} />
    </button>
  );
}
