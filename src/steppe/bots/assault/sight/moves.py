"""Who may yet move, where a stack could stop, and what it could assault on the way."""

from __future__ import annotations

from steppe.assault.movement import has_finished
from steppe.assault.state import HALTED, MOBILE, MOVED
from steppe.bots.assault.sight.situation import Group, Situation


def movable_stacks(situation: Situation, finished: set[int]) -> list[Group]:
    """The stacks that may yet move, those under way first, then those nearest to the enemy; foot and mobile apart."""
    title, s = situation.title, situation.s
    found: dict[tuple[int, int, bool], list[int]] = {}
    for u in title.side_units[situation.seat]:
        if s.hex[u] < 0 or u in finished or s.flags[u] & HALTED or has_finished(s, u):
            continue
        if title.movement.can_go_on(s, u) and title.movement.mover_refusal(s, u) is None:
            found.setdefault((s.hex[u], s.origin[u], title.combat.may_assault_mobile(s, u)), []).append(u)
    far = situation.foe_distance
    keys = sorted(found, key=lambda k: (not s.flags[found[k][0]] & MOVED, int(far[k[0]]), k))
    return [tuple(found[key]) for key in keys]


def stops(situation: Situation, stack: Group) -> dict[int, int]:
    """The hexes in which a stack may end its move, with the MP spent; its own among them."""
    title, s = situation.title, situation.s
    found = title.ranges.find_range(s, stack)
    if title.movement.bound_hexes(s, stack) is None:
        start = s.hex[stack[0]]
        legal = {start, *(h for h in title.ranges.goals(s, stack) if title.stacking.has_room(s, stack, h))}
        found = {start: 0} | {h: spent for h, spent in found.items() if h in legal}
        if s.turn in situation.doctrine.tightens:
            found = {h: spent for h, spent in found.items() if h == start or not loses_supply_next_turn(situation, h)}
    return found


def loses_supply_next_turn(situation: Situation, h: int) -> bool:
    """Whether a hex is in supply now and will not be next turn."""
    title, side = situation.title, situation.seat
    return title.supply.is_joined(situation.s, side, h) and not title.supply.is_joined(situation.next_turn, side, h)


def mobile_targets(situation: Situation, stack: Group, found: dict[int, int]) -> dict[int, tuple[int, int, int]]:
    """The enemy hexes that a stack could assault, each from the launch hex that costs least: launch, MP there, MP left.

    The rules are asked about the stack as if it stood in the launch hex already.
    """
    title, s, seat = situation.title, situation.s, situation.seat
    costs = title.terrain.cost_table(s, seat, frozenset(title.units.mobility[u] for u in stack))
    have = max((mode.allowance for mode in title.ranges.new_group(s, stack).modes if mode.costs is None), default=0)
    around = title.board.grid.around
    ghost = s.clone()
    open_to_us: dict[int, bool] = {}
    cheapest: dict[int, tuple[int, int, int]] = {}
    for launch, spent in found.items():
        for d, target in enumerate(around[launch]):
            if target < 0 or situation.occupier[target] != situation.foe or not costs[launch, d]:
                continue
            if target not in open_to_us:
                open_to_us[target] = title.combat.target_refusal(s, target, seat, MOBILE) is None
            if not open_to_us[target]:
                continue
            for u in stack:
                ghost.hex[u], ghost.spent[u] = launch, s.spent[u] + spent
            left = have - spent - title.combat.mobile_price(ghost, stack, target)
            if left < 0 or (target in cheapest and left <= cheapest[target][2]):
                continue
            if all(title.combat.unfit_attacker(ghost, u, target, MOBILE) is None for u in stack):
                cheapest[target] = launch, spent, left
    return cheapest
