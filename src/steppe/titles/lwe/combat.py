"""9.22 to 9.30 and 11.0: what is particular to assaults here: who may attack, reductions, shifts, conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault import weather
from steppe.assault.combat import Battle, Part
from steppe.assault.shifts import is_concentric
from steppe.assault.stacks import units_in
from steppe.assault.state import FIGHT_MOVE, FIGHTING, MOBILE, PREPARED
from steppe.assault.weather import STRAITS
from steppe.events import Log
from steppe.orders import Order
from steppe.title import Refusal, Shift, Trouble
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import ACTIVE, DESTROYED, GERMAN, RESTING, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

MOBILE_PRICE = 6
FREE_RIVERS_UNTIL = 3
"""5.4: the last turn on which the German side ignores rivers."""
LEADERS = ("panzer", "panzer-grenadier")
RIVER, MARSH, CITY = 1, 2, 4
"""The reductions, each a halving (11.16, 11.17, 11.22)."""


# -- who may attack what ----------------------------------------------------------------------------------------------


def target_refusal(title: LandWithoutEnd, s: LandState, h: int, side: int, kind: int) -> Refusal | None:
    label = title.board.label(h)
    if side == SOVIET:
        if title.is_closed_in_romania(s, h):
            return Refusal("5.4e", "no Soviet attack into Romania on turn 1", Trouble.TIME)
        return None
    if supply.is_paused(s) and not title.zone_in(s, h):
        return Refusal("7.5b", "during the pause only hexes with a Fortified Zone may be attacked", Trouble.TIME)
    return mobile_target_refusal(title, s, h, label) if kind == MOBILE else None


def mobile_target_refusal(title: LandWithoutEnd, s: LandState, h: int, label: str) -> Refusal | None:
    """9.24, 11.23, 11.24: clear terrain, no city, no fortification, no mud or snow."""
    if title.city_mask[h]:
        return Refusal("9.24a", f"no mobile assault into the city of {label}", Trouble.TERRAIN)
    if title.zone_in(s, h):
        return Refusal("11.24a", f"a Fortified Zone in {label} bars mobile assaults", Trouble.TERRAIN)
    if title.is_fortified(s, h):
        return Refusal("11.23b", f"the fortified line in {label} bars mobile assaults", Trouble.TERRAIN)
    if weather.here(title, s, h) in (weather.MUD, weather.SNOW):
        return Refusal("9.24c", "no mobile assault into mud or snow", Trouble.TERRAIN)
    if title.board.terrain[h] == "marsh" and weather.here(title, s, h) != weather.FROST:
        return Refusal("9.24a", "no mobile assault into marsh unless it is frozen", Trouble.TERRAIN)
    return None


def attacker_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int, kind: int) -> Refusal | None:
    if title.units.side[u] == SOVIET:
        return None
    name = title.units.keys[u]
    if s.flags[u] & RESTING:
        return title.resting_refusal(s, u)
    if s.turn == 1 and s.hex[u] in title.romania:
        return Refusal("5.4a", f"{name} is in Romania and may not attack on turn 1", Trouble.TIME)
    if title.is_satellite[u] and h in title.north:
        return Refusal("11.40", f"{name} may not attack north of the sector line", Trouble.HEX)
    if s.concentration == ACTIVE and not supply.is_concentrated(s, u):
        return Refusal("7.6d", f"{name} has no supply concentration marker and may not attack", Trouble.SUPPLY)
    if kind == MOBILE:
        return mobile_side_refusal(title, s, s.hex[u], h)
    if title.units.kind[u] == "siege-artillery" and supply.state_of(title, s, u) != supply.REGULAR:
        return Refusal("11.26a", f"{name} attacks only in regular supply", Trouble.SUPPLY)
    return None


def mobile_side_refusal(title: LandWithoutEnd, s: LandState, start: int, h: int) -> Refusal | None:
    """9.24, 11.17, 11.19: rivers only on turns 1 to 3 and in frost, the straits never."""
    sides = title.board.side(start, h)
    if sides & STRAITS:
        return Refusal("11.19b", "no mobile assault across the straits", Trouble.TERRAIN)
    if "river" in sides and s.turn > FREE_RIVERS_UNTIL and weather.here(title, s, h) != weather.FROST:
        return Refusal("9.24b", "no mobile assault across a river after turn 3 unless it is frozen", Trouble.TERRAIN)
    return None


def assault_refusal(title: LandWithoutEnd, s: LandState, order: Order) -> Refusal | None:
    """11.37, 11.26: one satellite nation at most; the ArKo only with others of its hex."""
    nations = {title.units.nation[u] for u in order.units if title.is_satellite[u]}
    if len(nations) > 1:
        return Refusal("11.37", f"{' and '.join(sorted(nations))} units may not attack together", Trouble.UNIT)
    for u in order.units:
        alone = not any(v != u and s.hex[v] == s.hex[u] for v in order.units)
        if alone and title.units.kind[u] == "siege-artillery":
            return Refusal("11.26a", f"{title.units.keys[u]} attacks only with units of its hex", Trouble.UNIT)
    return None


# -- strengths --------------------------------------------------------------------------------------------------------


def attack_part(title: LandWithoutEnd, s: LandState, b: Battle, u: int, face: int, start: int) -> Part:
    """1.3, 11.12: what is halved together is added up first. The ArKo's dice are added last (11.26)."""
    value = title.units.attack[face][s.steps[u]]
    return (1, 0) if is_awkward(title, s, b, u, start) else (value, reductions(title, s, b, u, start))


