"""What the players decide."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING

from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Decision, Refusal, Trouble
from tests.skirmish.state import AWAY, FOUGHT, MOVED, NOBODY, SHAKEN, SkirmishState

if TYPE_CHECKING:
    from tests.skirmish.title import SkirmishTitle

DONE = Order("done")
DEPLOYMENTS = ("historical", "random")


class SkirmishDecision(Decision[SkirmishState]):
    title: SkirmishTitle

    def own(self, s: SkirmishState, about: Units) -> list[int]:
        """The units of the seat in play, or those of them that are asked about."""
        units = self.title.units
        return [u for u in about or range(len(units)) if units[u].side == s.seat and u in self.title.playing]


class SetUp(SkirmishDecision):
    """2.1: a side places its units."""

    name = "set-up"
    kind = "set-up"
    verbs = ("place", "deploy", "done")

    def prompt(self, s: SkirmishState) -> str:
        waiting = sum(s.hex[u] == AWAY for u in self.own(s, ()))
        return f"Place your units in your zone ({waiting} left)."

    def legal(self, s: SkirmishState, about: Units) -> Iterator[Order]:
        if not about:
            yield from (Order("deploy", word=word) for word in DEPLOYMENTS)
            if self.refuse(s, DONE) is None:
                yield DONE
        for u in self.own(s, about):
            yield from (Order("place", (u,), h) for h in self.title.zones[s.seat] if s.occupant[h] == NOBODY)

    def refuse(self, s: SkirmishState, order: Order) -> Refusal | None:
        if order.verb == "done":
            waiting = [self.title.units[u].key for u in self.own(s, ()) if s.hex[u] == AWAY]
            return Refusal("2.1", f"still to be placed: {', '.join(waiting)}", Trouble.DUTY) if waiting else None
        if order.verb == "deploy":
            return None
        if len(order.units) != 1 or not self.own(s, order.units):
            return Refusal("2.1", "one unit of your own is placed at a time")
        if order.hex not in self.title.zones[s.seat]:
            return Refusal("2.1", f"{self.title.board.label(order.hex)} is not in your zone", Trouble.HEX)
        if s.occupant[order.hex] != NOBODY:
            return Refusal("2.1", f"a unit stands in {self.title.board.label(order.hex)}", Trouble.STACKING)
        return None

    def apply(self, s: SkirmishState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.title.end_step(s, out)
        elif order.verb == "deploy":
            self.title.deploy(s, s.seat, order.word)
            out.add("deployed", step=self.title.current_step(s).name, how=order.word)
        else:
            self.title.put(s, order.units[0], order.hex)
            out.add("placed", unit=order.units[0], hex=order.hex)

    def pick(self, s: SkirmishState, rng: random.Random) -> Order:
        """Placing one after another would take long: half of the time it is done, or done at one stroke."""
        if rng.random() < 0.5:
            return DONE if self.refuse(s, DONE) is None else Order("deploy", word=rng.choice(DEPLOYMENTS))
        return super().pick(s, rng)


class March(SkirmishDecision):
    """4.1: units move or rally."""

    name = "march"
    kind = "phase"
    heading = "March"
    verbs = ("move", "rally", "done")

    def enter(self, s: SkirmishState, out: Log) -> bool:
        s.gather("flags", MOVED, ())
        seat = self.title.current_step(s).seat
        return any(h >= 0 and self.title.units[u].side == seat for u, h in enumerate(s.hex))

    def prompt(self, s: SkirmishState) -> str:
        return "March: move your units, let shaken ones rally, then end the march."

    def legal(self, s: SkirmishState, about: Units) -> Iterator[Order]:
        marches = self.title.marches
        if not about:
            yield DONE
        for u in self.own(s, about):
            if marches.mover_refusal(s, u) is None:
                yield from (Order("move", (u,), h, s.hex[u]) for h in marches.reach(s, u).spent if h != s.hex[u])
                if marches.rally_refusal(s, u) is None:
                    yield Order("rally", (u,))

    def refuse(self, s: SkirmishState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("4.5", "units march one by one", Trouble.STACKING)
        u = order.units[0]
        if order.verb == "rally":
            return self.title.marches.rally_refusal(s, u)
        if order.start != s.hex[u]:
            return Refusal("4.1", f"{self.title.units[u].key} is not there", Trouble.HEX)
        return self.title.marches.move_refusal(s, u, order.hex)

    def apply(self, s: SkirmishState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.title.end_step(s, out)
            return
        u = order.units[0]
        s.flags[u] |= MOVED
        if order.verb == "rally":
            s.flags[u] &= ~SHAKEN
            out.add("rallied", unit=u)
            return
        found = self.title.marches.reach(s, u)
        path, spent = found.path(order.hex), found.spent[order.hex]
        out.add("moved", unit=u, start=order.start, path=path, spent=spent)
        for h in path[:-1]:
            s.holder[h] = s.seat
        self.title.enter_hex(s, u, order.hex, out)


class Fight(SkirmishDecision):
    """5.1: units assault their neighbours."""

    name = "fight"
    kind = "phase"
    heading = "Fight"
    verbs = ("assault", "done")

    def enter(self, s: SkirmishState, out: Log) -> bool:
        s.gather("flags", FOUGHT, ())
        seat = self.title.current_step(s).seat
        feared = self.title.marches.beside(s, 1 - seat)
        return any(h >= 0 and feared[h] and self.title.units[u].side == seat for u, h in enumerate(s.hex))

    def prompt(self, s: SkirmishState) -> str:
        return "Fight: assault neighbouring enemies, then end the fight."

    def legal(self, s: SkirmishState, about: Units) -> Iterator[Order]:
        if not about:
            yield DONE
        for h, able in self.title.fights.targets(s).items():
            ready = [u for u in able if not about or u in about]
            forces = chain.from_iterable(combinations(ready, n) for n in range(1, len(ready) + 1))
            yield from (Order("assault", force, h) for force in forces)

    def refuse(self, s: SkirmishState, order: Order) -> Refusal | None:
        return None if order.verb == "done" else self.title.fights.assault_refusal(s, order.units, order.hex)

    def apply(self, s: SkirmishState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.title.end_step(s, out)
        else:
            self.title.fights.begin(s, order.units, order.hex, out)


class Answer(SkirmishDecision):
    """5.3: the assaulted side stands, or withdraws before the die is rolled."""

    name = "answer"
    verbs = ("stand", "withdraw")
    rule = "5.3"

    def prompt(self, s: SkirmishState) -> str:
        unit = self.title.units[s.occupant[s.target]].key
        return f"{unit} is assaulted in {self.title.board.label(s.target)}: stand, or withdraw."

    def legal(self, s: SkirmishState, about: Units) -> Iterator[Order]:
        if not about:
            yield Order("stand")
            yield from (Order("withdraw", hex=h) for h in self.title.fights.ways_out(s))

    def refuse(self, s: SkirmishState, order: Order) -> Refusal | None:
        if order.verb == "stand" or order.hex in self.title.fights.ways_out(s):
            return None
        return Refusal("5.3", f"{self.title.board.label(order.hex)} is no way out", Trouble.HEX)

    def apply(self, s: SkirmishState, order: Order, out: Log) -> None:
        s.pop()
        if order.verb == "stand":
            self.title.fights.roll(s, out)
            return
        u = s.occupant[s.target]
        out.add("withdrew", unit=u, hex=order.hex)
        self.title.enter_hex(s, u, order.hex, out)
        self.title.fights.end(s, out)


DECISIONS = (SetUp, March, Fight, Answer)
