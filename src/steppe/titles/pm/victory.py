"""4.0 How to win: victory points of places, incursions, Moscow, the check at the end of each game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steppe.assault.stacks import controller
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.titles.pm.state import GERMAN, SOVIET, MonsterState

if TYPE_CHECKING:
    from steppe.board import Board
    from steppe.titles.pm.title import ProudMonster

LAST_TURN = 12
VALUES = range(1, 10)
MOSCOW = "Moscow"


def places(board: Board) -> list[tuple[tuple[int, ...], int]]:
    """4.2, 4.3: the hexes of each place that has points, and its points: hexes of one name are one place."""
    found: dict[object, tuple[list[int], int]] = {}
    for value in VALUES:
        for h in sorted(board.hexes(f"vp-{value}")):
            key = board.names.get(h, h)
            found.setdefault(key, ([], value))[0].append(h)
    return [(tuple(hexes), value) for hexes, value in found.values()]


def points(title: ProudMonster, s: MonsterState) -> int:
    """4.2, 4.3: the German total at this moment; a place counts when all its hexes are German."""
    control = s.control
    gained = sum(value for hexes, value in title.places if all(control[h] & 1 == GERMAN for h in hexes))
    return gained - s.debit


def control_changed(title: ProudMonster, s: MonsterState, h: int, side: int, out: Log) -> None:
    """4.2: told at once. 4.6: a die the first time that all of Moscow is German."""
    if h in title.objectives:
        out.add("points", total=points(title, s))
    first = h in title.moscow and side == GERMAN and not s.moscow_fell
    if first and all(controller(s, x) == GERMAN for x in title.moscow):
        s.moscow_fell = 1
        even = title.die(s, out, "Moscow") % 2 == 0
        out.add("moscow", falls=even)
        if even:
            title.win(s, GERMAN, "4.6a", out)


def incursions(title: ProudMonster, s: MonsterState) -> int:
    """4.4: Soviet units in the ZOMO of Greater Germany."""
    return sum(s.hex[u] >= 0 and bool(title.home[s.hex[u]]) for u in title.side_units[SOVIET])


class VictoryCheck(Automatic):
    """IV: once at the end of each game turn; after the last the Soviet player has won."""

    name = "victory check"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        lost = incursions(title, s)
        if lost:
            s.debit += lost
            out.add("incursions", points=lost, total=points(title, s))
        total, needed = points(title, s), title.charts.victory.get(s.turn)
        if needed is not None:
            out.add("check", total=total, needed=needed)
            if total >= needed:
                title.win(s, GERMAN, "4.5a", out)
        if s.turn >= LAST_TURN:
            title.win(s, SOVIET, "4.5b", out)
        return False
