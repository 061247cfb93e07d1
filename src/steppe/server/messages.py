"""The shapes of all that the server sends; the answers to questions about a position are in ``steppe.answers``.

``web/src/types.ts`` is made from these and from the models of what it takes (``tools/make_types.py``).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Required

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from steppe.answers import Asked, ResultWords, Shape
from steppe.events import Sign

ErrorKind = Literal["refused", "stale", "version", "error"]


class ErrorData(Shape):
    """What went wrong. ``code`` tells errors apart; the words are for people and may change."""

    kind: ErrorKind
    code: str
    why: str
    rule: NotRequired[str]
    """The row of the ledger, where the rules forbid it."""
    trouble: NotRequired[list[str]]


class Failure(Shape):
    error: ErrorData


# -- what no order changes ----------------------------------------------------------------------------------------


class ScenarioData(Shape):
    """One of the games that a title offers."""

    key: str
    name: str
    words: str
    hours: str
    first_turn: int
    last_turn: int
    part: str
    """The region of the map that is played on; empty: all of it."""
    setup: str
    victory: str
    options: dict[str, bool]
    """Options of the title that belong to it."""


class OptionData(Shape):
    name: str
    default: bool
    text: str


class About(Shape, total=False):
    """For who has not played a title: what it is, how long, how hard, and a side and a bot to begin with."""

    what: str
    lasts: str
    hardness: str
    side: str
    bot: str


class TitleInfo(Shape):
    """A title in the lobby."""

    key: str
    name: str
    seats: list[str]
    scenarios: list[ScenarioData]
    """The first is the one to begin with."""
    about: About
    options: list[OptionData]
    bots: dict[str, str]
    """The bots from the weakest on, each with a line about it."""


class HexData(Shape):
    hex: str
    x: float
    y: float
    terrain: str
    features: list[str]
    regions: list[str]
    name: str
    source: str


class Counter(Shape):
    """A counter as it is printed."""

    unit: str
    side: str
    nation: str
    kind: str
    size: str
    mobility: str
    steps: int
    factors: str | None
    moves: list[int]
    points: int
    turn: int
    entry: str
    label: str
    source: str
    note: str


class RuleRow(Shape):
    rule: str
    title: str
    what: str
    reading: str
    kind: str


class FormData(Shape):
    """The form of an order, for people."""

    form: str
    help: str


class StepData(Shape):
    """A step of the sequence of play."""

    step: str
    frame: str
    words: str
    rule: str


class TurnData(Shape):
    """A turn of the track, and what it brings."""

    turn: int
    label: str
    words: list[str]
    dates: NotRequired[str]


MarkShape = Literal["disc", "square", "triangle", "diamond", "octagon", "ring"]


class MarkLook(Shape):
    """A mark in the corner of a counter. What is not said of it is plain."""

    name: str
    letter: str
    words: str
    shape: NotRequired[MarkShape]
    colour: NotRequired[str]
    ink: NotRequired[str]
    """The colour of its letter."""
    implies: NotRequired[list[str]]
    """Marks that need not be drawn beside it."""
    drawn: NotRequired[bool]
    """False where the factors of the counter tell it already."""


class Colours(Shape):
    ground: str
    ink: str


class HexMark(Shape):
    """A kind of marker that lies on hexes."""

    key: str
    """Where the view has them."""
    letter: str
    words: str
    ground: str
    ink: str


class Look(Shape):
    """How counters and hexes are to be drawn."""

    marks: list[MarkLook]
    """The weightiest first."""
    zoc_side: str | None
    symbols: NotRequired[dict[str, str]]
    """By kind: an entity of the symbol standard, perhaps with a word that is drawn into the frame."""
    colours: NotRequired[dict[str, Colours]]
    """By nation, or by nation with mobility or kind."""
    weather_zones: NotRequired[dict[str, str]]
    """Regions with a weather of their own."""
    kinds: NotRequired[dict[str, str]]
    """Kinds whose key is an abbreviation, spelt out."""
    hex_marks: NotRequired[list[HexMark]]


class TerrainLook(Shape):
    colour: str
    water: bool


class Fixed(Shape):
    """Everything about a scenario of a title that no order changes."""

    key: str
    name: str
    full_name: str
    """With the scenario, if it is not the one to begin with."""
    scenario: ScenarioData
    seats: list[str]
    flat: bool
    hexes: list[HexData]
    sides: list[tuple[str, str, list[str]]]
    terrains: dict[str, TerrainLook]
    units: list[Counter]
    rules: list[RuleRow]
    forms: list[FormData]
    steps: list[StepData]
    look: Look
    turns: list[TurnData]
    objectives: dict[str, int]
    results: dict[str, ResultWords]
    """The results of the combat table, by their codes."""
    results_hint: str
    """How to read the codes, where they can be read."""


# -- views --------------------------------------------------------------------------------------------------------


@with_config(ConfigDict(extra="allow", use_attribute_docstrings=True))
class UnitState(Shape, total=False):
    """A unit as a seat sees it now; of a hidden one only its side and its place are told."""

    side: Required[str]
    at: Required[str]
    unit: str
    hidden: bool
    kind: str
    size: str
    steps: int
    attack: int | None
    defence: int | None
    label: str
    untried: bool
    in_battle: bool
    marks: list[str]


@with_config(ConfigDict(extra="allow", use_attribute_docstrings=True))
class View(Shape):
    """A position as a seat sees it. Titles add fields of their own."""

    turn: int
    step: str
    units: list[UnitState]
    stacks: dict[str, list[int | None]]
    """By hex, from the top down; null for a hidden unit."""
    control: dict[str, str]
    held: list[int]
    """By hex: the number of the seat that holds it."""
    aircraft: NotRequired[dict[str, int]]
    """Where a title has aircraft: those left to each seat."""
    zoc: NotRequired[list[int]]
    """By hex: whether a zone of control reaches it."""
    cut: NotRequired[list[int]]
    """The units in sight that are out of supply."""
    standing: NotRequired[dict[str, str]]
    """When a seat of one's own wants to be asked for reactions, if not always."""
    watched: NotRequired[list[str]]
    """The hexes that it watches."""


