"""Movement: factors, costs, ranges, and who may move with whom.

A *group* is a set of units that began the phase in one hex, are in one hex now and move as one. The search that
lights up its range is the search that judges its move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steppe.assault.stacks import pass_through, relocate, side_in
from steppe.assault.state import FINISHED, HALTED, MOVED, MOVEMENT_FLAGS, AssaultState
from steppe.assault.supply import in_supply
from steppe.events import Log
from steppe.orders import About, Order
from steppe.searches import NO_ZOC, ZOC_STOPS, Bytes, reach
from steppe.title import Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules

CLOSED = 0
REACH = "reach"
"""The cache entry that says which search the scratch space holds."""
TRIES = 4
"""How many of a group's destinations a player who moves at random looks at."""


class Mode(NamedTuple):
    """A way of moving: so many MP, within these hexes, at costs of its own (None: those of the ground)."""

    allowance: int
    within: Bytes
    costs: Bytes | None = None
    wins_ties: bool = False
    """Whether it is chosen where another mode would come as cheaply to the same hex."""


class Way(NamedTuple):
    """How a group comes to a hex."""

    steps: tuple[tuple[int, int], ...]
    """The hexes entered, each with the MP spent so far, the last first."""
    ends_move: bool = False
    """A step that takes everything the group has."""

    def __bool__(self) -> bool:
        return bool(self.steps)


NO_WAY = Way(())


def cost_table(title: Rules, s: AssaultState, side: int, mobilities: frozenset[str]) -> Bytes:
    """MP for leaving each hex through each side, for a group of these mobility classes; 0 where it may not go.

    A group of several classes pays what the worst off of them pays.
    """
    key = ("cost", side, mobilities, title.ground(s))
    found: Bytes | None = title.tables.get(key)
    if found is None:
        each = [title.make_costs(s, side, mobility) for mobility in sorted(mobilities)]
        found = np.max(each, axis=0)
        found[np.min(each, axis=0) == CLOSED] = CLOSED
        title.tables[key] = found
    return found


def plain_costs(title: Rules, mobility: str) -> Bytes:
    """The costs of one class where neither side, turn nor weather changes them: hex entered and hexside crossed."""
    board = title.board
    entry = np.array([title.terrain_cost(mobility, terrain) for terrain in board.terrain], np.int16)
    neighbours = board.grid.neighbours
    costs = np.where(neighbours >= 0, entry[neighbours], CLOSED)
    passable = costs != CLOSED
    for kind in board.kinds_of_side:
        extra, lies = title.side_cost(mobility, kind), board.side_table(kind) != 0
        if extra is None:
            passable &= ~lies
        else:
            costs += lies * np.int16(extra)
    found: Bytes = (costs * passable).astype(np.uint8)
    return found


def mp_left(title: Rules, s: AssaultState, u: int) -> int:
    return title.movement_factor(s, u) - s.spent[u]


def find_range(title: Rules, s: AssaultState, group: About) -> dict[int, int]:
    """Every hex a group can move to from where it is, with the MP spent; whether it may move is another question."""
    found: dict[int, int] = {}
    for mode in title.movement_modes(s, group):
        count = run_reach(title, s, group, mode)
        scratch = title.board.scratch
        hexes = scratch.reached[:count]
        for h, spent in zip(hexes.tolist(), scratch.spent[hexes].tolist(), strict=True):
            found.setdefault(h, spent)
    for h, spent in title.single_steps(s, group).items():
        found.setdefault(h, spent)
    return found


def destinations(title: Rules, s: AssaultState, group: About) -> list[int]:
    """The hexes of a group's range other than its own, without their costs."""
    modes = title.movement_modes(s, group)
    steps = title.single_steps(s, group)
    reached = title.board.scratch.reached
    if len(modes) == 1 and not steps:
        found: list[int] = reached[1 : run_reach(title, s, group, modes[0])].tolist()
        return found
    every = [h for mode in modes for h in reached[: run_reach(title, s, group, mode)].tolist()]
    here = s.hex[group[0]]
    return [h for h in dict.fromkeys((*every, *steps)) if h != here]


