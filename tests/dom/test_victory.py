"""Chapter 4: sudden deaths the instant they happen, the reckoning at the end of game turn 9, no draws."""

from __future__ import annotations

from itertools import product

import pytest

from steppe.titles.dom.state import GERMAN, SOVIET
from tests.dom.layout import position, real_title
from tests.sandbox import Table, kinds

MOSCOW = "0504,0505 city Moscow"
STRONG = "Strong german panzer XX 60-30/30-15"


def won(t: Table) -> tuple[str, str] | None:
    """Who has won and by which rule."""
    return None if t.outcome is None else (t.outcome.winner, t.outcome.rule)


def over(t: Table) -> bool:
    """Whether play has really stopped."""
    t.refused("done", t.prompt.rule, "the game is over")
    return t.prompt.decision == "over" and t.legal() == set()


# -- 4.1 Moscow entered -----------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "4.1")
@pytest.mark.parametrize("label", ["0504", "0505"])
def test_the_german_wins_the_instant_he_moves_into_either_moscow_hex(label: str) -> None:
    t = Table(position("7Pz 0303\nRD1 0705", hexes=MOSCOW))
    assert won(t) is None
    t.order(f"move 7Pz 0303-{label}")
    assert won(t) == ("german", "4.1")
    assert over(t)


@pytest.mark.rule("dom", "4.1")
def test_a_move_stops_in_moscow() -> None:
    t = Table(position("7Pz 0301", size="9x1", hexes="0501,0601 city Moscow"))
    t.order("move 7Pz 0301-0701")
    assert won(t) == ("german", "4.1")
    assert t.where("7Pz") == "0501"


@pytest.mark.rule("dom", "4.1")
def test_clearing_moscow_is_not_enough_but_the_advance_is() -> None:
    t = Table(position(f"{STRONG} 0405\nRD1 0504\nRD2 0705", step="I.C", hexes=MOSCOW))
    t.order("assault 0504 with Strong")
    assert t.where("RD1") == "dead"
    assert won(t) is None
    t.order("advance Strong")
    assert won(t) == ("german", "4.1")
    assert over(t)


@pytest.mark.rule("dom", "4.1")
def test_a_mobile_assault_that_clears_moscow_wins() -> None:
    t = Table(position(f"{STRONG} 0405\nRD1 0504\nRD2 0705", hexes=MOSCOW))
    t.order("mobile 0504 with Strong")
    assert won(t) == ("german", "4.1")


@pytest.mark.rule("dom", "4.1")
def test_neither_a_zone_of_control_nor_a_stalled_assault_takes_moscow() -> None:
    t = Table(position("7Pz 0303\nRD1 0504 5-5\nRD2 0705", hexes=MOSCOW))
    t.order("move 7Pz 0303-0404")  # next to Moscow
    assert won(t) is None
    t.order("mobile 0504 with 7Pz", dice=(6,))
    assert t.where("RD1") == "0504"
    assert won(t) is None


@pytest.mark.rule("dom", "4.1")
def test_another_city_does_not_end_the_game() -> None:
    t = Table(position("7Pz 0303", hexes=f"{MOSCOW}\n0403 city Tula"))
    t.order("move 7Pz 0303-0403")
    assert t.control("0403") == "german"
    assert won(t) is None


# -- 4.2 Moscow isolated ----------------------------------------------------------------------------------------------

# Two divisions in 0405 and 0604 close every way out of 0504, the other Moscow hex among them, which is empty and in
# their zones of control; a third next to 0606 closes the last ways out of 0505.
HALF_CUT = "7Pz 0405\n6Pz 0604"


@pytest.mark.rule("dom", "4.2a")
def test_both_moscow_hexes_must_be_cut_off() -> None:
    t = Table(position(f"{HALF_CUT}\n1Pz 0308", hexes=MOSCOW))
    assert won(t) is None
    t.order("move 1Pz 0308-0307")
    assert won(t) is None
    t.order("move 1Pz 0307-0606")
    assert won(t) == ("german", "4.2a")
    assert over(t)


