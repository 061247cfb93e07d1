"""The movement of a side that attacks, stage by stage, each with tactics of its own.

Within a stage the best proposal is carried out, then the position is looked at again.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from steppe.bots.assault.decisions.arrivals import next_entry
from steppe.bots.assault.phases import combat_follows, finish
from steppe.bots.assault.sight.objectives import DECISIVE
from steppe.bots.assault.sight.situation import Group, situation_of
from steppe.bots.assault.sight.supply_roads import road_opening
from steppe.bots.assault.staff import foot_moves, mobile_moves
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.packing import PlannedAssault
from steppe.bots.assault.staff.tactics import march, mop_up, overrun, relieve, seal_the_pocket, seize, set_piece_assault
from steppe.bots.assault.style import Style
from steppe.orders import Order
from steppe.view import View

GARRISON = "garrison"
STAGES = (
    "reinforce", "open the road", "posts", "overrun", "seize", "rearguard", "storm", "seal", "seize", "drive", "seize",
    "open the road", "garrisons", "rearguard", "relieve", "march", "rearguard",
)  # fmt: skip


class StaffAttackerMovement:
    """One movement phase of an attacker."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.finished: set[int] = set()
        self.queue: deque[tuple[Order, Proposal]] = deque()
        self.stages = deque(STAGES)
        self.estimate: Estimate | None = None
        self.assaults: list[PlannedAssault] = []
        """The assaults that are planned for this turn."""
        self.note = ""
        self.tried: set[object] = set()
        """What has been looked at in this stage."""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        while True:
            order = self._queued(view)
            if order is not None:
                return order
            if not self.stages:
                self.note = ""
                return finish(view, rng)
            if not self._propose(view):
                self.stages.popleft()
                self.tried.clear()

    # -- carrying out -------------------------------------------------------------------------------------------

    def _queued(self, view: View[Any]) -> Order | None:
        """The next order in hand that the rules allow and that leaves nothing vital open."""
        while self.queue:
            order, proposal = self.queue.popleft()
            cover = self._cover(view, order, proposal)
            if cover is None:
                self.finished.difference_update(order.units)
            elif view.refuse(order) is None:
                self._give(view, order, proposal, cover)
                return order
            elif len(order.units) > 1 and order.verb == "move":  # one by one there may be room
                self.queue.extendleft((order._replace(units=(u,)), proposal) for u in reversed(order.units))
        return None

    def _give(self, view: View[Any], order: Order, proposal: Proposal, cover: list[Order]) -> None:
        """Keep the own copy of the state up to date: a plain move holds no surprise, a battle does."""
        self.note = f"{proposal.tactic}: {proposal.why}"
        self.queue.extendleft((guard, self._guard(view, guard)) for guard in cover)
        if order.verb == "move" and self.estimate is not None:
            view.title.apply(self.estimate.s, order)
            self.estimate.situation.update_control()
        else:
            self.estimate = None

    def _cover(self, view: View[Any], order: Order, proposal: Proposal) -> list[Order] | None:
        """Who must step in if this order is carried out; None if it had better not be."""
        if order.verb not in ("move", "mobile") or proposal.tactic == GARRISON:
            return []
        estimate = self._look(view)
        if estimate.situation.prize(order.hex) >= DECISIVE:
            return []
        return estimate.rearguard.cover(estimate.s, order.units, order.hex)

    def _guard(self, view: View[Any], order: Order) -> Proposal:
        self.finished.update(order.units)
        return Proposal(0, (order,), GARRISON, f"{view.title.board.label(order.hex)} must be kept shut")

    def _look(self, view: View[Any]) -> Estimate:
        if self.estimate is None:
            self.estimate = Estimate(situation_of(view), self.style, self.finished)
        return self.estimate

    def _take(self, proposals: Iterable[Proposal]) -> bool:
        """Put proposals into the queue; False if there are none."""
        found = list(proposals)
        for proposal in found:
            if not proposal.goes_on:
                self.finished.update(u for order in proposal.orders for u in order.units)
            self.queue.extend((order, proposal) for order in proposal.orders)
        return bool(found)

    # -- the stages ---------------------------------------------------------------------------------------------

    def _propose(self, view: View[Any]) -> bool:
        """Do something of the stage in hand; False when it has nothing more to do."""
        stage = self.stages[0]
        if stage in ("posts", "rearguard", "garrisons", "storm"):
            return "done" not in self.tried and self._once(view, stage)
        stages: dict[str, Callable[[View[Any]], bool]] = {
            "reinforce": self._reinforce,
            "open the road": self._open_road,
            "seize": self._seize,
            "overrun": self._overrun,
            "seal": self._seal,
            "drive": self._drive,
            "relieve": self._relieve,
            "march": self._march,
        }
        return stages[stage](view)

    def _once(self, view: View[Any], stage: str) -> bool:
        self.tried.add("done")
        self.estimate = None if stage == "storm" else self.estimate
        estimate = self._look(view)
        if stage == "storm":
            self.assaults = set_piece_assault.plan(estimate, moving=True) if combat_follows(estimate.situation) else []
            return self._take(set_piece_assault.propose(estimate, self.assaults))
        orders = {
            "posts": estimate.rearguard.post_orders,
            "rearguard": estimate.rearguard.orders,
            "garrisons": estimate.rearguard.garrison_orders,
        }[stage]()
        why = "must not fall into the enemy's hands"
        return self._take(Proposal(0, (o,), GARRISON, f"{estimate.label(o.hex)} {why}") for o in orders)

    def _reinforce(self, view: View[Any]) -> bool:
        entry = next_entry(view, self._look(view).situation)
        if entry is None:
            return False
        self.estimate = None
        return self._take([Proposal(0, (entry,), "reinforce", "new units come on where they are wanted", True)])

    def _open_road(self, view: View[Any]) -> bool:
        estimate = self._look(view)
        order = road_opening(estimate.situation, self.finished)
        if order is None or order.units in self.tried:
            return False
        self.tried.add(order.units)
        self.estimate = None
        return self._take(
            [Proposal(0, (order,), "open the road", f"supply runs on through {estimate.label(order.hex)}")]
        )

    def _seize(self, view: View[Any]) -> bool:
        self.estimate = None
        fresh = [p for p in seize.propose(self._look(view)) if (p.orders[0].units, p.orders[0].hex) not in self.tried]
        self.tried.update((p.orders[0].units, p.orders[0].hex) for p in fresh)
        return self._take(fresh)

    def _untried(self, stacks: list[Group]) -> Iterable[Group]:
        for stack in stacks:
            if stack not in self.tried:
                self.tried.add(stack)
                yield stack

    def _overrun(self, view: View[Any]) -> bool:
        """Overrun where that brings more than driving on."""
        estimate = self._look(view)
        for stack in self._untried(estimate.stacks(mobile=True)):
            proposal = overrun.propose(estimate, stack)
            other = mobile_moves.propose(estimate, stack) if proposal is not None else None
            if proposal is not None and (other is None or other.value <= proposal.value):
                return self._take([proposal])
        return False

    def _seal(self, view: View[Any]) -> bool:
        """Those who are not wanted for the assaults close the ways back from them."""
        if not self.assaults:
            return False
        estimate = self._look(view)
        pockets = seal_the_pocket.pockets(estimate, self.assaults)
        for stack in self._untried(estimate.stacks()) if pockets else ():
            proposal = seal_the_pocket.propose(estimate, stack, pockets)
            if proposal is not None:
                return self._take([proposal])
        return False

    def _drive(self, view: View[Any]) -> bool:
        estimate = self._look(view)
        for stack in self._untried(estimate.stacks(mobile=True)):
            proposal = mobile_moves.propose(estimate, stack)
            if proposal is not None:
                return self._take([proposal])
        return False

    def _relieve(self, view: View[Any]) -> bool:
        proposal = relieve.propose(self._look(view))
        return proposal is not None and self._take([proposal])

    def _march(self, view: View[Any]) -> bool:
        estimate = self._look(view)
        for stack in self._untried(estimate.stacks()):
            pair = stack[: foot_moves.PAIR]
            hunts = estimate.aims.enemy_at_hand(pair) is not None
            proposal = (mop_up if hunts else march).propose(estimate, pair)
            self.finished.update(pair)
            if proposal is not None:
                self._take([proposal])
            return True
        return False
