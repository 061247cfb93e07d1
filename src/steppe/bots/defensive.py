"""The movement of a side that defends: raid, man the towns, fill the citadel and its outworks, strike back, block."""

from __future__ import annotations

from steppe.bots.guards import Rearguard
from steppe.bots.hold import Hold, Screen, fights_later
from steppe.bots.picture import Picture, decisive, greatest
from steppe.bots.tactics import lifeline, rally, relief, reserves, shorten, spearhead

LEAST = 15.0
"""Places worth less are not manned at any price: a lone unit there would only be lost."""
NEAR = 9
"""MP from the enemy at which a citadel is filled up."""
OUTWORKS = 3
"""How far around a citadel there is a unit in every hex. It is many hexes that hold the enemy up, not strong ones."""


class Defensive(Hold):
    """One movement phase of a defender."""

    def place(self, picture: Picture, board: Screen, busy: set[int]) -> None:
        for u, h in Rearguard(picture, busy).posts(LEAST, whole=False).items():
            if board.open[h]:
                board.take(u, h)
                board.why[u] = f"man the town: {picture.title.board.label(h)} would fall without a shot"
        citadels(picture, board)
        outworks(picture, board)
        rally.place(board)
        if fights_later(picture):
            board.strike()
        relief.place(board)
        spearhead.place(board)
        feeds = lifeline.lifelines(picture)
        board.fill([*feeds, *picture.held()], dict.fromkeys(feeds, lifeline.NAME))
        reserves.place(board)
        shorten.place(board)


def citadels(picture: Picture, board: Screen) -> None:
    """Decisive places that the enemy is near to are filled up, the best defenders first."""
    title, s = picture.title, picture.s
    for h in decisive(title) or (greatest(title) if board.style.citadels else ()):
        if picture.control[h] != picture.seat or int(picture.foe_distance[h]) > NEAR:
            continue
        able = [u for row, units in enumerate(board.rows) if board.range[row, h] for u in units]
        for u in sorted(able, key=lambda u: (-float(picture.defence[u]), s.hex[u] != h, u)):
            if board.number[h] + title.units.points[u] > title.stack_limit[h]:
                break
            board.take(u, h)
            board.why[u] = f"citadel: {title.board.label(h)} must not fall"


def outworks(picture: Picture, board: Screen) -> None:
    """A unit in every hex around decisive places that the enemy is near to: he has to fight his way through them, and
    while they stand he closes no way out."""
    title = picture.title
    places = [h for h in decisive(title) if picture.control[h] == picture.seat and picture.foe_distance[h] <= NEAR]
    for radius in range(1, round(OUTWORKS * board.style.outworks) + 1):
        for place in places:
            ring = [h for h in title.board.grid.ring(place, radius) if not board.number[h]]
            for h in sorted(ring, key=lambda h: (int(picture.foe_distance[h]), h)):
                if board.comes(h):
                    board.send(h, f"outworks: {title.board.label(h)} keeps him from {title.board.label(place)}")
