"""What a staff has on its desk: the position, and all that is worked out from it when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steppe.assault.stacks import lift, units_in
from steppe.assault.supply import network
from steppe.assault.units import RESERVE
from steppe.bots.aims import NEED, Aims, Group
from steppe.bots.assignment import assign
from steppe.bots.attacks import Odds
from steppe.bots.destinations import traffic
from steppe.bots.fight import ground_worth
from steppe.bots.guards import Rearguard, shift_units
from steppe.bots.noose import Noose, noose_of, tightness
from steppe.bots.picture import DECISIVE, Floats, Goal, Picture
from steppe.bots.replies import Replies
from steppe.bots.searches import Field
from steppe.bots.stacking import movable_stacks
from steppe.bots.style import Style
from steppe.history import NEVER
from steppe.orders import Order

LEAST, STORM, RING = 15.0, 3.0, 1.0
"""Attack factors that an objective takes: at least, for every factor that defends it, and for every one around it."""
NOT_AT_ALL, TOO_EARLY, OVERDUE = -2.0, 0.05, 2.5
"""What a place is worth to who keeps to history: one that never fell (he would rather not), before its time, and from
then on."""
TIGHT = 5
"""A noose is laid no farther out than this."""
CHOKE = 1000.0
"""What it is worth to leave a place no way out."""


class Proposal(NamedTuple):
    """Something that a tactic would do."""

    value: float
    orders: tuple[Order, ...]
    tactic: str
    why: str
    goes_on: bool = False
    """Whether the units look for something else to do afterwards."""


class Desk:
    """One position, seen by one seat."""

    def __init__(self, picture: Picture, style: Style, finished: set[int]) -> None:
        self.picture, self.style, self.finished = picture, style, finished
        self.title, self.s, self.seat = picture.title, picture.s, picture.seat
        self._ways_out: tuple[object, int] = (None, 0)

    @cached_property
    def odds(self) -> Odds:
        return Odds(self.picture)

    @cached_property
    def replies(self) -> Replies:
        return Replies(self.picture)

    @cached_property
    def traffic(self) -> Floats:
        return traffic(self.picture)

    @cached_property
    def aims(self) -> Aims:
        aims = Aims(self.picture)
        if not self.title.doctrine.hunts:
            aims.pests.clear()  # the posts see to the rear
        return aims

    @cached_property
    def rearguard(self) -> Rearguard:
        return Rearguard(self.picture, self.finished)

    @cached_property
    def ground(self) -> Mapping[int, float]:
        """What the hexes in which the enemy stands are worth once they are empty."""
        picture = self.picture
        hexes = np.flatnonzero(picture.occupier == picture.foe).tolist()
        return {h: self.style.aggression * self.due(h) * ground_worth(picture, h) + self.breach(h) for h in hexes}

    def due(self, h: int) -> float:
        """How much a place draws an army that keeps to the timetable of history: little before its time."""
        turn = self.title.timetable.get((self.seat, h)) if self.style.doctrine else None
        if turn is None:
            return 1.0
        if turn == NEVER:
            return NOT_AT_ALL
        return TOO_EARLY if self.s.turn < turn - 1 else OVERDUE

    def prize(self, h: int) -> float:
        """What entering a hex brings at once."""
        return min(self.due(h), 1.0) * self.picture.prize(h)

    def label(self, h: int) -> str:
        return self.title.board.label(h)

    def names(self, units: Group) -> str:
        return " ".join(self.title.units.keys[u] for u in units)

    # -- stacks -------------------------------------------------------------------------------------------------

    def is_mobile(self, stack: Group) -> bool:
        return any(self.title.leads_mobile(self.s, u) for u in stack)

    def stacks(self, *, mobile: bool | None = None) -> list[Group]:
        """The stacks that may yet move, those under way first, then those nearest to the enemy."""
        stacks = movable_stacks(self.picture, self.finished)
        return stacks if mobile is None else [x for x in stacks if self.is_mobile(x) == mobile]

    # -- the noose ----------------------------------------------------------------------------------------------

    @cached_property
    def noose(self) -> Noose | None:
        """The enemy's place that we could cut off."""
        return noose_of(self.title, self.picture.foe) if self.seat in self.title.offensive_sides else None

    def near_noose(self, h: int) -> bool:
        return self.noose is not None and bool(self.noose.near[h] <= TIGHT)

    def ways_out(self, noose: Noose) -> int:
        """How many ways out are left now; asked again only when a line of supply may have changed."""
        lines = network(self.title, self.s, self.picture.foe)
        if self._ways_out[0] is not lines:
            self._ways_out = lines, noose.width(self.s)
        return self._ways_out[1]

    def noose_gain(self, group: Group, h: int) -> float:
        """What it is worth that some units in a hex leave a place fewer ways out."""
        if self.noose is None or not self.near_noose(h):
            return 0.0
        ghost = self.s.clone()
        shift_units(self.title, ghost, group, h)
        return CHOKE * (tightness(self.noose.width(ghost)) - tightness(self.ways_out(self.noose)))

    def breach(self, h: int) -> float:
        """What it is worth that the enemy in a hex, if he is beaten, keeps no way out open any more."""
        if self.noose is None or not self.near_noose(h):
            return 0.0
        ghost = self.s.clone()
        for u in units_in(self.s, h):
            lift(self.title, ghost, u, RESERVE)
        ghost.zoc[h] += 1  # the attackers are next to it
        return CHOKE * (tightness(self.noose.width(ghost)) - tightness(self.ways_out(self.noose)))

    # -- objectives by flow -------------------------------------------------------------------------------------

    @cached_property
    def tasks(self) -> dict[int, int]:
        """The objective of every unit that may move, by flow: much for great places, near ones first."""
        aims, picture = self.aims, self.picture
        stacks = [stack for stack in self.stacks() if stack]
        if not aims.goals or not stacks:
            return {}
        doctrine = self.title.doctrine
        ambition = doctrine.ambition if self.s.turn <= doctrine.sprint else doctrine.patience
        values = np.array([goal.value * max(self.due(goal.hexes[0]), 0.0) for goal in aims.goals], np.float64)
        crow = np.array(aims.crow, np.float64)
        appeal = np.empty((len(stacks), len(aims.goals)))
        for i, stack in enumerate(stacks):
            mobile = self.is_mobile(stack)
            power, head = (self.style.ambition * ambition, doctrine.horizon) if mobile else (0.5, 6.0)
            far = crow[:, self.s.hex[stack[0]]]
            near = np.argsort(-(values**power) / (far + head), kind="stable")[:12]
            exact = far * 2.0
            for j in near:
                exact[j] = aims.field(int(j), self.title.units.mobility[stack[0]])[self.s.hex[stack[0]]]
            appeal[i] = values**power / (exact + head)
        force = np.array([max(float(picture.attack[list(stack)].sum()), 0.5) for stack in stacks])
        found = assign(force, np.array([self._need(goal) for goal in aims.goals]), appeal)
        return {u: j for stack, j in zip(stacks, found, strict=True) for u in stack}

    def _need(self, goal: Goal) -> float:
        """The attack factors that it takes to carry an objective as it is defended now."""
        wall = self.picture.foe_defence * (1 + self.title.doctrine.siege * self.picture.shelter)
        around = self.title.board.grid.around
        ring = {n for h in goal.hexes for n in around[h] if n >= 0} - set(goal.hexes)
        if goal.value >= DECISIVE:
            return NEED * float(np.sqrt(goal.value))
        return LEAST + STORM * float(wall[list(goal.hexes)].sum()) + RING * float(wall[list(ring)].sum())

    def field(self, stack: Group) -> Field | None:
        """The way to the objective that a stack has been given."""
        task = self.tasks.get(stack[0], -1)
        if task < 0:
            return self.aims.field_for(stack) if self.aims.goals else None
        return self.aims.field(task, self.title.units.mobility[stack[0]])

    def objective(self, stack: Group) -> str:
        task = self.tasks.get(stack[0], -1)
        return self.label(self.aims.goals[task].hexes[0]) if task >= 0 else "the enemy"
