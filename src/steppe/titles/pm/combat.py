"""14.0 and 15.0: what is particular to assaults here: who may attack, strengths, shifts, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from steppe.assault import weather
from steppe.assault.combat import CERTAIN, Battle, Chances, Part
from steppe.assault.phases import Combat
from steppe.assault.shifts import all_across, is_concentric
from steppe.assault.stacks import overstacked
from steppe.assault.state import FIGHTING, HIDDEN, MOBILE, PREPARED
from steppe.assault.units import UNKNOWN
from steppe.assault.weather import STRAITS
from steppe.events import Log
from steppe.orders import Order
from steppe.title import Refusal, Shift, Trouble
from steppe.titles.pm import forts, movement, sea, supply
from steppe.titles.pm.state import (
    GERMAN,
    HEDGEHOG,
    LANDED,
    OUT,
    RESTING,
    SIXTH_CORPS,
    SOVIET,
    VIII_CORPS,
    MonsterState,
    is_paused,
)

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

TANKS = frozenset({"panzer", "TD", "TB", "GTB"})
ARMOUR = TANKS | {"assault-gun", "recon"}
"""Whom marsh and straits hamper (14.18, 14.20), and who takes motorized units along on a mobile assault (15.1)."""
MOTORIZED = frozenset({"motorized", "MRD", "MRB", "GMRD"})
CAVALRY = frozenset({"CD", "GCD"})
"""Soviet cavalry (14.36, 15.12)."""
CUT_OFF, MARSH, FLAK = 1, 2, 4
"""The reductions, each a halving (9.7, 14.18, 10.1)."""
MOBILE_PRICE = (7, 4)
"""15.2, by side."""
FIRST_TURN_PRICE = 6
SIXTH_CORPS_FACTOR = 5
AUTUMN, DECEMBER = range(6, 12), 12
"""The turns of the season's modifiers (17.10)."""
ELIMINATED = "E"
MOST_LOST, MOST_KILLED = 8, 11
RESULTS = tuple(f"{a}/{d}" for a in range(MOST_LOST + 1) for d in (*range(MOST_KILLED + 1), ELIMINATED))
"""Every result that the table, a city (14.23) and the ArKo (14.41) can make."""


# -- who may attack what ----------------------------------------------------------------------------------------------


def target_refusal(title: ProudMonster, s: MonsterState, h: int, side: int, kind: int) -> Refusal | None:
    if side == SOVIET:
        if s.turn == 1 and title.southern_zomo[h] and not title.learning:
            return Refusal("5.3b", "no Soviet attack into Hungary or Romania on turn 1", Trouble.TIME)
        if kind == PREPARED and h != s.invaded and sea.at_sea(title, s):
            where = title.board.label(s.invaded)
            return Refusal("14.5", f"the invasion of {where} is fought before all others", Trouble.DUTY)
    elif is_paused(s):
        return Refusal("9.19b", "no German attacks during the pause", Trouble.TIME)
    if kind == MOBILE and title.learning:
        return Refusal("0.1", "there are no mobile assaults in the learning game", Trouble.TIME)
    return mobile_target_refusal(title, s, h) if kind == MOBILE else None


def mobile_target_refusal(title: ProudMonster, s: MonsterState, h: int) -> Refusal | None:
    """15.3, 13.5, 13.7: no mobile assault into thawed marsh, nor in mud or snow."""
    now = weather.here(title, s, h)
    if now == weather.MUD:
        return Refusal("13.5", "no mobile assaults in mud", Trouble.TERRAIN)
    if now == weather.SNOW:
        return Refusal("13.7e", "no mobile assaults in snow", Trouble.TERRAIN)
    if title.board.terrain[h] == "marsh" and now in weather.THAWED:
        return Refusal("15.3a", "no mobile assault into marsh unless it is frozen", Trouble.TERRAIN)
    return None


def idle_refusal(title: ProudMonster, s: MonsterState, u: int) -> Refusal | None:
    """Why a unit of the German side does nothing this player turn, neither move nor attack."""
    name = title.units.keys[u]
    if s.flags[u] & RESTING:
        if title.units.mobility[u] == "mech":
            return Refusal("8.20b", f"{name} refits this player turn", Trouble.TIME)
        return Refusal("9.18c", f"{name} has taken replacements that came by air", Trouble.TIME)
    if s.turn == 1 and title.southern_zomo[s.hex[u]] and not title.learning:
        return Refusal("5.3a", f"{name} is in Hungary or Romania and stays idle on turn 1", Trouble.TIME)
    if s.control[s.hex[u]] & HEDGEHOG:
        return Refusal("14.40d", f"{name} is in a hedgehog", Trouble.TIME)
    return None


