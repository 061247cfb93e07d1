"""Set-up: units placed one by one under the rules, or by a ready or a random deployment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from steppe.assault.stacks import lift, put
from steppe.assault.state import AssaultState
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules

DEPLOYMENTS = ("historical", "random")


def shuffle_faces(title: Rules, s: AssaultState) -> None:
    """Turn every pool face down and mix it, by draws that anybody can verify."""
    for members in title.pool_members.values():
        faces = [title.units.own_face[u] for u in members]
        for i in range(len(faces) - 1, 0, -1):
            j = title.draw(s, i + 1)
            faces[i], faces[j] = faces[j], faces[i]
        for u, face in zip(members, faces, strict=True):
            s.face[u] = face


def place(title: Rules, s: AssaultState, u: int, h: int) -> None:
    if s.hex[u] >= 0:
        lift(title, s, u, RESERVE)
    put(title, s, u, h)


class SetUp(Decision["Rules", AssaultState]):
    """One seat's group of units is placed; the step says which group."""

    name = "set-up"
    verbs: tuple[str, ...] = ("place", "deploy", "done")

    def prompt(self, title: Rules, s: AssaultState) -> str:
        step = title.current_step(s)
        left = sum(s.hex[u] < 0 for u in title.setup_group(s))
        return f"{step.words}: {left} units to place."

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        if not about:
            for word in DEPLOYMENTS:
                if word != "historical" or title.has_historical(s):
                    yield Order("deploy", word=word)
            if self.refuse(title, s, Order("done")) is None:
                yield Order("done")
        for u in about or title.setup_group(s):
            for h in title.setup_places(s, u):
                order = Order("place", (u,), h)
                if self.refuse(title, s, order) is None:
                    yield order

    def refuse(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return title.setup_incomplete(s)
        if order.verb == "deploy":
            if order.word == "historical" and not title.has_historical(s):
                return Refusal(title.current_step(s).rule, "there is no ready deployment for this map", Trouble.TIME)
            return None
        if len(order.units) != 1:
            return Refusal(title.current_step(s).rule, "place one unit at a time", Trouble.UNIT)
        u, h = order.units[0], order.hex
        if u not in title.setup_group(s):
            name = title.units.keys[u]
            return Refusal(title.current_step(s).rule, f"{name} is not set up in this step", Trouble.UNIT)
        if s.hex[u] == h:
            return Refusal(title.current_step(s).rule, f"{title.units.keys[u]} is there already", Trouble.HEX)
        terrain = title.terrain_bar(s, u, h)
        if terrain:
            return Refusal(
                title.cite[f"{terrain} closed"], f"{title.units.keys[u]} may not enter {terrain}", Trouble.TERRAIN
            )
        refusal = title.setup_refusal(s, u, h) or title.mixing_refusal(s, (u,), h)
        if refusal:
            return refusal
        if s.load[h] + title.units.points[u] > title.stack_limit[h]:
            return Refusal(title.cite["stacking limit"], f"{title.board.label(h)} is full", Trouble.STACKING)
        return None

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.verb == "place":
            place(title, s, order.units[0], order.hex)
            out.add("placed", units=order.units, hex=order.hex)
        elif order.verb == "deploy":
            for u in title.setup_group(s):
                if s.hex[u] >= 0:
                    lift(title, s, u, RESERVE)
            title.deploy(s, order.word)
            out.add("deployed", how=order.word, step=title.current_step(s).name)
            if order.word == "random":
                out.add("drawn", what="deployment")
        else:
            title.end_step(s, out)

    def pick(self, title: Rules, s: AssaultState, rng: random.Random) -> Order:
        if title.setup_incomplete(s) is None:
            return Order("done")
        if title.has_historical(s) and rng.random() < 0.5:
            return Order("deploy", word="historical")
        return Order("deploy", word="random")