def goals(title: Rules, s: AssaultState, group: About) -> list[int]:
    """The hexes that a group may be ordered to: where it can go, may stop, and as far as no duty binds it."""
    bound = title.bound_hexes(s, group)
    found: list[int] = []
    seen = {s.hex[group[0]]: 0}
    for mode in title.movement_modes(s, group):
        count = run_reach(title, s, group, mode)
        hexes = title.board.scratch.reached[:count]
        costs = dict(zip(hexes.tolist(), title.board.scratch.spent[hexes].tolist(), strict=True))
        fresh = [h for h, cost in costs.items() if h not in seen or (mode.wins_ties and 0 < cost <= seen[h])]
        if mode.wins_ties:
            again = set(fresh)
            found = [h for h in found if h not in again]
        seen.update((h, costs[h]) for h in fresh)
        found += title.stopping_places(s, group, fresh)
    for h, spent in title.single_steps(s, group).items():
        if h not in seen and title.stop_refusal(s, group, Way(((h, spent),), True)) is None:
            found.append(h)
    return found if bound is None else [h for h in found if h in bound]


def random_goal(title: Rules, s: AssaultState, group: About, rng: random.Random) -> int | None:
    """One of a group's goals, found without looking at all of them; None if luck does not find one."""
    bound = title.bound_hexes(s, group)
    found = destinations(title, s, group)
    if bound is not None:
        found = [h for h in found if h in bound]
    for _ in range(min(TRIES, len(found))):
        h = found[int(rng.random() * len(found))]
        if title.stop_refusal(s, group, route(title, s, group, h)) is None:
            return h
    return None


def route(title: Rules, s: AssaultState, group: About, goal: int) -> Way:
    """The way to a hex; none if it is out of reach."""
    scratch = title.board.scratch
    best = NO_WAY
    for mode in title.movement_modes(s, group):
        if best and not mode.wins_ties:
            continue
        if still_there(title, s, group, mode) or run_reach(title, s, group, mode):
            if scratch.spent[goal] <= 0 or (best and scratch.spent[goal] > best.steps[0][1]):
                continue
            steps, h = [], goal
            while scratch.parent[h] >= 0:
                steps.append((h, int(scratch.spent[h])))
                h = int(scratch.parent[h])
            best = Way(tuple(steps))
    if best:
        return best
    spent = title.single_steps(s, group).get(goal)
    return NO_WAY if spent is None else Way(((goal, spent),), True)


def whole_moves(
    title: Rules, s: AssaultState, group: About, within: Bytes, straits: Bytes, *, everywhere: bool = False
) -> dict[int, int]:
    """The hexes that a group may enter only by giving up its whole move, with those MP.

    Such as cost more than it has, and those behind straits, which it crosses only from where the phase began;
    ``everywhere``: all its neighbours.
    """
    if any(s.spent[u] or s.flags[u] & MOVED for u in group):
        return {}
    allowance = min(mp_left(title, s, u) for u in group)
    if allowance < 1:
        return {}
    side = title.units.side[group[0]]
    here = s.hex[group[0]]
    costs = cost_table(title, s, side, frozenset(title.units.mobility[u] for u in group))
    prices, crossings = costs[here].tolist(), straits[here].tolist()
    if max(prices) <= allowance and not everywhere and not any(crossings):
        return {}
    weight = sum(title.units.points[u] for u in group)
    found = {}
    for d, h in title.board.grid.adjacent(here):
        price = prices[d]
        if crossings[d] and price == CLOSED:
            price = allowance
        elif price == CLOSED or (price <= allowance and not everywhere):
            continue
        if not within[h] or side_in(title, s, h) == 1 - side or s.load[h] + weight > title.passing_limit[h]:
            continue
        if not title.terrain_bar(s, group[0], h):
            found[h] = min(price, allowance)
    return found


def run_reach(title: Rules, s: AssaultState, group: About, mode: Mode) -> int:
    """One compiled search; its results lie in the board's scratch space."""
    if mode.allowance < 0:
        return 0
    board = title.board
    board.searched += 1
    s.cache[REACH] = board.searched, group, mode.allowance, id(mode.within), id(mode.costs)
    units = title.units
    side = units.side[group[0]]
    if len(group) == 1:
        weight, mobilities = units.points[group[0]], title.lone_mobility[units.mobility[group[0]]]
    else:
        weight = sum(units.points[u] for u in group)
        mobilities = frozenset(units.mobility[u] for u in group)
    count: int = reach(
        s.hex[group[0]],
        mode.allowance,
        weight,
        side,
        ZOC_STOPS if title.zoc_side == 1 - side else NO_ZOC,
        board.grid.neighbours,
        cost_table(title, s, side, mobilities) if mode.costs is None else mode.costs,
        s.vector("top"),
        units.side_array,
        s.vector("load"),
        title.passing_limit,
        s.vector("zoc"),
        mode.within,
        *board.scratch,
    )
    return count


