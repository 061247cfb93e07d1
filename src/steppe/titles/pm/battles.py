"""14.32 to 14.38, 15.6, 15.12, 11.4: how results are absorbed, and the stages that this title puts into a battle."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from steppe.assault.battles import GO_ON, WAIT, Advance, Battles, Stage
from steppe.assault.campaign import CampaignAttenuation
from steppe.assault.combat import Battle
from steppe.assault.losses import ATTACKER, DEFENDER, Losses
from steppe.assault.retreats import Retreats, retreaters
from steppe.assault.stacks import units_in
from steppe.assault.state import HALTED, MOBILE, PREPARED, TARGET
from steppe.assault.weather import STRAITS, straits_frozen
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.markers import ADVANCED, has_marker
from steppe.titles.pm.roster import SOVIET_CAVALRY, TANKS
from steppe.titles.pm.state import GERMAN, HEDGEHOG, SOVIET, MonsterState

ELIMINATED = "E"

MOST_LOST, MOST_KILLED = 8, 11

RESULTS = tuple(f"{a}/{d}" for a in range(MOST_LOST + 1) for d in (*range(MOST_KILLED + 1), ELIMINATED))
"""Every result that the table, a city (14.23) and the ArKo (14.41) can make."""

WHOLE, HALF = 2, 1
"""Losses are counted in half steps (14.36)."""


class MonsterAttenuation(MonsterChapter, CampaignAttenuation[MonsterState]):
    """9.6, 17.10: the GAST."""

    autumn, december = range(6, 12), 12

    def make_tables(self) -> None:
        self.table, self.modifiers = self.charts.gast, self.charts.modifiers["gast"]

    def is_rolled(self, s: MonsterState, b: Battle) -> bool:
        """9.6: one attacker is enough."""
        return b.side == GERMAN and any(self.supply.rolls_gast(s, u, b.kind) for u in b.attackers)


class MonsterBattles(MonsterChapter, Battles[MonsterState]):
    """11.4, 14.23 to 14.39, 15.6, 15.12: the stages of a battle."""

    def make_stages(self) -> tuple[Stage[MonsterState], ...]:
        return (
            self.reveal,
            self.compute_odds,
            self.cavalry_falls,
            self.attenuation.roll,
            self.roll_result,
            self.convert,
            self.defender_suffers,
            self.last_increment,
            self.attacker_suffers,
            self.aftermath,
            self.go_ashore,
            self.settle_markers,
            self.ask_another_round,
        )

    results = RESULTS

    def forced_conversion(self, s: MonsterState, b: Battle, result: str) -> str:
        """14.23: cities double what both lose, nothing becoming one. 14.41: the ArKo adds one to the defender's."""
        lost, killed = parts(result)
        if self.city_mask[b.hex]:
            lost = max(2 * lost, 1)
            killed = None if killed is None else max(2 * killed, 1)
        if killed is not None and self.is_shelled(s, b):
            killed += 1
        return f"{lost}/{ELIMINATED if killed is None else killed}"

    def is_shelled(self, s: MonsterState, b: Battle) -> bool:
        """14.41: the ArKo in a prepared assault on a city, a large town or intact works other than the Stalin Line."""
        if b.kind != PREPARED or not any(self.units.kind[u] == "siege-artillery" for u in b.attackers):
            return False
        if self.city_mask[b.hex] or b.hex in self.geo.large_towns:
            return True
        return bool(self.geo.fort_mask[b.hex]) and self.forts.is_intact(s, b.hex)

    def cavalry_falls(self, s: MonsterState, out: Log) -> bool:
        """15.12: Soviet cavalry in a mobile assault has added its factors and pays with a step at once."""
        if s.battle_kind == MOBILE and s.battle_side == SOVIET:
            for u in self.in_hand(s).attackers:
                if self.units.kind[u] in SOVIET_CAVALRY:
                    self.losses.lose_step(s, u, out)
        return GO_ON

    def may_retreat(self, s: MonsterState) -> bool:
        """14.32, 14.40: German-side defenders in a prepared assault, unless they are in a hedgehog."""
        if s.battle_kind != PREPARED or s.battle_side != SOVIET:
            return False
        return not s.control[s.battle_hex] & HEDGEHOG

    def defender_suffers(self, s: MonsterState, out: Log) -> bool:
        """14.32, 14.34, 14.35d, 14.38: the defender first; the last increment may be a retreat, after all losses."""
        _, killed = parts(self.result_of(s))
        if killed == 0:
            return GO_ON
        b = self.in_hand(s)
        for u in units_in(s, b.hex):
            if not s.flags[u] & TARGET:
                self.losses.eliminate(s, u, out)
        if killed is None:
            for u in b.defenders:
                self.losses.eliminate(s, u, out)
            self.victory.check_instant(s, out)
            return GO_ON
        steps = killed - 1 if self.may_retreat(s) else killed
        return WAIT if self.losses.demand(s, 1 - b.side, DEFENDER, steps, out) else GO_ON

    def last_increment(self, s: MonsterState, out: Log) -> bool:
        """14.32, 14.33: a step, or all of them go back one hex if there is one."""
        _, killed = parts(self.result_of(s))
        if not killed or not self.may_retreat(s) or not retreaters(s):
            return GO_ON
        if self.retreats.plan(s) is not None:
            self.title.ask(s, "stand", GERMAN)
            return WAIT
        return WAIT if self.losses.demand(s, GERMAN, DEFENDER, 1, out) else GO_ON

    def attacker_suffers(self, s: MonsterState, out: Log) -> bool:
        """14.35, 15.3: attackers have nothing but steps to give."""
        lost, _ = parts(self.result_of(s))
        self.victory.check_instant(s, out)
        if lost and not s.over and self.losses.demand(s, s.battle_side, ATTACKER, lost, out):
            return WAIT
        return GO_ON

    def go_ashore(self, s: MonsterState, out: Log) -> bool:
        """11.4: invaders take the hex that is cleared, by themselves or by others, or their assault was in vain."""
        if s.battle_hex != s.invaded:
            return GO_ON
        if self.stacks.side_in(s, s.battle_hex) != GERMAN:
            self.sea.go_ashore(s, out)
        elif s.battle_kind == PREPARED:
            for u in self.sea.at_sea(s):
                self.losses.eliminate(s, u, out)
        return GO_ON

    def settle_markers(self, s: MonsterState, out: Log) -> bool:
        """10.2, 9.18: the markers of a force that has left a part of its stack behind."""
        if s.battle_kind == MOBILE:
            b = self.in_hand(s)
            won = bool(b.attackers) and s.hex[b.attackers[0]] == b.hex
            if won and s.attacker_air and has_marker(s, s.launch_hex):
                self.markers.carry(s, s.launch_hex, b.hex)
        elif s.marker_from >= 0:
            self.title.ask(s, "markers", s.battle_side, s.battle_hex, ADVANCED)
            return WAIT
        return GO_ON

    def ask_another_round(self, s: MonsterState, out: Log) -> bool:
        """15.6: on turn 1 a German force that has not cleared the hex may try again at once."""
        if s.battle_kind != MOBILE or s.battle_side != GERMAN or s.turn != 1:
            return GO_ON
        b = self.in_hand(s)
        if not b.defenders or not b.attackers or not self.can_go_on(s, b.attackers, b.hex):
            return GO_ON
        self.title.ask(s, "another round", GERMAN)
        return WAIT

    def can_go_on(self, s: MonsterState, force: Units, h: int) -> bool:
        """15.6, 15.1: all can pay for another round, and one that may lead it is left."""
        price = self.combat.mobile_price(s, force, h)
        if min(self.movement.mp_left(s, u) for u in force) < price:
            return False
        return any(self.combat.leads_mobile(s, u) for u in force)

    def next_round(self, s: MonsterState) -> Order:
        """15.6: all who are left of the force assault the same hex."""
        b = self.in_hand(s)
        return Order("mobile", b.attackers, b.hex, number=s.attacker_air)

    def losses_of(self, result: str) -> tuple[int, int | None]:
        return parts(result)

    def advance_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """11.4, 7.2, 8.5: who lands goes ashore without being asked; satellites keep to their ground."""
        if self.sea.is_landing(s, u):
            return Refusal("11.4f", f"{self.units.keys[u]} goes ashore anyway", Trouble.UNIT)
        return self.ranges.ground_refusal(s, (u,), s.battle_hex)


