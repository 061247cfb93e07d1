"""Set-piece assault: units are brought up so that many attacks, planned together, can be made this turn."""

from __future__ import annotations

from steppe.bots.desk import Desk, Proposal
from steppe.bots.packing import Storm, pack
from steppe.bots.storms import Muster, Planner
from steppe.bots.tactics import drive
from steppe.orders import Order

NAME = "set-piece assault"


def plan(desk: Desk, *, moving: bool) -> list[Storm]:
    """The best set of attacks that can be made, after a move or as the units stand."""
    muster = Muster(desk.picture, frozenset(desk.finished), moving=moving)
    elsewhere: dict[int, float] = {}
    if moving:
        for stack in desk.stacks(mobile=True):
            other = drive.propose(desk, stack)
            elsewhere |= dict.fromkeys(stack, max(other.value, 0.0) / len(stack) if other else 0.0)
    planner = Planner(desk.odds, muster, desk.ground, elsewhere)
    planner.brief = desk.style.brief
    storms = [storm for target in muster.targets() for storm in planner.storms(target)]
    storms = [storm for storm in storms if storm.value > desk.style.price]
    across = desk.title.board.grid.centres[:, 1]
    return pack(storms, desk.title.units.points, muster.room, lambda h: float(across[h]))


def propose(desk: Desk) -> list[Proposal]:
    """The moves that bring the attackers to where they attack from."""
    s, proposals = desk.s, []
    for storm in plan(desk, moving=True):
        together: dict[tuple[int, int, int], list[int]] = {}
        for u, h in storm.places:
            if h != s.hex[u]:
                together.setdefault((s.hex[u], s.origin[u], h), []).append(u)
        orders = tuple(Order("move", tuple(units), h, start) for (start, _, h), units in together.items())
        number = len(storm.places)
        who = f"{number} units gather" if number > 1 else f"{desk.names(storm.units)} comes up"
        why = f"{who} to attack {desk.label(storm.target)}"
        proposals.append(Proposal(storm.value, orders, NAME, why))
        desk.finished.update(storm.units)
    return proposals
