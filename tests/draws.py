"""A title that can be drawn: none of ours can yet, so here whoever resigns offers a draw that is taken at once."""

from __future__ import annotations

from typing import Any

import pytest

from steppe.events import Log
from steppe.orders import Order
from steppe.titles.dom import DriveOnMoscow


def resigning_draws(patch: pytest.MonkeyPatch) -> None:
    """From now on ``resign`` draws a game of Drive on Moscow, through the kernel's own function."""

    def agree(self: DriveOnMoscow, s: Any, order: Order, out: Log) -> None:
        self.draw_game(s, self.concession_rule, out)

    patch.setattr(DriveOnMoscow, "apply_out_of_turn", agree)
