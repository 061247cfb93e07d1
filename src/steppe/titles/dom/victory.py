"""4.0 How to win: sudden deaths the instant they happen, the reckoning at the end of turn 9."""

from __future__ import annotations

from steppe.assault.stacks import Stacks, controller
from steppe.assault.state import HIDDEN
from steppe.assault.victory import Victory
from steppe.events import Log
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.state import GERMAN, SOVIET, MoscowState

AT_ONCE, AT_THE_END = 100, 20
"""How much an objective is worth that decides the game when it falls, and one that counts when the game ends."""

LIFELINE = "lifeline"
"""The cache entry with a supply line of Moscow (4.2)."""


class MoscowStacks(MoscowChapter, Stacks[MoscowState]):
    def position_changed(self, s: MoscowState, u: int, start: int, end: int) -> None:
        """A lifeline that a move cannot have cut need not be looked for again (4.2)."""
        super().position_changed(s, u, start, end)
        known = s.cache.get(LIFELINE)
        if known is not None:
            hexes, touching = known
            if (end in touching) if self.units.side[u] == GERMAN else (start in hexes):
                del s.cache[LIFELINE]


class MoscowVictory(MoscowChapter, Victory[MoscowState]):
    """4.0."""

    def make_tables(self) -> None:
        """4.1 to 4.4 as numbers: Moscow and the western places decide at once, the other cities at the end."""
        self.objectives = (
            dict.fromkeys(self.geo.other_cities, AT_THE_END)
            | dict.fromkeys(sorted(self.geo.western_places), AT_ONCE)
            | dict.fromkeys(self.geo.moscow, AT_ONCE)
        )

    def control_changed(self, s: MoscowState, h: int, side: int, out: Log) -> None:
        """4.1: a Moscow hex German. 4.4: a town or city west of the initial front line Soviet."""
        if side == GERMAN and h in self.geo.moscow:
            self.title.win(s, GERMAN, "4.1", out)
        elif side == SOVIET and h in self.geo.western_places:
            self.title.win(s, SOVIET, "4.4a", out)

    def check_instant(self, s: MoscowState, out: Log) -> None:
        """4.2: neither Moscow hex can trace to a map-edge source, as if it were a unit; its own supply does not
        matter."""
        if LIFELINE in s.cache or s.over or not self.geo.moscow:
            return
        for h in self.geo.moscow:
            hexes = self.supply.line(s, SOVIET, h)
            if hexes:
                touching = {n for x in hexes for n in self.board.grid.around[x]} | set(hexes)
                s.cache[LIFELINE] = frozenset(hexes), frozenset(touching)
                return
        self.title.win(s, GERMAN, "4.2a", out)

    def end_of_turn(self, s: MoscowState, out: Log) -> None:
        """4.3 and 4.5, at the end of the last turn: all five other cities German, or else the Soviet player wins."""
        if s.turn < self.title.scenario.last_turn:
            return
        if self.geo.other_cities and all(controller(s, h) == GERMAN for h in self.geo.other_cities):
            self.title.win(s, GERMAN, "4.3", out)
        else:
            self.title.win(s, SOVIET, "4.5", out)

    def warnings(self, s: MoscowState, seat: int) -> list[tuple[str, str]]:
        """4.4a: western places without a German unit that a Soviet unit in sight could walk into as things stand."""
        empty = {h for h in self.geo.western_places if s.top[h] < 0 and controller(s, h) == GERMAN}
        if seat != GERMAN or self.title.is_setting_up(s) or not empty:
            return []
        ghost = s.clone()
        ghost.vector("spent")[:] = 0  # the Soviet units will move afresh
        able: dict[int, str] = {}
        for u in self.side_units[SOVIET]:
            if s.hex[u] >= 0 and not s.flags[u] & HIDDEN:
                for h in empty.intersection(self.ranges.destinations(ghost, (u,))):
                    able.setdefault(h, self.units.keys[u])
        if not able:
            return []
        places = ", ".join(f"{self.board.label(h)} ({unit})" for h, unit in sorted(able.items()))
        return [("4.4a", f"A Soviet unit wins the game at once if it enters one of these, and one could: {places}.")]
