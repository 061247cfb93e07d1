"""What the dice gave and what they owed: every battle with the losses to be expected and those that came.

A game is told again order by order, and a ``Tally`` takes each in. For a battle it asks the exact sheet that the
attacker had when he gave the order: which results were how likely. What a result costs is found by letting the battle
end so, on a copy. The luck of a battle is the difference between what the result that was rolled costs and what was to
be expected; what players make of a result (a conversion, a stand) is no luck and counts only in what was lost.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from steppe.assault.odds import ForcedResults, column_from_name
from steppe.events import Event
from steppe.orders import Order
from steppe.title import Title

STRANGER, EVERYTHING = -1, -2
"""Eyes besides those of the seats: what both sides see, and the whole truth of a finished game."""
LOSSES = frozenset({"reduced", "eliminated", "lost"})
STOPS = frozenset({"retreat", "sea retreat", "advance"})
"""Decisions within a battle after which the result costs nothing more."""
MOST_ANSWERS = 60


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
    """Steps that a battle costs."""

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


class Dice:
    """What a player has rolled."""

    def __init__(self) -> None:
        self.faces = [0] * 6

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

    def __init__(self, title: Title[Any], eyes: int) -> None:
        self.title, self.eyes = title, eyes
        self.fights: list[Fight] = []
        self.dice = [Dice() for _ in title.seats]
        """Of battles, by the attacker."""
        self.other_dice: dict[str, Dice] = {}
        self.losses: Counter[tuple[int, int, str]] = Counter()
        """Steps by turn, side and kind of unit."""
        self._fight: Fight | None = None
        self._before = (0, 0)
        self._kinds = [(title.seats.index(c["side"]), c["kind"]) for c in title.counters()]
        self._twin: Any = copy.copy(title)

    @property
    def settled(self) -> list[Fight]:
        """The battles that have been decided; before, what is in them is hidden."""
        return [fight for fight in self.fights if fight.result]

    def luck(self, seat: int) -> Fraction:
        """Steps by which the dice have favoured a seat."""
        return sum((f.luck if f.attacker == seat else -f.luck for f in self.settled), Fraction(0))

    def take(self, told: Told) -> None:
        events = seen(self.title, told, self.eyes)
        if any(event.kind == "assault" for event in told.events):
            self._begin(told)
        steps = told.before.steps.tolist()
        for event in events:
            self._event(told, event, steps)
        if self._fight is not None:
            left = steps_on_map(self.title, told.after)
            ours, theirs = self._fight.attacker, 1 - self._fight.attacker
            self._fight.lost = Cost(
                Fraction(self._before[ours] - left[ours]), Fraction(self._before[theirs] - left[theirs])
            )
            if self._fight.over or told.after.over:
                self._fight = None

    def _begin(self, told: Told) -> None:
        title = self.title
        known, order = self._twin.assault_begun(title.masked(told.before, told.seat), told.order)
        sheet = title.sheet(known, order)
        if sheet is None:
            return
        chances: dict[str, Fraction] = {}
        for name, chance in sheet.columns.items():
            for result, p in self._twin.results_table.chances(column_from_name(name)).items():
                chances[result] = chances.get(result, Fraction(0)) + chance * p
        world = self._world(told)
        costs = {result: tried_cost(self._twin, world, told, result) for result in self._results()}
        likeliest = max(sheet.columns, key=lambda name: sheet.columns[name])
        fight = Fight(told.n, told.turn, told.seat, order.hex, sheet.kind, chances, costs, likeliest)
        self.fights.append(fight)
        self._fight, self._before = fight, steps_on_map(title, told.before)

    def _results(self) -> list[str]:
        table = self._twin.results_table
        return sorted({table.above, table.below, *(result for row in table.rows.values() for result in row)})

    def _world(self, told: Told) -> Any:
        """Where the battle may be tried out: the truth if it may be known, else a world that agrees with what the
        attacker saw. Of the attacker's own secrets none bears on a battle but those that the battle lays open."""
        if self.eyes == EVERYTHING:
            return told.before
        masked = self.title.masked(told.before, told.seat)
        return self.title.sample_world(masked, told.seat, random.Random(told.n))

    def _event(self, told: Told, event: Event, steps: list[int]) -> None:
        facts, fight = event.facts, self._fight
        if event.kind == "rolled":
            if fight is not None and not fight.over:
                fight.dice.append(facts["die"])
                self.dice[fight.attacker].add(facts["die"])
            else:
                self.other_dice.setdefault(facts["what"], Dice()).add(facts["die"])
        elif event.kind in LOSSES:
            u = facts["unit"]
            gone = 1 if event.kind == "reduced" else max(steps[u], 0)
            steps[u] -= gone
            side, kind = self._kinds[u]
            self.losses[told.turn, side, kind] += gone
        elif fight is not None:
            if "column" in facts:
                fight.column = facts["column"]
            if event.kind == "result":
                fight.result = fight.final = facts["result"]
            elif event.kind == "converted":
                fight.final = facts["result"]
            elif event.kind == "cannot retreat":
                fight.costs[fight.result] = fight.costs.get("DE", NOTHING)
            elif event.kind == "battle over":
                fight.over = True


def steps_on_map(title: Any, state: Any) -> tuple[int, int]:
    """The steps that each side has on the map."""
    there = state.vector("hex") >= 0
    steps, sides = state.vector("steps"), title.units.side_array
    return tuple(int(steps[there & (sides == side)].sum()) for side in range(2))  # type: ignore[return-value]


def tried_cost(twin: Any, world: Any, told: Told, result: str) -> Cost:
    """Let a battle end so on a copy; whoever must decide takes what comes first, and defends without aircraft."""
    table = twin.results_table
    state = world.clone()
    before = steps_on_map(twin, state)
    try:
        twin.results_table = ForcedResults(table, [result])
        events = list(twin.apply(state, told.order))
        for _ in range(MOST_ANSWERS):
            if state.over or state.battle_kind == 0 or any(e.kind == "battle over" for e in events):
                break
            if twin.decision(state)[0].name in STOPS:
                break
            events = list(twin.apply(state, _answer(twin, state, result)))
    finally:
        twin.results_table = table
    after = steps_on_map(twin, state)
    ours, theirs = told.seat, 1 - told.seat
    return Cost(Fraction(before[ours] - after[ours]), Fraction(before[theirs] - after[theirs]))


def _answer(twin: Any, state: Any, result: str) -> Order:
    """The result stands as it is if it may; otherwise the first order on the list."""
    first: Order | None = None
    for order in twin.legal(state):
        if order.word == result:
            return order  # type: ignore[no-any-return]
        if first is None:
            first = order
        if twin.decision(state)[0].name != "conversion":
            break
    assert first is not None
    return first


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


def _dice_data(dice: Dice) -> dict[str, Any]:
    average = dice.average
    return {"rolls": dice.rolls, "average": None if average is None else _number(average), "faces": list(dice.faces)}
