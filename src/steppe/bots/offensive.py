"""The movement of a side that attacks, tactic by tactic: overrun, seize, guard, bring up the assault, drive, march."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from steppe.bots.desk import Desk, Proposal
from steppe.bots.entries import next_entry
from steppe.bots.hold import fights_later
from steppe.bots.picture import DECISIVE, look
from steppe.bots.roads import mend
from steppe.bots.style import Style
from steppe.bots.tactics import drive, march, overrun, seize, storm
from steppe.orders import Order
from steppe.view import View

STAGES = (
    "enter", "mend", "posts", "overrun", "seize", "guard", "storm", "seize", "drive", "seize", "mend", "guard", "march",
    "guard",
)  # fmt: skip


class Offensive:
    """One movement phase of an attacker."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.finished: set[int] = set()
        self.queue: deque[tuple[Order, Proposal]] = deque()
        self.stages = deque(STAGES)
        self.desk: Desk | None = None
        self.note = ""
        self.tried: set[tuple[int, ...]] = set()

    def next(self, view: View[Any], rng: random.Random) -> Order:
        while True:
            order = self._queued(view)
            if order is not None:
                return order
            desk = self._look(view)
            if not self.stages:
                done = Order("done")
                self.note = ""
                return done if view.refuse(done) is None else view.pick(rng)
            if not self._stage(view, desk, self.stages[0]):
                self.stages.popleft()
                self.tried.clear()

    def _queued(self, view: View[Any]) -> Order | None:
        while self.queue:
            order, proposal = self.queue.popleft()
            cover = self._cover(view, order, proposal)
            if cover is None:
                self.finished.difference_update(order.units)
                continue
            if view.refuse(order) is None:
                self.note = f"{proposal.tactic}: {proposal.why}"
                for guard in cover:
                    self.finished.update(guard.units)
                    why = f"{view.title.board.label(guard.hex)} must be kept shut"
                    self.queue.appendleft((guard, Proposal(0, (guard,), "garrison", why)))
                if order.verb == "move" and self.desk is not None:
                    view.title.apply(self.desk.s, order)
                    self.desk.picture.see_control()
                else:
                    self.desk = None
                return order
            if len(order.units) > 1 and order.verb == "move":
                self.queue.extendleft((order._replace(units=(u,)), proposal) for u in reversed(order.units))
        return None

    def _cover(self, view: View[Any], order: Order, proposal: Proposal) -> list[Order] | None:
        """Who must step in if this order is carried out; None if it had better not be."""
        if order.verb not in ("move", "mobile") or proposal.tactic == "garrison":
            return []
        desk = self._look(view)
        if desk.picture.prize(order.hex) >= DECISIVE:
            return []
        return desk.rearguard.cover(desk.s, order.units, order.hex)

    def _look(self, view: View[Any]) -> Desk:
        if self.desk is None:
            self.desk = Desk(look(view), self.style, self.finished)
        return self.desk

    def _do(self, proposals: list[Proposal]) -> bool:
        for proposal in proposals:
            if not proposal.goes_on:
                self.finished.update(u for order in proposal.orders for u in order.units)
            self.queue.extend((order, proposal) for order in proposal.orders)
        return bool(proposals)

    def _stage(self, view: View[Any], desk: Desk, stage: str) -> bool:
        """Do something of a stage; False when it has nothing more to do."""
        if stage == "enter":
            entry = next_entry(view, desk.picture)
            if entry is None:
                return False
            self.desk = None
            self.queue.append((entry, Proposal(0, (entry,), "reinforce", "new units come where they are wanted")))
            return True
        if stage == "mend":
            repair = mend(desk.picture, self.finished)
            if repair is None or repair.units in self.tried:
                return False
            self.tried.add(repair.units)
            self.desk = None
            return self._do(
                [Proposal(0, (repair,), "open the road", f"supply runs on through {desk.label(repair.hex)}")]
            )
        if stage in ("guard", "posts"):
            self.stages.popleft()
            self.stages.appendleft("")
            orders = desk.rearguard.orders() if stage == "guard" else desk.rearguard.posts()
            return self._do(
                [
                    Proposal(0, (o,), "garrison", f"{desk.label(o.hex)} must not fall into the enemy's hands")
                    for o in orders
                ]
            )
        if stage == "seize":
            self.desk = None
            desk = self._look(view)
            found = [p for p in seize.propose(desk) if p.orders[0].units + (p.orders[0].hex,) not in self.tried]
            self.tried.update(p.orders[0].units + (p.orders[0].hex,) for p in found)
            return self._do(found)
        if stage == "storm":
            self.stages.popleft()
            self.stages.appendleft("")
            if not fights_later(desk.picture):
                return False
            self.desk = None
            found = self._do(storm.propose(self._look(view)))
            return found
        if stage in ("overrun", "drive", "march"):
            return self._by_stack(desk, stage)
        return False

    def _by_stack(self, desk: Desk, stage: str) -> bool:
        tactic = {"overrun": overrun.propose, "drive": drive.propose, "march": march.propose}[stage]
        stacks = desk.stacks() if stage == "march" else desk.stacks(mobile=True)
        for stack in stacks:
            if stack in self.tried:
                continue
            proposal = tactic(desk, stack)
            self.tried.add(stack)
            if stage == "overrun" and proposal is not None:
                other = drive.propose(desk, stack)
                if other is not None and other.value > proposal.value:
                    continue
            if stage == "march":
                self.finished.update(stack[: march.PAIR])
            if proposal is not None:
                return self._do([proposal])
            if stage == "march":
                return True
        return False
