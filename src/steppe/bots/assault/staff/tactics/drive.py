"""Drive: a mobile stack goes for its objective, as far as it dares."""

from __future__ import annotations

from steppe.bots.assault.staff.reach import Choice, Reach

NAME = "drive"
LOOKED_AT = 10
"""How many hexes are looked at closely."""


def choose(reach: Reach) -> Choice:
    """The best hex by the way to the objective alone, unless somebody would get out whom the stack holds now."""

    def alone(h: int) -> float:
        worth = reach.value_of(h)
        return reach.looks[h] + min(worth.cut, 0.0) + min(worth.ring, 0.0)

    h = max(reach.ranked[:LOOKED_AT], key=alone)
    cuts = " and cuts supply on the way" if reach.value_of(h).cut > 1 else ""
    return Choice(h, reach.value_of(h).value, f"drives on {reach.estimate.objective(reach.stack)}{cuts}")
