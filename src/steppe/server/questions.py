"""What a page may ask of a game or a shared position without changing it.

Every question is a model: what it asks for, and the shape of its answer. What is answered is the title's
(``steppe.questions``); here a question is read, and it is decided who may ask it and with whose eyes. A question to a
game is prepared while the game stands still, from a copy of what the asker may know, and then answered in another
thread, so that no game waits for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

from pydantic import Field, TypeAdapter, ValidationError

from steppe import answers
from steppe.errors import OrderError, SteppeError
from steppe.orders import Units
from steppe.questions import Questions
from steppe.server import messages, views
from steppe.server.chairs import NEUTRAL, Pass
from steppe.server.faults import InvalidError, report
from steppe.server.guard import as_json
from steppe.server.models import Message, Number
from steppe.server.room import Room
from steppe.server.shelf import Desk
from steppe.title import Title

MOST_ORDERS = 400
"""How many legal orders are listed if nobody asks for more, and how many if somebody does."""
MANY_ORDERS = 3000
MOST_UNITS = 60
LONGEST_TEXT = 4000

Name = Annotated[str, Field(max_length=LONGEST_TEXT)]
UnitNames = Annotated[list[Name], Field(max_length=MOST_UNITS)]
NOBODY: Any = Field(default_factory=list)
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]

Work = Callable[[Title[Any]], Mapping[str, Any]]
"""To be done with the title of the thread that thinks."""
Later = Callable[[Questions[Any], Any], Mapping[str, Any]]
"""The answer, from the questions of the thread that thinks and a state as the asker knows it."""
WithSheet = TypeVar("WithSheet", answers.Sheet, answers.Threat, answers.Battle)


class Question(Message, ABC):
    """What can be asked."""

    answer: ClassVar[Any]
    """The shape of the answer."""


class OfPosition(Question):
    """A question about any position: read first, answered later."""

    for_who_decides: ClassVar[Mapping[str, Any] | None] = None
    """Where only the seat that must decide is answered, with its eyes: what everybody else is told."""

    @abstractmethod
    def later(self, reader: Questions[Any]) -> Later: ...


class OfHistory(Question):
    """A question about a game's past."""

    @abstractmethod
    def work(self, room: Room, eyes: int) -> Work: ...


def group_of(reader: Questions[Any], names: list[str]) -> Units:
    found = reader.read_units(names)
    if not found:
        raise OrderError("name at least one unit")
    return found


# -- what can be ordered ------------------------------------------------------------------------------------------


class AskLegal(OfPosition):
    """The legal orders as text; ``about`` narrows them to units."""

    ask: Literal["legal"]
    about: UnitNames = NOBODY
    most: Number = MOST_ORDERS
    answer = answers.Legal
    for_who_decides: ClassVar = {"orders": [], "more": False}

    def later(self, reader: Questions[Any]) -> Later:
        about, most = reader.read_units(self.about), min(self.most, MANY_ORDERS)
        return lambda questions, state: questions.legal(state, about, most)


class AskChoices(OfPosition):
    """The legal orders as choices; ``about`` narrows them to units."""

    ask: Literal["choices"]
    about: UnitNames = NOBODY
    most: Number = MOST_ORDERS
    answer = answers.Choices
    for_who_decides: ClassVar = {"choices": [], "more": False}

    def later(self, reader: Questions[Any]) -> Later:
        about, most = reader.read_units(self.about), min(self.most, MANY_ORDERS)
        return lambda questions, state: questions.choices(state, about, most)


class AskReady(OfPosition):
    """The phase in hand: who can still act, what ends it, why it may not end yet."""

    ask: Literal["ready"]
    answer = answers.Ready
    for_who_decides: ClassVar = {"units": [], "choices": [], "end": None, "refused": None, "warnings": []}

    def later(self, reader: Questions[Any]) -> Later:
        return lambda questions, state: questions.ready(state)


class AskOptions(OfPosition):
    """What some units can do."""

    ask: Literal["options"]
    units: UnitNames
    answer = answers.Options

    def later(self, reader: Questions[Any]) -> Later:
        group = group_of(reader, self.units)
        return lambda questions, state: questions.options(state, group)


class AskAside(OfPosition):
    """What may be ordered beside the decision in hand, about a hex or about none."""

    ask: Literal["aside"]
    hex: Name | None = None
    answer = answers.Asides

    def later(self, reader: Questions[Any]) -> Later:
        raise OrderError("that can be asked of a game in play only")

    def of_seat(self, reader: Questions[Any], seat: int) -> Later:
        where = None if self.hex is None else reader.read_hex(self.hex)
        return lambda questions, state: {"choices": questions.asides(state, seat, where)}


class AskComplete(OfPosition):
    """How a text goes on that is to be an order."""

    ask: Literal["complete"]
    text: Text
    answer = answers.Completion

    def later(self, reader: Questions[Any]) -> Later:
        return self.of_asker(deciding=True)

    def of_asker(self, *, deciding: bool) -> Later:
        return lambda questions, state: questions.complete(state, self.text, deciding=deciding)


