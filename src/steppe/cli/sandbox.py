"""``steppe try``: a position on the table, questions about it, and orders with forced dice or results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from steppe import titles
from steppe.cli.common import (
    NO_SHEET,
    AsJson,
    Data,
    event_data,
    print_json,
    read_units,
    refusal_data,
    say,
    tell_sheet,
)
from steppe.dice import Dice, ForcedDice
from steppe.errors import DataError, SteppeError
from steppe.events import Log
from steppe.orders import Order
from steppe.questions import Answer, Questions
from steppe.title import Title

FALLBACK = Dice(b"sandbox")
"""What is rolled when no forced dice are left: always the same."""
MOST = 2000

Texts = list[str] | None


def register(app: typer.Typer) -> None:
    app.command("try")(try_position)


def try_position(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position file, or - for standard input.")],
    order: Annotated[
        Texts, typer.Option(metavar="TEXT", help="Carry out an order (several: one after another).")
    ] = None,
    die: Annotated[list[int] | None, typer.Option(metavar="N", help="What the next die shows.")] = None,
    result: Annotated[Texts, typer.Option(metavar="CODE", help="How the next battle ends.")] = None,
    sheet: Annotated[Texts, typer.Option(metavar="TEXT", help="The battle sheet of an assault.")] = None,
    reach: Annotated[Texts, typer.Option("--range", metavar="UNIT[+UNIT]", help="Where a group can move.")] = None,
    supply: Annotated[bool, typer.Option("--supply", help="The supply of every unit.")] = False,
    retreats: Annotated[bool, typer.Option("--retreats", help="The retreat in hand and who chooses.")] = False,
    why: Annotated[Texts, typer.Option(metavar="TEXT", help="Whether an order is legal, and if not, why.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="The legal orders.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="The most legal orders to list.")] = MOST,
    seat: Annotated[str | None, typer.Option(help="Sheets as this seat knows the strengths.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Do not print the position after the orders.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Try out a position. Orders are carried out first; questions are answered about what they lead to."""
    tried = Trial(_read(position), die or [], result or [], data, seat)
    for text in order or ():
        if not tried.give(text):
            break
    asked = bool(order or sheet or reach or supply or retreats or why)
    answers = tried.standing()
    if order:
        answers["given"] = tried.given
        answers["refused"] = tried.refused
    if tried.refused is None:
        if legal or not asked:
            found = tried.questions.legal(tried.state, (), limit)
            answers["legal"], answers["more"] = found["orders"], found["more"]
        if why:
            answers["why"] = [tried.why(text) for text in why]
        if sheet:
            answers["sheets"] = [tried.sheet(text) for text in sheet]
        if reach:
            answers["ranges"] = [tried.questions.ranges(tried.state, read_units(tried.title, t)) for t in reach]
        if supply:
            answers["supply"] = tried.questions.supply(tried.state)
        if retreats:
            answers["retreats"] = tried.questions.retreats(tried.state)
    if order and not brief:
        answers["position"] = titles.write_position(tried.title, tried.state)
    if as_json:
        print_json("try", answers)
    else:
        _tell(answers)
    if tried.refused:
        raise typer.Exit(1)


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError("not a position: no UTF-8 text", file=name) from None


