"""What a page may ask of a game without changing it; every answer is as the asker's eyes see it."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

from steppe.errors import OrderError
from steppe.server import views
from steppe.server.chairs import Pass
from steppe.server.rooms import Room
from steppe.title import Refusal, Sheet

MOST_ORDERS = 400


def refusal_data(refusal: Refusal) -> dict[str, Any]:
    trouble = [flag.name.lower() for flag in refusal.trouble if flag.name]
    return {"rule": refusal.rule, "why": refusal.why, "trouble": trouble}


def chances(found: Any) -> dict[str, str]:
    """Exact chances as text, the likeliest first."""
    ordered = sorted(found.items(), key=lambda item: (-item[1], str(item[0])))
    return {str(key): str(Fraction(value)) for key, value in ordered}


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    return {
        "kind": sheet.kind,
        "attack": chances(sheet.attack),
        "defence": chances(sheet.defence),
        "shifts": [{"name": s.name, "rule": s.rule, "columns": s.columns} for s in sheet.shifts],
        "columns": chances(sheet.columns),
        "results": chances(sheet.results),
        "notes": list(sheet.notes),
    }


def units_of(room: Room, names: Any) -> tuple[int, ...]:
    if not isinstance(names, list) or len(names) > 60 or not all(isinstance(n, str) for n in names):
        raise OrderError("units are wanted as a list of names")
    known = room.game.title.names.units
    for name in names:
        if name.lower() not in known:
            raise OrderError(f"there is no unit {name[:20]!r}")
    return tuple(known[name.lower()] for name in names)


def hex_of(room: Room, label: Any) -> int:
    found = room.game.title.names.hexes.get(label) if isinstance(label, str) else None
    if found is None:
        raise OrderError(f"there is no hex {str(label)[:20]!r} on this map")
    return found


def text_of(asked: dict[str, Any], name: str = "text") -> str:
    text = asked.get(name)
    if not isinstance(text, str) or len(text) > 4000:
        raise OrderError(f"{name!r} should be a text")
    return text


def answer(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    what = asked.get("ask")
    known = QUESTIONS.get(what) if isinstance(what, str) else None
    if known is None:
        raise OrderError(f"there is no question {str(what)[:20]!r}; known are {', '.join(QUESTIONS)}")
    return known(room, visitor, eyes, asked)


def ask_view(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    return {"at": room.at, "view": room.view(eyes), "prompt": room.prompt()}


def ask_legal(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """The legal orders, for who must decide; ``about`` narrows them to units."""
    game = room.game
    if game.state.winner >= 0 or not visitor.decides(game.title.prompt(game.state).seat):
        return {"orders": [], "more": False}
    about = units_of(room, asked.get("about", []))
    found = [game.write(o) for o in islice(game.title.legal(game.state, about), MOST_ORDERS + 1)]
    return {"orders": found[:MOST_ORDERS], "more": len(found) > MOST_ORDERS}


def ask_options(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """Where a group can go and whom it can attack."""
    game = room.game
    group = units_of(room, asked.get("units"))
    if not group:
        raise OrderError("name at least one unit")
    seen = views.masked(game.title, game.state, eyes)
    return game.title.options_of(seen, group)


def ask_why(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """Why an order is refused; nothing if it is not."""
    game = room.game
    order = game.read(text_of(asked))
    refusal = game.title.refuse(views.masked(game.title, game.state, eyes), order)
    return {"refused": refusal_data(refusal) if refusal else None}


def ask_sheet(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    game = room.game
    order = game.read(text_of(asked))
    seen = views.masked(game.title, game.state, eyes)
    sheet = game.title.sheet(seen, order)
    refusal = game.title.refuse(seen, order)
    return {"sheet": sheet_data(sheet) if sheet else None, "refused": refusal_data(refusal) if refusal else None}


def ask_threat(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """What the enemy could do to a stack as things stand."""
    game = room.game
    sheet = game.title.threat(views.masked(game.title, game.state, eyes), hex_of(room, asked.get("hex")))
    return {"sheet": sheet_data(sheet) if sheet else None}


def ask_supply(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    game = room.game
    return {"supply": game.title.supply(views.masked(game.title, game.state, eyes))}


def ask_log(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    """The log as these eyes saw it, from an order on."""
    start = asked.get("from", 0)
    if not isinstance(start, int) or start < 0:
        raise OrderError("'from' should be the number of an order")
    title = room.game.title
    return {
        "log": [
            {"n": n, "seat": title.seats[entry.seat], "turn": entry.turn, "told": [t._asdict() for t in entry.by(eyes)]}
            for n, entry in enumerate(room.history.entries[start:], start=start + 1)
        ]
    }


def ask_past(room: Room, visitor: Pass, eyes: int, asked: dict[str, Any]) -> dict[str, Any]:
    n = asked.get("n")
    if not isinstance(n, int):
        raise OrderError("'n' should be the number of an order")
    return {"n": n, "view": room.past(n, eyes)}


QUESTIONS = {
    "view": ask_view,
    "legal": ask_legal,
    "options": ask_options,
    "why": ask_why,
    "sheet": ask_sheet,
    "threat": ask_threat,
    "supply": ask_supply,
    "log": ask_log,
    "past": ask_past,
}
