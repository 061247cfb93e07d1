"""9.0 Reinforcements, replacements, withdrawals and Guards conversions."""

from __future__ import annotations

from typing import Any

import pytest

from steppe import titles
from steppe.assault.state import Flag
from steppe.assault.units import UNKNOWN
from steppe.dice import Dice
from tests.sandbox import Table, first, kinds

PASS = {
    "november": "november decline",
    "phase order": "order move-fight",
    "movement": "done",
    "combat": "done",
    "reinforcement": "done",
    "guards conversion": "decline",
}
"""How to let a turn go by."""


def run_to(t: Table, step: str) -> None:
    """Let the game go on to the next decision of a step."""
    while True:
        t.order(PASS[t.prompt.decision])
        if t.title.current_step(t.s).name == step:
            return


# -- 9.0, 9.1 Soviet reinforcements ---------------------------------------------------------------------------------

SOURCES = "0801..0808 soviet-source"


def arriving(
    units: str = "",
    *,
    arrivals: str = "{ RD = 2, RB = 1 }",
    hexes: str = "",
    sides: str = "",
    order: str = "move-fight",
) -> Table:
    """II.A of turn 2 (MF 8 and 5): two rifle divisions and a rifle brigade wait to enter at the eastern edge."""
    return Table(f'''
        title = "dom"
        turn = 2
        step = "II.A"
        order = "{order}"
        units = """
        {units}
        RD83 reserve untried
        RD84 reserve untried
        RB22 reserve untried
        """
        [track]
        arrivals = {arrivals}
        [board]
        size = "8x8"
        hexes = """
        0101..0108 german-source german west
        {SOURCES}
        {hexes}
        """
        sides = """
        {sides}
        """
    ''')


@pytest.mark.rule("dom", "9.0a")
def test_reinforcement_moves_at_once() -> None:
    t = arriving()
    assert (t.prompt.decision, t.seat) == ("reinforcement", "soviet")
    t.order("enter RD 0804", "enter RB 0804", "done")
    assert t.prompt.decision == "movement"
    assert t.range("RD83")["0304"] == 5
    t.order("move RD83+RB22 0804-0304")
    assert t.where("RD83") == t.where("RB22") == "0304"


@pytest.mark.rule("dom", "9.0a")
def test_reinforcement_fights_at_once() -> None:
    t = arriving("KG1 0704", order="fight-move")
    t.order("enter RD 0804", "done")
    assert t.prompt.decision == "combat"
    assert "assault 0704 with RD83" in t.legal("assault")


@pytest.mark.rule("dom", "9.0a")
def test_reinforcement_enters_in_supply() -> None:
    t = arriving("5Inf 0704")
    t.order("enter RD 0804")
    assert t.in_supply("RD83")
    run_to(t, "german-order")
    assert t.where("RD83") == "0804"


@pytest.mark.rule("dom", "9.0a")
def test_reinforcements_obey_stacking() -> None:
    t = arriving("RD1 0804\nRD2 0804\nRD3 0804\nRD4 0804")
    t.order("enter RD 0804")
    t.refused("enter RD 0804", "6.0", "0804 is full")
    assert "enter RD 0804" not in t.legal("enter")
    assert "enter RD 0803" in t.legal("enter")


@pytest.mark.rule("dom", "9.0a")
def test_reinforcements_enter_in_their_phase_only() -> None:
    t = arriving()
    t.order("enter RD 0804", "done")
    t.refused("enter RD 0804", "9.1a", "'enter' cannot be ordered now...")
    assert t.where("RD84") == "gone"


@pytest.mark.rule("dom", "9.1a")
def test_reinforcements_left_out_are_lost_for_good() -> None:
    t = arriving()
    t.order("enter RD 0804")
    assert "1 RD, 1 RB" in t.prompt.text
    assert "lost" in t.prompt.text
    log = t.order("done")
    lost = [(t.title.units.keys[e.facts["unit"]], e.facts["rule"]) for e in log if e.kind == "lost"]
    assert lost == [("RD84", "9.1a"), ("RB22", "9.1a")]
    assert (t.where("RD84"), t.where("RB22")) == ("gone", "gone")
    run_to(t, "soviet-order")
    assert t.s.turn == 3
    t.order("order move-fight")
    assert t.prompt.decision == "movement", "nobody is left to enter although the track calls for more"


