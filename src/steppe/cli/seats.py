"""Who plays which seat, on the command line: the seats of a title are options of a command, as in ``--german staff``.

Which seats there are is known only when the title is. So whatever looks like an option and is none of the command's own
is set aside with its value before the command line is read, and looked at when the title is loaded.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

from steppe import bots, titles
from steppe.title import Title

SEATS = "steppe.seats"
USUAL = "greedy"
"""Who plays where nobody says otherwise and the title has such a bot."""


class NoSuchSeatError(typer.BadParameter):
    """An option that is neither the command's nor a seat of the title."""

    def format_message(self) -> str:
        return self.message


class SeatedCommand(TyperCommand):
    """A command with an option for each seat of its title."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # Any: typer brings a click of its own
        own = {name for option in self.get_params(ctx) for name in (*option.opts, *option.secondary_opts)}
        rest: list[str] = []
        seats: dict[str, str] = {}
        words = iter(args)
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--" or not name.startswith("--") or name in own:
                rest.append(word)
            else:
                seats[name] = value if equals else next(words, "")
        ctx.meta[SEATS] = seats
        return super().parse_args(ctx, rest)


def usual_bot(title: Title[Any]) -> str:
    """Who plays where nobody says otherwise."""
    offered = bots.offered(title)
    return USUAL if USUAL in offered else next(iter(offered))


def bots_by_seat(context: typer.Context, key: str) -> tuple[str, ...]:
    """The name of the bot for each seat of a title."""
    title = titles.load(key)  # the seats are the same in all scenarios
    found = dict.fromkeys(title.seats, usual_bot(title))
    for option, bot in context.meta.get(SEATS, {}).items():
        seat = option.removeprefix("--")
        if seat not in title.seats:
            seats = ", ".join(f"--{name}" for name in title.seats)
            raise NoSuchSeatError(f"No such option: {option}; those for the seats of {key} are {seats}")
        if not bot:
            raise NoSuchSeatError(
                f"Option {option} needs the name of a bot; known are {', '.join(bots.offered(title))}"
            )
        found[seat] = bot
    return tuple(found.values())
