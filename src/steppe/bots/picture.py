"""What a bot makes of its view: strengths by hex, objectives, distances, threats. Nothing hidden goes in.

A picture belongs to one masked state; fields are computed when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steppe.assault.combat import unseen_faces
from steppe.assault.movement import cost_table
from steppe.assault.state import HIDDEN, AssaultState
from steppe.assault.supply import network, usable_sources
from steppe.assault.title import AssaultTitle, Rules
from steppe.assault.units import UNKNOWN
from steppe.bots.searches import Field, spread
from steppe.searches import Bytes, flood
from steppe.view import View

Floats = NDArray[np.float64]
Intruders = tuple[NDArray[np.int16], NDArray[np.int16]]
"""Stacks of the enemy with the MP that they can spend."""
DECISIVE = 50
"""An objective worth this much ends the game."""

TOO_NEAR = 10
"""An enemy so near to a decisive place is a danger to it, if not now then soon."""


class Goal(NamedTuple):
    """One place to take or to hold: its hexes (a great city has several) and its worth."""

    hexes: tuple[int, ...]
    value: int


def goals(title: Rules) -> tuple[Goal, ...]:
    """The title's objectives, hexes of one name together."""
    found: tuple[Goal, ...] | None = title.tables.get("bot goals")
    if found is None:
        named: dict[tuple[str, int], list[int]] = {}
        for h, value in sorted(stakes(title).items()):
            named.setdefault((title.board.names.get(h, str(h)), value), []).append(h)
        found = title.tables["bot goals"] = tuple(Goal(tuple(hexes), value) for (_, value), hexes in named.items())
    return found


def stakes(title: Rules) -> dict[int, int]:
    """The objectives with their worth in combat factors."""
    found: dict[int, int] | None = title.tables.get("bot stakes")
    if found is None:
        point = title.doctrine.point
        found = title.tables["bot stakes"] = {h: round(point * value) for h, value in title.objectives.items()}
    return found


def face_tables(title: Rules) -> tuple[Floats, Floats]:
    """Attack and defence by face and steps; the last row stands for an unknown face and is filled in later."""
    found: tuple[Floats, Floats] | None = title.tables.get("bot faces")
    if found is None:
        width = max(len(row) for row in title.units.attack)
        attack, defence = np.zeros((len(title.units.faces), width)), np.zeros((len(title.units.faces), width))
        for f, (a, d) in enumerate(zip(title.units.attack, title.units.defence, strict=True)):
            attack[f, : len(a)], defence[f, : len(d)] = a, d
        found = title.tables["bot faces"] = (attack, defence)
    return found


