"""8.0 Supply."""

from __future__ import annotations

from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE
from steppe.assault.supply import Supply
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.state import SOVIET, MoscowState


class MoscowSupply(MoscowChapter, Supply[MoscowState]):
    """8.0 to 8.8."""

    closed_sides = (frozenset({"reservoir"}), frozenset())

    def local_supply(self, s: MoscowState, h: int, side: int) -> bool:
        """8.2, 8.4: a city never yet German supplies the Soviet units inside it."""
        return side == SOVIET and bool(self.city_mask[h]) and s.control[h] & (CONTROL_SIDE | CONTROL_LOST) == SOVIET
