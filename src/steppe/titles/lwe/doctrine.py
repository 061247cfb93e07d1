"""How bots play Land Without End: weights, and answers to the decisions that it alone asks for. No rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steppe.assault.doctrine import ENTRY, Appraisal, Doctrine, OwnAnswer
from steppe.orders import Order
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import SOVIET, LandState
from steppe.titles.lwe.title import LandWithoutEnd

BOUNTY = 5
"""Points that a Fortified Zone may be expected to cost."""
CUT_OFF = 0.1
"""With a greater share of his strength cut off from supply, a player does not give up a rule that feeds it."""


class LandDoctrine(Doctrine[LandState]):
    title: LandWithoutEnd
    shelter = MappingProxyType({"forest": 0.7, "hills": 1.4, "large-town": 0.7, "city": 2.0, "fort": 0.7})
    point = 5.0
    ambition = 0.6
    sprint = 5
    hunts = True
    siege = 0.7
    road = 1.0
    horizon = 20.0
    leash = 8
    tightens = frozenset({supply.FREE_CHOICE_UNTIL})
    reply = 0.05
    in_contact = 0.5
    ways = MappingProxyType({"german entry": ENTRY, "soviet entry": ENTRY, "sea retreat": "retreat"})
    reasons = MappingProxyType(
        {
            "directive keep": "directive: too much of the army would be without supply",
            "directive rescind": "directive: freedom of choice is worth more than supply for all",
            "raid": "raid: the column is worth more than {units}",
        }
    )

    def __init__(self, title: LandWithoutEnd) -> None:
        super().__init__(title)
        self.supply_roads = (title.board.hexes("rollbahn"), frozenset())

    def answers(self) -> Mapping[str, OwnAnswer]:
        return {"directive": self.directive, "raid": self.raid}

    def directive(self, appraisal: Appraisal) -> Order:
        """5.6: freedom of choice is worth more than supply for all, unless too many would die of it."""
        return Order("directive", word="keep" if appraisal.cut_off_share() > CUT_OFF else "rescind")

    def raid(self, appraisal: Appraisal) -> Order:
        """A unit is given up for a column if that moves the battle by more than it is worth."""
        title, s = self.title, appraisal.s
        b = title.battles.in_hand(s)
        worth = appraisal.result_values()

        def value(column: int) -> float:
            chances = title.results_table.chances(column)
            return sum(float(p) * worth[title.battles.forced_conversion(s, b, result)] for result, p in chances.items())

        if b.side == appraisal.seat:
            gain = value(s.battle_column + 1) - value(s.battle_column)
        else:
            gain = value(s.battle_column) - value(s.battle_column - 1)
        able = [o for o in appraisal.legal() if o.units and appraisal.unit_value(o.units[0]) < gain]
        return min(able, key=lambda o: (appraisal.unit_value(o.units[0]), o.units)) if able else Order("decline")

    def ahead(self, s: LandState) -> float:
        """4.5: the German total, less what it would be now on a straight way from the last check to the next."""
        checks = {0: 0} | {turn: row.check for turn, row in self.title.charts.track.items() if row.check is not None}
        last = max(turn for turn in checks if turn < s.turn)
        following = min((turn for turn in checks if turn >= s.turn), default=last)
        share = (s.turn - 1 - last) / max(following - last, 1)
        return self.title.victory.points(s) - (checks[last] + share * (checks[following] - checks[last]))

    def bounties(self, s: LandState) -> Mapping[int, int]:
        """4.2: every turn that a Fortified Zone holds out costs a point."""
        return {
            s.hex[u]: BOUNTY for u in self.title.roster.zones if s.hex[u] >= 0 and s.hex[u] != self.title.geo.odessa
        }

    def must_attack_from(self, s: LandState, side: int, h: int) -> bool:
        """5.6: Directive No. 3."""
        return side == SOVIET and self.title.directive.would_bind(s, h)

    def dutiful_attackers(self, s: LandState) -> list[int]:
        """5.6: the idlers of Directive No. 3."""
        return list(self.title.directive.idlers(s))


DOCTRINE = LandDoctrine