@pytest.mark.rule("dom", "4.2a")
def test_one_hex_cut_off_and_the_other_connected_is_no_win() -> None:
    t = Table(position(f"{HALF_CUT}\nRD2 0701", hexes=MOSCOW, step="II.B"))
    # the northern hex has no line to the edge: the southern one is empty and in a German ZOC, and lets nothing through
    assert not t.title.supply.has_line(t.s, SOVIET, t.hex("0504"))
    assert t.title.supply.has_line(t.s, SOVIET, t.hex("0505"))
    assert won(t) is None
    t.order("move RD2 0701-0702", "done")
    assert won(t) is None


@pytest.mark.rule("dom", "4.2a")
@pytest.mark.parametrize(("source", "start"), [("0501", "0301"), ("0901", "0903"), ("0909", "0907")])
def test_any_one_source_on_the_edge_is_enough(source: str, start: str) -> None:
    # One source has fallen; the only other keeps Moscow alive until the German comes there too.
    text = position(f"7Pz {start}", hexes=f"{MOSCOW}\n0905 soviet-source german\n{source} soviet-source")
    t = Table(text.replace("0901..0909 soviet-source", ""))
    assert won(t) is None
    t.order(f"move 7Pz {start}-{source}")
    assert won(t) == ("german", "4.2a")


@pytest.mark.rule("dom", "4.2a")
def test_the_two_hexes_may_use_different_lines() -> None:
    # Each Moscow hex is empty and in a German ZOC, so neither passes the other's line; each has one of its own.
    t = Table(position("7Pz 0405", hexes=MOSCOW))
    assert won(t) is None
    # 6Pz closes the northern hex alone, 1Pz instead the southern one alone
    for lone in ("6Pz 0604", "1Pz 0606"):
        assert won(Table(position(f"7Pz 0405\n{lone}", hexes=MOSCOW))) is None
    assert won(Table(position("7Pz 0405\n6Pz 0604\n1Pz 0606", hexes=MOSCOW))) == ("german", "4.2a")


@pytest.mark.rule("dom", "4.2a")
def test_a_soviet_unit_keeps_a_line_open_in_a_german_zone_of_control() -> None:
    cut = f"{HALF_CUT}\n1Pz 0606"
    assert won(Table(position(cut, hexes=MOSCOW))) == ("german", "4.2a")
    assert won(Table(position(f"{cut}\nRD1 0506", hexes=MOSCOW))) is None


@pytest.mark.rule("dom", "4.2a")
def test_moscow_falls_when_the_unit_that_kept_the_line_open_steps_out() -> None:
    t = Table(position(f"{HALF_CUT}\n1Pz 0606\nRD1 0506", hexes=MOSCOW, step="II.B"))
    assert won(t) is None
    t.order("move RD1 0506-0507")
    assert won(t) == ("german", "4.2a")
    assert over(t)


@pytest.mark.rule("dom", "4.2a")
def test_moscow_falls_when_the_unit_that_kept_the_line_open_is_eliminated() -> None:
    t = Table(position(f"7Pz 0405\n6Pz 0604\n{STRONG} 0606\nRD1 0506", hexes=MOSCOW, step="I.C"))
    t.order("assault 0506 with Strong")
    assert t.where("RD1") == "dead"
    assert won(t) == ("german", "4.2a")  # before any advance
    assert t.where("Strong") == "0606"


@pytest.mark.rule("dom", "4.2a")
def test_it_falls_before_the_victors_pay_for_a_bloodbath() -> None:
    units = "7Pz 0405\n6Pz 0604\n5Inf 0606 5-5/2-2\nRD1 0506 1-1"
    t = Table(position(units, hexes=f"{MOSCOW}\n0506 city Tula", step="I.C"))
    t.order("assault 0506 with 5Inf", dice=(3,))  # 5:1, less two columns for the city: driven back
    assert t.prompt.decision == "conversion"
    log = t.order("convert BB")
    assert t.where("RD1") == "dead"
    assert won(t) == ("german", "4.2a")
    assert "reduced" not in kinds(log)
    assert t.steps("5Inf") == 2


