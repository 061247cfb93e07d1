"""What the tactics stand on: packing, assignment, the reply, styles."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from steppe.bots.assault.sight.encirclement import encirclement_of
from steppe.bots.assault.sight.enemy_reply import EnemyReply, moves_before_fighting
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff import packing
from steppe.bots.assault.staff.assignment import assign
from steppe.bots.assault.staff.packing import PlannedAssault, by_value, pack, solve
from tests.bots.positions import FAR_OFF, choice, estimate_of, field
from tests.dom.battlefield import battlefield
from tests.lwe import battlefield as lwe

FAR_RIFLES = "299RD soviet rifle XX 1-1 0909"
EVEN = [1] * 10
"""Stacking points of units that are all alike."""


def test_packing_beats_the_best_first() -> None:
    """The best single attack takes a unit from two others that are worth more together."""
    storms = [
        PlannedAssault(5.0, 100, ((0, 10), (1, 11))),
        PlannedAssault(4.0, 101, ((0, 10), (2, 12))),
        PlannedAssault(4.0, 102, ((1, 11), (3, 13))),
    ]
    greedy = by_value(storms, EVEN, lambda _: 9)
    packed = pack(storms, EVEN, lambda _: 9, float)
    assert sum(s.value for s in greedy) == 5.0
    assert [s.target for s in packed] == [101, 102]


@pytest.mark.parametrize("way", [solve, by_value])
def test_packing_overfills_no_hex_and_attacks_nobody_twice(way: Any) -> None:
    """Three attacks from one hex that holds two units; two more on a target that is taken."""
    storms = [PlannedAssault(3.0 - i / 10, 100 + i, ((i, 10),)) for i in range(3)]
    storms += [PlannedAssault(1.0, 100, ((5, 11),)), PlannedAssault(0.9, 102, ((2, 12),))]
    chosen = way(storms, EVEN, lambda _: 2)
    assert sorted((s.target, s.places) for s in chosen) == [
        (100, ((0, 10),)),
        (101, ((1, 10),)),
        (102, ((2, 12),)),
    ]


def test_packing_without_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        x = None

    storms = [
        PlannedAssault(2.0, 100, ((0, 10),)),
        PlannedAssault(1.0, 101, ((0, 10),)),
        PlannedAssault(0.5, 102, ((1, 10),)),
    ]
    monkeypatch.setattr(packing, "milp", lambda *_, **__: Nothing)
    assert [s.target for s in pack(storms, EVEN, lambda _: 9, float)] == [100, 102]


def test_packing_is_right_across_windows() -> None:
    """A unit that is wanted on both sides of a window's edge fights once."""
    storms = [PlannedAssault(1.0, h, ((h, h),)) for h in range(packing.WINDOW)]
    storms.append(PlannedAssault(9.0, packing.WINDOW, ((packing.WINDOW - 1, 50),)))
    chosen = pack(storms, [1] * 60, lambda _: 9, float)
    units = [u for s in chosen for u in s.units]
    assert len(units) == len(set(units)) == packing.WINDOW


def test_assignment_spreads_stacks_over_two_objectives() -> None:
    """Both like the first best, but it needs no more than one of them: the one to whom the other means least."""
    appeal = np.array([[10.0, 2.0], [9.0, 8.0]])
    assert assign(np.array([5.0, 5.0]), np.array([5.0, 5.0]), appeal) == [0, 1]


def test_assignment_sends_whom_nobody_needs_to_his_favourite() -> None:
    appeal = np.array([[9.0, 1.0], [8.0, 4.0], [3.0, 2.0]])
    assert assign(np.array([5.0, 5.0, 5.0]), np.array([5.0, 5.0]), appeal) == [0, 1, 0]
    assert assign(np.array([5.0]), np.array([]), np.empty((1, 0))) == [-1]


def test_a_stack_goes_elsewhere_when_an_objective_has_enough() -> None:
    """Of many stacks between two cities some go for the farther one."""
    units = "; ".join(f"{key} 0305" for key in ("3Pz", "4Pz", "6Pz", "7Pz", "1Pz"))
    more = "; ".join(f"{key} 0306" for key in ("10Pz", "11Pz", "2Pz", "5Pz", "19Pz"))
    t = field(f"{units}; {more}; RD1 1203; RD2 1207; RD99 1609", size="16x9", hexes="1203 city Tula\n1207 city Orel")
    assert len(set(estimate_of(t).tasks.values())) == 2