def still_there(title: Rules, s: AssaultState, group: About, mode: Mode) -> bool:
    """Whether the scratch space still holds this very search: who picks, judges and makes a move searches once."""
    return s.cache.get(REACH) == (
        title.board.searched,
        group,
        mode.allowance,
        id(mode.within),
        id(mode.costs),
    )


# -- who may move ---------------------------------------------------------------------------------------------------


def mover_refusal(title: Rules, s: AssaultState, u: int) -> Refusal | None:
    """Why a unit may not move now (where it could go is another question)."""
    cite = title.cite
    name = title.units.keys[u]
    if title.units.side[u] != s.frame()[1]:
        return Refusal(cite["own phase only"], f"{name} is not yours to move in this phase", Trouble.UNIT)
    if s.hex[u] < 0:
        return Refusal(cite["own phase only"], f"{name} is not on the map", Trouble.UNIT)
    flags = s.flags[u]
    if flags & HALTED:
        return title.halted_refusal(s, u)
    if has_finished(s, u):
        return Refusal(
            cite["one mover at a time"],
            f"{name} has moved, and another stack has moved since; its move is over",
            Trouble.TIME,
        )
    if not flags & MOVED and title.needs_supply_to_move(s, u) and not in_supply(title, s, u):
        return Refusal(cite["out of supply moves"], f"{name} is out of supply and has no MP", Trouble.SUPPLY)
    return title.mover_refusal(s, u)


def has_finished(s: AssaultState, u: int) -> bool:
    """Whether another stack has begun to move since a unit moved."""
    return bool(s.flags[u] & FINISHED or (s.flags[u] & MOVED and s.origin[u] != s.parent))


def group_refusal(title: Rules, s: AssaultState, group: About) -> Refusal | None:
    """Why some units may not move as one stack."""
    if not group or len(set(group)) != len(group):
        return Refusal(title.cite["stack movement"], "a move needs units, each named once", Trouble.UNIT)
    for u in group:
        refusal = mover_refusal(title, s, u)
        if refusal:
            return refusal
    if len({s.hex[u] for u in group}) > 1 or len({s.origin[u] for u in group}) > 1:
        return Refusal(
            title.cite["stack movement"], "only units that began the phase together move together", Trouble.UNIT
        )
    return None


def move_refusal(title: Rules, s: AssaultState, order: Order) -> Refusal | None:
    refusal = group_refusal(title, s, order.units)
    if refusal:
        return refusal
    if order.start != s.hex[order.units[0]]:
        where = title.board.label(s.hex[order.units[0]])
        return Refusal(title.cite["hex by hex"], f"{title.units.keys[order.units[0]]} is in {where}", Trouble.HEX)
    if order.hex == order.start:
        return Refusal(title.cite["hex by hex"], "a move ends in another hex", Trouble.HEX)
    way = route(title, s, order.units, order.hex)
    if way:
        bound = title.bound_hexes(s, order.units)
        if bound is None or order.hex in bound:
            return title.stop_refusal(s, order.units, way)
        return Refusal(title.cite["duty"], "this group is needed where it can attack", Trouble.DUTY)
    return explain_unreachable(title, s, order.units, order.hex)


