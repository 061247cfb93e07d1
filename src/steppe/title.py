"""The contract that every title fulfils, and the decisions that a game is made of.

A *decision* is a named point at which one seat must choose: its legal orders, why anything else is refused, and what
an order does. The decisions in hand lie as frames on the state's agenda; when the agenda is empty the sequence of
play moves on. A title is immutable (rules, data, options); states belong to it and may be cloned freely.
"""

from __future__ import annotations

import enum
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from steppe.answers import DecisionKind
from steppe.board import Board
from steppe.dice import Dice
from steppe.errors import DataError, NoAnswerError, SteppeError
from steppe.events import SIGNS, Event, Log, Sign
from steppe.machine import Machine
from steppe.orders import Names, Notation, Order, Units
from steppe.questions import Questions
from steppe.searches import Bytes
from steppe.state import FRAME, State

if TYPE_CHECKING:
    from steppe.history import Fall

S = TypeVar("S", bound=State)
N = TypeVar("N", int, Fraction)
"""What strengths are reckoned in."""


class Trouble(enum.Flag):
    """What is wrong with an order, for whoever wants to show it rather than read it."""

    TIME = enum.auto()
    UNIT = enum.auto()
    HEX = enum.auto()
    TERRAIN = enum.auto()
    ENEMY = enum.auto()
    STACKING = enum.auto()
    POINTS = enum.auto()
    SUPPLY = enum.auto()
    DUTY = enum.auto()
    CONSENT = enum.auto()


class Refusal(NamedTuple):
    """Why an order is not legal: the ledger row, the reason in words, what kind of trouble."""

    rule: str
    why: str
    trouble: Trouble = Trouble.UNIT

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


class Prompt(NamedTuple):
    """Whose decision it is and what is asked."""

    seat: int
    decision: str
    text: str
    rule: str


DRAW = "draw"
"""The level of a game that nobody has won."""
PLAIN_LEVEL = "victory"
"""The level where a title knows no degrees; nothing is said of it."""


class Outcome(NamedTuple):
    """How a game has come out. It may be a draw: then the winner is empty."""

    winner: str
    """A seat's name; empty if the game is drawn."""
    level: str
    rule: str
    turn: int

    @property
    def is_draw(self) -> bool:
        return not self.winner

    @property
    def degree(self) -> str:
        """The level of a victory in brackets, after a blank; nothing if there is nothing to tell."""
        return "" if self.is_draw or self.level == PLAIN_LEVEL else f" ({self.level})"

    @property
    def words(self) -> str:
        """The end in a few words, for lists."""
        end = "drawn" if self.is_draw else f"{self.winner} wins{self.degree}"
        return f"{end} on turn {self.turn} by rule {self.rule}"

    @property
    def sentence(self) -> str:
        """What is said when a game is over, without its full stop."""
        return "the game is drawn" if self.is_draw else f"the {self.winner} player has won{self.degree}"


class Scenario(NamedTuple):
    """One of the games that a title offers: what it is, when it begins and ends, where it is fought, how it is won."""

    key: str
    name: str
    words: str
    """What it is, in a sentence or two."""
    hours: str
    """How long it takes to play: "3 to 5 hours"."""
    first_turn: int
    last_turn: int
    part: str
    """The region of the map on which it is played; empty: all of it."""
    setup: str
    """How it is set up, in words."""
    victory: str
    """How it is won, in words."""
    options: Mapping[str, bool] = MappingProxyType({})
    """Options of the title that belong to it: whoever chooses them all chooses the scenario."""


def chosen_options(known: Mapping[str, tuple[bool, str]], options: Mapping[str, Any]) -> dict[str, bool]:
    """All options of a title with their values; an unknown one, or a value that is not yes or no, is an error."""
    chosen = {name: default for name, (default, _) in known.items()}
    for name, value in options.items():
        if name not in known:
            raise SteppeError(f"there is no option {name!r}; known are {', '.join(known)}")
        if not isinstance(value, bool):
            raise SteppeError(f"option {name!r} is on or off, not {value!r}")
        chosen[name] = value
    return chosen


class Shift(NamedTuple):
    """A line of a battle sheet: columns to the right (+) or left (-), with its rule."""

    name: str
    rule: str
    columns: int


class Modifier(NamedTuple):
    """A line of a battle sheet: pips that are added to the die (+) or taken from it (-), with its rule."""

    name: str
    rule: str
    pips: int


