"""The state that every title of the family shares, and the flags that its units wear."""

from __future__ import annotations

import enum

from steppe.state import Column, Flags, Kept, Scalar, State


class Flag(enum.IntFlag):
    """What a unit has done or undergone. Kept as bits of one number per unit."""

    UNTRIED = 1
    MOVED = 2
    """Has begun to move this phase."""
    HALTED = 4
    """May not move on this phase: an enemy ZOC, a stalled mobile assault."""
    ASSAULTED = 8
    """Has made its mobile assault this phase."""
    ATTACKED = 16
    """Has made its prepared assault this phase; mobile ones are counted apart [mobile and prepared]."""
    DEFENDED = 32
    """Has been attacked this combat phase."""
    RETREATED = 64
    """Has retreated this combat phase."""
    FIGHTING = 128
    """Attacks in the battle in hand."""
    TARGET = 256
    """Defends in the battle in hand."""
    FINISHED = 512
    """Has moved, and another stack has begun to move since."""
    HIDDEN = 1024
    """In a seat's view: this unit stands for some unit under the top of an enemy stack."""


FIRST_TITLE_FLAG = 2048
"""Titles have this bit and all above it for flags of their own."""
UNTRIED, MOVED, HALTED, ASSAULTED, ATTACKED, DEFENDED, RETREATED, FIGHTING, TARGET, FINISHED, HIDDEN = map(int, Flag)
MOVEMENT_FLAGS = MOVED | HALTED | ASSAULTED | FINISHED
COMBAT_FLAGS = ATTACKED | DEFENDED | RETREATED
BATTLE_FLAGS = FIGHTING | TARGET

MOBILE, PREPARED = 1, 2
"""The two kinds of assault."""
KIND_NAMES = {MOBILE: "mobile assault", PREPARED: "prepared assault"}


class Control(enum.IntFlag):
    """What is known of a hex. Kept as bits of one number per hex."""

    SIDE = 1
    """Whose it is: the second seat's if set."""
    LOST = 2
    """Has been lost to the first seat at some time, so that it never again serves as a source inside."""
    WATCHED_BY_FIRST = 4
    """Attacks on this hex are worth asking the first seat about."""
    WATCHED_BY_SECOND = 8


CONTROL_SIDE, CONTROL_LOST = int(Control.SIDE), int(Control.LOST)
WATCHED_BY = int(Control.WATCHED_BY_FIRST), int(Control.WATCHED_BY_SECOND)
"""By seat."""
WATCHED = WATCHED_BY[0] | WATCHED_BY[1]
FIRST_TITLE_BIT = 16
"""Titles have this bit of a hex's control and all above it for their own."""


class UnitSet(enum.IntFlag):
    """Sets of units that a decision in hand is about."""

    LEAVING = 1
    """Those who part from their stack."""


LEAVING = int(UnitSet.LEAVING)

MOVED_FIRST, MOVED_SECOND = PLACES = ("a unit of the first side has moved", "a unit of the second side has moved")
"""Changes by which states forget: units of a side have come, gone or moved."""
ZONES_FIRST, ZONES_SECOND = ZONES = ("it was in an enemy ZOC, first side", "it was in an enemy ZOC, second side")
"""The same, where the move began or ended in a zone of control of the other side."""
CONTROL = "control"
"""A notable hex has changed hands."""
WORKS = "works"
"""Fortifications have fallen or come to stand."""
SEASON = "season"
"""The weather, or the turn, has changed."""

ASK_ALWAYS, ASK_NEVER, ASK_WATCHED, ASK_NEXT_PHASE = range(4)
STANDING = ("always", "never", "watched", "next-phase")
"""When a seat wants to be asked for reactions."""

MOVE_FIGHT, FIGHT_MOVE = 0, 1

OFF_ORIGIN = -10
"""The origin of a unit that came on to the map during this phase is this less its number: it shares it with none."""


class AssaultState(State):
    # per unit
    hex = Column("unit")
    steps = Column("unit")
    face = Column("unit")
    flags = Flags("unit", Flag, bits=32)
    spent = Column("unit")
    """MP used this phase."""
    origin = Column("unit")
    """Where it began the movement phase: units that began together are one parent stack."""
    below = Column("unit")
    """The next unit down in its stack, or -1."""
    sets = Flags("unit", UnitSet, bits=8)
    # per seat
    air_used = Column("seat")
    """Aircraft used up this game turn."""
    standing_order = Column("seat")
    """When the seat wants to be asked for reactions."""
    # per hex
    top = Column("hex")
    """The uppermost unit, or -1."""
    control = Flags("hex", Control)
    """Bits of ``Control``; titles may add their own."""
    load = Column("hex", derived=True)
    """Stacking points in the hex."""
    zoc = Column("hex", derived=True)
    """How many units exert a ZOC into it."""
    # the player turn
    phase_order = Scalar()
    moving_from = Scalar(-1)
    """The hex from which the stack now moving began its phase."""
    # the battle in hand
    battle_kind = Scalar()
    battle_side = Scalar(-1)
    """Who attacks."""
    battle_hex = Scalar(-1)
    launch_hex = Scalar(-1)
    battle_stage = Scalar()
    attacker_air = Scalar()
    defender_air = Scalar()
    battle_column = Scalar()
    """The odds column as far as it is known, counted from 1:1."""
    battle_die = Scalar()
    battle_result = Scalar(-1)
    steps_due = Scalar()
    """Step losses still to be chosen."""
    guard = Scalar(-1)
    """The Guards unit that is to take the place of another."""

    supply_first = Kept(MOVED_SECOND, ZONES_FIRST, CONTROL, WORKS, SEASON)
    supply_second = Kept(MOVED_FIRST, ZONES_SECOND, CONTROL, WORKS, SEASON)
    """Each side's supply network: enemies stand in the way of its lines, and friends cancel enemy ZOC."""


class CampaignState(AssaultState):
    """What titles share that play whole campaigns: weather, declarations about supply, withdrawals, replacements."""

    weather_north = Scalar()
    weather_south = Scalar()
    weather_seen = Scalar()
    """What weather there has been so far, as bits of the title's own."""
    debit = Scalar()
    """German victory points lost for good."""
    pause = Scalar()
    """The turn at whose end a pause was declared; below 0: aborted."""
    concentration = Scalar()
    """Whether the supply there is has been concentrated on a few units."""
    replacements = Scalar()
    """German replacement steps left for the whole game."""
    shipped = Scalar()
    """Units moved by sea so far."""
    due_light = Scalar()
    due_infantry = Scalar()
    due_cavalry = Scalar()
    due_hf = Scalar()

    def due(self, what: str) -> int:
        """Withdrawals still to be made or declined this turn."""
        return int(getattr(self, f"due_{what.lower()}"))

    def set_due(self, what: str, number: int) -> None:
        setattr(self, f"due_{what.lower()}", number)
