"""14.32 to 14.38, 15.6, 15.12, 11.4: how results are absorbed, and the stages that this title puts into a battle."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault import attenuated, battle, retreat
from steppe.assault.battle import GO_ON, WAIT, Advance, result_of
from steppe.assault.combat import battle_in_hand
from steppe.assault.losses import ATTACKER, DEFENDER, ask_losses, eliminate, lose_step
from steppe.assault.movement import mp_left
from steppe.assault.stacks import relocate, side_in, units_in
from steppe.assault.state import HALTED, MOBILE, PREPARED, TARGET
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.pm import combat, movement
from steppe.titles.pm.state import GERMAN, HEDGEHOG, SOVIET, MonsterState

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

WHOLE, HALF = 2, 1
"""Losses are counted in half steps (14.36)."""


# -- whose step is lost -----------------------------------------------------------------------------------------------


def worth(title: ProudMonster, u: int) -> int:
    """14.36: Soviet cavalry divisions and brigades count half."""
    if title.learning or title.units.side[u] == GERMAN:
        return WHOLE
    return HALF if title.units.units[u].size == "X" or title.units.kind[u] in combat.CAVALRY else WHOLE


def who_may_lose(title: ProudMonster, s: MonsterState, force: list[int]) -> list[int]:
    """14.35: the attacker's first step comes from his tanks; then nobody dies before all are down to one step."""
    if title.learning:
        return force
    attacking = bool(force) and title.units.side[force[0]] == s.battle_side
    if attacking and s.steps_due == s.first_due:
        tanks = [u for u in force if title.units.kind[u] in combat.TANKS]
        if tanks:
            return tanks
    return [u for u in force if s.steps[u] > 1] or force


def demand(title: ProudMonster, s: MonsterState, seat: int, wearing: int, steps: int, out: Log) -> bool:
    """Steps are to be lost; True if there is a choice to make. Who must lose everything is not asked."""
    force = [u for u in title.side_units[seat] if s.hex[u] >= 0 and s.flags[u] & wearing]
    s.first_due = WHOLE * steps
    if sum(worth(title, u) * s.steps[u] for u in force) <= s.first_due:
        for u in force:
            eliminate(title, s, u, out)
        return False
    return bool(steps) and ask_losses(title, s, seat, wearing, s.first_due, out)


# -- the stages -------------------------------------------------------------------------------------------------------


