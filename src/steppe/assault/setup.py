"""Set-up: units placed one by one under the rules, or by a ready or a random deployment."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble

DEPLOYMENTS = ("historical", "random")
FEW = 5
"""Units that a refusal names."""


class SetUp(Chapter[A]):
    """Where units begin, and whose the map is."""

    def shuffle_faces(self, s: A) -> None:
        """Turn every pool face down and mix it, by draws that anybody can verify."""
        for members in self.pool_members.values():
            faces = [self.units.own_face[u] for u in members]
            for i in range(len(faces) - 1, 0, -1):
                j = self.title.draw(s, i + 1)
                faces[i], faces[j] = faces[j], faces[i]
            for u, face in zip(members, faces, strict=True):
                s.face[u] = face

    def place(self, s: A, u: int, h: int) -> None:
        if s.hex[u] >= 0:
            self.stacks.lift(s, u, RESERVE)
        self.stacks.put(s, u, h)

    @abstractmethod
    def initial_control(self, h: int) -> int: ...

    @abstractmethod
    def group(self, s: A) -> tuple[int, ...]: ...

    def places(self, s: A, u: int) -> Iterable[int]:
        """The hexes that are worth asking about when a unit is set up."""
        return range(self.board.size)

    @abstractmethod
    def place_refusal(self, s: A, u: int, h: int) -> Refusal | None: ...

    @abstractmethod
    def incomplete(self, s: A) -> Refusal | None: ...

    def has_historical(self, s: A) -> bool:
        """Whether there is a ready deployment for the step in hand."""
        return bool(self.deployment.get(self.title.current_step(s).name))

    def some_names(self, units: list[int]) -> str:
        """The first few of some units by name, and how many more there are."""
        names = ", ".join(self.units.keys[u] for u in units[:FEW])
        return names + (f" and {len(units) - FEW} more" if len(units) > FEW else "")

    @abstractmethod
    def deploy(self, s: A, how: str) -> None: ...


class SetUpStep(AssaultDecision[A]):
    """One seat's group of units is placed [own set-up]; the step says which group."""

    name = "set-up"
    kind = "set-up"
    verbs: tuple[str, ...] = ("place", "deploy", "done")

    def prompt(self, s: A) -> str:
        step = self.title.current_step(s)
        left = sum(s.hex[u] < 0 for u in self.set_up.group(s))
        return f"{step.words}: {left} units to place."

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        if not about:
            for word in DEPLOYMENTS:
                if word != "historical" or self.set_up.has_historical(s):
                    yield Order("deploy", word=word)
            if self.refuse(s, Order("done")) is None:
                yield Order("done")
        for u in about or self.set_up.group(s):
            for h in self.set_up.places(s, u):
                order = Order("place", (u,), h)
                if self.refuse(s, order) is None:
                    yield order

    def refuse(self, s: A, order: Order) -> Refusal | None:
        if order.verb == "done":
            return self.set_up.incomplete(s)
        if order.verb == "deploy":
            if order.word == "historical" and not self.set_up.has_historical(s):
                return Refusal(
                    self.title.current_step(s).rule, "there is no ready deployment for this map", Trouble.TIME
                )
            return None
        if len(order.units) != 1:
            return Refusal(self.title.current_step(s).rule, "place one unit at a time", Trouble.UNIT)
        u, h = order.units[0], order.hex
        if u not in self.set_up.group(s):
            name = self.units.keys[u]
            return Refusal(self.title.current_step(s).rule, f"{name} is not set up in this step", Trouble.UNIT)
        if s.hex[u] == h:
            return Refusal(self.title.current_step(s).rule, f"{self.units.keys[u]} is there already", Trouble.HEX)
        terrain = self.terrain.hex_bar(s, u, h)
        if terrain:
            return Refusal(
                self.title.cite[f"{terrain} closed"], f"{self.units.keys[u]} may not enter {terrain}", Trouble.TERRAIN
            )
        refusal = self.set_up.place_refusal(s, u, h) or self.stacking.mixing_refusal(s, (u,), h)
        if refusal:
            return refusal
        if s.load[h] + self.units.points[u] > self.stacking.limit[h]:
            return Refusal(self.cite["stacking limit"], f"{self.board.label(h)} is full", Trouble.STACKING)
        return None

    def apply(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "place":
            self.set_up.place(s, order.units[0], order.hex)
            out.add("placed", units=order.units, hex=order.hex)
        elif order.verb == "deploy":
            for u in self.set_up.group(s):
                if s.hex[u] >= 0:
                    self.stacks.lift(s, u, RESERVE)
            self.set_up.deploy(s, order.word)
            out.add("deployed", how=order.word, step=self.title.current_step(s).name)
            if order.word == "random":
                out.add("drawn", what="deployment")
        else:
            self.title.end_step(s, out)

    def pick(self, s: A, rng: random.Random) -> Order:
        if self.set_up.incomplete(s) is None:
            return Order("done")
        if self.set_up.has_historical(s) and rng.random() < 0.5:
            return Order("deploy", word="historical")
        return Order("deploy", word="random")
