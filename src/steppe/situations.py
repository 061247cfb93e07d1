"""A situation that can be asked and tried: what stands behind ``steppe.position`` and ``steppe try``.

A ``Position`` never changes. Orders lead to another one, so that any number of questions and trials can begin from the
same situation and none of them depends on those before it. What is asked is answered by the title's questions
(``steppe.questions``), in the same words for every title: plain data, ready for JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from steppe import titles
from steppe.dice import Dice, ForcedDice
from steppe.errors import DataError, OrderError, SteppeError
from steppe.events import Event
from steppe.game import RefusalError
from steppe.orders import Units
from steppe.questions import Answer, Questions, plain, plain_or_none
from steppe.title import Title

FALLBACK = Dice(b"sandbox")
"""What is rolled when no forced dice are left: always the same."""
MOST = 2000
"""How many legal orders are listed if nobody says."""
ASKS = "ask"
"""The key of the questions that a position brings along."""

Question = Mapping[str, Any]
"""What is asked: see ``answer``."""


def event_data(title: Title[Any], event: Event) -> Answer:
    """An event by its kind, its facts (ids written as names) and its words."""
    facts = {}
    for name, value in event.facts.items():
        if name in ("unit", "of", "replaced"):
            value = title.names.unit[value]
        elif name in ("hex", "start"):
            value = title.names.hex[value]
        elif name == "path":
            value = [title.names.hex[h] for h in value]
        elif name in ("seat", "side") and value >= 0:
            value = title.seats[value]
        elif name == "units" and isinstance(value, tuple):
            value = [title.names.unit[u if isinstance(u, int) else u[0]] for u in value]
        facts[name] = _plain(value)
    return {"kind": event.kind, **facts, "text": title.tell(event)}


def _plain(value: object) -> object:
    """Tuples as lists: as JSON would give them back."""
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


class Position:
    """A situation of a game. It stays as it is: ``do`` gives another one."""

    def __init__(
        self, title: Title[Any], state: Any, events: Iterable[Event] = (), asks: Sequence[Question] = ()
    ) -> None:
        self._title, self._state = title, state
        self._asks = tuple(asks)
        self.events: list[Answer] = [event_data(title, event) for event in events]
        """What happened while it came about."""

    # -- where it stands ------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._title.key

    @property
    def scenario(self) -> str:
        return self._title.scenario.key

    @property
    def seats(self) -> tuple[str, ...]:
        return self._title.seats

    @property
    def turn(self) -> int:
        found: int = self._state.turn
        return found

    @property
    def step(self) -> str:
        """The step of the sequence of play."""
        return self._title.current_step(self._state).name

    @property
    def prompt(self) -> Answer:
        """Whose decision it is and what is asked."""
        return plain(self._questions.prompt(self._state))

    @property
    def outcome(self) -> Answer | None:
        """How the game has come out; None while it goes on."""
        return plain_or_none(self._questions.outcome(self._state))

    @property
    def assumed(self) -> Answer:
        """What the text left unsaid, with what was taken for it."""
        return dict(self._title.assumed)

    @property
    def unused(self) -> Answer:
        """The forced dice and results that have not come to pass yet."""
        dice = self._state.dice
        return {
            "dice": list(dice.unused) if isinstance(dice, ForcedDice) else [],
            "results": list(self._state.wanted),
        }

    @property
    def text(self) -> str:
        """The position as text, which can be read again (a battle in hand is not written)."""
        return titles.write_position(self._title, self._state)

    def seen_by(self, seat: str) -> Position:
        """The situation as a seat may know it: strengths that it cannot see are chances."""
        if seat not in self.seats:
            raise SteppeError(f"there is no seat {seat!r}; the seats are {', '.join(self.seats)}")
        return Position(self._title, self._title.masked(self._state, self.seats.index(seat)))

    # -- questions ------------------------------------------------------------------------------------------------

    def legal(self, about: str = "", most: int = MOST) -> list[str]:
        """The legal orders, of all or of some units; no more than so many."""
        found: list[str] = self._legal(about, most)["orders"]
        return found

    def why(self, order: str) -> Answer | None:
        """Why an order is refused: rule, reason in words, kinds of trouble; None if it is legal."""
        return plain_or_none(self._questions.why(self._state, self._questions.read_order(order))["refused"])

    def range(self, units: str) -> Answer:
        """The hexes that some units could reach as one, with the MP spent."""
        return plain(self._questions.ranges(self._state, self._units(units)))

    def path(self, units: str, way: str) -> Answer:
        """The cheapest way of some units to a hex, or a way that is given hex by hex: what it costs, and why not."""
        return plain(self._questions.way(self._state, self._units(units), self._questions.read_way(way)))

    def sheet(self, order: str, against: str = "") -> Answer:
        """The battle sheet of an attack, and why it is refused; ``against``: the defender's answer, such as air 1."""
        attack = self._questions.read_order(order)
        if against:
            return plain(self._questions.sheet_against(self._state, attack, self._questions.read_order(against)))
        found = self._questions.sheet(self._state, attack)
        if found["refused"] is None and found["sheet"] is None:
            raise OrderError(f"{order}: only attacks have a battle sheet")
        return plain(found)

    def threat(self, hex: str) -> Answer | None:
        """The battle sheet of the enemy's strongest attack on a hex as things stand; None if nobody could attack it."""
        return plain_or_none(self._questions.threat(self._state, self._hex(hex))["sheet"])

    def supply(self) -> list[Answer]:
        """The supply of every unit on the map."""
        return [plain(row) for row in self._questions.supply(self._state)]

    def control(self) -> dict[str, str]:
        """Whose each hex is."""
        return self._questions.control(self._state)

    def place(self, hex: str) -> Answer:
        """A hex, empty or not: ground, control, units, and what else the system knows: supply, who could reach it."""
        return self._questions.place(self._state, self._hex(hex))

    def retreats(self) -> Answer | None:
        """The retreat in hand; None if there is none."""
        return self._questions.retreats(self._state)

    def units(self) -> list[Answer]:
        """Every unit."""
        return self._questions.units(self._state)

    def _written(self, order: str) -> str:
        """An order as it is written: every one has one text."""
        return self._title.notation.write(self._questions.read_order(order), self._title.names)

    @property
    def _questions(self) -> Questions[Any]:
        return self._title.questions

    def _units(self, names: str) -> Units:
        return self._questions.read_units(names.split("+")) if names else ()

    def _hex(self, label: str) -> int:
        return self._questions.read_hex(label)

    def _legal(self, about: str, most: int) -> Answer:
        return plain(self._questions.legal(self._state, self._units(about), most))

    # -- trials ---------------------------------------------------------------------------------------------------

    def do(self, *orders: str, dice: Sequence[int] = (), results: Sequence[str] = ()) -> Position:
        """The situation to which some orders lead, one after another; RefusalError if one of them is refused.

        The next dice show ``dice`` and the next battles end in ``results``; what is not used up stays wanted.
        """
        state = self.forced(dice, results)._state
        events: list[Event] = []
        for text in orders:
            order = self._questions.read_order(text)
            refusal = self._title.refuse(state, order)
            if refusal:
                raise RefusalError(text, refusal)
            events += self._title.apply(state, order)
        return Position(self._title, state, events)

    def forced(self, dice: Sequence[int] = (), results: Sequence[str] = ()) -> Position:
        """The same situation, in which dice and results to come are fixed."""
        state = self._state.clone()
        if dice:
            try:
                state.dice = ForcedDice(dice, FALLBACK)
            except ValueError as error:
                raise SteppeError(str(error)) from None
        else:
            state.dice = state.dice.copy() if isinstance(state.dice, ForcedDice) else FALLBACK
        if results:
            self._questions.force_results(state, results)
        return Position(self._title, state)

    # -- questions in a file --------------------------------------------------------------------------------------

    def ask(self, question: Question) -> Answer:
        """The answer to a question that is data itself: orders to carry out first, then what is asked."""
        check_question(question, "question")
        return answer(self, question)

    def answers(self) -> list[Answer]:
        """The answers to the questions that the text brings along, each from the situation as it stands.

        A question that cannot be understood has an ``error`` and spoils no other.
        """
        found = []
        for number, asked in enumerate(self._asks, start=1):
            told: Answer = {"number": number, **({"about": asked["about"]} if "about" in asked else {})}
            try:
                found.append({**told, **answer(self, asked)})
            except SteppeError as error:
                found.append({**told, "error": str(error)})
        return found


