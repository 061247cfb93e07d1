"""What Drive on Moscow adds to the state of its family."""

from __future__ import annotations

from steppe.assault.state import FIRST_TITLE_BIT, AssaultState, Flag
from steppe.state import Scalar

GERMAN, SOVIET = 0, 1
MOBILITIES = ("mech", "cavalry", "foot")
STACKING_LIMIT = 5

SOUTH_START = int(Flag.FIRST_TITLE_FLAG)
"""Set up on the south map (5.3)."""
LEFT_SOUTH = SOUTH_START * 2
"""Has entered or attacked the north map this game turn (5.3)."""

ENTRY = FIRST_TITLE_BIT
"""Bit of a hex's control: a town or city that had edge supply when the Soviet player turn began (9.1)."""

ARRIVING = ("RD", "RB", "CD", "TB", "MRB")
"""The types that come as reinforcements, in the order of the Turn Record Track."""


class MoscowState(AssaultState):
    november = Scalar()
    """The turn on which the November offensive was declared; 0: not yet (12.0)."""
    demanded = Scalar()
    """How many units Stalin wants to see attack (12.1)."""
    engaged = Scalar()
    """How many have attacked."""
    infantry_due = Scalar()
    cavalry_due = Scalar()
    mech_steps = Scalar()
    foot_steps = Scalar()
    """Replacement steps left this turn (12.2)."""
    due_rd = Scalar()
    due_rb = Scalar()
    due_cd = Scalar()
    due_tb = Scalar()
    due_mrb = Scalar()

    def due(self, kind: str) -> int:
        """Reinforcements of a type still to be entered this turn."""
        return int(getattr(self, f"due_{kind.lower()}"))

    def set_due(self, kind: str, number: int) -> None:
        setattr(self, f"due_{kind.lower()}", number)
