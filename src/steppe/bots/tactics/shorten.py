"""Shorten the line: who is in contact in the open and bars no way that matters leaves before he is shut in."""

from __future__ import annotations

from steppe.bots.hold import Screen
from steppe.bots.tactics.reserves import close_up, unused

NAME = "shorten the line"


def place(board: Screen) -> None:
    """Units without a task beside the enemy go where they are wanted, unless the ground is good to hold."""
    contact = board.picture.beside(board.picture.foe)
    worth_holding = board.picture.shelter > 0
    worth_holding[list(board.title.objectives)] = True
    rows = [row for row, h in unused(board) if contact[h] and not worth_holding[h]]
    close_up(board, NAME, rows, board.picture.held())
