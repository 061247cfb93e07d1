"""Battle sheets with unknown strengths, held against a plain count of every world that agrees with a seat's view."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil
from typing import cast

import pytest

from steppe.assault.state import Flag
from steppe.assault.strengths import drawn_sum
from steppe.assault.units import UNKNOWN
from steppe.title import Sheet
from steppe.view import View
from tests.dom.battlefield import SOVIET_COMBAT, battlefield, fight
from tests.sandbox import Table

GERMAN, SOVIET = 0, 1
Chances = Mapping[int, Fraction]
World = dict[int, int]
"""The face of every unit."""

# -- the plain way ---------------------------------------------------------------------------------------------------


def average(totals: Iterator[int]) -> Chances:
    counts = Counter(totals)
    everything = sum(counts.values())
    return {total: Fraction(n, everything) for total, n in counts.items()}


def face_worlds(t: Table) -> Iterator[World]:
    """Every way in which the fronts of untried units may be dealt out, each as likely as any other."""
    untried = [u for u in range(len(t.title.units)) if t.s.flags[u] & Flag.UNTRIED]
    pools: dict[str, list[int]] = {}
    for u in untried:
        pools.setdefault(t.title.units.units[u].pool, []).append(u)
    deals = [list(permutations([t.s.face[u] for u in members])) for members in pools.values()]
    for deal in product(*deals):
        world = {u: t.s.face[u] for u in range(len(t.title.units))}
        for members, faces in zip(pools.values(), deal, strict=True):
            world.update(zip(members, faces, strict=True))
        yield world


def stack(t: Table, label: str) -> list[int]:
    found, u = [], t.s.top[t.hex(label)]
    while u >= 0:
        found.append(u)
        u = t.s.below[u]
    return found


def under_tops(t: Table, side: int) -> list[int]:
    """The units of a side that the other one cannot see."""
    return [u for label in t.title.board.grid.labels for u in stack(t, label)[1:] if t.title.units.side[u] == side]


def defence_of(t: Table, force: list[int], world: World) -> int:
    return sum(t.title.units.faces[world[u]].factors[t.s.steps[u] - 1][1] for u in force)


def attack_of(t: Table, force: list[int], world: World) -> int:
    return sum(t.title.units.faces[world[u]].factors[t.s.steps[u] - 1][0] for u in force)


def plain_defence(t: Table, label: str, seat: int) -> Chances:
    """The strength of a hex as a seat may reckon it: its top, and any of the hidden units in the places below."""

    def totals() -> Iterator[int]:
        top, *below = stack(t, label)
        owner = t.title.units.side[top]
        choices = combinations(under_tops(t, owner), len(below)) if owner != seat else iter([tuple(below)])
        lots = list(choices)
        for world in face_worlds(t):
            for lot in lots:
                yield defence_of(t, [top, *lot], world)

    return average(totals())


def plain_attack(t: Table, keys: list[str]) -> Chances:
    """The strength of a seat's own units, some of them untried."""
    return average(attack_of(t, [t.unit(key) for key in keys], world) for world in face_worlds(t))


