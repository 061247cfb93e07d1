/** The hex and the stack under the marker, with every factor and status, and what the enemy could do to it. */

import { useEffect, useState } from "preact/hooks";
import { useAsides } from "../asides";
import type { Game } from "../game";
import { report } from "../sector";
import type { Aside, SheetData } from "../types";
import { plain, seatName, words } from "../words";
import { announce } from "./Live";
import { RuleLink } from "./RuleRow";
import { SheetTable } from "./SheetTable";
import { LookOut } from "./Standing";
import { hiddenText } from "./units";

export function Inspector({ game }: { game: Game }) {
  const label = game.hex.value;
  const asides = useAsides(game, label ?? undefined);
  const hex = label ? game.grid.byLabel.get(label) : undefined;
  if (!hex || !label) {
    return (
      <section class="panel inspector" aria-label={words.inspector} id="inspector" tabIndex={-1}>
        <p>
          <small>{words.inspectorEmpty}</small>
        </p>
      </section>
    );
  }
  const stack = game.stack(label);
  const known = stack.filter((u): u is number => u !== null);
  const side = game.sideAt(label);
  const own = !!side && game.mine(side);
  return (
    <section class="panel inspector" aria-label={words.inspector} id="inspector" tabIndex={-1}>
      <h2>
        {hex.hex} {hex.name}
      </h2>
      <HexFacts game={game} label={label} />
      {stack.length === 0 && <p>{words.nothingHere}</p>}
      <ul class="units">
        {known.map((index) => (
          <li key={index}>
            <UnitLine game={game} index={index} asides={asides} />
          </li>
        ))}
        {stack.length > known.length && <li>{hiddenText(stack.length - known.length)}</li>}
      </ul>
      <div class="row wrap">
        {own && stack.length > 1 && (
          <button onClick={() => void game.select(game.unitsAt(label))}>{words.selectAll}</button>
        )}
        <button onClick={() => announce(report(game, label))} title="r">
          {words.sector}
        </button>
      </div>
      {(own || (side && game.shared)) && <Threat game={game} label={label} />}
      <LookOut game={game} asides={asides} />
    </section>
  );
}

function HexFacts({ game, label }: { game: Game; label: string }) {
  const hex = game.grid.byLabel.get(label)!;
  const control = game.view.value?.control[label];
  const worth = game.fixed.objectives[label];
  const markers = game.markers.value.get(label) ?? [];
  const sides = game.fixed.sides.filter(([a, b]) => a === label || b === label);
  const byKind = new Map<string, string[]>();
  for (const [a, b, kinds] of sides) {
    for (const kind of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), a === label ? b : a]);
  }
  const rules = terrainRules(game, [hex.terrain, ...hex.features]);
  return (
    <dl class="facts">
      <dt>{words.terrain}</dt>
      <dd>
        {[hex.terrain, ...hex.features].map(plain).join(", ")}
        {rules.map((rule) => (
          <RuleLink key={rule} game={game} rule={rule} />
        ))}
      </dd>
      {[...byKind].map(([kind, hexes]) => (
        <Fact key={kind} name={plain(kind)} text={hexes.join(", ")} />
      ))}
      {markers.length > 0 && <Fact name={words.laidHere} text={markers.map((m) => m.words).join(", ")} />}
      {control && <Fact name={words.control} text={seatName(control)} />}
      {worth !== undefined && <Fact name={words.worth} text={String(worth)} />}
      {hex.source && <Fact name={words.source} text={words.sourceWords[hex.source] ?? hex.source} />}
    </dl>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

/** The rows of the ledger whose heading names the terrain. */
function terrainRules(game: Game, kinds: string[]): string[] {
  const found = game.fixed.rules.filter((row) =>
    kinds.some((kind) => row.title.toLowerCase().includes(plain(kind).toLowerCase())),
  );
  return found.slice(0, 6).map((row) => row.rule);
}

function UnitLine({ game, index, asides }: { game: Game; index: number; asides: Aside[] }) {
  const counter = game.fixed.units[index]!;
  const state = game.state(index);
  const own = game.mine(counter.side);
  const chosen = game.selected.value.includes(counter.unit);
  const toTop = asides.find((aside) => aside.kind === "stack" && aside.units.includes(counter.unit));
  const strength = state?.attack == null ? words.untried : `${state.attack}-${state.defence}`;
  const moves = counter.moves.at(-1);
  const facts = [
    game.kindAndSize(state?.kind ?? counter.kind, counter.size),
    `${state?.steps ?? "?"}/${counter.steps} ${words.steps}`,
    ...(moves ? [`${moves} ${words.moves}`] : []),
    ...(state?.marks ?? []).map((mark) => markWords(game, mark)),
    ...(game.view.value?.cut?.includes(index) ? [words.outOfSupply] : []),
  ];
  const text = (
    <>
      <span class={game.dot(counter.side)} /> <strong>{counter.unit}</strong> {strength}
      <small class="factline" title={[counter.note, words.sourceWords[counter.source]].filter(Boolean).join("; ")}>
        {facts.join(" · ")}
      </small>
    </>
  );
  if (!own) return <div>{text}</div>;
  return (
    <label>
      <input type="checkbox" checked={chosen} onChange={() => game.toggle(counter.unit)} /> {text}
      {toTop && (
        <button class="small" onClick={() => void game.order(toTop.order)}>
          {toTop.words}
        </button>
      )}
    </label>
  );
}

function markWords(game: Game, mark: string): string {
  const marks = (game.fixed as { look?: { marks?: { name: string; words: string }[] } }).look?.marks;
  return marks?.find((m) => m.name === mark)?.words ?? mark;
}

function Threat({ game, label }: { game: Game; label: string }) {
  const [threat, setThreat] = useState<SheetData | null>(null);
  const [open, setOpen] = useState(false);
  const at = game.at.value;
  useEffect(() => {
    let alive = true;
    setThreat(null);
    if (open) {
      void game.ask("threat", { hex: label }).then((found) => alive && setThreat(found?.sheet ?? null));
    }
    return () => {
      alive = false;
    };
  }, [label, at, open]);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{words.threat}</summary>
      {open && (threat ? <SheetTable game={game} sheet={threat} /> : <p>{words.noThreat}</p>)}
    </details>
  );
}
