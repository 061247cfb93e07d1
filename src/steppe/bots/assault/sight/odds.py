"""Exact chances of an assault, and what each of its results is worth.

Values are in combat factors. The chances are those of the battle sheet, kept as floats and with the strengths of a
stack remembered, because hundreds of groups are compared before one attacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from steppe.assault.combat import Battle
from steppe.assault.odds import column_of
from steppe.assault.state import HIDDEN, PREPARED
from steppe.assault.strengths import NOTHING, Part, drawn_sum
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.units import UNKNOWN
from steppe.bots.assault.memory import remembered
from steppe.bots.assault.sight.ghosts import no_way_back
from steppe.bots.assault.sight.situation import Situation

Spread = dict[int, float]
"""The chances of a strength."""
FOOTHOLD = 1.5
"""What a hex is worth to whoever stands in it, objectives apart."""
PUSHED_BACK = 0.12
"""What driving a defender back is worth, of what destroying it would be."""


def add(a: Spread, b: Spread) -> Spread:
    if len(a) == 1:
        ((x, _),) = a.items()
        return {x + y: q for y, q in b.items()}
    total: Spread = {}
    for x, p in a.items():
        for y, q in b.items():
            total[x + y] = total.get(x + y, 0.0) + p * q
    return total


def chances(title: AnyAssaultTitle, column: int) -> dict[str, float]:
    """The chances of a column as plain numbers."""
    table = title.results_table
    return table_chances(title, min(max(column, table.low - 1), table.high + 1))


@remembered
def table_chances(title: AnyAssaultTitle, column: int) -> dict[str, float]:
    return {result: float(p) for result, p in title.results_table.chances(column).items()}


class Odds:
    """Strengths, chances and values of battles in one situation."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.title, self.s = situation, situation.title, situation.s
        self._pools: dict[tuple[str, bool], tuple[tuple[int, int], ...]] = {}
        self._draws: dict[tuple[str, bool, int], Spread] = {}
        self._defences: dict[tuple[int, ...], Spread] = {}
        self._hidden: Spread = {}
        self._trapped: dict[tuple[int, frozenset[int]], bool] = {}
        self.where: dict[int, int] = {}
        """Where units are thought to be that have not moved yet."""

    # -- strengths ----------------------------------------------------------------------------------------------

    def _drawn(self, pool: str, number: int, *, attacking: bool) -> Spread:
        """The sum of some unknown units of a pool: draws from the faces that nobody has seen."""
        key = pool, attacking
        if key not in self._pools:
            table = self.title.units.attack if attacking else self.title.units.defence
            counts: Counter[int] = Counter()
            for face, n in self.title.strengths.unseen_faces(self.s, pool).items():
                counts[table[face][-1]] += n
            self._pools[key] = tuple(sorted(counts.items()))
        full = pool, attacking, number
        if full not in self._draws:
            self._draws[full] = {v: float(p) for v, p in drawn_sum(self._pools[key], number).items()}
        return self._draws[full]

    def attack(self, b: Battle) -> Spread:
        sure, unknown = Counter[int](), Counter[str]()
        for u in b.attackers:
            if self.s.face[u] == UNKNOWN:
                unknown[self.title.units.units[u].pool] += 1
            else:
                value, reduction = self.part(b, u)
                sure[reduction] += value
        known = sum(self.title.strengths.reduced(reduction, value) for reduction, value in sure.items())
        dice = self.title.strengths.dice_strength(self.s, b, known)
        total: Spread = {known: 1.0} if dice is NOTHING else {known + n: float(p) for n, p in dice.items()}
        for pool, n in unknown.items():
            total = add(total, self._drawn(pool, n, attacking=True))
        return total

    def part(self, b: Battle, u: int) -> Part:
        """What a unit with a known face adds to an attack: from where it is, or from the launch hex."""
        start = self.where.get(u, self.s.hex[u]) if b.kind == PREPARED else next(iter(b.from_hexes))
        return self.title.strengths.attack_part(self.s, b, u, self.s.face[u], start)

    def defence(self, b: Battle) -> Spread:
        known = self._defences.get(b.defenders)
        if known is not None:
            return known
        sure, hidden, unknown = Counter[int](), 0, Counter[tuple[str, int]]()
        for u in b.defenders:
            if self.s.flags[u] & HIDDEN:
                hidden += 1
            elif self.s.face[u] == UNKNOWN:
                more, reduction = self._unknown_part(b, u)
                unknown[self.title.units.units[u].pool, reduction] += 1
                sure[reduction] += more
            else:
                value, reduction = self.title.strengths.defence_part(self.s, b, u, self.s.face[u])
                sure[reduction] += value
        total: Spread = {sum(self.title.strengths.reduced(reduction, value) for reduction, value in sure.items()): 1.0}
        for (pool, reduction), n in unknown.items():
            total = add(total, self._reduced(self._drawn(pool, n, attacking=False), reduction))
        for _ in range(hidden):
            total = add(total, self._one_hidden(b))
        total = self._supported(b, total)
        self._defences[b.defenders] = total
        return total

    def _unknown_part(self, b: Battle, u: int) -> Part:
        """What the place adds to an unknown defender's factor, and the reduction that it falls under."""
        face = self.title.units.own_face[u]
        value, reduction = self.title.strengths.defence_part(self.s, b, u, face)
        return value - self.title.units.defence[face][self.s.steps[u]], reduction

    def _reduced(self, spread: Spread, reduction: int) -> Spread:
        if not reduction:
            return spread
        found: Spread = {}
        for value, p in spread.items():
            less = self.title.strengths.reduced(reduction, value)
            found[less] = found.get(less, 0.0) + p
        return found

    def _supported(self, b: Battle, spread: Spread) -> Spread:
        found: Spread = {}
        for value, p in spread.items():
            support = self.title.strengths.defence_support(self.s, b, value)
            if support is NOTHING:
                return spread
            for more, q in support.items():
                found[value + more] = found.get(value + more, 0.0) + p * float(q)
        return found

    def _one_hidden(self, b: Battle) -> Spread:
        """A unit under the top of an enemy stack: any of all those that lie so."""
        if not self._hidden:
            weights: Spread = {}
            for u in self.title.side_units[self.situation.foe]:
                if self.s.hex[u] < 0 or not self.s.flags[u] & HIDDEN:
                    continue
                if self.s.face[u] == UNKNOWN:
                    may_be = self._drawn(self.title.units.units[u].pool, 1, attacking=False)
                else:
                    may_be = {self.title.strengths.defence_part(self.s, b, u, self.s.face[u])[0]: 1.0}
                for value, p in may_be.items():
                    weights[value] = weights.get(value, 0.0) + p
            number = sum(weights.values())
            self._hidden = {value: p / number for value, p in weights.items()}
        return self._hidden

    # -- results ------------------------------------------------------------------------------------------------

    def results(self, b: Battle) -> dict[str, float]:
        """The chances of every result, before anybody converts it by choice."""
        moved = sum(shift.columns for shift in self.title.strengths.shifts(self.s, b))
        columns: Spread = {}
        defence = self.defence(b)
        for a, p in self.attack(b).items():
            for d, q in defence.items():
                column = column_of(a, d) + moved
                columns[column] = columns.get(column, 0.0) + p * q
        by_die = self.title.attenuation.chances(self.s, b)
        if by_die is not NOTHING:
            columns = add(columns, {shift: float(p) for shift, p in by_die.items()})
        rolled: dict[str, float] = {}
        for column, p in columns.items():
            for result, chance in chances(self.title, column).items():
                rolled[result] = rolled.get(result, 0.0) + p * chance
        found: dict[str, float] = {}
        for result, p in rolled.items():
            final = self.title.battles.forced_conversion(self.s, b, result)
            found[final] = found.get(final, 0.0) + p
        return found

    def trapped(self, b: Battle) -> bool:
        """Whether a defender driven back would have nowhere to go."""
        key = b.hex, b.from_hexes
        if key not in self._trapped:
            self._trapped[key] = no_way_back(self.title, self.s, b, self.where)
        return self._trapped[key]

    # -- worth --------------------------------------------------------------------------------------------------

    def value(self, b: Battle, ground: float) -> float:
        return self.weigh(b, self.results(b), ground)

    def weigh(self, b: Battle, results: dict[str, float], ground: float) -> float:
        """The expected worth of an assault; ``ground`` is what the empty hex would be worth."""
        if self.title.battles.losses_of(next(iter(results))) is not None:
            by_result: dict[str, float] = self.loss_result_values(b, ground, results)
        else:
            by_result = self.result_values(b, ground)
        return sum(p * by_result[result] for result, p in results.items())

    def pays(self, b: Battle, results: dict[str, float]) -> bool:
        """Whether an assault takes as much as it costs, whatever way it may open to others."""
        return self.weigh(b, results, self.situation.prize(b.hex) + FOOTHOLD) >= 0

    def loss_result_values(self, b: Battle, ground: float, results: Iterable[str]) -> dict[str, float]:
        """What each result is worth where results are steps lost on both sides, the cheapest first."""
        mine, theirs = self.step_values(b.attackers), self.step_values(b.defenders)
        found = {}
        for result in results:
            lost, killed = self.losses(result)
            worth = sum(theirs if killed is None else theirs[:killed]) - sum(mine[:lost])
            found[result] = worth + (ground if killed is None or killed >= len(theirs) else 0.0)
        return found

    def losses(self, result: str) -> tuple[int, int | None]:
        losses = self.title.battles.losses_of(result)
        assert losses is not None
        return losses

    def step_values(self, force: Iterable[int]) -> list[float]:
        """The steps of a force by what each is worth, the cheapest first."""
        found = []
        for u in force:
            steps = max(self.s.steps[u], 1)
            found += [self.situation.unit_value(u) / steps] * steps
        return sorted(found)

    def clears(self, b: Battle, results: dict[str, float]) -> float:
        """The chance that the hex is empty afterwards."""
        if self.title.battles.losses_of(next(iter(results))) is not None:
            steps = sum(max(self.s.steps[u], 1) for u in b.defenders)
            lost = {result: self.losses(result)[1] for result in results}
            return sum(p for result, p in results.items() if (k := lost[result]) is None or k >= steps)
        chance = results.get("DR", 0.0) if not self.title.city_mask[b.hex] else 0.0
        if all(self.s.steps[u] == 1 for u in b.defenders):
            chance += results.get("DE", 0.0)
        return chance

    def destroys(self, b: Battle, results: dict[str, float]) -> bool:
        """Whether the enemy is destroyed for sure."""
        if self.title.battles.losses_of(next(iter(results))) is not None:
            return self.clears(b, results) > 0.999
        return results.get("DE", 0.0) > 0.999

    def result_values(self, b: Battle, ground: float) -> dict[str, float]:
        """What each result is worth to the attacker; one that somebody may convert is worth what he makes of it."""
        worth = self.plain_result_values(b, ground)
        chooser, choices = self.title.battles.conversion_choices(self.s, b, "DR")
        if choices:
            best = max if chooser == b.side else min
            worth["DR"] = best(worth[choice] for choice in choices)
        return worth

    def plain_result_values(self, b: Battle, ground: float) -> dict[str, float]:
        """What each result is worth to the attacker as it stands."""
        situation, s = self.situation, self.s
        kill = sum(situation.unit_value(u) / (1 if s.steps[u] == 1 else 2) for u in b.defenders)
        cleared = ground if all(s.steps[u] == 1 for u in b.defenders) else 0.0
        steps = sorted(situation.step_value(u) for u in b.attackers)
        more = max(0, len(b.defenders) - len(steps))
        blood = sum(steps[: len(b.defenders)]) + steps[-1] * more
        return {
            "AS": 0.0,
            "AL1": -steps[0],
            "DE": kill + cleared,
            "BB": kill + cleared - blood,
            "DL1": min(situation.step_value(u) for u in b.defenders),
            "DR": kill + cleared if self.trapped(b) else PUSHED_BACK * kill + ground,
        }
