"""Chapters 1 and 2: conceding, and what a unit is: mobility, factors, steps, battle groups, untried fronts."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from steppe.assault.stacks import units_in
from steppe.assault.state import Flag
from steppe.view import View
from tests.dom.layout import Campaign, factors, position, seen
from tests.sandbox import Table, first, kinds

# -- 1.0 -------------------------------------------------------------------------------------------------------------

DUEL = """
7Pz 0303
RD1 0404
"""


@pytest.mark.rule("dom", "1.0b")
@pytest.mark.parametrize(("loser", "winner"), [("german", "soviet"), ("soviet", "german")])
@pytest.mark.parametrize("step", ["I.B", "I.C", "II.B", "II.C"])
def test_either_player_may_concede_in_any_phase(loser: str, winner: str, step: str) -> None:
    t = Table(position(DUEL, turn=3, step=step))
    t.order(f"resign {loser}")
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.rule, t.outcome.turn) == (winner, "1.0b", 3)


@pytest.mark.rule("dom", "1.0b")
def test_conceding_ends_play_even_in_the_middle_of_a_battle() -> None:
    t = Table(position("Strong german panzer XX 30-5/4-3 0303\nRD1 0404", step="I.C"))
    t.order("assault 0404 with Strong")
    assert t.prompt.decision == "advance"
    t.order("resign soviet")
    assert t.outcome is not None
    assert t.outcome.winner == "german"
    assert t.legal() == set()
    t.refused("stay", "1.0b", "the game is over")


@pytest.mark.rule("dom", "1.0b")
def test_conceding_during_set_up() -> None:
    t = Campaign()
    t.order("resign german")
    assert t.outcome is not None
    assert t.outcome.winner == "soviet"


# -- 2.1 A unit is in one hex ----------------------------------------------------------------------------------------


def listed(t: Table) -> dict[str, list[str]]:
    """For every unit, the hexes in whose stacks it lies."""
    found: dict[str, list[str]] = {}
    for h, label in enumerate(t.title.board.grid.labels):
        for u in units_in(t.s, h):
            found.setdefault(t.title.units.keys[u], []).append(label)
    return found


@pytest.mark.rule("dom", "2.1a")
def test_a_moved_unit_is_in_its_new_hex_alone() -> None:
    t = Table(position("7Pz 0303\n6Pz 0303"))
    t.order("move 7Pz 0303-0505")
    assert listed(t) == {"7Pz": ["0505"], "6Pz": ["0303"]}
    t.refused("move 7Pz 0303-0304", "10.0a", "7Pz is in 0505")


@pytest.mark.rule("dom", "2.1a")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_played_no_unit_lies_in_two_hexes(seed: int) -> None:
    force = "\n".join(
        [f"{n}Pz 030{n}" for n in (1, 2, 3, 4)]
        + [f"{n}Inf 020{n - 4}" for n in (5, 6, 8)]
        + [f"RD{n} 050{n % 4 + 2} untried" for n in range(1, 9)]
        + [f"TB{n} 060{n} untried" for n in range(1, 4)]
        + ["KG1 reserve", "KG2 reserve", "1GTk reserve"]
    )
    t = Table(position(force, turn=1))
    rng = random.Random(seed)
    moved = 0
    for _ in range(120):
        if t.outcome is not None:
            break
        log = t.order(t.write(t.title.pick(t.s, rng)))
        moved += sum(event.kind in ("moved", "advanced", "retreated") for event in log)
        places = listed(t)
        assert all(len(hexes) == 1 for hexes in places.values())
        on_map = {key for key in t.title.units.keys if t.where(key) not in ("reserve", "dead", "gone")}
        assert places.keys() == on_map
    assert moved > 10


# -- 2.8, 2.10 Mobility and movement factors ------------------------------------------------------------------------

MECH = ["7Pz", "36PG", "GD", "1Cav", "TB1", "MRB1", "MRD1", "CD1", "1GTk", "3GCav"]
FOOT = ["5Inf", "RD1", "RB1", "1GRD"]


def lone_unit(key: str, *, turn: int = 2, track: str = "") -> Table:
    side = Table(position(f"{key} 1212", size="24x24")).title.units.side[0]
    return Table(position(f"{key} 1212", size="24x24", turn=turn, step="II.B" if side else "I.B", track=track))


@pytest.mark.rule("dom", "2.8a")
@pytest.mark.parametrize(("key", "factor"), [*((key, 7) for key in MECH), *((key, 3) for key in FOOT)])
def test_vehicles_and_horses_are_mechanized_legs_are_not(key: str, factor: int) -> None:
    t = lone_unit(key, track="mf_mech = 7\nmf_foot = 3")
    assert max(t.range(key).values()) == factor
    far = f"12{12 + factor:02}"
    t.refused(f"move {key} 1212-12{13 + factor}", "2.10b", f"12{13 + factor} is out of reach with {factor} MP")
    t.order(f"move {key} 1212-{far}")
    assert t.where(key) == far


@pytest.mark.rule("dom", "2.8a")
def test_every_counter_belongs_to_one_of_two_mobility_classes() -> None:
    t = Campaign()
    t.s.turn = 2
    by_kind = {t.title.units.kind[u]: t.title.movement.factor(t.s, u) for u in range(len(t.title.units))}
    foot = {"infantry", "RD", "RB", "GRD"}
    mech = {"panzer", "panzer-grenadier", "cavalry", "TB", "GTB", "MRB", "MRD", "CD", "GCD"}
    assert by_kind == dict.fromkeys(mech, 9) | dict.fromkeys(foot, 6)


@pytest.mark.rule("dom", "2.10a")
def test_a_hex_costs_one_and_a_river_one_more() -> None:
    t = Table(position("7Pz 0404", hexes="0403 forest", sides="0404-0503 river\n0404-0504 river"))
    costs = t.range("7Pz")
    assert costs["0405"] == 1
    assert costs["0403"] == 1
    assert costs["0504"] == 2
    assert costs["0406"] == 2
    river = t.order("move 7Pz 0404-0504")
    assert first(river, "moved").facts["spent"] == 2


@pytest.mark.rule("dom", "2.10a")
def test_the_river_must_be_paid_for() -> None:
    t = Table(position("7Pz 0404", track="mf_mech = 1", sides="0404-0504 river"))
    t.refused("move 7Pz 0404-0504", "10.2", "0504 costs 2 MP and 1 are left")
    t.order("move 7Pz 0404-0405")


@pytest.mark.rule("dom", "2.10b")
@pytest.mark.parametrize(("turn", "mech", "foot"), [(1, 10, 6), (5, 3, 3), (7, 6, 4)])
def test_movement_factors_are_those_of_the_turn_for_both_sides(turn: int, mech: int, foot: int) -> None:
    for key, factor in (("7Pz", mech), ("TB1", mech), ("5Inf", foot), ("RD1", foot)):
        t = lone_unit(key, turn=turn)
        assert max(t.range(key).values()) == factor, key


@pytest.mark.rule("dom", "2.10b")
def test_the_same_counter_has_another_factor_on_another_turn() -> None:
    slow, fast = (lone_unit("7Pz", track=f"mf_mech = {n}") for n in (2, 9))
    slow.refused("move 7Pz 1212-1216", "2.10b", "1216 is out of reach with 2 MP")
    fast.order("move 7Pz 1212-1216")


@pytest.mark.rule("dom", "2.10c")
@pytest.mark.parametrize(("guards", "other", "factor"), [("1GTk", "TB1", 10), ("3GCav", "CD1", 10), ("1GRD", "RD1", 6)])
def test_guards_are_no_faster_than_others_of_their_class(guards: str, other: str, factor: int) -> None:
    ranges = [lone_unit(key, turn=1).range(key) for key in (guards, other)]
    assert ranges[0] == ranges[1]
    assert max(ranges[0].values()) == factor


# -- 2.9 Factors ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "2.9")
def test_a_4_8_division_attacks_with_4_and_defends_with_8() -> None:
    units = "5Inf 0404\nRD1 0405 4-2"
    attacks = Table(position(units, step="I.C")).sheet("assault 0405 with 5Inf")
    assert (attacks.attack, attacks.defence) == ({4: Fraction(1)}, {2: Fraction(1)})
    assert attacks.columns == {"2:1": Fraction(1)}
    defends = Table(position(units, step="II.C")).sheet("assault 0404 with RD1")
    assert (defends.attack, defends.defence) == ({4: Fraction(1)}, {8: Fraction(1)})
    assert defends.columns == {"1:2": Fraction(1)}


@pytest.mark.rule("dom", "2.9")
def test_the_factors_decide_the_odds_of_the_battle_fought() -> None:
    t = Table(position("5Inf 0404\nRD1 0405 4-2", step="I.C"))
    odds = first(t.order("assault 0405 with 5Inf", dice=(3,)), "odds")
    assert (odds.facts["attack"], odds.facts["defence"], odds.facts["column"]) == (4, 2, "2:1")


# -- 2.11 Steps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "2.11a")
def test_a_one_step_unit_is_gone_with_its_first_loss() -> None:
    t = Table(position("5Inf 0404\nRD1 0405 8-2", step="II.C"))
    log = t.order("assault 0404 with RD1", dice=(1,))  # 1:1, a step lost
    assert first(log, "result").facts["result"] == "AL1"
    assert t.where("RD1") == "dead"
    assert "reduced" not in kinds(log)


@pytest.mark.rule("dom", "2.11a")
def test_a_battle_group_is_printed_on_both_sides_but_has_one_step() -> None:
    t = Table(position("KG1 0404\nRD1 0405 2-2", step="I.C"))
    log = t.order("assault 0405 with KG1", dice=(1,))
    assert first(log, "result").facts["result"] == "AL1"
    assert t.where("KG1") == "dead"


@pytest.mark.rule("dom", "2.11a", "2.11b")
@pytest.mark.parametrize("how", ["random", "historical"])
def test_all_units_set_up_with_all_their_steps(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    two_steps = {"panzer", "panzer-grenadier", "cavalry", "infantry", "GRD", "GCD", "GTB"}
    steps = {1: 0, 2: 0}
    for unit in [*seen(t, "german").values(), *seen(t, "soviet").values()]:
        full = 2 if unit["kind"] in two_steps and unit["size"] != "KG" else 1
        assert unit["steps"] == full, unit
        steps[full] += 1
    assert min(steps.values()) > 50


@pytest.mark.rule("dom", "2.11b")
def test_a_converted_guards_unit_enters_at_full_strength() -> None:
    t = Table(position("RD1 0505 untried 1-1\n8GRD reserve", turn=3, step="II.D"))
    t.order("guards RD1")
    unit = seen(t, "german")["8GRD"]
    assert (unit["at"], unit["steps"], unit["attack"], unit["defence"]) == ("0505", 2, 4, 6)


@pytest.mark.rule("dom", "2.11c")
def test_the_first_loss_flips_a_two_step_unit_the_second_eliminates_it() -> None:
    t = Table(position("5Inf 0404\nRD1 0405 1-4", step="I.C"))
    log = t.order("assault 0405 with 5Inf", dice=(1,))  # 1:1, a step lost
    assert first(log, "result").facts["result"] == "AL1"
    assert (t.where("5Inf"), t.steps("5Inf")) == ("0404", 1)
    assert factors(t, "soviet", "5Inf") == (2, 4)
    again = Table(position("5Inf 0404 reduced\nRD1 0405 1-2", step="I.C"))
    assert factors(again, "soviet", "5Inf") == (2, 4)
    again.order("assault 0405 with 5Inf", dice=(1,))
    assert again.where("5Inf") == "dead"


@pytest.mark.rule("dom", "2.11c")
def test_a_reduced_unit_fights_with_its_reduced_factors() -> None:
    t = Table(position("5Inf 0404 reduced\nRD1 0405 4-2", step="I.C"))
    assert t.sheet("assault 0405 with 5Inf").attack == {2: Fraction(1)}


# -- 2.12 Battle groups -----------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "2.12")
def test_there_are_ten_battle_groups() -> None:
    t = Campaign()
    groups = [unit for unit in seen(t, "german").values() if unit["size"] == "KG"]
    assert len(groups) == 10
    assert {unit["at"] for unit in groups} == {"reserve"}


@pytest.mark.rule("dom", "2.12")
@pytest.mark.parametrize(("division", "strength"), [("7Pz", (2, 1)), ("36PG", (1, 2))])
def test_a_battle_group_wears_the_side_of_its_division(division: str, strength: tuple[int, int]) -> None:
    t = Table(position(f"{division} 0404 reduced\nKG1 reserve\nStrong soviet RD XX 60-2 0405", step="II.C"))
    log = t.order("assault 0404 with Strong")
    assert first(log, "result").facts["result"] == "DE"
    assert t.where(division) == "dead"
    assert t.where("KG1") == "0404"
    assert factors(t, "soviet", "KG1") == strength
    assert seen(t, "soviet")["KG1"]["kind"] == t.title.units.kind[t.unit(division)]


@pytest.mark.rule("dom", "2.12")
def test_the_eleventh_division_leaves_no_battle_group() -> None:
    used = "\n".join(f"KG{n} dead" for n in range(1, 10))
    t = Table(
        position(
            f"7Pz 0404 reduced\n6Pz 0404 reduced\nKG10 reserve\n{used}\nStrong soviet RD XX 60-2 0405", step="II.C"
        )
    )
    log = t.order("assault 0404 with Strong")
    assert Counter(kinds(log))["battle group"] == 1
    assert listed(t)["KG10"] == ["0404"]
    assert set(listed(t)) == {"KG10", "Strong"}


# -- 2.13 Untried units -----------------------------------------------------------------------------------------------

UNTRIED = """
7Pz 0303
RD1 0403 untried 2-2
RD2 0405 untried 3-1
RD3 reserve untried 1-1
"""


@pytest.mark.rule("dom", "2.13a")
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_nobody_knows_the_factors_of_an_untried_unit(seat: str) -> None:
    t = Table(position(UNTRIED, step="I.C"))
    for key in ("RD1", "RD2", "RD3"):
        unit = seen(t, seat)[key]
        assert (unit["attack"], unit["defence"], unit["label"]) == (None, None, "")
        assert (unit["kind"], unit["size"], unit["untried"]) == ("RD", "XX", True)
    assert factors(t, seat, "7Pz") == (8, 5)


@pytest.mark.rule("dom", "2.13a")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_battle_sheet_of_a_seat_weighs_every_front_the_unit_may_have(seat: int) -> None:
    t = Table(position(UNTRIED, step="I.C"))
    sheet = View(t.title, t.s, seat).sheet(t.read("assault 0403 with 7Pz"))
    assert sheet is not None
    assert sheet.defence == {2: Fraction(1, 3), 1: Fraction(2, 3)}


@pytest.mark.rule("dom", "2.13a")
@pytest.mark.parametrize("seat", ["german", "soviet"])
@pytest.mark.parametrize("how", ["random", "historical"])
def test_all_soviet_units_but_guards_begin_untried(seat: str, how: str) -> None:
    t = Campaign()
    t.deploy(how)
    for unit in seen(t, seat).values():
        unknown = unit["side"] == "soviet" and not unit["kind"].startswith("G")
        assert unit["untried"] == unknown
        assert (unit["attack"] is None) == unknown


@pytest.mark.rule("dom", "2.13b")
@pytest.mark.parametrize("order", ["assault 0403 with 7Pz", "mobile 0403 with 7Pz"])
def test_a_unit_is_revealed_to_both_when_it_first_defends(order: str) -> None:
    t = Table(position(UNTRIED, step="I.C" if order.startswith("assault") else "I.B"))
    log = t.order(order, dice=(1,))  # 4:1, stalled
    assert first(log, "revealed").facts["units"][-1][0] == t.unit("RD1")
    for seat in ("german", "soviet"):
        assert factors(t, seat, "RD1") == (2, 2)
        assert not seen(t, seat)["RD1"]["untried"]
        assert factors(t, seat, "RD2") == (None, None)  # not in battle
    assert t.where("RD1") == "0403"


@pytest.mark.rule("dom", "2.13b")
def test_a_unit_is_revealed_when_it_first_attacks() -> None:
    t = Table(position(UNTRIED, step="II.C"))
    t.order("assault 0303 with RD1", dice=(6,))  # 2:5 is 1:3, stalled
    assert t.where("RD1") == "0403"
    for seat in ("german", "soviet"):
        assert factors(t, seat, "RD1") == (2, 2)


@pytest.mark.rule("dom", "2.13b")
def test_a_veteran_never_becomes_untried_again() -> None:
    t = Table(position(UNTRIED.replace("RD3 reserve", "RD3 dead"), step="I.C"))
    t.order("assault 0403 with 7Pz", dice=(1,))
    t.order("done", "order move-fight")
    for _ in range(2):  # on through the Soviet player turn and into the next turn
        assert factors(t, "german", "RD1") == (2, 2)
        t.order("done")
    assert t.s.turn == 3
    assert factors(t, "german", "RD1") == (2, 2)
    assert not t.has("RD1", Flag.UNTRIED)
    t.order("order move-fight", "move 7Pz 0303-0302", "done", "done")
    assert factors(t, "german", "RD1") == (2, 2)