@pytest.mark.rule("dom", "4.2a")
def test_it_falls_when_the_unit_that_kept_the_line_open_retreats() -> None:
    t = Table(position("7Pz 0405\n6Pz 0604\n1Pz 0606\nRD1 0506 2-2", hexes=MOSCOW, step="I.C"))
    t.order("assault 0506 with 1Pz", dice=(2,))  # 4:1, driven back
    assert won(t) is None
    t.order("retreat 0507")
    assert won(t) == ("german", "4.2a")


@pytest.mark.rule("dom", "4.2b")
def test_the_supply_that_moscow_gives_its_garrison_does_not_save_it() -> None:
    t = Table(position(f"{HALF_CUT}\n1Pz 0308\nRD1 0504\nRD2 0505", hexes=MOSCOW))
    assert won(t) is None
    assert t.in_supply("RD1")
    t.order("move 1Pz 0308-0307", "move 1Pz 0307-0606")
    assert t.in_supply("RD1")
    assert t.in_supply("RD2")
    assert won(t) == ("german", "4.2a")


@pytest.mark.rule("dom", "4.2b")
def test_empty_moscow_hexes_trace_as_units_would() -> None:
    # A line may begin in a hex in a German ZOC; the same Germans leave a garrison and an empty city equally alive.
    for garrison in ("", "RD1 0505\n"):
        t = Table(position(f"{garrison}7Pz 0405", hexes=MOSCOW))
        assert won(t) is None
        t.order("move 7Pz 0405-0406")
        assert won(t) is None


# -- 4.3, 4.5 The end of game turn 9, and 4.0 no draws ----------------------------------------------------------------

FIVE = {"Kalinin": "0302", "Kursk": "0309", "Orel": "0308", "Smolensk": "0304", "Tula": "0507"}


@pytest.mark.rule("dom", "4.0", "4.3", "4.5")
@pytest.mark.parametrize("german", list(product((True, False), repeat=5)))
def test_the_german_needs_all_five_cities_at_the_end(german: tuple[bool, ...]) -> None:
    cities = "\n".join(
        f"{label} city {name}{' german' if held else ''}"
        for (name, label), held in zip(FIVE.items(), german, strict=True)
    )
    t = Table(position("7Pz 0202\nRD1 0805", turn=9, step="II.C", hexes=f"0705,0706 city Moscow\n{cities}"))
    assert won(t) is None
    t.order("done")
    assert t.outcome is not None
    assert t.outcome.turn == 9
    assert won(t) == (("german", "4.3") if all(german) else ("soviet", "4.5"))
    assert over(t)


@pytest.mark.rule("dom", "4.3", "4.5")
def test_the_reckoning_comes_at_the_end_of_turn_9_and_not_before() -> None:
    cities = "\n".join(f"{label} city {name} german" for name, label in FIVE.items())
    t = Table(position("7Pz 0202\nRD1 0805", turn=8, step="II.C", hexes=f"0705,0706 city Moscow\n{cities}"))
    t.order("done")
    assert (won(t), t.s.turn) == (None, 9)
    t.order("order move-fight", "done", "done", "order move-fight", "done")
    assert won(t) is None
    t.order("done")
    assert won(t) == ("german", "4.3")


@pytest.mark.rule("dom", "4.3")
def test_supply_does_not_matter_for_the_five_cities() -> None:
    cities = "\n".join(f"{label} city {name} german" for name, label in FIVE.items())
    text = position("7Pz 0302\nRD1 0805", turn=9, step="II.C", hexes=f"0705,0706 city Moscow\n{cities}")
    t = Table(text.replace("german-source german", "soviet"))
    assert not t.in_supply("7Pz")
    t.order("done")
    assert won(t) == ("german", "4.3")


REAL = {"Kalinin": "3007", "Kursk": "3354", "Orel": "3243", "Tula": "4131"}


