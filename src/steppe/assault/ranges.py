"""Ranges: where a group can go, by which way, and where it may stop.

A *group* is a set of units that began the phase in one hex, are in one hex now and move as one. The search that
lights up its range is the search that judges its move."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.assault.searches import march
from steppe.assault.state import MOVED
from steppe.assault.terrain import CLOSED, Costs
from steppe.orders import Units
from steppe.searches import Bytes
from steppe.title import Refusal, Trouble

MARCH = "march"
"""The columns that a march is searched in, kept together with the vectors of a state."""
GROUP = "group"
"""The note of the group last asked about."""

TRIES = 4
"""How many of a group's destinations a player who moves at random looks at."""


class Way(NamedTuple):
    """How a group comes to a hex."""

    steps: tuple[tuple[int, int], ...]
    """The hexes entered, each with the MP spent so far, the last first."""
    ends_move: bool = False
    """A step that takes everything the group has."""

    def __bool__(self) -> bool:
        return bool(self.steps)


NO_WAY = Way(())

NO_STEPS: Mapping[int, int] = MappingProxyType({})


class Mode(NamedTuple):
    """A way of moving: so many MP, within these hexes, at costs of its own (None: those of the ground)."""

    allowance: int
    within: Bytes
    costs: Bytes | None = None
    wins_ties: bool = False
    """Whether it is chosen where another mode would come as cheaply to the same hex."""


class Group:
    """Some units that move as one: all that is known of their move as things stand, found once for whoever picks,
    judges and makes it."""

    __slots__ = ("costs", "goal", "mode", "modes", "pace", "searched", "side", "steps", "units", "way", "weight")

    def __init__(self, units: Units, side: int, weight: int, costs: Costs, pace: int) -> None:
        self.units, self.side, self.weight, self.costs, self.pace = units, side, weight, costs, pace
        self.modes: tuple[Mode, ...] = ()
        self.steps: Mapping[int, int] = NO_STEPS
        """The neighbours that it may enter only by giving up everything it has, with those MP."""
        self.mode: Mode | None = None
        self.searched = -1
        """The search of this mode, which may still lie in the scratch space."""
        self.goal, self.way = -1, NO_WAY
        """The way last asked for."""


