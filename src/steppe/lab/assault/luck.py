"""Battles of the assault titles: what each was expected to cost, and what it cost.

For a battle the tally asks the exact sheet that the attacker had when he gave the order: which results were how likely.
What a result costs is found by letting the battle end so, on a copy. The luck of a battle is the difference between
what the result that was rolled costs and what was to be expected; what players make of a result (a conversion, a stand)
is no luck and counts only in what was lost.
"""

from __future__ import annotations

import random
from fractions import Fraction

from steppe.assault.odds import column_from_name
from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.events import Event
from steppe.lab.luck import EVERYTHING, NOTHING, Cost, Fight, Tally, Told, seen
from steppe.orders import Order

LOSSES = frozenset({"reduced", "eliminated", "lost"})
"""Events by which steps leave the map."""
STOPS = frozenset({"retreat", "sea retreat", "advance"})
"""Decisions within a battle after which the result costs nothing more."""
MOST_ANSWERS = 60


class AssaultTally(Tally):
    """Counts prepared and mobile assaults."""

    counts_battles = True

    title: AnyAssaultTitle

    def __init__(self, title: AnyAssaultTitle, eyes: int) -> None:
        super().__init__(title, eyes)
        self._fight: Fight | None = None
        self._before = (0, 0)
        self._kinds = [(title.seats.index(c["side"]), c["kind"]) for c in title.counters()]

    def take(self, told: Told) -> None:
        events = seen(self.title, told, self.eyes)
        if any(event.kind == "assault" for event in told.events):
            self._begin(told)
        steps = told.before.steps.tolist()
        for event in events:
            self._count(told, event, steps)
        if self._fight is not None:
            left = steps_on_map(self.title, told.after)
            ours, theirs = self._fight.attacker, 1 - self._fight.attacker
            self._fight.lost = Cost(
                Fraction(self._before[ours] - left[ours]), Fraction(self._before[theirs] - left[theirs])
            )
            if self._fight.over or told.after.winner >= 0:
                self._fight = None

    def _begin(self, told: Told) -> None:
        title = self.title
        known, order = title.combat.assault_begun(title.masked(told.before, told.seat), told.order)
        sheet = title.sheet(known, order)
        if sheet is None:
            return
        chances: dict[str, Fraction] = {}
        for name, chance in sheet.columns.items():
            for result, p in title.results_table.chances(column_from_name(name)).items():
                chances[result] = chances.get(result, Fraction(0)) + chance * p
        world = self._world(told)
        costs = {result: tried_cost(title, world, told, result) for result in self._results()}
        likeliest = max(sheet.columns, key=lambda name: sheet.columns[name])
        fight = Fight(told.n, told.turn, told.seat, order.hex, sheet.kind, chances, costs, likeliest)
        self.fights.append(fight)
        self._fight, self._before = fight, steps_on_map(title, told.before)

    def _results(self) -> list[str]:
        table = self.title.results_table
        return sorted({table.above, table.below, *(result for row in table.rows.values() for result in row)})

    def _world(self, told: Told) -> AssaultState:
        """Where the battle may be tried out: the truth if it may be known, else a world that agrees with what the
        attacker saw. Of the attacker's own secrets none bears on a battle but those that the battle lays open."""
        before: AssaultState = told.before
        if self.eyes == EVERYTHING:
            return before
        masked: AssaultState = self.title.masked(before, told.seat)
        world: AssaultState = self.title.sample_world(masked, told.seat, random.Random(told.n))
        return world

    def _count(self, told: Told, event: Event, steps: list[int]) -> None:
        facts, fight = event.facts, self._fight
        if event.kind == "rolled":
            if fight is not None and not fight.over:
                fight.dice.append(facts["die"])
                self.dice[fight.attacker].add(facts["die"])
            else:
                self.count_other(event)
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


def steps_on_map(title: AnyAssaultTitle, state: AssaultState) -> tuple[int, int]:
    """The steps that each side has on the map."""
    there = state.vector("hex") >= 0
    steps, sides = state.vector("steps"), title.units.side_array
    first, second = (int(steps[there & (sides == side)].sum()) for side in range(2))
    return first, second


def tried_cost(title: AnyAssaultTitle, world: AssaultState, told: Told, result: str) -> Cost:
    """Let a battle end so on a copy; whoever must decide takes what comes first, and defends without aircraft."""
    state = world.clone()
    state.wanted = [result]
    before = steps_on_map(title, state)
    events = title.apply(state, told.order)
    for _ in range(MOST_ANSWERS):
        if state.winner >= 0 or state.battle_kind == 0 or any(e.kind == "battle over" for e in events):
            break
        if title.decision(state)[0].name in STOPS:
            break
        events = title.apply(state, _answer(title, state, result))
    after = steps_on_map(title, state)
    ours, theirs = told.seat, 1 - told.seat
    return Cost(Fraction(before[ours] - after[ours]), Fraction(before[theirs] - after[theirs]))


def _answer(title: AnyAssaultTitle, state: AssaultState, result: str) -> Order:
    """The result stands as it is if it may; otherwise the first order on the list."""
    legal = title.legal(state)
    first = next(legal)
    if title.decision(state)[0].name != "conversion":
        return first
    return next((order for order in (first, *legal) if order.word == result), first)


TALLY = AssaultTally
