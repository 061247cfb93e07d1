"""Close the ring: a stack stops where it leaves a place that must not be cut off the fewest ways out."""

from __future__ import annotations

from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.staff.reach import Choice, Reach

NAME = "close the ring"
LOOKED_AT = 16
"""How many hexes are looked at closely."""


def choose(reach: Reach) -> Choice | None:
    estimate = reach.estimate
    near = [h for h in reach.ranked if estimate.near_encirclement(h)][:LOOKED_AT]
    found = [h for h in near if reach.value_of(h).ring > 0]
    if estimate.encirclement is None or not found:
        return None
    h = max(found, key=lambda h: (reach.value_of(h).value, -h))
    return Choice(h, reach.value_of(h).value, reason(estimate))


def reason(estimate: Estimate) -> str:
    return f"leaves {estimate.label(min(estimate.situation.doctrine.isolates))} fewer ways out"
