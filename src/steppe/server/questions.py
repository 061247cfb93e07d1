"""What a page may ask of a game without changing it; every answer is as the asker's eyes see it.

A question is prepared while the game stands still, from a copy of what the asker may know, and then answered in
another thread, so that no game waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

from steppe.errors import OrderError, SteppeError
from steppe.orders import Order
from steppe.server import views
from steppe.server.chairs import Pass
from steppe.server.faults import refusal_data, report
from steppe.server.guard import as_json
from steppe.server.room import Room
from steppe.server.shelf import Desk
from steppe.title import AnySheet, Title

MOST_ORDERS = 400
"""How many legal orders are listed if nobody asks for more, and how many if somebody does."""
MANY_ORDERS = 3000
MOST_UNITS = 60
LARGEST_NUMBER = 10**9

Work = Callable[[Title[Any]], dict[str, Any]]


async def answer(room: Room, desk: Desk, visitor: Pass, eyes: int, asked: dict[str, Any]) -> str:
    """The answer to one question, as JSON."""
    what = asked.get("ask")
    prepare = QUESTIONS.get(what) if isinstance(what, str) else None
    if prepare is None:
        raise OrderError(f"there is no such question; known are {', '.join(QUESTIONS)}")
    async with room:
        work = prepare(room, visitor, eyes, asked)
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


# -- what is asked ------------------------------------------------------------------------------------------------


def number_of(asked: dict[str, Any], name: str, default: int | None = None) -> int:
    value = asked.get(name, default)
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise OrderError(f"{name!r} should be the number of an order")
    return value


def units_of(room: Room, names: Any) -> tuple[int, ...]:
    if not isinstance(names, list) or len(names) > MOST_UNITS or not all(isinstance(n, str) for n in names):
        raise OrderError("units are wanted as a list of names")
    known = room.game.title.names.units
    found = [known.get(name.lower()) for name in names]
    if None in found:
        raise OrderError(f"there is no unit {names[found.index(None)][:20]!r}")
    if len(set(found)) < len(found):
        raise OrderError("a unit is named twice")
    return tuple(u for u in found if u is not None)


def hex_of(room: Room, label: Any) -> int:
    found = room.game.title.names.hexes.get(label) if isinstance(label, str) else None
    if found is None:
        raise OrderError(f"there is no hex {str(label)[:20]!r} on this map")
    return found


def text_of(asked: dict[str, Any], name: str = "text") -> str:
    text = asked.get(name)
    if not isinstance(text, str) or len(text) > 4000:
        raise OrderError(f"{name!r} should be a text of at most 4000 characters")
    return text


# -- what is answered ---------------------------------------------------------------------------------------------


def chances(found: Any) -> dict[str, str]:
    """Exact chances as text, the likeliest first."""
    ordered = sorted(found.items(), key=lambda item: (-item[1], str(item[0])))
    return {str(key): str(Fraction(value)) for key, value in ordered}


def sheet_data(sheet: AnySheet | None) -> dict[str, Any] | None:
    if sheet is None:
        return None
    return {
        "kind": sheet.kind,
        "attack": chances(sheet.attack),
        "defence": chances(sheet.defence),
        "shifts": [{"name": s.name, "rule": s.rule, "columns": s.columns} for s in sheet.shifts],
        "modifiers": [{"name": m.name, "rule": m.rule, "pips": m.pips} for m in sheet.modifiers],
        "columns": chances(sheet.columns),
        "results": chances(sheet.results),
        "notes": list(sheet.notes),
    }


def ask_legal(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The legal orders, for who must decide; ``about`` narrows them to units."""
    decides = room.game.title.prompt(room.game.state).seat
    about = units_of(room, asked.get("about", []))
    if not visitor.decides(decides):
        return lambda title: {"orders": [], "more": False}
    state = room.seen(decides).for_thinking()
    most = min(number_of(asked, "most", MOST_ORDERS), MANY_ORDERS)

    def work(title: Title[Any]) -> dict[str, Any]:
        found = [title.notation.write(o, title.names) for o in islice(title.legal(state, about), most + 1)]
        return {"orders": found[:most], "more": len(found) > most}

    return work