class AskWhy(OfPosition):
    """Why an order is refused; or why a click on a hex does nothing while some units are chosen, where ``like`` is an
    order of the kind that is meant."""

    ask: Literal["why"]
    text: Text | None = None
    hex: Name | None = None
    units: UnitNames = NOBODY
    like: Text | None = None
    answer = answers.Why

    def later(self, reader: Questions[Any]) -> Later:
        if self.hex is not None:
            group, where = reader.read_units(self.units), reader.read_hex(self.hex)
            like = None if self.like is None else reader.read_order(self.like)
            return lambda questions, state: questions.why_not(state, group, where, like)
        if self.text is None:
            raise InvalidError("'text' should be a text of at most 4000 characters, or 'hex' the label of a hex")
        order = reader.read_order(self.text)
        return lambda questions, state: questions.why(state, order)


# -- battles ------------------------------------------------------------------------------------------------------


class AskBattle(OfPosition):
    """A battle as it is put together: who takes part, where, and with what number of what else may be thrown in."""

    ask: Literal["battle"]
    hex: Name
    units: UnitNames = NOBODY
    number: Annotated[int, Field(ge=0, le=999, strict=True)] = 0
    answer = answers.Battle
    for_who_decides: ClassVar = {
        "words": "", "order": None, "joiners": [], "addition": None, "sheet": None, "refused": None,
    }  # fmt: skip

    def later(self, reader: Questions[Any]) -> Later:
        group, where = reader.read_units(self.units), reader.read_hex(self.hex)
        return lambda questions, state: likeliest_first(questions.battle(state, group, where, self.number))


class AskJoiners(OfPosition):
    """Everybody who could take part in a battle."""

    ask: Literal["joiners"]
    hex: Name
    others: UnitNames = Field(default=[], alias="with")
    answer = answers.Joiners
    for_who_decides: ClassVar = {"units": []}

    def later(self, reader: Questions[Any]) -> Later:
        group, where = reader.read_units(self.others), reader.read_hex(self.hex)
        return lambda questions, state: questions.joiners(state, group, where)


class AskSheet(OfPosition):
    """The battle sheet of an attack."""

    ask: Literal["sheet"]
    text: Text
    answer = answers.Sheet

    def later(self, reader: Questions[Any]) -> Later:
        order = reader.read_order(self.text)
        return lambda questions, state: likeliest_first(questions.sheet(state, order))


class AskThreat(OfPosition):
    """The enemy's attack on a stack."""

    ask: Literal["threat"]
    hex: Name
    answer = answers.Threat

    def later(self, reader: Questions[Any]) -> Later:
        where = reader.read_hex(self.hex)
        return lambda questions, state: likeliest_first(questions.threat(state, where))


# -- the map ------------------------------------------------------------------------------------------------------


class AskPath(OfPosition):
    """The way of a group to a hex; or, with ``way``, what that way costs and why it is refused."""

    ask: Literal["path"]
    units: UnitNames
    hex: Name | None = None
    way: Text | None = None
    answer = answers.Way | answers.GivenWay

    def later(self, reader: Questions[Any]) -> Later:
        group = group_of(reader, self.units)
        if self.way is not None:
            way = reader.read_way(self.way)
            return lambda questions, state: questions.way(state, group, way)
        if self.hex is None:
            raise InvalidError("'hex' should be the label of a hex, or 'way' hexes with dashes")
        where = reader.read_hex(self.hex)
        return lambda questions, state: questions.path(state, group, where)


class AskRange(OfPosition):
    """The hexes that the units of a hex could reach."""

    ask: Literal["range"]
    units: UnitNames
    answer = answers.Reach

    def later(self, reader: Questions[Any]) -> Later:
        group = group_of(reader, self.units)
        return lambda questions, state: questions.ranges(state, group)


class AskSupply(OfPosition):
    """The supply of every unit in sight."""

    ask: Literal["supply"]
    answer = answers.Supply

    def later(self, reader: Questions[Any]) -> Later:
        return lambda questions, state: {"supply": questions.supply(state)}


# -- a game's past ------------------------------------------------------------------------------------------------


class AskLog(OfHistory):
    """The log as these eyes saw it, from an order on."""

    ask: Literal["log"]
    start: Number = Field(default=0, alias="from")
    answer = messages.LogAnswer

    def work(self, room: Room, eyes: int) -> Work:
        entries, notes = room.history.entries[self.start :], room.notes_open
        numbered = list(enumerate(entries, start=self.start + 1))
        return lambda title: {"log": [entry.data(title, n, eyes, notes=notes) for n, entry in numbered]}


class AskPast(OfHistory):
    """The view after the first n orders."""

    ask: Literal["past"]
    n: Number
    answer = messages.PastAnswer

    def work(self, room: Room, eyes: int) -> Work:
        way = room.way_to(self.n)
        return lambda title: {"n": self.n, "view": views.view(title, views.masked(title, way.state(title), eyes))}


