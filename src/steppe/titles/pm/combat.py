"""14.0 and 15.0: what is particular to assaults here: who may attack, strengths, shifts, results."""

from __future__ import annotations

from steppe.assault.combat import Combat
from steppe.assault.state import MOBILE, PREPARED
from steppe.assault.weather import MUD, SNOW, STRAITS, THAWED
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.markers import waiting_assault
from steppe.titles.pm.ranges import NORTH_RULES
from steppe.titles.pm.roster import ARMOUR, SOVIET_CAVALRY
from steppe.titles.pm.state import GERMAN, HEDGEHOG, LANDED, RESTING, SOVIET, MonsterState, is_paused
from steppe.titles.pm.supply import is_concentrated

MOTORIZED = frozenset({"motorized", "MRD", "MRB", "GMRD"})


MOBILE_PRICE = (7, 4)
"""15.2, by side."""

FIRST_TURN_PRICE = 6


class MonsterCombat(MonsterChapter, Combat[MonsterState]):
    """5.3, 7.2 to 7.4, 9.19, 9.20, 14.1 to 14.5, 15.1 to 15.9; 15.13: who has made one may still make the other."""

    mobile_sides = frozenset({GERMAN, SOVIET})

    attacked_once = True

    def unfit_target(self, s: MonsterState, h: int, side: int, kind: int) -> Refusal | None:
        if side == SOVIET:
            if self.terrain.is_asleep(s, h):
                return Refusal("5.3b", "no Soviet attack into Hungary or Romania on turn 1", Trouble.TIME)
            if kind == PREPARED and h != s.invaded and self.sea.invaders(s):
                where = self.board.label(s.invaded)
                return Refusal("14.5", f"the invasion of {where} is fought before all others", Trouble.DUTY)
        elif is_paused(s):
            return Refusal("9.19b", "no German attacks during the pause", Trouble.TIME)
        return self.mobile_target_refusal(s, h) if kind == MOBILE else None

    def mobile_target_refusal(self, s: MonsterState, h: int) -> Refusal | None:
        """15.3, 13.5, 13.7: no mobile assault into thawed marsh, nor in mud or snow."""
        now = self.weather.here(s, h)
        if now == MUD:
            return Refusal("13.5", "no mobile assaults in mud", Trouble.TERRAIN)
        if now == SNOW:
            return Refusal("13.7e", "no mobile assaults in snow", Trouble.TERRAIN)
        if self.board.terrain[h] == "marsh" and now in THAWED:
            return Refusal("15.3a", "no mobile assault into marsh unless it is frozen", Trouble.TERRAIN)
        return None

    def idle_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """Why a unit of the German side does nothing this player turn, neither move nor attack."""
        name = self.units.keys[u]
        if s.flags[u] & RESTING:
            if self.units.mobility[u] == "mech":
                return Refusal("8.20b", f"{name} refits this player turn", Trouble.TIME)
            return Refusal("9.18c", f"{name} has taken replacements that came by air", Trouble.TIME)
        if s.origin[u] >= 0 and self.terrain.is_asleep(s, s.origin[u]):  # nobody has moved before that phase
            return Refusal("5.3a", f"{name} set up in Hungary or Romania and stays idle on turn 1", Trouble.TIME)
        if s.control[s.hex[u]] & HEDGEHOG:
            return Refusal("14.40d", f"{name} is in a hedgehog", Trouble.TIME)
        return None

    def unfit_attacker(self, s: MonsterState, u: int, h: int, kind: int) -> Refusal | None:
        name = self.units.keys[u]
        if self.units.side[u] == SOVIET:
            if s.flags[u] & LANDED and not (self.geo.sea[s.hex[u]] and h == s.invaded):
                return Refusal("11.2c", f"{name} has moved by sea and does not attack this turn", Trouble.TIME)
        else:
            refusal = self.idle_refusal(s, u) or self.nation_refusal(u, h)
            if refusal:
                return refusal
            if self.units.kind[u] == "flak":
                return Refusal("10.1a", f"{name} never attacks", Trouble.UNIT)
            if s.concentration and not is_concentrated(s, u):
                return Refusal("9.20c", f"{name} has no supply concentration marker and may not attack", Trouble.SUPPLY)
        return self.mobile_side_refusal(s.hex[u], h) if kind == MOBILE else None

    def nation_refusal(self, u: int, h: int) -> Refusal | None:
        """7.2 to 7.4: satellites attack in the south only."""
        if not self.roster.is_satellite[u]:
            return None
        name, nation = self.units.keys[u], self.units.nation[u]
        if self.geo.northern[h]:
            return Refusal(NORTH_RULES[nation], f"{name} never attacks on to the north map", Trouble.HEX)
        return None

    def mobile_side_refusal(self, start: int, h: int) -> Refusal | None:
        """15.3, 6.5: never across the straits, nor from city hex to city hex."""
        if self.board.side(start, h) & STRAITS:
            return Refusal("15.3a", "no mobile assault across the straits", Trouble.TERRAIN)
        if self.city_mask[start] and self.city_mask[h]:
            return Refusal("15.3a", "no mobile assault from one city hex into another", Trouble.TERRAIN)
        return None

    def unfit_force(self, s: MonsterState, order: Order, kind: int) -> Refusal | None:
        """7.2 to 7.4, 14.41, 15.1, 15.7: one satellite nation, the ArKo with others, motorized units with armour."""
        units = self.units
        refusal = self.mixed_force(order.units)
        if refusal:
            return refusal
        for u in order.units:
            if units.kind[u] == "siege-artillery" and not any(v != u and s.hex[v] == s.hex[u] for v in order.units):
                return Refusal("14.41b", f"{units.keys[u]} attacks only with units of its hex", Trouble.UNIT)
        if kind == PREPARED:
            return self.incomplete_landing(s, order)
        kinds = {units.kind[u] for u in order.units}
        if kinds & MOTORIZED and not kinds & ARMOUR:
            return Refusal("15.1a", "motorized units need a tank, assault gun or recon unit with them", Trouble.UNIT)
        launch = s.hex[order.units[0]]
        if launch in self.stacking.overstacked(s):
            return Refusal("15.7", f"{self.board.label(launch)} is overstacked", Trouble.STACKING)
        return None

    def must_join(self, s: MonsterState, h: int, kind: int) -> Units:
        """11.4: all who wait off a coast fight for it together."""
        return tuple(sorted(self.sea.invaders(s))) if kind == PREPARED and h == s.invaded else ()

    def incomplete_landing(self, s: MonsterState, order: Order) -> Refusal | None:
        """11.4: the first assault on an invaded hex is that of its invaders."""
        left = [self.units.keys[u] for u in self.must_join(s, order.hex, PREPARED) if u not in order.units]
        if not left:
            return None
        why = f"the invaders of {self.board.label(order.hex)} attack together: {', '.join(left)} must join"
        return Refusal("11.4c", why, Trouble.DUTY)

    def mixed_force(self, force: Units) -> Refusal | None:
        """7.2 to 7.4: one satellite nation in an assault."""
        nations = {self.units.nation[u] for u in force if self.roster.is_satellite[u]}
        if len(nations) <= 1:
            return None
        rule = "7.4c" if "hungarian" in nations else "7.2c" if "italian" in nations else "7.3c"
        return Refusal(rule, f"{' and '.join(sorted(nations))} units may not attack together", Trouble.UNIT)

    def may_assault_mobile(self, s: MonsterState, u: int) -> bool:
        """15.1, 15.12: mechanized units but for flak and satellites, and Soviet cavalry."""
        if self.units.kind[u] in SOVIET_CAVALRY:
            return True
        return self.units.mobility[u] == "mech" and self.units.kind[u] != "flak" and not self.roster.is_satellite[u]

    def explain_immobile(self, s: MonsterState, u: int) -> Refusal:
        name = self.units.keys[u]
        if self.units.kind[u] == "flak":
            return Refusal("10.1a", f"{name} never attacks", Trouble.UNIT)
        if self.roster.is_satellite[u]:
            return Refusal("15.1b", f"{self.units.nation[u]} units make no mobile assaults", Trouble.UNIT)
        return Refusal("15.1a", f"{name} is not mechanized", Trouble.UNIT)

    def leads_mobile(self, s: MonsterState, u: int) -> bool:
        kind = self.units.kind[u]
        return (kind in ARMOUR and not self.roster.is_satellite[u]) or kind in SOVIET_CAVALRY

    def mobile_price(self, s: MonsterState, group: tuple[int, ...], h: int) -> int:
        """15.2, 5.6: so much whatever the terrain, and what the river costs."""
        side = self.units.side[group[0]]
        first = side == GERMAN and s.turn == 1
        price = FIRST_TURN_PRICE if first else MOBILE_PRICE[side]
        river = "river" in self.board.side(s.hex[group[0]], h)
        if river and not first and self.weather.here(s, h) in THAWED:
            price += max(self.terrain.river_cost(self.units.mobility[u]) for u in group)
        return price

    def end_refusal(self, s: MonsterState) -> Refusal | None:
        if s.seat == SOVIET and self.sea.invaders(s):
            return Refusal("11.4c", f"the invasion of {self.board.label(s.invaded)} must be fought", Trouble.DUTY)
        return None

    def assaults_again(self, s: MonsterState, u: int) -> bool:
        """15.9: who has cleared a hex goes on while his MP last."""
        return True

    def assault_begun(self, s: MonsterState, order: Order) -> tuple[MonsterState, Order]:
        return waiting_assault(s, order) if order.verb == "markers" else (s, order)