def is_awkward(title: LandWithoutEnd, s: LandState, b: Battle, u: int, start: int) -> bool:
    """11.19: mechanized units across the straits attack with 1 each."""
    across = STRAITS & title.board.side(start, b.hex)
    return bool(across) and not weather.straits_frozen(s) and title.units.mobility[u] == "mech"


def reductions(title: LandWithoutEnd, s: LandState, b: Battle, u: int, start: int) -> int:
    """11.16, 11.17, 11.19, 11.22: every reason for which a unit's attack is halved."""
    sides = title.board.side(start, b.hex)
    thawed = weather.here(title, s, b.hex) in weather.THAWED
    found = 0
    if "river" in sides and thawed and not (b.side == GERMAN and s.turn <= FREE_RIVERS_UNTIL):
        found |= RIVER
    if sides & STRAITS and not weather.straits_frozen(s):
        found |= RIVER
    if title.board.terrain[b.hex] == "marsh" and thawed and title.units.mobility[u] == "mech":
        found |= MARSH
    if title.city_mask[b.hex] and title.units.kind[u] == "panzer" and title.units.nation[u] == "german":
        found |= CITY
    return found


def reduced(reduction: int, total: int) -> int:
    """1.3, 11.12: halves drop fractions, and nothing falls below one."""
    for _ in range(reduction.bit_count()):
        total = max(total // 2, min(total, 1))
    return total


def defence_value(title: LandWithoutEnd, s: LandState, b: Battle, u: int, face: int) -> int:
    """11.22: Soviet mechanized units and cavalry defend cities with 1 each."""
    if title.city_mask[b.hex] and b.side == GERMAN and title.units.mobility[u] in ("mech", "cavalry"):
        return 1
    return title.units.defence[face][s.steps[u]]


# -- shifts -----------------------------------------------------------------------------------------------------------


def shifts(title: LandWithoutEnd, s: LandState, b: Battle) -> list[Shift]:
    """11.11: all that apply, added up."""
    found = [*terrain_shifts(title, s, b), *fortification_shifts(title, s, b)]
    if b.side == GERMAN and b.kind == PREPARED and s.phase_order == FIGHT_MOVE:
        found.append(Shift("fight before moving", "5.3d", 1))
    if b.attacker_air:
        found.append(Shift("VIII FliegerKorps", "11.25a", 1))
    if b.defender_air:
        found.append(Shift("VIII FliegerKorps in defence", "11.25a", -1))
    if may_be_concentric(title, s, b.hex) and is_concentric(title, b):
        german = all(title.units.nation[u] == "german" for u in b.attackers)
        found.append(Shift("concentric assault", "11.27b", 2 if german else 1))
    return found


def terrain_shifts(title: LandWithoutEnd, s: LandState, b: Battle) -> list[Shift]:
    terrain = title.board.terrain[b.hex]
    if terrain == "forest":
        return [Shift("forest", "11.14", -1)]
    if terrain == "hills":
        return [Shift("hills", "11.15", -2)]
    if terrain == "marsh" and b.kind == PREPARED and weather.here(title, s, b.hex) in weather.THAWED:
        return [Shift("no cover in the marsh", "11.16b", 1)]
    return []


def fortification_shifts(title: LandWithoutEnd, s: LandState, b: Battle) -> list[Shift]:
    """11.21 to 11.24: towns help whoever defends them, fortifications the Soviets alone."""
    found = []
    if title.city_mask[b.hex]:
        found.append(Shift("city", "11.22a", -2))
    elif b.hex in title.large_towns:
        found.append(Shift("large town", "11.21", -1))
    if b.side == GERMAN and title.is_fortified(s, b.hex):
        found.append(Shift("fortified line", "11.23b", -1))
    if title.zone_in(s, b.hex):
        found.append(Shift("Fortified Zone", "11.24a", -1))
    return found


def may_be_concentric(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """11.27: not into a city, an intact fortified line, or a Fortified Zone's hex."""
    return not (title.city_mask[h] or title.is_fortified(s, h) or title.zone_in(s, h))


# -- results ----------------------------------------------------------------------------------------------------------


def forced_conversion(title: LandWithoutEnd, s: LandState, b: Battle, result: str) -> str:
    """11.22: into cities. 11.24: against a Fortified Zone in a large town."""
    if title.city_mask[b.hex] and result in ("AS", "DR"):
        return "AL1"
    if result == "DR" and b.hex in title.large_towns and title.zone_in(s, b.hex):
        return "AL1"
    return result


def conversion_choices(title: LandWithoutEnd, s: LandState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
    """11.38: in a prepared assault Germans may hold by losing a step."""
    if result != "DR" or b.side != SOVIET:
        return -1, ()
    return GERMAN, ("DR", "DL1") if hold_refusal(title, s, b) is None else ("DR",)


def hold_refusal(title: LandWithoutEnd, s: LandState, b: Battle) -> Refusal | None:
    if any(title.is_satellite[u] for u in b.defenders):
        return Refusal("11.38", "a force with satellite units cannot hold by losing a step", Trouble.UNIT)
    if sum(s.steps[u] for u in b.defenders) < 2:
        return Refusal("11.38", "the loss would eliminate the whole force", Trouble.UNIT)
    return None


def explain_conversion(title: LandWithoutEnd, s: LandState, b: Battle, word: str) -> Refusal:
    return hold_refusal(title, s, b) or Refusal("11.38", f"a DR is DR or DL1, not {word}", Trouble.UNIT)


def who_may_lose(title: LandWithoutEnd, s: LandState, force: list[int], result: str) -> list[int]:
    """11.31: the step that a mobile assault loses comes from a panzer or panzer grenadier division."""
    if s.battle_kind != MOBILE or result != "AL1":
        return force
    return [u for u in force if title.units.kind[u] in LEADERS] or force


def retreat_refusal(title: LandWithoutEnd, s: LandState, group: list[int], h: int) -> Refusal | None:
    """11.32, 11.33, 5.4: what closes a hex to a retreat here."""
    label = title.board.label(h)
    side = title.units.side[group[0]]
    grid = title.board.grid
    if s.battle_kind == MOBILE:
        attackers = {s.launch_hex}
    else:
        flags = s.vector("flags")
        attackers = {s.hex[int(u)] for u in (flags & FIGHTING).nonzero()[0] if s.hex[int(u)] >= 0}
    if any(grid.direction(h, a) >= 0 for a in attackers):
        return Refusal("11.32a", f"{label} is next to the attackers", Trouble.ENEMY)
    if STRAITS & title.board.side(s.battle_hex, h) and not weather.straits_frozen(s):
        return Refusal("11.33a", f"nobody retreats across the straits to {label}", Trouble.TERRAIN)
    if side == GERMAN and title.is_fortified(s, h):
        return Refusal("11.23e", f"an intact fortified line is in {label}", Trouble.TERRAIN)
    if side == SOVIET and title.is_closed_in_romania(s, h):
        return Refusal("5.4e", f"{label} lies in Romania, closed on turn 1", Trouble.TIME)
    return None


def destroy_fort(title: LandWithoutEnd, s: LandState, h: int, out: Log) -> None:
    """11.23: for good."""
    if title.is_fortified(s, h):
        s.control[h] |= DESTROYED
        supply.forget(s)
        out.add("fort destroyed", hex=h)


def zones_and_naval(title: LandWithoutEnd, s: LandState, h: int) -> list[int]:
    """The static units of a hex."""
    return [u for u in units_in(s, h) if title.units.mobility[u] == "static"]
