"""Seal the pocket: somebody steps behind a stack about to be assaulted, so that it is lost if it is driven back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from steppe.assault.combat import Battle
from steppe.assault.state import PREPARED
from steppe.bots.assault.sight.ghosts import in_battle, no_way_back
from steppe.bots.assault.sight.moves import stops
from steppe.bots.assault.sight.odds import PUSHED_BACK
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff import mobile_moves
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.packing import PlannedAssault
from steppe.orders import Order

NAME = "seal the pocket"
PRICE = 1.0
"""What it must bring more than what the unit would do else."""


class Pocket(NamedTuple):
    """An assault to come whose defenders have somewhere to go."""

    battle: Battle
    ways_out: frozenset[int]
    gain: float
    """What it is worth that they have not."""


def pockets(estimate: Estimate, assaults: Iterable[PlannedAssault]) -> list[Pocket]:
    """The planned assaults, once the attackers are in place, that may drive back who would escape."""
    title, s, found = estimate.title, estimate.s, []
    for planned in assaults:
        there = tuple(u for u in planned.units if title.board.grid.distance(s.hex[u], planned.target) == 1)
        if not there:
            continue
        b = title.combat.battle_of(s, Order("assault", there, planned.target), PREPARED)
        chance = estimate.odds.results(b).get("DR", 0.0)
        if not chance or title.battles.conversion_choices(s, b, "DR")[1]:
            continue
        ghost = in_battle(title, s, b)
        ways = [
            h
            for h in title.retreats.open_hexes(ghost, list(b.defenders))
            if title.stacking.has_room(ghost, b.defenders, h)
        ]
        kill = sum(estimate.situation.unit_value(u) / (1 if s.steps[u] == 1 else 2) for u in b.defenders)
        if ways:
            found.append(Pocket(b, frozenset(ways), chance * (1 - PUSHED_BACK) * kill))
    return found


def propose(estimate: Estimate, stack: Group, found: Iterable[Pocket]) -> Proposal | None:
    """A unit of a stack goes where it closes the last ways out of a pocket: into one, or with its ZOC over them."""
    title, s = estimate.title, estimate.s
    best: Proposal | None = None
    zone = title.zoc.into if title.zoc.side == estimate.seat else [()] * title.board.size
    u = min(stack, key=lambda u: (float(estimate.situation.attack[u]), u))
    reachable: dict[int, int] = {}
    for pocket in found:
        if title.board.grid.distance(s.hex[u], pocket.battle.hex) > title.movement.factor(s, u) + 2:
            continue
        reachable = reachable or stops(estimate.situation, (u,))
        for h in reachable:
            if not pocket.ways_out <= {h, *zone[h]} or h == s.hex[u]:
                continue
            value = pocket.gain - estimate.style.caution * estimate.reply.loss_of((u,), h)
            if (best is None or value > best.value) and no_way_back(title, s, pocket.battle, {u: h}):
                why = f"{estimate.names((u,))} closes the way back from {estimate.label(pocket.battle.hex)}"
                best = Proposal(value, (Order("move", (u,), h, s.hex[u]),), NAME, why)
    if best is None or best.value < PRICE + instead(estimate, stack):
        return None
    return best if not estimate.rearguard.opens(s, (u,), best.orders[0].hex, last=False) else None


def instead(estimate: Estimate, stack: Group) -> float:
    """What one of a stack would be worth elsewhere."""
    other = mobile_moves.propose(estimate, stack) if estimate.is_mobile(stack) else None
    return max(other.value, 0.0) / len(stack) if other is not None else 0.0