def test_replies_count_who_is_adjacent_where_the_enemy_fights_before_moving() -> None:
    """At Land Without End the Soviets fight first: whoever is two hexes away cannot hurt."""
    t = lwe.battlefield(
        f"3Pz german panzer XX 6-6/3-3 0405; 1RC soviet rifle XXX 3-3 0605; {FAR_RIFLES}", step=lwe.GERMAN_MOVEMENT
    )
    assert not moves_before_fighting(t.title, 1)
    reply = EnemyReply(Situation(t.title, t.masked("german"), 0))
    assert reply.potential[t.hex("0505")] == 3
    assert reply.potential[t.hex("0405")] == 0


def test_replies_count_who_can_come_up_where_the_enemy_may_move_first() -> None:
    """Three divisions two hexes away could attack a battle group; beside a friend it has nothing to fear."""
    t = field("KG1 0805; RD1 1004 3-3; RD2 1005 3-3; RD3 1006 3-3; RD99 1609", size="16x9")
    assert moves_before_fighting(t.title, 1)
    reply = EnemyReply(Situation(t.title, t.masked("german"), 0))
    group, here = (t.unit("KG1"),), t.hex("0805")
    assert reply.potential[here] == 9
    assert reply.potential[t.hex("0101")] == 0
    assert reply.loss_of(group, here) > 0
    assert reply.loss_of(group, here, company=9.0) == reply.loss_of(group, t.hex("0101")) == 0


@pytest.mark.parametrize(
    ("style", "order"), [("bold", "assault 0505 with 3Pz+5Inf"), ("", "done"), ("careful", "done")]
)
def test_styles(style: str, order: str) -> None:
    """Twelve against six in the open: it costs more than it takes, and only the bold do it."""
    units = f"3Pz 0405; 5Inf 0504; RD1 0505 3-3; RD2 0505 3-3; {FAR_OFF}"
    assert choice(battlefield(units), f"staff:{style}").order == order


@pytest.mark.parametrize("seed", range(8))
def test_the_noose_is_as_wide_as_any_other_way_of_reckoning_says(seed: int) -> None:
    """Units strewn about Moscow; scipy's greatest flow through the same arcs is the reference."""
    rng = random.Random(seed)
    hexes = rng.sample([f"{c:02}{r:02}" for c in range(2, 14) for r in range(1, 10)], 9)
    units = "; ".join(
        f"{key} {h}" for key, h in zip(("3Pz", "4Pz", "6Pz", "7Pz", "5Inf", "35Inf"), hexes, strict=False)
    )
    t = field(f"{units}; RD1 {hexes[6]}; RD2 {hexes[7]}; RD99 1601", size="16x9", hexes=f"{hexes[8]} city Moscow")
    encirclement = encirclement_of(t.title, 1)
    assert encirclement is not None
    room = encirclement.room.copy()
    room[: 2 * len(encirclement.hexes) : 2] = t.title.supply.lines_may_pass(t.s, 1)[encirclement.hexes]
    tails = encirclement.head.reshape(-1, 2)[:, ::-1].ravel()
    nodes = encirclement.first.size - 1
    graph = csr_array((room[::2], (tails[::2], encirclement.head[::2])), shape=(nodes, nodes))
    assert encirclement.ways_out(t.s) == maximum_flow(graph, encirclement.source, encirclement.sink).flow_value


@pytest.mark.parametrize(("turn", "goes_for"), [(5, "Minsk"), (6, "Orsha")])
def test_patience_after_the_first_rush(turn: int, goes_for: str) -> None:
    """A large town far away draws the panzers more than a small one at hand until the first check, and not after it."""
    units = f"1Pz german panzer XX 6-6/3-3 0105; {FAR_RIFLES}"
    places = "0205 small-town ussr Orsha\n0905 large-town ussr Minsk"
    t = lwe.battlefield(units, step="II.D", order="fight-move", turn=turn, hexes=places)
    assert goes_for in estimate_of(t).objective((t.unit("1Pz"),))
