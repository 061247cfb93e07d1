"""4.0 How to win: victory points to the hex, Moscow, the scheduled checks, the levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steppe.assault.stacks import controller
from steppe.assault.state import CONTROL_SIDE
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.titles.lwe.state import GERMAN, NON_DRY, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

VALUES = {"small-town": 1, "large-town": 2, "city": 4}
LAST_TURN = 22
FIRST_DEBIT = 4
EARLY = 18
"""A win on points before this turn is a major one (4.6)."""
GERMAN_LEVELS = ((130, "major"), (125, "substantive"), (119, "minor"))
SOVIET_LEVELS = ((98, "minor"), (87, "substantive"))


def worth(title: LandWithoutEnd) -> NDArray[np.int16]:
    """4.2, 4.3: what each hex is worth: gained in the USSR, lost in Greater Germany, nothing in Romania."""
    found = np.zeros(title.board.size, np.int16)
    for h in title.board.region("germany"):
        if title.board.terrain[h] not in ("sea", "lake"):
            found[h] = 1
    for feature, value in VALUES.items():
        for h in title.board.hexes(feature) - title.romania:
            found[h] = value
    return found


def points(title: LandWithoutEnd, s: LandState) -> int:
    """4.3: the German total at this moment."""
    german = s.vector("control") & CONTROL_SIDE == GERMAN
    gained = title.worth[german & ~title.home].sum()
    lost = title.worth[~german & title.home].sum()
    return int(gained) - int(lost) - s.debit


def debit_zones(title: LandWithoutEnd, s: LandState, out: Log) -> None:
    """4.2: from turn 4 each Fortified Zone that holds out costs a point, but not that of Odessa."""
    if s.turn < FIRST_DEBIT:
        return
    alive = sum(s.hex[u] >= 0 and s.hex[u] != title.odessa for u in title.zones)
    if alive:
        s.debit += alive
        out.add("debit", points=alive, total=points(title, s))


def control_changed(title: LandWithoutEnd, s: LandState, h: int, side: int, out: Log) -> None:
    """4.3: told at once. 4.4: the first German entry into Moscow."""
    if title.worth[h]:
        out.add("points", total=points(title, s))
    if h == title.moscow and side == GERMAN and not s.moscow_fell:
        s.moscow_fell = 1
        if not s.weather_seen & NON_DRY:
            roll_for_moscow(title, s, out)


def roll_for_moscow(title: LandWithoutEnd, s: LandState, out: Log) -> None:
    """4.4: one die, more for other great cities in German hands."""
    modifier = sum(
        value
        for name, value in title.modifiers["moscow"].items()
        if any(controller(s, h) == GERMAN for h in title.named(name))
    )
    modified = title.die(s, out, "Moscow") + modifier
    table = title.moscow_table
    result = table[min(max(modified, min(table)), max(table))]
    out.add("moscow", modifier=modifier, result=result)
    if result == "collapse":
        title.win(s, GERMAN, "4.4c", out)


class VictoryCheck(Automatic):
    """IV: on the turns that the track marks, and for the last time on turn 22."""

    name = "victory check"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        needed = title.track[s.turn].check if s.turn in title.track else None
        total = points(title, s)
        if needed is not None:
            out.add("check", total=total, needed=needed)
            if total >= needed:
                title.win(s, GERMAN, "4.5a", out)
        if s.turn >= LAST_TURN:
            title.win(s, SOVIET, "4.5b", out)
        return False


def level(title: LandWithoutEnd, s: LandState) -> str:
    """4.6: how great the victory is; a concession has no degree."""
    rule = title.ledger.ids[s.deciding_rule]
    if rule == "4.4c" or (rule == "4.5a" and s.turn < EARLY):
        return "major"
    if rule not in ("4.5a", "4.5b"):
        return "concession"
    total = points(title, s)
    if s.winner == GERMAN:
        return next(word for least, word in GERMAN_LEVELS if total >= least)
    return next((word for least, word in SOVIET_LEVELS if total >= least), "major")