class MonsterLosses(MonsterChapter, Losses[MonsterState]):
    """2.14a, 2.14b: one step, two or four; 2.16b: lost one by one. 14.35, 14.36: whose."""

    def pays_for(self, s: MonsterState, u: int) -> int:
        """14.36: Soviet cavalry divisions and brigades count half."""
        if self.units.side[u] == GERMAN:
            return WHOLE
        return HALF if self.units.units[u].size == "X" or self.units.kind[u] in SOVIET_CAVALRY else WHOLE

    def who_may_lose(self, s: MonsterState, force: list[int]) -> list[int]:
        """14.35b: the attacker's first step comes from his tanks; 14.35c: nobody dies before all have but one step."""
        attacking = bool(force) and self.units.side[force[0]] == s.battle_side
        if attacking and s.steps_due == s.first_due:
            tanks = [u for u in force if self.units.kind[u] in TANKS]
            if tanks:
                return tanks
        return [u for u in force if s.steps[u] > 1] or force

    def demand(self, s: MonsterState, seat: int, wearing: int, steps: int, out: Log) -> bool:
        """Steps are to be lost; True if there is a choice to make. Who must lose everything is not asked."""
        force = [u for u in self.combat.bearers(s, wearing) if self.units.side[u] == seat]
        s.first_due = WHOLE * steps
        if sum(self.pays_for(s, u) * s.steps[u] for u in force) <= s.first_due:
            for u in force:
                self.eliminate(s, u, out)
            return False
        return bool(steps) and self.ask(s, seat, wearing, s.first_due, out)

    def left_in_words(self, s: MonsterState) -> str:
        return f"{s.steps_due / WHOLE:g}"


