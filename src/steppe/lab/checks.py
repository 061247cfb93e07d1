"""What must always hold, whatever is played. Each check raises CheckError if it does not.

They ask nothing but what every title answers; what must hold for one title alone, it says itself (``Title.broken``).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from steppe import titles
from steppe.errors import OrderError
from steppe.events import ENDS_UNDO, Log
from steppe.game import Game
from steppe.lab import systems
from steppe.lab.mutate import random_text
from steppe.orders import Order
from steppe.record import Record
from steppe.title import Refusal, Title
from steppe.view import View

SAMPLE = 60
"""How many legal orders of an endless list are compared."""


class CheckError(Exception):
    """Something that must hold does not."""

    def __init__(self, check: str, message: str) -> None:
        self.check, self.message = check, message
        super().__init__(f"{check}: {message}")


def expect(holds: bool, check: str, message: str) -> None:
    if not holds:
        raise CheckError(check, message)


def text_of(title: Title[Any], order: Order) -> str:
    return title.notation.write(order, title.names)


def picked(title: Title[Any], s: Any, order: Order) -> None:
    """An order that the title picks is legal, and its text reads back as the same order."""
    refusal = title.refuse(s, order)
    text = text_of(title, order)
    expect(refusal is None, "picked order is legal", f"{text} is refused: {refusal}")
    again = title.notation.read(text, title.names)
    expect(again == order, "notation round-trip", f"{order} is written {text!r} and read as {again}")


def garbled(title: Title[Any], order: Order, rng: random.Random) -> None:
    """A garbled text is an order or an OrderError, nothing else."""
    text = random_text(text_of(title, order), rng)
    try:
        title.notation.read(text, title.names)
    except OrderError as error:
        expect("\n" not in str(error), "one line", f"{text!r}: {error!r}")


def no_dead_end(title: Title[Any], s: Any) -> None:
    """Whoever must decide has something to decide."""
    if not s.over:
        found = next(iter(title.legal(s)), None)
        expect(found is not None, "dead end", f"no legal order at: {title.prompt(s).text}")


def leads_on(title: Title[Any], s: Any, rng: random.Random) -> None:
    """There is more to be ordered than what changes nothing, such as putting a stack in order."""
    try:
        title.pick(s, rng)
    except (StopIteration, IndexError):
        verbs = sorted({order.verb for order in title.legal(s)})
        left = f"nothing leads on from {', '.join(verbs)}" if verbs else "no legal order"
        raise CheckError("dead end", f"{left} at: {title.prompt(s).text}") from None


def whole(title: Title[Any], s: Any) -> None:
    """The title's own invariants."""
    wrong = title.broken(s)
    expect(not wrong, "broken state", "; ".join(wrong[:3]))


def refused_well(title: Title[Any], s: Any, order: Order) -> Refusal | None:
    """A wild order is refused by a known rule in words, or else it can be carried out."""
    refusal = title.refuse(s, order)
    if refusal is None:
        trial = s.clone()
        title.apply(trial, order)
        whole(title, trial)
        return None
    text = text_of(title, order)
    expect(refusal.rule in title.ledger, "refusal cites a row", f"{text}: {refusal.rule!r} is not in the ledger")
    expect(bool(refusal.why.strip()) and "\n" not in refusal.why, "refusal has words", f"{text}: {refusal.why!r}")
    return refusal


def masked_agrees(title: Title[Any], s: Any, seat: int, orders: Iterable[Order], about: tuple[int, ...]) -> None:
    """What is legal does not depend on what is hidden: the masked state says the same as the true one."""
    m = title.masked(s, seat)
    for order in orders:
        true, seen = title.refuse(s, order), title.refuse(m, order)
        message = f"{text_of(title, order)}: {true} in truth, {seen} as {title.seats[seat]} sees it"
        expect(true == seen, "legality of the masked state", message)
    if about:
        true_list = list(islice(title.legal(s, about), SAMPLE))
        seen_list = list(islice(title.legal(m, about), SAMPLE))
        named = "+".join(title.names.unit[u] for u in about)
        expect(true_list == seen_list, "legal orders of the masked state", f"they differ for {named}")


