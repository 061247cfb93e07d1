"""What a map shows beside the counters: marks on units, whose each hex is, zones of control, who is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steppe.assault.state import (
    ASSAULTED,
    ATTACKED,
    CONTROL_SIDE,
    FIGHTING,
    HALTED,
    HIDDEN,
    MOVED,
    RETREATED,
    TARGET,
    UNTRIED,
    AssaultState,
)  # fmt: skip
from steppe.assault.supply import in_supply, network

if TYPE_CHECKING:
    from steppe.assault.title import Rules


class Mark(NamedTuple):
    """A mark in the corner of a counter: the flags that bring it, its name and letter, and what it says."""

    flags: int
    name: str
    letter: str
    words: str


MARKS = (
    Mark(FIGHTING | TARGET, "battle", "B", "is in the battle in hand"),
    Mark(ASSAULTED | ATTACKED, "attacked", "A", "has attacked this phase"),
    Mark(HALTED, "halted", "H", "may not move on this phase"),
    Mark(MOVED, "moved", "M", "has moved this phase"),
    Mark(RETREATED, "retreated", "<", "has retreated this phase"),
    Mark(UNTRIED, "untried", "?", "is untried: its strength is not known"),
)
CUT = Mark(0, "cut", "U", "is out of supply")
"""Not a flag of the unit but a matter of the whole position: ``cut_off`` tells who bears it."""


def marks_of(title: Rules, s: AssaultState, u: int) -> list[str]:
    flags = s.flags[u]
    return [mark.name for mark in title.marks if flags & mark.flags]


def shown_flags(title: Rules) -> int:
    """The flags that a unit's data shows."""
    found = HIDDEN
    for mark in title.marks:
        found |= mark.flags
    return found


def cut_off(title: Rules, s: AssaultState) -> list[int]:
    """The units in sight that are out of supply; only those without a plain line are asked one by one."""
    hexes = s.vector("hex")
    shown = (hexes >= 0) & (s.vector("flags") & HIDDEN == 0)
    found: list[int] = []
    for side in range(len(title.seats)):
        mine = (shown & (title.units.side_array == side)).nonzero()[0]
        doubtful = mine[(network(title, s, side)[hexes[mine]] != 1) | title.own_lines[mine]]
        found += [u for u in doubtful.tolist() if not in_supply(title, s, u)]
    return sorted(found)


def hex_columns(title: Rules, s: AssaultState) -> dict[str, Any]:
    """Columns of numbers by hex: the seat that holds it, and whether a zone of control reaches it."""
    found = {"held": s.vector("control") & CONTROL_SIDE}
    if title.zoc_side >= 0:
        found["zoc"] = (s.vector("zoc") > 0).astype("int8")
    return found


def column_changes(title: Rules, before: AssaultState, after: AssaultState) -> dict[str, dict[str, int]]:
    """The entries of the hex columns that differ, by their index."""
    old, found = hex_columns(title, before), {}
    for name, column in hex_columns(title, after).items():
        differs = (old[name] != column).nonzero()[0].tolist()
        if differs:
            found[name] = {str(h): int(column[h]) for h in differs}
    return found