class Picture:
    """A seat's view, weighed."""

    def __init__(self, title: Rules, s: AssaultState, seat: int) -> None:
        self.title, self.s, self.seat, self.foe = title, s, seat, 1 - seat
        self.hexes = s.vector("hex")
        self.on_map = self.hexes >= 0
        self.attack, self.defence = self._factors()
        tops = s.vector("top")
        self.occupier: NDArray[np.int16] = np.where(tops >= 0, title.units.side_array[tops], -1)
        self.see_control()

    def see_control(self) -> None:
        """Note who holds what; also after a change."""
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
                seen = unseen_faces(title, s, title.units.units[unknown[0]].pool)
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
        return self.by_hex(self.defence, self.foe)

    @cached_property
    def own_defence(self) -> Floats:
        return self.by_hex(self.defence, self.seat)

    def worth(self, u: int) -> float:
        return float(self.attack[u] + self.defence[u])

    def step_worth(self, u: int) -> float:
        """What the loss of one step costs."""
        steps = self.s.steps[u]
        if steps <= 1 or self.s.face[u] == UNKNOWN:
            return self.worth(u)
        face = self.s.face[u]
        less = self.title.units.attack[face][steps - 1] + self.title.units.defence[face][steps - 1]
        return self.worth(u) - less

    def step_gain(self, u: int) -> float:
        """What a step more would bring."""
        face, steps = self.s.face[u], self.s.steps[u]
        table = self.title.units
        if face == UNKNOWN or steps + 1 >= len(table.attack[face]):
            return 0.0
        return float(table.attack[face][steps + 1] + table.defence[face][steps + 1]) - self.worth(u)

    def beside(self, side: int) -> NDArray[np.bool_]:
        """The hexes next to a unit of a side."""
        around = self.title.board.grid.neighbours
        found: NDArray[np.bool_] = ((self.occupier[around] == side) & (around >= 0)).any(axis=1)
        return found

    # -- the ground ---------------------------------------------------------------------------------------------

    @cached_property
    def shelter(self) -> Floats:
        """How much more a hex is worth to whoever defends it: columns, roughly."""
        return shelter(self.title)

    @cached_property
    def resistance(self) -> Field:
        """The MP that enemy stacks seem to cost whoever wants to pass them."""
        return resist(self.foe_defence, self.shelter)

    def field(
        self,
        starts: list[int],
        extra: Field,
        *,
        backward: bool,
        offsets: list[int] | None = None,
        mobility: str = "foot",
        side: int | None = None,
    ) -> tuple[Field, Field]:
        """A distance field over open ground for units of a mobility class, with the hex that comes next."""
        title = self.title
        dist, via = np.empty(title.board.size, np.int16), np.empty(title.board.size, np.int16)
        mobility = title.doctrine.measured_as.get(mobility, mobility)
        cost = cost_table(title, self.s, self.seat if side is None else side, frozenset({mobility}))
        begin = np.array(starts, np.int16)
        late = np.zeros(len(starts), np.int16) if offsets is None else np.array(offsets, np.int16)
        spread(begin, late, title.board.grid.neighbours, cost, extra, int(backward), dist, via)
        return dist, via

    @cached_property
    def rear(self) -> frozenset[int]:
        return frozenset(rear_enemies(self))

    @cached_property
    def free_ground(self) -> Field:
        return np.zeros(self.title.board.size, np.int16)

    @cached_property
    def foe_distance(self) -> Field:
        """Hex by hex, how far the nearest enemy is."""
        starts = np.flatnonzero(self.occupier == self.foe).tolist()
        return self.field(starts, self.free_ground, backward=False)[0]

    # -- objectives ---------------------------------------------------------------------------------------------

    def wanted(self) -> list[Goal]:
        """The objectives in enemy hands."""
        return [g for g in goals(self.title) if any(self.control[h] != self.seat for h in g.hexes)]

    def held(self) -> list[Goal]:
        return [g for g in goals(self.title) if all(self.control[h] == self.seat for h in g.hexes)]

    def prize(self, h: int) -> float:
        """What entering a hex brings at once."""
        return 0.0 if self.control[h] == self.seat else float(self._spoils[h])

    def prizes(self, hexes: NDArray[np.int64]) -> Floats:
        """What entering each of some hexes brings at once."""
        return np.where(self.control[hexes] == self.seat, 0.0, self._spoils[hexes])

    @cached_property
    def _spoils(self) -> Floats:
        """What entering each hex would bring if the enemy held it."""
        title, worth = self.title, stakes(self.title)
        found = np.zeros(title.board.size)
        found[list(title.supply_roads[self.seat])] += title.doctrine.road
        for h, number in self.bounties.items():
            if self.occupier[h] == self.foe:
                found[h] += title.doctrine.point * number
        for h, value in worth.items():
            found[h] = 10 * value if value >= DECISIVE else found[h] + value
        return found

    @cached_property
    def bounties(self) -> Mapping[int, int]:
        return self.title.bounties(self.s)

    @cached_property
    def lead(self) -> Field:
        """How far every hex is from those on foot."""
        title, s = self.title, self.s
        foot = {s.hex[u] for u in title.side_units[self.seat] if s.hex[u] >= 0 and not title.may_assault_mobile(s, u)}
        return self.field(sorted(foot), self.free_ground, backward=False)[0]

    @cached_property
    def later(self) -> AssaultState:
        """The same a turn later."""
        ghost = self.s.clone()
        ghost.turn += 1
        ghost.cache.clear()
        return ghost

    @cached_property
    def danger(self) -> Floats:
        """How much a unit is wanted in each hex: near objectives of one's own that the enemy is near to."""
        wanted = np.zeros(self.title.board.size)
        for goal in self.held():
            for h in goal.hexes:
                threat = goal.value / (4.0 + float(self.foe_distance[h]))
                wanted += threat / (3.0 + distances(self.title, h)) / len(goal.hexes)
        return wanted

    # -- supply -------------------------------------------------------------------------------------------------

    @cached_property
    def safe(self) -> Bytes:
        """Where a unit has supply without leaning on the places of its friends."""
        return safe_ground(self.title, self.s, self.seat)

    @cached_property
    def foe_lives_off_the_land(self) -> bool:
        """Whether no enemy needs a line of supply now."""
        title, s = self.title, self.s
        hexes = np.flatnonzero(self.occupier == self.foe).tolist()
        return all(title.local_supply(s, h, self.foe) for h in hexes)