@pytest.mark.rule("dom", "9.1a")
def test_only_this_turns_number_is_lost() -> None:
    t = arriving(arrivals="{ RD = 1 }")
    t.order("done")
    assert (t.where("RD83"), t.where("RD84"), t.where("RB22")) == ("gone", "reserve", "reserve")


@pytest.mark.rule("dom", "9.1b")
def test_entry_at_sources_under_soviet_control() -> None:
    t = arriving(hexes="0803 german\n0806 lost")
    offered = {text.split()[2] for text in t.legal("enter")}
    assert offered == {"0801", "0802", "0804", "0805", "0806", "0807", "0808"}
    t.refused("enter RD 0803", "9.1b", "0803 is not under Soviet control")
    t.order("enter RD 0806", "enter RD 0801", "enter RB 0806")
    assert (t.where("RD83"), t.where("RD84"), t.where("RB22")) == ("0806", "0801", "0806")


@pytest.mark.rule("dom", "9.1b")
def test_no_entry_where_the_german_stands_or_in_the_open() -> None:
    t = arriving("5Inf 0805")
    t.refused("enter RD 0805", "9.1b", "0805 is not under Soviet control")
    t.refused("enter RD 0604", "9.1b", "0604 is neither a map-edge source nor a town or city")
    t.refused("enter RD 0104", "9.1b", "0104 is not under Soviet control")


@pytest.mark.rule("dom", "9.1b")
def test_german_neighbours_do_not_close_a_source() -> None:
    t = arriving("5Inf 0704")
    assert {"enter RD 0803", "enter RD 0804"} <= t.legal("enter")
    t.order("enter RD 0804")


TOWNS = """
    0505 town Kaluga
    0706 city Tula
    0703 town lost Serpukhov
    0605 town german Aleksin
    0502 town Mozhaysk
    0508 town Kashira
"""


@pytest.mark.rule("dom", "9.1c")
def test_entry_at_towns_and_cities() -> None:
    t = arriving("5Inf 0403\n8Inf 0408", hexes=TOWNS, sides="0408-0508 reservoir")
    inland = {text.split()[2] for text in t.legal("enter")} - {f"080{row}" for row in range(1, 9)}
    assert inland == {"0505", "0706"}
    t.order("enter RD 0505", "enter RD 0706", "enter RB 0505")
    assert (t.where("RD83"), t.where("RB22"), t.where("RD84")) == ("0505", "0505", "0706")


@pytest.mark.rule("dom", "9.1c")
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("0502", "a German unit is next to 0502 Mozhaysk"),
        ("0508", "a German unit is next to 0508 Kashira"),
        ("0703", "0703 Serpukhov has been under German control"),
        ("0605", "0605 Aleksin is not under Soviet control"),
    ],
)
def test_town_closed_to_entry(place: str, why: str) -> None:
    t = arriving("5Inf 0403\n8Inf 0408", hexes=TOWNS, sides="0408-0508 reservoir")
    t.refused(f"enter RD {place}", "9.1c", why)


CUT_OFF_TOWN = '''
    title = "dom"
    turn = 2
    step = "{step}"
    units = """
    {units}
    RD83 reserve untried
    RD84 reserve untried
    """
    [track]
    arrivals = {{ RD = 2 }}
    [board]
    size = "4x5"
    hexes = """
    0402 soviet-source
    0201 town Kalinin
    """
'''