def nothing_leaks(title: Title[Any], s: Any, seat: int, orders: Iterable[Order], rng: random.Random) -> None:
    """Another world that agrees with a seat's view looks, refuses and tells the same to that seat."""
    world = title.sample_world(title.masked(s, seat), seat, rng)
    world.dice = s.dice
    name = title.seats[seat]
    true_view, other_view = View(title, s, seat), View(title, world, seat)
    true_data, other_data = true_view.as_data(), other_view.as_data()
    if true_data != other_data:
        raise CheckError("leak in the view", f"{name} sees {_difference(true_data, other_data)}")
    decides = not s.over and title.decision(s)[1] == seat
    for order in orders if decides else ():
        true, other = title.refuse(s, order), title.refuse(world, order)
        message = f"{text_of(title, order)}: {true} or {other}"
        expect(true == other, "leak in a refusal", message)
        if true is None:
            _same_events(title, s, world, order, seat)


def _same_events(title: Title[Any], s: Any, world: Any, order: Order, seat: int) -> None:
    told = []
    for start in (s, world):
        trial = start.clone()
        events = title.apply(trial, order)
        if any(event.kind in ENDS_UNDO or event.only == seat for event in events):
            return
        told.append(_told(title, trial, events, seat))
    expect(told[0] == told[1], "leak in the events", f"{text_of(title, order)}: {told[0]} or {told[1]}")


def _told(title: Title[Any], s: Any, events: Log, seat: int) -> list[str]:
    seen = (title.visible_event(s, event, seat) for event in events)
    return [title.tell(event) for event in seen if event is not None]


def no_hidden_names(title: Title[Any], s: Any, events: Log, seat: int) -> None:
    """What a seat is told after an order places no unit that it cannot see (a battle may have shown it some)."""
    if any(event.kind in ENDS_UNDO for event in events):
        return
    events = Log(event for event in events if "hex" in event.facts)
    seen = {unit.get("unit") for unit in View(title, s, seat).as_data()["units"]}
    hidden = [name for name in title.names.unit if name not in seen]
    for line in _told(title, s, events, seat):
        words = set(re.findall(r"\w+", line))
        for name in hidden:
            expect(name not in words, "hidden name", f"{title.seats[seat]} is told: {line}")


def is_writable(title: Title[Any], s: Any, system: ModuleType) -> bool:
    """Whether a state can be written as a position: at a decision that the system names, and nothing else in hand."""
    return s.depth == 1 and title.decision(s)[0].name in system.WRITABLE


def position_reads_back(title: Title[Any], s: Any, data: Path | None = None) -> None:
    """A phase under way, written as a position, reads back as the same position; where the system says it can be."""
    system = systems.added(title, "checks")
    if system is None or not is_writable(title, s, system):
        return
    written = titles.write_position(title, s)
    again = titles.write_position(*titles.read_position(written, s.dice, data)[:2])
    if again != written:
        pairs = zip(written.splitlines(), again.splitlines(), strict=False)
        line = next((f"{a!r} or {b!r}" for a, b in pairs if a != b), "one is longer")
        raise CheckError("position round-trip", line)


def _difference(a: Any, b: Any, where: str = "") -> str:
    """The first place at which two pieces of data differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in a.keys() | b.keys():
            if a.get(key) != b.get(key):
                return _difference(a.get(key), b.get(key), f"{where}.{key}")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:
                return _difference(x, y, f"{where}[{i}]")
    return f"{where}: {a!r} or {b!r}"


def sheet_adds_up(title: Title[Any], s: Any, seat: int, order: Order) -> None:
    """The chances of a battle sheet add up to one, in truth and as the seat knows it."""
    for known in (s, title.masked(s, seat)):
        sheet = title.sheet(known, order)
        if sheet is not None:
            for name in ("attack", "defence", "columns", "results"):
                total = sum(getattr(sheet, name).values())
                expect(total == 1, "sheet adds up", f"{text_of(title, order)}: {name} to {total}")


def undone(game: Game, seat: int, before: bytes, array: Any) -> None:
    """Taking an order back restores the very state."""
    game.undo(seat, consent=True)
    expect(game.state.key() == before, "undo", "the saved part of the state differs")
    expect(bool((game.state.array == array).all()), "undo", "the derived part of the state differs")


def replays(game: Game, data: Path | None = None) -> None:
    """The record, read again from its text, leads to the same state."""
    record = Record.parse(game.record.text.encode("ascii"))
    record.verify()
    again = Game.replay(record, data)
    expect(again.state.digest() == game.state.digest(), "replay", "the record leads to another state")


def serialises(title: Title[Any], s: Any) -> None:
    """A state that is dumped and restored is the same, derived columns and all."""
    again = type(s).blank({k: v for k, v in s.layout.sizes.items() if k != "agenda"}, s.dice)
    again.restore(s.dump())
    title.rebuild(again)
    expect(bool((again.array == s.array).all()), "dump and restore", "the restored state differs")
