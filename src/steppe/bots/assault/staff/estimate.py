"""A staff's estimate of a position: odds, objectives for every stack, the enemy's reply; each worked out when asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steppe.assault.stacks import units_in
from steppe.assault.units import RESERVE
from steppe.bots.assault.sight.aims import NEED, Aims
from steppe.bots.assault.sight.assaults import hex_value
from steppe.bots.assault.sight.encirclement import Encirclement, encirclement_of, isolation
from steppe.bots.assault.sight.enemy_reply import EnemyReply
from steppe.bots.assault.sight.enemy_supply import fed_through
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.moves import movable_stacks
from steppe.bots.assault.sight.objectives import DECISIVE, Goal
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.rearguard import Rearguard
from steppe.bots.assault.sight.searches import Field
from steppe.bots.assault.sight.situation import Floats, Group, Situation
from steppe.bots.assault.staff.assignment import assign
from steppe.bots.assault.style import Style
from steppe.history import NEVER
from steppe.orders import Order

LEAST, DEFENDED, AROUND = 15.0, 3.0, 1.0
"""Attack factors that an objective takes: at least, for every factor that defends it, and for every one around it."""
NOT_AT_ALL, TOO_EARLY, OVERDUE = -2.0, 0.05, 2.5
"""What a place is worth to who keeps to history: one that never fell (he would rather not), before its time, and from
then on."""
RING_RADIUS = 5
"""Hexes from a place that is to be cut off within which units are paid for closing its ways out."""
CUT_OFF_VALUE = 1000.0
"""What it is worth to leave a place no way out."""


class Proposal(NamedTuple):
    """Something that a tactic would do."""

    value: float
    orders: tuple[Order, ...]
    tactic: str
    why: str
    goes_on: bool = False
    """Whether the units look for something else to do afterwards."""


class Estimate:
    """One position, seen by one seat that attacks. ``finished`` are the units that have had their turn."""

    def __init__(self, situation: Situation, style: Style, finished: set[int]) -> None:
        self.situation, self.style, self.finished = situation, style, finished
        self.title, self.s, self.seat = situation.title, situation.s, situation.seat
        self._ways_out: tuple[object, int] = (None, 0)

    @cached_property
    def odds(self) -> Odds:
        return Odds(self.situation)

    @cached_property
    def reply(self) -> EnemyReply:
        return EnemyReply(self.situation)

    @cached_property
    def fed_through(self) -> Floats:
        return fed_through(self.situation)

    @cached_property
    def aims(self) -> Aims:
        aims = Aims(self.situation)
        if not self.situation.doctrine.hunts:
            aims.hunted.clear()  # the posts see to the rear
        return aims

    @cached_property
    def rearguard(self) -> Rearguard:
        return Rearguard(self.situation, self.finished)

    @cached_property
    def ground(self) -> Mapping[int, float]:
        """What the hexes in which the enemy stands are worth once they are empty."""
        situation = self.situation
        hexes = np.flatnonzero(situation.occupier == situation.foe).tolist()
        return {h: self.style.aggression * self.due(h) * hex_value(situation, h) + self.breach(h) for h in hexes}

    def due(self, h: int) -> float:
        """How much a place draws an army that keeps to the timetable of history: little before its time."""
        turn = self.situation.doctrine.timetable.get((self.seat, h)) if self.style.doctrine else None
        if turn is None:
            return 1.0
        if turn == NEVER:
            return NOT_AT_ALL
        return TOO_EARLY if self.s.turn < turn - 1 else OVERDUE

    def prize(self, h: int) -> float:
        """What entering a hex brings at once."""
        return min(self.due(h), 1.0) * self.situation.prize(h)

    def label(self, h: int) -> str:
        return self.title.board.label(h)

    def names(self, units: Group) -> str:
        return " ".join(self.title.units.keys[u] for u in units)

    # -- stacks -------------------------------------------------------------------------------------------------

    def is_mobile(self, stack: Group) -> bool:
        return any(self.title.combat.leads_mobile(self.s, u) for u in stack)

    def stacks(self, *, mobile: bool | None = None) -> list[Group]:
        """The stacks that may yet move, those under way first, then those nearest to the enemy."""
        stacks = movable_stacks(self.situation, self.finished)
        return stacks if mobile is None else [x for x in stacks if self.is_mobile(x) == mobile]

    # -- cutting a place off ------------------------------------------------------------------------------------

    @cached_property
    def encirclement(self) -> Encirclement | None:
        """The enemy's place that we could cut off."""
        return (
            encirclement_of(self.title, self.situation.foe)
            if self.seat in self.situation.doctrine.offensive_sides
            else None
        )

    def near_encirclement(self, h: int) -> bool:
        return self.encirclement is not None and bool(self.encirclement.near[h] <= RING_RADIUS)

    def ways_out_now(self, encirclement: Encirclement) -> int:
        """How many ways out are left now; asked again only when a line of supply may have changed."""
        lines = self.title.supply.network(self.s, self.situation.foe)
        if self._ways_out[0] is not lines:
            self._ways_out = lines, encirclement.ways_out(self.s)
        return self._ways_out[1]

    def encirclement_gain(self, group: Group, h: int) -> float:
        """What it is worth that some units in a hex leave a place fewer ways out."""
        if self.encirclement is None or not self.near_encirclement(h):
            return 0.0
        ghost = self.s.clone()
        shift_units(self.title, ghost, group, h)
        return CUT_OFF_VALUE * (
            isolation(self.encirclement.ways_out(ghost)) - isolation(self.ways_out_now(self.encirclement))
        )

    def breach(self, h: int) -> float:
        """What it is worth that the enemy in a hex, if he is beaten, keeps no way out open any more."""
        if self.encirclement is None or not self.near_encirclement(h):
            return 0.0
        ghost = self.s.clone()
        for u in units_in(self.s, h):
            self.title.stacks.lift(ghost, u, RESERVE)
        ghost.zoc[h] += 1  # the attackers are next to it
        return CUT_OFF_VALUE * (
            isolation(self.encirclement.ways_out(ghost)) - isolation(self.ways_out_now(self.encirclement))
        )

    # -- objectives by flow -------------------------------------------------------------------------------------

    @cached_property
    def tasks(self) -> dict[int, int]:
        """The objective of every unit that may move, by flow: much for great places, near ones first."""
        aims, situation = self.aims, self.situation
        stacks = [stack for stack in self.stacks() if stack]
        if not aims.goals or not stacks:
            return {}
        doctrine = self.situation.doctrine
        ambition = doctrine.ambition if self.s.turn <= doctrine.sprint else doctrine.patience
        values = np.array([goal.value * max(self.due(goal.hexes[0]), 0.0) for goal in aims.goals], np.float64)
        straight = np.array(aims.straight, np.float64)
        appeal = np.empty((len(stacks), len(aims.goals)))
        for i, stack in enumerate(stacks):
            mobile = self.is_mobile(stack)
            power, head = (self.style.ambition * ambition, doctrine.horizon) if mobile else (0.5, 6.0)
            far = straight[:, self.s.hex[stack[0]]]
            near = np.argsort(-(values**power) / (far + head), kind="stable")[:12]
            exact = far * 2.0
            for j in near:
                exact[j] = aims.field(int(j), self.title.units.mobility[stack[0]])[self.s.hex[stack[0]]]
            appeal[i] = values**power / (exact + head)
        force = np.array([max(float(situation.attack[list(stack)].sum()), 0.5) for stack in stacks])
        found = assign(force, np.array([self._need(goal) for goal in aims.goals]), appeal)
        return {u: j for stack, j in zip(stacks, found, strict=True) for u in stack}

    def _need(self, goal: Goal) -> float:
        """The attack factors that it takes to carry an objective as it is defended now."""
        wall = self.situation.foe_defence * (1 + self.situation.doctrine.siege * self.situation.shelter)
        around = self.title.board.grid.around
        ring = {n for h in goal.hexes for n in around[h] if n >= 0} - set(goal.hexes)
        if goal.value >= DECISIVE:
            return NEED * float(np.sqrt(goal.value))
        return LEAST + DEFENDED * float(wall[list(goal.hexes)].sum()) + AROUND * float(wall[list(ring)].sum())

    def field(self, stack: Group) -> Field | None:
        """The way to the objective that a stack has been given."""
        task = self.tasks.get(stack[0], -1)
        if task < 0:
            return self.aims.field_for(stack) if self.aims.goals else None
        return self.aims.field(task, self.title.units.mobility[stack[0]])

    def objective(self, stack: Group) -> str:
        task = self.tasks.get(stack[0], -1)
        return self.label(self.aims.goals[task].hexes[0]) if task >= 0 else "the enemy"
