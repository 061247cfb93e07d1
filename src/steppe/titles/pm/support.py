"""9.18, 10.2 to 10.4, 14.40: markers laid on stacks: ground support, aerial supply, hedgehogs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.stacks import side_in, units_in
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.pm.state import (
    AERIAL,
    GERMAN,
    HEDGEHOG,
    LANDED,
    RESTING,
    SIXTH_CORPS,
    SOVIET,
    MonsterState,
)
from steppe.titles.pm.words import some

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

CORPS = ("", "I", "II", "IV", "V", "VIII", "6")
"""Aircraft units by number: five German aviation corps and the Soviet interceptors (10.2 to 10.4)."""
LIFTS = 2
LAST_GERMAN_FLIGHT = 11
FLIES = 0.6
"""How often a player who chooses at random lays another marker."""


class Markers(Decision["ProudMonster", MonsterState]):
    """Markers are laid on hexes until the player is done, or none is left to be laid."""

    lays: str
    """The verb that lays one."""

    def laid(self, title: ProudMonster, s: MonsterState, seat: int) -> Iterator[Order]:
        """The markers that can be laid."""
        for h in occupied(title, s, seat):
            order = Order(self.lays, hex=h)
            if self.marker_refusal(title, s, order) is None:
                yield order

    def marker_refusal(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        raise NotImplementedError

    def lay(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        raise NotImplementedError

    def legal(self, title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
        yield from self.laid(title, s, s.frame()[1])
        if not about:
            yield Order("done")

    def refuse(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        return None if order.verb == "done" else self.marker_refusal(title, s, order)

    def apply(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "done":
            title.end_step(s, out)
            return
        self.lay(title, s, order, out)
        if next(self.laid(title, s, s.frame()[1]), None) is None:
            title.end_step(s, out)

    def pick(self, title: ProudMonster, s: MonsterState, rng: random.Random) -> Order:
        orders = list(self.laid(title, s, s.frame()[1])) if rng.random() < FLIES else []
        return rng.choice(orders) if orders else Order("done")


def occupied(title: ProudMonster, s: MonsterState, seat: int) -> list[int]:
    """The hexes with units of a seat."""
    return sorted({s.hex[u] for u in title.side_units[seat] if s.hex[u] >= 0})


# -- 10.2, 10.4 ground support ----------------------------------------------------------------------------------------


def corps_of(title: ProudMonster, s: MonsterState, seat: int) -> range:
    """The aircraft units that a side has this turn."""
    if seat == SOVIET:
        return range(SIXTH_CORPS, SIXTH_CORPS + (1 if s.soviet_air else 0))
    return range(1, SIXTH_CORPS if s.turn <= LAST_GERMAN_FLIGHT else 1)


def free_corps(title: ProudMonster, s: MonsterState, seat: int) -> list[int]:
    placed = set(s.air)
    return [corps for corps in corps_of(title, s, seat) if corps not in placed]


def recall(s: MonsterState, seat: int) -> None:
    """All aircraft of a side leave the stacks they supported."""
    air = s.vector("air")
    mine = (air == SIXTH_CORPS) if seat == SOVIET else (air > 0) & (air != SIXTH_CORPS)
    air[mine] = 0


class AirCommitment(Markers):
    """10.2: every unit on a stack of its side, one to a hex, until the next commitment."""

    name = "air commitment"
    verbs = ("support", "done")
    rule = "10.2a"
    lays = "support"

    def enter(self, title: ProudMonster, s: MonsterState, out: Log) -> bool:
        seat = title.current_step(s).seat
        recall(s, seat)
        return not title.learning and bool(corps_of(title, s, seat))

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        left = ", ".join(CORPS[corps] for corps in free_corps(title, s, s.frame()[1]))
        worth = f", {some(title.charts.aviation[s.turn], 'point')} each" if s.frame()[1] == GERMAN else ""
        return f"Commit ground support aircraft to your stacks{worth} (at hand: {left})."

    def laid(self, title: ProudMonster, s: MonsterState, seat: int) -> Iterator[Order]:
        corps = free_corps(title, s, seat)
        for h in occupied(title, s, seat) if corps else ():
            if self.hex_refusal(title, s, h, seat) is None:
                for number in corps:
                    yield Order("support", hex=h, word=CORPS[number])

    def hex_refusal(self, title: ProudMonster, s: MonsterState, h: int, seat: int) -> Refusal | None:
        label = title.board.label(h)
        if side_in(title, s, h) != seat:
            return Refusal("10.2a", f"none of your stacks is in {label}", Trouble.HEX)
        if s.air[h]:
            return Refusal("10.2a", f"the stack in {label} has its support", Trouble.HEX)
        if seat == SOVIET and not title.near_moscow[h]:
            return Refusal("10.4", f"{label} is more than ten hexes from Moscow", Trouble.HEX)
        return None

    def marker_refusal(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        seat = s.frame()[1]
        if CORPS.index(order.word) not in free_corps(title, s, seat):
            return Refusal("10.2a", f"{order.word} is not at hand", Trouble.UNIT)
        return self.hex_refusal(title, s, order.hex, seat)

    def lay(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        s.air[order.hex] = CORPS.index(order.word)
        out.add("support", corps=order.word, hex=order.hex)

    def pick(self, title: ProudMonster, s: MonsterState, rng: random.Random) -> Order:
        seat = s.frame()[1]
        corps, stacks = free_corps(title, s, seat), occupied(title, s, seat)
        if corps and stacks and rng.random() < FLIES:
            h = rng.choice(stacks)
            if self.hex_refusal(title, s, h, seat) is None:
                return Order("support", hex=h, word=CORPS[rng.choice(corps)])
        return Order("done")


# -- 9.18 aerial supply -----------------------------------------------------------------------------------------------


class AerialSupply(Markers):
    """9.18, 9.20: two hexes with German-side units, anew in each German player turn; none under concentration."""

    name = "aerial supply"
    verbs = ("lift", "done")
    rule = "9.18a"
    lays = "lift"

    def enter(self, title: ProudMonster, s: MonsterState, out: Log) -> bool:
        s.vector("control")[:] &= ~AERIAL
        return not title.learning and not s.concentration

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        return f"Supply stacks by air ({some(LIFTS - lifted(s), 'marker')} left)."

    def marker_refusal(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        label = title.board.label(order.hex)
        if lifted(s) >= LIFTS:
            return Refusal("9.18a", "both markers are placed", Trouble.UNIT)
        if side_in(title, s, order.hex) != GERMAN:
            return Refusal("9.18a", f"no German-side unit is in {label}", Trouble.HEX)
        if s.control[order.hex] & AERIAL:
            return Refusal("9.18a", f"{label} has a marker", Trouble.HEX)
        return None

    def lay(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        s.control[order.hex] |= AERIAL
        out.add("lifted", hex=order.hex)

    def pick(self, title: ProudMonster, s: MonsterState, rng: random.Random) -> Order:
        stacks = occupied(title, s, GERMAN)
        if stacks and lifted(s) < LIFTS and rng.random() < FLIES / 2:
            order = Order("lift", hex=rng.choice(stacks))
            if self.marker_refusal(title, s, order) is None:
                return order
        return Order("done")


def lifted(s: MonsterState) -> int:
    return int((s.vector("control") & AERIAL != 0).sum())


# -- 14.40 hedgehogs --------------------------------------------------------------------------------------------------


class Hedgehogs(Markers):
    """14.40: in December, at the start of both German movement phases, in towns and cities."""

    name = "hedgehogs"
    verbs = ("hedgehog", "rescind", "done")
    rule = "14.40a"
    lays = "hedgehog"

    def enter(self, title: ProudMonster, s: MonsterState, out: Log) -> bool:
        return not title.learning and next(self.laid(title, s, GERMAN), None) is not None

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        return "Form hedgehogs in towns and cities, or give them up."

    def laid(self, title: ProudMonster, s: MonsterState, seat: int) -> Iterator[Order]:
        for h in sorted(title.towns):
            for verb in ("hedgehog", "rescind"):
                order = Order(verb, hex=h)
                if self.marker_refusal(title, s, order) is None:
                    yield order

    def marker_refusal(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        h, label = order.hex, title.board.label(order.hex)
        has_one = bool(s.control[h] & HEDGEHOG)
        if order.verb == "rescind":
            return None if has_one else Refusal("14.40a", f"there is no hedgehog in {label}", Trouble.HEX)
        if h not in title.towns:
            return Refusal("14.40a", f"{label} is no town and no city", Trouble.HEX)
        if side_in(title, s, h) != GERMAN:
            return Refusal("14.40a", f"no German-side unit is in {label}", Trouble.HEX)
        if has_one:
            return Refusal("14.40a", f"there is a hedgehog in {label}", Trouble.HEX)
        if not any(title.units.nation[u] == "german" for u in units_in(s, h)):
            return Refusal("14.40c", f"no German unit is in {label}", Trouble.UNIT)
        return None

    def lay(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "hedgehog":
            s.control[order.hex] |= HEDGEHOG
        else:
            s.control[order.hex] &= ~HEDGEHOG
        out.add("hedgehog", hex=order.hex, formed=order.verb == "hedgehog")

    def pick(self, title: ProudMonster, s: MonsterState, rng: random.Random) -> Order:
        orders = list(self.laid(title, s, GERMAN)) if rng.random() < FLIES / 2 else []
        return rng.choice(orders) if orders else Order("done")


class EndOfPlayerTurn(Automatic):
    """8.20, 11.2: refit markers are taken away, and who came by sea is like others again."""

    name = "end of player turn"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        if title.current_step(s).seat == GERMAN:
            s.vector("flags")[:] &= ~RESTING
        else:
            s.vector("flags")[:] &= ~LANDED
            s.invaded = -1
        s.vector("began")[:] = 0
        return False
