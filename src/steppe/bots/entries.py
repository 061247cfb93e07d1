"""Units that come on to the map: who, and where."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from steppe.bots.picture import Picture
from steppe.orders import Order
from steppe.view import View

CLOSE = 3
"""Nearer than this, an arriving unit would be caught before it could dig in."""


def next_entry(view: View[Any], picture: Picture) -> Order | None:
    """An order that brings one of the waiting units on to the map; None if none waits or can come."""
    return Entries().next(view, picture)


class Entries:
    """The same for a whole phase: places are asked for once, for like units have like places."""

    def __init__(self) -> None:
        self.places: dict[tuple[str, str], dict[int, Order]] = {}

    def next(self, view: View[Any], picture: Picture) -> Order | None:
        title, s = picture.title, picture.s
        for u in title.waiting_units(s):
            kind = title.units.kind[u], title.units.units[u].entry
            if kind not in self.places:
                self.places[kind] = {o.hex: o for o in view.legal((u,)) if o.verb == "enter"}
            for h in ranked(picture, self.places[kind]):
                order = self.places[kind][h]._replace(units=(u,))
                if title.has_room(s, (u,), h) and view.refuse(order) is None:
                    return order
            self.places[kind] = {}
        return None


def ranked(picture: Picture, places: Collection[int]) -> list[int]:
    """Hexes to enter at, the best first: an attacker far forward, a defender where he is wanted and finds room."""
    if not places:
        return []
    hexes = np.array(sorted(places))
    crowd = picture.s.vector("load")[hexes] / picture.title.stack_limit[hexes]
    far = picture.foe_distance[hexes]
    if picture.seat in picture.title.offensive_sides:
        merit = -far - np.where(far < CLOSE, 2.0, 0.0) - crowd
    else:
        full = np.where(crowd >= 1, 0.05, 1.0)
        merit = picture.danger[hexes] * np.where(far < CLOSE, 0.1, 1.0) * full / (0.5 + crowd)
    found: list[int] = hexes[np.argsort(-merit, kind="stable")].tolist()
    return found
