"""What a page may ask of a game or a shared position without changing it.

What is answered is the title's (``steppe.questions``); here a question is read, and it is decided who may ask it and
with whose eyes. A question to a game is prepared while the game stands still, from a copy of what the asker may know,
and then answered in another thread, so that no game waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from steppe.errors import OrderError, SteppeError
from steppe.orders import Units
from steppe.questions import Answer, Questions
from steppe.server import views
from steppe.server.chairs import Pass
from steppe.server.faults import report
from steppe.server.guard import as_json
from steppe.server.room import Room
from steppe.server.shelf import Desk
from steppe.title import Title

MOST_ORDERS = 400
"""How many legal orders are listed if nobody asks for more, and how many if somebody does."""
MANY_ORDERS = 3000
MOST_UNITS = 60
LARGEST_NUMBER = 10**9
LONGEST_TEXT = 4000

Fields = Mapping[str, Any]
"""A question as it came: anything that JSON can say."""
Work = Callable[[Title[Any]], Answer]
"""To be done with the title of the thread that thinks."""


# -- what is asked ------------------------------------------------------------------------------------------------


def number_of(asked: Fields, name: str, default: int | None = None) -> int:
    value = asked.get(name, default)
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise OrderError(f"{name!r} should be the number of an order")
    return value


def text_of(asked: Fields, name: str = "text") -> str:
    text = asked.get(name)
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise OrderError(f"{name!r} should be a text of at most {LONGEST_TEXT} characters")
    return text


def names_of(asked: Fields, name: str, default: list[str] | None = None) -> list[str]:
    names = asked.get(name, default)
    if not isinstance(names, list) or len(names) > MOST_UNITS or not all(isinstance(n, str) for n in names):
        raise OrderError("units are wanted as a list of names")
    return names


def label_of(asked: Fields) -> str:
    label = asked.get("hex")
    if not isinstance(label, str):
        raise OrderError("'hex' should be the label of a hex")
    return label


def group_of(reader: Questions[Any], asked: Fields) -> Units:
    found = reader.read_units(names_of(asked, "units"))
    if not found:
        raise OrderError("name at least one unit")
    return found


# -- questions about any position: read first, answered later -----------------------------------------------------

Later = Callable[[Questions[Any], Any], Answer]
"""The answer, from the questions of the thread that thinks and a state as the asker knows it."""


def ask_legal(reader: Questions[Any], asked: Fields) -> Later:
    """The legal orders; ``about`` narrows them to units."""
    about = reader.read_units(names_of(asked, "about", []))
    most = min(number_of(asked, "most", MOST_ORDERS), MANY_ORDERS)
    return lambda questions, state: questions.legal(state, about, most)


def ask_ready(reader: Questions[Any], asked: Fields) -> Later:
    return lambda questions, state: questions.ready(state)


def ask_joiners(reader: Questions[Any], asked: Fields) -> Later:
    group, where = reader.read_units(names_of(asked, "with", [])), reader.read_hex(label_of(asked))
    return lambda questions, state: questions.joiners(state, group, where)


def ask_options(reader: Questions[Any], asked: Fields) -> Later:
    group = group_of(reader, asked)
    return lambda questions, state: questions.options(state, group)


def ask_path(reader: Questions[Any], asked: Fields) -> Later:
    """The way to ``hex``; or, with ``way``, what that way costs and why it is refused."""
    group = group_of(reader, asked)
    if "way" in asked:
        way = reader.read_way(text_of(asked, "way"))
        return lambda questions, state: questions.way(state, group, way)
    where = reader.read_hex(label_of(asked))
    return lambda questions, state: questions.path(state, group, where)


def ask_range(reader: Questions[Any], asked: Fields) -> Later:
    group = group_of(reader, asked)
    return lambda questions, state: questions.ranges(state, group)


def ask_why(reader: Questions[Any], asked: Fields) -> Later:
    order = reader.read_order(text_of(asked))
    return lambda questions, state: questions.why(state, order)


def ask_sheet(reader: Questions[Any], asked: Fields) -> Later:
    order = reader.read_order(text_of(asked))
    return lambda questions, state: likeliest_first(questions.sheet(state, order))


def ask_threat(reader: Questions[Any], asked: Fields) -> Later:
    where = reader.read_hex(label_of(asked))
    return lambda questions, state: likeliest_first(questions.threat(state, where))


def ask_supply(reader: Questions[Any], asked: Fields) -> Later:
    return lambda questions, state: {"supply": questions.supply(state)}


def likeliest_first(answer: Answer) -> Answer:
    """An answer with a battle sheet in which the likeliest of everything stands first, as a page shows it."""
    sheet = answer["sheet"]
    if sheet is None:
        return answer
    ordered = {
        name: dict(sorted(sheet[name].items(), key=lambda item: (-Fraction(item[1]), item[0])))
        for name in ("attack", "defence", "columns", "results")
    }
    return {**answer, "sheet": {**sheet, **ordered}}


OF_POSITIONS: Mapping[str, Callable[[Questions[Any], Fields], Later]] = {
    "legal": ask_legal,
    "ready": ask_ready,
    "joiners": ask_joiners,
    "options": ask_options,
    "path": ask_path,
    "range": ask_range,
    "why": ask_why,
    "sheet": ask_sheet,
    "threat": ask_threat,
    "supply": ask_supply,
}


# -- questions about a game ---------------------------------------------------------------------------------------


def ask_log(room: Room, eyes: int, asked: Fields) -> Work:
    """The log as these eyes saw it, from an order on."""
    start = number_of(asked, "from", 0)
    entries, notes = room.history.entries[start:], room.notes_open
    numbered = list(enumerate(entries, start=start + 1))
    return lambda title: {"log": [entry.data(title, n, eyes, notes=notes) for n, entry in numbered]}


def ask_past(room: Room, eyes: int, asked: Fields) -> Work:
    """The view after the first n orders."""
    n = number_of(asked, "n")
    way = room.way_to(n)
    return lambda title: {"n": n, "view": views.view(title, views.masked(title, way.state(title), eyes))}


OF_HISTORY: Mapping[str, Callable[[Room, int, Fields], Work]] = {"log": ask_log, "past": ask_past}

FOR_WHO_DECIDES: Mapping[str, Answer] = {
    "legal": {"orders": [], "more": False},
    "ready": {"units": [], "refused": None, "warnings": []},
    "joiners": {"units": []},
}
"""Questions that are answered for the seat that must decide, with its eyes, and what everybody else is told."""


def prepare(room: Room, visitor: Pass, eyes: int, what: str, asked: Fields) -> Work:
    """What is to be thought about a question to a game that stands still."""
    if what in OF_HISTORY:
        return OF_HISTORY[what](room, eyes, asked)
    game = room.game
    later = OF_POSITIONS[what](game.title.questions, asked)
    if what in FOR_WHO_DECIDES:
        eyes = game.title.prompt(game.state).seat
        if not visitor.decides(eyes):
            return lambda title: FOR_WHO_DECIDES[what]
    state = room.seen(eyes).for_thinking()
    if what == "supply":
        return lambda title: in_sight(title, state, later(title.questions, state))
    return lambda title: later(title.questions, state)


def in_sight(title: Title[Any], state: Any, answer: Answer) -> Answer:
    """The supply of the units in sight; of hidden ones nobody can say which they are."""
    shown = {unit["unit"] for unit in views.view(title, state)["units"] if "unit" in unit}
    return {"supply": [row for row in answer["supply"] if row["unit"] in shown]}


async def answer(room: Room, desk: Desk, visitor: Pass, eyes: int, asked: Fields) -> str:
    """The answer to one question, as JSON."""
    what = asked.get("ask")
    if not isinstance(what, str) or what not in (*OF_POSITIONS, *OF_HISTORY):
        raise OrderError(f"there is no such question; known are {', '.join((*OF_POSITIONS, *OF_HISTORY))}")
    async with room:
        work = prepare(room, visitor, eyes, what, asked)
        title = room.game.title

    def think() -> str:
        return as_json(work(desk.shelf.twin(title).title))

    try:
        return await desk.run(think)
    except SteppeError:
        raise
    except Exception as error:
        report(f"question {what}", error)
        raise OrderError("that cannot be answered") from None