class Sheet(NamedTuple, Generic[N]):
    """A battle before it is fought: strengths, odds, every shift and die modifier with its rule, exact chances.

    Strengths that a seat does not know make ``attack`` and ``defence`` distributions; ``results`` weighs them all.
    """

    kind: str
    attack: Mapping[N, Fraction]
    """Strengths with their chances: whole numbers, or fractions where a system does not round."""
    defence: Mapping[N, Fraction]
    shifts: tuple[Shift, ...]
    columns: Mapping[str, Fraction]
    """The final odds columns with their chances ("4:1": 1 if everything is known)."""
    results: Mapping[str, Fraction]
    notes: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


AnySheet = Sheet[int] | Sheet[Fraction]


class Figures(NamedTuple):
    """A game in figures, by seat, for statistics: everything that is on the map, known to a seat or not."""

    points: int | None
    """The victory points, if the title counts any."""
    steps: tuple[int, ...]
    attack: tuple[int, ...]
    """Attack factors."""
    defence: tuple[int, ...]


class Decision(ABC, Generic[S]):
    """A point of choice. It knows its title and nothing else; what it needs to remember lies in the state."""

    title: Title[S]
    name: str
    verbs: tuple[str, ...]
    rule = ""
    cites = ""
    """For decisions that several titles share: the name under which a title cites its row."""
    verb_rules: Mapping[str, str] = MappingProxyType({})
    """The rows of those verbs that stand in a rule other than its own."""
    kind: DecisionKind = "choice"
    heading = ""
    """The phase in a word or two; empty where the step of the sequence says it."""

    def __init__(self, title: Title[S]) -> None:
        self.title = title

    def row(self, s: S) -> str:
        """The ledger row that asks for this decision."""
        return self.title.cite[self.cites] if self.cites else self.rule or self.title.current_step(s).rule

    def enter(self, s: S, out: Log) -> bool:
        """Called when its step begins; False if there is nothing to decide this time."""
        return True

    @abstractmethod
    def prompt(self, s: S) -> str:
        """What is asked, in words."""

    @abstractmethod
    def legal(self, s: S, about: Units) -> Iterator[Order]:
        """The legal orders, lazily and completely; ``about`` narrows them to a group of units."""

    def refuse(self, s: S, order: Order) -> Refusal | None:
        """None if the order is legal, else why not. The plain way: look whether it is among the legal ones."""
        if order in self.legal(s, ()):
            return None
        return self.explain(s, order)

    def explain(self, s: S, order: Order) -> Refusal:
        """The reason why an order that is not among the legal ones is refused."""
        return Refusal(self.row(s), f"not possible now: {self.prompt(s)}", Trouble.TIME)

    @abstractmethod
    def apply(self, s: S, order: Order, out: Log) -> None:
        """Carry out a legal order."""

    def pick(self, s: S, rng: random.Random) -> Order:
        """Some legal order, each with a chance; decisions with endless lists know a quicker way than listing."""
        return rng.choice(list(self.legal(s, ())))