@pytest.mark.rule("dom", "9.1c")
def test_town_needs_edge_supply_when_the_player_turn_begins() -> None:
    t = Table(CUT_OFF_TOWN.format(step="II.A", units=""))
    t.order("enter RD 0201")

    t = Table(CUT_OFF_TOWN.format(step="soviet-order", units="5Inf 0403"))
    t.order("order move-fight")
    t.refused("enter RD 0201", "9.1c", "0201 Kalinin had no edge supply when the player turn began")
    t.order("enter RD 0402")
    t.refused("enter RD 0201", "9.1c", "0201 Kalinin had no edge supply when the player turn began")
    assert t.legal("enter") == {"enter RD 0402"}


def new_game(seed: bytes) -> tuple[Any, Any]:
    """A game of the whole title, brought to II.A of turn 1: 7 RD, 2 RB, 2 CD and 1 TB are due."""
    title = titles.load("dom")
    s = title.setup(Dice(seed))
    for text in (*["deploy random", "done"] * 3, "order move-fight", "done", "done", "order move-fight"):
        give(title, s, text)
    assert title.prompt(s).decision == "reinforcement"
    return title, s


def give(title: Any, s: Any, text: str) -> None:
    order = title.notation.read(text, title.names)
    refusal = title.refuse(s, order)
    assert refusal is None, f"{text}: {refusal}"
    title.apply(s, order)


def drawn_rifles(seed: bytes) -> list[str]:
    """Enter the seven rifle divisions of turn 1, check what they look like, and say what they are."""
    title, s = new_game(seed)
    before = {u for u, h in enumerate(s.hex) if h >= 0}
    hexes = {o.hex for o in title.legal(s) if o.verb == "enter" and o.word == "RD"}
    for h in sorted(hexes)[:7]:
        give(title, s, f"enter RD {title.board.grid.labels[h]}")
    new = [u for u, h in enumerate(s.hex) if h >= 0 and u not in before]
    assert [title.units.kind[u] for u in new] == ["RD"] * 7
    assert all(s.flags[u] & Flag.UNTRIED for u in new)
    for seat in (0, 1):
        assert {title.masked(s, seat).face[u] for u in new} == {UNKNOWN}
    refusal = title.refuse(s, title.notation.read(f"enter RD {title.board.grid.labels[min(hexes)]}", title.names))
    assert str(refusal) == "9.1d: no RD is due"
    return [title.units.faces[s.face[u]].label for u in new]


@pytest.mark.rule("dom", "9.1d")
def test_reinforcements_are_drawn_untried_and_blind() -> None:
    assert drawn_rifles(b"one") != drawn_rifles(b"two")


@pytest.mark.rule("dom", "9.1d")
def test_no_type_stands_in_for_another() -> None:
    t = arriving("TB10 reserve untried", arrivals="{ RD = 1, RB = 1 }")
    assert {text.split()[1] for text in t.legal("enter")} == {"RD", "RB"}
    t.refused("enter TB 0804", "9.1d", "no TB is due")
    t.order("enter RD 0804")
    assert (t.where("RD83"), t.where("RB22")) == ("0804", "reserve")
    assert t.has("RD83", Flag.UNTRIED)
    t.refused("enter RD 0804", "9.1d", "no RD is due")


# -- 9.2, 9.3 German replacements and withdrawals -------------------------------------------------------------------

CORNER = "RD1 0802\nRD2 0701"
"""Round the corner hex 0801: whoever of the German side is there is out of supply."""


def withdrawing(units: str, *, turn: int = 5, november: int = 0) -> Table:
    """I.A with the withdrawals of the turn track."""
    return Table(f'''
        title = "dom"
        turn = {turn}
        step = "I.A"
        units = """
        {units}
        """
        [state]
        november = {november}
        [board]
        size = "8x8"
        hexes = """
        0101..0108 german-source german west
        0808 soviet-source
        """
    ''')


@pytest.mark.rule("dom", "9.2")
@pytest.mark.parametrize("turn", [5, 6, 7])
def test_no_replacements_without_an_offensive(turn: int) -> None:
    t = withdrawing("7Pz 0303 reduced\n5Inf 0304 reduced\n1Cav 0305", turn=turn)
    assert t.legal("replace") == set()
    t.refused("replace 7Pz", "9.2", "replacements come only with the November offensive")
    t.refused("replace 5Inf", "9.2", "replacements come only with the November offensive")


