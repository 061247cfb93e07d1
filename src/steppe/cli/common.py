"""What the commands share: options, loading games, and printing for people or for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from steppe import bots, titles
from steppe.answers import SheetData
from steppe.dice import new_secret, secret_from_seed
from steppe.errors import RecordError, SteppeError
from steppe.game import Game
from steppe.orders import Units
from steppe.record import OrderEntry, Record, UndoEntry
from steppe.title import Title

JSON_VERSION = 1
"""Raised whenever a field changes its meaning or goes away; new fields do not raise it."""

TitleKey = Annotated[str, typer.Argument(metavar="TITLE", help="Which title; `steppe titles` lists them.")]
GamePath = Annotated[Path, typer.Argument(metavar="GAME", help="The record of a game.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs; docs/json.md describes the fields.")]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="A folder of data files that replace ours (also STEPPE_DATA)."),
]
ScenarioKey = Annotated[
    str, typer.Option("--scenario", metavar="S", help="A scenario of the title; the first that `steppe titles` lists.")
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Makes the game repeatable.")]
Setup = Annotated[
    str | None,
    typer.Option(
        "--setup",
        metavar="HOW",
        help="historical, random, or free (units are placed by orders); the first if there is one, else the second.",
    ),
]
SETUPS = ("historical", "random", "free")
NO_SHEET = "only assaults have a battle sheet"


def console() -> Console:
    """Standard output for people; made anew because tests redirect it."""
    return Console(highlight=False, soft_wrap=True)


def say(text: str = "") -> None:
    """A plain line, in which brackets mean nothing."""
    print(text)


def print_json(command: str, fields: Mapping[str, Any]) -> None:
    """One object on one line, always with the version and the command's name."""
    json.dump({"version": JSON_VERSION, "command": command, **fields}, sys.stdout, ensure_ascii=False, default=str)
    sys.stdout.write("\n")


# -- games ----------------------------------------------------------------------------------------------------------


def secret_of(seed: int | None) -> bytes:
    return new_secret() if seed is None else secret_from_seed(seed)


def open_game(
    path: Path, data: Path | None, watch: Callable[[Game, OrderEntry | UndoEntry], None] | None = None
) -> Game:
    """The game in a file, played up to its last order."""
    record = Record.load(path)
    try:
        return Game.replay(record, data, watch=watch)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def seat_number(title: Title[Any], name: str) -> int:
    if name not in title.seats:
        raise SteppeError(f"there is no seat {name!r}; the seats are {', '.join(title.seats)}")
    return title.seats.index(name)


def seat_to_decide(game: Game) -> int:
    """Who decides now; the first seat when the game is over."""
    return max(game.title.prompt(game.state).seat, 0)


def make_bot(name: str, title: Title[Any]) -> bots.Bot:
    """A bot by name that plays a title, or a line that says why not."""
    try:
        return bots.make(name, title)
    except ImportError as error:
        raise SteppeError(f"the bot {name!r} is not installed: {error}") from None


def read_options(pairs: Iterable[str]) -> dict[str, bool]:
    """``name=on`` and ``name=off``."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or value not in ("on", "off"):
            raise SteppeError(f"--option {pair!r}: wanted is name=on or name=off")
        found[name] = value == "on"
    return found


def read_salts(pairs: Iterable[str], title_key: str) -> dict[str, str]:
    """``seat=text``."""
    seats = titles.load(title_key).seats  # the same in all scenarios
    found = {}
    for pair in pairs:
        seat, equals, text = pair.partition("=")
        if not equals or seat not in seats:
            raise SteppeError(f"--salt {pair!r}: wanted is one of {', '.join(seats)}, an equals sign and any text")
        found[seat] = text
    return found


# -- values as plain data ---------------------------------------------------------------------------------------------


def tell_sheet(sheet: SheetData) -> list[str]:
    """A battle sheet in lines."""

    def percent(chance: str) -> str:
        return f"{float(Fraction(chance)):.1%}"

    def chances(table: Mapping[str, str]) -> str:
        if len(table) == 1:
            return next(iter(table))
        return ", ".join(f"{key} {percent(p)}" for key, p in sorted(table.items(), key=lambda x: -Fraction(x[1]))[:8])

    lines = [
        f"{sheet['kind']}: {chances(sheet['attack'])} against {chances(sheet['defence'])}",
        *(f"  {shift['columns']:+d}  {shift['name']} ({shift['rule']})" for shift in sheet["shifts"]),
        f"  column: {chances(sheet['columns'])}",
        *(f"  {m['pips']:+d} to the die  {m['name']} ({m['rule']})" for m in sheet["modifiers"]),
        "  results: " + ", ".join(f"{code} {percent(p)}" for code, p in sorted(sheet["results"].items())),
    ]
    return lines + [f"  {note}" for note in sheet["notes"]]


def read_units(title: Title[Any], text: str) -> Units:
    """``3Pz`` or ``3Pz+4Pz``."""
    return title.questions.read_units(text.split("+"))