@pytest.mark.rule("dom", "4.3", "4.5")
@pytest.mark.parametrize("missing", ["", "Kalinin", "Kursk", "Orel", "Smolensk", "Tula"])
def test_the_five_cities_of_the_real_map(missing: str) -> None:
    names = real_title().board.names
    divisions = zip(("1Pz", "2Pz", "3Pz", "4Pz"), REAL.items(), strict=True)
    units = [f"{division} {label}" for division, (name, label) in divisions if name != missing]
    units += ["RD1 0725"] if missing == "Smolensk" else []
    t = Table('title = "dom"\nturn = 9\nstep = "II.C"\nunits = """\n' + "\n".join(units) + '\n"""')
    assert {names[h] for h in t.title.board.hexes("city")} == {*REAL, "Smolensk", "Moscow"}
    t.order("done")
    assert won(t) == (("soviet", "4.5") if missing else ("german", "4.3"))


@pytest.mark.rule("dom", "4.5")
def test_the_soviet_wins_if_nothing_else_has_happened() -> None:
    t = Table(position("7Pz 0202\nRD1 0805", turn=9, step="II.C", hexes="0705,0706 city Moscow\n0507 city Tula"))
    t.order("done")
    assert won(t) == ("soviet", "4.5")


@pytest.mark.rule("dom", "4.0")
def test_every_way_to_end_a_game_names_one_winner() -> None:
    seats = {"german", "soviet"}
    for loser in ("german", "soviet"):
        t = Table(position("7Pz 0303\nRD1 0705", hexes=MOSCOW))
        t.order(f"resign {loser}")
        assert t.outcome is not None
        assert t.outcome.winner in seats - {loser}
        assert t.outcome.level == "victory"


# -- 4.4 Soviet sudden death ------------------------------------------------------------------------------------------

WEST = "0303 west german"


@pytest.mark.rule("dom", "4.4a")
@pytest.mark.parametrize("feature", ["town", "city"])
def test_a_western_place_entered_wins_at_once(feature: str) -> None:
    t = Table(position("CD1 0504", step="II.B", hexes=f"{WEST} {feature} Yelnya\n0401..0409 german"))
    t.order("move CD1 0504-0303")
    assert won(t) == ("soviet", "4.4a")
    assert over(t)


@pytest.mark.rule("dom", "4.4a")
def test_passing_through_is_entering() -> None:
    t = Table(position("CD1 0501", step="II.B", size="9x1", hexes="0201,0301,0401 west german\n0301 town Yelnya"))
    t.order("move CD1 0501-0201")
    assert won(t) == ("soviet", "4.4a")
    assert t.where("CD1") == "0301"


@pytest.mark.rule("dom", "4.4a")
def test_the_supply_of_the_place_does_not_matter() -> None:
    text = position("CD1 0504", step="II.B", hexes=f"{WEST} town Yelnya")
    t = Table(text.replace("soviet-source", "soviet"))
    assert not t.in_supply("CD1")
    t.order("move CD1 0504-0303")
    assert won(t) == ("soviet", "4.4a")


@pytest.mark.rule("dom", "4.4a")
def test_a_german_who_enters_one_loses_nothing_by_it() -> None:
    t = Table(position("7Pz 0203\nCD1 0909", hexes="0303 west town Yelnya"))
    t.order("move 7Pz 0203-0303")
    assert (t.control("0303"), won(t)) == ("german", None)


@pytest.mark.rule("dom", "4.4a")
@pytest.mark.parametrize("hexes", ["0303 german town Bely", "0303 german city Tula", "0303 west german"])
def test_places_east_of_the_line_and_open_country_do_not_count(hexes: str) -> None:
    t = Table(position("CD1 0504", step="II.B", hexes=hexes))
    t.order("move CD1 0504-0303")
    assert t.control("0303") == "soviet"
    assert won(t) is None