@pytest.mark.rule("dom", "9.2")
@pytest.mark.parametrize(("turn", "november"), [(1, 0), (3, 0), (4, 0), (4, 4), (8, 0), (8, 6), (9, 7)])
def test_no_replacement_phase_outside_the_execution_turn(turn: int, november: int) -> None:
    t = withdrawing("7Pz 0303 reduced\n5Inf 0304 reduced", turn=turn, november=november)
    assert t.prompt.decision == "movement"
    t.refused("replace 7Pz", "9.2", "'replace' cannot be ordered now...")


@pytest.mark.rule("dom", "9.2")
def test_soviet_units_never_get_replacements() -> None:
    t = withdrawing("7Pz 0303 reduced\n5Inf 0304\n1GRD 0606 reduced", turn=6, november=5)
    assert t.legal("replace") == {"replace 7Pz"}
    t.refused("replace 1GRD", "12.2d", "1GRD is not a German unit on the map")
    t.order("withdraw 5Inf", "done")
    while t.s.turn == 6:
        assert t.legal("replace") == set()
        t.order(PASS[t.prompt.decision])
    assert t.steps("1GRD") == 1


@pytest.mark.rule("dom", "9.3a")
@pytest.mark.parametrize("turn", [5, 6])
def test_an_infantry_division_must_be_withdrawn(turn: int) -> None:
    t = withdrawing("5Inf 0303\n8Inf 0304\n7Pz 0305", turn=turn)
    assert t.seat == "german"
    assert t.legal("withdraw") == {"withdraw 5Inf", "withdraw 8Inf"}
    t.refused("withdraw 5Inf+8Inf", "9.3a", "name one unit")
    t.order("withdraw 5Inf")
    t.refused("withdraw 8Inf", "9.3a", "no withdrawal is due")
    t.order("done")
    assert t.outcome is None
    assert (t.where("5Inf"), t.where("8Inf")) == ("gone", "0304")


@pytest.mark.rule("dom", "9.3a")
@pytest.mark.parametrize("turn", [5, 6, 7])
def test_declining_a_withdrawal_loses_the_game(turn: int) -> None:
    t = withdrawing("5Inf 0303\n1Cav 0304", turn=turn)
    assert "loses the game" in t.prompt.text
    t.order("done")
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.rule) == ("soviet", "4.4b")


@pytest.mark.rule("dom", "9.3a", "9.3b")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 8, 9])
def test_no_withdrawals_on_other_turns(turn: int) -> None:
    t = withdrawing("5Inf 0303\n1Cav 0304", turn=turn)
    assert t.prompt.decision == "movement"
    t.refused("withdraw 5Inf", "9.3a", "'withdraw' cannot be ordered now...")


@pytest.mark.rule("dom", "9.3b")
def test_turn_7_takes_the_cavalry_too() -> None:
    t = withdrawing("5Inf 0303\n8Inf 0303\n1Cav 0304\n7Pz 0305", turn=7)
    assert t.legal("withdraw") == {"withdraw 5Inf", "withdraw 8Inf", "withdraw 1Cav"}
    t.order("withdraw 5Inf")
    assert t.legal("withdraw") == {"withdraw 1Cav"}
    t.refused("withdraw 8Inf", "9.3d", "8Inf is not the kind of unit that is due")
    t.order("withdraw 1Cav", "done")
    assert t.outcome is None
    assert (t.where("5Inf"), t.where("1Cav")) == ("gone", "gone")


@pytest.mark.rule("dom", "9.3b")
@pytest.mark.parametrize("only", ["5Inf", "1Cav"])
def test_one_withdrawal_is_not_enough_on_turn_7(only: str) -> None:
    t = withdrawing("5Inf 0303\n1Cav 0304", turn=7)
    t.order(f"withdraw {only}", "done")
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.rule) == ("soviet", "4.4b")