def look(view: View[Any]) -> Picture:
    """A view as a picture; bots of this family know titles of this family."""
    assert isinstance(view.title, AssaultTitle)
    return Picture(view.title, view.state, view.seat)


def shelter(title: Rules) -> Floats:
    found: Floats | None = title.tables.get("bot shelter")
    if found is None:
        columns = title.doctrine.shelter
        found = np.array([columns.get(t, 0.0) for t in title.board.terrain])
        for feature, more in columns.items():
            found[list(title.board.hexes(feature))] += more
        title.tables["bot shelter"] = found
    return found


def resist(defence: Floats, cover: Floats) -> Field:
    """MP that a defence costs: something for being there at all, then ever less for each further factor."""
    cost = np.where(defence > 0, 2 + 1.6 * np.sqrt(defence) * (1 + 0.5 * cover), 0)
    return np.rint(np.minimum(cost, 40)).astype(np.int16)


def safe_ground(title: Rules, s: AssaultState, side: int) -> Bytes:
    """The hexes from which a supply line runs that no enemy ZOC has to be cancelled for."""
    grid = title.board.grid
    if title.zoc_side != 1 - side:
        joined = network(title, s, side)
    else:
        tops = s.vector("top")
        enemy = (tops >= 0) & (title.units.side_array[tops] != side)
        through = (~enemy & ((title.city_mask == 0) | ((s.vector("control") & 1) == side))).astype(np.uint8)
        through &= s.vector("zoc") == 0
        joined = np.empty(title.board.size, np.uint8)
        sources = np.array(usable_sources(title, s, side), np.int16)
        flood(sources, grid.neighbours, title.supply_sides[side], through, title.board.scratch.reached, joined)
    beside = ((joined != 0)[grid.neighbours] & (title.supply_sides[side] != 0) & (grid.neighbours >= 0)).any(axis=1)
    found: Bytes = ((joined != 0) | beside).astype(np.uint8)
    return found


def own_vital(picture: Picture, s: AssaultState) -> list[int]:
    """The places in a seat's hands that must not fall: decisive ones, and those on its supply roads."""
    return [h for h in vital(picture.title, picture.seat) if s.control[h] & 1 == picture.seat]


def rear_enemies(picture: Picture) -> list[int]:
    """The enemy stacks within a march or two of a decisive place of one's own."""
    places = [h for h in decisive(picture.title) if picture.control[h] == picture.seat]
    if not places:
        return []
    near = np.min([distances(picture.title, h) for h in places], axis=0)
    return [int(h) for h in np.flatnonzero((picture.occupier == picture.foe) & (near <= TOO_NEAR))]


def distances(title: Rules, h: int) -> Field:
    """The plain distance of every hex from one, remembered."""
    key = "bot distances", h
    found: Field | None = title.tables.get(key)
    if found is None:
        found = title.tables[key] = title.board.grid.distances(h)
    return found


def decisive(title: Rules) -> tuple[int, ...]:
    found: tuple[int, ...] | None = title.tables.get("bot decisive")
    if found is None:
        found = title.tables["bot decisive"] = tuple(h for h, v in sorted(stakes(title).items()) if v >= DECISIVE)
    return found


def greatest(title: Rules) -> tuple[int, ...]:
    """The objectives that are worth more than all others."""
    worth = stakes(title)
    most = max(worth.values(), default=0)
    return tuple(h for h, value in sorted(worth.items()) if value == most)


def vital(title: Rules, seat: int) -> tuple[int, ...]:
    key = "bot vital", seat
    found: tuple[int, ...] | None = title.tables.get(key)
    if found is None:
        places = {*decisive(title), *(title.supply_roads[seat] & title.objectives.keys())}
        found = title.tables[key] = tuple(sorted(places))
    return found
