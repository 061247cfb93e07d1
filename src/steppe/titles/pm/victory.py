"""4.0 How to win: victory points of places, incursions, Moscow, the check at the end of each game turn."""

from __future__ import annotations

from collections.abc import Mapping

from steppe.assault.campaign import CampaignVictory
from steppe.assault.stacks import controller
from steppe.events import Log
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import GERMAN, SOVIET, MonsterState


class MonsterVictory(MonsterChapter, CampaignVictory[MonsterState]):
    """4.0, 6.2; 4.1: only the German has points, and enough of them win."""

    def needed(self, turn: int) -> int | None:
        """4.5: once at the end of each game turn."""
        return self.charts.victory.get(turn)

    def settle(self, s: MonsterState, out: Log) -> None:
        """4.4: Soviet units in Greater Germany cost a point each."""
        lost = self.incursions(s)
        if lost:
            s.debit += lost
            out.add("incursions", points=lost, total=self.points(s))

    def make_tables(self) -> None:
        self.objectives = {h: value // len(hexes) + 1 for hexes, value in self.geo.places for h in hexes}

    def printed_worth(self) -> Mapping[int, int]:
        """4.2, 4.3: Moscow's points are for both of its hexes together."""
        return {h: value for hexes, value in self.geo.places for h in hexes}

    def warnings(self, s: MonsterState, seat: int) -> list[tuple[str, str]]:
        """6.2: what the opponent will take off if the phase ends like this."""
        if self.title.decision(s)[0].name != "movement":
            return []
        full = [h for h in self.stacking.overstacked(s) if self.stacks.side_in(s, h) == seat]
        where = ", ".join(self.board.label(h) for h in sorted(full))
        return (
            [("6.2b", f"Overstacked: {where}. Your opponent will eliminate units of his choice there.")] if full else []
        )

    def points(self, s: MonsterState) -> int:
        """4.2, 4.3: the German total at this moment; a place counts when all its hexes are German."""
        control = s.control
        gained = sum(value for hexes, value in self.geo.places if all(control[h] & 1 == GERMAN for h in hexes))
        return gained - s.debit

    def control_changed(self, s: MonsterState, h: int, side: int, out: Log) -> None:
        """4.2: told at once. 4.6: a die the first time that all of Moscow is German."""
        if h in self.objectives:
            out.add("points", total=self.points(s))
        first = h in self.geo.moscow and side == GERMAN and not s.moscow_fell
        if first and all(controller(s, x) == GERMAN for x in self.geo.moscow):
            s.moscow_fell = 1
            even = self.title.die(s, out, "Moscow") % 2 == 0
            out.add("moscow", falls=even)
            if even:
                self.title.win(s, GERMAN, "4.6a", out)

    def incursions(self, s: MonsterState) -> int:
        """4.4: Soviet units in the ZOMO of Greater Germany."""
        return sum(s.hex[u] >= 0 and bool(self.geo.home[s.hex[u]]) for u in self.side_units[SOVIET])
