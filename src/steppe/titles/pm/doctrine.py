"""How bots play Proud Monster: weights, and answers to the decisions that it alone asks for. No rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from steppe.assault.doctrine import ARRIVALS, PASSING, Appraisal, Doctrine, OwnAnswer
from steppe.orders import Order
from steppe.titles.pm.state import GERMAN, SOVIET, MonsterState
from steppe.titles.pm.title import ProudMonster

DONE = Order("done")
DEAR = 2.0
"""A step worth more than so many times the hex is not given up for it."""


class MonsterDoctrine(Doctrine[MonsterState]):
    title: ProudMonster
    shelter = MappingProxyType(
        {"forest": 0.3, "hills": 1.0, "large-town": 1.0, "city": 2.5, "fort": 1.0, "heavy-fort": 2.0}
    )
    point = 5.0
    ambition = 1.0
    hunts = True
    siege = 0.7
    horizon = 20.0
    leash = 10
    spearhead = 8.0
    in_contact = 0.5
    ways = MappingProxyType(
        {"soviet arrivals": ARRIVALS, "rvgk": ARRIVALS, "german arrivals": PASSING, "hedgehogs": PASSING}
    )
    reasons = MappingProxyType(
        {
            "bring": "reinforce: new units are wanted most at {hex}",
            "support": "air support: the strongest stack that can strike is at {hex}",
            "lift": "aerial supply: the stack at {hex} is worth most of those cut off",
            "defend stand": "stand: the hex is worth a step",
            "defend retreat": "fall back: the step is dearer than the hex",
            "press again": "press on: another round is worth it",
            "press halt": "halt: another round would cost more than it brings",
        }
    )

    @property
    def offensive_sides(self) -> frozenset[int]:
        """Both sides can make mobile assaults, and the German attacks."""
        return frozenset({GERMAN})

    def answers(self) -> Mapping[str, OwnAnswer]:
        return {
            "air commitment": self.air_commitment,
            "aerial supply": self.aerial_supply,
            "markers": self.markers,
            "stand": self.stand,
            "another round": self.another_round,
            "call-out": self.call_out,
        }

    def air_commitment(self, appraisal: Appraisal) -> Order:
        """Aircraft to the strongest stacks that can strike, the last and best unit first."""
        orders = [order for order in appraisal.legal() if order.verb == "support"]
        if not orders:
            return DONE
        strike = appraisal.by_hex(appraisal.attack, appraisal.seat) / (2.0 + appraisal.foe_distance)
        return max(orders, key=lambda o: (float(strike[o.hex]), len(o.word), o.word, -o.hex))

    def aerial_supply(self, appraisal: Appraisal) -> Order:
        """For the most valuable stacks without any other."""
        title, s = self.title, appraisal.s
        cut = np.zeros(title.board.size)
        for u in title.side_units[appraisal.seat]:
            if s.hex[u] >= 0 and not title.supply.is_supplied(s, u):
                cut[s.hex[u]] += appraisal.unit_value(u)
        orders = [order for order in appraisal.legal() if order.verb == "lift" and cut[order.hex] > 0]
        return max(orders, key=lambda o: (float(cut[o.hex]), -o.hex)) if orders else DONE

    def call_out(self, appraisal: Appraisal) -> Order:
        """Security divisions where the enemy is nearest."""
        return min(appraisal.legal(), key=lambda o: (int(appraisal.foe_distance[o.hex]), o.hex))

    def markers(self, appraisal: Appraisal) -> Order:
        """Markers go where the fighting is."""
        return Order("markers", word="go")

    def stand(self, appraisal: Appraisal) -> Order:
        """A dear step is not given for a hex that means little."""
        b = self.title.battles.in_hand(appraisal.s)
        cheapest = min(appraisal.step_value(u) for u in b.defenders)
        return Order("defend", word="retreat" if cheapest > DEAR * appraisal.disputed_value(b.hex) else "stand")

    def another_round(self, appraisal: Appraisal) -> Order:
        """Another round if it is worth more than nothing."""
        return Order("press", word="again" if appraisal.battle_value() > 0 else "halt")

    def bounties(self, s: MonsterState) -> Mapping[int, int]:
        """4.4: every Soviet unit in Greater Germany costs a point at the end of each turn."""
        title = self.title
        found: dict[int, int] = {}
        for u in title.side_units[SOVIET]:
            h = s.hex[u]
            if h >= 0 and title.geo.home[h]:
                found[h] = found.get(h, 0) + 1
        return found


DOCTRINE = MonsterDoctrine
