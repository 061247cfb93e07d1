"""The after-action report: one HTML file that needs nothing else, no script and no network.

The map is drawn once and used under every turn's counters, so that the file stays small. A game in play is told as far
as the asker's eyes reached at each moment.
"""

from __future__ import annotations

import gzip
import re
from html import escape
from typing import Any, NamedTuple

from steppe.lab.luck import EVERYTHING, Cost, Fight, Told, tally_of
from steppe.mapdraw.strokes import HEX
from steppe.server import views
from steppe.server.charts import Line, chart
from steppe.server.ground import ground_of
from steppe.title import Outcome, Title

BLOCK = 0.58 * HEX
"""The edge of a stack on the small maps."""


class Heading(NamedTuple):
    """What the game was called and who played."""

    name: str
    players: dict[str, str]
    bots: dict[str, str]


class Picture(NamedTuple):
    """The map at one moment, as far as it was known."""

    heading: str
    stacks: dict[str, tuple[int, int]]
    """By hex: the side, and how many units."""
    control: dict[str, str]


class Score(NamedTuple):
    """What had been won by the beginning of a turn."""

    turn: int
    points: int | None
    held: tuple[int, ...]
    """How many objectives each side held."""


class Chronicle:
    """Gathers what a report tells, order by order."""

    def __init__(self, title: Title[Any], eyes: int) -> None:
        self.title, self.eyes = title, eyes
        self.tally = tally_of(title, eyes)
        self.pictures: list[Picture] = []
        self.scores: list[Score] = []
        self.outcome: Outcome | None = None
        self.turn = 0
        self._last: Any = None

    def begin(self, state: Any) -> None:
        self.turn = state.turn
        self._last = state.clone()

    def take(self, told: Told) -> None:
        self.tally.take(told)
        self._last = told.after
        if told.after.turn != self.turn:
            self.turn = told.after.turn
            self._snap(f"Turn {self.turn} begins", told.after)

    def finish(self) -> None:
        self.outcome = self.title.outcome(self._last)
        self._snap("The end" if self.outcome else "As things stand", self._last)

    def _snap(self, heading: str, state: Any) -> None:
        title = self.title
        known = state if self.eyes == EVERYTHING else views.masked(title, state, self.eyes)
        data = views.view(title, known)
        sides: dict[str, tuple[int, int]] = {}
        for unit in data["units"]:
            if unit["at"] in title.board.grid.index:
                side = title.seats.index(unit["side"])
                sides[unit["at"]] = side, sides.get(unit["at"], (side, 0))[1] + 1
        self.pictures.append(Picture(heading, sides, data.get("control", {})))
        held = [0] * len(title.seats)
        for h in title.objectives:
            holder = data.get("control", {}).get(title.board.grid.labels[h])
            if holder is not None:
                held[title.seats.index(holder)] += 1
        points = data.get("points")
        self.scores.append(Score(state.turn, points if isinstance(points, int) else None, tuple(held)))


# -- the page ---------------------------------------------------------------------------------------------------------

STYLE = """
:root{color-scheme:light dark;--a:#1f5f99;--b:#b34a12;--line:#8886}
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
@media (prefers-color-scheme:dark){:root{--a:#7db8ec;--b:#f0a070}}
h1,h2{line-height:1.2}table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid var(--line);padding:.2rem .6rem;text-align:right}
td.t,th.t{text-align:left}caption{text-align:left;font-weight:600}
td,th{white-space:nowrap}figure{margin:1rem 0}
.wide{overflow-x:auto}summary{cursor:pointer;font-weight:600;padding:.3rem 0}
svg.map{width:100%;height:auto;max-height:90vh}svg.chart{width:100%;max-width:44rem;height:auto}
.s0{--c:var(--a)}.s1{--c:var(--b)}.chart .s0,.chart .s1{stroke:var(--c)}.chart text{fill:currentColor;stroke:none}
.map .s0{fill:#1f5f99}.map .s1{fill:#b34a12}.map text{fill:#fff;text-anchor:middle}
.map .o{fill:none;stroke-width:6}.map .o.s0{stroke:#1f5f99}.map .o.s1{stroke:#b34a12}
"""