def read(text: str, data: Path | None = None) -> Position:
    """The situation that a text describes, with the questions that it brings along."""
    document = titles.parse_position(text)
    asks = document.pop(ASKS, [])
    if not isinstance(asks, list) or not all(isinstance(asked, dict) for asked in asks):
        raise DataError(f"questions are wanted as [[{ASKS}]]", file="position", field=ASKS)
    for number, asked in enumerate(asks, start=1):
        check_question(asked, f"{ASKS} {number}")
    title, state, log = titles.read_document(document, FALLBACK, data)
    return Position(title, state, log, asks)


# -- questions that are data ------------------------------------------------------------------------------------------

LISTS: Mapping[str, str] = {
    "order": "orders to carry out first",
    "die": "what the next dice show",
    "result": "how the next battles end, or weather=M and the like",
    "why": "orders that may be illegal",
    "sheet": "attacks",
    "range": "units, as in 3Pz+4Pz",
    "path": "units and a hex, or a way: 3Pz 2117-2218-2318",
    "hex": "hexes",
    "threat": "hexes",
}
"""What a question may name, one or a list of them."""
FLAGS = ("legal", "supply", "control", "retreats", "units", "position")
"""What it may ask for by being true."""
WORDS = ("about", "against", "seat")
NUMBERS = ("limit",)


