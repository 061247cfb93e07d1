"""9.18, 10.2 to 10.4, 14.40: markers laid on stacks: ground support, aerial supply, hedgehogs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from steppe.assault.air import Air
from steppe.assault.movement import chosen_way
from steppe.assault.stacks import Stacks, units_in
from steppe.assault.state import LEAVING, MOBILE
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.orders import More, Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import (
    AERIAL,
    GERMAN,
    HEDGEHOG,
    LANDED,
    LIFTED,
    OUT,
    RESTING,
    SIXTH_CORPS,
    SOVIET,
    MonsterState,
)
from steppe.titles.pm.words import some

MOVES, ASSAULTS, ADVANCED = range(3)

CORPS = ("", "I", "II", "IV", "V", "VIII", "6")
"""Aircraft units by number: five German aviation corps and the Soviet interceptors (10.2 to 10.4)."""

LIFTS = 2

LAST_GERMAN_FLIGHT = 11

FLIES = 0.6
"""How often a player who chooses at random lays another marker."""


class MonsterAir(MonsterChapter, Air[MonsterState]):
    """10.2."""

    def number(self, s: MonsterState, side: int) -> int:
        """10.2: aircraft lie on stacks; none are called to a battle."""
        return 0

    def use(self, s: MonsterState, side: int, number: int) -> None:
        """10.2: they are not used up."""


class Markers(MonsterChapter):
    """9.18, 10.2: which hexes bear markers, and where they go."""

    def carry(self, s: MonsterState, start: int, end: int) -> None:
        """Markers go along to where there is none yet; the Soviet aircraft no farther than its range (10.4)."""
        corps = s.air[start]
        if corps:
            s.air[start] = 0
            too_far = corps == SIXTH_CORPS and not self.geo.near_moscow[end]
            if not s.air[end] and not too_far:
                s.air[end] = corps
        if s.control[start] & AERIAL:
            s.control[start] &= ~AERIAL
            s.control[end] |= AERIAL

    def operate(self, s: MonsterState, order: Order, markers_go: bool, out: Log) -> None:
        """Carry out a move or a mobile assault; the markers of the stack go along or stay."""
        start = s.hex[order.units[0]]
        if order.verb == "mobile":
            self.battles.begin(s, order._replace(number=int(markers_go and has_marker(s, start))), MOBILE, out)
            return
        self.movement.carry_out(s, order, out)
        if markers_go and has_marker(s, start):
            self.carry(s, start, s.hex[order.units[0]])

    def occupied(self, s: MonsterState, seat: int) -> list[int]:
        """The hexes with units of a seat."""
        return sorted({s.hex[u] for u in self.side_units[seat] if s.hex[u] >= 0})

    def corps_of(self, s: MonsterState, seat: int) -> range:
        """The aircraft units that a side has this turn."""
        if seat == SOVIET:
            return range(SIXTH_CORPS, SIXTH_CORPS + (1 if s.soviet_air else 0))
        return range(1, SIXTH_CORPS if s.turn <= LAST_GERMAN_FLIGHT else 1)

    def free_corps(self, s: MonsterState, seat: int) -> list[int]:
        placed = set(s.air)
        return [corps for corps in self.corps_of(s, seat) if corps not in placed]


class MonsterStacks(MonsterChapter, Stacks[MonsterState]):
    """3.9, and markers that follow their stacks."""

    def notable_hexes(self) -> frozenset[int]:
        """3.9: control matters in cities and large towns, and in the ports (11.2)."""
        return self.board.hexes("city") | self.geo.large_towns | self.geo.ports

    def position_changed(self, s: MonsterState, u: int, start: int, end: int) -> None:
        """10.2, 9.18, 14.40: when the last of a stack has left a hex, its markers go along or away."""
        super().position_changed(s, u, start, end)
        if start < 0 or s.top[start] >= 0:
            return
        if s.control[start] & HEDGEHOG:
            s.control[start] &= ~HEDGEHOG
        if has_marker(s, start):
            if end >= 0:
                self.markers.carry(s, start, end)
            else:
                s.air[start] = 0
                s.control[start] &= ~AERIAL


def has_marker(s: MonsterState, h: int) -> bool:
    return bool(s.air[h] or s.control[h] & AERIAL)


def leaving(s: MonsterState) -> Units:
    """Those who leave the stack that splits."""
    return tuple(u for u in units_in(s, s.parent_of_split) if s.sets[u] & LEAVING)


def leave_lift(s: MonsterState, group: Units) -> None:
    """9.18: a group leaves its aerial supply behind."""
    for u in group:
        if s.began[u] == LIFTED:
            s.began[u] = OUT


def waiting_assault(s: MonsterState, order: Order) -> tuple[MonsterState, Order]:
    """The mobile assault that waited for the answer about the markers, without those that stay."""
    _, _, target, how, _ = s.frame()
    if how != ASSAULTS:
        return s, order
    group = leaving(s)
    if order.word != "go":
        s = s.clone()
        leave_lift(s, group)
        s.air[s.parent_of_split] = 0
    return s, Order("mobile", group, target)


def keep_way(s: MonsterState, order: Order) -> int:
    """Keep the way of a move that waits for the answer about the markers; ``kept_way`` finds it by this number."""
    if order.more is None:
        return 0
    for i, h in enumerate(order.way):
        s.way[i] = h
    return len(order.way) + 1


def kept_way(s: MonsterState, number: int) -> More | None:
    """The way that a player has chosen; None if he has left it to the game."""
    return chosen_way(tuple(s.way[: number - 1])) if number else None


def splits(s: MonsterState, group: Units) -> bool:
    """Whether a group leaves others behind in a hex with markers."""
    here = s.hex[group[0]]
    return has_marker(s, here) and len(group) < len(units_in(s, here))


def recall(s: MonsterState, seat: int) -> None:
    """All aircraft of a side leave the stacks they supported."""
    air = s.vector("air")
    mine = (air == SIXTH_CORPS) if seat == SOVIET else (air > 0) & (air != SIXTH_CORPS)
    air[mine] = 0


def lifted(s: MonsterState) -> int:
    return int((s.vector("control") & AERIAL != 0).sum())


class MarkerSplit(MonsterDecision):
    """9.18, 10.2: which part of a stack that splits keeps its aircraft and its aerial supply.

    The frame says where those who leave go, and how: by a move, by a mobile assault, or that they have advanced
    already; who they are is the set LEAVING.
    """

    name = "markers"
    verbs = ("markers",)
    rule = "10.2c"

    def prompt(self, s: MonsterState) -> str:
        """It names nobody: the opponent reads it as well."""
        start = s.marker_from if s.frame()[3] == ADVANCED else s.parent_of_split
        air = f"ground support ({CORPS[s.air[start]]})" if s.air[start] else ""
        lift = "aerial supply" if s.control[start] & AERIAL else ""
        asked = f"Do the {air} and the {lift}" if air and lift else f"Does the {air or lift}"
        return f"The stack in {self.board.label(start)} splits. {asked} go along, or stay?"

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        yield Order("markers", word="go")
        if self.left_behind(s) is None:
            yield Order("markers", word="stay")

    def explain(self, s: MonsterState, order: Order) -> Refusal:
        return self.left_behind(s) or super().explain(s, order)

    def left_behind(self, s: MonsterState) -> Refusal | None:
        """9.18: who leaves his aerial supply behind is out of supply at once, and may not get so far."""
        _, _, target, how, _ = s.frame()
        group = () if how == ADVANCED else leaving(s)
        if not any(s.began[u] == LIFTED for u in group):
            return None
        without = s.clone()
        leave_lift(without, group)
        if how == MOVES:
            far = not self.ranges.route(without, group, target)
        else:
            far = self.combat.mobile_refusal(without, Order("mobile", group, target)) is not None
        where = self.board.label(target)
        return Refusal("9.18b", f"without aerial supply they do not get to {where}", Trouble.SUPPLY) if far else None

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        _, _, target, how, way = s.frame()
        s.pop()
        goes = order.word == "go"
        if how == ADVANCED:
            if goes:
                self.markers.carry(s, s.marker_from, target)
            s.marker_from = -1
            self.battles.proceed(s, out)
            return
        start = s.parent_of_split
        group = leaving(s)
        s.parent_of_split = -1
        s.gather("sets", LEAVING, ())
        if not goes:
            leave_lift(s, group)
        if how == MOVES:
            self.markers.operate(s, Order("move", group, target, start, more=kept_way(s, way)), goes, out)
        else:
            self.markers.operate(s, Order("mobile", group, target), goes, out)


class MarkerStep(MonsterDecision):
    """Markers are laid on hexes until the player is done, or none is left to be laid."""

    lays: str
    """The verb that lays one."""

    def laid(self, s: MonsterState, seat: int) -> Iterator[Order]:
        """The markers that can be laid."""
        for h in self.markers.occupied(s, seat):
            order = Order(self.lays, hex=h)
            if self.marker_refusal(s, order) is None:
                yield order

    def marker_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        raise NotImplementedError

    def lay(self, s: MonsterState, order: Order, out: Log) -> None:
        raise NotImplementedError

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        yield from self.laid(s, s.seat)
        if not about:
            yield Order("done")

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        return None if order.verb == "done" else self.marker_refusal(s, order)

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.title.end_step(s, out)
            return
        self.lay(s, order, out)
        if next(self.laid(s, s.seat), None) is None:
            self.title.end_step(s, out)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        orders = list(self.laid(s, s.seat)) if rng.random() < FLIES else []
        return rng.choice(orders) if orders else Order("done")


class AirCommitment(MarkerStep):
    """10.2: every unit on a stack of its side, one to a hex, until the next commitment."""

    name = "air commitment"
    verbs = ("support", "done")
    rule = "10.2a"
    lays = "support"

    def enter(self, s: MonsterState, out: Log) -> bool:
        seat = self.title.current_step(s).seat
        recall(s, seat)
        return bool(self.markers.corps_of(s, seat))

    def prompt(self, s: MonsterState) -> str:
        left = ", ".join(CORPS[corps] for corps in self.markers.free_corps(s, s.seat))
        worth = f", {some(self.charts.aviation[s.turn], 'point')} each" if s.seat == GERMAN else ""
        return f"Commit ground support aircraft to your stacks{worth} (at hand: {left})."

    def laid(self, s: MonsterState, seat: int) -> Iterator[Order]:
        corps = self.markers.free_corps(s, seat)
        for h in self.markers.occupied(s, seat) if corps else ():
            if self.hex_refusal(s, h, seat) is None:
                for number in corps:
                    yield Order("support", hex=h, word=CORPS[number])

    def hex_refusal(self, s: MonsterState, h: int, seat: int) -> Refusal | None:
        label = self.board.label(h)
        if self.stacks.side_in(s, h) != seat:
            return Refusal("10.2a", f"none of your stacks is in {label}", Trouble.HEX)
        if s.air[h]:
            return Refusal("10.2a", f"the stack in {label} has its support", Trouble.HEX)
        if seat == SOVIET and not self.geo.near_moscow[h]:
            return Refusal("10.4", f"{label} is more than ten hexes from Moscow", Trouble.HEX)
        return None

    def marker_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        seat = s.seat
        if CORPS.index(order.word) not in self.markers.free_corps(s, seat):
            return Refusal("10.2a", f"{order.word} is not at hand", Trouble.UNIT)
        return self.hex_refusal(s, order.hex, seat)

    def lay(self, s: MonsterState, order: Order, out: Log) -> None:
        s.air[order.hex] = CORPS.index(order.word)
        out.add("support", corps=order.word, hex=order.hex)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        seat = s.seat
        corps, stacks = self.markers.free_corps(s, seat), self.markers.occupied(s, seat)
        if corps and stacks and rng.random() < FLIES:
            h = rng.choice(stacks)
            if self.hex_refusal(s, h, seat) is None:
                return Order("support", hex=h, word=CORPS[rng.choice(corps)])
        return Order("done")


class AerialSupply(MarkerStep):
    """9.18, 9.20: two hexes with German-side units, anew in each German player turn; none under concentration."""

    name = "aerial supply"
    verbs = ("lift", "done")
    rule = "9.18a"
    lays = "lift"

    def enter(self, s: MonsterState, out: Log) -> bool:
        s.vector("control")[:] &= ~AERIAL
        return not s.concentration

    def prompt(self, s: MonsterState) -> str:
        return f"Supply stacks by air ({some(LIFTS - lifted(s), 'marker')} left)."

    def marker_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        label = self.board.label(order.hex)
        if lifted(s) >= LIFTS:
            return Refusal("9.18a", "both markers are placed", Trouble.UNIT)
        if self.stacks.side_in(s, order.hex) != GERMAN:
            return Refusal("9.18a", f"no German-side unit is in {label}", Trouble.HEX)
        if s.control[order.hex] & AERIAL:
            return Refusal("9.18a", f"{label} has a marker", Trouble.HEX)
        return None

    def lay(self, s: MonsterState, order: Order, out: Log) -> None:
        s.control[order.hex] |= AERIAL
        out.add("lifted", hex=order.hex)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        stacks = self.markers.occupied(s, GERMAN)
        if stacks and lifted(s) < LIFTS and rng.random() < FLIES / 2:
            order = Order("lift", hex=rng.choice(stacks))
            if self.marker_refusal(s, order) is None:
                return order
        return Order("done")


class Hedgehogs(MarkerStep):
    """14.40: in December, at the start of both German movement phases, in towns and cities."""

    name = "hedgehogs"
    verbs = ("hedgehog", "rescind", "done")
    rule = "14.40a"
    lays = "hedgehog"

    def enter(self, s: MonsterState, out: Log) -> bool:
        return next(self.laid(s, GERMAN), None) is not None

    def prompt(self, s: MonsterState) -> str:
        return "Form hedgehogs in towns and cities, or give them up."

    def laid(self, s: MonsterState, seat: int) -> Iterator[Order]:
        for h in sorted(self.geo.towns):
            for verb in ("hedgehog", "rescind"):
                order = Order(verb, hex=h)
                if self.marker_refusal(s, order) is None:
                    yield order

    def marker_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        h, label = order.hex, self.board.label(order.hex)
        has_one = bool(s.control[h] & HEDGEHOG)
        if order.verb == "rescind":
            return None if has_one else Refusal("14.40a", f"there is no hedgehog in {label}", Trouble.HEX)
        if h not in self.geo.towns:
            return Refusal("14.40a", f"{label} is no town and no city", Trouble.HEX)
        if self.stacks.side_in(s, h) != GERMAN:
            return Refusal("14.40a", f"no German-side unit is in {label}", Trouble.HEX)
        if has_one:
            return Refusal("14.40a", f"there is a hedgehog in {label}", Trouble.HEX)
        if not any(self.units.nation[u] == "german" for u in units_in(s, h)):
            return Refusal("14.40c", f"no German unit is in {label}", Trouble.UNIT)
        return None

    def lay(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "hedgehog":
            s.control[order.hex] |= HEDGEHOG
        else:
            s.control[order.hex] &= ~HEDGEHOG
        out.add("hedgehog", hex=order.hex, formed=order.verb == "hedgehog")

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        orders = list(self.laid(s, GERMAN)) if rng.random() < FLIES / 2 else []
        return rng.choice(orders) if orders else Order("done")


class EndOfPlayerTurn(MonsterDecision, Automatic[MonsterState]):
    """8.20, 11.2: refit markers are taken away, and who came by sea is like others again."""

    name = "end of player turn"

    def enter(self, s: MonsterState, out: Log) -> bool:
        if self.title.current_step(s).seat == GERMAN:
            s.vector("flags")[:] &= ~RESTING
        else:
            s.vector("flags")[:] &= ~LANDED
            s.invaded = -1
        s.vector("began")[:] = 0
        return False
