"""Groups for every target: who could stand where around an enemy stack, and what an attack from there is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from steppe.assault.combat import Battle
from steppe.assault.movement import has_finished
from steppe.assault.odds import column_of
from steppe.assault.state import HALTED, PREPARED
from steppe.assault.units import UNKNOWN
from steppe.bots.assault.sight.assaults import EFFORT, WORTHWHILE, together
from steppe.bots.assault.sight.objectives import DECISIVE
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff.packing import PlannedAssault
from steppe.bots.assault.staff.tactics.pincer import arrangements

KEPT = 8
"""So many groups for each target go to the packing."""
BRIEF = 2
"""So many arrangements are looked at when there is little time."""
MOST = 14
"""No attack is made by more units."""
Row = tuple[int, ...]


class AttackPositions:
    """Who could be where when the fighting begins: units of one hex and kind share their range."""

    def __init__(self, situation: Situation, busy: frozenset[int] = frozenset(), *, moving: bool) -> None:
        self.situation, self.title, self.s = situation, situation.title, situation.s
        title, s = self.title, self.s
        self.stops: dict[int, Row] = {}
        """Every unit's hexes, its own first."""
        self.fixed = np.zeros(title.board.size, np.int16)
        """Stacking points that stay where they are."""
        known: dict[object, Row] = {}
        for u in title.side_units[situation.seat]:
            h = s.hex[u]
            if h < 0:
                continue
            free = moving and u not in busy and self._may_move(u)
            if not free:
                self.stops[u] = (h,)
                self.fixed[h] += title.units.points[u]
                continue
            key = h, s.origin[u], s.spent[u], title.units.mobility[u], title.units.units[u].nation
            if key not in known:
                known[key] = (h, *title.ranges.goals(s, (u,)))
            self.stops[u] = known[key]
        self._by_hex: dict[int, list[int]] | None = None

    def _may_move(self, u: int) -> bool:
        title, s = self.title, self.s
        return (
            not s.flags[u] & HALTED
            and not has_finished(s, u)
            and title.movement.can_go_on(s, u)
            and title.movement.mover_refusal(s, u) is None
        )

    @property
    def by_hex(self) -> dict[int, list[int]]:
        """Hexes next to the enemy with the units that could stand there."""
        if self._by_hex is None:
            contact = self.situation.beside(self.situation.foe)
            self._by_hex = {}
            for u, stops in self.stops.items():
                for h in stops:
                    if contact[h]:
                        self._by_hex.setdefault(h, []).append(u)
        return self._by_hex

    def room(self, h: int) -> int:
        return int(self.title.stacking.limit[h])

    def targets(self) -> list[int]:
        """The enemy stacks that somebody could attack."""
        around = self.title.board.grid.around
        found = {
            t for h in self.by_hex for t in around[h] if t >= 0 and self.situation.occupier[t] == self.situation.foe
        }
        return sorted(found)

    def attackers(self, target: int) -> dict[int, list[int]]:
        """Who could attack a hex, each with the hexes he could do it from."""
        title, s, ghost = self.title, self.s, self.s.clone()
        if title.combat.target_refusal(s, target, self.situation.seat, PREPARED) is not None:
            return {}
        found: dict[int, list[int]] = {}
        judged: dict[object, bool] = {}
        for n in title.board.grid.around[target]:
            if n < 0 or self.situation.occupier[n] == self.situation.foe:
                continue
            for u in self.by_hex.get(n, ()):
                unit = title.units.units[u]
                key = n, s.hex[u], unit.kind, unit.nation, s.flags[u]
                if key not in judged:
                    home, ghost.hex[u] = s.hex[u], n
                    judged[key] = title.combat.attacker_refusal(ghost, u, target, PREPARED) is None
                    ghost.hex[u] = home
                if judged[key]:
                    found.setdefault(u, []).append(n)
        return found


