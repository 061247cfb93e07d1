"""Strengths, odds and the battle sheet of an assault before it is fought."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb

from steppe.assault.chapter import A, Chapter
from steppe.assault.combat import Battle
from steppe.assault.odds import column_name, column_of
from steppe.assault.state import HIDDEN, KIND_NAMES, MOBILE
from steppe.assault.units import UNKNOWN
from steppe.title import Sheet, Shift

Chances = dict[int, Fraction]

ONE = Fraction(1)

NOTHING: Chances = {0: ONE}
"""Nothing is added, for certain."""

Part = tuple[int, int]
"""What a unit adds to a force: a value, and the reduction that the value falls under (0: none)."""

Sums = tuple[int, ...]
"""Values added up by reduction."""

TRIANGLES = ({0, 2, 4}, {1, 3, 5})


class Strengths(Chapter[A]):
    def unseen_faces(self, s: A, pool: str) -> Counter[int]:
        """The faces of a pool that nobody has seen on any unit."""
        members = self.pool_members[pool]
        faces = Counter(self.units.own_face[u] for u in members)
        faces.subtract(s.face[u] for u in members if s.face[u] != UNKNOWN)
        return +faces

    def strength(self, s: A, b: Battle, *, attacking: bool) -> Chances:
        """The chances of a force's total strength; one certain value if everything is known and no dice add to it.

        Units whose front is unknown are draws from the unseen faces of their pool. Units under the top of an enemy
        stack (flagged HIDDEN in a seat's view) are draws from all units so hidden.
        """
        force = b.attackers if attacking else b.defenders
        sure: Counter[int] = Counter()
        hidden: Counter[int] = Counter()
        unknown: dict[str, Counter[int]] = {}
        for u in force:
            start = s.hex[u]
            if s.flags[u] & HIDDEN:
                hidden[start] += 1
            elif s.face[u] == UNKNOWN:
                unknown.setdefault(self.units.units[u].pool, Counter())[start] += 1
            else:
                value, reduction = self._part(s, b, u, s.face[u], start, attacking)
                sure[reduction] += value
        if not hidden and not unknown:
            total_sure = sum([self.reduced(key, value) for key, value in sure.items()])
            more = self.dice_strength(s, b, total_sure) if attacking else self.defence_support(s, b, total_sure)
            if more is NOTHING:
                return {total_sure: ONE}
            return {total_sure + extra: p for extra, p in more.items()}
        keys, sums = self._unknown_sums(s, b, attacking, sure, hidden, unknown, self.units.side[force[0]])
        total: Chances = {}
        for values, chance in sums.items():
            known = sum(self.reduced(key, value) for key, value in zip(keys, values, strict=True))
            dice = self.dice_strength(s, b, known) if attacking else self.defence_support(s, b, known)
            for extra, p in dice.items():
                total[known + extra] = total.get(known + extra, Fraction(0)) + chance * p
        return total

    def _part(self, s: A, b: Battle, u: int, face: int, start: int, attacking: bool) -> Part:
        return self.attack_part(s, b, u, face, start) if attacking else self.defence_part(s, b, u, face)

    def _unknown_sums(
        self,
        s: A,
        b: Battle,
        attacking: bool,
        sure: Counter[int],
        hidden: Counter[int],
        unknown: dict[str, Counter[int]],
        side: int,
    ) -> tuple[Sums, dict[Sums, Fraction]]:
        """The chances of the sums by reduction of a force that is not wholly known."""
        places = tuple(sorted({h for counts in (hidden, *unknown.values()) for h in counts}))
        known: Counter[tuple[Part, ...]] = Counter()
        pools: Counter[str] = Counter()
        for u in self.side_units[side] if hidden else ():
            if s.hex[u] >= 0 and s.flags[u] & HIDDEN:
                if s.face[u] == UNKNOWN:
                    pools[self.units.units[u].pool] += 1
                else:
                    known[tuple(self._part(s, b, u, s.face[u], h, attacking) for h in places)] += 1
        cards = {pool: self._pool_cards(s, b, attacking, pool, places) for pool in sorted(set(pools) | set(unknown))}
        every = list(known) + [parts for group in cards.values() for parts, _ in group]
        keys = tuple(sorted(set(sure) | {reduction for parts in every for _, reduction in parts}))
        wanted = tuple(hidden[h] for h in places)
        start = tuple(sure[key] for key in keys)
        ways: dict[tuple[tuple[int, ...], Sums], Fraction] = {(wanted, start): Fraction(1)}
        for parts, count in known.items():
            grown: dict[tuple[tuple[int, ...], Sums], Fraction] = {}
            for (left, sums), weight in ways.items():
                for taken, choices in _shares(count, left):
                    key = tuple(n - j for n, j in zip(left, taken, strict=True)), _added(sums, parts, taken, keys)
                    grown[key] = grown.get(key, Fraction(0)) + weight * choices
            ways = grown
        for pool, group in cards.items():
            visible = tuple(unknown.get(pool, Counter())[h] for h in places)
            size = sum(count for _, count in group)
            grown = {}
            for (left, sums), weight in ways.items():
                for taken, choices in _shares(pools[pool], left):
                    draws = tuple(v + j for v, j in zip(visible, taken, strict=True))
                    every_way = _deals(size, draws)
                    rest = tuple(n - j for n, j in zip(left, taken, strict=True))
                    for more, number in drawn_sums(group, draws, keys).items():
                        key = rest, tuple(x + y for x, y in zip(sums, more, strict=True))
                        grown[key] = grown.get(key, Fraction(0)) + weight * choices * Fraction(number, every_way)
            ways = grown
        everything = _deals(sum(known.values()) + sum(pools.values()), wanted)
        return keys, {sums: weight / everything for (left, sums), weight in ways.items() if not any(left)}

    def _pool_cards(
        self, s: A, b: Battle, attacking: bool, pool: str, places: tuple[int, ...]
    ) -> tuple[tuple[tuple[Part, ...], int], ...]:
        counts: Counter[tuple[Part, ...]] = Counter()
        # the steps of a unit that is in play: the fallen have none
        member = next(u for u in self.pool_members[pool] if s.hex[u] >= 0 and s.face[u] == UNKNOWN)
        for face, number in self.unseen_faces(s, pool).items():
            counts[tuple(self._part(s, b, member, face, h, attacking) for h in places)] += number
        return tuple(sorted(counts.items()))

    def sheet_of(self, s: A, b: Battle) -> Sheet[int]:
        """Strengths, odds, shifts and the exact chances of every result, as far as the state knows them."""
        attack = self.strength(s, b, attacking=True)
        defence = self.strength(s, b, attacking=False)
        shifts = tuple(shift for shift in self.shifts(s, b) if shift.columns)
        moved = sum(shift.columns for shift in shifts)
        reached: dict[int, Fraction] = {}
        for a, p in attack.items():
            for d, q in defence.items():
                for by_die, chance in self.attenuation.chances(s, b).items():
                    column = column_of(a, d) + moved + by_die
                    reached[column] = reached.get(column, Fraction(0)) + p * q * chance
        columns = {column_name(column): chance for column, chance in reached.items()}
        results: dict[str, Fraction] = {}
        for column, p in reached.items():
            for result, chance in self.title.results_table.chances(column).items():
                final = self.battles.forced_conversion(s, b, result)
                results[final] = results.get(final, Fraction(0)) + p * chance
        return Sheet(KIND_NAMES[b.kind], attack, defence, shifts, columns, results, tuple(self.notes(s, b)))

    def all_across(self, b: Battle, kind: str) -> bool:
        """Whether every attacker comes across such a hexside."""
        return all(kind in self.board.side(h, b.hex) for h in b.from_hexes)

    def is_concentric(self, b: Battle) -> bool:
        """Two opposite hexes, three with a gap between each, or more than three; prepared assaults only."""
        if b.kind == MOBILE:
            return False
        directions = {self.board.grid.direction(b.hex, h) for h in b.from_hexes}
        return (
            len(directions) > 3
            or any((d + 3) % 6 in directions for d in directions)
            or any(triangle <= directions for triangle in TRIANGLES)
        )

    def attack_value(self, s: A, b: Battle, u: int, face: int) -> int:
        """The attack factor of a face, by the steps left [factors]."""
        return self.units.attack[face][s.steps[u]]

    def attack_part(self, s: A, b: Battle, u: int, face: int, start: int) -> Part:
        """What a unit adds to an attack from a hex: a value, and the reduction that the value falls under."""
        return self.attack_value(s, b, u, face), 0

    def reduced(self, reduction: int, total: int) -> int:
        """What a reduction leaves of all the values that fall under it together."""
        return total

    def dice_strength(self, s: A, b: Battle, total: int) -> Chances:
        """What dice add to an attack of so many factors."""
        return NOTHING

    def defence_value(self, s: A, b: Battle, u: int, face: int) -> int:
        """The defence factor of a face, by the steps left [factors]."""
        return self.units.defence[face][s.steps[u]]

    def defence_part(self, s: A, b: Battle, u: int, face: int) -> Part:
        """What a unit adds to a defence: a value, and the reduction that the value falls under."""
        return self.defence_value(s, b, u, face), 0

    def defence_support(self, s: A, b: Battle, total: int) -> Chances:
        """What others than the defenders add to a defence of so many factors."""
        return NOTHING

    @abstractmethod
    def shifts(self, s: A, b: Battle) -> list[Shift]: ...

    def notes(self, s: A, b: Battle) -> Iterable[str]:
        return ()


@lru_cache(maxsize=4096)
def drawn_sums(cards: tuple[tuple[tuple[Part, ...], int], ...], draws: tuple[int, ...], keys: Sums) -> dict[Sums, int]:
    """In how many ways draws without replacement, so many for each place, come to which sums.

    A card says what it is worth at each place, and how many of its like there are.
    """
    ways = {(draws, (0,) * len(keys)): 1}
    for parts, count in cards:
        grown: dict[tuple[tuple[int, ...], Sums], int] = {}
        for (left, sums), number in ways.items():
            for taken, choices in _shares(count, left):
                key = tuple(n - j for n, j in zip(left, taken, strict=True)), _added(sums, parts, taken, keys)
                grown[key] = grown.get(key, 0) + number * choices
        ways = grown
    return {sums: number for (left, sums), number in ways.items() if not any(left)}


def drawn_sum(values: tuple[tuple[int, int], ...], draws: int) -> Chances:
    """The exact chances of the sum of some draws without replacement from (value, count) pairs."""
    cards = tuple((((value, 0),), count) for value, count in values)
    everything = comb(sum(count for _, count in values), draws)
    return {total: Fraction(n, everything) for (total,), n in drawn_sums(cards, (draws,), (0,)).items()}


def _shares(count: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """How some of a number of like cards can be dealt to places that want so many, and in how many ways each."""
    if not left:
        return [((), 1)]
    return [
        ((j, *rest), comb(count, j) * choices)
        for j in range(min(count, left[0]) + 1)
        for rest, choices in _shares(count - j, left[1:])
    ]


def _added(sums: Sums, parts: tuple[Part, ...], taken: tuple[int, ...], keys: Sums) -> Sums:
    found = list(sums)
    for (value, reduction), number in zip(parts, taken, strict=True):
        found[keys.index(reduction)] += value * number
    return tuple(found)


def _deals(size: int, draws: tuple[int, ...]) -> int:
    """In how many ways so many of a number of things can be dealt to each place."""
    ways = 1
    for n in draws:
        ways *= comb(size, n)
        size -= n
    return ways