class Trial:
    """A position in play."""

    def __init__(self, text: str, dice: list[int], results: list[str], data: Path | None, seat: str | None) -> None:
        try:
            forced = ForcedDice(dice, FALLBACK)
        except ValueError as error:
            raise SteppeError(str(error)) from None
        self.title: Title[Any]
        self.title, self.state, self.log = titles.read_position(text, forced, data)
        self.questions: Questions[Any] = self.title.questions
        if seat is not None and seat not in self.title.seats:
            raise SteppeError(f"there is no seat {seat!r}; the seats are {', '.join(self.title.seats)}")
        self.seat = None if seat is None else self.title.seats.index(seat)
        if results:
            self.questions.force_results(self.state, results)
        self.given: list[Answer] = []
        self.refused: Answer | None = None

    def give(self, text: str) -> bool:
        """Carry out an order; False if it is refused."""
        order = self.questions.read_order(text)
        refused = self._refused(order)
        if refused:
            self.refused = {"order": text, **refused}
            return False
        events = self.title.apply(self.state, order)
        self.given.append({"order": self.title.notation.write(order, self.title.names), "events": self._events(events)})
        return True

    def _refused(self, order: Order) -> Answer | None:
        return refusal_data(self.questions.why(self.state, order)["refused"])

    def _events(self, events: Log) -> list[Answer]:
        return [event_data(self.title, event) for event in events]

    def standing(self) -> Answer:
        return {
            "title": self.title.key,
            "scenario": self.title.scenario.key,
            "turn": self.state.turn,
            "step": self.title.current_step(self.state).name,
            "prompt": self.questions.prompt(self.state),
            "outcome": self.questions.outcome(self.state),
            "begun": self._events(self.log),
        }

    def why(self, text: str) -> Answer:
        refused = self._refused(self.questions.read_order(text))
        return {"order": text, "legal": refused is None, "refused": refused}

    def sheet(self, text: str) -> Answer:
        """The battle sheet of an order, which must be legal."""
        order = self.questions.read_order(text)
        refused = self._refused(order)
        if refused:
            return {"order": text, "refused": refused, "sheet": None}
        state = self.state if self.seat is None else self.title.masked(self.state, self.seat)
        found = self.questions.sheet(state, order)["sheet"]
        if found is None:
            raise SteppeError(f"{text}: {NO_SHEET}")
        return {"order": text, "refused": None, "sheet": found}


# -- for people -------------------------------------------------------------------------------------------------------


def _tell(answers: Answer) -> None:
    for given in answers.get("given", ()):
        say(f"> {given['order']}")
        for event in given["events"]:
            say(f"  {event['text']}")
    if answers.get("refused"):
        refused = answers["refused"]
        say(f"> {refused['order']}")
        say(f"  refused by rule {refused['rule']}: {refused['why']}")
    prompt = answers["prompt"]
    say(
        f"Turn {answers['turn']}, step {answers['step']}. {(prompt['seat'] or 'nobody').capitalize()}: {prompt['text']}"
    )
    for text in answers.get("legal", ()):
        say(f"  {text}")
    if answers.get("more"):
        say("  and more (--limit)")
    for entry in answers.get("why", ()):
        reason = entry["refused"]
        say(f"{entry['order']}: " + (f"refused by rule {reason['rule']}: {reason['why']}" if reason else "legal"))
    for entry in answers.get("sheets", ()):
        _tell_sheet(entry)
    for entry in answers.get("ranges", ()):
        _tell_range(entry)
    for entry in answers.get("supply", ()):
        line = f" {' '.join(entry['line'])}" if entry["line"] else ""
        state = f"in supply by {entry['by']}" if entry["in_supply"] else "OUT OF SUPPLY"
        say(f"{entry['unit']} ({entry['side']}, {entry['at']}): {state}{line}")
    if "retreats" in answers:
        _tell_retreats(answers["retreats"])
    if "position" in answers:
        say(answers["position"])


def _tell_sheet(entry: Answer) -> None:
    if entry["refused"]:
        say(f"{entry['order']}: refused by rule {entry['refused']['rule']}: {entry['refused']['why']}")
        return
    for line in tell_sheet(entry["sheet"]):
        say(line)


def _tell_range(entry: Answer) -> None:
    say(f"{'+'.join(entry['units'])} from {entry['from']}:")
    if entry["refused"]:
        say(f"  may not move now, by rule {entry['refused']['rule']}: {entry['refused']['why']}")
    by_cost: dict[int, list[str]] = {}
    for label, spent in entry["hexes"].items():
        by_cost.setdefault(spent, []).append(label)
    for spent, labels in sorted(by_cost.items()):
        say(f"  {spent} MP: {' '.join(labels)}")


def _tell_retreats(entry: Answer | None) -> None:
    if entry is None:
        say("no retreat is in hand")
        return
    how = "together" if entry["together"] else "split as stacking demands"
    say(f"{'+'.join(entry['units'])} retreat from {entry['from']}, {how}; the {entry['chooses']} player chooses")
    say(f"  open: {' '.join(entry['open'])}")
    for label, reason in entry["closed"].items():
        if reason:
            say(f"  {label}: closed by rule {reason['rule']}: {reason['why']}")
