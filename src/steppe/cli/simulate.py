"""Many games: simulations, ladders, studies, reports."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import markup
from rich.table import Table

from steppe.cli.common import AsJson, Data, ScenarioKey, TitleKey, console, print_json, read_options, say
from steppe.cli.lab import progress
from steppe.cli.seats import SeatedCommand, bots_by_seat
from steppe.lab.ladder import Ladder, pairings
from steppe.lab.ladder import ladder as rate
from steppe.lab.plan import Plan, Variant
from steppe.lab.report import Report
from steppe.lab.results import Results, is_drawn, read_all
from steppe.lab.simulate import Store, run
from steppe.lab.stats import Estimate, wilson
from steppe.lab.study import UNCHANGED, comparisons
from steppe.lab.study import variant as changed_variant
from steppe.lab.workers import cores

INTERRUPTED = 130

Games = Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")]
FirstSeed = Annotated[int, typer.Option("--seed", metavar="S", help="The seed of the first game; the others follow.")]
Workers = Annotated[
    int | None, typer.Option(min=1, metavar="W", help="Processes on this machine; one for each core by default.")
]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one on this machine.")
]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=on|off", help="An option of the title.")]
How = Annotated[
    str | None, typer.Option("--setup", metavar="HOW", help="historical or random; the first if there is one.")
]
Turns = Annotated[
    int | None, typer.Option(min=1, metavar="T", help="Stop games after this turn; they then have no end.")
]
Result = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the result goes (Parquet).")]
Kept = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Keep the games here (Parquet); see simulate.")
]


def register(app: typer.Typer) -> None:
    app.command("simulate", cls=SeatedCommand)(simulate)
    app.command("ladder")(ladder)
    app.command("study", cls=SeatedCommand)(study)
    app.command("report")(report)


def simulate(
    context: typer.Context,
    title: TitleKey,
    output: Result,
    games: Games = 100,
    seed: FirstSeed = 1,
    paired: Annotated[
        bool, typer.Option("--paired", help="Play each seed twice, the second time with the bots' seats exchanged.")
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    scenario: ScenarioKey = "",
    option: Options = None,
    setup: How = None,
    turns: Turns = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Let bots play many games and write down each of them, turn by turn, in one file.

    Who plays a seat is said by its name (--german staff --soviet reflex); greedy where nothing is said.

    The file is the same byte for byte with any number of workers. What is finished is kept beside it while the
    simulation runs: after Ctrl-C the same command goes on where it stopped.
    """
    variant = Variant.of(title, read_options(option or ()), data, scenario=scenario)
    plan = Plan(title, (bots_by_seat(context, title),), games, seed, paired, (variant,), setup, turns)
    found = run_shown(plan, output, workers, ray)
    if as_json:
        print_json("simulate", {"file": str(output), **summary(found)})
    else:
        tell(found)
        say(f"{output}: written")


# -- ladder -----------------------------------------------------------------------------------------------------------


