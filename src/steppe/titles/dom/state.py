"""What Drive on Moscow adds to the state of its family."""

from __future__ import annotations

import enum

from steppe.assault.state import (
    CONTROL,
    FIRST_TITLE_BIT,
    FIRST_TITLE_FLAG,
    MOVED_FIRST,
    AssaultState,
    Control,
    Flag,
    UnitSet,
)
from steppe.state import Flags, Kept, Scalar

GERMAN, SOVIET = 0, 1
MOBILITIES = ("mech", "cavalry", "foot")
"""2.8a: mechanized or on foot; cavalry is mechanized, and set apart because marsh is open to it (10.8)."""
STACKING_LIMIT = 5


class MoscowFlag(enum.IntFlag):
    SOUTH_START = FIRST_TITLE_FLAG
    """Set up on the south map (5.3)."""
    LEFT_SOUTH = FIRST_TITLE_FLAG << 1
    """Has entered or attacked the north map this game turn (5.3)."""


class MoscowControl(enum.IntFlag):
    ENTRY = FIRST_TITLE_BIT
    """A town or city that had edge supply when the Soviet player turn began (9.1)."""


class MoscowSet(enum.IntFlag):
    FALLEN = 2
    """Divisions lost together that cannot all leave a battle group (11.30)."""


FALLEN = int(MoscowSet.FALLEN)
SOUTH_START, LEFT_SOUTH = map(int, MoscowFlag)
ENTRY = int(MoscowControl.ENTRY)

ARRIVING = ("RD", "RB", "CD", "TB", "MRB")
"""The types that come as reinforcements, in the order of the Turn Record Track."""
DUE = {kind: f"due_{kind.lower()}" for kind in ARRIVING}


class MoscowState(AssaultState):
    flags = Flags("unit", Flag, MoscowFlag, bits=32)
    control = Flags("hex", Control, MoscowControl)
    sets = Flags("unit", UnitSet, MoscowSet, bits=8)
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

    attack_positions = Kept(MOVED_FIRST)
    """The hexes from which Germans could be attacked (12.1)."""
    lifeline = Kept(CONTROL)
    """A supply line of Moscow: its hexes, and those from which a German unit would touch it (4.2)."""

    def due(self, kind: str) -> int:
        """Reinforcements of a type still to be entered this turn."""
        found: int = getattr(self, DUE[kind])
        return found

    def set_due(self, kind: str, number: int) -> None:
        setattr(self, DUE[kind], number)
