"""Where a mobile stack could stop, what that would bring, and what it could assault on the way."""

from __future__ import annotations

import numpy as np

from steppe.assault.combat import target_refusal
from steppe.assault.movement import cost_table, find_range, goals
from steppe.assault.state import MOBILE, AssaultState
from steppe.assault.supply import network
from steppe.bots.guards import shift_units
from steppe.bots.picture import Floats, Picture
from steppe.bots.searches import FAR, Field
from steppe.events import Log

Group = tuple[int, ...]
LOOKED_AT = 10
"""How many destinations are looked at closely."""
CUT = 0.3
"""What an enemy out of supply is worth, of what destroying him would be: he may yet get out."""
SHUT_IN = 0.7
"""The same of one who cannot leave his hex either: every way leads from ZOC to ZOC."""
SPEED = 2.5
"""What a MP nearer to the objective is worth."""


def stops(picture: Picture, stack: Group) -> dict[int, int]:
    """The hexes in which a stack may end its move, with the MP spent; its own among them."""
    title, s = picture.title, picture.s
    found = find_range(title, s, stack)
    if title.bound_hexes(s, stack) is None:
        start = s.hex[stack[0]]
        legal = {start, *(h for h in goals(title, s, stack) if title.has_room(s, stack, h))}
        found = {start: 0} | {h: spent for h, spent in found.items() if h in legal}
        if s.turn in title.doctrine.tightens:
            found = {h: spent for h, spent in found.items() if h == start or not fades(picture, h)}
    return found


def fades(picture: Picture, h: int) -> bool:
    """Whether a hex is in supply now and will not be next turn."""
    title, side = picture.title, picture.seat
    return title.is_joined(picture.s, side, h) and not title.is_joined(picture.later, side, h)


def best_destination(picture: Picture, stack: Group, field: Field, found: dict[int, int]) -> tuple[int, float]:
    """Where a mobile stack does most: nearer to its objective, or across the enemy's lines of supply."""
    ranked = sorted(found, key=lambda h: (field[h] - picture.prize(h), found[h], h))
    front = ranked[: LOOKED_AT // 2]
    others = [h for h in ranked[LOOKED_AT // 2 :] if field[h] <= field[ranked[0]] + 8]
    looked_at = front + others[:: max(1, 2 * len(others) // LOOKED_AT)]
    before = supplied_worth(picture, picture.s)
    best, best_score = ranked[0], -10.0 * FAR
    for h in looked_at:
        ghost = picture.s.clone()
        shift_units(picture.title, ghost, stack, h)
        picture.title.check_instant(ghost, Log())
        score = -SPEED * float(field[h]) + picture.prize(h) + CUT * (before - supplied_worth(picture, ghost))
        if ghost.winner == picture.seat:
            score += 10.0 * FAR
        if score > best_score:
            best, best_score = h, score
    return best, best_score


def supplied_worth(picture: Picture, s: AssaultState) -> float:
    """The worth of all enemies in supply."""
    if picture.foe_lives_off_the_land:
        return 0.0
    joined = network(picture.title, s, picture.foe)
    mask = picture.on_map & (picture.title.units.side_array == picture.foe)
    supplied = joined[picture.hexes[mask]] != 0
    return float((picture.attack[mask] + picture.defence[mask])[supplied].sum())


def hold_on(picture: Picture, s: AssaultState) -> float:
    """The worth of all enemies, less of those who are out of supply, least of those who cannot even get away."""
    if picture.foe_lives_off_the_land:
        return 0.0
    title, around = picture.title, picture.title.board.grid.neighbours
    power = picture.by_hex(picture.attack + picture.defence, picture.foe)
    hexes = np.flatnonzero(power)
    cut = network(title, s, picture.foe)[hexes] == 0
    lost = CUT * float(power[hexes[cut]].sum())
    if title.zoc_side == picture.seat and cut.any():
        zone, tops = s.vector("zoc") > 0, s.vector("top")
        closed = zone | ((tops >= 0) & (title.units.side_array[tops] == picture.seat))
        held = hexes[cut & zone[hexes]]
        shut = held[(closed[around[held]] | (around[held] < 0)).all(axis=1)]
        lost += (SHUT_IN - CUT) * float(power[shut].sum())
    return float(power.sum()) - lost


def traffic(picture: Picture) -> Floats:
    """The worth of the enemies that are fed through every hex, each stack by one shortest line."""
    found = np.zeros(picture.title.board.size)
    worth = picture.by_hex(picture.attack + picture.defence, picture.foe)
    for h in np.flatnonzero(worth).tolist():
        found[picture.title.supply_line(picture.s, picture.foe, h)] += worth[h]
    return found


def launches(picture: Picture, stack: Group, found: dict[int, int]) -> dict[int, tuple[int, int, int]]:
    """The enemy hexes that a stack could assault, each from the launch hex that costs least: launch, MP there, MP left.

    The rules are asked about the stack as if it stood in the launch hex already.
    """
    title, s, seat = picture.title, picture.s, picture.seat
    costs = cost_table(title, s, seat, frozenset(title.units.mobility[u] for u in stack))
    have = max((mode.allowance for mode in title.movement_modes(s, stack) if mode.costs is None), default=0)
    around = title.board.grid.around
    ghost = s.clone()
    open_to_us: dict[int, bool] = {}
    cheapest: dict[int, tuple[int, int, int]] = {}
    for launch, spent in found.items():
        for d, target in enumerate(around[launch]):
            if target < 0 or picture.occupier[target] != picture.foe or not costs[launch, d]:
                continue
            if target not in open_to_us:
                open_to_us[target] = target_refusal(title, s, target, seat, MOBILE) is None
            if not open_to_us[target]:
                continue
            for u in stack:
                ghost.hex[u], ghost.spent[u] = launch, s.spent[u] + spent
            left = have - spent - title.mobile_price(ghost, stack, target)
            if left < 0 or (target in cheapest and left <= cheapest[target][2]):
                continue
            if all(title.attacker_refusal(ghost, u, target, MOBILE) is None for u in stack):
                cheapest[target] = launch, spent, left
    return cheapest
