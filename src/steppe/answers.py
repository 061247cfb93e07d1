"""The shapes of what is answered about a position: plain data, ready for JSON.

Units are named by their keys, hexes by their labels, seats by their names; chances are exact fractions in text. The
shapes of the page's own language (``web/src/types.ts``) are made from these.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from steppe.orders import Kind

DecisionKind = Literal["phase", "set-up", "choice"]
"""How a decision is made at a table: units act one after another until the phase is ended; units are put on the map
until all are; or one answer is chosen."""


class Shape(TypedDict):
    """What all have in common: no field that is not named here, and a line about it for the page's own language."""


Shape.__pydantic_config__ = {"extra": "forbid", "use_attribute_docstrings": True}  # type: ignore[attr-defined]


class RefusalData(Shape):
    """Why something cannot be done: the row of the ledger that forbids it, the reason, what kinds of trouble it is."""

    rule: str
    why: str
    trouble: NotRequired[list[str]]


class OutcomeData(Shape):
    """How a game has come out."""

    winner: str
    """A seat; empty in a draw."""
    level: str
    rule: str
    turn: int


class PromptData(Shape):
    """Whose decision it is and what is asked."""

    seat: str | None
    """Nobody's when the game is over."""
    decision: str
    text: str
    rule: str


class Asked(PromptData):
    """What is asked at a table, and how it is answered there."""

    kind: DecisionKind
    heading: str
    """The phase in hand in a word or two; empty where the step of the sequence says it."""
    kinds: list[Kind]
    """Of the orders that answer it."""
    verbs: list[str]
    """Those orders themselves, for programs."""
    outcome: OutcomeData | None


class Choice(Shape):
    """Something that can be ordered, ready to be shown and to be clicked."""

    order: str
    """What to send."""
    kind: Kind
    """What the table does with it."""
    units: list[str]
    hex: str | None
    """Where it is clicked; null if not on the map."""
    badge: str
    """Written on the hex: what it costs to go there, the odds of a battle."""
    pick: str
    """Which of several things it is about, to be chosen before the hex: the type that enters; empty if there is one."""
    words: str
    """The order as a sentence."""
    help: str
    """What the order does or the answer means; those that differ in units and hex alone have it in common."""


class Aside(Choice):
    """What may be ordered whoever must decide: when to be asked, which hex to look out for, to give up."""

    on: bool
    """Whether it is so already."""


class Choices(Shape):
    choices: list[Choice]
    more: bool
    """Whether there are more than were asked for."""


class Asides(Shape):
    choices: list[Aside]


class Options(Shape):
    """What some units can do now."""

    choices: list[Choice]
    refused: RefusalData | None
    """Why they can do nothing of what the phase is for."""


class Legal(Shape):
    """Legal orders as text."""

    orders: list[str]
    more: bool


class Warned(Shape):
    """Advice of the title before a phase ends."""

    rule: str
    text: str


class Ready(Shape):
    """A phase or a set-up in hand."""

    units: list[str]
    """Those that it can be about: who can still act, or is to be placed."""
    choices: list[Choice]
    """What can be ordered without a unit and a hex."""
    end: Choice | None
    """The order that ends it."""
    refused: RefusalData | None
    """Why it may not end yet."""
    warnings: list[Warned]


class Joiners(Shape):
    units: list[str]


class Why(Shape):
    refused: RefusalData | None


class ShiftData(Shape):
    """Columns to the right (+) or left (-)."""

    name: str
    rule: str
    columns: int


class ModifierData(Shape):
    """Pips that are added to the die (+) or taken from it (-)."""

    name: str
    rule: str
    pips: int


class SheetData(Shape):
    """A battle sheet; its strengths, columns and results with the chance of each."""

    kind: str
    attack: dict[str, str]
    defence: dict[str, str]
    shifts: list[ShiftData]
    modifiers: list[ModifierData]
    columns: dict[str, str]
    results: dict[str, str]
    notes: list[str]


class Sheet(Shape):
    sheet: SheetData | None
    refused: RefusalData | None


class Threat(Shape):
    sheet: SheetData | None


class Addition(Shape):
    """What may be thrown into a battle besides units, by number."""

    words: str
    most: int


class Battle(Shape):
    """A battle that is being put together."""

    words: str
    """What it is and where."""
    order: str | None
    """What begins it; null while nobody takes part."""
    joiners: list[str]
    """Everybody who could take part."""
    addition: Addition | None
    sheet: SheetData | None
    refused: RefusalData | None


class Completion(Shape):
    """What was typed as far as it goes on by itself, and how it could go on."""

    text: str | None
    """Null if nothing can be added."""
    hints: list[str]


From = TypedDict("From", {"from": str})


class Reach(Shape, From):
    """The hexes that a group could reach, with what it would have spent in each."""

    units: list[str]
    refused: RefusalData | None
    hexes: dict[str, int]


class Way(Shape):
    """The way of a group to a hex, with what it has spent when it is in each hex."""

    path: list[str]
    spent: list[int]


class GivenWay(Way):
    """A way that was given, or the cheapest to a hex, judged as an order to move is."""

    units: list[str]
    refused: RefusalData | None


class SupplyRow(Shape):
    """The supply of a unit: by a line or by the hex itself, and the shortest line."""

    unit: str
    side: str
    at: str
    in_supply: bool
    strained: bool
    """In supply, but not as it should be."""
    by: str | None
    state: str
    """The title's word for it."""
    line: list[str]


class Supply(Shape):
    supply: list[SupplyRow]


class ResultWords(Shape):
    """A result of the combat table."""

    words: str
    """What stands beside it."""
    explained: str
    """What it does."""
