"""9.0 Supply: lines of any length, three German states, lakes, ports, and who heeds the GAS Line."""

from __future__ import annotations

import numpy as np

from steppe.assault.declarations import is_marked
from steppe.assault.stacks import controller
from steppe.assault.state import MOBILE
from steppe.assault.supply import IN_SUPPLY, OUT_OF_SUPPLY, Supply
from steppe.assault.weather import lakes_frozen
from steppe.orders import Units
from steppe.searches import Bytes, Ints, trace
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import (
    AERIAL,
    ATTENUATED,
    CONCENTRATED,
    GERMAN,
    LANDED,
    LIFTED,
    OUT,
    SOVIET,
    SUPPLIED,
    MonsterState,
    pause_served,
)

NATION_LINES = "nation_lines"
"""The cache entry with the networks of those whose sources are not all of their side's (9.11)."""

OVERLAND = "overland_lines"
"""The cache entry with the Soviet network that crosses no lake (9.16)."""

STATE_NAMES = {SUPPLIED: "supplied", ATTENUATED: "attenuated", LIFTED: "aerial supply", OUT: "out of supply"}

SUPPOSED = {IN_SUPPLY: SUPPLIED, "attenuated": ATTENUATED, "aerial": LIFTED, OUT_OF_SUPPLY: OUT}
"""The states in which a position may suppose a unit to be."""


