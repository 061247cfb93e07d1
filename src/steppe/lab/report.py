"""The report of a simulation: one HTML file that needs nothing else, no script and no network.

The same files give the same report byte for byte.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from pathlib import Path

from steppe import titles
from steppe.history import Fall, falls
from steppe.lab import figures
from steppe.lab.figures import Group, Taken
from steppe.lab.heatmap import Ground, tint
from steppe.lab.plots import Band, Range, bands, ranges, stacks
from steppe.lab.results import Results, is_drawn
from steppe.lab.rows import Row
from steppe.lab.stats import Estimate, bootstrap_mean
from steppe.lab.study import UNCHANGED, Comparison, comparisons
from steppe.title import Outcome

MOST_GROUPS = 8
MAPS = 4
STYLE = """
:root{color-scheme:light dark;--a:#1f5f99;--b:#b34a12;--line:#8886}
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
@media (prefers-color-scheme:dark){:root{--a:#7db8ec;--b:#f0a070}}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-top:2px solid var(--line);padding-top:1rem}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid var(--line);padding:.2rem .6rem;text-align:right;white-space:nowrap}
td.t,th.t{text-align:left}td.w{white-space:normal;text-align:left;min-width:16rem}figure{margin:1rem 0}
.wide{overflow-x:auto}
.two{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));gap:0 1.5rem}
figcaption{font-weight:600}svg.map{width:100%;height:auto}svg.chart{width:100%;max-width:44rem;height:auto}
.s0{--c:var(--a)}.s1{--c:var(--b)}.chart text{fill:currentColor}
.chart .s0,.chart .s1{stroke:var(--c);fill:none;stroke-width:2.5}
.chart .f{fill:var(--c);fill-opacity:.16;stroke:none}.chart .b{fill:var(--c);stroke:none}
.front{stroke:#000;stroke-width:7;fill:none;stroke-linecap:round}
.start{stroke:#000;stroke-width:4;stroke-dasharray:9 9;fill:none;stroke-opacity:.7}
.key span{display:inline-block;padding:0 .6rem;color:#000}
"""


class Report:
    """Everything that the sections need."""

    def __init__(self, found: Results, data: Path | None) -> None:
        self.found = found
        folder = titles.folder(found.title, data)
        first = found.head["variants"][0]
        self.title = titles.load(found.title, first["scenario"], first["options"], data)
        self.seats = self.title.seats
        self.falls = falls(self.title, folder)
        self.ground = Ground(self.title, folder)
        self.labels = {float(turn["turn"]): str(turn["label"]) for turn in self.title.turn_track()}
        self.groups = figures.groups(found.rows)

    def page(self) -> str:
        name = escape(self.title.name)
        detailed = self.groups[:MOST_GROUPS]
        parts = [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}: simulated games</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>',
            f"<h1>{name}: {len(self.found.rows)} simulated games</h1>",
            self.about(),
            self.results(),
            self.changes(),
            self.ground.definition(),
            *(self.group(group) for group in detailed),
        ]
        if len(self.groups) > len(detailed):
            parts.append(f"<p>{len(self.groups) - len(detailed)} more kinds of games are in the first table alone.</p>")
        return "\n".join(part for part in parts if part) + "\n</body></html>\n"

    # -- the head -------------------------------------------------------------------------------------------------

    def about(self) -> str:
        seeds = sorted({row["seed"] for row in self.found.rows})
        head = self.found.head
        options = [name for name, value in sorted(head["variants"][0]["options"].items()) if value]
        rules = ", ".join(v["rules"][:12] for v in head["variants"])
        stopped = sum(row["winner"] is None for row in self.found.rows)
        text = f"Seeds {seeds[0]} to {seeds[-1]}; options: {', '.join(options) or 'none'}; rules and data {rules}."
        if len(self.title.scenarios) > 1:
            text = f"{self._scenarios()}. {text}"
        text += f" {stopped} games were stopped before their end." if stopped else ""
        return (
            f"<p>{escape(text)}</p><p>Intervals hold the true value in 95 of 100 cases as far as chance goes; how "
            "well the bots play is another matter. Where a game ended early, its last position counts on for the later "
            "turns.</p>"
        )

    def _scenarios(self) -> str:
        """What was played, by name."""
        played = {row["scenario"] for row in self.found.rows}
        return ", ".join(scenario.name for scenario in self.title.scenarios if scenario.key in played)

    def _called_group(self, group: Group) -> str:
        """Who played, and what if that differs."""
        several = len({other.scenario for other in self.groups}) > 1
        return group.name(self.seats) + (f" ({group.scenario})" if several else "")

    def results(self) -> str:
        drawn = any(map(is_drawn, self.found.rows))
        heads = [f"<th>{escape(seat)} won</th><th>95 %</th>" for seat in self.seats]
        heads += ["<th>drawn</th>"] if drawn else []
        rows = []
        for group in self.groups:
            cells = [f"<td>{e.value:.1%}</td><td>{_span(e)}</td>" for e in figures.shares(group.rows, self.seats)]
            cells += [f"<td>{sum(map(is_drawn, group.rows)) / len(group.rows):.1%}</td>"] if drawn else []
            turns = bootstrap_mean([row["turn"] for row in group.rows]).value
            orders = sum(row["orders"] for row in group.rows) / len(group.rows)
            name = escape(self._called_group(group))
            rows.append(
                f'<tr><td class="t">{name}</td><td>{len(group.rows)}</td>{"".join(cells)}<td>{turns:.1f}</td>'
                f"<td>{orders:.0f}</td></tr>"
            )
        head = f'<th class="t">who played</th><th>games</th>{"".join(heads)}<th>turns</th><th>orders</th>'
        return f'<div class="wide"><table><tr>{head}</tr>{"".join(rows)}</table></div>'

    def changes(self) -> str:
        """What each change of a study shifted."""
        names = list(dict.fromkeys(group.variant for group in self.groups))
        if UNCHANGED not in names:
            return ""
        found = []
        for name in names:
            if name != UNCHANGED:
                rows = "".join(_compared(one) for one in comparisons(self.found, name))
                head = '<th class="t"></th><th>unchanged</th><th>changed</th><th>shift</th><th>95 %</th><th></th>'
                found.append(f"<h3>{escape(name)}</h3><table><tr>{head}</tr>{rows}</table>")
        return f"<h2>What the changes shift</h2>{''.join(found)}"

    # -- a kind of games ------------------------------------------------------------------------------------------

    def group(self, group: Group) -> str:
        rows = group.rows
        sections = (
            self.endings(rows),
            self.course(rows),
            self.front(rows),
            self.places(rows),
            self.losses(rows),
            self.luck(rows),
        )
        return f"<h2>{escape(self._called_group(group))}: {len(rows)} games</h2>" + "".join(sections)

    def endings(self, rows: list[Row]) -> str:
        finished = [row for row in rows if row["winner"] is not None]
        if not finished:
            return ""
        drawn = stacks("Games won, by the turn in which they ended", "turn", figures.ends(rows, self.seats), self.seats,
                       self.labels)  # fmt: skip
        counts = Counter((row["rule"], row["winner"], row["level"]) for row in finished)
        lines = []
        for (rule, winner, level), n in sorted(counts.items(), key=lambda x: (-x[1], x[0])):
            said = escape(self.title.ledger.row(rule).what)
            won = escape(winner + Outcome(winner, level, rule, 0).degree) or "nobody (a draw)"
            lines.append(
                f'<tr><td class="t">{escape(rule)}</td><td class="t">{won}</td><td>{n}</td>'
                f'<td>{n / len(rows):.1%}</td><td class="w">{said}</td></tr>'
            )
        head = '<th class="t">rule</th><th class="t">winner</th><th>games</th><th>share</th><th class="t">says</th>'
        return f'<h3>How they ended</h3>{drawn}<div class="wide"><table><tr>{head}</tr>{"".join(lines)}</table></div>'

    def course(self, rows: list[Row]) -> str:
        plots = []
        if any(turn["points"] is not None for row in rows for turn in row["turns"]):
            points = Band("points", 0, figures.quantiles(rows, lambda turn: turn["points"]))
            plots.append(bands("Victory points", "turn", [points], self.labels))
        if self.title.objectives:
            held = Band(self.seats[0], 0, figures.quantiles(rows, figures.objectives_held(self.title)))
            plots.append(bands(f"Objectives held by the {self.seats[0]} side", "turn", [held], self.labels))
        for what, column in (("Steps on the map", "steps"), ("Attack factors on the map", "attack")):
            plots.append(bands(what, "turn", [self._by_seat(rows, column, i) for i in range(2)], self.labels))
        says = "The line is the middle game; half of the games lie in the dark band, four fifths in the light one."
        return f'<h3>Turn by turn</h3><p>{says}</p><div class="two">{"".join(plots)}</div>'

    def _by_seat(self, rows: list[Row], column: str, seat: int) -> Band:
        return Band(self.seats[seat], seat, figures.quantiles(rows, lambda turn: turn[column][seat]))

    def front(self, rows: list[Row]) -> str:
        first, last = figures.first_turn(rows), figures.last_turn(rows)
        turns = sorted({first + max(round((last - first) * (n + 1) / MAPS), 1) for n in range(MAPS)})
        start = figures.held(self.title, rows, first)
        shown = {turn: figures.held(self.title, rows, turn) for turn in turns}
        key = "".join(f'<span style="background:{tint(n / 4)}">{n * 25} %</span>' for n in range(5))
        says = (
            f"How often the {escape(self.seats[0])} side held a hex at the end of a turn: "
            f'<span class="key">{key}</span>. '
            "Hexes without colour are as they were. "
            "The thick line is where it was even, the broken one the front at the start."
        )
        maps = "".join(self.ground.map(self._moment(turn), held, start) for turn, held in shown.items())
        return f'<h3>The front</h3><p>{says}</p><div class="two">{maps}</div>'

    def _moment(self, turn: int) -> str:
        label = self.labels.get(float(turn))
        return f"End of turn {turn}, {label}" if label else f"End of turn {turn}"

    # -- places ---------------------------------------------------------------------------------------------------

    def places(self, rows: list[Row]) -> str:
        if not self.falls:
            return ""
        found = figures.taken(self.title, rows, self.falls)
        first = figures.first_turn(rows)
        last = max([figures.last_turn(rows), *(fall.turn or first for fall in self.falls)])
        lines = [Range(self._called(one.fall), f"{one.share.value:.0%}", one.points, one.fall.turn) for one in found]
        drawn = ranges("When places fell, by turn", lines, first + 0.5, last + 0.5, self._some_labels(first, last))
        says = (
            f"A dot is the turn by which half of the games had seen the {escape(self.seats[0])} side take a place, the "
            "thick line runs from a quarter to three quarters, the thin one from a tenth to nine tenths; where it ends "
            "at the edge, fewer saw it fall. A ring is the turn in which it fell in the war; without one it never did. "
            "The percentage is the share of games in which it fell at all."
        )
        table = "".join(self._place(one) for one in found)
        head = '<th class="t">place</th><th>fell in</th><th>95 %</th><th>middle turn</th><th class="t">in the war</th>'
        head += '<th>turn</th><th>later (+) by</th><th class="t"></th>'
        return (
            f"<h3>Places, and history</h3><p>{says}</p>{drawn}<details><summary>The same as a table</summary>"
            f'<div class="wide"><table><tr>{head}</tr>{table}</table></div></details>'
        )

    def _called(self, fall: Fall) -> str:
        """A place by its name, with its hex if the name has several."""
        alone = sum(other.place == fall.place for other in self.falls) == 1
        return fall.place if alone else f"{fall.place} {self.title.board.grid.labels[fall.hex]}"

    def _some_labels(self, first: int, last: int) -> dict[float, str]:
        step = 1 if last - first <= 10 else 2
        return {float(turn): str(turn) for turn in range(first + 1, last + 1, step)}

    def _place(self, one: Taken) -> str:
        fall, middle = one.fall, one.points[2]
        later = "" if middle is None or fall.turn is None else f"{middle - fall.turn:+.0f}"
        day = f"{fall.day.day} {fall.day:%b %Y}" if fall.day else "never"
        return (
            f'<tr><td class="t">{escape(self._called(fall))}</td><td>{one.share.value:.0%}</td>'
            f"<td>{_span(one.share)}</td>"
            f"<td>{'' if middle is None else f'{middle:.0f}'}</td><td class='t'>{day}</td><td>{fall.turn or ''}</td>"
            f'<td>{later}</td><td class="t">{escape(fall.note)}</td></tr>'
        )

    # -- losses and luck ------------------------------------------------------------------------------------------

    def losses(self, rows: list[Row]) -> str:
        if any(row["lost"] is None for row in rows):
            return ""  # the title's system counts none
        shown = [Band(seat, i, figures.loss_quantiles(rows, seat)) for i, seat in enumerate(self.seats)]
        tables = []
        for seat in self.seats:
            kinds = figures.losses_by_kind(rows, seat)
            lines = "".join(f'<tr><td class="t">{escape(kind)}</td><td>{n:.1f}</td></tr>' for kind, n in kinds)
            total = sum(n for _, n in kinds)
            lines += f'<tr><th class="t">all</th><th>{total:.1f}</th></tr>'
            head = f'<tr><th class="t">{escape(seat)}</th><th>steps lost a game</th></tr>'
            tables.append(f"<table>{head}{lines}</table>")
        drawn = bands("Steps lost so far", "turn", shown, self.labels)
        return f'<h3>Losses</h3>{drawn}<div class="two">{"".join(tables)}</div>'

    def luck(self, rows: list[Row]) -> str:
        if any(row["luck"] is None for row in rows):
            return ""
        values = [row["luck"][0] for row in rows]
        width = max(round((max(values) - min(values)) / 16), 1)
        bins: dict[float, list[float]] = {}
        for side, seat in enumerate(self.seats):
            won = [row["luck"][0] for row in rows if row["winner"] == seat]
            for middle, n in figures.histogram(won, width).items():
                bins.setdefault(middle, [0.0] * len(self.seats))[side] += n
        drawn = stacks(
            f"Games by the luck of the {self.seats[0]} side, in steps, and who won them", "luck", bins, self.seats,
            {middle: f"{middle:g}" for middle in sorted(bins)},
        )  # fmt: skip
        lines = []
        for seat in self.seats:
            own = [row["luck"][0] for row in rows if row["winner"] == seat]
            if own:
                e = bootstrap_mean(own)
                lines.append(
                    f'<tr><td class="t">{escape(seat)} won</td><td>{len(own)}</td><td>{e.value:+.1f}</td>'
                    f"<td>{e.low:+.1f} to {e.high:+.1f}</td></tr>"
                )
        head = f'<th class="t"></th><th>games</th><th>mean luck of the {escape(self.seats[0])} side</th><th>95 %</th>'
        says = (
            "Luck is the difference between what the results on the table cost and what was to be expected when the "
            "attacks were ordered, over all battles of a game; what one side has, the other lacks."
        )
        return f"<h3>Luck</h3><p>{says}</p>{drawn}<table><tr>{head}</tr>{''.join(lines)}</table>"


def _span(share: Estimate) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def _compared(one: Comparison) -> str:
    form, signed = ("{:.1%}", "{:+.1%}") if one.percent else ("{:.2f}", "{:+.2f}")
    shift = one.shift
    span = f"{signed.format(shift.low)} to {signed.format(shift.high)}"
    clear = "clear" if shift.interval_excludes_zero else ""
    return (
        f'<tr><td class="t">{escape(one.what)}</td><td>{form.format(one.before)}</td><td>{form.format(one.after)}</td>'
        f"<td>{signed.format(shift.value)}</td><td>{span}</td><td>{clear}</td></tr>"
    )
