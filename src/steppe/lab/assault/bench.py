"""Benchmarks of what the assault titles share: ranges, supply, and states as objects, beside their plain twins."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from steppe import titles
from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.lab.assault.plain import PlainBoard, objects
from steppe.lab.bench import MICRO, MILLI, Bench, Figure, best, figure

FEW = 4
"""How many positions, about, the plain twins see: as objects and lists they are slow to make and large."""
PAPER_HEXES = 2000
"""The size of map for which the target of the supply flood is stated."""
MOST_MOVERS = 3000

LimitedSupply = Callable[[AnyAssaultTitle, AssaultState, Sequence[bool], Iterable[int]], set[int]]


def limited_supply_of(title: AnyAssaultTitle) -> Mapping[int, LimitedSupply]:
    """The sides whose supply lines are more than a flood, each with its search in plain Python (``PLAIN_SUPPLY``)."""
    found: Mapping[int, LimitedSupply] = getattr(titles.package(title.key), "PLAIN_SUPPLY", {})
    return found


def figures(bench: Bench) -> list[Figure]:
    return AssaultBench(bench).figures()


class AssaultBench:
    def __init__(self, bench: Bench) -> None:
        title: Any = bench.title
        self.title: AnyAssaultTitle = title
        self.states: list[AssaultState] = bench.states
        self.quick, self.repeats = bench.quick, bench.repeats
        self.limited = limited_supply_of(self.title)

    def figures(self) -> list[Figure]:
        found = [self.clone(), self.one_range(), self.all_ranges(), self.supply()]
        return found + [self.limited_supply(side, twin) for side, twin in self.limited.items()]

    def clone(self) -> Figure:
        spin = cycle(self.states)
        value = best(lambda: next(spin).clone(), 2000, self.repeats)
        twin = cycle([objects(self.title, s) for s in self.states[:FEW]])
        deep = best(lambda: copy.deepcopy(next(twin)), 2, 2 if self.quick else 5)
        return figure("clone, beside deepcopy of objects", value * MICRO, "us", plain=deep * MICRO, target=2)

    def _movers(self) -> list[tuple[AssaultState, int]]:
        """Units of all positions in a mixed order, as far as they have a range."""
        title = self.title
        found = [
            (s, u)
            for s in self.states
            for u in range(len(title.units))
            if s.hex[u] >= 0 and title.ranges.new_group(s, (u,)).modes
        ]
        random.Random(1).shuffle(found)
        return found[:MOST_MOVERS]

    def _boards(self, s: AssaultState) -> dict[tuple[int, str], PlainBoard]:
        """A plain board for each side and mobility class."""
        return {
            (side, mobility): PlainBoard(
                self.title, s, self.title.terrain.cost_table(s, side, frozenset({mobility})), side
            )
            for side in (0, 1)
            for mobility in {u.mobility for u in self.title.units.units}
        }

    def one_range(self) -> Figure:
        title, movers = self.title, self._movers()
        spin = cycle(movers)

        def fast() -> None:
            s, u = next(spin)
            title.ranges.find_range(s, (u,))

        value = best(fast, len(movers) // 3, self.repeats)
        boards = {id(s): self._boards(s) for s in self.states[:: len(self.states) // FEW]}
        twin = cycle([(s, u) for s, u in movers if id(s) in boards])

        def slow() -> None:
            s, u = next(twin)
            board = boards[id(s)][title.units.side[u], title.units.mobility[u]]
            board.range_of(s.hex[u], title.ranges.new_group(s, (u,)).modes[0], title.units.points[u])

        heap = best(slow, len(movers) // 10, 2)
        return figure("one range with costs", value * MICRO, "us", plain=heap * MICRO, target=30)

    def all_ranges(self) -> Figure:
        title = self.title
        sides = [
            (s, [u for u in title.side_units[1] if s.hex[u] >= 0 and title.ranges.new_group(s, (u,)).modes])
            for s in self.states
        ]
        spin = cycle(sides)

        def fast() -> None:
            s, units = next(spin)
            for u in units:
                title.ranges.destinations(s, (u,))

        value = best(fast, len(sides), self.repeats)
        boards = [self._boards(s) for s, _ in sides[:3]]
        twin = cycle(list(zip(boards, sides, strict=False)))

        def slow() -> None:
            board, (s, units) = next(twin)
            for u in units:
                mode = title.ranges.new_group(s, (u,)).modes[0]
                board[1, title.units.mobility[u]].range_of(s.hex[u], mode, title.units.points[u])

        heap = best(slow, 3, 2)
        return figure("all ranges of a side", value * MILLI, "ms", plain=heap * MILLI, target=1.5)

    def supply(self) -> Figure:
        """The sides whose lines may be of any length."""
        title = self.title
        flooding = [side for side in (0, 1) if side not in self.limited]
        spin = cycle([(s, side) for s in self.states for side in flooding])

        def fast() -> None:
            s, side = next(spin)
            s.cache.clear()
            title.supply.network(s, side)

        value = best(fast, 4 * len(self.states), self.repeats)
        boards = [(self._boards(s), s) for s in self.states[:3]]
        mobility = title.units.units[0].mobility
        pairs = [(b[side, mobility], title.supply.usable_sources(s, side)) for b, s in boards for side in flooding]
        twin = cycle(pairs)

        def slow() -> None:
            board, sources = next(twin)
            board.supplied(sources)

        queue = best(slow, 6, 3)
        hexes = title.board.size
        goal = 10 * max(1.0, hexes / PAPER_HEXES)
        return figure(f"supply of a side, {hexes} hexes", value * MICRO, "us", plain=queue * MICRO, target=goal)

    def limited_supply(self, side: int, twin: LimitedSupply) -> Figure:
        """A side whose lines are limited: every hex with a unit of it, from nothing."""
        title = self.title
        held = [(s, sorted({s.hex[u] for u in title.side_units[side] if s.hex[u] >= 0})) for s in self.states]
        spin = cycle(held)

        def fast() -> None:
            s, hexes = next(spin)
            s.cache.clear()
            for h in hexes:
                title.supply.is_joined(s, side, h)

        value = best(fast, len(held), self.repeats)
        passes = []
        for s, hexes in held[:3]:
            board = PlainBoard(title, s, title.terrain.cost_table(s, side, frozenset({title.units.mobility[0]})), side)
            passes.append((s, [board.may_pass(h) for h in range(title.board.size)], hexes))
        slow = cycle(passes)
        queue = best(lambda: twin(title, *next(slow)), 3, 3)
        name = f"supply of the {title.seats[side]} side with limits, all its units"
        return figure(name, value * MICRO, "us", plain=queue * MICRO, target=500)
