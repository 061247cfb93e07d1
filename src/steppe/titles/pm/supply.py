"""9.0 Supply: lines of any length, three German states, lakes, ports, and who heeds the GAS Line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steppe.assault import weather
from steppe.assault.declarations import is_marked
from steppe.assault.stacks import controller
from steppe.assault.state import MOBILE
from steppe.assault.supply import lines_may_pass, network, spread, working_sources
from steppe.searches import Bytes, Ints, trace
from steppe.titles.pm import forts
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

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

NATIONS = "lines of nations"
"""The cache entry with the networks of those whose sources are not all of their side's (9.11)."""
OVERLAND = "overland"
"""The cache entry with the Soviet network that crosses no lake (9.16)."""
STATE_NAMES = {SUPPLIED: "supplied", ATTENUATED: "attenuated", LIFTED: "aerial supply", OUT: "out of supply"}


def closed_hexes(title: ProudMonster, s: MonsterState, side: int) -> Bytes:
    """9.4, 9.14, 14.29, 5.3: the sea; for Germans works and thawed lakes; for Soviets on turn 1 Hungary and Romania."""
    if side == SOVIET:
        return title.sea | title.southern_zomo if s.turn == 1 and not title.learning else title.sea
    closed = title.sea if title.learning else forts.bars_lines(title, s) | title.sea
    return closed if weather.lakes_frozen(s) else closed | title.lakes


def find_network(title: ProudMonster, s: MonsterState, side: int) -> Bytes:
    """9.2, 9.3: every hex joined to a source; in the learning game all are (0.1)."""
    if title.learning:
        return title.board.everywhere.copy()
    return flooded(title, s, side, working_sources(title, s, side))


def sides_for(s: MonsterState, side: int) -> int:
    """9.14: over frozen lakes the Germans trace as the Soviets do."""
    return SOVIET if weather.lakes_frozen(s) else side


def flooded(title: ProudMonster, s: MonsterState, side: int, sources: Ints) -> Bytes:
    found = np.empty(title.board.size, np.uint8)
    spread(title, sides_for(s, side), sources, lines_may_pass(title, s, side), found)
    return found


def nation_network(title: ProudMonster, s: MonsterState, nation: str) -> Bytes:
    """9.11: Romanians and Hungarians trace to the ZOMO of their own country alone."""
    lines = network(title, s, GERMAN)
    known: tuple[Bytes, dict[str, Bytes]] | None = s.cache.get(NATIONS)
    if known is None or known[0] is not lines:
        known = s.cache[NATIONS] = lines, {}
    if nation not in known[1]:
        known[1][nation] = flooded(title, s, GERMAN, title.nation_sources[nation])
    return known[1][nation]


def overland_network(title: ProudMonster, s: MonsterState) -> Bytes:
    lines = network(title, s, SOVIET)
    known: tuple[Bytes, Bytes] | None = s.cache.get(OVERLAND)
    if known is None or known[0] is not lines:
        found = np.empty(title.board.size, np.uint8)
        through = lines_may_pass(title, s, SOVIET) & title.no_lakes
        spread(title, GERMAN, working_sources(title, s, SOVIET), through, found)
        known = s.cache[OVERLAND] = lines, found
    return known[1]


def is_joined(title: ProudMonster, s: MonsterState, side: int, h: int) -> bool:
    """Whether a line can be traced from a hex; in the learning game it always can (0.1)."""
    return title.learning or bool(network(title, s, side)[h])


def overland(title: ProudMonster, s: MonsterState, h: int) -> bool:
    """8.13: a Soviet hex with a line that crosses no lake."""
    return title.learning or bool(overland_network(title, s)[h])