@pytest.mark.rule("dom", "4.4a")
@pytest.mark.parametrize(
    ("units", "hexes", "warned"),
    [
        ("CD1 0504", f"{WEST} town Yelnya", True),
        ("CD1 0504 spent=6", f"{WEST} town Yelnya", True),  # it will have its MP again
        ("CD1 0504\n7Pz 0303", f"{WEST} town Yelnya", False),
        ("RD1 0909", f"{WEST} town Yelnya", False),
        ("CD1 0703\n7Pz 0404\n5Pz 0402\n4Pz 0306", f"{WEST} town Yelnya", False),  # zones of control stop it
        ("CD1 0504", "0303 german town Bely", False),
        ("CD1 0504", "0303 west town Yelnya", False),
    ],
)
def test_the_german_is_warned_of_a_western_place_that_anybody_could_walk_into(
    units: str, hexes: str, warned: bool
) -> None:
    t = Table(position(f"2Pz 0109\n{units}", hexes=hexes))
    before = t.s.array.copy()
    found = t.title.warnings(t.s, GERMAN)
    text = "A Soviet unit wins the game at once if it enters one of these, and one could: 0303 Yelnya (CD1)."
    assert found == ([("4.4a", text)] if warned else [])
    assert t.title.warnings(t.s, SOVIET) == []
    assert (t.s.array == before).all()


@pytest.mark.rule("dom", "4.4a")
def test_a_retreat_into_a_western_town_wins() -> None:
    # The assault comes from the east; the only source lies in the south-west, so the way there leads into the town.
    text = position("7Pz 0504\nRD1 0404 2-2", step="I.C", hexes="0304 west german town Yelnya\n0109 soviet-source")
    t = Table(text.replace("0901..0909 soviet-source", "").replace("0101..0109", "0101..0102"))
    t.order("assault 0404 with 7Pz", dice=(2,))  # 4:1, driven back
    assert won(t) is None
    assert t.legal("retreat") == {"retreat 0304"}
    t.order("retreat 0304")
    assert won(t) == ("soviet", "4.4a")
    assert over(t)


@pytest.mark.rule("dom", "4.4a")
def test_an_advance_into_a_western_town_wins() -> None:
    t = Table(position("Mass soviet RD XX 60-5 0404\n7Pz 0303 reduced", step="II.C", hexes=f"{WEST} town Yelnya"))
    t.order("assault 0303 with Mass")
    assert won(t) is None
    t.order("advance Mass")
    assert won(t) == ("soviet", "4.4a")


@pytest.mark.rule("dom", "4.4b")
def test_declining_a_withdrawal_loses_the_game() -> None:
    t = Table(position("5Inf 0303\nRD1 0705", turn=5, step="I.A", track='withdraw = ["infantry"]'))
    assert won(t) is None
    t.order("done")
    assert won(t) == ("soviet", "4.4b")
    assert over(t)


@pytest.mark.rule("dom", "4.4b")
def test_a_withdrawal_made_keeps_the_game_going() -> None:
    t = Table(position("5Inf 0303\nRD1 0705", turn=5, step="I.A", track='withdraw = ["infantry"]'))
    t.order("withdraw 5Inf", "done")
    assert won(t) is None
    assert t.prompt.decision == "movement"


@pytest.mark.rule("dom", "4.4b")
@pytest.mark.parametrize(
    ("units", "due"),
    [
        ("7Pz 0303", "infantry"),  # no infantry division at all
        ("5Inf dead\n7Pz 0303", "infantry"),
        ("5Inf 0303", "cavalry"),  # no cavalry and no other mechanized division
        ("KG1 0303\nGD 0304", "cavalry"),  # battle groups and the regiment are no divisions
    ],
)
def test_a_withdrawal_that_cannot_be_made_loses_at_once(units: str, due: str) -> None:
    t = Table(position(f"{units}\nRD1 0705", turn=7, step="german-order", track=f'withdraw = ["{due}"]'))
    assert won(t) is None
    t.order("order move-fight")
    assert won(t) == ("soviet", "4.4b")
    assert over(t)


@pytest.mark.rule("dom", "4.4b")
def test_a_division_out_of_supply_cannot_answer_a_withdrawal() -> None:
    text = position("5Inf 0303\nRD1 0705", turn=5, step="german-order", track='withdraw = ["infantry"]')
    t = Table(text.replace("german-source german", "german"))
    t.order("order move-fight")
    assert won(t) == ("soviet", "4.4b")
