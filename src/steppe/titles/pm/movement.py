"""12.0 Ground movement: factors, costs, where a move may end, and the markers that go along."""

from __future__ import annotations

import random
from collections.abc import Iterator

from steppe.assault.campaign import CampaignMovement
from steppe.assault.phases import MovementPhase
from steppe.assault.state import ASSAULTED, LEAVING
from steppe.assault.units import RESERVE
from steppe.assault.weather import RAIN, STRAITS
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.markers import ASSAULTS, MOVES, keep_way, splits
from steppe.titles.pm.sea import VERBS
from steppe.titles.pm.state import CONCENTRATED, GERMAN, LANDED, LIFTED, OUT, SOVIET, MonsterState

LIFTED_MF = 6
"""9.18: the movement factor of mechanized units on aerial supply."""


class MonsterMovement(MonsterChapter, CampaignMovement[MonsterState]):
    """12.1 to 12.8, and who stays where he is."""

    marker = CONCENTRATED

    def factor(self, s: MonsterState, u: int) -> int:
        """12.1, 9.7, 9.18, 13.4: printed; halved out of supply, six by air, one less in rain for the German side."""
        unit = self.units.units[u]
        factor = unit.moves[s.steps[u] - 1]
        if s.hex[u] < 0:
            return factor
        state = self.supply.moving_state(s, u)
        if state == OUT:
            factor = -(-factor // 2)
        elif state == LIFTED and unit.mobility == "mech":
            factor = min(factor, LIFTED_MF)
        if unit.side == GERMAN:
            start = s.origin[u] if s.origin[u] >= 0 else s.hex[u]
            if self.weather.here(s, start) == RAIN:
                factor = max(factor - 1, 1)
        return factor

    def unfit_mover(self, s: MonsterState, u: int) -> Refusal | None:
        """8.20, 14.41, 14.40, 5.3, 11.2: who stays where he is."""
        if self.units.side[u] == GERMAN:
            if s.ready[u] > s.couplet:
                return Refusal("14.41a", f"{self.units.keys[u]} has just been organized", Trouble.TIME)
            return self.combat.idle_refusal(s, u)
        if s.flags[u] & LANDED:
            return Refusal("11.2c", f"{self.units.keys[u]} has moved by sea this player turn", Trouble.TIME)
        return None

    def halted_refusal(self, s: MonsterState, u: int) -> Refusal:
        """15.6, 11.2, 12.16, 9.20, 12.3: what has ended a unit's move before its MP were spent."""
        name = self.units.keys[u]
        if s.flags[u] & ASSAULTED:
            return Refusal("15.6b", f"{name} may not move on: its mobile assault did not clear the hex", Trouble.TIME)
        if s.flags[u] & LANDED:
            return Refusal("11.2c", f"{name} has moved by sea this player turn", Trouble.TIME)
        if s.origin[u] >= 0 and STRAITS & self.board.side(s.origin[u], s.hex[u]):
            return Refusal("12.16", f"{name} has given its whole move to cross the straits", Trouble.POINTS)
        if self.is_unselected(s, (u,), self.units.side[u]):
            return Refusal("9.20c", f"{name} has no supply concentration marker and has moved its hex", Trouble.SUPPLY)
        return Refusal("12.3", f"{name} has given its whole move for one hex", Trouble.POINTS)

    def sets_out(self, s: MonsterState, group: Units) -> None:
        """9.8, 15.4: the supply state in which a unit began to move."""
        for u in group:
            if not s.began[u]:
                s.began[u] = self.supply.state_of(s, u)

    def heeds_passage(self, s: MonsterState, side: int) -> bool:
        """14.25, 14.26: works that fall."""
        return side == GERMAN

    def moved_into(self, s: MonsterState, group: Units, start: int, h: int, out: Log) -> None:
        """14.25, 14.26: works fall to whoever of the German side enters."""
        if self.units.side[group[0]] == GERMAN:
            self.forts.entered(s, h, out)


class MonsterMovementPhase(MonsterDecision, MovementPhase[MonsterState]):
    """12.0: besides moves and mobile assaults, units come from the OKH areas, and Soviet ones go by sea."""

    verbs = ("move", "mobile", "enter", "shift", *VERBS, "top", "done")

    def enter(self, s: MonsterState, out: Log) -> bool:
        s.vector("began")[:] = 0
        s.shipped = s.land_begun = 0
        return super().enter(s, out)

    def operations(self, s: MonsterState, about: Units) -> Iterator[Order]:
        seat = s.seat
        off_map = tuple(u for u in about if s.hex[u] == RESERVE)
        if seat == GERMAN:
            yield from self.arrivals.entry_orders(s, off_map if about else tuple(self.arrivals.waiting(s)))
        elif self.sea.is_open:
            yield from self.sea.orders(s, about)
        if not off_map:
            yield from super().operations(s, about)

    def operation_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        if order.verb in ("enter", "shift"):
            return self.arrivals.entry_refusal(s, order)
        if order.verb in VERBS:
            return self.sea.refusal(s, order)
        return super().operation_refusal(s, order)

    def operate(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb in ("enter", "shift"):
            self.arrivals.carry_out_entry(s, order, out)
            return
        if order.verb in VERBS:
            self.sea.carry_out(s, order, out)
            return
        s.land_begun = 1
        self.movement.sets_out(s, order.units)
        if splits(s, order.units):
            here = s.hex[order.units[0]]
            s.parent_of_split = here
            s.gather("sets", LEAVING, order.units)
            how = MOVES if order.verb == "move" else ASSAULTS
            self.title.ask(s, "markers", s.seat, order.hex, how, keep_way(s, order))
        else:
            self.markers.operate(s, order, order.verb == "mobile", out)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        seat = s.seat
        if seat == GERMAN and rng.random() < 0.3:
            order = self.arrivals.random_entry(s, rng)
            if order is not None:
                return order
        if seat == SOVIET and self.sea.is_open and not s.land_begun and rng.random() < 0.2:
            voyages = list(self.sea.orders(s, ()))
            if voyages:
                return rng.choice(voyages)
        return super().pick(s, rng)