def ladder(
    title: TitleKey,
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT...", help="Bots, such as greedy or staff:bold.")],
    games: Annotated[int, typer.Option(min=2, metavar="N", help="How many games each two bots play.")] = 100,
    seed: FirstSeed = 1,
    workers: Workers = None,
    ray: Ray = None,
    scenario: ScenarioKey = "",
    option: Options = None,
    setup: How = None,
    turns: Turns = None,
    output: Kept = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Let bots play everybody against everybody, each seed from both sides, and rate them (Bradley-Terry).

    With -o the games are kept: after Ctrl-C the same command goes on, and after the end it shows the ladder again.
    """
    variant = Variant.of(title, read_options(option or ()), data, scenario=scenario)
    plan = Plan(title, pairings(bots), games, seed, True, (variant,), setup, turns)
    found = rate(run_kept(plan, output, workers, ray))
    if as_json:
        print_json("ladder", {"title": title, "scenario": variant.scenario, "games": games, **ladder_data(found)})
        return
    table = Table("bot", "rating", "95 %", "games", "won", "95 %", *(f"as {seat}" for seat in found.seats))
    for one in found.rated:
        seats = [f"{share.value:.1%}" for share in one.by_seat]
        share = f"{one.share.value:.1%}", span(one.share)
        table.add_row(one.bot, *rating_cells(one.rating), str(one.games), *share, *seats)
    console().print(table)
    if found.rated[0].seat_ratings:
        table = Table("bot", *(heading for seat in found.seats for heading in (f"rating as {seat}", "95 %")))
        for one in found.rated:
            table.add_row(one.bot, *(cell for rating in one.seat_ratings for cell in rating_cells(rating)))
        console().print(table)
    worth, interval = rating_cells(found.advantage)
    say(f"The {found.seats[0]} seat is worth {worth} ({interval}) points of rating.")
    for met in found.met:
        seats = [f"{share_text(share)} as {seat}" for seat, share in zip(found.seats, met.by_seat, strict=True)]
        say(f"{met.bots[0]} won {share_text(met.share)} of {met.games} against {met.bots[1]}: {', '.join(seats)}")


def ladder_data(found: Ladder) -> dict[str, Any]:
    """A ladder as plain data; docs/json.md describes it."""

    def by_seat(values: Iterable[Estimate]) -> dict[str, Any]:
        return {seat: value._asdict() for seat, value in zip(found.seats, values, strict=False)}

    return {
        "bots": [
            {
                "bot": one.bot,
                "games": one.games,
                "rating": one.rating._asdict(),
                "share": one.share._asdict(),
                "shares": by_seat(one.by_seat),
                "ratings": by_seat(one.seat_ratings),
            }
            for one in found.rated
        ],
        "met": [
            {"bots": met.bots, "games": met.games, "share": met.share._asdict(), "shares": by_seat(met.by_seat)}
            for met in found.met
        ],
        "advantage": {"seat": found.seats[0], **found.advantage._asdict()},
    }


def rating_cells(rating: Estimate) -> tuple[str, str]:
    value, low, high = (f"{round(figure):+d}" for figure in rating)
    return value, f"{low} to {high}"


def span(share: Estimate) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def share_text(share: Estimate) -> str:
    return f"{share.value:.1%} ({span(share)})"


# -- study ------------------------------------------------------------------------------------------------------------


def study(
    context: typer.Context,
    title: TitleKey,
    change: Annotated[
        list[str], typer.Option(metavar="CHANGE", help='Such as "crt[3:1,4]=DE" or "option fog=off"; see docs/lab.md.')
    ],
    games: Games = 100,
    seed: FirstSeed = 1,
    workers: Workers = None,
    ray: Ray = None,
    scenario: ScenarioKey = "",
    option: Options = None,
    setup: How = None,
    turns: Turns = None,
    output: Kept = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Change a cell of a table, a class of units or an option, and see what shifts on the same seeds.

    Each --change is a game of its own, compared with the unchanged one; a semicolon joins several changes into one.
    Who plays a seat is said by its name (--german staff --soviet reflex); greedy where nothing is said.
    """
    options = read_options(option or ())
    variants = [
        Variant.of(title, options, data, name=UNCHANGED, scenario=scenario),
        *(changed_variant(title, c, options, data, scenario) for c in change),
    ]
    plan = Plan(title, (bots_by_seat(context, title),), games, seed, False, tuple(variants), setup, turns)
    found = run_kept(plan, output, workers, ray)
    told = {v.name: comparisons(found, v.name) for v in variants[1:]}
    if as_json:
        changes = [
            {"change": name, "figures": [s._asdict() | {"shift": s.shift._asdict()} for s in compared]}
            for name, compared in told.items()
        ]
        print_json("study", {"title": title, "scenario": variants[0].scenario, "games": games, "changes": changes})
        return
    for name, compared in told.items():
        table = Table(
            "", UNCHANGED, "changed", "shift", "95 %", "clear", title=markup.escape(name), title_justify="left"
        )
        for s in compared:
            form = "{:.1%}" if s.percent else "{:.2f}"
            signed = "{:+.1%}" if s.percent else "{:+.2f}"
            interval = f"{signed.format(s.shift.low)} to {signed.format(s.shift.high)}"
            figures = form.format(s.before), form.format(s.after), signed.format(s.shift.value)
            table.add_row(s.what, *figures, interval, "yes" if s.shift.interval_excludes_zero else "")
        console().print(table)


# -- report -----------------------------------------------------------------------------------------------------------


def report(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Results of simulations of one title.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="PAGE", help="Where the page goes (HTML).")],
    data: Data = None,
) -> None:
    """Make one page of simulated games: who won and why, turn by turn, the front, history, losses, luck."""
    page = Report(read_all(files), data).page()
    output.write_text(page, encoding="utf-8", newline="\n")
    say(f"{output}: written")