def cavalry_falls(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """15.12: Soviet cavalry in a mobile assault has added its factors and pays with a step at once."""
    if s.battle_kind == MOBILE and s.battle_side == SOVIET:
        for u in battle_in_hand(title, s).attackers:
            if title.units.kind[u] in combat.CAVALRY:
                lose_step(title, s, u, out)
    return GO_ON


def may_retreat(title: ProudMonster, s: MonsterState) -> bool:
    """14.32, 14.40: German-side defenders in a prepared assault, unless they are in a hedgehog."""
    if title.learning or s.battle_kind != PREPARED or s.battle_side != SOVIET:
        return False
    return not s.control[s.battle_hex] & HEDGEHOG


def defender_suffers(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """14.32, 14.34, 14.38: the defender first; the last increment may be a retreat, which comes after all losses."""
    _, killed = combat.parts(result_of(title, s))
    if killed == 0:
        return GO_ON
    b = battle_in_hand(title, s)
    for u in units_in(s, b.hex):
        if not s.flags[u] & TARGET:
            eliminate(title, s, u, out)
    if killed is None:
        for u in b.defenders:
            eliminate(title, s, u, out)
        title.check_instant(s, out)
        return GO_ON
    steps = killed - 1 if may_retreat(title, s) else killed
    return WAIT if demand(title, s, 1 - b.side, DEFENDER, steps, out) else GO_ON


def last_increment(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """14.32, 14.33: a step, or all of them go back one hex if there is one."""
    _, killed = combat.parts(result_of(title, s))
    if not killed or not may_retreat(title, s) or not retreat.retreaters(s):
        return GO_ON
    if retreat.plan(title, s) is not None:
        title.ask(s, "stand", GERMAN)
        return WAIT
    return WAIT if demand(title, s, GERMAN, DEFENDER, 1, out) else GO_ON


class Stand(Decision["ProudMonster", MonsterState]):
    """14.32: the last increment of a German-side defender's result."""

    name = "stand"
    verbs = ("defend",)
    rule = "14.32b"

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        return f"{title.board.label(s.battle_hex)} has one more loss to take: lose a step and stand, or retreat?"

    def legal(self, title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
        yield Order("defend", word="stand")
        yield Order("defend", word="retreat")

    def apply(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        s.pop()
        if order.word == "retreat":
            title.ask(s, "retreat", GERMAN)
        elif not demand(title, s, GERMAN, DEFENDER, 1, out):
            title.proceed(s, out)


def attacker_suffers(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """14.35, 15.3: attackers have nothing but steps to give."""
    lost, _ = combat.parts(result_of(title, s))
    title.check_instant(s, out)
    if lost and s.winner < 0 and demand(title, s, s.battle_side, ATTACKER, lost, out):
        return WAIT
    return GO_ON


def go_ashore(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """11.4: invaders take the hex they have cleared, or are lost."""
    landing = tuple(u for u in battle_in_hand(title, s).attackers if title.sea[s.hex[u]])
    if not landing:
        return GO_ON
    if side_in(title, s, s.battle_hex) == GERMAN:
        for u in landing:
            eliminate(title, s, u, out)
    else:
        relocate(title, s, landing, s.battle_hex, out)
        out.add("advanced", units=landing, hex=s.battle_hex)
        title.check_instant(s, out)
    return GO_ON


def settle_markers(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """10.2, 9.18: the markers of a force that has left a part of its stack behind."""
    if s.battle_kind == MOBILE:
        b = battle_in_hand(title, s)
        won = bool(b.attackers) and s.hex[b.attackers[0]] == b.hex
        if won and s.attacker_air and movement.has_marker(s, s.launch_hex):
            movement.carry_markers(title, s, s.launch_hex, b.hex)
    elif s.marker_from >= 0:
        title.ask(s, "markers", s.battle_side, s.battle_hex, 0, movement.ADVANCED)
        return WAIT
    return GO_ON


class AdvanceWithMarkers(Advance):
    """14.39, 10.2: if a part of a supported stack advances, the player says which part keeps the support."""

    def groups(self, title: Any, s: Any, about: About) -> Iterator[About]:
        """After a great battle there are more groups than anybody reads: the fullest one comes first."""
        fullest = self.fill(title, s, about, battle_in_hand(title, s).attackers)
        if fullest:
            yield fullest
        yield from (group for group in super().groups(title, s, about) if set(group) != set(fullest))

    def fill(self, title: Any, s: Any, group: About, victors: Iterable[int]) -> About:
        """A group with as many more of the victors as find room, as they come."""
        for u in victors:
            if u not in group and self.refuse(title, s, Order("advance", (*group, u))) is None:
                group = (*group, u)
        return group

    def apply(self, title: Any, s: Any, order: Order, out: Log) -> None:
        starts = sorted({s.hex[u] for u in order.units})
        for h in starts:
            stays = any(u not in order.units for u in units_in(s, h))
            if stays and movement.has_marker(s, h):
                s.marker_from = h
                break
        super().apply(title, s, order, out)

    def pick(self, title: Any, s: Any, rng: random.Random) -> Order:
        """Some of the victors as they come: dozens may have won, and all their groups are too many to list."""
        victors = list(battle_in_hand(title, s).attackers)
        rng.shuffle(victors)
        group = self.fill(title, s, (), victors[: rng.randint(0, len(victors))])
        return Order("advance", group) if group else Order("stay")


# -- 15.6 mobile assaults of several rounds ---------------------------------------------------------------------------


def ask_another_round(title: ProudMonster, s: MonsterState, out: Log) -> bool:
    """15.6: on turn 1 a German force that has not cleared the hex may try again at once."""
    if s.battle_kind != MOBILE or s.battle_side != GERMAN or s.turn != 1:
        return GO_ON
    b = battle_in_hand(title, s)
    if not b.defenders or not b.attackers or round_refusal(title, s, b.attackers, b.hex) is not None:
        return GO_ON
    title.ask(s, "another round", GERMAN)
    return WAIT


def round_refusal(title: ProudMonster, s: MonsterState, force: About, h: int) -> Refusal | None:
    price = combat.mobile_price(title, s, force, h)
    if min(mp_left(title, s, u) for u in force) < price:
        return Refusal("15.6a", f"another round costs {price} MP", Trouble.POINTS)
    if not any(combat.leads_mobile(title, u) for u in force):
        return Refusal("15.1a", "no tank, assault gun or recon unit is left", Trouble.UNIT)
    return None


def next_round(title: ProudMonster, s: MonsterState) -> Order:
    """15.6: all who are left of the force assault the same hex."""
    b = battle_in_hand(title, s)
    return Order("mobile", b.attackers, b.hex, number=s.attacker_air)


class AnotherRound(Decision["ProudMonster", MonsterState]):
    """15.6: the odds are computed anew; or the force stays where it came from."""

    name = "another round"
    verbs = ("press",)
    rule = "15.6a"

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        order = next_round(title, s)
        sheet = title.sheet(s, order)
        assert sheet is not None
        odds = max(sheet.columns, key=lambda name: sheet.columns[name])
        price = combat.mobile_price(title, s, order.units, order.hex)
        return f"{title.board.label(order.hex)} is not cleared. Assault it again, {odds} for {price} MP, or halt?"

    def legal(self, title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
        yield Order("press", word="halt")
        yield Order("press", word="again")

    def apply(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        s.pop()
        if order.word == "halt":
            title.proceed(s, out)
            return
        again = next_round(title, s)
        battle.finish(title, s, out)
        for u in again.units:
            s.flags[u] &= ~HALTED
        title.begin_battle(s, again, MOBILE, out)


def stages() -> tuple[battle.Stage, ...]:
    """The family's stages with ours at their places."""
    return (
        battle.reveal,
        battle.compute_odds,
        cavalry_falls,
        attenuated.roll_attenuation,
        battle.roll_result,
        battle.convert,
        defender_suffers,
        last_increment,
        attacker_suffers,
        battle.aftermath,
        go_ashore,
        settle_markers,
        ask_another_round,
    )