def attacker_refusal(title: ProudMonster, s: MonsterState, u: int, h: int, kind: int) -> Refusal | None:
    name = title.units.keys[u]
    if title.units.side[u] == SOVIET:
        if s.flags[u] & LANDED and not (title.sea[s.hex[u]] and h == s.invaded):
            return Refusal("11.2c", f"{name} has moved by sea and does not attack this turn", Trouble.TIME)
    else:
        refusal = idle_refusal(title, s, u) or nation_refusal(title, u, h)
        if refusal:
            return refusal
        if title.units.kind[u] == "flak":
            return Refusal("10.1a", f"{name} never attacks", Trouble.UNIT)
        if s.concentration and not supply.is_concentrated(s, u):
            return Refusal("9.20c", f"{name} has no supply concentration marker and may not attack", Trouble.SUPPLY)
    return mobile_side_refusal(title, s.hex[u], h) if kind == MOBILE else None


def nation_refusal(title: ProudMonster, u: int, h: int) -> Refusal | None:
    """7.2 to 7.4: satellites attack in the south only."""
    if not title.is_satellite[u] or title.learning:
        return None
    name, nation = title.units.keys[u], title.units.nation[u]
    if title.northern[h]:
        return Refusal(title.NORTH_RULES[nation], f"{name} never attacks on to the north map", Trouble.HEX)
    return None


def mobile_side_refusal(title: ProudMonster, start: int, h: int) -> Refusal | None:
    """15.3, 6.5: never across the straits, nor from city hex to city hex."""
    if title.board.side(start, h) & STRAITS:
        return Refusal("15.3a", "no mobile assault across the straits", Trouble.TERRAIN)
    if title.city_mask[start] and title.city_mask[h]:
        return Refusal("15.3a", "no mobile assault from one city hex into another", Trouble.TERRAIN)
    return None


def assault_refusal(title: ProudMonster, s: MonsterState, order: Order, kind: int) -> Refusal | None:
    """7.2 to 7.4, 14.41, 15.1, 15.7: one satellite nation, the ArKo with others, motorized units with armour."""
    units = title.units
    nations = {units.nation[u] for u in order.units if title.is_satellite[u]} if not title.learning else set()
    if len(nations) > 1:
        rule = "7.4c" if "hungarian" in nations else "7.2c" if "italian" in nations else "7.3c"
        return Refusal(rule, f"{' and '.join(sorted(nations))} units may not attack together", Trouble.UNIT)
    for u in order.units:
        if units.kind[u] == "siege-artillery" and not any(v != u and s.hex[v] == s.hex[u] for v in order.units):
            return Refusal("14.41b", f"{units.keys[u]} attacks only with units of its hex", Trouble.UNIT)
    if kind == PREPARED:
        return None
    kinds = {units.kind[u] for u in order.units}
    if kinds & MOTORIZED and not kinds & ARMOUR:
        return Refusal("15.1a", "motorized units need a tank, assault gun or recon unit with them", Trouble.UNIT)
    launch = s.hex[order.units[0]]
    if launch in overstacked(title, s):
        return Refusal("15.7", f"{title.board.label(launch)} is overstacked", Trouble.STACKING)
    return None


def may_assault_mobile(title: ProudMonster, u: int) -> bool:
    """15.1, 15.12: mechanized units but for flak and satellites, and Soviet cavalry."""
    if title.units.kind[u] in CAVALRY:
        return True
    return title.units.mobility[u] == "mech" and title.units.kind[u] != "flak" and not title.is_satellite[u]


def explain_immobile(title: ProudMonster, u: int) -> Refusal:
    name = title.units.keys[u]
    if title.units.kind[u] == "flak":
        return Refusal("10.1a", f"{name} never attacks", Trouble.UNIT)
    if title.is_satellite[u]:
        return Refusal("15.1b", f"{title.units.nation[u]} units make no mobile assaults", Trouble.UNIT)
    return Refusal("15.1a", f"{name} is not mechanized", Trouble.UNIT)


