"""Units that come on to the map: who, and where."""

from __future__ import annotations

from typing import Any

from steppe.bots.picture import Picture
from steppe.orders import Order
from steppe.view import View

CLOSE = 3
"""Nearer than this, an arriving unit would be caught before it could dig in."""


def next_entry(view: View[Any], picture: Picture) -> Order | None:
    """An order that brings one of the waiting units on to the map; None if none waits or can come."""
    seen = set()
    for u in picture.title.waiting_units(picture.s):
        kind = picture.title.units.kind[u], picture.title.units.units[u].entry
        if kind in seen:  # like units have like places
            continue
        seen.add(kind)
        places = [o for o in view.legal((u,)) if o.verb == "enter" and picture.title.has_room(picture.s, (u,), o.hex)]
        if places:
            return max(places, key=lambda o: (merit(picture, o.hex), -o.hex))
    return None


def merit(picture: Picture, h: int) -> float:
    """How good it is to enter at a hex: an attacker far forward, a defender where he is wanted and finds room."""
    crowd = picture.s.load[h] / float(picture.title.stack_limit[h])
    far = float(picture.foe_distance[h])
    if picture.seat in picture.title.offensive_sides:
        return -far - (2.0 if far < CLOSE else 0.0) - crowd
    full = 0.05 if crowd >= 1 else 1.0
    return float(picture.danger[h]) * (0.1 if far < CLOSE else 1.0) * full / (0.5 + crowd)
