"""The absurdities of the assault titles, judged by exact battle sheets, the network of supply and the ranges of units.

A player turn is judged as it stands when it ends, so that an order may be put right by a later one. What the rules
demand is nobody's fault. Five kinds are told apart.

``losing attack``
    An assault that costs more than it brings: one's own expected losses in combat factors, by the exact sheet, are
    greater than the enemy's with the objective or foothold that may be won; and no line of supply that it would cut
    makes up for it. An assault made while the rules refuse to end the phase does not count.
``lost supply``
    A unit that was in supply when its player turn began, was moved or advanced by order, and is out of supply when the
    turn ends, although it took no objective.
``idle armour``
    A mobile unit that could have ended a move in an open objective of the enemy's in supply or, on the side whose part
    is to attack, next to one that is held, and has neither moved nor attacked, in two player turns running. Whoever is
    alone in an objective of his own, or next to an enemy, has another task.
``gap``
    A hex of the line that was left, empty and under no ZOC of one's own at the end, next to an enemy mobile unit in
    supply, while friends still stand on two sides of it that do not touch: the line goes on and has a hole.
``empty city``
    A city of one's own, or another place that decides the game, that is empty when the player turn ends, though an
    enemy unit in sight can walk in with its next move, and though somebody stood in it or could have been ordered
    there when the turn began. Smaller objectives do not count: a lone unit there is often worth more elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from steppe import bots
from steppe.assault.stacks import units_in
from steppe.assault.state import HIDDEN, MOBILE, PREPARED, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.turns import PHASES
from steppe.assault.units import GONE
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.objectives import decisive
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.situation import Situation
from steppe.game import Game
from steppe.lab.absurd import Given, Judge
from steppe.orders import Order

KINDS = ("losing attack", "lost supply", "idle armour", "gap", "empty city")
FAST = "mech"
"""The mobility class of armour."""
FOOTHOLD = 1.5
"""What an emptied hex is worth by itself, in combat factors."""
CUT = 0.3
"""What an enemy out of supply is worth, of what destroying him would be."""
BREAK_EVEN = 0.1
"""A loss of fewer factors than this is none."""
IDLE_TURNS = 2
NEAR = 12
"""Hexes; nobody walks farther in a turn."""


class PlayerTurn:
    """One player turn as its owner sees it, from the first order to the last."""

    def __init__(self, title: AnyAssaultTitle, start: AssaultState, seat: int, key: tuple[object, ...]) -> None:
        self.title, self.seat, self.key = title, seat, key
        self.start = title.masked(start, seat)
        self.moving: AssaultState | None = None
        """The position in which movement begins: ranges are looked up in it."""
        self.moved: dict[int, Given] = {}
        self.attacked: set[int] = set()
        self.last = 0
        """The number of its last order."""

    def take(self, before: AssaultState, order: Order, given: Given) -> None:
        if self.moving is None and self.title.decision(before)[0].name == "movement":
            self.moving = self.title.masked(before, self.seat)
        if order.verb in ("move", "advance", "sail"):
            self.moved.update(dict.fromkeys(order.units, given))
        elif order.verb in ("mobile", "assault"):
            self.attacked.update(order.units)
        self.last = given.number

    def ranges(self, places: Iterable[int]) -> dict[int, set[int]]:
        """Which of some places every unit could have been ordered to, units far from all of them left out."""
        title, s, wanted = self.title, self.moving, set(places)
        if s is None or not wanted:
            return {}
        near = np.min([distances(title, h) for h in wanted], axis=0)
        found = {}
        for u in title.side_units[self.seat]:
            h = s.hex[u]
            if h >= 0 and near[h] <= NEAR and title.movement.mover_refusal(s, u) is None:
                within = wanted.intersection((h, *title.ranges.goals(s, (u,))))
                if within:
                    found[u] = within
        return found


class AssaultJudge(Judge):
    """Gathers the orders of a player turn, and judges the turn when it ends."""

    kinds = KINDS
    title: AnyAssaultTitle

    def __init__(
        self,
        game: Game,
        players: Mapping[str, bots.Bot],
        seed: int,
        last: int | None = None,
        pulse: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(game, players, seed, last, pulse)
        self._turn: PlayerTurn | None = None
        self._idle: Counter[int] = Counter()

    def judge(self, before: AssaultState, seat: int, order: Order, given: Given, after: AssaultState) -> None:
        title = self.title
        step = title.current_step(before)
        key = before.turn, step.frame, step.seat
        if self._turn is None or self._turn.key != key:
            self._turn = PlayerTurn(title, before, step.seat, key)
        if seat == step.seat:
            self._turn.take(before, order, given)
            if order.verb in ("mobile", "assault"):
                self._attack(before, seat, order, given)
        next_step = title.current_step(after)
        if after.winner < 0 and (after.turn, next_step.frame, next_step.seat) != key and self._turn.moving:
            self._end(self._turn, title.masked(before, step.seat))

    # -- attacks --------------------------------------------------------------------------------------------------

    def _attack(self, before: AssaultState, seat: int, order: Order, given: Given) -> None:
        title = self.title
        if order.verb == "assault" and title.refuse(before, Order("done")) is not None:
            return
        s = title.masked(before, seat)
        sheet = title.sheet(s, order)
        assert sheet is not None
        b = title.combat.battle_of(s, order, MOBILE if order.verb == "mobile" else PREPARED)
        situation = Situation(title, s, seat)
        odds = Odds(situation)
        results = {result: float(p) for result, p in sheet.results.items()}
        gain = odds.weigh(b, results, situation.prize(b.hex) + FOOTHOLD)
        if gain >= 0:
            return
        gain += odds.clears(b, results) * self._cut(situation, b.hex, b.attackers, b.defenders)
        if gain < -BREAK_EVEN:
            column = max(sheet.columns, key=lambda c: sheet.columns[c])
            self.blame("losing attack", seat, s.turn, given, f"worth {gain:.1f} factors at {column}")

    def _cut(self, situation: Situation, h: int, victors: tuple[int, ...], beaten: tuple[int, ...]) -> float:
        """What the supply lines are worth that run through a hex."""
        title, s, foe = self.title, situation.s, situation.foe
        ghost = s.clone()
        for u in beaten:
            title.stacks.lift(ghost, u, GONE)
        shift_units(title, ghost, victors[:1], h)
        fed, still = title.supply.network(s, foe), title.supply.network(ghost, foe)
        others = [u for u in title.side_units[foe] if s.hex[u] >= 0 and u not in beaten]
        return CUT * sum(situation.unit_value(u) for u in others if fed[s.hex[u]] and not still[s.hex[u]])

    # -- player turns ---------------------------------------------------------------------------------------------

    def _end(self, turn: PlayerTurn, end: AssaultState) -> None:
        self._supply(turn, end)
        self._idleness(turn, end)
        self._gaps(turn, end)
        self._cities(turn, end)

    def _supply(self, turn: PlayerTurn, end: AssaultState) -> None:
        title, start = self.title, turn.start
        blamed = set()
        for u, given in turn.moved.items():
            h = end.hex[u]
            if h < 0 or start.hex[u] < 0 or start.hex[u] == h or given.number in blamed:
                continue
            if not title.supply.is_supplied(start, u) or title.supply.is_supplied(end, u):
                continue
            if h in title.objectives and start.control[h] & 1 != turn.seat:
                continue
            blamed.add(given.number)
            why = f"{title.units.keys[u]} was in supply and has none in {title.board.label(h)}"
            self.blame("lost supply", turn.seat, end.turn, given, why)

    def _idleness(self, turn: PlayerTurn, end: AssaultState) -> None:
        title, s, seat = self.title, turn.moving, turn.seat
        assert s is not None
        situation = Situation(title, s, seat)
        around = title.board.grid.around
        prey = {h for h in title.objectives if s.control[h] & 1 != seat and situation.prize(h) > 0}
        beside = {h: h for h in prey if situation.occupier[h] < 0 and situation.safe_supply[h]}
        if seat in situation.doctrine.offensive_sides:
            guarded = prey - beside.keys()
            beside |= {n: h for h in guarded for n in around[h] if n >= 0 and n not in beside}
        ranges = turn.ranges(beside)
        for u in title.side_units[seat]:
            if title.units.mobility[u] != FAST:
                continue
            still = end.hex[u] >= 0 and u not in turn.moved and u not in turn.attacked and u in ranges
            if not still or self._is_busy(situation, end, u):
                self._idle[u] = 0
                continue
            self._idle[u] += 1
            if self._idle[u] == IDLE_TURNS:
                self._idle[u] = 0
                where = title.board.label(beside[min(ranges[u])])
                why = f"{title.units.keys[u]} in {title.board.label(end.hex[u])} could have gone for {where}"
                self.blame("idle armour", seat, end.turn, Given(turn.last), why)

    def _is_busy(self, situation: Situation, end: AssaultState, u: int) -> bool:
        """Whether a unit that stays has a reason: alone in an objective, or the enemy is next to it."""
        h = end.hex[u]
        if h in self.title.objectives and end.top[h] == u and end.below[u] < 0:
            return True
        return any(n >= 0 and bool(situation.occupier[n] == situation.foe) for n in self.title.board.grid.around[h])

    def _gaps(self, turn: PlayerTurn, end: AssaultState) -> None:
        title, seat = self.title, turn.seat
        situation = Situation(title, end, seat)
        left: dict[int, Given] = {}
        for u, given in turn.moved.items():
            if turn.start.hex[u] >= 0:
                left.setdefault(turn.start.hex[u], given)
        for h, given in left.items():
            if situation.occupier[h] >= 0 or (title.zoc.side == seat and end.zoc[h]):
                continue
            armour = self._armour_beside(situation, h)
            if armour >= 0 and self._in_line(situation, h):
                foe = title.board.label(end.hex[armour])
                why = f"{title.board.label(h)} was left open beside {title.units.keys[armour]} in {foe}"
                self.blame("gap", seat, end.turn, given, why)

    def _armour_beside(self, situation: Situation, h: int) -> int:
        """A mobile enemy in sight and in supply next to a hex, or -1."""
        title, s = self.title, situation.s
        for n in title.board.grid.around[h]:
            if n < 0 or situation.occupier[n] != situation.foe:
                continue
            for u in units_in(s, n):
                if title.units.mobility[u] == FAST and not s.flags[u] & HIDDEN and title.supply.is_supplied(s, u):
                    return u
        return -1

    def _in_line(self, situation: Situation, h: int) -> bool:
        """Whether friends stand on two sides of a hex that do not touch."""
        ring = self.title.board.grid.around[h]
        held = [n >= 0 and situation.occupier[n] == situation.seat for n in ring]
        return sum(bool(held[d]) and not held[d - 1] for d in range(len(held))) >= 2

    def _cities(self, turn: PlayerTurn, end: AssaultState) -> None:
        title, seat = self.title, turn.seat
        great = [h for h in title.objectives if title.city_mask[h] or h in decisive(title)]
        empty = [h for h in great if end.control[h] & 1 == seat and end.top[h] < 0]
        if not empty:
            return
        open_to_him = walked_into(title, end, 1 - seat, empty)
        ranges = turn.ranges(open_to_him)
        for h in open_to_him:
            stood = title.stacks.side_in(turn.start, h) == seat
            able = next((u for u, found in ranges.items() if h in found), -1)
            if stood or able >= 0:
                whom = "it was garrisoned" if stood else f"{title.units.keys[able]} could have gone there"
                why = f"{title.units.keys[open_to_him[h]]} can walk into {title.board.label(h)}, though {whom}"
                self.blame("empty city", seat, end.turn, Given(turn.last), why)


def walked_into(title: AnyAssaultTitle, s: AssaultState, foe: int, places: list[int]) -> dict[int, int]:
    """The places that an enemy in sight can enter with its next move, each with one who can."""
    ghost = s.clone()
    ghost.turn += not moves_yet(title, s, foe)
    ghost.cache.clear()
    title.movement.begin(ghost, foe)
    near = np.min([distances(title, h) for h in places], axis=0)
    found: dict[int, int] = {}
    for u in title.side_units[foe]:
        if s.hex[u] >= 0 and near[s.hex[u]] <= NEAR and not s.flags[u] & HIDDEN:
            within = title.ranges.find_range(ghost, (u,))
            found |= {h: u for h in places if h in within and h not in found}
    return found


def moves_yet(title: AnyAssaultTitle, s: AssaultState, seat: int) -> bool:
    """Whether a side has a Movement Phase before this game turn ends."""
    rest = title.sequence.steps[s.step + 1 :]
    return any(step.seat == seat and step.decision in ("movement", *PHASES) for step in rest)


JUDGE = AssaultJudge
