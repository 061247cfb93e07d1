"""Close the ring: a stack stops where it leaves a place that must not be cut off the fewest ways out."""

from __future__ import annotations

from steppe.bots.desk import Desk
from steppe.bots.tactics.reach import Choice, Reach

NAME = "close the ring"
LOOKED_AT = 16
"""How many hexes are looked at closely."""


def choose(reach: Reach) -> Choice | None:
    desk = reach.desk
    near = [h for h in reach.ranked if desk.near_noose(h)][:LOOKED_AT]
    found = [h for h in near if reach.worth(h).choke > 0]
    if desk.noose is None or not found:
        return None
    h = max(found, key=lambda h: (reach.worth(h).value, -h))
    return Choice(h, reach.worth(h).value, reason(desk))


def reason(desk: Desk) -> str:
    return f"leaves {desk.label(min(desk.title.doctrine.isolates))} fewer ways out"
