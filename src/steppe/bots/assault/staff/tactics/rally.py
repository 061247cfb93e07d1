"""Rally: whoever is not too far off is called in to a place that decides, before any way is barred."""

from __future__ import annotations

from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.objectives import DECISIVE
from steppe.bots.assault.staff.tactics.feed_reserves import close_up, rows_without_task

NAME = "rally"
AT_HAND = 7
"""Hexes from the place within which nobody is called: there he bars the way to it."""


def place(redeployment: Redeployment) -> None:
    """A dial of the style says from how far; at rest it calls nobody."""
    goals = [goal for goal in redeployment.situation.objectives_held() if goal.value >= DECISIVE]
    if not redeployment.style.rally or not goals:
        return
    far = {
        h: min(int(distances(redeployment.title, x)[h]) for goal in goals for x in goal.hexes)
        for _, h in rows_without_task(redeployment)
    }
    close_up(
        redeployment,
        NAME,
        [row for row, h in rows_without_task(redeployment) if AT_HAND < far[h] <= redeployment.style.rally],
        goals,
    )