class MonsterRetreats(MonsterChapter, Retreats[MonsterState]):
    """14.32, 14.33."""

    mobile_drives_before_it = False
    """Nobody retreats from a mobile assault (14.32)."""

    split = False

    def unfit_hex(self, s: MonsterState, group: list[int], h: int) -> Refusal | None:
        """14.33: what movement forbids to enter, retreats may not either; the straits only over the ice."""
        if STRAITS & self.board.side(s.battle_hex, h) and not straits_frozen(s):
            label = self.board.label(h)
            return Refusal("14.33a", f"nobody retreats across the straits to {label}", Trouble.TERRAIN)
        return self.ranges.ground_refusal(s, tuple(group), h)

    def retreated_into(self, s: MonsterState, group: Units, h: int, out: Log) -> None:
        self.movement.moved_into(s, group, s.battle_hex, h, out)


def parts(result: str) -> tuple[int, int | None]:
    """A result as what attacker and defender lose: 0 is nothing (14.37); None: all that is there."""
    left, _, right = result.partition("/")
    return int(left), None if right == ELIMINATED else int(right)


class Stand(MonsterDecision):
    """14.32: the last increment of a German-side defender's result."""

    name = "stand"
    verbs = ("defend",)
    rule = "14.32b"

    def prompt(self, s: MonsterState) -> str:
        return f"{self.board.label(s.battle_hex)} has one more loss to take: lose a step and stand, or retreat?"

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        yield Order("defend", word="stand")
        yield Order("defend", word="retreat")

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        s.pop()
        if order.word == "retreat":
            self.title.ask(s, "retreat", GERMAN)
        elif not self.losses.demand(s, GERMAN, DEFENDER, 1, out):
            self.battles.proceed(s, out)


class AdvanceWithMarkers(MonsterDecision, Advance[MonsterState]):
    """14.39, 10.2: if a part of a supported stack advances, the player says which part keeps the support."""

    def groups(self, s: MonsterState, about: Units) -> Iterator[Units]:
        """After a great battle there are more groups than anybody reads: the fullest one comes first."""
        fullest = self.fill(s, about, self.battles.in_hand(s).attackers)
        if fullest:
            yield fullest
        yield from (group for group in super().groups(s, about) if set(group) != set(fullest))

    def fill(self, s: MonsterState, group: Units, victors: Iterable[int]) -> Units:
        """A group with as many more of the victors as find room, as they come."""
        for u in victors:
            if u not in group and self.refuse(s, Order("advance", (*group, u))) is None:
                group = (*group, u)
        return group

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        starts = sorted({s.hex[u] for u in order.units})
        for h in starts:
            stays = any(u not in order.units for u in units_in(s, h))
            if stays and has_marker(s, h):
                s.marker_from = h
                break
        super().apply(s, order, out)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        """Some of the victors as they come: dozens may have won, and all their groups are too many to list."""
        victors = list(self.battles.in_hand(s).attackers)
        rng.shuffle(victors)
        group = self.fill(s, (), victors[: rng.randint(0, len(victors))])
        return Order("advance", group) if group else Order("stay")


class AnotherRound(MonsterDecision):
    """15.6: the odds are computed anew; or the force stays where it came from."""

    name = "another round"
    verbs = ("press",)
    rule = "15.6a"

    def prompt(self, s: MonsterState) -> str:
        order = self.battles.next_round(s)
        sheet = self.title.sheet(s, order)
        assert sheet is not None
        odds = max(sheet.columns, key=lambda name: sheet.columns[name])
        price = self.combat.mobile_price(s, order.units, order.hex)
        return f"{self.board.label(order.hex)} is not cleared. Assault it again, {odds} for {price} MP, or halt?"

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        yield Order("press", word="halt")
        yield Order("press", word="again")

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        s.pop()
        if order.word == "halt":
            self.battles.proceed(s, out)
            return
        again = self.battles.next_round(s)
        self.battles.finish(s, out)
        for u in again.units:
            s.flags[u] &= ~HALTED
        self.battles.begin(s, again, MOBILE, out)
