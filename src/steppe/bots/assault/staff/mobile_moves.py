"""What a mobile stack does that assaults nobody: *drive*, *cut off* or *close the ring*, whichever brings most."""

from __future__ import annotations

from steppe.bots.assault.sight.searches import FAR
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.reach import Choice, Reach, way
from steppe.bots.assault.staff.tactics import close_the_ring, cut_off, drive
from steppe.orders import Order


def propose(estimate: Estimate, stack: Group) -> Proposal | None:
    field = way(estimate, stack)
    if field is None:
        return None
    reach = Reach(estimate, stack, field)
    stay = Choice(reach.start, reach.value_of(reach.start).value, "")
    choices = [
        ("", stay),
        (close_the_ring.NAME, close_the_ring.choose(reach)),
        (drive.NAME, drive.choose(reach)),
        (cut_off.NAME, cut_off.choose(reach)),
    ]
    name, best = max(((n, c) for n, c in choices if c is not None), key=lambda pair: pair[1].value)
    if best.hex == reach.start:
        return None
    for group in (stack, stack[:-1]):
        if group and (best.value > FAR or not estimate.rearguard.opens(estimate.s, group, best.hex, last=False)):
            order = Order("move", group, best.hex, reach.start)
            return Proposal(best.value - stay.value, (order,), name, f"{estimate.names(group)} {best.why}")
    return None
