"""The laboratory: bots against bots, random play in search of bugs, benchmarks."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from steppe.cli.common import (
    AsJson,
    Data,
    ScenarioKey,
    Setup,
    TitleKey,
    console,
    make_bot,
    print_json,
    read_options,
    say,
)
from steppe.cli.seats import SeatedCommand, bots_by_seat
from steppe.dice import secret_from_seed
from steppe.errors import SteppeError
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.lab.play import play_out, summary
from steppe.orders import Order
from steppe.title import Outcome

if TYPE_CHECKING:
    from steppe.lab.bench import Figure


def register(app: typer.Typer) -> None:
    app.command("selfplay", cls=SeatedCommand)(selfplay)
    app.command("fuzz")(fuzz)
    app.command("bench")(bench)


def progress(total: int) -> Progress:
    """A bar on standard error, where it disturbs no program that reads the output."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Console(stderr=True)
    return Progress(*columns, console=shown, transient=True, disable=total < 2 or not sys.stderr.isatty())


def selfplay(
    context: typer.Context,
    title: TitleKey,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the first game; the others follow.")] = 1,
    games: Annotated[int, typer.Option(min=1, metavar="K", help="How many games.")] = 1,
    scenario: ScenarioKey = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=on|off", help="An option of the title.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="GAME", help="Write the record (of a single game).")
    ] = None,
    setup: Setup = None,
    notes: Annotated[bool, typer.Option("--notes", help="Print every order and what its bot says about it.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Let bots play whole games; one line for each (with --json an object a line).

    Who plays a seat is said by its name (--german staff --soviet reflex); greedy where nothing is said.
    """
    if output is not None and (games > 1 or output.exists()):
        raise SteppeError(f"{output}: exists already" if games == 1 else "-o takes the record of a single game")
    names, what = bots_by_seat(context, title), (scenario, read_options(option or ()))
    won: Counter[str] = Counter()
    with progress(games) as bar:
        task = bar.add_task("games", total=games)
        for number in range(seed, seed + games):
            result, said = _one_game(title, names, number, what, setup, data, output)
            won[result["winner"]] += 1
            if notes and not as_json:
                for told in said:
                    say(f"{told['n']}. turn {told['turn']} {told['seat']}: {told['order']}  [{told['note']}]")
            if notes:
                result["notes"] = said
            if as_json:
                print_json("selfplay", result)
            else:
                say(_line(result))
            bar.advance(task)
    if games > 1 and not as_json:
        say(", ".join(f"{_whose(seat)} {number} of {games}" for seat, number in won.most_common()))


def _whose(winner: str) -> str:
    return f"{winner} won" if winner else "drawn"


def _one_game(
    title: str,
    names: tuple[str, ...],
    seed: int,
    what: tuple[str, dict[str, bool]],
    setup: str | None,
    data: Path | None,
    output: Path | None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A game as ``summary`` tells it, and every order with its note; ``what`` is a scenario with options."""
    secret = secret_from_seed(seed)
    scenario, options = what
    game = Game.new(title, secret=secret, scenario=scenario, options=options, data=data)
    opponents = [make_bot(name, game.title) for name in names]
    players = dict(zip(game.title.seats, opponents, strict=True))
    if setup != "free":
        set_up(game, setup)
    said: list[dict[str, Any]] = []
    turn = [game.state.turn]

    def listen(game: Game, seat: int, order: Order) -> None:
        name = game.title.seats[seat]
        text, note = game.write(order), players[name].note
        said.append({"n": len(said) + 1, "turn": turn[0], "seat": name, "order": text, "note": note})
        turn[0] = game.state.turn

    outcome = play_out(game, players, seed, watch=listen)
    game.close(secret)
    if output is not None:
        game.record.append_to(output)
    return summary(game, outcome, seed, players), said


def _line(result: dict[str, Any]) -> str:
    bots = " against ".join(f"{bot} ({seat})" for seat, bot in result["bots"].items())
    outcome = Outcome(*(result[name] for name in Outcome._fields))
    return f"seed {result['seed']}: {bots}: {outcome.words} after {result['orders']} orders"


# -- fuzz -------------------------------------------------------------------------------------------------------------


def fuzz(
    title: TitleKey,
    orders: Annotated[int, typer.Option(min=1, metavar="N", help="How many orders to play.")] = 10000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed plays the same orders.")] = 1,
    scenario: Annotated[
        str, typer.Option(metavar="S", help="Only this scenario; any of the title, game by game, if none is named.")
    ] = "",
    dump: Annotated[
        Path | None,
        typer.Option("--dump", metavar="DIR", help="Where records of failures go (steppe show opens them)."),
    ] = None,
    start: Annotated[
        list[Path] | None,
        typer.Option("--start", metavar="POSITION", exists=True, dir_okay=False, help="Begin some games here, too."),
    ] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Play random legal orders with random scenarios and options and check everything that must always hold."""
    from steppe.lab.fuzz import Fuzzer

    fuzzer = Fuzzer(title, seed, scenario=scenario, data=data, dump=dump, starts=start or ())
    with progress(orders) as bar:
        task = bar.add_task("orders", total=orders)
        fuzzer.run(orders, lambda done: bar.update(task, completed=min(done, orders)))
    found = fuzzer.summary()
    if as_json:
        print_json("fuzz", found)
    else:
        _tell_fuzz(found)
    if found["failures"]:
        raise typer.Exit(1)
    if found["interrupted"]:
        raise KeyboardInterrupt


def _tell_fuzz(found: dict[str, Any]) -> None:
    say(f"{found['orders']} orders in {found['games']} games, {found['checks']} checks, seed {found['seed']}")
    for name in ("verbs", "decisions", "turns", "refusals", "ends"):
        counts = ", ".join(f"{key} {number}" for key, number in found[name].items())
        say(f"  {name}: {counts or 'none'}")
    for name, missed in found["never"].items():
        say(f"  {name} never met: {', '.join(missed) or 'none'}")
    for failure in found["failures"]:
        say(f"FAILURE {failure['check']}: {failure['message']}" + (f" ({failure['dump']})" if failure["dump"] else ""))
    say("no failures" if not found["failures"] else f"{len(found['failures'])} failures")


# -- bench ------------------------------------------------------------------------------------------------------------


def bench(
    title: Annotated[str | None, typer.Argument(metavar="TITLE", help="Which title; the first by default.")] = None,
    scenario: ScenarioKey = "",
    quick: Annotated[bool, typer.Option("--quick", help="A short run with rough figures.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Only random play, beside other engines: pip install 'steppe[peers]'.")
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Measure the engine, each figure beside a plain implementation in the same run; or beside other engines."""
    from steppe import titles
    from steppe.lab import bench as ours
    from steppe.lab import peers as theirs

    key = title or titles.known()[0]
    told: dict[str, Any] = {"title": key, "scenario": titles.scenario_of(key, scenario).key, "quick": quick}
    if peers:
        figures, told["missing"] = theirs.run(key, scenario, quick=quick, data=data)
    else:
        figures = ours.run(key, scenario, quick=quick, data=data)
    if as_json:
        print_json("bench", {**told, "figures": [f._asdict() for f in figures]})
        return
    for name in told.get("missing", ()):
        say(f"{name} is not installed: pip install 'steppe[peers]'")
    if figures:
        _tell_bench(figures, "theirs" if peers else "plain")


def _tell_bench(figures: Sequence[Figure], beside: str) -> None:
    """The figures as a table; ``beside`` says whose the other values are."""
    table = Table("what", "value", "unit", beside, "ratio", "target", "met")
    for f in figures:
        plain = "" if f.plain is None else f"{f.plain:,.5g}"
        ratio = "" if f.ratio is None else f"{f.ratio:,.{1 if f.ratio >= 1 else 2}f}x"
        sign = "" if f.target is None else ("<=" if f.less_is_better else ">=") + f" {f.target:,.5g}"
        met = "" if f.met is None else ("yes" if f.met else "NO")
        table.add_row(f.name, f"{f.value:,.5g}", f.unit, plain, ratio, sign, met)
    console().print(table)