class Ranges(Chapter[A]):
    """Where groups can go."""

    beside_straits: bytes = b""
    """By hex, whether straits lie on a side of it: for titles whose groups may give a whole move to cross them."""

    def group(self, s: A, units: Units) -> Group:
        """The group last asked about, or another."""
        found: Group | None = s.notes.get(GROUP)
        if found is None or found.units != units:
            found = s.notes[GROUP] = self.new_group(s, units)
        return found

    def new_group(self, s: A, units: Units) -> Group:
        table, first = self.units, units[0]
        side = table.side[first]
        if len(units) == 1:
            weight, mobilities = table.points[first], self.terrain.lone_mobility[table.mobility[first]]
        else:
            weight = sum([table.points[u] for u in units])
            mobilities = frozenset([table.mobility[u] for u in units])
        found = Group(units, side, weight, self.terrain.costs_of(s, side, mobilities), self.pace(s, units))
        found.modes = self.modes(s, found)
        found.steps = self.single_steps(s, found)
        return found

    def find_range(self, s: A, group: Units) -> dict[int, int]:
        """Every hex a group can move to from where it is, with the MP spent; whether it may move is not asked."""
        found: dict[int, int] = {}
        known = self.new_group(s, group)
        for mode in known.modes:
            count = self.run_reach(s, known, mode)
            scratch = self.board.scratch
            hexes = scratch.reached[:count]
            for h, spent in zip(hexes.tolist(), scratch.spent[hexes].tolist(), strict=True):
                found.setdefault(h, spent)
        for h, spent in known.steps.items():
            found.setdefault(h, spent)
        return found

    def destinations(self, s: A, group: Units) -> list[int]:
        """The hexes of a group's range other than its own, without their costs."""
        known = self.group(s, group)
        modes, steps = known.modes, known.steps
        reached = self.board.scratch.reached
        if len(modes) == 1 and not steps:
            found: list[int] = reached[1 : self.search(s, known, modes[0])].tolist()
            return found
        every = [h for mode in modes for h in reached[: self.search(s, known, mode)].tolist()]
        here = s.hex[group[0]]
        return [h for h in dict.fromkeys((*every, *steps)) if h != here]

    def goals(self, s: A, group: Units) -> list[int]:
        """The hexes that a group may be ordered to: where it can go, may stop, and as far as no duty binds it."""
        bound = self.movement.bound_hexes(s, group)
        found: list[int] = []
        seen = {s.hex[group[0]]: 0}
        known = self.new_group(s, group)
        for mode in known.modes:
            count = self.run_reach(s, known, mode)
            hexes = self.board.scratch.reached[:count]
            costs = dict(zip(hexes.tolist(), self.board.scratch.spent[hexes].tolist(), strict=True))
            fresh = [h for h, cost in costs.items() if h not in seen or (mode.wins_ties and 0 < cost <= seen[h])]
            if mode.wins_ties:
                again = set(fresh)
                found = [h for h in found if h not in again]
            seen.update((h, costs[h]) for h in fresh)
            found += self.stopping_places(s, group, fresh)
        for h, spent in known.steps.items():
            if h not in seen and self.stop_refusal(s, group, Way(((h, spent),), True)) is None:
                found.append(h)
        return found if bound is None else [h for h in found if h in bound]

    def random_goal(self, s: A, group: Units, rng: random.Random) -> int | None:
        """One of a group's goals, found without looking at all of them; None if luck does not find one."""
        bound = self.movement.bound_hexes(s, group)
        known = self.group(s, group)
        found: Sequence[int]
        if bound is None and len(known.modes) == 1 and not known.steps:
            found = self.board.reached[1 : self.search(s, known, known.modes[0])]  # good until the next search
        else:
            found = self.destinations(s, group)
            if bound is not None:
                found = [h for h in found if h in bound]
        number = len(found)
        for _ in range(min(TRIES, number)):
            h = found[int(rng.random() * number)]
            if self.stop_refusal(s, group, self.route(s, group, h)) is None:
                return h
        return None

    def route(self, s: A, group: Units, goal: int) -> Way:
        """The way to a hex; none if it is out of reach."""
        known: Group | None = s.notes.get(GROUP)  # as ``group`` does, for every move comes by here
        if known is None or known.units != group:
            known = s.notes[GROUP] = self.new_group(s, group)
        if known.goal != goal:
            known.goal, known.way = goal, self.find_way(s, known, goal)
        return known.way

    def find_way(self, s: A, known: Group, goal: int) -> Way:
        board = self.board
        costs, parent = board.spent, board.parent
        best = NO_WAY
        for mode in known.modes:
            if best.steps and not mode.wins_ties:
                continue
            if (known.mode is mode and known.searched == board.searched) or self.search(s, known, mode):
                price = costs[goal]
                if price <= 0 or (best.steps and price > best.steps[0][1]):
                    continue
                steps, h, before = [], goal, parent[goal]
                while before >= 0:
                    steps.append((h, costs[h]))
                    h, before = before, parent[before]
                best = Way(tuple(steps))
        if best.steps:
            return best
        spent = known.steps.get(goal)
        return NO_WAY if spent is None else Way(((goal, spent),), True)

    def step(self, s: A, group: Units, h: int) -> Way:
        """The way straight into a neighbour, found by the search that finds all others; none if it is closed."""
        known, here = self.new_group(s, group), s.hex[group[0]]
        direction = self.board.grid.direction(here, h)
        modes = []
        for mode in known.modes:
            costs = known.costs.table if mode.costs is None else mode.costs
            straight = np.zeros_like(costs)
            straight[here, direction] = costs[here, direction]
            modes.append(mode._replace(costs=straight))
        known.modes = tuple(modes)
        return self.find_way(s, known, h)

    def search(self, s: A, known: Group, mode: Mode) -> int:
        """Search a group's range in one of its modes, and remember that the scratch space holds it."""
        count = self.run_reach(s, known, mode)
        known.mode, known.searched = mode, self.board.searched
        return count

    def whole_moves(
        self, s: A, known: Group, within: Bytes, straits: Bytes, *, everywhere: bool = False
    ) -> Mapping[int, int]:
        """The hexes that a group may enter only by giving up its whole move, with those MP.

        Such as cost more than it has, and those behind straits, which it crosses only from where the phase began;
        ``everywhere``: all its neighbours.
        """
        group, allowance, spent, flags = known.units, known.pace, s.spent, s.flags
        here = s.hex[group[0]]
        if allowance < 1 or not (everywhere or known.costs.dearest[here] > allowance or self.beside_straits[here]):
            return NO_STEPS
        for u in group:
            if spent[u] or flags[u] & MOVED:
                return NO_STEPS
        side, weight = known.side, known.weight
        prices, crossings = known.costs.table[here].tolist(), straits[here].tolist()
        found = {}
        for d, h in self.board.grid.adjacent(here):
            price = prices[d]
            if crossings[d] and price == CLOSED:
                price = allowance
            elif price == CLOSED or (price <= allowance and not everywhere):
                continue
            if (
                not within[h]
                or self.stacks.side_in(s, h) == 1 - side
                or s.load[h] + weight > self.stacking.passing_limit[h]
            ):
                continue
            if not self.terrain.hex_bar(s, group[0], h):
                found[h] = min(price, allowance)
        return found

    def run_reach(self, s: A, known: Group, mode: Mode) -> int:
        """One compiled search; its results lie in the board's scratch space."""
        if mode.allowance < 0:
            return 0
        board = self.board
        board.searched += 1
        columns = s.vectors.get(MARCH)
        if columns is None:
            columns = s.vectors[MARCH] = s.vector("top"), s.vector("load"), s.vector("zoc")
        top, load, zoc = columns
        count: int = march(
            s.hex[known.units[0]],
            mode.allowance,
            known.weight,
            known.side,
            self.zoc.stops[known.side],
            board.grid.neighbours,
            known.costs.table if mode.costs is None else mode.costs,
            top,
            self.units.side_array,
            load,
            self.stacking.passing_limit,
            zoc,
            mode.within,
            *board.scratch,
        )
        return count

    def explain_unreachable(self, s: A, group: Units, h: int) -> Refusal:
        """Why a hex is out of a group's reach: the rule that closes it, or else the points it would take."""
        cite, board = self.cite, self.board
        label = board.label(h)
        side = self.units.side[group[0]]
        start = s.hex[group[0]]
        mobilities = frozenset(self.units.mobility[u] for u in group)
        occupier = self.stacks.side_in(s, h)
        if occupier == 1 - side:
            return Refusal(cite["enemy units block"], f"enemy units are in {label}", Trouble.ENEMY)
        terrain = next(filter(None, (self.terrain.hex_bar(s, u, h) for u in group)), "")
        if terrain:
            return Refusal(
                self.title.cite[f"{terrain} closed"], f"{label} is {terrain}, closed to this group", Trouble.TERRAIN
            )
        weight = sum(self.units.points[u] for u in group)
        if occupier == side and s.load[h] + weight > self.stacking.passing_limit[h]:
            return Refusal(cite["stacking limit"], f"{label} would be overstacked", Trouble.STACKING)
        modes = self.new_group(s, group).modes
        have = max((mode.allowance for mode in modes), default=0)
        if board.grid.direction(start, h) >= 0:
            kind = next(filter(None, (self.terrain.side_bar(s, u, start, h) for u in group)), "")
            if kind:
                return Refusal(
                    self.title.cite[f"{kind} closed"], f"a {kind} hexside lies before {label}", Trouble.TERRAIN
                )
            if self.zoc.stops[side] and s.zoc[start] and s.zoc[h]:
                return Refusal(cite["zoc to zoc"], f"{label} is a ZOC hex next to a ZOC hex", Trouble.ENEMY)
            cost = self.terrain.cost_table(s, side, mobilities)[start, board.grid.direction(start, h)]
            plain = max((mode.allowance for mode in modes if mode.costs is None), default=0)
            if cost > plain:
                rule = cite["no minimum move"] if not any(s.spent[u] for u in group) else cite["points spent"]
                return Refusal(rule, f"{label} costs {cost} MP and {max(plain, 0)} are left", Trouble.POINTS)
        special = self.explain_special(s, group, h)
        if special:
            return special
        ghost = s.clone()
        if self.zoc.stops[side]:
            ghost.vector("zoc")[:] = 0
            if h in self.find_range(ghost, group):
                return Refusal(cite["zoc stops"], f"every way to {label} leads through a ZOC hex first", Trouble.ENEMY)
        ghost = s.clone()
        ghost.vector("load")[:] = 0
        if h in self.find_range(ghost, group):
            return Refusal(
                cite["full hexes block"],
                f"every way to {label} leads through a hex with no room left",
                Trouble.STACKING,
            )
        return Refusal(cite["points spent"], f"{label} is out of reach with {max(have, 0)} MP", Trouble.POINTS)

    def pace(self, s: A, group: Units) -> int:
        """The MP that a group has left: the slowest member sets the pace."""
        if len(group) == 1:
            return self.movement.factor(s, group[0]) - s.spent[group[0]]
        return min([self.movement.factor(s, u) - s.spent[u] for u in group])

    def modes(self, s: A, known: Group) -> tuple[Mode, ...]:
        """The ways in which a group may move."""
        return (Mode(known.pace, self.board.everywhere),)

    def single_steps(self, s: A, known: Group) -> Mapping[int, int]:
        """Neighbours that a group may enter only by giving up everything it has, with those MP."""
        return NO_STEPS

    def stopping_places(self, s: A, group: Units, hexes: list[int]) -> list[int]:
        """Those of the hexes just searched in which a group may end its move."""
        return hexes

    def stop_refusal(self, s: A, group: Units, way: Way) -> Refusal | None:
        """Why a group may not end its move at the end of a way; lack of supply is no reason [into no supply]."""
        return None

    def explain_special(self, s: A, group: Units, h: int) -> Refusal | None:
        return None
