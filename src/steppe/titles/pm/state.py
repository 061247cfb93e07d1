"""What Proud Monster adds to the state of its family."""

from __future__ import annotations

import enum

from steppe.assault.state import (
    CONTROL,
    FIRST_TITLE_BIT,
    FIRST_TITLE_FLAG,
    MOVED_FIRST,
    MOVED_SECOND,
    SEASON,
    WORKS,
    CampaignState,
    Control,
    Flag,
)
from steppe.state import Column, Flags, Kept, Scalar

GERMAN, SOVIET = 0, 1
MOBILITIES = ("mech", "foot", "mountain", "cavalry")
"""2.11a: mechanized; 2.11b: all others; 2.11c: parachutists and air landing troops go on foot."""
QUARTERS = 4
"""6.3: stacking is counted in quarters of a unit."""
STACKING_LIMIT = 5 * QUARTERS
POINTS = {"XXX": 4, "XX": 4, "X": 2, "III": 1, "II": 1, "soviet X": 4, "soviet III": 4, "soviet II": 4}
"""What each size counts for stacking (6.3); every Soviet unit is a whole one (6.4)."""
SMALL_LIMIT = 4
"""6.3: battalions and regiments in a hex."""


class MonsterFlag(enum.IntFlag):
    CONCENTRATED = FIRST_TITLE_FLAG
    """Bears a supply concentration marker (9.20)."""
    RESTING = FIRST_TITLE_FLAG << 1
    """May neither move nor attack this player turn: under a refit marker (8.20)."""
    LANDED = FIRST_TITLE_FLAG << 2
    """Has moved by sea this player turn: no further move, no attack but that of its own landing (11.2, 11.4)."""
    REFITTED = FIRST_TITLE_FLAG << 3
    """Has used its refit (8.20)."""


class MonsterControl(enum.IntFlag):
    DESTROYED = FIRST_TITLE_BIT
    """Its works are destroyed, or its line was aborted (14.25, 14.26)."""
    HEDGEHOG = FIRST_TITLE_BIT << 1
    """A hedgehog marker lies on it (14.40)."""
    AERIAL = FIRST_TITLE_BIT << 2
    """An aerial supply marker lies on it (9.18)."""


CONCENTRATED, RESTING, LANDED, REFITTED = map(int, MonsterFlag)
DESTROYED, HEDGEHOG, AERIAL = map(int, MonsterControl)

NOWHERE, OKH_NORTH, OKH_SOUTH, RVGK, PORTS, ARRIVING = range(6)
AREAS = ("nowhere", "okh-north", "okh-south", "rvgk", "ports", "arriving")
"""Where a unit that is off the map waits (8.1, 8.2, 11.3)."""

SUPPLIED, ATTENUATED, LIFTED, OUT = range(1, 5)
"""The supply state in which a unit began its move (9.8, 15.4); 0 before it moves."""

MUD_OR_SNOW, NORTHERN_MUD_OR_SNOW = 1, 2
"""What weather there has been: anywhere (8.19), in the northern zone (12.20)."""

VIII_CORPS, SIXTH_CORPS = 5, 6
"""Numbers of aircraft units: 1 to 5 are German, the fifth is the VIII (10.3), the sixth is Soviet (10.4)."""
GERMAN_REPLACEMENTS = 28


class MonsterState(CampaignState):
    flags = Flags("unit", Flag, MonsterFlag, bits=32)
    control = Flags("hex", Control, MonsterControl)
    area = Column("unit")
    """Where it waits off the map."""
    ready = Column("unit")
    """The couplet from which it may act, counted as ``couplet`` is; 0: now."""
    began = Column("unit")
    """Its supply state when it began to move this phase."""
    air = Column("hex")
    """The aircraft unit that supports the stack in a hex (10.2)."""
    way = Column("way")
    """The hexes between beginning and end of a move that waits for the answer about its markers (10.2)."""
    couplet = Scalar(2)
    """Twice the turn in its first couplet, one more in its second."""
    replacements = Scalar(GERMAN_REPLACEMENTS)
    """German replacement steps left (8.15)."""
    moscow_fell = Scalar()
    """Whether both hexes of Moscow have been German (4.6)."""
    tank_group = Scalar()
    """Tank brigades of the group of 48 that may still enter this turn (8.9)."""
    rd_due = Scalar()
    """Soviet rifle divisions that may still return this turn (8.13)."""
    land_begun = Scalar()
    """Whether land movement has begun this phase: no more sea movement (11.2)."""
    invaded = Scalar(-1)
    """The hex invaded this player turn, -1 if none (11.4)."""
    soviet_air = Scalar()
    """Whether the Soviet ground support unit was received (8.10)."""
    reserve_seen = Scalar()
    """In the German view: how many units the RVGK holds (8.1)."""
    first_due = Scalar()
    """What the side now paying in the battle in hand had to lose at first, in half steps (14.35)."""
    parent_of_split = Scalar(-1)
    """The hex that a part of a stack with markers is about to leave, -1 if none (10.2)."""
    marker_from = Scalar(-1)
    """A hex from which a part of a stack with markers has just advanced, -1 if none (10.2)."""
    nation_lines = Kept(MOVED_SECOND, CONTROL, WORKS, SEASON)
    """The networks of those who trace to their own country alone (9.11)."""
    overland_lines = Kept(MOVED_FIRST, CONTROL, SEASON)
    """The Soviet network that crosses no lake (9.16)."""
    first_tried = Kept(SEASON)
    """The first tried unit that the Guards unit in hand may replace (8.11)."""


def paused_until(s: MonsterState) -> int:
    """9.19: the last of the three couplets of a pause, counted as ``couplet`` is."""
    return 2 * (s.pause + 2)


def is_paused(s: MonsterState) -> bool:
    """9.19: the three couplets after the declaration."""
    return s.pause > 0 and 2 * (s.pause + 1) <= s.couplet <= paused_until(s)


def pause_served(s: MonsterState) -> bool:
    """9.19: a pause kept to its end frees the German from the GAS Line for good."""
    return s.pause > 0 and s.couplet > paused_until(s)