def ask_ready(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """Who can still act in the phase in hand, for who must decide, and why the phase may not end yet."""
    decides = room.game.title.prompt(room.game.state).seat
    if not visitor.decides(decides):
        return lambda title: {"units": [], "refused": None, "warnings": []}
    state = room.seen(decides).for_thinking()

    def work(title: Title[Any]) -> dict[str, Any]:
        ends = "done" in title.decision(state)[0].verbs
        refusal = title.refuse(state, Order("done")) if ends else None
        units = [title.names.unit[u] for u in title.questions.ready(state)]
        warnings = [{"rule": rule, "text": text} for rule, text in title.warnings(state, decides)] if ends else []
        return {"units": units, "refused": refusal_data(refusal) if refusal else None, "warnings": warnings}

    return work


def ask_joiners(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """Who could take part in an attack on a hex, for who must decide."""
    group, where = units_of(room, asked.get("with", [])), hex_of(room, asked.get("hex"))
    decides = room.game.title.prompt(room.game.state).seat
    if not visitor.decides(decides):
        return lambda title: {"units": []}
    state = room.seen(decides).for_thinking()
    return lambda title: {"units": [title.names.unit[u] for u in title.questions.joiners(state, group, where)]}


def ask_options(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """Where a group can go and whom it can attack."""
    group = units_of(room, asked.get("units"))
    if not group:
        raise OrderError("name at least one unit")
    state = room.seen(eyes).for_thinking()
    return lambda title: title.questions.options_of(state, group)


def ask_path(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The way on which a group would go to a hex."""
    group, where = units_of(room, asked.get("units")), hex_of(room, asked.get("hex"))
    state = room.seen(eyes).for_thinking()
    return lambda title: title.questions.path_of(state, group, where)


def ask_range(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The hexes that a group could reach."""
    group, state = units_of(room, asked.get("units")), room.seen(eyes).for_thinking()
    return lambda title: title.questions.ranges(state, group)


def ask_why(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """Why an order is refused; nothing if it is not."""
    order, state = room.game.read(text_of(asked)), room.seen(eyes).for_thinking()

    def work(title: Title[Any]) -> dict[str, Any]:
        refusal = title.refuse(state, order)
        return {"refused": refusal_data(refusal) if refusal else None}

    return work


def ask_sheet(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The battle sheet of an attack, if it can be drawn up, and why it is refused, if it is."""
    order, state = room.game.read(text_of(asked)), room.seen(eyes).for_thinking()

    def work(title: Title[Any]) -> dict[str, Any]:
        refusal = title.refuse(state, order)
        refused = refusal_data(refusal) if refusal else None
        try:
            return {"sheet": sheet_data(title.sheet(state, order)), "refused": refused}
        except Exception:
            if refusal is None:
                raise
            return {"sheet": None, "refused": refused}  # some refused attacks make no sense at all

    return work


def ask_threat(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """What the enemy could do to a stack as things stand."""
    where, state = hex_of(room, asked.get("hex")), room.seen(eyes).for_thinking()
    return lambda title: {"sheet": sheet_data(title.questions.threat(state, where))}


def ask_supply(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The supply of every unit in sight; of hidden ones nobody can say which they are."""
    seen = room.seen(eyes)
    state = seen.for_thinking()

    def work(title: Title[Any]) -> dict[str, Any]:
        shown = {unit["unit"] for unit in seen.data["units"] if "unit" in unit}
        return {"supply": [row for row in title.questions.supply(state) if row["unit"] in shown]}

    return work


def ask_log(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The log as these eyes saw it, from an order on."""
    start = number_of(asked, "from", 0)
    entries, notes = room.history.entries[start:], room.notes_open
    numbered = list(enumerate(entries, start=start + 1))
    return lambda title: {"log": [entry.data(title, n, eyes, notes=notes) for n, entry in numbered]}


def ask_past(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> Work:
    """The view after the first n orders."""
    n = number_of(asked, "n")
    way = room.way_to(n)
    return lambda title: {"n": n, "view": views.view(title, views.masked(title, way.state(title), eyes))}


QUESTIONS = {
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
    "log": ask_log,
    "past": ask_past,
}
