"""Feed reserves: whoever the fighting has left behind, or aside, closes up to the place that is in most danger."""

from __future__ import annotations

import numpy as np

from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.objectives import Goal
from steppe.bots.assault.sight.situation import Situation

NAME = "feed reserves"
QUIET = 2
"""MP from the enemy from which reserves keep away."""
HEAD_START = 6.0
"""MP that count as nothing when places call for reserves."""


def place(redeployment: Redeployment) -> None:
    """Units without a task and not in contact march towards a place of their own that the enemy is near to."""
    contact = redeployment.situation.beside(redeployment.situation.foe)
    close_up(
        redeployment,
        NAME,
        [row for row, h in rows_without_task(redeployment) if not contact[h]],
        redeployment.situation.objectives_held(),
    )


def rows_without_task(redeployment: Redeployment) -> list[tuple[int, int]]:
    """The rows in which somebody has no task, each with its hex."""
    return [(row, redeployment.s.hex[units[0]]) for row, units in enumerate(redeployment.rows) if units]


def close_up(redeployment: Redeployment, name: str, rows: list[int], goals: list[Goal]) -> None:
    """Everybody in some rows goes, over quiet ground, as near as he gets to the place that calls loudest."""
    situation, title = redeployment.situation, redeployment.title
    quiet = (situation.foe_distance >= QUIET) & ~situation.beside(situation.foe) & (redeployment.open != 0)
    for row in rows if goals else ():
        start = redeployment.s.hex[redeployment.rows[row][0]]
        goal = max(goals, key=lambda goal: appeal(situation, goal, start))
        field = redeployment.way_to(goal)
        within = np.flatnonzero((redeployment.range[row] != 0) & quiet)
        order = within[np.argsort(field[within], kind="stable")].tolist()
        for u in list(redeployment.rows[row]):
            h = next(
                (h for h in order if redeployment.number[h] + title.units.points[u] <= title.stacking.limit[h]), start
            )
            if field[h] < field[start]:
                redeployment.take(u, h)
                redeployment.why[u] = f"{name}: {title.board.label(goal.hexes[0])} is in danger"


def appeal(situation: Situation, goal: Goal, h: int) -> float:
    """How much a place calls for units in a hex: by its worth, how near the enemy is to it, and how far they are."""
    far = min(int(distances(situation.title, x)[h]) for x in goal.hexes)
    danger = min(int(situation.foe_distance[x]) for x in goal.hexes)
    return goal.value / (HEAD_START + danger) / (HEAD_START + far)
