"""The state of a skirmish."""

from __future__ import annotations

import enum

from steppe.state import Column, Flags, Kept, Scalar, State

AWAY, DEAD = -1, -2
OFF_MAP = {AWAY: "away", DEAD: "dead"}
NOBODY = -1
PLACES = "somebody has come, gone or moved"
"""The change by which a state forgets who stands beside whom."""


class Flag(enum.IntFlag):
    MOVED = 1
    FOUGHT = 2
    SHAKEN = 4
    SHOWN = 8
    """Its chit is known to everybody."""
    FIGHTING = 16
    """Takes part in the assault in hand."""


MOVED, FOUGHT, SHAKEN, SHOWN, FIGHTING = map(int, Flag)


class SkirmishState(State):
    hex = Column("unit")
    flags = Flags("unit", Flag, bits=8)
    chit = Column("unit", bits=8)
    """The strength that a band has drawn; 0 if it has none, or if it is not known to who looks."""
    lost = Column("seat")
    holder = Column("hex", bits=8)
    occupant = Column("hex", derived=True)
    """The unit in a hex, or NOBODY."""
    target = Scalar(-1)
    """The hex that is assaulted."""
    leader = Scalar(-1)
    """The unit that was named first in the assault."""

    beside_first = Kept(PLACES)
    beside_second = Kept(PLACES)
    """By side, the hexes next to one of its units."""


BESIDE = ("beside_first", "beside_second")
