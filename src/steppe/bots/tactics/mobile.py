"""What a mobile stack does that assaults nobody: *drive*, *cut off* or *close the ring*, whichever brings most."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.searches import FAR
from steppe.bots.tactics import cut_off, drive, ring
from steppe.bots.tactics.reach import Choice, Reach, way
from steppe.orders import Order


def propose(desk: Desk, stack: Group) -> Proposal | None:
    field = way(desk, stack)
    if field is None:
        return None
    reach = Reach(desk, stack, field)
    stay = Choice(reach.start, reach.worth(reach.start).value, "")
    choices = [
        ("", stay),
        (ring.NAME, ring.choose(reach)),
        (drive.NAME, drive.choose(reach)),
        (cut_off.NAME, cut_off.choose(reach)),
    ]
    name, best = max(((n, c) for n, c in choices if c is not None), key=lambda pair: pair[1].value)
    if best.hex == reach.start:
        return None
    for group in (stack, stack[:-1]):
        if group and (best.value > FAR or not desk.rearguard.opens(desk.s, group, best.hex, last=False)):
            order = Order("move", group, best.hex, reach.start)
            return Proposal(best.value - stay.value, (order,), name, f"{desk.names(group)} {best.why}")
    return None