def plain_results(t: Table, attack: Chances, defence: Chances, shift: int) -> dict[str, Fraction]:
    """The chances of each result, column by column and die by die."""
    found: dict[str, Fraction] = {}
    for (a, p), (d, q) in product(attack.items(), defence.items()):
        column = (a // d - 1 if a >= d else 1 - ceil(Fraction(d, a))) + shift
        for die in range(1, 7):
            result = t.title.results_table.result(column, die)
            found[result] = found.get(result, Fraction(0)) + p * q / 6
    return found


def sheet(t: Table, seat: int, order: str) -> Sheet[int]:
    found = View(t.title, t.s, seat).sheet(t.read(order))
    assert found is not None
    return cast("Sheet[int]", found)


# -- draws without replacement ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_sum_of_some_draws(seed: int) -> None:
    rng = random.Random(seed)
    values = [rng.randint(0, 4) for _ in range(rng.randint(1, 7))]
    pairs = tuple(sorted(Counter(values).items()))
    for draws in range(len(values) + 1):
        assert drawn_sum(pairs, draws) == average(sum(lot) for lot in combinations(values, draws))


# -- untried units ---------------------------------------------------------------------------------------------------

UNTRIED = """
7Pz 0405
RD1 0505 untried 2-2
RD2 0505 untried 3-4
RD3 0606 untried 1-1
RD4 reserve untried 1-3
TB1 0606 untried 3-1
TB2 reserve untried 1-2
TB3 reserve untried 2-1
"""


def test_untried_defenders_are_drawn_from_their_pool() -> None:
    """The Soviet player sees his stacks and knows no front."""
    t = battlefield(UNTRIED)
    for label in ("0505", "0606"):
        found = sheet(t, SOVIET, f"assault {label} with 7Pz")
        assert found.defence == plain_defence(t, label, SOVIET)
        assert found.attack == {8: 1}
        assert found.results == plain_results(t, {8: Fraction(1)}, plain_defence(t, label, SOVIET), 0)
        assert sum(found.columns.values()) == sum(found.results.values()) == 1


def test_untried_attackers_are_drawn_from_their_pool() -> None:
    t = battlefield(UNTRIED.replace("7Pz 0405", "35Inf 0605"), step=SOVIET_COMBAT)
    order = "assault 0605 with RD1+RD2+TB1"
    found = sheet(t, SOVIET, order)
    assert found.attack == plain_attack(t, ["RD1", "RD2", "TB1"])
    assert found.results == plain_results(t, found.attack, {8: Fraction(1)}, 0)


def test_faces_that_have_been_seen_are_drawn_no_more() -> None:
    t = battlefield(UNTRIED.replace("RD3 0606 untried 1-1", "RD3 0606 1-1"))
    assert sheet(t, SOVIET, "assault 0505 with 7Pz").defence == plain_defence(t, "0505", SOVIET)
    assert max(sheet(t, SOVIET, "assault 0505 with 7Pz").defence) == 7
    assert min(sheet(t, SOVIET, "assault 0505 with 7Pz").defence) == 5  # without the 1-1


def test_the_dead_of_a_pool_leave_the_others_their_strength() -> None:
    """The first counter of the pool has fallen; the untried units that are left are worth no less for it."""
    t = battlefield("A german infantry XX 90-9 0405; RD1 0505 2-2; RD2 0606 untried 3-4; RD3 reserve untried 1-1")
    fight(t, "assault 0505 with A", "DE")
    t.order("advance A")
    found = sheet(t, GERMAN, "assault 0606 with A")
    assert found.defence == plain_defence(t, "0606", GERMAN) == {4: Fraction(1, 2), 1: Fraction(1, 2)}


# -- hidden stacks ---------------------------------------------------------------------------------------------------

HIDDEN_GERMANS = """
35Inf 0605
7Pz 0605
6Pz 0605 reduced
87Inf 0405
36PG 0405
8Inf 0303
28Inf 0303
1Cav 0303
RD1 0505 8-2
"""


def test_units_under_a_top_are_any_of_the_hidden() -> None:
    t = battlefield(HIDDEN_GERMANS, step=SOVIET_COMBAT)
    for label in ("0605", "0405"):
        found = sheet(t, SOVIET, f"assault {label} with RD1")
        assert found.defence == plain_defence(t, label, SOVIET)
        assert len(found.defence) > 1
        assert found.results == plain_results(t, {8: Fraction(1)}, found.defence, 0)
        assert sum(found.results.values()) == 1


def test_without_fog_the_sheet_is_certain() -> None:
    t = battlefield(HIDDEN_GERMANS, step=SOVIET_COMBAT, options="fog = false")
    assert sheet(t, SOVIET, "assault 0605 with RD1").defence == {8 + 5 + 3: 1}


def test_the_owner_knows_his_own_stacks() -> None:
    t = battlefield(HIDDEN_GERMANS)
    assert sheet(t, GERMAN, "assault 0505 with 7Pz+6Pz+36PG").attack == {8 + 4 + 5: 1}


HIDDEN_AND_UNTRIED = """
7Pz 0405
RD1 0505 untried 2-2
RD2 0505 untried 3-4
1GRD 0505
RD3 0606 1-1
TB1 0606 untried 3-1
2GRD 0606 reduced
RD4 0707 untried 1-3
RD5 reserve untried 1-2
TB2 reserve untried 1-2
"""


def test_hidden_and_untried_together() -> None:
    """The top is untried, below lie two of the hidden: Guards, a tank brigade, a rifle division of the same pool."""
    t = battlefield(HIDDEN_AND_UNTRIED)
    for label in ("0505", "0606", "0707"):
        found = sheet(t, GERMAN, f"assault {label} with 7Pz")
        expected = plain_defence(t, label, GERMAN)
        assert found.defence == expected
        assert found.results == plain_results(t, found.attack, expected, 0)


def random_front(rng: random.Random) -> str:
    """A few Soviet stacks of known and untried units, with something left in the pools."""
    lines = ["7Pz 0405"]
    places = ["0505", "0606", "0704", "reserve"]
    for key, pool in (("RD", 5), ("TB", 3)):
        for i in range(1, pool + 1):
            place = rng.choice(places)
            factors = f"{rng.randint(1, 3)}-{rng.randint(1, 4)}"
            untried = "untried" if place == "reserve" or rng.random() < 0.6 else ""
            lines.append(f"{key}{i} {place} {untried} {factors}")
    lines.append(f"1GRD 0505 {rng.choice(['', 'reduced'])}")
    body = lines[1:]
    rng.shuffle(body)
    return "\n".join([lines[0], *body])


def well_stacked(text: str) -> bool:
    return all(text.count(label) <= 5 for label in ("0505", "0606", "0704"))


@pytest.mark.parametrize("seed", range(20))
def test_any_front_from_either_side(seed: int) -> None:
    rng = random.Random(seed)
    text = random_front(rng)
    while not well_stacked(text):
        text = random_front(rng)
    t = battlefield(text)
    for seat in (GERMAN, SOVIET):
        found = sheet(t, seat, "assault 0505 with 7Pz")
        expected = plain_defence(t, "0505", seat)
        assert found.defence == expected
        assert found.results == plain_results(t, {8: Fraction(1)}, expected, 0)


def test_the_sheet_tells_the_shifts_it_reckons_with() -> None:
    t = battlefield(HIDDEN_AND_UNTRIED, hexes="0505 fort", sides="0405-0505 river")
    found = sheet(t, GERMAN, "assault 0505 with 7Pz")
    assert sum(shift.columns for shift in found.shifts) == -2
    assert found.attack == {5: 1}
    assert found.results == plain_results(t, {5: Fraction(1)}, plain_defence(t, "0505", GERMAN), -2)


# -- units that have been attacked ------------------------------------------------------------------------------------


def test_hidden_units_that_have_retreated_do_not_defend_in_the_view_either() -> None:
    """Three Germans retreat onto one: everybody has seen how many, so a sheet counts the one defender alone."""
    units = """
G1 german infantry XX 4-1/2-1 0505
G2 german infantry XX 4-1/2-1 0505
G3 german infantry XX 4-2/2-1 0505
35Inf 0405
87Inf 0303
28Inf 0303
A soviet RD XX 9-1 0605
B soviet RD XX 9-1 0404
"""
    t = battlefield(units, step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR", "retreat 0405", "stay")
    assert [t.title.units.keys[u] for u in stack(t, "0405")] == ["G1", "G2", "G3", "35Inf"]
    found = sheet(t, SOVIET, "assault 0405 with B")
    hidden = [t.title.units.faces[t.s.face[u]].factors[-1][1] for u in under_tops(t, GERMAN)]
    assert found.defence == average(iter(hidden))
    view = t.masked("soviet")
    attacked = [u for u in range(len(t.title.units)) if view.flags[u] & Flag.DEFENDED]
    assert [t.title.board.grid.labels[view.hex[u]] for u in attacked] == ["0405"] * 3


def test_a_world_drawn_from_a_view_keeps_who_has_been_attacked_in_place() -> None:
    t = battlefield("35Inf 0405; 7Pz 0405; 87Inf 0406; 28Inf 0406; RD1 0505 8-8", step=SOVIET_COMBAT)
    fight(t, "assault 0405 with RD1", "AS")
    for seed in range(10):
        world = View(t.title, t.s, SOVIET).sample(random.Random(seed))
        attacked = {u for u in range(len(t.title.units)) if world.flags[u] & Flag.DEFENDED}
        assert {t.title.board.grid.labels[world.hex[u]] for u in attacked} == {"0405"}
        assert len(attacked) == 2
        assert not t.title.broken(world)


def test_worlds_drawn_from_a_view_agree_with_the_sheet() -> None:
    """Every strength that a sheet gives a chance is met among sampled worlds, and no other."""
    t = battlefield(HIDDEN_AND_UNTRIED)
    view = View(t.title, t.s, GERMAN)
    chances = sheet(t, GERMAN, "assault 0505 with 7Pz").defence
    met: Counter[int] = Counter()
    rng = random.Random(7)
    draws = 3000
    for _ in range(draws):
        world = view.sample(rng)
        assert not any(face == UNKNOWN for face in world.face)
        (total,) = t.title.sheet(world, t.read("assault 0505 with 7Pz")).defence
        met[total] += 1
    assert set(met) == set(chances)
    for total, chance in chances.items():
        assert abs(met[total] / draws - chance) < 0.04