@pytest.mark.rule("dom", "9.3b")
@pytest.mark.parametrize("turn", [5, 6])
def test_cavalry_stays_until_turn_7(turn: int) -> None:
    t = withdrawing("5Inf 0303\n1Cav 0304", turn=turn)
    t.refused("withdraw 1Cav", "9.3d", "1Cav is not the kind of unit that is due")


@pytest.mark.rule("dom", "9.3c")
def test_only_supplied_units_are_withdrawn() -> None:
    t = withdrawing(f"5Inf 0801\n8Inf 0303 reduced\n28Inf 0304\n87Inf dead\n{CORNER}")
    assert not t.in_supply("5Inf")
    assert t.legal("withdraw") == {"withdraw 8Inf", "withdraw 28Inf"}
    t.refused("withdraw 5Inf", "9.3c", "5Inf is out of supply")
    t.refused("withdraw 87Inf", "9.3a", "87Inf is not a German unit on the map")
    t.order("withdraw 8Inf")
    assert t.where("8Inf") == "gone"


@pytest.mark.rule("dom", "9.3c")
def test_withdrawn_units_never_return() -> None:
    t = withdrawing("5Inf 0303 reduced\n8Inf 0304\n1Cav 0305", turn=6, november=5)
    t.order("withdraw 5Inf")
    t.refused("replace 5Inf", "12.2d", "5Inf is not a German unit on the map")
    t.order("done")
    run_to(t, "I.A")
    assert t.s.turn == 7
    assert t.where("5Inf") == "gone"
    assert t.legal("withdraw") == {"withdraw 8Inf", "withdraw 1Cav"}


@pytest.mark.rule("dom", "9.3d")
def test_second_line_division_only_when_no_first_line_one_is_available() -> None:
    t = withdrawing("5Inf 0303 reduced\n106Inf 0304")
    assert t.legal("withdraw") == {"withdraw 5Inf"}
    t.refused("withdraw 106Inf", "9.3d", "106Inf is not the kind of unit that is due")

    t = withdrawing("5Inf dead\n106Inf 0304\n129Inf 0305 reduced\n7Pz 0303")
    assert t.legal("withdraw") == {"withdraw 106Inf", "withdraw 129Inf"}
    t.refused("withdraw 7Pz", "9.3d", "7Pz is not the kind of unit that is due")

    t = withdrawing(f"5Inf 0801\n106Inf 0304\n{CORNER}")
    t.order("withdraw 106Inf", "done")
    assert t.outcome is None
    assert (t.where("106Inf"), t.where("5Inf")) == ("gone", "0801")


MECHANIZED = "7Pz 0303 reduced\n36PG 0304\nKG1 0305\nLehr 0306\nGD 0307"


@pytest.mark.rule("dom", "9.3d")
def test_mechanized_division_for_lost_cavalry() -> None:
    t = withdrawing(f"1Cav dead\n5Inf 0302\n{MECHANIZED}", turn=7)
    assert t.legal("withdraw") == {"withdraw 5Inf", "withdraw 7Pz", "withdraw 36PG"}
    for key in ("KG1", "Lehr", "GD"):
        t.refused(f"withdraw {key}", "9.3d", f"{key} is not the kind of unit that is due")
    t.order("withdraw 7Pz", "withdraw 5Inf", "done")
    assert t.outcome is None
    assert t.where("7Pz") == "gone"


@pytest.mark.rule("dom", "9.3d")
def test_mechanized_division_for_cavalry_out_of_supply() -> None:
    t = withdrawing(f"1Cav 0801\n5Inf 0302\n{MECHANIZED}\n{CORNER}", turn=7)
    assert {"withdraw 7Pz", "withdraw 36PG"} <= t.legal("withdraw")
    t.refused("withdraw 1Cav", "9.3c", "1Cav is out of supply")