def page(chronicle: Chronicle, heading: Heading) -> str:
    """The whole report."""
    chronicle.finish()
    title = chronicle.title
    name = heading.name or title.full_name
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(name)}: report</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>',
        f"<h1>{escape(name)}</h1>",
        _summary(chronicle, heading),
        _scores(chronicle),
        _losses(chronicle),
        _luck(chronicle),
        _battles(chronicle),
        _maps(chronicle),
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _summary(chronicle: Chronicle, heading: Heading) -> str:
    title, outcome = chronicle.title, chronicle.outcome
    who = []
    for seat in title.seats:
        player = heading.players.get(seat) or (f"bot {heading.bots[seat]}" if heading.bots.get(seat) else "")
        who.append(f"{escape(seat.capitalize())}{': ' + escape(player) if player else ''}")
    lines = [f"<p>{escape(title.full_name)}. {'; '.join(who)}.</p>"]
    if outcome is None:
        seen = "what both sides know" if chronicle.eyes < 0 else f"what the {title.seats[chronicle.eyes]} side knows"
        lines.append(f"<p>The game is in turn {chronicle.turn}. This report tells {escape(seen)}.</p>")
    else:
        said = title.ledger.row(outcome.rule).what
        won = f"The {outcome.winner.capitalize()} player won{outcome.degree}"
        end = "The game was drawn" if outcome.is_draw else won
        lines.append(
            f"<p><strong>{escape(end)} in turn {outcome.turn} by rule {escape(outcome.rule)}.</strong> "
            f"{escape(said)}</p>"
        )
    return "".join(lines)


def _scores(chronicle: Chronicle) -> str:
    seats, scores = chronicle.title.seats, chronicle.scores
    found = ""
    if any(score.points is not None for score in scores):
        line = Line("points", 0, [(score.turn, float(score.points or 0)) for score in scores])
        found += chart("Victory points", "turn", [line])
    if chronicle.title.objectives and len(scores) > 1:
        lines = [
            Line(seat, i, [(score.turn, float(score.held[i])) for score in scores]) for i, seat in enumerate(seats)
        ]
        found += chart("Objectives held", "turn", lines)
    return f"<h2>How it went</h2>{found}" if found else ""


def _losses(chronicle: Chronicle) -> str:
    title, losses = chronicle.title, chronicle.tally.losses
    found = []
    for side, seat in enumerate(title.seats):
        kinds = sorted({kind for _, s, kind in losses if s == side})
        turns = sorted({turn for turn, s, _ in losses if s == side})
        if not kinds:
            continue
        head = "".join(f"<th>{escape(kind)}</th>" for kind in kinds)
        rows = []
        for turn in turns:
            cells = [losses.get((turn, side, kind), 0) for kind in kinds]
            shown = "".join(f"<td>{n or ''}</td>" for n in cells)
            rows.append(f"<tr><td>{turn}</td>{shown}<td>{sum(cells)}</td></tr>")
        sums = [sum(losses.get((turn, side, kind), 0) for turn in turns) for kind in kinds]
        rows.append(f"<tr><th>all</th>{''.join(f'<th>{n}</th>' for n in sums)}<th>{sum(sums)}</th></tr>")
        found.append(
            f'<div class="wide"><table><caption>{escape(seat.capitalize())}: steps lost</caption>'
            f"<tr><th>turn</th>{head}<th>all</th></tr>{''.join(rows)}</table></div>"
        )
    return f"<h2>Losses</h2>{''.join(found)}" if found else ""


def _luck(chronicle: Chronicle) -> str:
    title, tally = chronicle.title, chronicle.tally
    if not tally.settled:
        return ""
    rows = []
    for side, seat in enumerate(title.seats):
        dice, own = tally.dice[side], [f for f in tally.settled if f.attacker == side]
        expected, rolled, lost = _sum(f.expected for f in own), _sum(f.rolled for f in own), _sum(f.lost for f in own)
        average = "" if dice.average is None else f"{dice.average:.2f}"
        rows.append(
            f'<tr><td class="t">{escape(seat)}</td><td>{len(own)}</td><td>{dice.rolls}</td><td>{average}</td>'
            f"<td>{_pair(expected)}</td><td>{_pair(rolled)}</td><td>{_pair(lost)}</td>"
            f"<td>{float(tally.luck(side)):+.1f}</td></tr>"
        )
    total, line = 0.0, [(0.0, 0.0)]
    for number, fight in enumerate(tally.settled, 1):
        total += float(fight.luck if fight.attacker == 0 else -fight.luck)
        line.append((float(number), total))
    drawn = chart(f"Luck of the {title.seats[0]} side in steps, battle by battle", "battle", [Line("luck", 0, line)])
    return (
        "<h2>Dice and luck</h2><p>Expected is what the exact battle sheet at the time of the order came to; rolled is "
        "what the result on the table costs by itself; lost is what was lost after all decisions. Attacker's steps "
        "first, then the defender's. Luck counts the steps by which the dice, and fronts nobody knew, favoured a side, "
        "in its own attacks and in those on it.</p>"
        '<div class="wide"><table><tr><th class="t">attacker</th><th>battles</th><th>dice</th><th>average</th>'
        f"<th>expected</th><th>rolled</th><th>lost</th><th>luck</th></tr>{''.join(rows)}</table></div>{drawn}"
    )