class GroupPlanner:
    """The groups that are worth an attack."""

    def __init__(
        self,
        odds: Odds,
        positions: AttackPositions,
        ground: Mapping[int, float],
        elsewhere: Mapping[int, float] | None = None,
    ) -> None:
        self.odds, self.positions, self.ground = odds, positions, ground
        self.title, self.s, self.situation = odds.title, odds.s, odds.situation
        self.elsewhere = {} if elsewhere is None else elsewhere
        """What a unit could do instead."""
        self.brief, self.frugal = False, True

    def groups_for(self, target: int) -> list[PlannedAssault]:
        """The best groups for one target."""
        able = self.positions.attackers(target)
        if not able:
            return []
        strengths = self._strengths(target, able)
        if sum(max(v.values()) for v in strengths.values()) < self.situation.foe_defence[target] / 2:
            return []
        tight = {u: len(self.positions.stops[u]) for u in able}
        strongest = sorted(able, key=lambda u: (-max(strengths[u].values()), tight[u], u))
        strongest = together(self.title, self.s, target, strongest)
        able = {u: able[u] for u in strongest}
        slots = {n for hexes in able.values() for n in hexes}
        bound = sorted(able, key=lambda u: (tight[u] > 1, -max(strengths[u].values()), u))
        found: dict[tuple[int, ...], PlannedAssault] = {}
        for order in (strongest, bound) if bound != strongest and not self.brief else (strongest,):
            for pair in [(), *arrangements(self.title, target, slots)][: BRIEF if self.brief else None]:
                for planned in self._grow(target, self._arrange(order, able, strengths, pair), strengths):
                    key = tuple(sorted(planned.units))
                    if key not in found or found[key].value < planned.value:
                        found[key] = planned
        self.odds.where = {}
        return sorted(found.values(), key=lambda s: -s.value)[:KEPT]

    def _strengths(self, target: int, able: Mapping[int, list[int]]) -> dict[int, dict[int, float]]:
        """What every unit adds from each of its hexes."""
        s, odds = self.s, self.odds
        defenders = tuple(self.title.combat.defenders_in(s, target, PREPARED))
        found: dict[int, dict[int, float]] = {}
        for u, slots in able.items():
            if s.face[u] == UNKNOWN:
                found[u] = dict.fromkeys(slots, float(self.situation.attack[u]))
                continue
            found[u] = {}
            for n in slots:
                odds.where = {u: n}
                b = Battle(PREPARED, self.situation.seat, target, (u,), defenders, frozenset({n}), 0, 0)
                found[u][n] = float(self.title.strengths.reduced(*reversed(odds.part(b, u))))
        odds.where = {}
        return found

    def _arrange(
        self,
        order: Iterable[int],
        able: Mapping[int, list[int]],
        strengths: Mapping[int, Mapping[int, float]],
        pair: tuple[int, ...],
    ) -> list[tuple[int, int]]:
        """Everybody's place, those of the pincer first."""
        points, limit, fixed = self.title.units.points, self.title.stacking.limit, self.positions.fixed
        room: dict[int, int] = {}
        order = list(order)
        placed: dict[int, int] = {}

        def fits(u: int, n: int) -> bool:
            if self.positions.stops[u] == (n,):
                return True  # is there and stays there
            return room.setdefault(n, int(limit[n]) - int(fixed[n])) >= points[u]

        def put(u: int, n: int) -> None:
            placed[u] = n
            if self.positions.stops[u] != (n,):
                room[n] = room.get(n, int(limit[n]) - int(fixed[n])) - points[u]

        for n in pair:
            u = next((u for u in order if u not in placed and n in able[u] and fits(u, n)), None)
            if u is None:
                return []
            put(u, n)
        for u in order:
            if u in placed or len(placed) >= MOST:
                continue
            open_slots = [n for n in able[u] if fits(u, n)]
            if open_slots:
                put(u, max(open_slots, key=lambda n: (strengths[u][n], n in placed.values(), room.get(n, 99), -n)))
        return list(placed.items())

    def _grow(
        self, target: int, places: list[tuple[int, int]], strengths: Mapping[int, Mapping[int, float]]
    ) -> list[PlannedAssault]:
        """The group's first two, three, four.. that reach a new column each."""
        title, s, odds = self.title, self.s, self.odds
        defenders = tuple(title.combat.defenders_in(s, target, PREPARED))
        ground = self.ground.get(target, 0.0)
        wall = max(1, round(float(self.situation.foe_defence[target])))
        found: list[PlannedAssault] = []
        total, last = 0.0, None
        for k, (u, n) in enumerate(places, 1):
            total += strengths[u][n]
            column = column_of(max(int(total), 1), wall), len({h for _, h in places[:k]})
            if column == last or total < wall / 2:
                continue
            last = column
            group = dict(places[:k])
            units = tuple(group)
            odds.where = group
            b = Battle(PREPARED, self.situation.seat, target, units, defenders, frozenset(group.values()), 0, 0)
            results = odds.results(b)
            value = odds.weigh(b, results, ground) - EFFORT * total
            value -= sum(self.elsewhere.get(x, 0.0) for x in units)
            sound = not self.frugal or ground >= DECISIVE or odds.pays(b, results)
            if value > WORTHWHILE and sound:
                found.append(PlannedAssault(value, target, tuple(group.items())))
            if odds.destroys(b, results):
                break
        return found