def leads_mobile(title: ProudMonster, u: int) -> bool:
    kind = title.units.kind[u]
    return (kind in ARMOUR and not title.is_satellite[u]) or kind in CAVALRY


def mobile_price(title: ProudMonster, s: MonsterState, group: tuple[int, ...], h: int) -> int:
    """15.2, 5.6: so much whatever the terrain, and what the river costs."""
    side = title.units.side[group[0]]
    first = side == GERMAN and s.turn == 1
    price = FIRST_TURN_PRICE if first else MOBILE_PRICE[side]
    river = "river" in title.board.side(s.hex[group[0]], h)
    if river and not first and weather.here(title, s, h) in weather.THAWED:
        price += max(title.river_cost(title.units.mobility[u]) for u in group)
    return price


# -- strengths --------------------------------------------------------------------------------------------------------


def is_cut(title: ProudMonster, s: MonsterState, u: int, h: int, kind: int) -> bool:
    return not title.learning and supply.battle_state(title, s, u, h, kind) == OUT


def attack_part(title: ProudMonster, s: MonsterState, b: Battle, u: int, face: int, start: int) -> Part:
    """9.7, 14.12, 14.17 to 14.20, 10.1: what is halved together is added up first."""
    value, kind = title.units.attack[face][s.steps[u]], title.units.kind[u]
    terrain = title.board.terrain[b.hex]
    if terrain == "hills" and title.units.mobility[u] == "mountain" and not title.learning:
        value = max(value, title.units.defence[face][s.steps[u]])
    reduction = CUT_OFF if is_cut(title, s, u, start, b.kind) else 0
    if kind in ARMOUR and STRAITS & title.board.side(start, b.hex) and not weather.straits_frozen(s):
        return 1, reduction
    if kind in ARMOUR and terrain == "marsh" and weather.here(title, s, b.hex) in weather.THAWED:
        reduction |= MARSH
    if kind in TANKS and b.side == SOVIET and has_flak(title, s, b):
        reduction |= FLAK
    return value, reduction


def has_flak(title: ProudMonster, s: MonsterState, b: Battle) -> bool:
    """10.1: flak with another unit beside it, in supply of any kind."""
    kinds = {title.units.kind[u] for u in b.defenders}
    if "flak" not in kinds or len(kinds) == 1 or title.learning:
        return False
    flak = next(u for u in b.defenders if title.units.kind[u] == "flak")
    return supply.state_at(title, s, flak, b.hex) != OUT