@pytest.mark.rule("dom", "9.3d")
def test_no_substitute_for_cavalry_that_is_available() -> None:
    t = withdrawing(f"1Cav 0301 reduced\n5Inf 0302\n{MECHANIZED}", turn=7)
    assert t.legal("withdraw") == {"withdraw 5Inf", "withdraw 1Cav"}
    t.refused("withdraw 36PG", "9.3d", "36PG is not the kind of unit that is due")


@pytest.mark.rule("dom", "9.3d")
@pytest.mark.parametrize(("units", "turn"), [("7Pz 0303", 5), ("5Inf 0303\nKG1 0304\nLehr 0305\nGD 0306", 7)])
def test_nobody_to_withdraw_loses_the_game(units: str, turn: int) -> None:
    t = withdrawing(units, turn=turn)
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.rule) == ("soviet", "4.4b")


# -- 9.4 Guards conversions -----------------------------------------------------------------------------------------

GUARDS = ("8GRD", "9GRD", "3GCav", "4GCav", "1GTk", "2GTk", "3GTk", "5GTk")
POCKET = "5Inf 0103\n8Inf 0301"
"""They cut the hex 0101 off from everywhere."""


def converting(units: str, *, guard: str = "", turn: int = 2, hexes: str = "", step: str = "II.D") -> Table:
    """II.D: with ``guard`` the unit drawn already, else the draw is made when the step begins."""
    state = f'guard = "{guard}"' if guard else ""
    return Table(f'''
        title = "dom"
        turn = {turn}
        step = "{step}"
        units = """
        {units}
        """
        [state]
        {state}
        [board]
        size = "8x8"
        hexes = """
        0107 german-source german west
        0801..0808 soviet-source
        {hexes}
        """
    ''')


def reserve(*keys: str) -> str:
    return "\n".join(f"{key} reserve" for key in keys)


@pytest.mark.rule("dom", "9.4a")
def test_guards_unit_takes_the_place_of_its_type() -> None:
    t = converting(f"RD1 0604\nRB1 0604\nRD2 0605\n{reserve('8GRD')}")
    assert (t.prompt.decision, t.seat) == ("guards conversion", "soviet")
    assert t.legal() == {"guards RD1", "guards RD2", "decline"}
    t.order("guards RD1")
    assert (t.where("8GRD"), t.where("RD1"), t.where("RB1"), t.where("RD2")) == ("0604", "gone", "0604", "0605")


@pytest.mark.rule("dom", "9.4a")
def test_eight_draws_empty_the_pool() -> None:
    rifles = "\n".join(f"{kind}{i} 060{i}" for kind in ("RD", "CD", "TB") for i in range(1, 9))
    infantry = "5Inf 0107\n8Inf 0107\n28Inf 0107\n1Cav 0107"
    t = converting(f"{rifles}\n{infantry}\n{reserve(*GUARDS)}", turn=1, step="II.C")
    drawn = []
    while t.s.turn <= 8:
        if t.prompt.decision == "guards conversion":
            drawn.append(t.s.turn)
            assert sum(t.where(key) == "reserve" for key in GUARDS) == 9 - t.s.turn
            t.order(sorted(t.legal("guards"))[0])
        elif t.prompt.decision == "replacement and withdrawal":
            t.order(sorted(t.legal("withdraw"))[0] if t.legal("withdraw") else "done")
        else:
            t.order(PASS[t.prompt.decision])
    assert drawn == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(t.where(key) not in ("reserve", "gone", "dead") for key in GUARDS)


@pytest.mark.rule("dom", "9.4a")
def test_no_conversion_on_turn_9() -> None:
    t = converting(f"RD1 0604\n{reserve('8GRD')}", turn=9)
    assert t.where("8GRD") == "reserve"
    assert t.prompt.decision != "guards conversion"


@pytest.mark.rule("dom", "9.4a")
def test_guards_draw_is_blind() -> None:
    found = set()
    for seed in range(16):
        t = converting(f"RD1 0604\nCD1 0604\nTB1 0604\n{reserve(*GUARDS)}", step="II.C")
        t.s.dice = Dice(bytes([seed]))
        log = t.order("done")
        found.add(t.title.units.keys[first(log, "drawn").facts["unit"]])
    assert len(found) > 4
    assert found <= set(GUARDS)


