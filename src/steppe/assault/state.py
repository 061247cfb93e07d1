"""The state that every title of the family shares, and the flags that its units wear."""

from __future__ import annotations

import enum

from steppe.state import Column, Scalar, State


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
    """Has made its prepared assault this phase."""
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


UNTRIED, MOVED, HALTED, ASSAULTED, ATTACKED, DEFENDED, RETREATED, FIGHTING, TARGET, FINISHED, HIDDEN = (
    int(f) for f in Flag if f is not Flag.FIRST_TITLE_FLAG
)
MOVEMENT_FLAGS = MOVED | HALTED | ASSAULTED | FINISHED
COMBAT_FLAGS = ATTACKED | DEFENDED | RETREATED
BATTLE_FLAGS = FIGHTING | TARGET

MOBILE, PREPARED = 1, 2
"""The two kinds of assault."""
KIND_NAMES = {MOBILE: "mobile assault", PREPARED: "prepared assault"}

CONTROL_SIDE = 1
"""Bit 0 of a hex's control says whose it is."""
CONTROL_LOST = 2
"""Bit 1: has been lost to the first seat at some time, so that it never again serves as a source inside."""
WATCHED_BY = (4, 8)
"""Bits 2 and 3, by seat: attacks on this hex are worth asking about."""
WATCHED = WATCHED_BY[0] | WATCHED_BY[1]
FIRST_TITLE_BIT = 16

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
    flags = Column("unit")
    spent = Column("unit")
    """MP used this phase."""
    origin = Column("unit")
    """Where it began the movement phase: units that began together are one parent stack."""
    below = Column("unit")
    """The next unit down in its stack, or -1."""
    # per seat
    air_used = Column("seat")
    """Aircraft used up this game turn."""
    standing = Column("seat")
    """When the seat wants to be asked for reactions."""
    # per hex
    top = Column("hex")
    """The uppermost unit, or -1."""
    control = Column("hex")
    """Bits: whose the hex is, whether it was ever lost, which seat watches it; titles may add their own."""
    load = Column("hex", derived=True)
    """Stacking points in the hex."""
    zoc = Column("hex", derived=True)
    """How many units exert a ZOC into it."""
    # the player turn
    phase_order = Scalar()
    parent = Scalar(-1)
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