def explain_unreachable(title: Rules, s: AssaultState, group: About, h: int) -> Refusal:
    """Why a hex is out of a group's reach: the rule that closes it, or else the points it would take."""
    cite, board = title.cite, title.board
    label = board.label(h)
    side = title.units.side[group[0]]
    start = s.hex[group[0]]
    mobilities = frozenset(title.units.mobility[u] for u in group)
    occupier = side_in(title, s, h)
    if occupier == 1 - side:
        return Refusal(cite["enemy units block"], f"enemy units are in {label}", Trouble.ENEMY)
    terrain = next(filter(None, (title.terrain_bar(s, u, h) for u in group)), "")
    if terrain:
        return Refusal(cite[f"{terrain} closed"], f"{label} is {terrain}, closed to this group", Trouble.TERRAIN)
    weight = sum(title.units.points[u] for u in group)
    if occupier == side and s.load[h] + weight > title.passing_limit[h]:
        return Refusal(cite["stacking limit"], f"{label} would be overstacked", Trouble.STACKING)
    have = max((mode.allowance for mode in title.movement_modes(s, group)), default=0)
    if board.grid.direction(start, h) >= 0:
        kind = next(filter(None, (title.side_bar(s, u, start, h) for u in group)), "")
        if kind:
            return Refusal(cite[f"{kind} closed"], f"a {kind} hexside lies before {label}", Trouble.TERRAIN)
        if title.zoc_side == 1 - side and s.zoc[start] and s.zoc[h]:
            return Refusal(cite["zoc to zoc"], f"{label} is a ZOC hex next to a ZOC hex", Trouble.ENEMY)
        cost = cost_table(title, s, side, mobilities)[start, board.grid.direction(start, h)]
        plain = max((mode.allowance for mode in title.movement_modes(s, group) if mode.costs is None), default=0)
        if cost > plain:
            rule = cite["no minimum move"] if not any(s.spent[u] for u in group) else cite["points spent"]
            return Refusal(rule, f"{label} costs {cost} MP and {max(plain, 0)} are left", Trouble.POINTS)
    special = title.explain_special_range(s, group, h)
    if special:
        return special
    ghost = s.clone()
    if title.zoc_side == 1 - side:
        ghost.vector("zoc")[:] = 0
        if h in find_range(title, ghost, group):
            return Refusal(cite["zoc stops"], f"every way to {label} leads through a ZOC hex first", Trouble.ENEMY)
    ghost = s.clone()
    ghost.vector("load")[:] = 0
    if h in find_range(title, ghost, group):
        return Refusal(
            cite["full hexes block"], f"every way to {label} leads through a hex with no room left", Trouble.STACKING
        )
    return Refusal(cite["points spent"], f"{label} is out of reach with {max(have, 0)} MP", Trouble.POINTS)


# -- carrying out ---------------------------------------------------------------------------------------------------


def begin_movement(title: Rules, s: AssaultState, side: int) -> None:
    """Nobody has moved yet; every unit remembers where it begins."""
    s.vector("flags")[:] &= ~MOVEMENT_FLAGS
    s.vector("spent")[:] = 0
    s.vector("origin")[:] = s.vector("hex")
    s.parent = -1


def carry_out_move(title: Rules, s: AssaultState, order: Order, out: Log) -> None:
    """Move a group hex by hex; whatever happens on the way happens at once (control, sudden victories)."""
    group = order.units
    way = route(title, s, group, order.hex)
    side = title.units.side[group[0]]
    start_parent(s, group)
    base = [s.spent[u] for u in group]
    steps = list(way.steps)
    out.add("moved", units=group, start=order.start, path=tuple(h for h, _ in reversed(steps)), spent=steps[0][1])
    came_from = order.start
    while steps and s.winner < 0:
        h, spent = steps.pop()
        if steps and title.passes_quietly(s, side, order.start, h):
            pass_through(s, h, side)
            title.moved_into(s, group, came_from, h, out)
            came_from = h
            continue
        relocate(title, s, group, h, out)
        for u, before in zip(group, base, strict=True):
            s.spent[u] = before + spent
        title.moved_into(s, group, came_from, h, out)
        came_from = h
        if way.ends_move or (title.zoc_side == 1 - side and s.zoc[h]):
            for u in group:
                s.flags[u] |= HALTED
        title.check_instant(s, out)


def start_parent(s: AssaultState, group: About) -> None:
    """From now on only the units that began where this group began may go on moving.

    Who moved from there before some other stack did has finished, though a mate left behind may begin only now.
    """
    if s.parent != s.origin[group[0]]:
        flags = s.vector("flags")
        flags[(flags & MOVED) != 0] |= FINISHED
        s.parent = s.origin[group[0]]
    for u in group:
        s.flags[u] |= MOVED


def movable(title: Rules, s: AssaultState) -> list[int]:
    """The units that may begin or go on to move and have MP left."""
    seat = s.frame()[1]
    flags, hexes = s.flags, s.hex
    found = []
    for u in title.side_units[seat]:
        if hexes[u] < 0 or flags[u] & (HALTED | FINISHED):
            continue
        if title.can_go_on(s, u) and mover_refusal(title, s, u) is None:
            found.append(u)
    return found


def groups_with(title: Rules, s: AssaultState, movers: list[int]) -> Iterator[About]:
    """Every group that may move as one, hex by hex, the small ones first."""
    stacks: dict[tuple[int, int], list[int]] = {}
    for u in movers:
        stacks.setdefault((s.hex[u], s.origin[u]), []).append(u)
    for stack in stacks.values():
        for size in range(1, len(stack) + 1):
            yield from combinations(stack, size)
