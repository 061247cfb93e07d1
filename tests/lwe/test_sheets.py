"""Battle sheets held against battles played out with every die, and against every way in which hidden units may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from steppe.assault.stacks import units_in
from steppe.assault.units import RESERVE
from steppe.dice import ForcedDice
from steppe.orders import Order
from steppe.title import Sheet
from tests.lwe.battlefield import GERMAN_MOVEMENT, SOVIET_COMBAT, battlefield
from tests.sandbox import FALLBACK, Table, first, kinds

Throws = list[tuple[tuple[int, ...], int]]
"""Dice as they fall, with the number of throws that each stands for."""

ONE_DIE: Throws = [((die,), 1) for die in range(1, 7)]
ARKO: Throws = [
    (next(dice for dice in product(range(1, 7), repeat=3) if sum(dice) == total), ways)
    for total, ways in Counter(sum(dice) for dice in product(range(1, 7), repeat=3)).items()
]
"""The three dice of the ArKo: one throw for each sum."""


def played(t: Table, text: str, *rolls: Throws) -> dict[str, Fraction]:
    """The chances of each result when the battle is fought with every throw of these dice, in their order."""
    order = t.read(text)
    counts: Counter[str] = Counter()
    for throws in product(*rolls):
        s = t.s.clone()
        s.dice = ForcedDice(tuple(die for dice, _ in throws for die in dice), FALLBACK)
        log = t.title.apply(s, order)
        event = first(log, "converted" if "converted" in kinds(log) else "result")
        weight = 1
        for _, ways in throws:
            weight *= ways
        counts[event.facts["result"]] += weight
    everything = sum(counts.values())
    return {result: Fraction(n, everything) for result, n in counts.items()}


# -- the dice of a battle ----------------------------------------------------------------------------------------------

ATTACK = "A german infantry XX 9-3/2-2 0405; B german infantry XX 2-2/1-1 0504"
DEFENCE = "R soviet rifle XX 1-3 0505"


@pytest.mark.rule("lwe", "7.4a", "11.28")
@pytest.mark.parametrize(
    ("turn", "weather", "hexes"),
    [
        (4, "D", "0405 gas-east"),  # east of the line
        (7, "D", ""),  # August, west of it
        (7, "D", "0504 gas-east"),  # August, some of the attackers east of it
        (13, "M", "0405 gas-east"),  # autumn, in mud
        (22, "S", "0405 gas-east"),  # December, in snow
        (13, "D", "0405 gas-east\n0505 city"),  # and results that a city converts
    ],
)
def test_the_sheet_counts_every_die_of_the_gast(turn: int, weather: str, hexes: str) -> None:
    t = battlefield(f"{ATTACK}; {DEFENCE}", turn=turn, weather=weather, hexes=hexes)
    order = "assault 0505 with A+B"
    assert t.sheet(order).results == played(t, order, ONE_DIE, ONE_DIE)
    assert len(t.sheet(order).columns) > 1


@pytest.mark.rule("lwe", "11.26a")
@pytest.mark.parametrize("sides", ["", "0405-0505 river", "0504-0505 river", "0405-0505 kerch"])
def test_the_sheet_counts_every_throw_of_the_arko(sides: str) -> None:
    t = battlefield(f"ArKo 0405; {ATTACK}; {DEFENCE}", sides=sides)
    order = "assault 0505 with A+B+ArKo"
    assert t.sheet(order).results == played(t, order, ARKO, ONE_DIE)


@pytest.mark.rule("lwe", "11.26a", "7.4a")
def test_the_sheet_counts_arko_and_gast_together() -> None:
    t = battlefield(f"ArKo 0405; {ATTACK}; {DEFENCE}", turn=7, hexes="0505 marsh large-town", sides="0504-0505 river")
    order = "assault 0505 with A+B+ArKo"
    assert t.sheet(order).results == played(t, order, ARKO, ONE_DIE, ONE_DIE)


@pytest.mark.rule("lwe", "11.12", "11.16", "11.17", "11.19", "11.22d")
@pytest.mark.parametrize("target", ["clear", "marsh", "city", "marsh large-town"])
def test_the_sheet_knows_all_halvings(target: str) -> None:
    units = "7Pz 0405; A german infantry XX 5-3/2-2 0405; 6Pz 0504; B german infantry XX 3-3/2-2 0504; 3Mot 0605"
    t = battlefield(
        f"{units}; R soviet rifle XX 1-4 0505", hexes=f"0505 {target}", sides="0405-0505 river\n0605-0505 sivash"
    )
    order = "assault 0505 with 7Pz+A+6Pz+B+3Mot"
    assert t.sheet(order).results == played(t, order, ONE_DIE)


@pytest.mark.rule("lwe", "9.27", "11.28")
def test_the_sheet_of_a_mobile_assault() -> None:
    t = battlefield(f"7Pz 0405; {DEFENCE}", step=GERMAN_MOVEMENT, turn=7, hexes="0505 large-town")
    order = "mobile 0505 with 7Pz"
    assert t.sheet(order).results == played(t, order, ONE_DIE, ONE_DIE)


# -- hidden stacks -----------------------------------------------------------------------------------------------------

Stacks = Mapping[str, list[str]]
"""Units, as a position writes them but for their hex, by hex from the top down."""


def lines(stacks: Stacks) -> str:
    return "; ".join(f"{unit} {label}" for label, units in stacks.items() for unit in units)


def deals(stacks: Stacks) -> Iterator[Stacks]:
    """Every way in which the units under the tops could lie."""
    hidden = [unit for units in stacks.values() for unit in units[1:]]
    for deal in permutations(hidden):
        left = iter(deal)
        yield {label: [units[0], *(next(left) for _ in units[1:])] for label, units in stacks.items()}


def keys(units: list[str]) -> list[str]:
    return [unit.split()[0] for unit in units]


def average(sheets: list[Sheet[int]], what: str) -> dict[object, Fraction]:
    total: dict[object, Fraction] = {}
    for sheet in sheets:
        for value, chance in getattr(sheet, what).items():
            total[value] = total.get(value, Fraction(0)) + chance / len(sheets)
    return total


def agree(found: Sheet[int], sheets: list[Sheet[int]]) -> None:
    assert found.attack == average(sheets, "attack")
    assert found.defence == average(sheets, "defence")
    assert found.columns == average(sheets, "columns")
    assert found.results == average(sheets, "results")
    assert sum(found.results.values()) == 1


def dealt(t: Table, deal: Stacks) -> Any:
    """The same position with its units dealt out otherwise."""
    s = t.s.clone()
    s.cache.clear()
    for units in deal.values():
        for key in keys(units):
            t.title.stacks.lift(s, t.unit(key), RESERVE)
    for label, units in deal.items():
        for key in reversed(keys(units)):
            t.title.stacks.put(s, t.unit(key), t.hex(label))
    return s


def check_defence(own: str, stacks: Stacks, text: str, *, seat: str, step: str, hexes: str = "") -> None:
    """The sheet of a seat that attacks a stack it cannot see through."""
    t = battlefield(f"{own}; {lines(stacks)}", step=step, hexes=hexes)
    order = t.read(text)
    found = t.title.sheet(t.masked(seat), order)
    assert len(found.defence) > 1
    agree(found, [t.title.sheet(dealt(t, deal), order) for deal in deals(stacks)])


def check_attack(
    stacks: Stacks, enemy: str, numbers: Mapping[str, int], *, seat: str, step: str, hexes: str = "", sides: str = ""
) -> None:
    """The sheet of an attack on a seat by so many units from each hex, the tops among them, as that seat sees it."""
    t = battlefield(f"{enemy}; {lines(stacks)}", step=step, hexes=hexes, sides=sides)

    def sheet(s: Any) -> Sheet[int]:
        attackers = tuple(u for label, n in numbers.items() for u in units_in(s, t.hex(label))[:n])
        found: Sheet[int] = t.title.sheet(s, Order("assault", attackers, t.hex("0505")))
        return found

    found = sheet(t.masked(seat))
    assert len(found.attack) > 1
    agree(found, [sheet(dealt(t, deal)) for deal in deals(stacks)])


SOVIET_STACKS = {
    "0505": ["126RD", "C1 soviet cavalry XXX 3-3", "M1 soviet mechanized XX 2-4"],
    "0606": ["128RD", "R1 soviet rifle XX 5-2", "G1RD reduced"],
    "0704": ["10RC", "T1 soviet tank XX 4-1"],
}


@pytest.mark.rule("lwe", "11.7a")
@pytest.mark.parametrize("hexes", ["", "0505 city", "0505 forest large-town"])
def test_hidden_defenders_are_any_of_the_hidden(hexes: str) -> None:
    own = "A german infantry XX 16-3/2-2 0405"
    check_defence(own, SOVIET_STACKS, "assault 0505 with A", seat="german", step="II.D", hexes=hexes)


@pytest.mark.rule("lwe", "11.7a")
def test_hidden_germans_in_defence() -> None:
    stacks = {
        "0405": ["7Pz", "A german infantry XX 3-5/1-1"],
        "0303": ["6Pz", "3Mot", "B german infantry XX 1-2"],
    }
    own = "R soviet rifle XX 9-1 0505; S soviet rifle XX 9-1 0505"
    check_defence(own, stacks, "assault 0405 with R+S", seat="soviet", step=SOVIET_COMBAT)


HALVED = "0405-0505 river\n0605-0505 kerch"


@pytest.mark.rule("lwe", "11.7a", "11.12", "11.16", "11.17", "11.19")
@pytest.mark.parametrize("target", ["clear", "marsh", "city"])
@pytest.mark.parametrize("numbers", [{"0405": 3, "0504": 2, "0605": 1}, {"0405": 2, "0605": 2}, {"0504": 2}])
def test_hidden_attackers_from_hexes_with_different_halvings(target: str, numbers: dict[str, int]) -> None:
    stacks = {
        "0405": ["7Pz", "A german infantry XX 5-3", "6Pz reduced"],
        "0504": ["B german infantry XX 2-2", "3Mot"],
        "0605": ["C german infantry XX 3-3", "D german infantry XX 4-3"],
        "0202": ["E german infantry XX 1-1", "SSR"],
    }
    check_attack(
        stacks, "R soviet rifle XX 1-6 0505", numbers, seat="soviet", step="II.D", hexes=f"0505 {target}", sides=HALVED
    )


@pytest.mark.rule("lwe", "11.7a", "11.16", "11.17")
def test_hidden_soviet_attackers() -> None:
    stacks = {
        "0606": ["126RD", "T1 soviet tank XX 5-1", "R1 soviet rifle XX 3-1"],
        "0506": ["128RD", "R2 soviet rifle XX 4-1"],
        "0707": ["5CC", "T2 soviet tank XX 2-1"],
    }
    check_attack(
        stacks,
        "7Pz 0505",
        {"0606": 2, "0506": 2},
        seat="german",
        step=SOVIET_COMBAT,
        hexes="0505 marsh",
        sides="0606-0505 river",
    )
