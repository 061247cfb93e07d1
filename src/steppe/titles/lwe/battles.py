"""The stages that Land Without End puts into a battle: ArKo dice, cavalry raids, the GAST, static units, the ICA."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.battles import GO_ON, WAIT, Battles, Stage
from steppe.assault.campaign import CampaignAttenuation
from steppe.assault.combat import Battle
from steppe.assault.losses import Losses
from steppe.assault.odds import column_name
from steppe.assault.retreats import Retreats
from steppe.assault.state import FIGHTING, MOBILE, PREPARED, RETREATED, TARGET
from steppe.assault.weather import STRAITS, straits_frozen
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter, LandDecision
from steppe.titles.lwe.combat import LEADERS
from steppe.titles.lwe.state import GERMAN, OFF_ROAD, SOVIET, LandState
from steppe.titles.lwe.supply import heeds_line

AUGUST = range(6, 10)

FIRST_RAID = 2


class LandAttenuation(LandChapter, CampaignAttenuation[LandState]):
    """7.4: the GAST."""

    autumn, december = range(10, 22), 22

    def make_tables(self) -> None:
        self.table, self.modifiers = self.charts.gast, self.charts.modifiers["gast"]

    def is_rolled(self, s: LandState, b: Battle) -> bool:
        """7.4: with any attacker east of the line, in August everywhere; unless pause or concentration free them."""
        if b.side != GERMAN:
            return False
        heeding = [u for u in b.attackers if heeds_line(s, u)]
        return bool(heeding) and (s.turn in AUGUST or any(self.supply.is_east(s, u, b.kind) for u in heeding))

    def modifier(self, s: LandState, b: Battle) -> int:
        """7.4: the season, the ground, and in August the comfort of being west of the line."""
        total = super().modifier(s, b)
        if s.turn in AUGUST and not any(self.supply.is_east(s, u, b.kind) for u in b.attackers):
            total += self.modifiers["august-west"]
        return total


class LandBattles(LandChapter, Battles[LandState]):
    """11.22 to 11.39: the stages of a battle."""

    def make_stages(self) -> tuple[Stage[LandState], ...]:
        return (
            self.ask_defender_air,
            self.reveal,
            self.roll_artillery,
            self.compute_odds,
            self.ask_raid,
            self.attenuation.roll,
            self.roll_result,
            self.convert,
            self.static_units_fall,
            self.defender_suffers,
            self.attacker_suffers,
            self.fortification_falls,
            self.aftermath,
        )

    def forced_conversion(self, s: LandState, b: Battle, result: str) -> str:
        """11.22: into cities. 11.24: against a Fortified Zone in a large town."""
        if self.city_mask[b.hex] and result in ("AS", "DR"):
            return "AL1"
        if result == "DR" and b.hex in self.geo.large_towns and self.forts.zone_in(s, b.hex):
            return "AL1"
        return result

    def conversion_choices(self, s: LandState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
        """11.38: in a prepared assault Germans may hold by losing a step."""
        if result != "DR" or b.side != SOVIET:
            return -1, ()
        return GERMAN, ("DR", "DL1") if self.can_hold(s, b) else ("DR",)

    def can_hold(self, s: LandState, b: Battle) -> bool:
        """11.38: no force with satellites, and none that the loss would eliminate."""
        if any(self.roster.is_satellite[u] for u in b.defenders):
            return False
        return sum(s.steps[u] for u in b.defenders) > 1

    def explain_conversion(self, s: LandState, b: Battle, word: str) -> Refusal:
        return Refusal("11.38", f"a DR is DR or DL1, not {word}", Trouble.UNIT)

    def roll_artillery(self, s: LandState, out: Log) -> bool:
        s.artillery = 0
        if self.strengths.artillery_of(self.in_hand(s)) is not None:
            s.artillery = sum(self.title.die(s, out, "ArKo") for _ in range(3))
        return GO_ON

    def raid_refusal(self, s: LandState, u: int) -> Refusal | None:
        name = self.units.keys[u]
        b = self.in_hand(s)
        if u not in b.attackers and u not in b.defenders:
            return Refusal("11.39a", f"{name} is not in this battle", Trouble.UNIT)
        if self.units.side[u] != SOVIET or self.units.kind[u] != "cavalry":
            return Refusal("11.39a", f"{name} is no Soviet cavalry", Trouble.UNIT)
        if self.roster.is_guards[u] and s.steps[u] < 2:
            return Refusal("11.39b", f"{name} is reduced and cannot raid", Trouble.UNIT)
        return None

    def raiders(self, s: LandState) -> list[int]:
        b = self.in_hand(s)
        force = b.attackers if b.side == SOVIET else b.defenders
        kinds, side = self.units.kind, self.units.side
        return [u for u in force if kinds[u] == "cavalry" and side[u] == SOVIET and self.raid_refusal(s, u) is None]

    def ask_raid(self, s: LandState, out: Log) -> bool:
        """After the odds are known, once in a battle, never in mobile assaults or on turn 1."""
        if s.battle_kind != PREPARED or s.turn < FIRST_RAID or not self.raiders(s):
            return GO_ON
        if s.battle_side == GERMAN and not self.reactions.wants_to_be_asked(s, SOVIET, s.battle_hex):
            return GO_ON
        self.title.ask(s, "raid", SOVIET)
        return WAIT

    def static_units_fall(self, s: LandState, out: Log) -> bool:
        """11.32: on a DR Fortified Zones and the naval unit die where they are; the ICA takes to its ships."""
        if self.result_of(s) != "DR":
            return GO_ON
        for u in self.combat.zones_and_naval(s, s.battle_hex):
            if s.flags[u] & TARGET:
                self.losses.eliminate(s, u, out)
        army = self.roster.coastal_army
        if army >= 0 and s.hex[army] == s.battle_hex and s.flags[army] & TARGET:
            if self.havens(s):
                self.title.ask(s, "sea retreat", SOVIET)
                return WAIT
            out.add("cannot retreat", hex=s.battle_hex, rule="11.32d")
            s.flags[army] &= ~TARGET
            s.changed()
            self.losses.lose_step(s, army, out)
        return GO_ON

    def havens(self, s: LandState) -> list[int]:
        """11.32: other Soviet ports on the same sea with room for the ICA."""
        weight = self.units.points[self.roster.coastal_army]
        return [
            h
            for h in sorted(self.geo.ports)
            if h != s.battle_hex
            and self.sea.is_open_port(s, h)
            and self.geo.seas[h] & self.geo.seas[s.battle_hex]
            and s.load[h] + weight <= self.stacking.limit[h]
        ]

    def fortification_falls(self, s: LandState, out: Log) -> bool:
        """11.34, 11.35: DE and BB destroy a fortified line, whoever enters it."""
        if self.result_of(s) in ("DE", "BB") and s.battle_side == GERMAN:
            self.forts.destroy(s, s.battle_hex, out)
        return GO_ON

    def begins(self, s: LandState, b: Battle) -> None:
        s.artillery = 0
        if b.kind == MOBILE:
            for u in b.attackers:
                s.flags[u] |= OFF_ROAD

    def advance_refusal(self, s: LandState, u: int) -> Refusal | None:
        """11.26: the ArKo never advances; nor do units that cannot move (9.3, 9.17)."""
        if self.units.kind[u] == "siege-artillery":
            return Refusal("11.26b", f"{self.units.keys[u]} never advances", Trouble.UNIT)
        if self.units.mobility[u] in ("static", "sea"):
            return Refusal("11.36", f"{self.units.keys[u]} cannot move into the hex", Trouble.UNIT)
        return None


class LandLosses(LandChapter, Losses[LandState]):
    """8.10, 11.31."""

    def eliminated(self, s: LandState, u: int, out: Log) -> None:
        self.arrivals.feed_pool(s, u, out)

    def who_may_lose(self, s: LandState, force: list[int]) -> list[int]:
        """11.31: the step that a mobile assault loses comes from a panzer or panzer grenadier division."""
        if s.battle_kind != MOBILE or self.battles.result_of(s) != "AL1":
            return force
        return [u for u in force if self.units.kind[u] in LEADERS] or force


class LandRetreats(LandChapter, Retreats[LandState]):
    """11.32, 11.33."""

    mobile_drives_before_it = False

    def unfit_hex(self, s: LandState, group: list[int], h: int) -> Refusal | None:
        """11.32, 11.33, 5.4: what closes a hex to a retreat here."""
        label = self.board.label(h)
        side = self.units.side[group[0]]
        grid = self.board.grid
        if s.battle_kind == MOBILE:
            attackers = {s.launch_hex}
        else:
            flags = s.vector("flags")
            attackers = {s.hex[int(u)] for u in (flags & FIGHTING).nonzero()[0] if s.hex[int(u)] >= 0}
        if any(grid.direction(h, a) >= 0 for a in attackers):
            return Refusal("11.32a", f"{label} is next to the attackers", Trouble.ENEMY)
        if STRAITS & self.board.side(s.battle_hex, h) and not straits_frozen(s):
            return Refusal("11.33a", f"nobody retreats across the straits to {label}", Trouble.TERRAIN)
        if side == GERMAN and self.forts.is_fortified(s, h):
            return Refusal("11.23e", f"an intact fortified line is in {label}", Trouble.TERRAIN)
        if side == SOVIET and self.terrain.is_closed_in_romania(s, h):
            return Refusal("5.4e", f"{label} lies in Romania, closed on turn 1", Trouble.TIME)
        return None


class Raid(LandDecision):
    """A cavalry unit is given up for one column; the odds are not computed again."""

    name = "raid"
    verbs = ("raid", "decline")
    rule = "11.39a"

    def prompt(self, s: LandState) -> str:
        return f"The odds are {column_name(s.battle_column)}. Does a cavalry unit raid?"

    def legal(self, s: LandState, about: Units) -> Iterator[Order]:
        for u in self.battles.raiders(s):
            if not about or about == (u,):
                yield Order("raid", (u,))
        if not about:
            yield Order("decline")

    def refuse(self, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "decline":
            return None
        if len(order.units) != 1:
            return Refusal("11.39b", "no more than one unit raids in a battle", Trouble.UNIT)
        return self.battles.raid_refusal(s, order.units[0])

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        s.pop()
        if order.verb == "raid":
            s.battle_column += 1 if s.battle_side == SOVIET else -1
            out.add("raid", unit=order.units[0], hex=s.hex[order.units[0]], column=column_name(s.battle_column))
            self.losses.eliminate(s, order.units[0], out)
        self.battles.proceed(s, out)


class SeaRetreat(LandDecision):
    """To which port the ICA escapes."""

    name = "sea retreat"
    verbs = ("retreat",)
    rule = "11.32d"

    def prompt(self, s: LandState) -> str:
        return (
            f"The {self.units.keys[self.roster.coastal_army]} leaves {self.board.label(s.battle_hex)} by sea: where to?"
        )

    def legal(self, s: LandState, about: Units) -> Iterator[Order]:
        for h in self.battles.havens(s):
            yield Order("retreat", hex=h)

    def refuse(self, s: LandState, order: Order) -> Refusal | None:
        if order.hex in self.battles.havens(s) and order.units in ((), (self.roster.coastal_army,)):
            return None
        return Refusal("11.32d", "it goes to another Soviet port of this sea with room for it", Trouble.HEX)

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        army = self.roster.coastal_army
        out.add("retreated", units=(army,), start=s.battle_hex, hex=order.hex)
        s.flags[army] = s.flags[army] & ~TARGET | RETREATED
        s.changed()
        self.stacks.relocate(s, (army,), order.hex, out)
        s.pop()
        self.battles.proceed(s, out)