# -- what they share --------------------------------------------------------------------------------------------------


def run_kept(plan: Plan, path: Path | None, workers: int | None, ray: str | None) -> Results:
    """Run a plan whose file may be there already; without a place for it, it is kept only while it is needed."""
    if path is not None:
        return run_shown(plan, path, workers, ray, again=True)
    with tempfile.TemporaryDirectory(prefix="steppe-") as place:
        return run_shown(plan, Path(place) / "games.parquet", workers, ray, kept=False)


def run_shown(
    plan: Plan, path: Path, workers: int | None, ray: str | None, *, again: bool = False, kept: bool = True
) -> Results:
    """Run a plan with a bar on standard error; Ctrl-C says how to go on."""
    done = 0
    with progress(len(plan.jobs)) as bar:
        task = bar.add_task("games", total=len(plan.jobs))

        def told(now: int, total: int) -> None:
            nonlocal done
            if not done and now and not bar.disable:
                bar.console.print(f"{now} of {total} games are there already")
            done = now
            bar.update(task, completed=now)

        try:
            return run(plan, path, number=workers or cores(), ray=ray, told=told, again=again)
        except KeyboardInterrupt:
            told_so_far = f"{done} of {len(plan.jobs)} games are"
            if kept:
                how = f"{told_so_far} kept in {Store(path).folder}; the same command goes on from there"
            else:
                how = f"{told_so_far} lost; with -o FILE the same command would go on from there"
            print(f"steppe: interrupted: {how}", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None


def summary(found: Results) -> dict[str, Any]:
    """A simulation in a few figures."""
    rows = found.rows
    return {
        "title": found.title,
        "scenarios": sorted({row["scenario"] for row in rows}),
        "games": len(rows),
        "won": {seat: sum(row["winner"] == seat for row in rows) for seat in found.seats},
        "bots": _won_by_bot(found),
        "drawn": sum(map(is_drawn, rows)),
        "unfinished": sum(row["winner"] is None for row in rows),
        "rules": dict(Counter(row["rule"] for row in rows if row["rule"]).most_common()),
        "turns": sum(row["turn"] for row in rows) / len(rows),
        "orders": sum(row["orders"] for row in rows),
    }


def _won_by_bot(found: Results) -> dict[str, int]:
    """What each bot won; nothing if there is only one, or each has a seat of its own."""
    names = sorted({name for row in found.rows for name in row["bots"]})
    if len(names) < 2 or len({tuple(row["bots"]) for row in found.rows}) < 2:
        return {}
    won = Counter(row["bots"][found.seats.index(row["winner"])] for row in found.rows if row["winner"])
    return {name: won[name] for name in names}


def tell(found: Results) -> None:
    told = summary(found)
    for who in ("won", "bots"):
        for name, won in told[who].items():
            games = sum(row["bots"].count(name) for row in found.rows) if who == "bots" else told["games"]
            share = wilson(won, games)
            say(f"{name} won {won} of {games}: {share_text(share)}")
    if told["drawn"]:
        say(f"{told['drawn']} of {told['games']} were drawn: {share_text(wilson(told['drawn'], told['games']))}")
    if told["unfinished"]:
        say(f"{told['unfinished']} were stopped before their end")
    if told["rules"]:
        say("decided by: " + ", ".join(f"{rule} {n}" for rule, n in told["rules"].items()))
    say(f"{told['turns']:.1f} turns and {told['orders'] / told['games']:.0f} orders a game")
