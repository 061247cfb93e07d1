"""What a seat knows of a position, in numbers: expected strengths by hex, distances, objectives, supply.

A situation belongs to one masked state, so nothing hidden goes in; each figure is worked out when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from steppe.assault.state import HIDDEN, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.units import UNKNOWN
from steppe.bots.assault.memory import distances, doctrine_of, remembered
from steppe.bots.assault.sight.objectives import DECISIVE, Goal, decisive, goals, objective_values
from steppe.bots.assault.sight.searches import Field, spread
from steppe.searches import Bytes, flood
from steppe.view import View

Floats = NDArray[np.float64]
TOO_NEAR = 10
"""An enemy so near to a decisive place is a danger to it, if not now then soon."""
Group = tuple[int, ...]
"""Units that move or fight together, by their numbers."""


@remembered
def face_tables(title: AnyAssaultTitle) -> tuple[Floats, Floats]:
    """Attack and defence factors by face and steps."""
    width = max(len(row) for row in title.units.attack)
    attack, defence = np.zeros((len(title.units.faces), width)), np.zeros((len(title.units.faces), width))
    for f, (a, d) in enumerate(zip(title.units.attack, title.units.defence, strict=True)):
        attack[f, : len(a)], defence[f, : len(d)] = a, d
    return attack, defence


class Situation:
    """A position as one seat knows it, and what is reckoned from it; ``foe`` is the other side."""

    def __init__(self, title: AnyAssaultTitle, s: AssaultState, seat: int) -> None:
        self.title, self.s, self.seat, self.foe = title, s, seat, 1 - seat
        self.doctrine = doctrine_of(title)
        self.hexes = s.vector("hex")
        self.on_map = self.hexes >= 0
        self.attack, self.defence = self._factors()
        tops = s.vector("top")
        self.occupier: NDArray[np.int16] = np.where(tops >= 0, title.units.side_array[tops], -1)
        self.update_control()

    def update_control(self) -> None:
        """Read who controls each hex: at first, and again when the state has changed."""
        self.control: NDArray[np.int16] = self.s.vector("control") & 1

    # -- strengths ----------------------------------------------------------------------------------------------

    def _factors(self) -> tuple[Floats, Floats]:
        """Expected factors of every unit: known ones as they are, unknown ones the mean of what they may be."""
        s, title = self.s, self.title
        faces, steps, flags = s.vector("face"), s.vector("steps"), s.vector("flags")
        attack_table, defence_table = face_tables(title)
        attack, defence = attack_table[faces, steps], defence_table[faces, steps]
        for members in title.pool_members.values():
            unknown = [u for u in members if s.face[u] == UNKNOWN]
            if unknown:
                seen = title.strengths.unseen_faces(s, title.units.units[unknown[0]].pool)
                number = sum(seen.values())
                attack[unknown] = sum(title.units.attack[f][-1] * n for f, n in seen.items()) / number
                defence[unknown] = sum(title.units.defence[f][-1] * n for f, n in seen.items()) / number
        hidden = ((flags & HIDDEN) != 0) & self.on_map
        if hidden.any():
            attack[hidden], defence[hidden] = attack[hidden].mean(), defence[hidden].mean()
        return attack, defence

    def by_hex(self, amount: Floats, side: int) -> Floats:
        """An amount per unit added up over the hexes."""
        mask = self.on_map & (self.title.units.side_array == side)
        total = np.bincount(self.hexes[mask], weights=amount[mask], minlength=self.title.board.size)
        return total.astype(np.float64)

    @cached_property
    def foe_defence(self) -> Floats:
        """Hex by hex, the enemy's defence factors."""
        return self.by_hex(self.defence, self.foe)

    @cached_property
    def own_defence(self) -> Floats:
        """Hex by hex, the defence factors of one's own."""
        return self.by_hex(self.defence, self.seat)

    def unit_value(self, u: int) -> float:
        """What a unit is worth: its attack and defence factors together."""
        return float(self.attack[u] + self.defence[u])

    def step_value(self, u: int) -> float:
        """What the loss of one step costs."""
        steps = self.s.steps[u]
        if steps <= 1 or self.s.face[u] == UNKNOWN:
            return self.unit_value(u)
        face = self.s.face[u]
        less = self.title.units.attack[face][steps - 1] + self.title.units.defence[face][steps - 1]
        return self.unit_value(u) - less

    def step_gain(self, u: int) -> float:
        """What a step more would bring."""
        face, steps = self.s.face[u], self.s.steps[u]
        table = self.title.units
        if face == UNKNOWN or steps + 1 >= len(table.attack[face]):
            return 0.0
        return float(table.attack[face][steps + 1] + table.defence[face][steps + 1]) - self.unit_value(u)

    def beside(self, side: int) -> NDArray[np.bool_]:
        """The hexes next to a unit of a side."""
        around = self.title.board.grid.neighbours
        found: NDArray[np.bool_] = ((self.occupier[around] == side) & (around >= 0)).any(axis=1)
        return found

    # -- the ground ---------------------------------------------------------------------------------------------

    @cached_property
    def shelter(self) -> Floats:
        """How much more a hex is worth to whoever defends it: columns, roughly."""
        return shelter_of(self.title)

    @cached_property
    def resistance(self) -> Field:
        """The MP that enemy stacks seem to cost whoever wants to pass them."""
        return resistance_of(self.foe_defence, self.shelter)

    def distance_field(
        self,
        starts: list[int],
        extra: Field,
        *,
        backward: bool,
        offsets: list[int] | None = None,
        mobility: str = "foot",
        side: int | None = None,
    ) -> tuple[Field, Field]:
        """How many MP it is from the nearest of some hexes to every hex, or back, and the hex before it on that way.

        It is measured for a mobility class of a side; ``extra`` is paid on entering a hex, besides the terrain, and
        ``offsets`` are what the starts cost already.
        """
        title = self.title
        dist, via = np.empty(title.board.size, np.int16), np.empty(title.board.size, np.int16)
        mobility = self.doctrine.measured_as.get(mobility, mobility)
        cost = title.terrain.cost_table(self.s, self.seat if side is None else side, frozenset({mobility}))
        begin = np.array(starts, np.int16)
        late = np.zeros(len(starts), np.int16) if offsets is None else np.array(offsets, np.int16)
        spread(begin, late, title.board.grid.neighbours, cost, extra, int(backward), dist, via)
        return dist, via

    @cached_property
    def enemies_in_rear(self) -> frozenset[int]:
        """The enemy stacks within a march or two of a decisive place of one's own."""
        places = [h for h in decisive(self.title) if self.control[h] == self.seat]
        if not places:
            return frozenset()
        near = np.min([distances(self.title, h) for h in places], axis=0)
        return frozenset(np.flatnonzero((self.occupier == self.foe) & (near <= TOO_NEAR)).tolist())

    @cached_property
    def no_extra_cost(self) -> Field:
        return np.zeros(self.title.board.size, np.int16)

    @cached_property
    def foe_distance(self) -> Field:
        """Hex by hex, how far the nearest enemy is."""
        starts = np.flatnonzero(self.occupier == self.foe).tolist()
        return self.distance_field(starts, self.no_extra_cost, backward=False)[0]

    # -- objectives ---------------------------------------------------------------------------------------------

    def objectives_to_take(self) -> list[Goal]:
        """The objectives in enemy hands."""
        return [g for g in goals(self.title) if any(self.control[h] != self.seat for h in g.hexes)]

    def objectives_held(self) -> list[Goal]:
        """The objectives in one's own hands."""
        return [g for g in goals(self.title) if all(self.control[h] == self.seat for h in g.hexes)]

    def prize(self, h: int) -> float:
        """What entering a hex brings at once."""
        return 0.0 if self.control[h] == self.seat else float(self._prizes[h])

    def prizes(self, hexes: NDArray[np.int64]) -> Floats:
        """What entering each of some hexes brings at once."""
        return np.where(self.control[hexes] == self.seat, 0.0, self._prizes[hexes])

    @cached_property
    def _prizes(self) -> Floats:
        """What entering each hex would bring if the enemy held it."""
        title, worth = self.title, objective_values(self.title)
        found = np.zeros(title.board.size)
        found[list(self.doctrine.supply_roads[self.seat])] += self.doctrine.road
        for h, number in self.bounties.items():
            if self.occupier[h] == self.foe:
                found[h] += self.doctrine.point * number
        for h, value in worth.items():
            found[h] = 10 * value if value >= DECISIVE else found[h] + value
        return found

    @cached_property
    def bounties(self) -> Mapping[int, int]:
        """Hexes with the points that it brings to destroy who is in them."""
        return self.doctrine.bounties(self.s)

    @cached_property
    def distance_from_foot(self) -> Field:
        """How many MP every hex is from the nearest of one's own units on foot."""
        title, s = self.title, self.s
        foot = {
            s.hex[u] for u in title.side_units[self.seat] if s.hex[u] >= 0 and not title.combat.may_assault_mobile(s, u)
        }
        return self.distance_field(sorted(foot), self.no_extra_cost, backward=False)[0]

    @cached_property
    def next_turn(self) -> AssaultState:
        """The state as it is, but a turn later: for rules that change with the turn."""
        ghost = self.s.clone()
        ghost.turn += 1
        ghost.cache.clear()
        return ghost

    @cached_property
    def defenders_wanted(self) -> Floats:
        """How much a unit is wanted in each hex: near objectives of one's own that the enemy is near to."""
        wanted = np.zeros(self.title.board.size)
        for goal in self.objectives_held():
            for h in goal.hexes:
                threat = goal.value / (4.0 + float(self.foe_distance[h]))
                wanted += threat / (3.0 + distances(self.title, h)) / len(goal.hexes)
        return wanted

    # -- supply -------------------------------------------------------------------------------------------------

    @cached_property
    def safe_supply(self) -> Bytes:
        """The hexes in which a unit has supply, wherever its friends may go."""
        return safe_ground(self.title, self.s, self.seat)

    @cached_property
    def foe_lives_off_the_land(self) -> bool:
        """Whether no enemy needs a line of supply now."""
        title, s = self.title, self.s
        hexes = np.flatnonzero(self.occupier == self.foe).tolist()
        return all(title.supply.local_supply(s, h, self.foe) for h in hexes)


