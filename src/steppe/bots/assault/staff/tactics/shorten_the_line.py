"""Shorten the line: who is in contact in the open and bars no way that matters leaves before he is shut in."""

from __future__ import annotations

from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.staff.tactics.feed_reserves import close_up, rows_without_task

NAME = "shorten the line"


def place(redeployment: Redeployment) -> None:
    """Units without a task beside the enemy go where they are wanted, unless the ground is good to hold."""
    contact = redeployment.situation.beside(redeployment.situation.foe)
    worth_holding = redeployment.situation.shelter > 0
    worth_holding[list(redeployment.situation.doctrine.objectives)] = True
    rows = [row for row, h in rows_without_task(redeployment) if contact[h] and not worth_holding[h]]
    close_up(redeployment, NAME, rows, redeployment.situation.objectives_held())
