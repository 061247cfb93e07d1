"""What Land Without End adds to the state of its family."""

from __future__ import annotations

import enum

from steppe.assault.state import (
    CONTROL,
    FIRST_TITLE_BIT,
    FIRST_TITLE_FLAG,
    MOVED_SECOND,
    SEASON,
    WORKS,
    CampaignState,
    Control,
    Flag,
)
from steppe.state import Column, Flags, Kept, Scalar

GERMAN, SOVIET = 0, 1
MOBILITIES = ("mech", "foot", "mountain", "cavalry", "static", "sea")
"""2.9a: mechanized or not; 2.9b: those who cannot move are static; 2.9c: air landing troops go on foot."""
STACKING_LIMIT = 6
POINTS = {"XX": 1, "XXX": 3, "XXXX": 3}
"""What each size counts for stacking (6.1)."""


class LandFlag(enum.IntFlag):
    RESTING = FIRST_TITLE_FLAG
    """May neither move nor attack this player turn: under a refit marker (8.11), or entered along a Rollbahn (8.2)."""
    CONCENTRATED = FIRST_TITLE_FLAG << 1
    """Bears a supply concentration marker (7.6)."""
    OFF_ROAD = FIRST_TITLE_FLAG << 2
    """Has left the Rollbahn this phase, or assaulted (9.19)."""
    BOUND = FIRST_TITLE_FLAG << 3
    """Must attack this phase (5.6)."""


class LandControl(enum.IntFlag):
    ENTRY = FIRST_TITLE_BIT
    """Soviet and in regular supply when the Soviet player turn began (8.5)."""
    DESTROYED = FIRST_TITLE_BIT << 1
    """Its fortified line is destroyed (11.23)."""


RESTING, CONCENTRATED, OFF_ROAD, BOUND = map(int, LandFlag)
ENTRY, DESTROYED = map(int, LandControl)

NEVER, RESCINDED = 0, 2
"""Supply concentration (7.6), besides ACTIVE."""
NON_DRY, MUD_OR_SNOW = 1, 2
"""What weather there has been, in either zone."""

GERMAN_REPLACEMENTS = 14
WITHDRAWN = ("light", "infantry", "cavalry", "HF")
"""What the Withdrawal Table asks for (8.12)."""


class LandState(CampaignState):
    flags = Flags("unit", Flag, LandFlag, bits=32)
    control = Flags("hex", Control, LandControl)
    moved_together = Column("unit")
    """Alike for units that have made every move of this phase together (9.26)."""
    directive = Scalar(1)
    """Whether Directive No. 3 is in force (5.6)."""
    concentration_turn = Scalar()
    """The turn on which the supply concentration was declared."""
    markers = Scalar()
    """Supply concentration markers that are in use or can be placed again (7.6)."""
    replacements = Scalar(GERMAN_REPLACEMENTS)
    """German non-mechanized replacement steps left (8.6)."""
    moscow_fell = Scalar()
    """Whether Moscow has been German (4.4)."""
    soviet_steps = Scalar()
    """Soviet replacement steps left this turn (8.7)."""
    artillery = Scalar()
    """The three dice of the ArKo in the battle in hand (11.26)."""
    gap_open = Scalar()
    """Whether the German player turn began with no Soviet unit in the asterisk hexes (8.3)."""
    german_lines = Kept(MOVED_SECOND, CONTROL, WORKS, SEASON)
    """What the German network was found from (7.3)."""
    known_lines = Kept(MOVED_SECOND, WORKS, SEASON)
    """German networks by the control of what matters to them."""
    as_if_taken = Kept(CONTROL, SEASON)
    """The states in which some hexes have changed hands, and the lines for which they were found (7.16)."""
