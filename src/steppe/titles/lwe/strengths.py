"""11.10 to 11.27: strengths, what halves them, and shifts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from steppe.assault.combat import Battle
from steppe.assault.state import FIGHT_MOVE, MOBILE, PREPARED
from steppe.assault.strengths import NOTHING, Chances, Part, Strengths
from steppe.assault.weather import STRAITS, THAWED, straits_frozen
from steppe.title import Shift
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import GERMAN, LandState
from steppe.titles.lwe.terrain import FREE_RIVERS_UNTIL

RIVER, MARSH, CITY = 1, 2, 4
"""The reductions, each a halving (11.16, 11.17, 11.22)."""


class LandStrengths(LandChapter, Strengths[LandState]):
    """11.10 to 11.27."""

    def attack_part(self, s: LandState, b: Battle, u: int, face: int, start: int) -> Part:
        """1.3, 11.12: what is halved together is added up first. The ArKo's dice are added last (11.26)."""
        value = self.units.attack[face][s.steps[u]]
        return (1, 0) if self.is_awkward(s, b, u, start) else (value, self.reductions(s, b, u, start))

    def is_awkward(self, s: LandState, b: Battle, u: int, start: int) -> bool:
        """11.19: mechanized units across the straits attack with 1 each."""
        across = STRAITS & self.board.side(start, b.hex)
        return bool(across) and not straits_frozen(s) and self.units.mobility[u] == "mech"

    def reductions(self, s: LandState, b: Battle, u: int, start: int) -> int:
        """11.16, 11.17, 11.19, 11.22: every reason for which a unit's attack is halved."""
        sides = self.board.side(start, b.hex)
        thawed = self.weather.here(s, b.hex) in THAWED
        found = 0
        if "river" in sides and thawed and not (b.side == GERMAN and s.turn <= FREE_RIVERS_UNTIL):
            found |= RIVER
        if sides & STRAITS and not straits_frozen(s):
            found |= RIVER
        if self.board.terrain[b.hex] == "marsh" and thawed and self.units.mobility[u] == "mech":
            found |= MARSH
        if self.city_mask[b.hex] and self.units.kind[u] == "panzer" and self.units.nation[u] == "german":
            found |= CITY
        return found

    def defence_value(self, s: LandState, b: Battle, u: int, face: int) -> int:
        """11.22: Soviet mechanized units and cavalry defend cities with 1 each. 7.7d: supply does not matter."""
        if self.city_mask[b.hex] and b.side == GERMAN and self.units.mobility[u] in ("mech", "cavalry"):
            return 1
        return self.units.defence[face][s.steps[u]]

    def shifts(self, s: LandState, b: Battle) -> list[Shift]:
        """11.11: all that apply, added up."""
        found = [*self.terrain_shifts(s, b), *self.fortification_shifts(s, b)]
        if b.side == GERMAN and b.kind == PREPARED and s.phase_order == FIGHT_MOVE:
            found.append(Shift("fight before moving", "5.3d", 1))
        if b.attacker_air:
            found.append(Shift("VIII FliegerKorps", "11.25a", 1))
        if b.defender_air:
            found.append(Shift("VIII FliegerKorps in defence", "11.25a", -1))
        if self.may_be_concentric(s, b.hex) and self.is_concentric(b):
            german = all(self.units.nation[u] == "german" for u in b.attackers)
            found.append(Shift("concentric assault", "11.27b", 2 if german else 1))
        return found

    def terrain_shifts(self, s: LandState, b: Battle) -> list[Shift]:
        """11.13 to 11.16, 11.20: clear terrain and small towns (11.13, 11.20) give nothing."""
        terrain = self.board.terrain[b.hex]
        if terrain == "forest":
            return [Shift("forest", "11.14", -1)]
        if terrain == "hills":
            return [Shift("hills", "11.15", -2)]
        if terrain == "marsh" and b.kind == PREPARED and self.weather.here(s, b.hex) in THAWED:
            return [Shift("no cover in the marsh", "11.16b", 1)]
        return []

    def fortification_shifts(self, s: LandState, b: Battle) -> list[Shift]:
        """11.21 to 11.24: towns help whoever defends them, fortifications the Soviets alone."""
        found = []
        if self.city_mask[b.hex]:
            found.append(Shift("city", "11.22a", -2))
        elif b.hex in self.geo.large_towns:
            found.append(Shift("large town", "11.21", -1))
        if b.side == GERMAN and self.forts.is_fortified(s, b.hex):
            found.append(Shift("fortified line", "11.23b", -1))
        if self.forts.zone_in(s, b.hex):
            found.append(Shift("Fortified Zone", "11.24a", -1))
        return found

    def may_be_concentric(self, s: LandState, h: int) -> bool:
        """11.27: not into a city, an intact fortified line, or a Fortified Zone's hex."""
        return not (self.city_mask[h] or self.forts.is_fortified(s, h) or self.forts.zone_in(s, h))

    def artillery_of(self, b: Battle) -> int | None:
        return next((u for u in b.attackers if self.units.kind[u] == "siege-artillery"), None)

    def dice_strength(self, s: LandState, b: Battle, total: int) -> Chances:
        """11.26: three dice, in the battle in hand those that were rolled; but no more than all the others bring."""
        u = self.artillery_of(b)
        if u is None:
            return NOTHING
        reduction = self.reductions(s, b, u, s.hex[u])
        if s.artillery and s.battle_hex == b.hex:
            return {min(halved(reduction, s.artillery), total): Fraction(1)}
        chances: Chances = {}
        for value, p in three_dice(reduction).items():
            value = min(value, total)
            chances[value] = chances.get(value, Fraction(0)) + p
        return chances

    def notes(self, s: LandState, b: Battle) -> Iterator[str]:
        if self.artillery_of(b) is not None:
            yield "The ArKo adds three dice, no more than the others bring (11.26a)."
        if self.attenuation.is_rolled(s, b):
            yield f"The GAST is rolled with a modifier of {self.attenuation.modifier(s, b):+d} (7.4a)."
        if b.kind == MOBILE and b.side == GERMAN:
            yield "A step lost by AL1 comes from a panzer or panzer grenadier division (11.31b)."

    def reduced(self, reduction: int, total: int) -> int:
        return halved(reduction, total)


def halved(reduction: int, total: int) -> int:
    """1.3, 11.12: halves drop fractions, and nothing falls below one."""
    for _ in range(reduction.bit_count()):
        total = max(total // 2, min(total, 1))
    return total


@lru_cache
def three_dice(reduction: int) -> Chances:
    """The chances of three dice, halved as the ArKo is."""
    chances: Chances = {}
    for dice in product(range(1, 7), repeat=3):
        value = halved(reduction, sum(dice))
        chances[value] = chances.get(value, Fraction(0)) + Fraction(1, 216)
    return chances