def reduced(reduction: int, total: int) -> int:
    """9.7, 14.12: halves are rounded up, so that nothing falls below one."""
    for _ in range(reduction.bit_count()):
        total = -(-total // 2)
    return total


def defence_part(title: ProudMonster, s: MonsterState, b: Battle, u: int, face: int) -> Part:
    """9.8, 14.30: the Stalin Line adds one to each unit before anything is halved."""
    value = title.units.defence[face][s.steps[u]]
    if b.side == GERMAN and title.stalin_line[b.hex] and forts.is_intact(title, s, b.hex):
        value += 1
    cut = not title.learning and supply.state_at(title, s, u, b.hex) == OUT
    return value, CUT_OFF if cut else 0


# -- 10.2 ground support ----------------------------------------------------------------------------------------------


def corps_at(title: ProudMonster, s: MonsterState, h: int, side: int) -> int:
    """The aircraft unit that supports a side's stack in a hex; 0 if there is none."""
    corps = int(s.air[h])
    return corps if corps and (corps == SIXTH_CORPS) == (side == SOVIET) and not title.learning else 0


def air_factor(title: ProudMonster, s: MonsterState, corps: int) -> int:
    """17.8, 10.4."""
    return SIXTH_CORPS_FACTOR if corps == SIXTH_CORPS else title.charts.aviation.get(s.turn, 0)


def supported_hexes(title: ProudMonster, s: MonsterState, b: Battle) -> list[int]:
    """The hexes from which supported stacks attack; a mobile force may have left its markers behind."""
    if b.kind == MOBILE and s.battle_kind == MOBILE and s.battle_hex == b.hex and not s.attacker_air:
        return []
    return [h for h in sorted(b.from_hexes) if corps_at(title, s, h, b.side)]


def attack_support(title: ProudMonster, s: MonsterState, b: Battle, total: int) -> Chances:
    """10.2: no more points than the ground units of the supported stack bring themselves."""
    points = 0
    for h in supported_hexes(title, s, b):
        brought = total if len(b.from_hexes) == 1 else brought_from(title, s, b, h, total)
        points += min(air_factor(title, s, corps_at(title, s, h, b.side)), brought)
    return {points: Fraction(1)} if points else CERTAIN


def brought_from(title: ProudMonster, s: MonsterState, b: Battle, h: int, total: int) -> int:
    """What the attackers of one hex bring; as much as all if some of them are not known."""
    sums: Counter[int] = Counter()
    for u in b.attackers:
        if s.hex[u] == h:
            if s.face[u] == UNKNOWN or s.flags[u] & HIDDEN:
                return total
            value, reduction = attack_part(title, s, b, u, s.face[u], h)
            sums[reduction] += value
    return sum(reduced(reduction, value) for reduction, value in sums.items())


def defence_support(title: ProudMonster, s: MonsterState, b: Battle, total: int) -> Chances:
    corps = corps_at(title, s, b.hex, 1 - b.side)
    return {min(air_factor(title, s, corps), total): Fraction(1)} if corps else CERTAIN


# -- shifts -----------------------------------------------------------------------------------------------------------


def shifts(title: ProudMonster, s: MonsterState, b: Battle) -> list[Shift]:
    """14.11: all that apply, added up."""
    found = [*terrain_shifts(title, s, b), *water_shifts(title, s, b), *works_shifts(title, s, b)]
    if title.learning:
        return found
    hedgehog = bool(s.control[b.hex] & HEDGEHOG) and b.side == SOVIET
    if hedgehog:
        found.append(Shift("hedgehog", "14.40b", -2))
    elif is_concentric(title, b):
        found.append(Shift("concentric assault", "14.14a", 1))
    if any(s.air[h] == VIII_CORPS for h in supported_hexes(title, s, b)):
        found.append(Shift("VIII FliegerKorps", "10.3", 1))
    if corps_at(title, s, b.hex, 1 - b.side) == VIII_CORPS:
        found.append(Shift("VIII FliegerKorps in defence", "10.3", -1))
    if b.side == SOVIET and b.kind == PREPARED and weather.here(title, s, b.hex) == weather.SNOW:
        found.append(Shift("Soviet assault in snow", "13.7c", 1))
    if any(title.sea[h] for h in b.from_hexes):
        found.append(Shift("invasion", "11.4c", -1))
    return found


def terrain_shifts(title: ProudMonster, s: MonsterState, b: Battle) -> list[Shift]:
    """14.15 to 14.23, 15.11, by the Terrain Effects Chart."""
    found = []
    terrain = title.board.terrain[b.hex]
    if terrain == "hills":
        found.append(Shift("hills", "14.16", title.chart_shift("hills", b.kind)))
    elif terrain == "forest" and b.kind == MOBILE:
        found.append(Shift("forest against a mobile assault", "15.11", title.chart_shift("forest", b.kind)))
    if title.city_mask[b.hex]:
        found.append(Shift("city", "14.23", title.chart_shift("city", b.kind)))
    elif b.hex in title.large_towns:
        found.append(Shift("large town", "14.22", title.chart_shift("large-town", b.kind)))
    return found


def water_shifts(title: ProudMonster, s: MonsterState, b: Battle) -> list[Shift]:
    """14.19, 14.20, 15.10, 5.5: only if every attacker comes across water; two columns if all of it is straits."""
    if weather.straits_frozen(s):
        straits: set[int] = set()
    else:
        straits = {h for h in b.from_hexes if STRAITS & title.board.side(h, b.hex)}
    free = (b.side == GERMAN and s.turn == 1) or weather.here(title, s, b.hex) not in weather.THAWED
    if straits == b.from_hexes:
        return [Shift("all attackers across the straits", "14.20", title.chart_shift("sivash", PREPARED))]
    rest = b._replace(from_hexes=b.from_hexes - straits)
    if not free and all_across(title, rest, "river"):
        rule = "15.10" if b.kind == MOBILE else "14.19"
        return [Shift("all attackers across rivers", rule, title.chart_shift("river", b.kind))]
    return []


def works_shifts(title: ProudMonster, s: MonsterState, b: Battle) -> list[Shift]:
    """14.27, 14.28: for Soviet defenders alone."""
    if b.side != GERMAN or not forts.is_intact(title, s, b.hex):
        return []
    if b.hex in title.heavy_forts:
        return [Shift("heavy fortification", "14.28", title.chart_shift("heavy-fort", b.kind))]
    if b.hex in title.light_forts:
        return [Shift("fortification", "14.27", title.chart_shift("fort", b.kind))]
    return []


# -- 9.6 attenuated supply --------------------------------------------------------------------------------------------


def rolls_gast(title: ProudMonster, s: MonsterState, b: Battle) -> bool:
    """9.6: one attacker is enough."""
    return b.side == GERMAN and any(supply.rolls_gast(title, s, u, b.kind) for u in b.attackers)


def gast_modifier(title: ProudMonster, s: MonsterState, b: Battle) -> int:
    """17.10: the season, and mud or snow at the defender's hex."""
    modifiers = title.charts.modifiers["gast"]
    total = 0
    if s.turn in AUTUMN:
        total += modifiers["autumn"]
    if s.turn == DECEMBER:
        total += modifiers["december"]
    if weather.here(title, s, b.hex) in (weather.MUD, weather.SNOW):
        total += modifiers["mud-or-snow"]
    return total


# -- results ----------------------------------------------------------------------------------------------------------


def parts(result: str) -> tuple[int, int | None]:
    """A result as what attacker and defender lose; None: all that is there."""
    left, _, right = result.partition("/")
    return int(left), None if right == ELIMINATED else int(right)


def forced_conversion(title: ProudMonster, s: MonsterState, b: Battle, result: str) -> str:
    """14.23: cities double what both lose, nothing becoming one. 14.41: then the ArKo adds one to the defender's."""
    lost, killed = parts(result)
    if title.city_mask[b.hex]:
        lost = max(2 * lost, 1)
        killed = None if killed is None else max(2 * killed, 1)
    if killed is not None and is_shelled(title, s, b):
        killed += 1
    return f"{lost}/{ELIMINATED if killed is None else killed}"


def is_shelled(title: ProudMonster, s: MonsterState, b: Battle) -> bool:
    """14.41: the ArKo in a prepared assault on a city, a large town or intact works other than the Stalin Line."""
    if b.kind != PREPARED or not any(title.units.kind[u] == "siege-artillery" for u in b.attackers):
        return False
    if title.city_mask[b.hex] or b.hex in title.large_towns:
        return True
    return bool(title.fort_mask[b.hex]) and forts.is_intact(title, s, b.hex)


def sheet_notes(title: ProudMonster, s: MonsterState, b: Battle) -> Iterator[str]:
    if b.kind == MOBILE:
        rule = "15.6a" if b.side == GERMAN and s.turn == 1 else "15.2"
        yield f"It costs {mobile_price(title, s, b.attackers, b.hex)} MP ({rule})."
    if rolls_gast(title, s, b):
        yield f"The GAST is rolled with a modifier of {gast_modifier(title, s, b):+d} (17.10)."
    if is_shelled(title, s, b):
        yield "The ArKo adds one to what the defender loses (14.41b)."
    if title.city_mask[b.hex]:
        yield "Both sides' losses are doubled in a city (14.23b)."


# -- the phase --------------------------------------------------------------------------------------------------------


class PreparedAssaults(Combat):
    """14.1: a landing that waits for its assault comes first (11.4)."""

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        super().enter(title, s, out)
        if title.current_step(s).seat == SOVIET and not title.learning:
            sea.begin_combat(title, s, out)
        return True


def end_of_combat_refusal(title: ProudMonster, s: MonsterState) -> Refusal | None:
    if s.frame()[1] == SOVIET and sea.at_sea(title, s):
        return Refusal("11.4c", f"the invasion of {title.board.label(s.invaded)} must be fought", Trouble.DUTY)
    return None


def is_landing(title: ProudMonster, s: MonsterState, u: int) -> bool:
    """Whether a unit attacks from the sea."""
    return s.hex[u] >= 0 and bool(title.sea[s.hex[u]]) and bool(s.flags[u] & FIGHTING)


def retreat_refusal(title: ProudMonster, s: MonsterState, group: list[int], h: int) -> Refusal | None:
    """14.33: what movement forbids to enter, retreats may not either; the straits only over the ice."""
    if STRAITS & title.board.side(s.battle_hex, h) and not weather.straits_frozen(s):
        label = title.board.label(h)
        return Refusal("14.33a", f"nobody retreats across the straits to {label}", Trouble.TERRAIN)
    return movement.ground_refusal(title, s, tuple(group), h)