def check_question(asked: Question, where: str) -> None:
    """Nothing may stand in a question that nobody would read."""
    known = (*LISTS, *FLAGS, *WORDS, *NUMBERS)
    for key, value in asked.items():
        each = value if isinstance(value, list) and key in LISTS else [value]
        kind: type = int if key in (*NUMBERS, "die") else bool if key in FLAGS else str
        if key not in known:
            raise DataError(f"unknown; known are {', '.join(known)}", file="position", field=f"{where}: {key}")
        if not all(type(item) is kind for item in each):
            wanted = {int: "a number", bool: "true", str: "a text"}[kind]
            raise DataError(f"{wanted} is wanted, not {value!r}", file="position", field=f"{where}: {key}")


def _listed(asked: Question, key: str) -> list[Any]:
    found = asked.get(key, [])
    return found if isinstance(found, list) else [found]


def answer(position: Position, asked: Question) -> Answer:
    """Orders are carried out first; questions are answered about the situation to which they lead.

    The fields of the answer are those of ``steppe try --json``. If an order is refused, nothing more is answered.
    """
    now = position.forced(_listed(asked, "die"), _listed(asked, "result"))
    given: list[Answer] = []
    refused: Answer | None = None
    for text in _listed(asked, "order"):
        refused = now.why(text)
        if refused:
            refused = {"order": text, **refused}
            break
        now = now.do(text)
        given.append({"order": now._written(text), "events": now.events})
    found = standing(now)
    if "order" in asked:
        found |= {"given": given, "refused": refused}
    if refused is None:
        found |= _answers(now, asked)
    if any(now.unused.values()):
        found["unused"] = now.unused
    if asked.get("position"):
        found["position"] = now.text
    return found


def standing(position: Position) -> Answer:
    """Where a situation stands."""
    return {
        "title": position.title,
        "scenario": position.scenario,
        "turn": position.turn,
        "step": position.step,
        "prompt": position.prompt,
        "outcome": position.outcome,
    }


def _answers(now: Position, asked: Question) -> Answer:
    seen = now.seen_by(asked["seat"]) if "seat" in asked else now
    found: Answer = {}
    if asked.get("legal"):
        legal = now._legal("", asked.get("limit", MOST))
        found |= {"legal": legal["orders"], "more": legal["more"]}
    asked_each: dict[str, tuple[str, Callable[[str], Answer]]] = {
        "why": ("why", lambda text: _why(now, text)),
        "sheet": ("sheets", lambda text: _sheet(now, seen, text, asked.get("against", ""))),
        "range": ("ranges", now.range),
        "path": ("paths", lambda text: _path(now, text)),
        "hex": ("hexes", now.place),
        "threat": ("threats", lambda label: {"hex": label, "sheet": seen.threat(label)}),
    }
    for key, (field, ask) in asked_each.items():
        if key in asked:
            found[field] = [ask(item) for item in _listed(asked, key)]
    whole: dict[str, Callable[[], Any]] = {
        "supply": now.supply,
        "control": now.control,
        "retreats": now.retreats,
        "units": seen.units,
    }
    return found | {key: ask() for key, ask in whole.items() if asked.get(key)}


def _why(now: Position, text: str) -> Answer:
    refused = now.why(text)
    return {"order": text, "legal": refused is None, "refused": refused}


def _sheet(now: Position, seen: Position, text: str, against: str) -> Answer:
    """The sheet of an attack, which must be legal, as a seat knows the strengths."""
    refused = now.why(text)
    if refused:
        return {"order": text, "refused": refused, "sheet": None}
    return {"order": text, **({"against": against} if against else {}), **seen.sheet(text, against)}


def _path(now: Position, text: str) -> Answer:
    units, _, way = text.partition(" ")
    if not way:
        raise OrderError(f"{text!r}: units and a hex are wanted, or a way, as in 3Pz 2117-2218-2318")
    return now.path(units, way.strip())
