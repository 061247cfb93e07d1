"""What the dice gave and what they owed: every battle with the losses to be expected and those that came.

A game is told again order by order, and a ``Tally`` takes each in. What a battle is, which results it may have and what
they cost, the system knows (``lab/<system>/luck.py``). Where a system says nothing of it, dice are counted and no
battles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from steppe.events import Event
from steppe.lab import systems
from steppe.orders import Order
from steppe.title import Title

STRANGER, EVERYTHING = -1, -2
"""Eyes besides those of the seats: what both sides see, and the whole truth of a finished game."""


class Told(NamedTuple):
    """One order told again."""

    n: int
    seat: int
    """Who had to decide."""
    turn: int
    order: Order
    before: Any
    events: list[Event]
    after: Any


def retold(title: Title[Any], state: Any, orders: Iterable[str]) -> Iterator[Told]:
    """The orders of a game, each with the states around it; ``state`` is where they begin and is changed."""
    for n, text in enumerate(orders, start=1):
        order = title.notation.read(text, title.names)
        before = state.clone()
        events = title.apply(state, order)
        seat = order.seat if order.verb in title.out_of_turn else title.decision(before)[1]
        yield Told(n, seat, before.turn, order, before, events, state)


def seen(title: Title[Any], told: Told, eyes: int) -> list[Event]:
    """The events of an order as a pair of eyes sees them."""
    if eyes == EVERYTHING:
        return told.events
    shown = []
    for event in told.events:
        left: Event | None = event
        for seat in range(len(title.seats)) if eyes == STRANGER else (eyes,):
            left = title.visible_event(told.after, left, seat) if left is not None else None
        if left is not None:
            shown.append(left)
    return shown


class Cost(NamedTuple):
    """Steps that a battle costs either side."""

    attacker: Fraction = Fraction(0)
    defender: Fraction = Fraction(0)

    def plus(self, other: Cost, chance: Fraction = Fraction(1)) -> Cost:
        return Cost(self.attacker + other.attacker * chance, self.defender + other.defender * chance)

    @property
    def gain(self) -> Fraction:
        """What the attacker has of it, in steps."""
        return self.defender - self.attacker


NOTHING = Cost()


@dataclass
class Fight:
    """One battle."""

    n: int
    turn: int
    attacker: int
    hex: int
    kind: str
    chances: Mapping[str, Fraction]
    """Of the results of the table, as the attacker saw them."""
    costs: dict[str, Cost]
    likeliest: str
    """The column that the attacker had to expect."""
    column: str = ""
    result: str = ""
    final: str = ""
    """What the result was converted to."""
    dice: list[int] = field(default_factory=list)
    lost: Cost = NOTHING
    over: bool = False

    @property
    def expected(self) -> Cost:
        total = NOTHING
        for result, chance in self.chances.items():
            total = total.plus(self.costs[result], chance)
        return total

    @property
    def rolled(self) -> Cost:
        return self.costs.get(self.result, NOTHING)

    @property
    def luck(self) -> Fraction:
        """Steps by which the dice favoured the attacker."""
        return self.rolled.gain - self.expected.gain


SIDES = 6
"""Of a die."""


class Rolls:
    """Dice that were rolled."""

    def __init__(self) -> None:
        self.faces = [0] * SIDES

    def add(self, die: int) -> None:
        self.faces[die - 1] += 1

    @property
    def rolls(self) -> int:
        return sum(self.faces)

    @property
    def average(self) -> float | None:
        return sum(die * n for die, n in enumerate(self.faces, 1)) / self.rolls if self.rolls else None


class Tally:
    """Takes a game in, order by order, as far as a pair of eyes may know it."""

    counts_battles = False
    """Whether battles and losses are counted at all; without a system that knows them there are none."""

    def __init__(self, title: Title[Any], eyes: int) -> None:
        self.title, self.eyes = title, eyes
        self.fights: list[Fight] = []
        self.dice = [Rolls() for _ in title.seats]
        """Of battles, by the attacker."""
        self.other_dice: dict[str, Rolls] = {}
        """By what was rolled for."""
        self.losses: Counter[tuple[int, int, str]] = Counter()
        """Steps by turn, side and kind of unit."""

    @property
    def settled(self) -> list[Fight]:
        """The battles that have been decided; before, what is in them is hidden."""
        return [fight for fight in self.fights if fight.result]

    def luck(self, seat: int) -> Fraction:
        """Steps by which the dice have favoured a seat."""
        return sum((f.luck if f.attacker == seat else -f.luck for f in self.settled), Fraction(0))

    def take(self, told: Told) -> None:
        """Count what one order has brought."""
        for event in seen(self.title, told, self.eyes):
            if event.kind == "rolled":
                self.count_other(event)

    def count_other(self, event: Event) -> None:
        """A die that was rolled for something else than a battle."""
        self.other_dice.setdefault(event.facts["what"], Rolls()).add(event.facts["die"])


def tally_of(title: Title[Any], eyes: int) -> Tally:
    """The tally of a title's system, or the plain one."""
    found = systems.added(title, "luck")
    kind: type[Tally] = Tally if found is None else found.TALLY
    return kind(title, eyes)


# -- as data ----------------------------------------------------------------------------------------------------------


def as_data(tally: Tally) -> dict[str, Any]:
    """Everything that was counted, for pages and programs."""
    title = tally.title
    seats, labels = title.seats, title.board.grid.labels
    return {
        "battles": [
            {
                "n": fight.n,
                "turn": fight.turn,
                "attacker": seats[fight.attacker],
                "hex": labels[fight.hex],
                "kind": fight.kind,
                "odds": fight.likeliest,
                "column": fight.column,
                "dice": list(fight.dice),
                "result": fight.result,
                "final": fight.final,
                "expected": _cost_data(fight.expected),
                "rolled": _cost_data(fight.rolled),
                "lost": _cost_data(fight.lost),
                "luck": _number(fight.luck),
            }
            for fight in tally.settled
        ],
        "luck": {seat: _number(tally.luck(i)) for i, seat in enumerate(seats)},
        "dice": {seat: _dice_data(tally.dice[i]) for i, seat in enumerate(seats)},
        "other_dice": {what: _dice_data(dice) for what, dice in sorted(tally.other_dice.items())},
        "losses": [
            {"turn": turn, "seat": seats[side], "kind": kind, "steps": steps}
            for (turn, side, kind), steps in sorted(tally.losses.items())
            if steps
        ],
    }


def _number(value: Fraction | float) -> float:
    return round(float(value), 3)


def _cost_data(cost: Cost) -> dict[str, float]:
    return {"attacker": _number(cost.attacker), "defender": _number(cost.defender)}


def _dice_data(dice: Rolls) -> dict[str, Any]:
    average = dice.average
    return {"rolls": dice.rolls, "average": None if average is None else _number(average), "faces": list(dice.faces)}