ONE_OF_EACH = "RD1 0603\nRB1 0603\nCD1 0604\nTB1 0604\nMRB1 0605\nMRD1 0605\nMRD5 0605\n1GRD 0606"


@pytest.mark.rule("dom", "9.4b")
@pytest.mark.parametrize(("guard", "replaced"), [("8GRD", "RD1"), ("3GCav", "CD1"), ("1GTk", "TB1")])
def test_only_the_same_type_is_converted(guard: str, replaced: str) -> None:
    t = converting(f"{ONE_OF_EACH}\n{guard} reserve", guard=guard)
    assert t.legal("guards") == {f"guards {replaced}"}
    for key in {"RD1", "RB1", "CD1", "TB1", "MRB1", "MRD1", "MRD5", "1GRD"} - {replaced}:
        t.refused(f"guards {key}", "9.4b", f"{key} is not of the type that {guard} replaces")
    t.order(f"guards {replaced}")


@pytest.mark.rule("dom", "9.4b")
def test_converted_unit_needs_edge_supply() -> None:
    t = converting(f"TB1 0101\nTB2 0604\n{POCKET}\n1GTk reserve", guard="1GTk")
    assert t.legal("guards") == {"guards TB2"}
    t.refused("guards TB1", "9.4b", "TB1 has no supply line to a map-edge source")


@pytest.mark.rule("dom", "9.4b")
def test_supply_of_the_city_itself_is_not_enough() -> None:
    t = converting(f"RD1 0101\nRD2 0604\n{POCKET}\n8GRD reserve", guard="8GRD", hexes="0101 city Orel")
    assert t.in_supply("RD1")
    assert t.legal("guards") == {"guards RD2"}
    t.refused("guards RD1", "9.4b", "RD1 has no supply line to a map-edge source")


@pytest.mark.rule("dom", "9.4b", "9.4e")
def test_guards_unit_is_lost_if_only_a_cut_off_unit_could_be_converted() -> None:
    t = converting(f"TB1 0101\nRD1 0604\n{POCKET}\n1GTk reserve")
    assert t.where("1GTk") == "gone"
    lost = first(t.log, "lost").facts
    assert (t.title.units.keys[lost["unit"]], lost["rule"]) == ("1GTk", "9.4e")


@pytest.mark.rule("dom", "9.4c")
def test_only_the_soviet_player_sees_the_converted_unit() -> None:
    t = converting("RD1 0604 untried 1-1\nRD2 0605 untried 3-4\n8GRD reserve", guard="8GRD")
    assert t.legal("guards") == {"guards RD1", "guards RD2"}
    log = t.order("guards RD1")
    looked = first(log, "looked")
    assert t.title.tell(looked) == "RD1 was 1-1."
    soviet = [t.title.visible_event(t.s, event, 1) for event in log]
    german = [t.title.visible_event(t.s, event, 0) for event in log]
    assert looked in soviet
    assert looked not in german
    told = " ".join(t.title.tell(event) for event in german if event)
    assert "8GRD replaces RD1" in told
    assert "1-1" not in told
    assert t.masked("german").face[t.unit("RD1")] == UNKNOWN


@pytest.mark.rule("dom", "9.4c")
def test_nobody_changes_his_mind_after_looking() -> None:
    t = converting("RD1 0604 untried 1-1\nRD2 0605 untried 3-4\n8GRD reserve", guard="8GRD")
    t.order("guards RD1")
    t.refused("guards RD2", "9.4a", "'guards' cannot be ordered now...")
    assert t.prompt.decision != "guards conversion"
    assert (t.where("RD1"), t.where("8GRD")) == ("gone", "0604")