class AskView(Question):
    """The view again; over a socket only, which remembers what it has sent."""

    ask: Literal["view"]
    answer = messages.ViewAnswer


OfAnyPosition = Annotated[
    AskLegal | AskChoices | AskOptions | AskComplete | AskWhy | AskSheet | AskThreat | AskRange | AskSupply,
    Field(discriminator="ask"),
]
"""What a position that nobody plays can be asked."""
OfGame = Annotated[
    AskLegal | AskChoices | AskReady | AskOptions | AskAside | AskComplete | AskWhy | AskBattle | AskJoiners | AskSheet
    | AskThreat | AskPath | AskRange | AskSupply | AskLog | AskPast,
    Field(discriminator="ask"),
]  # fmt: skip
"""What a game can be asked."""
KNOWN: Mapping[str, type[Question]] = {
    cls.model_fields["ask"].annotation.__args__[0]: cls  # type: ignore[union-attr]
    for cls in (
        AskLegal, AskChoices, AskReady, AskOptions, AskAside, AskComplete, AskWhy, AskBattle, AskJoiners, AskSheet,
        AskThreat, AskPath, AskRange, AskSupply, AskLog, AskPast, AskView,
    )
}  # fmt: skip
"""The questions by their names."""
Answer = (
    answers.Legal | answers.Choices | answers.Ready | answers.Options | answers.Asides | answers.Completion
    | answers.Why | answers.Battle | answers.Joiners | answers.Sheet | answers.Threat | answers.Way
    | answers.GivenWay | answers.Reach | answers.Supply | messages.LogAnswer | messages.PastAnswer
)  # fmt: skip
"""Any of their answers."""
_reader: TypeAdapter[OfPosition | OfHistory] = TypeAdapter(OfGame)


def read(message: Mapping[str, Any]) -> OfPosition | OfHistory:
    """A question as it came over a socket."""
    if message.get("ask") not in KNOWN.keys() - {"view"} or not isinstance(message["ask"], str):
        raise InvalidError(f"there is no such question; known are {', '.join(KNOWN)}")
    try:
        return _reader.validate_python(message)
    except ValidationError as error:
        raise InvalidError.of(error.errors()[0]) from None


def likeliest_first(answer: WithSheet) -> WithSheet:
    """An answer with a battle sheet in which the likeliest of everything stands first, as a page shows it."""
    sheet = answer["sheet"]
    if sheet is None:
        return answer

    def ordered(chances: dict[str, str]) -> dict[str, str]:
        return dict(sorted(chances.items(), key=lambda item: (-Fraction(item[1]), item[0])))

    return cast(
        WithSheet,
        {
            **answer,
            "sheet": {
                **sheet,
                "attack": ordered(sheet["attack"]),
                "defence": ordered(sheet["defence"]),
                "columns": ordered(sheet["columns"]),
                "results": ordered(sheet["results"]),
            },
        },
    )


def prepare(room: Room, visitor: Pass, eyes: int, asked: OfPosition | OfHistory) -> Work:
    """What is to be thought about a question to a game that stands still."""
    if isinstance(asked, OfHistory):
        return asked.work(room, eyes)
    game = room.game
    reader, decides = game.title.questions, visitor.decides(game.title.prompt(game.state).seat)
    if isinstance(asked, AskAside):
        if eyes == NEUTRAL or not visitor.decides(eyes):
            return lambda title: {"choices": []}
        later = asked.of_seat(reader, eyes)
    elif isinstance(asked, AskComplete):
        later = asked.of_asker(deciding=decides)
    else:
        later = asked.later(reader)
    others = asked.for_who_decides
    if others is not None:
        eyes = game.title.prompt(game.state).seat
        if not decides:
            return lambda title: others
    state = room.seen(eyes).for_thinking()
    if isinstance(asked, AskSupply):
        return lambda title: in_sight(title, state, later(title.questions, state))
    return lambda title: later(title.questions, state)


def in_sight(title: Title[Any], state: Any, answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The supply of the units in sight; of hidden ones nobody can say which they are."""
    shown = {unit["unit"] for unit in views.view(title, state)["units"] if "unit" in unit}
    return {"supply": [row for row in answer["supply"] if row["unit"] in shown]}


async def answer(room: Room, desk: Desk, visitor: Pass, eyes: int, asked: OfPosition | OfHistory, **more: Any) -> bytes:
    """The answer to one question, as JSON, and what more is to be in it."""
    async with room:
        work = prepare(room, visitor, eyes, asked)
        title = room.game.title

    def think() -> bytes:
        return as_json({**more, **work(desk.shelf.twin(title).title)})

    try:
        return await desk.run(think)
    except SteppeError:
        raise
    except Exception as error:
        report(f"question {type(asked).__name__}", error)
        raise OrderError("that cannot be answered") from None
