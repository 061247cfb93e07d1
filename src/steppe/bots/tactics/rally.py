"""Rally: whoever is not too far off is called in to a place that decides, before any way is barred."""

from __future__ import annotations

from steppe.bots.hold import Screen
from steppe.bots.picture import DECISIVE, distances
from steppe.bots.tactics.reserves import close_up, unused

NAME = "rally"
AT_HAND = 7
"""Hexes from the place within which nobody is called: there he bars the way to it."""


def place(board: Screen) -> None:
    """A dial of the style says from how far; at rest it calls nobody."""
    goals = [goal for goal in board.picture.held() if goal.value >= DECISIVE]
    if not board.style.rally or not goals:
        return
    far = {h: min(int(distances(board.title, x)[h]) for goal in goals for x in goal.hexes) for _, h in unused(board)}
    close_up(board, NAME, [row for row, h in unused(board) if AT_HAND < far[h] <= board.style.rally], goals)