def rules_of(view: View[Any]) -> AnyAssaultTitle:
    """The title of a view; bots are made for titles of this family only."""
    return cast("AnyAssaultTitle", view.title)


def situation_of(view: View[Any]) -> Situation:
    """What the seat of a view knows."""
    return Situation(rules_of(view), view.state, view.seat)


@remembered
def shelter_of(title: AnyAssaultTitle) -> Floats:
    """Hex by hex how much more it is worth to whoever defends there: columns, roughly."""
    columns = doctrine_of(title).shelter
    found = np.array([columns.get(t, 0.0) for t in title.board.terrain])
    for feature, more in columns.items():
        found[list(title.board.hexes(feature))] += more
    return found


def resistance_of(defence: Floats, cover: Floats) -> Field:
    """MP that a defence costs: something for being there at all, then ever less for each further factor."""
    cost = np.where(defence > 0, 2 + 1.6 * np.sqrt(defence) * (1 + 0.5 * cover), 0)
    return np.rint(np.minimum(cost, 40)).astype(np.int16)


def safe_ground(title: AnyAssaultTitle, s: AssaultState, side: int) -> Bytes:
    """The hexes from which a supply line runs for which no unit has to cancel an enemy ZOC."""
    grid = title.board.grid
    if title.zoc.side != 1 - side:
        joined = title.supply.network(s, side)
    else:
        tops = s.vector("top")
        enemy = (tops >= 0) & (title.units.side_array[tops] != side)
        through = (~enemy & ((title.city_mask == 0) | ((s.vector("control") & 1) == side))).astype(np.uint8)
        through &= s.vector("zoc") == 0
        joined = np.empty(title.board.size, np.uint8)
        sources = np.array(title.supply.usable_sources(s, side), np.int16)
        flood(sources, grid.neighbours, title.supply.sides[side], through, title.board.scratch.reached, joined)
    beside = ((joined != 0)[grid.neighbours] & (title.supply.sides[side] != 0) & (grid.neighbours >= 0)).any(axis=1)
    found: Bytes = ((joined != 0) | beside).astype(np.uint8)
    return found