class MonsterSupply(MonsterChapter, Supply[MonsterState]):
    """9.0."""

    closed_sides = (frozenset({"lake", "sea"}), frozenset({"sea"}))
    sources_need_control = False
    supply_states = tuple(SUPPOSED)

    def closed_to_lines(self, s: MonsterState, side: int) -> Bytes:
        """9.4, 9.14, 14.29, 5.3: the sea; for Germans works and thawed lakes; for Soviets on turn 1 Hungary and
        Romania."""
        if side == SOVIET:
            return self.geo.sea | self.geo.southern_zomo if self.terrain.sleeps(s) else self.geo.sea
        closed = self.forts.bars_lines(s) | self.geo.sea
        return closed if lakes_frozen(s) else closed | self.geo.lakes

    def find_network(self, s: MonsterState, side: int) -> Bytes:
        """9.2, 9.3: every hex joined to a source."""
        return self.flooded_from(s, side, self.working_sources(s, side))

    def flooded_from(self, s: MonsterState, side: int, sources: Ints) -> Bytes:
        found = np.empty(self.board.size, np.uint8)
        self.spread(sides_for(s, side), sources, self.lines_may_pass(s, side), found)
        return found

    def nation_network(self, s: MonsterState, nation: str) -> Bytes:
        """9.11: Romanians and Hungarians trace to the ZOMO of their own country alone."""
        lines = self.network(s, GERMAN)
        known: tuple[Bytes, dict[str, Bytes]] | None = s.cache.get(NATION_LINES)
        if known is None or known[0] is not lines:
            known = s.cache[NATION_LINES] = lines, {}
        if nation not in known[1]:
            known[1][nation] = self.flooded_from(s, GERMAN, self.geo.nation_sources[nation])
        return known[1][nation]

    def overland_network(self, s: MonsterState) -> Bytes:
        lines = self.network(s, SOVIET)
        known: tuple[Bytes, Bytes] | None = s.cache.get(OVERLAND)
        if known is None or known[0] is not lines:
            found = np.empty(self.board.size, np.uint8)
            through = self.lines_may_pass(s, SOVIET) & self.geo.no_lakes
            self.spread(GERMAN, self.working_sources(s, SOVIET), through, found)
            known = s.cache[OVERLAND] = lines, found
        return known[1]

    def overland(self, s: MonsterState, h: int) -> bool:
        """8.13: a Soviet hex with a line that crosses no lake."""
        return bool(self.overland_network(s)[h])

    def line(self, s: MonsterState, side: int, h: int) -> list[int]:
        return self.line_to(s, side, h, self.working_sources(s, side))

    def line_of(self, s: MonsterState, u: int) -> list[int]:
        """9.11: to a source that the unit may use."""
        side = self.units.side[u]
        sources = self.geo.nation_sources.get(self.units.nation[u], self.working_sources(s, side))
        return self.line_to(s, side, s.hex[u], sources)

    def line_to(self, s: MonsterState, side: int, h: int, sources: Ints) -> list[int]:
        """A shortest line to one of some sources."""
        through = self.lines_may_pass(s, side)
        goal = self.board.mask(sources.tolist()) & through
        queue, parent, out = np.empty((3, self.board.size), np.int16)
        sides = self.sides[sides_for(s, side)]
        length = trace(h, goal, self.board.grid.neighbours, sides, through, queue, parent, out)
        return [int(x) for x in out[:length]]

    def traces(self, s: MonsterState, u: int, h: int) -> bool:
        """9.11: Romanians and Hungarians go by their own network."""
        nation = self.units.nation[u]
        if nation in self.geo.nation_sources:
            return bool(self.nation_network(s, nation)[h])
        return super().traces(s, u, h)

    def sources_for(self, s: MonsterState, group: Units) -> list[int]:
        """9.11: with Romanians or Hungarians in it, a group has those of their country alone."""
        found = super().sources_for(s, group)
        own = [
            self.geo.nation_sources[n].tolist() for u in group if (n := self.units.nation[u]) in self.geo.nation_sources
        ]
        return [h for h in found if all(h in sources for sources in own)]

    def state_at(self, s: MonsterState, u: int, h: int) -> int:
        """9.2, 9.3, 9.18: the supply state that a unit has, or would have, in a hex."""
        if u in s.supposed:
            return SUPPOSED[s.supposed[u]]
        if self.units.side[u] == SOVIET:
            fed = self.is_joined(s, SOVIET, h) or self.soviet_local(s, h) or bool(s.flags[u] & LANDED)
            return SUPPLIED if fed else OUT
        if self.traces(s, u, h):
            return ATTENUATED if self.geo.east[h] and self.heeds_line(s, u) else SUPPLIED
        return LIFTED if s.control[h] & AERIAL else OUT

    def state_of(self, s: MonsterState, u: int) -> int:
        """The supply state of a unit on the map."""
        return self.state_at(s, u, s.hex[u])

    def moving_state(self, s: MonsterState, u: int) -> int:
        """9.8, 15.4: what it was when the unit began to move this phase."""
        return s.began[u] or self.state_of(s, u)

    def battle_state(self, s: MonsterState, u: int, h: int, kind: int) -> int:
        """9.8, 15.4: the state in which a unit attacks from a hex."""
        if kind == MOBILE and s.began[u]:
            return int(s.began[u])
        return self.state_at(s, u, h)

    def place_state(self, s: MonsterState, h: int) -> int:
        """The supply state of a German place, for those who are to appear there."""
        if not self.is_joined(s, GERMAN, h):
            return OUT
        return ATTENUATED if self.geo.east[h] and not pause_served(s) else SUPPLIED

    def heeds_line(self, s: MonsterState, u: int) -> bool:
        """Whether the GAS Line means anything to a unit (9.19, 9.20)."""
        return not pause_served(s) and not is_concentrated(s, u)

    def rolls_gast(self, s: MonsterState, u: int, kind: int) -> bool:
        """9.6, 9.7, 9.18: who attacks from east of the line with supply of whatever kind."""
        if not self.heeds_line(s, u):
            return False
        state = self.battle_state(s, u, s.hex[u], kind)
        if state == LIFTED:
            start = s.origin[u] if kind == MOBILE and s.origin[u] >= 0 else s.hex[u]
            return bool(self.geo.east[start])
        return state == ATTENUATED

    def soviet_local(self, s: MonsterState, h: int) -> bool:
        """9.13, 9.17, 11.4: the ports, Oranienbaum by way of Leningrad, and who is still at sea."""
        if h in self.geo.ports or self.geo.sea[h]:
            return True
        return h == self.geo.oranienbaum and self.leningrad_supply(s) != "none"

    def leningrad_supply(self, s: MonsterState) -> str:
        """9.16: overland, over the lake, or none; none as well in German hands."""
        h = self.geo.leningrad
        if h < 0 or controller(s, h) != SOVIET:
            return "none"
        if self.overland(s, h):
            return "overland"
        return "lake" if self.is_joined(s, SOVIET, h) else "none"

    def cities_that_bar(self) -> Bytes:
        """9.4, 14.32: only enemy units close a hex."""
        return self.board.mask(())

    def has_own_lines(self, u: int) -> bool:
        return self.units.nation[u] in self.geo.nation_sources

    def is_supplied(self, s: MonsterState, u: int) -> bool:
        return self.state_of(s, u) != OUT

    def local_supply(self, s: MonsterState, h: int, side: int) -> bool:
        return side == SOVIET and self.soviet_local(s, h)

    def is_strained(self, s: MonsterState, u: int) -> bool:
        return self.state_of(s, u) != SUPPLIED

    def state_name(self, s: MonsterState, u: int) -> str:
        """9.2, 9.3: the supply state of a unit in words."""
        return STATE_NAMES[self.state_of(s, u)]


def sides_for(s: MonsterState, side: int) -> int:
    """9.14: over frozen lakes the Germans trace as the Soviets do."""
    return SOVIET if lakes_frozen(s) else side


def is_concentrated(s: MonsterState, u: int) -> bool:
    return is_marked(s, u, CONCENTRATED)