@pytest.mark.rule("dom", "9.4c")
def test_veterans_may_be_converted_too() -> None:
    t = converting("RD1 0604\n8GRD reserve", guard="8GRD")
    assert "looked" not in kinds(t.order("guards RD1"))
    assert t.where("8GRD") == "0604"


@pytest.mark.rule("dom", "9.4d")
def test_converted_unit_is_out_of_play_for_good() -> None:
    t = converting("RD83 0604 untried\nRD1 0605\n8GRD reserve\n9GRD reserve", guard="8GRD")
    t.order("guards RD83")
    assert t.where("RD83") == "gone"
    run_to(t, "soviet-order")
    t.order("order move-fight")
    assert t.prompt.decision == "movement", "RD83 does not enter again although rifle divisions are due"
    run_to(t, "II.D")
    assert t.prompt.text.startswith("9GRD")
    assert t.legal("guards") == {"guards RD1"}
    t.refused("guards RD83", "9.4b", "RD83 is not on the map")


@pytest.mark.rule("dom", "9.4e")
def test_guards_unit_without_a_counterpart_is_eliminated() -> None:
    t = converting("RD1 0604\nTB1 0604\nCD1 dead\n3GCav reserve")
    assert t.where("3GCav") == "gone"
    assert first(t.log, "lost").facts["rule"] == "9.4e"
    assert t.s.turn == 3


@pytest.mark.rule("dom", "9.4e")
def test_guards_unit_not_wanted_is_lost() -> None:
    t = converting("RD1 0604\n8GRD reserve")
    log = t.order("decline")
    assert first(log, "lost").facts["rule"] == "9.4e"
    assert t.where("8GRD") == "gone"
    while t.s.turn == 3:
        assert t.prompt.decision != "guards conversion"
        t.order(PASS[t.prompt.decision])


@pytest.mark.rule("dom", "9.4f")
def test_new_guards_defend_and_move_like_any_unit() -> None:
    t = converting("RD1 0604\n8GRD reserve\n7Pz 0404\n5Inf 0503", guard="8GRD")
    t.order("guards RD1")
    run_to(t, "I.C")
    assert t.s.turn == 3
    assert set(t.sheet("assault 0604 with 5Inf").defence) == {6}
    run_to(t, "II.B")
    assert t.range("8GRD")["0608"] == 4
    t.order("move 8GRD 0604-0704")
    assert t.where("8GRD") == "0704"


@pytest.mark.rule("dom", "9.4g")
@pytest.mark.parametrize(
    ("guard", "replaced", "factors"), [("8GRD", "RD1", (4, 6)), ("3GCav", "CD1", (3, 3)), ("1GTk", "TB1", (5, 3))]
)
def test_guards_enter_at_full_strength(guard: str, replaced: str, factors: tuple[int, int]) -> None:
    t = converting(f"{replaced} 0604 untried\n{guard} reserve", guard=guard)
    t.order(f"guards {replaced}")
    assert t.steps(guard) == 2
    shown = next(u for u in t.title.visible_data(t.masked("german"))["units"] if u.get("unit") == guard)
    assert (shown["attack"], shown["defence"], shown["at"]) == (*factors, "0604")


@pytest.mark.rule("dom", "9.4g")
def test_guards_regain_no_steps() -> None:
    t = withdrawing("7Pz 0303 reduced\n8GRD 0606 reduced\n1GTk 0606 reduced", turn=8, november=7)
    assert t.legal("replace") == {"replace 7Pz"}
    t.refused("replace 8GRD", "12.2d", "8GRD is not a German unit on the map")
    t.refused("replace 1GTk", "12.2d", "1GTk is not a German unit on the map")


@pytest.mark.rule("dom", "9.4g")
def test_dead_guards_stay_dead() -> None:
    t = converting("RD1 0604\nTB1 0604\n8GRD dead\n9GRD gone\n1GTk 0605 reduced")
    assert t.s.turn == 3, "there was nothing to draw"
    assert "drawn" not in kinds(t.log)
    assert (t.where("8GRD"), t.where("9GRD"), t.steps("1GTk")) == ("dead", "gone", 1)