def line(title: ProudMonster, s: MonsterState, side: int, h: int) -> list[int]:
    """A shortest line, for showing."""
    through = lines_may_pass(title, s, side)
    goal = title.board.mask(working_sources(title, s, side).tolist()) & through
    queue, parent, out = np.empty((3, title.board.size), np.int16)
    sides = title.supply_sides[sides_for(s, side)]
    length = trace(h, goal, title.board.grid.neighbours, sides, through, queue, parent, out)
    return [int(x) for x in out[:length]]


# -- the states -------------------------------------------------------------------------------------------------------


def traces(title: ProudMonster, s: MonsterState, u: int, h: int) -> bool:
    """9.11: whether a unit's own lines lead from a hex to a source."""
    nation = title.units.nation[u]
    if nation in title.nation_sources and not title.learning:
        return bool(nation_network(title, s, nation)[h])
    return is_joined(title, s, title.units.side[u], h)


def state_at(title: ProudMonster, s: MonsterState, u: int, h: int) -> int:
    """9.2, 9.3, 9.18: the supply state that a unit has, or would have, in a hex."""
    if title.units.side[u] == SOVIET:
        fed = is_joined(title, s, SOVIET, h) or soviet_local(title, s, h) or bool(s.flags[u] & LANDED)
        return SUPPLIED if fed else OUT
    if traces(title, s, u, h):
        return ATTENUATED if title.east[h] and heeds_line(title, s, u) else SUPPLIED
    return LIFTED if s.control[h] & AERIAL else OUT


def state_of(title: ProudMonster, s: MonsterState, u: int) -> int:
    """The supply state of a unit on the map."""
    return state_at(title, s, u, s.hex[u])


def moving_state(title: ProudMonster, s: MonsterState, u: int) -> int:
    """9.8, 15.4: what it was when the unit began to move this phase."""
    return s.began[u] or state_of(title, s, u)


def battle_state(title: ProudMonster, s: MonsterState, u: int, h: int, kind: int) -> int:
    """9.8, 15.4: the state in which a unit attacks from a hex."""
    if kind == MOBILE and s.began[u]:
        return int(s.began[u])
    return state_at(title, s, u, h)


def place_state(title: ProudMonster, s: MonsterState, h: int) -> int:
    """The supply state of a German place, for those who are to appear there."""
    if not is_joined(title, s, GERMAN, h):
        return OUT
    return ATTENUATED if title.east[h] and not title.learning and not pause_served(s) else SUPPLIED


def is_concentrated(s: MonsterState, u: int) -> bool:
    return is_marked(s, u, CONCENTRATED)


def heeds_line(title: ProudMonster, s: MonsterState, u: int) -> bool:
    """Whether the GAS Line means anything to a unit (9.19, 9.20)."""
    return not title.learning and not pause_served(s) and not is_concentrated(s, u)


def rolls_gast(title: ProudMonster, s: MonsterState, u: int, kind: int) -> bool:
    """9.6, 9.7, 9.18: who attacks from east of the line with supply of whatever kind."""
    if not heeds_line(title, s, u):
        return False
    state = battle_state(title, s, u, s.hex[u], kind)
    if state == LIFTED:
        start = s.origin[u] if kind == MOBILE and s.origin[u] >= 0 else s.hex[u]
        return bool(title.east[start])
    return state == ATTENUATED


# -- 9.13 to 9.17: the Soviets ----------------------------------------------------------------------------------------


def soviet_local(title: ProudMonster, s: MonsterState, h: int) -> bool:
    """9.13, 9.17, 11.4: the ports, Oranienbaum by way of Leningrad, and who is still at sea."""
    if h in title.ports or title.sea[h]:
        return True
    return h == title.oranienbaum and leningrad_supply(title, s) != "none"


def leningrad_supply(title: ProudMonster, s: MonsterState) -> str:
    """9.16: overland, over the lake, or none; none as well in German hands."""
    h = title.leningrad
    if h < 0 or controller(s, h) != SOVIET:
        return "none"
    if overland(title, s, h):
        return "overland"
    return "lake" if is_joined(title, s, SOVIET, h) else "none"
