"""10.14 to 11.31: what is particular to assaults in Drive on Moscow: shifts, strengths, conversions, battle groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.combat import Battle
from steppe.assault.shifts import all_across, is_concentric
from steppe.assault.stacks import put
from steppe.assault.state import BATTLE_FLAGS, COMBAT_FLAGS, FIGHT_MOVE, MOBILE, MOVEMENT_FLAGS, PREPARED
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.title import Refusal, Shift, Trouble
from steppe.titles.dom import november
from steppe.titles.dom.state import GERMAN, SOVIET, MoscowState

if TYPE_CHECKING:
    from steppe.titles.dom.title import DriveOnMoscow

INHERITED = MOVEMENT_FLAGS | COMBAT_FLAGS | BATTLE_FLAGS
"""What a battle group takes over from the division whose remnant it is."""


def shifts(title: DriveOnMoscow, s: MoscowState, b: Battle) -> list[Shift]:
    """11.10: all that apply, added up."""
    return [*bonus(s, b), *terrain_shifts(title, b), *support_shifts(title, b)]


def bonus(s: MoscowState, b: Battle) -> list[Shift]:
    """5.2, 5.3, 12.2, 12.3: the season of the campaign. The three bonuses for the same assault never add up."""
    found = []
    if b.side == GERMAN:
        if s.turn == 1:
            found.append(Shift("first turn of the offensive", "5.3a", 1))
        elif b.kind == PREPARED and november.is_executed_now(s):
            found.append(Shift("November offensive", "12.2b", 1))
        elif b.kind == PREPARED and s.phase_order == FIGHT_MOVE:
            found.append(Shift("fight before moving", "5.2c", 1))
    if november.is_forfeited(s):
        if b.side == GERMAN:
            found.append(Shift("no November offensive", "12.3a", -1))
        else:
            found.append(Shift("no November offensive", "12.3b", 1))
    return found


def terrain_shifts(title: DriveOnMoscow, b: Battle) -> list[Shift]:
    """11.11 to 11.18: clear, marsh and towns give nothing."""
    found = []
    if b.kind == MOBILE and b.side == GERMAN and title.board.terrain[b.hex] == "forest":
        found.append(Shift("forest against a mobile assault", "11.12", -1))
    if all_across(title, b, "river"):
        found.append(Shift("all attackers across a river", "11.14", -1))
    if title.city_mask[b.hex]:
        found.append(Shift("city", "11.17b", -2))
    if is_fortified(title, b):
        found.append(Shift("fortification", "11.18b", -1))
    return found


def support_shifts(title: DriveOnMoscow, b: Battle) -> list[Shift]:
    """11.19 aircraft; 11.20 concentric assaults, never into a city."""
    found = []
    if b.attacker_air:
        found.append(Shift("aircraft of the attacker", "11.19c", b.attacker_air))
    if b.defender_air:
        found.append(Shift("aircraft of the defender", "11.19c", -b.defender_air))
    if not title.city_mask[b.hex] and is_concentric(title, b):
        found.append(Shift("concentric assault", "11.20a", 1))
    return found


def is_fortified(title: DriveOnMoscow, b: Battle) -> bool:
    """11.18: fortifications are Soviet, always intact, and never help the German."""
    return b.side == GERMAN and b.hex in title.forts


def is_panzer(title: DriveOnMoscow, face: int) -> bool:
    return title.units.face_kind[face] == "panzer"


def attack_value(title: DriveOnMoscow, s: MoscowState, b: Battle, u: int, face: int) -> int:
    """11.17, 11.18: panzers attack cities and fortifications with their defence factor."""
    hampered = title.city_mask[b.hex] or is_fortified(title, b)
    table = title.units.defence if hampered and is_panzer(title, face) else title.units.attack
    return table[face][s.steps[u]]


# -- 11.17, 11.28 conversions -----------------------------------------------------------------------------------------


def forced_conversion(title: DriveOnMoscow, b: Battle, result: str) -> str:
    """11.17c: a Soviet attack into a city that stalls or drives back costs a step instead."""
    if b.side == SOVIET and title.city_mask[b.hex] and result in ("AS", "DR"):
        return "AL1"
    return result


def conversion_choices(title: DriveOnMoscow, s: MoscowState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
    """11.28: the German turns a DR in a city into AS or a bloodbath; outside cities he may hold by losing a step."""
    if result != "DR":
        return -1, ()
    if b.side == GERMAN:
        if not title.city_mask[b.hex]:
            return -1, ()
        return GERMAN, ("AS", "BB") if bloodbath_refusal(title, s, b) is None else ("AS",)
    return GERMAN, ("DR", "DL1") if hold_refusal(title, s, b) is None else ("DR",)


def steps_of(title: DriveOnMoscow, s: MoscowState, units: tuple[int, ...]) -> int:
    """The steps of a force; with the option, battle groups that would arise count as survivors."""
    steps = sum(s.steps[u] for u in units)
    if title.options["kg_survivors"]:
        steps += min(sum(leaves_group(title, u) for u in units), len(groups_left(title, s)))
    return steps


def bloodbath_refusal(title: DriveOnMoscow, s: MoscowState, b: Battle) -> Refusal | None:
    """11.28c: a bloodbath must leave the German at least one step."""
    if steps_of(title, s, b.attackers) <= len(b.defenders):
        return Refusal("11.28c", "a bloodbath would leave the attackers no step", Trouble.UNIT)
    return None


def hold_refusal(title: DriveOnMoscow, s: MoscowState, b: Battle) -> Refusal | None:
    """11.28e: holding may not cost the whole force."""
    if steps_of(title, s, b.defenders) <= 1:
        return Refusal("11.28e", "the loss would eliminate the whole force", Trouble.UNIT)
    return None


def explain_conversion(title: DriveOnMoscow, s: MoscowState, b: Battle, word: str) -> Refusal:
    if b.side == GERMAN:
        return Refusal("11.28a", f"a DR in a city is AS or BB, not {word}", Trouble.UNIT)
    return Refusal("11.28e", f"a DR outside a city is DR or DL1, not {word}", Trouble.UNIT)


# -- 11.30 battle groups ----------------------------------------------------------------------------------------------


def leaves_group(title: DriveOnMoscow, u: int) -> bool:
    """11.30: panzer and panzer grenadier divisions, not the brigade and the regiment."""
    return title.units.kind[u] in ("panzer", "panzer-grenadier") and title.units.units[u].size == "XX"


def groups_left(title: DriveOnMoscow, s: MoscowState) -> list[int]:
    return [u for u in title.entry_groups.get("kg", ()) if s.hex[u] == RESERVE]


def leave_group(title: DriveOnMoscow, s: MoscowState, u: int, h: int, flags: int, out: Log) -> None:
    """11.30: a KG of the same type takes the place of a reduced division at once, while counters last."""
    if not leaves_group(title, u):
        return
    left = groups_left(title, s)
    if not left:
        return
    kg = left[0]
    faces = (title.units.own_face[kg], title.units.other_face[kg])
    s.face[kg] = next(f for f in faces if title.units.face_kind[f] == title.units.kind[u])
    s.flags[kg] |= flags & INHERITED
    s.spent[kg], s.origin[kg] = s.spent[u], s.origin[u]
    put(title, s, kg, h)
    out.add("battle group", unit=kg, of=u, hex=h)