class Title(Machine[S], ABC):
    """Everything that a game needs to know about what it plays."""

    key: str
    name: str
    system: str = ""
    """The system that it belongs to. What bots, laboratory and environments know of a system is found by this name."""
    seats: tuple[str, ...]
    board: Board
    names: Names
    notation: Notation
    options: Mapping[str, Any]
    cite: Mapping[str, str]
    """Where rules that several titles share stand in this title's ledger."""
    objectives: Mapping[int, int] = MappingProxyType({})
    """What the game is fought for: hexes with their worth to either side. For bots and pages, no rule."""
    questions: Questions[S]
    """What can be asked about a position besides its legal orders."""
    scenario: Scenario
    scenarios: tuple[Scenario, ...]
    """All that the title offers; the first is the one to begin with."""
    signs: Mapping[str, Sign] = SIGNS
    """What a table makes of events, by their kinds."""
    groups: tuple[str, ...] = ()
    """Whom the ledger may name as a side besides the seats: an alliance in which several nations fight."""
    about: Mapping[str, str] = MappingProxyType({})
    """For who has not played it: what it is, how long it lasts, how hard it is, a side and a bot to begin with."""

    @classmethod
    def packages(cls) -> tuple[str, ...]:
        """The packages whose code plays the title: its own first, then those of its system."""
        homes = (base.__module__.rpartition(".")[0] for base in cls.__mro__[:-1] if issubclass(base, Title))
        return tuple(dict.fromkeys(home for home in homes if home != __package__))

    @property
    def full_name(self) -> str:
        """The title's name, with that of the scenario if it is not the one to begin with."""
        return self.name if self.scenario.key == self.scenarios[0].key else f"{self.name}: {self.scenario.name}"

    def make_decisions(self, classes: Iterable[type[Decision[S]]]) -> None:
        """The decisions of the title; of several with one name the last takes the place of the others."""
        self.decisions = tuple(cls(self) for cls in {cls.name: cls for cls in classes}.values())
        self.decision_ids = {d.name: i for i, d in enumerate(self.decisions)}

    # -- the rows that it cites ---------------------------------------------------------------------------------

    def cited_names(self) -> Iterator[str]:
        """The names under which code that several titles share may cite rules of this one."""
        return (decision.cites for decision in self.decisions if decision.cites)

    def named_rows(self) -> Iterator[tuple[str, str]]:
        """The rows that it names outside the code of its rules, each with what names it."""
        yield from (("concession_rule", self.concession_rule), ("going_back_rule", self.going_back_rule))
        yield from ((f"cite[{name!r}]", rule) for name, rule in self.cite.items())
        yield from ((f"the step {step.name!r}", step.rule) for step in self.sequence.steps)
        yield from ((f"the decision {d.name!r}", d.rule) for d in self.decisions if d.rule)
        yield from ((f"the verb {verb!r}", rule) for d in self.decisions for verb, rule in d.verb_rules.items())

    def check_citations(self) -> None:
        """Every rule that it may have to cite is a row of its ledger; else it cannot be played."""
        missing = [name for name in dict.fromkeys(self.cited_names()) if name not in self.cite]
        if missing:
            names = ", ".join(map(repr, missing))
            raise SteppeError(f"{self.key}: its citations lack {names}; say in `cite` which row of the ledger each is")
        wrong = [f"{rule} ({what})" for what, rule in self.named_rows() if rule not in self.ledger]
        if wrong:
            text = f"{self.key} names rows that are not in the ledger: {', '.join(wrong)}"
            raise DataError(text, file=self.ledger.name)

    # -- the contract -------------------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, dice: Dice) -> S:
        """A new game, at its first decision. While it is set up, the turn is the one before the scenario's first."""

    def prompt(self, s: S) -> Prompt:
        outcome = self.outcome(s)
        if outcome is not None:
            return Prompt(-1, "over", f"The game is over: {outcome.sentence}.", outcome.rule)
        decision, seat = self.decision(s)
        return Prompt(seat, decision.name, decision.prompt(s), decision.row(s))

    def legal(self, s: S, about: Units = ()) -> Iterator[Order]:
        if s.over:
            return iter(())
        return self.decision(s)[0].legal(s, about)

    def refuse(self, s: S, order: Order) -> Refusal | None:
        outcome = self.outcome(s)
        if outcome is not None:
            return Refusal(outcome.rule, "the game is over", Trouble.TIME)
        if order.verb in self.out_of_turn:
            return self.refuse_out_of_turn(s, order)
        decision, _ = self.decision(s)
        if order.verb not in decision.verbs:
            wanted = ", ".join(decision.verbs)
            return Refusal(
                self.timing_rule(s, order.verb),
                f"{order.verb!r} cannot be ordered now; asked for is: {decision.prompt(s)} ({wanted})",
                Trouble.TIME,
            )
        return decision.refuse(s, order)

    def timing_rule(self, s: S, verb: str) -> str:
        """The row by which something cannot be ordered now: in its own phase, between two phases and for the end of a
        phase that of what must be decided first; else that of the rule that asks for it, or, if several do, that
        everything has its phase."""
        phase = self.decisions[s.agenda[0]]
        is_between = phase.name != self.step_decision(s, self.current_step(s))
        endings = (form.verb for form in self.notation.forms.values() if form.kind == "end")
        if is_between or verb in phase.verbs or verb in endings:
            return self.decision(s)[0].row(s)
        rows = {row for d in self.decisions if verb in d.verbs for row in self.rows_asking(d, verb)}
        rules = {row.rstrip(ascii_lowercase) for row in rows}
        return min(rows, key=self.ledger.number) if len(rules) == 1 else self.going_back_rule

    def rows_asking(self, decision: Decision[S], verb: str) -> set[str]:
        """The rows by which a decision asks for a verb: the verb's, its own, or those of its steps in the sequence."""
        own = decision.verb_rules.get(verb) or (self.cite[decision.cites] if decision.cites else decision.rule)
        return {own} if own else {step.rule for step in self.sequence.steps if step.decision == decision.name}

    def apply(self, s: S, order: Order) -> Log:
        """Carry out a legal order and everything that follows from it, up to the next decision."""
        out = Log()
        if order.verb in self.out_of_turn:
            self.apply_out_of_turn(s, order, out)
        else:
            self.decisions[s.agenda[(s.depth - 1) * FRAME]].apply(s, order, out)
        s.changed()
        if s.depth == 0:
            self.settle(s, out)
        return out

    def pick(self, s: S, rng: random.Random) -> Order:
        """A random legal order."""
        return self.decisions[s.agenda[(s.depth - 1) * FRAME]].pick(s, rng)

    @abstractmethod
    def sheet(self, s: S, order: Order) -> AnySheet | None:
        """The battle sheet of an attack order; None if the order is no attack."""

    @abstractmethod
    def masked(self, s: S, seat: int) -> S:
        """The state as a seat may know it: nothing hidden from that seat is in it."""

    @abstractmethod
    def sample_world(self, masked: S, seat: int, rng: random.Random) -> S:
        """A full state that agrees with what a seat knows, drawn at random."""

    def outcome(self, s: S) -> Outcome | None:
        """None while the game goes on."""
        if not s.over:
            return None
        drawn = s.winner < 0
        winner, level = ("", DRAW) if drawn else (self.seats[s.winner], self.level(s))
        return Outcome(winner, level, self.ledger.ids[s.deciding_rule], s.turn)

    @abstractmethod
    def restored(self, dump: str, dice: Dice) -> S:
        """The state that ``State.dump`` wrote down."""

    def counters(self) -> list[dict[str, Any]]:
        """Every counter of the title as plain data, in the order of their numbers."""
        return []

    assumed: Mapping[str, Any] = MappingProxyType({})
    """Of a title that was made for a position: what the position left unsaid, with what was taken for it."""
    history: tuple[Fall, ...] = ()
    """When places changed hands in the war, as far as the title's data say. No rule."""

    def turn_track(self) -> list[dict[str, Any]]:
        """The turns as plain data: number, label, dates (such as 22-30 Jun), and what each brings in words."""
        return []

    def figures(self, s: S) -> Figures:
        """The game in figures."""
        raise NoAnswerError(f"{self.name} has no answer to that")

    def holders(self, s: S) -> Bytes:
        """By hex, the seat that holds it."""
        raise NoAnswerError(f"{self.name} has no answer to that")

    def look(self) -> dict[str, Any]:
        """How counters and hexes are to be drawn, as plain data; no rule."""
        return {}

    def printed_worth(self) -> Mapping[int, int]:
        """The worth of the objectives as the rules have it, for people; bots may reckon with another."""
        return self.objectives

    def warnings(self, s: S, seat: int) -> list[tuple[str, str]]:
        """What a seat should know before it ends its phase, each with its rule: advice to newcomers, no rule itself."""
        return []

    def lay_open(self) -> None:
        """From now on nothing is hidden that only an option hides: for positions whose text everybody can read."""

    # -- orders out of turn -------------------------------------------------------------------------------------

    out_of_turn: frozenset[str] = frozenset({"resign"})
    concession_rule: str
    going_back_rule: str
    """The row by which everything is done in its phase, and nobody goes back to an earlier one."""

    def refuse_out_of_turn(self, s: S, order: Order) -> Refusal | None:
        return None

    def apply_out_of_turn(self, s: S, order: Order, out: Log) -> None:
        self.win(s, 1 - order.seat, self.concession_rule, out)

    # -- hooks --------------------------------------------------------------------------------------------------

    def level(self, s: S) -> str:
        """How great the victory is."""
        return PLAIN_LEVEL

    @abstractmethod
    def visible_data(self, masked: S) -> dict[str, Any]:
        """A masked state as plain data, for programs and pages."""

    def visible_changes(self, before: S, after: S) -> dict[str, Any] | None:
        """What differs in the visible data of two masked states: of lists the entries by their index, of tables by
        their key, with None for those that are gone. None if the title knows no quicker way than to compare all."""
        return None

    @abstractmethod
    def tell(self, event: Event) -> str:
        """An event in words."""

    def visible_event(self, s: S, event: Event, seat: int) -> Event | None:
        """An event as a seat may see it, right after it happened."""
        return event if event.seen_by(seat) else None

    @abstractmethod
    def rebuild(self, s: S) -> None:
        """Compute the derived columns anew."""

    def broken(self, s: S) -> list[str]:
        """Invariants that do not hold, in words; empty if all is well."""
        again = s.clone()
        self.rebuild(again)
        stale = dict.fromkeys(s.layout.where(i) for i in (again.array != s.array).nonzero()[0][:10].tolist())
        return [f"derived {where} is stale" for where in stale]
