"""The stages that Land Without End puts into a battle: ArKo dice, cavalry raids, the GAST, static units, the ICA."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from steppe.assault import attenuated, battle, weather
from steppe.assault.battle import GO_ON, WAIT, result_of
from steppe.assault.combat import CERTAIN, Battle, Chances, battle_in_hand
from steppe.assault.losses import eliminate, lose_step
from steppe.assault.odds import column_name
from steppe.assault.stacks import relocate
from steppe.assault.state import MOBILE, PREPARED, RETREATED, TARGET
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.lwe import combat, movement, supply
from steppe.titles.lwe.state import GERMAN, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

AUGUST = range(6, 10)
AUTUMN = range(10, 22)
"""September to November (7.4)."""
DECEMBER = 22
FIRST_RAID = 2


# -- 11.26 the ArKo ---------------------------------------------------------------------------------------------------


def artillery_of(title: LandWithoutEnd, b: Battle) -> int | None:
    return next((u for u in b.attackers if title.units.kind[u] == "siege-artillery"), None)


@lru_cache
def three_dice(reduction: int) -> Chances:
    """The chances of three dice, halved as the ArKo is."""
    chances: Chances = {}
    for dice in product(range(1, 7), repeat=3):
        value = combat.reduced(reduction, sum(dice))
        chances[value] = chances.get(value, Fraction(0)) + Fraction(1, 216)
    return chances


def dice_strength(title: LandWithoutEnd, s: LandState, b: Battle, total: int) -> Chances:
    """11.26: three dice, in the battle in hand those that were rolled; but no more than all the others bring."""
    u = artillery_of(title, b)
    if u is None:
        return CERTAIN
    reduction = combat.reductions(title, s, b, u, s.hex[u])
    if s.artillery and s.battle_hex == b.hex:
        return {min(combat.reduced(reduction, s.artillery), total): Fraction(1)}
    chances: Chances = {}
    for value, p in three_dice(reduction).items():
        value = min(value, total)
        chances[value] = chances.get(value, Fraction(0)) + p
    return chances


def roll_artillery(title: LandWithoutEnd, s: LandState, out: Log) -> bool:
    s.artillery = 0
    if artillery_of(title, battle_in_hand(title, s)) is not None:
        s.artillery = sum(title.die(s, out, "ArKo") for _ in range(3))
    return GO_ON


# -- 11.39 cavalry raids ----------------------------------------------------------------------------------------------


def raid_refusal(title: LandWithoutEnd, s: LandState, u: int) -> Refusal | None:
    name = title.units.keys[u]
    b = battle_in_hand(title, s)
    if u not in b.attackers and u not in b.defenders:
        return Refusal("11.39a", f"{name} is not in this battle", Trouble.UNIT)
    if title.units.side[u] != SOVIET or title.units.kind[u] != "cavalry":
        return Refusal("11.39a", f"{name} is no Soviet cavalry", Trouble.UNIT)
    if title.is_guards[u] and s.steps[u] < 2:
        return Refusal("11.39b", f"{name} is reduced and cannot raid", Trouble.UNIT)
    return None


def raiders(title: LandWithoutEnd, s: LandState) -> list[int]:
    b = battle_in_hand(title, s)
    force = b.attackers if b.side == SOVIET else b.defenders
    return [u for u in force if raid_refusal(title, s, u) is None]


def ask_raid(title: LandWithoutEnd, s: LandState, out: Log) -> bool:
    """After the odds are known, once in a battle, never in mobile assaults or on turn 1."""
    if s.battle_kind != PREPARED or s.turn < FIRST_RAID or not raiders(title, s):
        return GO_ON
    if s.battle_side == GERMAN and not title.wants_to_be_asked(s, SOVIET, s.battle_hex):
        return GO_ON
    title.ask(s, "raid", SOVIET)
    return WAIT


class Raid(Decision["LandWithoutEnd", LandState]):
    """A cavalry unit is given up for one column; the odds are not computed again."""

    name = "raid"
    verbs = ("raid", "decline")
    rule = "11.39a"

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return f"The odds are {column_name(s.battle_column)}. Does a cavalry unit raid?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        for u in raiders(title, s):
            if not about or about == (u,):
                yield Order("raid", (u,))
        if not about:
            yield Order("decline")

    def explain(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal:
        if len(order.units) != 1:
            return Refusal("11.39b", "no more than one unit raids in a battle", Trouble.UNIT)
        found = raid_refusal(title, s, order.units[0])
        return found or Refusal("11.39a", "it cannot raid", Trouble.UNIT)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        s.pop()
        if order.verb == "raid":
            s.battle_column += 1 if s.battle_side == SOVIET else -1
            out.add("raid", unit=order.units[0], hex=s.hex[order.units[0]], column=column_name(s.battle_column))
            eliminate(title, s, order.units[0], out)
        battle.proceed(title, s, out)


# -- 7.4 the GAST -----------------------------------------------------------------------------------------------------


def rolls_gast(title: LandWithoutEnd, s: LandState, b: Battle) -> bool:
    """7.4: with any attacker east of the line, and in August everywhere; unless pause or concentration free them."""
    if b.side != GERMAN:
        return False
    heeding = [u for u in b.attackers if supply.heeds_line(s, u)]
    return bool(heeding) and (s.turn in AUGUST or any(supply.is_east(title, s, u, b.kind) for u in heeding))


def gast_modifier(title: LandWithoutEnd, s: LandState, b: Battle) -> int:
    """7.4: the season, the ground, and in August the comfort of being west of the line."""
    modifiers = title.modifiers["gast"]
    total = 0
    if s.turn in AUTUMN:
        total += modifiers["autumn"]
    if s.turn == DECEMBER:
        total += modifiers["december"]
    if s.turn in AUGUST and not any(supply.is_east(title, s, u, b.kind) for u in b.attackers):
        total += modifiers["august-west"]
    if weather.here(title, s, b.hex) in (weather.MUD, weather.SNOW):
        total += modifiers["mud-or-snow"]
    return total


# -- 11.32 those who cannot retreat like others -----------------------------------------------------------------------


def static_units_fall(title: LandWithoutEnd, s: LandState, out: Log) -> bool:
    """11.32: on a DR Fortified Zones and the naval unit die where they are; the ICA takes to its ships."""
    if result_of(title, s) != "DR":
        return GO_ON
    for u in combat.zones_and_naval(title, s, s.battle_hex):
        if s.flags[u] & TARGET:
            eliminate(title, s, u, out)
    army = title.coastal_army
    if army >= 0 and s.hex[army] == s.battle_hex and s.flags[army] & TARGET:
        if havens(title, s):
            title.ask(s, "sea retreat", SOVIET)
            return WAIT
        out.add("cannot retreat", hex=s.battle_hex, rule="11.32d")
        s.flags[army] &= ~TARGET
        lose_step(title, s, army, out)
    return GO_ON


def havens(title: LandWithoutEnd, s: LandState) -> list[int]:
    """11.32: other Soviet ports on the same sea with room for the ICA."""
    weight = title.units.points[title.coastal_army]
    return [
        h
        for h in sorted(title.ports)
        if h != s.battle_hex
        and movement.is_open_port(title, s, h)
        and title.seas_of(h) & title.seas_of(s.battle_hex)
        and s.load[h] + weight <= title.stack_limit[h]
    ]


class SeaRetreat(Decision["LandWithoutEnd", LandState]):
    """To which port the ICA escapes."""

    name = "sea retreat"
    verbs = ("retreat",)
    rule = "11.32d"

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return f"The {title.units.keys[title.coastal_army]} leaves {title.board.label(s.battle_hex)} by sea: where to?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        for h in havens(title, s):
            yield Order("retreat", hex=h)

    def refuse(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal | None:
        if order.hex in havens(title, s) and order.units in ((), (title.coastal_army,)):
            return None
        return Refusal("11.32d", "it goes to another Soviet port of this sea with room for it", Trouble.HEX)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        army = title.coastal_army
        out.add("retreated", units=(army,), start=s.battle_hex, hex=order.hex)
        s.flags[army] = s.flags[army] & ~TARGET | RETREATED
        relocate(title, s, (army,), order.hex, out)
        s.pop()
        battle.proceed(title, s, out)


def fortification_falls(title: LandWithoutEnd, s: LandState, out: Log) -> bool:
    """11.34, 11.35: DE and BB destroy a fortified line, whoever enters it."""
    if result_of(title, s) in ("DE", "BB") and s.battle_side == GERMAN:
        combat.destroy_fort(title, s, s.battle_hex, out)
    return GO_ON


def stages() -> tuple[battle.Stage, ...]:
    """The family's stages with ours at their places."""
    return (
        battle.ask_defender_air,
        battle.reveal,
        roll_artillery,
        battle.compute_odds,
        ask_raid,
        attenuated.roll_attenuation,
        battle.roll_result,
        battle.convert,
        static_units_fall,
        battle.defender_suffers,
        battle.attacker_suffers,
        fortification_falls,
        battle.aftermath,
    )


def sheet_notes(title: LandWithoutEnd, s: LandState, b: Battle) -> Iterator[str]:
    if artillery_of(title, b) is not None:
        yield "The ArKo adds three dice, no more than the others bring (11.26a)."
    if rolls_gast(title, s, b):
        yield f"The GAST is rolled with a modifier of {gast_modifier(title, s, b):+d} (7.4a)."
    if b.kind == MOBILE and b.side == GERMAN:
        yield "A step lost by AL1 comes from a panzer or panzer grenadier division (11.31b)."
