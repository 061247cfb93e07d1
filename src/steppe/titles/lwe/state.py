"""What Land Without End adds to the state of its family."""

from __future__ import annotations

from steppe.assault.state import FIRST_TITLE_BIT, AssaultState, Flag
from steppe.state import Column, Scalar

GERMAN, SOVIET = 0, 1
MOBILITIES = ("mech", "foot", "mountain", "cavalry", "static", "sea")
STACKING_LIMIT = 6
POINTS = {"XX": 1, "XXX": 3, "XXXX": 3}
"""What each size counts for stacking (6.1)."""

RESTING = int(Flag.FIRST_TITLE_FLAG)
"""May neither move nor attack this player turn: under a refit marker (8.11), or entered along a Rollbahn (8.2)."""
CONCENTRATED = RESTING * 2
"""Bears a supply concentration marker (7.6)."""
OFF_ROAD = RESTING * 4
"""Has left the Rollbahn this phase, or assaulted (9.19)."""
BOUND = RESTING * 8
"""Must attack this phase (5.6)."""

ENTRY = FIRST_TITLE_BIT
"""Bit of a hex's control: Soviet and in regular supply when the Soviet player turn began (8.5)."""
DESTROYED = FIRST_TITLE_BIT * 2
"""Bit of a hex's control: its fortified line is destroyed (11.23)."""

NEVER, ACTIVE, RESCINDED = 0, 1, 2
"""Supply concentration (7.6)."""
NON_DRY, MUD_OR_SNOW = 1, 2
"""What weather there has been, in either zone."""

GERMAN_REPLACEMENTS = 14
WITHDRAWN = ("light", "infantry", "cavalry", "HF")
"""What the Withdrawal Table asks for (8.12)."""


class LandState(AssaultState):
    trail = Column("unit")
    """Alike for units that have made every move of this phase together (9.26)."""
    directive = Scalar(1)
    """Whether Directive No. 3 is in force (5.6)."""
    debit = Scalar()
    """German VP lost for good: Fortified Zones that held out, withdrawals declined (4.2, 8.12)."""
    pause = Scalar()
    """The turn at whose end a pause was declared; below 0: aborted (7.5)."""
    concentration = Scalar()
    concentration_turn = Scalar()
    """The turn on which the supply concentration was declared."""
    markers = Scalar()
    """Supply concentration markers that are in use or can be placed again (7.6)."""
    weather_north = Scalar()
    weather_south = Scalar()
    weather_seen = Scalar()
    moscow_fell = Scalar()
    """Whether Moscow has been German (4.4)."""
    replacements = Scalar(GERMAN_REPLACEMENTS)
    """German non-mechanized replacement steps left (8.6)."""
    soviet_steps = Scalar()
    """Soviet replacement steps left this turn (8.7)."""
    shipped = Scalar()
    """Rifle divisions moved by sea this phase (9.17)."""
    artillery = Scalar()
    """The three dice of the ArKo in the battle in hand (11.26)."""
    gap_open = Scalar()
    """Whether the German player turn began with no Soviet unit in the asterisk hexes (8.3)."""
    due_light = Scalar()
    due_infantry = Scalar()
    due_cavalry = Scalar()
    due_hf = Scalar()

    def due(self, what: str) -> int:
        """Withdrawals still to be made or declined this turn."""
        return int(getattr(self, f"due_{what.lower()}"))

    def set_due(self, what: str, number: int) -> None:
        setattr(self, f"due_{what.lower()}", number)