# -- the log ------------------------------------------------------------------------------------------------------


class ToldData(Shape):
    """One thing that happened."""

    kind: str
    """The title's own name for it."""
    text: str
    hexes: list[str]
    die: int | None
    sign: Sign | None
    """What a table makes of it."""
    about: str
    """Of a phase its heading, of a result its code; else empty."""


class LogEntry(Shape):
    """An order and what came of it."""

    n: int
    seat: str
    turn: int
    told: list[ToldData]
    note: NotRequired[str]
    """What the bot that gave the order says about it, where these eyes may read that."""


class LogAnswer(Shape):
    log: list[LogEntry]


class PastAnswer(Shape):
    n: int
    view: View


# -- the socket ---------------------------------------------------------------------------------------------------


class Hello(Shape):
    """Who sits here, and at which game."""

    game: str
    title: str
    scenario: str
    seats: list[str]
    eyes: str | None
    bots: dict[str, str]
    commit: str
    options: dict[str, bool]
    notes: bool
    """Whether everybody may read what bots say about their orders."""


class Greeting(Shape):
    """The first message of the server, and again whenever it has loaded the game anew."""

    hello: Hello
    at: int
    orders: int
    view: View
    prompt: Asked


class Update(Shape):
    """What an order has changed."""

    tell: Literal["update"]
    at: int
    changes: dict[str, Any]
    """Of lists and tables the entries that are new, by index or key; null for those that are gone."""
    prompt: Asked
    entry: LogEntry | None
    undone: bool


class UndoNews(Shape):
    tell: Literal["undo asked", "undo declined"]
    seat: str


class ViewAnswer(Shape):
    at: int
    view: View
    prompt: Asked


class LookAnswer(ViewAnswer):
    eyes: str


class DoneAnswer(Shape):
    at: int


class UndoAnswer(Shape, total=False):
    """Either the opponent has been asked, or nobody had to be."""

    asked: Literal[True]
    at: int


class HoldAnswer(Shape):
    held: bool


# -- requests -----------------------------------------------------------------------------------------------------


class NewLinks(Shape):
    """A new game and its links, told now and never again."""

    game: str
    play: dict[str, str]
    watch: dict[str, str]


class Needs(Shape):
    """What a game needs that cannot be played here."""

    rules: str
    why: str
    record: bool


class GameData(Shape):
    """A game as the bearer of a link sees it."""

    game: str
    title: str
    scenario: NotRequired[str]
    seats: NotRequired[list[str]]
    at: NotRequired[int]
    needs: NotRequired[Needs]
    prompt: Asked | None
    view: View | None


class Done(Shape):
    """An order has been carried out, or taken back."""

    at: int
    prompt: Asked


class SinceEntry(Shape):
    n: int
    seat: str
    told: list[ToldData]


class SinceGroup(Shape):
    turn: int
    phase: str
    entries: list[SinceEntry]


FromOrder = TypedDict("FromOrder", {"from": int})


class Since(Shape, FromOrder):
    """What happened after an order, by phases."""

    orders: int
    at: int
    groups: list[SinceGroup]


class Cost(Shape):
    """Steps that a battle costs either side."""

    attacker: float
    defender: float


class Fought(Shape):
    """A battle that was fought, expected against actual."""

    n: int
    turn: int
    attacker: str
    hex: str
    kind: str
    odds: str
    column: str | None
    dice: list[int]
    result: str
    final: str
    expected: Cost
    rolled: Cost
    lost: Cost
    luck: float


class DiceData(Shape):
    rolls: int
    average: float | None
    faces: list[int]


class LossData(Shape):
    turn: int
    seat: str
    kind: str
    steps: int


class LuckData(Shape):
    """Expected against actual, as far as the asker may know it."""

    at: int
    over: bool
    battles: list[Fought]
    luck: dict[str, float]
    dice: dict[str, DiceData]
    other_dice: dict[str, DiceData]
    losses: list[LossData]


class NoteData(Shape):
    id: int
    seat: str
    n: int
    text: str
    bookmark: bool


class NotesData(Shape):
    notes: list[NoteData]


class NoticeData(Shape):
    """Where a seat is told of its turn."""

    seat: str
    webhook: str
    mail: str
    can_mail: bool


class Brought(Shape):
    """A game from a record."""

    game: str
    title: str
    scenario: str
    over: bool
    orders: int
    watch: dict[str, str]
    play: dict[str, str]


class SharedLink(Shape):
    position: str
    title: str
    link: str


class SharedPosition(Shape):
    """A position with everything that a page needs to draw it."""

    position: str
    title: str
    text: str
    fixed: Fixed
    view: View
    prompt: Asked


class AccountName(Shape):
    name: str


class GameOfMine(Shape):
    game: str
    title: str
    scenario: str
    name: str
    seats: list[str]
    turn: int
    setting_up: bool
    asked: str | None
    """The seat that must decide."""
    yours: bool
    over: bool
    touched: float


class Mine(Shape):
    """An account's games, those that wait for it first."""

    name: str
    games: list[GameOfMine]


class Claimed(Shape):
    seats: list[str]


class AccountLinks(Shape):
    game: str
    play: dict[str, str]


class Nothing(Shape):
    """Done, and nothing to be told."""
