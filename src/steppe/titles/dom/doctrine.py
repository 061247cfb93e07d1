"""How bots play Drive on Moscow: weights, and answers to the decisions that it alone asks for. No rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steppe.assault.doctrine import ARRIVALS, REBUILDING, Appraisal, Doctrine, OwnAnswer
from steppe.orders import Order
from steppe.titles.dom.state import MoscowState
from steppe.titles.dom.title import DriveOnMoscow


class MoscowDoctrine(Doctrine[MoscowState]):
    title: DriveOnMoscow
    measured_as = MappingProxyType({"mech": "foot", "cavalry": "foot"})
    haste = 4.0
    ways = MappingProxyType({"replacement and withdrawal": REBUILDING, "reinforcement": ARRIVALS})
    reasons = MappingProxyType(
        {
            "november declare": "offensive: no other turn loses so little by it and gains so much",
            "november decline": "offensive: another turn is better for it",
        }
    )

    def __init__(self, title: DriveOnMoscow) -> None:
        super().__init__(title)
        self.isolates = frozenset(title.geo.moscow)

    def answers(self) -> Mapping[str, OwnAnswer]:
        return {"november": self.november, "battle group": self.battle_group}

    def battle_group(self, appraisal: Appraisal) -> Order:
        """Of a panzer division if there is one: its group leads mobile assaults."""
        return max(appraisal.legal(), key=lambda o: (self.title.units.kind[o.units[0]] == "panzer", -o.units[0]))

    def november(self, appraisal: Appraisal) -> Order:
        """12: the offensive costs one turn and helps the next: declared where little is lost and much gained."""
        s, seat = appraisal.s, appraisal.seat
        turns = range(s.turn, self.title.november.last_declaration + 1)
        best = max(turns, key=lambda t: (self._pace(s, seat, t + 1) - self._pace(s, seat, t), -t))
        return Order("november", word="declare" if s.turn == best else "decline")

    def _pace(self, s: MoscowState, seat: int, turn: int) -> int:
        """The greatest movement factor of a side on some turn."""
        title, ghost = self.title, s.clone()
        ghost.turn = turn
        return max((title.movement.factor(ghost, u) for u in title.side_units[seat] if s.hex[u] >= 0), default=0)


DOCTRINE = MoscowDoctrine
