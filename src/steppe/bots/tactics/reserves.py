"""Feed reserves: whoever the fighting has left behind, or aside, closes up to the place that is in most danger."""

from __future__ import annotations

import numpy as np

from steppe.bots.hold import Screen
from steppe.bots.picture import Goal, Picture, distances

NAME = "feed reserves"
QUIET = 2
"""MP from the enemy from which reserves keep away."""
HEAD_START = 6.0
"""MP that count as nothing when places call for reserves."""


def place(board: Screen) -> None:
    """Units without a task and not in contact march towards a place of their own that the enemy is near to."""
    contact = board.picture.beside(board.picture.foe)
    close_up(board, NAME, [row for row, h in unused(board) if not contact[h]], board.picture.held())


def unused(board: Screen) -> list[tuple[int, int]]:
    """The rows in which somebody has no task, each with its hex."""
    return [(row, board.s.hex[units[0]]) for row, units in enumerate(board.rows) if units]


def close_up(board: Screen, name: str, rows: list[int], goals: list[Goal]) -> None:
    """Everybody in some rows goes, over quiet ground, as near as he gets to the place that calls loudest."""
    picture, title = board.picture, board.title
    quiet = (picture.foe_distance >= QUIET) & ~picture.beside(picture.foe) & (board.open != 0)
    for row in rows if goals else ():
        start = board.s.hex[board.rows[row][0]]
        goal = max(goals, key=lambda goal: appeal(picture, goal, start))
        field = board.way_to(goal)
        within = np.flatnonzero((board.range[row] != 0) & quiet)
        order = within[np.argsort(field[within], kind="stable")].tolist()
        for u in list(board.rows[row]):
            h = next((h for h in order if board.number[h] + title.units.points[u] <= title.stack_limit[h]), start)
            if field[h] < field[start]:
                board.take(u, h)
                board.why[u] = f"{name}: {title.board.label(goal.hexes[0])} is in danger"


def appeal(picture: Picture, goal: Goal, h: int) -> float:
    """How much a place calls for units in a hex: by its worth, how near the enemy is to it, and how far they are."""
    far = min(int(distances(picture.title, x)[h]) for x in goal.hexes)
    danger = min(int(picture.foe_distance[x]) for x in goal.hexes)
    return goal.value / (HEAD_START + danger) / (HEAD_START + far)