def _battles(chronicle: Chronicle) -> str:
    fights = chronicle.tally.settled
    if not fights:
        return ""
    rows = "".join(_battle(chronicle.title, fight) for fight in fights)
    head = "<th>turn</th><th class='t'>attacker</th><th class='t'>where</th><th class='t'>kind</th><th>odds</th>"
    head += "<th>fought at</th><th>dice</th><th class='t'>result</th><th>expected</th><th>lost</th><th>luck</th>"
    return (
        f'<h2>Battles</h2><details><summary>{len(fights)} battles</summary><div class="wide"><table>'
        f"<tr>{head}</tr>{rows}</table></div></details>"
    )


def _battle(title: Title[Any], fight: Fight) -> str:
    result = fight.result if fight.final == fight.result else f"{fight.result}, taken as {fight.final}"
    kind = fight.kind.removesuffix(" assault")
    return (
        f'<tr><td>{fight.turn}</td><td class="t">{escape(title.seats[fight.attacker])}</td>'
        f'<td class="t">{escape(title.board.label(fight.hex))}</td><td class="t">{escape(kind)}</td>'
        f"<td>{fight.likeliest}</td><td>{fight.column}</td><td>{' '.join(map(str, fight.dice))}</td>"
        f'<td class="t">{result}</td><td>{_pair(fight.expected)}</td><td>{_pair(fight.lost)}</td>'
        f"<td>{float(fight.luck):+.1f}</td></tr>"
    )


def _sum(costs: Any) -> Cost:
    total = Cost()
    for cost in costs:
        total = total.plus(cost)
    return total


def _pair(cost: Cost) -> str:
    return f"{_short(cost.attacker)} / {_short(cost.defender)}"


def _short(value: Any) -> str:
    return f"{float(value):.1f}".removesuffix(".0")


# -- maps -------------------------------------------------------------------------------------------------------------


def _maps(chronicle: Chronicle) -> str:
    title = chronicle.title
    svg = gzip.decompress(ground_of(title.key).packed).decode()
    match = re.search(r'viewBox="([^"]+)"[^>]*>(.*)</svg>', svg, re.DOTALL)
    assert match is not None
    box, inner = match.groups()
    ground = (
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><g id="ground">{inner}</g>'
        f"{_block(0, 3)}{_block(1, BLOCK / 2)}</svg>"
    )
    pictures = "".join(_map(title, picture, box, opened=False) for picture in chronicle.pictures[:-1])
    last = _map(title, chronicle.pictures[-1], box, opened=True)
    seats = ", ".join(
        f'<strong style="color:var(--{"ab"[i]})">{escape(seat)}</strong>' for i, seat in enumerate(title.seats)
    )
    says = f"A block is a stack with its number of units: square {seats} round. "
    says += "Rings are objectives in the colour of their holder."
    return f"<h2>Turn by turn</h2><p>{says}</p>{ground}{pictures}{last}"


def _block(side: int, rounding: float) -> str:
    """The sides differ by shape as well as by colour."""
    half = f"{-BLOCK / 2:.1f}"
    size = f'width="{BLOCK:.1f}" height="{BLOCK:.1f}" rx="{rounding:.1f}"'
    return f'<rect id="b{side}" x="{half}" y="{half}" {size} stroke="#fff" stroke-width="1.5"/>'


def _map(title: Title[Any], picture: Picture, box: str, *, opened: bool) -> str:
    grid = title.board.grid

    def at(label: str) -> tuple[float, float]:
        x, y = grid.centres[grid.index[label]]
        return round(float(x) * HEX, 1), round(float(y) * HEX, 1)

    sides: list[list[str]] = [[] for _ in title.seats]
    numbers = []
    for label, (side, count) in sorted(picture.stacks.items()):
        x, y = at(label)
        sides[side].append(f'<use href="#b{side}" x="{x:g}" y="{y:g}"/>')
        numbers.append(f'<text x="{x:g}" y="{y + 6:g}">{count}</text>')
    rings: list[list[str]] = [[] for _ in title.seats]
    for h in title.objectives:
        holder = picture.control.get(grid.labels[h])
        if holder is not None:
            x, y = at(grid.labels[h])
            rings[title.seats.index(holder)].append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.46 * HEX:.1f}"/>')
    drawn = "".join(f'<g class="s{i} o">{"".join(part)}</g>' for i, part in enumerate(rings))
    drawn += "".join(f'<g class="s{i}">{"".join(part)}</g>' for i, part in enumerate(sides))
    counts = [sum(1 for side, _ in picture.stacks.values() if side == i) for i in range(len(title.seats))]
    told = ", ".join(f"{seat} {n} stacks" for seat, n in zip(title.seats, counts, strict=True))
    return (
        f"<details{' open' if opened else ''}><summary>{escape(picture.heading)}</summary>"
        f'<svg class="map" viewBox="{box}" role="img" aria-label="{escape(picture.heading)}: {escape(told)}">'
        f'<use href="#ground"/>{drawn}<g font-size="17" font-weight="700">{"".join(numbers)}</g></svg></details>'
    )
