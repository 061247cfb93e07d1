"""9.22 to 9.30 and 11.0: who may attack whom."""

from __future__ import annotations

from steppe.assault.air import Air
from steppe.assault.combat import Combat
from steppe.assault.declarations import ACTIVE
from steppe.assault.stacks import units_in
from steppe.assault.state import MOBILE, MOVED
from steppe.assault.weather import FROST, MUD, SNOW, STRAITS
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import GERMAN, RESTING, SOVIET, LandState
from steppe.titles.lwe.supply import REGULAR, is_concentrated, is_paused
from steppe.titles.lwe.terrain import FREE_RIVERS_UNTIL

MOBILE_PRICE = 6

LEADERS = ("panzer", "panzer-grenadier")


FLYING_TURNS = range(2, 22)
"""The turns on which VIII FliegerKorps is there (11.25)."""


class LandAir(LandChapter, Air[LandState]):
    """11.25."""

    def number(self, s: LandState, side: int) -> int:
        """11.25: VIII FliegerKorps, once a game turn, on turns 2 to 21."""
        return int(side == GERMAN and s.turn in FLYING_TURNS)


class LandCombat(LandChapter, Combat[LandState]):
    """5.4, 7.5, 7.6, 7.16, 9.22 to 9.30, 11.0 to 11.5, 11.37, 11.40."""

    mobile_closed_terrain = frozenset({"forest", "hills"})
    mobile_sides = frozenset({GERMAN})
    """5.2b."""
    attacked_once = False
    """11.4b."""

    def unfit_target(self, s: LandState, h: int, side: int, kind: int) -> Refusal | None:
        if side == SOVIET:
            if self.terrain.is_closed_in_romania(s, h):
                return Refusal("5.4e", "no Soviet attack into Romania on turn 1", Trouble.TIME)
            return None
        if is_paused(s) and not self.forts.zone_in(s, h):
            return Refusal("7.5b", "during the pause only hexes with a Fortified Zone may be attacked", Trouble.TIME)
        return self.mobile_target_refusal(s, h, self.board.label(h)) if kind == MOBILE else None

    def mobile_target_refusal(self, s: LandState, h: int, label: str) -> Refusal | None:
        """9.24, 11.23, 11.24: clear terrain, no city, no fortification, no mud or snow."""
        if self.city_mask[h]:
            return Refusal("9.24a", f"no mobile assault into the city of {label}", Trouble.TERRAIN)
        if self.forts.zone_in(s, h):
            return Refusal("11.24a", f"a Fortified Zone in {label} bars mobile assaults", Trouble.TERRAIN)
        if self.forts.is_fortified(s, h):
            return Refusal("11.23b", f"the fortified line in {label} bars mobile assaults", Trouble.TERRAIN)
        if self.weather.here(s, h) in (MUD, SNOW):
            return Refusal("9.24c", "no mobile assault into mud or snow", Trouble.TERRAIN)
        if self.board.terrain[h] == "marsh" and self.weather.here(s, h) != FROST:
            return Refusal("9.24a", "no mobile assault into marsh unless it is frozen", Trouble.TERRAIN)
        return None

    def unfit_attacker(self, s: LandState, u: int, h: int, kind: int) -> Refusal | None:
        if self.units.side[u] == SOVIET:
            return None
        name = self.units.keys[u]
        if s.flags[u] & RESTING:
            return self.movement.resting_refusal(s, u)
        if s.turn == 1 and s.hex[u] in self.geo.romania:
            return Refusal("5.4a", f"{name} is in Romania and may not attack on turn 1", Trouble.TIME)
        if self.roster.is_satellite[u] and h in self.geo.north:
            return Refusal("11.40", f"{name} may not attack north of the sector line", Trouble.HEX)
        if s.concentration == ACTIVE and not is_concentrated(s, u):
            return Refusal("7.6d", f"{name} has no supply concentration marker and may not attack", Trouble.SUPPLY)
        if kind == MOBILE:
            return self.mobile_side_refusal(s, s.hex[u], h)
        if self.units.kind[u] == "siege-artillery" and self.supply.state_of(s, u) != REGULAR:
            return Refusal("11.26a", f"{name} attacks only in regular supply", Trouble.SUPPLY)
        return None

    def mobile_side_refusal(self, s: LandState, start: int, h: int) -> Refusal | None:
        """9.24, 11.17, 11.19: rivers only on turns 1 to 3 and in frost, the straits never."""
        sides = self.board.side(start, h)
        if sides & STRAITS:
            return Refusal("11.19b", "no mobile assault across the straits", Trouble.TERRAIN)
        if "river" in sides and s.turn > FREE_RIVERS_UNTIL and self.weather.here(s, h) != FROST:
            return Refusal(
                "9.24b", "no mobile assault across a river after turn 3 unless it is frozen", Trouble.TERRAIN
            )
        return None

    def unfit_force(self, s: LandState, order: Order, kind: int) -> Refusal | None:
        """11.37, 11.26: one satellite nation at most; the ArKo only with others of its hex."""
        nations = {self.units.nation[u] for u in order.units if self.roster.is_satellite[u]}
        if len(nations) > 1:
            return Refusal("11.37", f"{' and '.join(sorted(nations))} units may not attack together", Trouble.UNIT)
        for u in order.units:
            alone = not any(v != u and s.hex[v] == s.hex[u] for v in order.units)
            if alone and self.units.kind[u] == "siege-artillery":
                return Refusal("11.26a", f"{self.units.keys[u]} attacks only with units of its hex", Trouble.UNIT)
        return self.cut_off_refusal(s, order.hex) if kind == MOBILE else None

    def cut_off_refusal(self, s: LandState, h: int) -> Refusal | None:
        """7.16, 9.23: a mobile assault enters the hex, and nobody of the German side goes where he is out of supply."""
        if self.supply.is_joined(self.ranges.as_if_cleared(s, h), GERMAN, h):
            return None
        return Refusal("7.16a", f"in {self.board.label(h)} the force would be out of supply", Trouble.SUPPLY)

    def zones_and_naval(self, s: LandState, h: int) -> list[int]:
        """The static units of a hex."""
        return [u for u in units_in(s, h) if self.units.mobility[u] == "static"]

    def end_refusal(self, s: LandState) -> Refusal | None:
        return self.directive.end_refusal(s) if s.seat == SOVIET else None

    def needs_supply(self, s: LandState, u: int) -> bool:
        return self.units.side[u] == GERMAN

    def is_supplied_to_attack(self, s: LandState, u: int, kind: int) -> bool:
        """7.7a: when the assault begins.

        9.25: for a mobile one it is what it was when the move began, and without supply nobody moves.
        """
        return (kind == MOBILE and bool(s.flags[u] & MOVED)) or self.supply.is_supplied(s, u)

    def may_assault_mobile(self, s: LandState, u: int) -> bool:
        """9.22: German mechanized units, no satellites."""
        return self.units.nation[u] == "german" and self.units.mobility[u] == "mech"

    def has_moved_together(self, s: LandState, group: Units) -> bool:
        """9.26: all the way from where they began."""
        return len({(s.moved_together[u], s.spent[u]) for u in group}) == 1

    def leads_mobile(self, s: LandState, u: int) -> bool:
        """9.22: a panzer or panzer grenadier division takes the others along."""
        return self.units.nation[u] == "german" and self.units.kind[u] in LEADERS

    def mobile_price(self, s: LandState, group: Units, h: int) -> int:
        """9.23: six MP, whatever the hex."""
        return MOBILE_PRICE
