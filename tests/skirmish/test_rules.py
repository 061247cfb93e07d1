"""The rules of the skirmish, row by row."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice, secret_from_seed
from steppe.game import Game, RefusalError
from steppe.lab.openings import set_up
from tests.skirmish.scene import KEY, Scene, small

AMBER, TEAL = 0, 1


def begun(scenario: str = "fords", seed: int = 1, **options: bool) -> Game:
    game = Game.new(KEY, secret=secret_from_seed(seed), scenario=scenario, options=options)
    set_up(game)
    return game


# -- the game ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skirmish", "1.2")
def test_who_gives_up_has_lost() -> None:
    game = begun()
    game.order(AMBER, game.read("resign amber"))
    assert game.title.outcome(game.state) == ("teal", "victory", "1.2", 1)


@pytest.mark.rule("skirmish", "1.3")
def test_orders_are_taken_back_until_a_die_is_rolled() -> None:
    game = begun()
    before = game.state.key()
    game.order(AMBER, game.read("move 1Horse 0203-0204"))
    game.undo(AMBER)
    assert game.state.key() == before
    game.order(AMBER, game.read("done"))
    with pytest.raises(RefusalError, match="the opponent must agree"):
        game.undo(AMBER)
    game.undo(AMBER, consent=True)
    assert game.state.key() == before


@pytest.mark.rule("skirmish", "2.1")
def test_each_side_is_set_up_in_its_zone() -> None:
    game = Game.new(KEY, secret=b"x")
    assert game.title.prompt(game.state)[:2] == (AMBER, "set-up")
    for order in ("place 1Foot 0306", "place 1Band 0208", "done", "place 1Foot+2Foot 0302"):
        refusal = game.title.refuse(game.state, game.read(order))
        assert refusal is not None
        assert refusal.rule == "2.1"
    game.order(AMBER, game.read("place 1Foot 0302"))
    refusal = game.title.refuse(game.state, game.read("place 2Foot 0302"))
    assert refusal is not None
    assert "a unit stands in 0302" in refusal.why


@pytest.mark.rule("skirmish", "2.2")
def test_a_side_is_set_up_at_one_stroke() -> None:
    game = Game.new(KEY, secret=b"x")
    game.order(AMBER, game.read("deploy historical"))
    game.order(AMBER, game.read("done"))
    game.order(TEAL, game.read("deploy random"))
    zone = game.title.board.region("teal-zone")
    placed = [h for u, h in enumerate(game.state.hex) if game.title.names.unit[u] in ("1Band", "Guard")]
    assert set(placed) <= zone
    raid = Game.new(KEY, secret=b"x", scenario="raid")
    assert not raid.title.is_setting_up(raid.state)
    assert sum(h >= 0 for h in raid.state.hex) == 8


@pytest.mark.rule("skirmish", "2.3")
def test_the_enemy_does_not_know_a_chit_before_the_fight() -> None:
    scene = Scene(small("1Foot 0303\n1Band 0304 chit=3", "amber-fight"), 3)
    assert (scene.seen("1Band", AMBER)["attack"], scene.seen("1Band", TEAL)["attack"]) == (None, 3)
    masked = scene.title.masked(scene.s, AMBER)
    sheet = scene.title.sheet(masked, scene.title.notation.read("assault 0304 with 1Foot", scene.title.names))
    assert sheet.defence == {1: Fraction(1, 7), 2: Fraction(3, 7), 3: Fraction(2, 7), 4: Fraction(1, 7)}
    assert "revealed" in scene.give("assault 0304 with 1Foot", "stand")
    assert scene.seen("1Band", AMBER)["attack"] == 3
    open_game = begun(secret=False)
    data = open_game.view(AMBER).as_data()
    assert all(unit["attack"] for unit in data["units"])


@pytest.mark.rule("skirmish", "2.3")
def test_a_sampled_world_deals_the_chits_that_are_left() -> None:
    game = begun()
    title: Any = game.title
    masked = title.masked(game.state, AMBER)
    bands = [u for u in range(len(title.units)) if not title.units[u].strength]
    dealt = {tuple(title.sample_world(masked, AMBER, random.Random(n)).chit[u] for u in bands) for n in range(20)}
    assert len(dealt) > 5
    for chits in dealt:
        assert all(chits.count(value) <= title.chits[TEAL].count(value) for value in chits)


def steps_of_a_turn(scenario: str, turn: int) -> list[str]:
    """The steps of a turn in which nobody does anything."""
    title: Any = titles.load(KEY, scenario)
    game = begun(scenario)
    s, found = game.state, []
    while not s.over:
        for event in title.apply(s, title.notation.read("done", title.names)):
            if event.kind == "phase" and s.turn == turn:
                found.append(event.facts["step"])
    return found


@pytest.mark.rule("skirmish", "3.1")
def test_amber_is_first() -> None:
    assert steps_of_a_turn("fords", 2) == ["amber-march", "teal-march"]  # nobody is near enough to fight


@pytest.mark.rule("skirmish", "3.2")
def test_in_the_raid_teal_is_first_and_marches_twice_at_dusk() -> None:
    assert begun("raid").state.turn == 4
    assert steps_of_a_turn("raid", 5) == ["teal-march", "dusk-march", "amber-march"]
    assert steps_of_a_turn("raid", 6) == ["teal-march", "amber-march"]


# -- marches ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skirmish", "4.1")
def test_a_unit_moves_once_as_far_as_it_can() -> None:
    scene = Scene(small("1Foot 0301"))
    assert scene.reach("1Foot")["0304"] == 3
    assert scene.rule("move 1Foot 0301-0305") == "4.1"
    scene.give("move 1Foot 0301-0302")
    assert scene.rule("move 1Foot 0302-0303") == "4.1"
    assert scene.rule("move 1Band 0302-0303") == "4.1"


@pytest.mark.rule("skirmish", "4.2")
def test_the_ground_costs_by_the_kind_of_unit() -> None:
    scene = Scene(small("1Foot 0301\nGuns 0401\n1Horse 0202", hexes="0302 wood\n0402 hill"))
    assert scene.reach("1Foot")["0302"] == 2
    assert scene.reach("1Horse")["0302"] == 3
    assert scene.reach("Guns")["0402"] == 2
    assert scene.rule("move Guns 0401-0302") == "4.2"


@pytest.mark.rule("skirmish", "4.3")
def test_streams_cost_more_and_cliffs_are_closed() -> None:
    scene = Scene(small("1Foot 0302", sides="0302-0303 stream\n0302-0402 cliff"))
    assert scene.reach("1Foot")["0303"] == 2
    assert scene.reach("1Foot")["0402"] == 2  # round the cliff


@pytest.mark.rule("skirmish", "4.4")
def test_beside_the_enemy_units_leave_slowly_and_stop() -> None:
    scene = Scene(small("1Horse 0303\n1Band 0304 chit=2"))
    reach = scene.reach("1Horse")
    assert reach["0302"] == 2  # one more for leaving
    assert reach["0404"] == 2  # beside the enemy again: this far and no farther
    assert reach["0405"] == 5  # round the hexes beside the enemy, though 0404 is next to it
    away = Scene(small("1Horse 0302\n1Band 0304 chit=2")).reach("1Horse")
    assert away["0303"] == 1
    assert away["0205"] == 4  # not through 0303 and 0204, where it would have to stop


@pytest.mark.rule("skirmish", "4.5")
def test_there_is_one_unit_in_a_hex() -> None:
    scene = Scene(small("1Foot 0302\n2Foot 0303"))
    assert scene.rule("move 1Foot 0302-0303") == "4.5"
    assert scene.rule("move 1Foot+2Foot 0302-0301") == "4.5"
    assert "0303" not in scene.reach("1Foot")


@pytest.mark.rule("skirmish", "4.6")
def test_nobody_leaves_the_part_that_is_played() -> None:
    game = begun("parley")
    refusal = game.title.refuse(game.state, game.read("move 2Foot 0402-0502"))
    assert refusal is not None
    assert refusal.rule == "4.6"


@pytest.mark.rule("skirmish", "4.7")
def test_a_shaken_unit_rallies_away_from_the_enemy() -> None:
    units = "1Foot 0301 shaken\n2Foot 0303 shaken\n3Foot 0501\n1Band 0304 chit=2"
    scene = Scene(small(units))
    assert scene.rule("rally 2Foot") == "4.7"
    assert scene.rule("rally 3Foot") == "4.7"
    assert scene.give("rally 1Foot") == ["rallied"]
    assert scene.seen("1Foot")["steps"] == 2
    assert scene.rule("move 1Foot 0301-0302") == "4.1"


# -- fights -----------------------------------------------------------------------------------------------------------

PAIR = "1Foot 0303\n2Foot 0404\n1Band 0304 chit=2"
"""Two units beside a band that has ways out."""


@pytest.mark.rule("skirmish", "5.1")
def test_units_assault_their_neighbours_once() -> None:
    scene = Scene(small(PAIR + "\n3Foot 0203 shaken\n2Band 0204 chit=1 shaken", "amber-fight"), 3, 3)
    assert scene.rule("assault 0304 with 3Foot") == "5.1"
    assert scene.rule("assault 0305 with 1Foot") == "5.1"
    assert scene.rule("assault 0304 with 1Foot+1Foot") == "5.1"
    assert scene.rule("assault 0304 with 1Band") == "5.1"
    assert scene.rule("assault 0204 with 2Foot") == "5.1"
    scene.give("assault 0304 with 1Foot", "stand")
    assert scene.rule("assault 0204 with 1Foot") == "5.1"
    assert scene.refusal("assault 0304 with 2Foot") is None


@pytest.mark.rule("skirmish", "5.2")
def test_nobody_assaults_across_a_cliff() -> None:
    assert Scene(small(PAIR, "amber-fight", sides="0303-0304 cliff")).rule("assault 0304 with 1Foot") == "5.2"


@pytest.mark.rule("skirmish", "5.3")
def test_the_assaulted_side_may_withdraw() -> None:
    scene = Scene(small(PAIR, "amber-fight"))
    scene.give("assault 0304 with 2Foot+1Foot")
    assert scene.title.prompt(scene.s)[:2] == (TEAL, "answer")
    assert scene.rule("withdraw 0204") == "5.3"  # beside 1Foot
    assert scene.give("withdraw 0305") == ["withdrew", "advanced"]
    assert (scene.at("1Band"), scene.at("2Foot"), scene.at("1Foot")) == ("0305", "0304", "0303")
    assert scene.title.prompt(scene.s)[:2] == (AMBER, "fight")
    assert scene.seen("1Band")["attack"] is None  # nobody has seen its chit
    held = Scene(small(PAIR.replace("chit=2", "chit=2 shaken"), "amber-fight"), 1)
    assert "rolled" in held.give("assault 0304 with 1Foot")  # a shaken unit is not asked


@pytest.mark.rule("skirmish", "5.4")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "standoff"), (3, "standoff"), (4, "shaken"), (5, "shaken"), (6, "routed")]
)
def test_the_die_decides(die: int, result: str) -> None:
    scene = Scene(small(PAIR, "amber-fight"), die)
    sheet = scene.sheet("assault 0304 with 1Foot")
    assert (sheet.columns, sheet.modifiers) == ({"+1": 1}, ())
    assert sheet.results == {"standoff": Fraction(1, 2), "shaken": Fraction(1, 3), "routed": Fraction(1, 6)}
    scene.give("assault 0304 with 1Foot", "stand")
    after = {"standoff": ("0304", 2), "shaken": ("0304", 1), "routed": ("dead", 2)}
    assert (scene.seen("1Band")["at"], scene.seen("1Band")["steps"]) == after[result]


@pytest.mark.rule("skirmish", "5.4")
def test_a_repulse_shakes_everybody_who_assaulted() -> None:
    scene = Scene(small("3Foot 0303\nGuns 0404\n1Band 0304 chit=4", "amber-fight", hexes="0304 hill"), 1)
    assert scene.sheet("assault 0304 with 3Foot+Guns").columns == {"-1": 1}
    assert scene.give("assault 0304 with 3Foot+Guns", "stand").count("shaken") == 2
    assert scene.sheet("assault 0304 with 3Foot+Guns").columns == {"-3": 1}


@pytest.mark.rule("skirmish", "5.5")
@pytest.mark.parametrize("cover", ["wood", "hill", "village"])
def test_cover_takes_one_off(cover: str) -> None:
    sheet = Scene(small(PAIR, "amber-fight", hexes=f"0304 {cover}")).sheet("assault 0304 with 1Foot")
    assert sheet.modifiers == (("cover", "5.5", -1),)
    assert sheet.results == {"repulse": Fraction(1, 6), "standoff": Fraction(1, 2), "shaken": Fraction(1, 3)}


@pytest.mark.rule("skirmish", "5.6")
def test_the_stream_counts_if_all_are_across() -> None:
    scene = Scene(small(PAIR, "amber-fight", sides="0303-0304 stream"))
    assert scene.sheet("assault 0304 with 1Foot").modifiers == (("across the stream", "5.6", -1),)
    assert scene.sheet("assault 0304 with 1Foot+2Foot").modifiers == ()


@pytest.mark.rule("skirmish", "5.7")
def test_guns_add_one() -> None:
    scene = Scene(small(PAIR.replace("2Foot", "Guns"), "amber-fight"))
    sheet = scene.sheet("assault 0304 with 1Foot+Guns")
    assert (sheet.columns, sheet.modifiers) == ({"+2": 1}, (("guns", "5.7", 1),))
    assert sheet.results == {"standoff": Fraction(1, 6), "shaken": Fraction(1, 3), "routed": Fraction(1, 2)}


@pytest.mark.rule("skirmish", "5.8")
def test_a_shaken_unit_that_is_shaken_is_lost() -> None:
    scene = Scene(small(PAIR.replace("chit=2", "chit=2 shaken"), "amber-fight"), 3)
    assert "eliminated" in scene.give("assault 0304 with 1Foot")
    assert (scene.at("1Band"), scene.s.lost.tolist()) == ("dead", [0, 1])


@pytest.mark.rule("skirmish", "5.9")
def test_the_first_unit_named_enters_the_empty_hex() -> None:
    scene = Scene(small(PAIR, "amber-fight"), 6)
    assert scene.give("assault 0304 with 2Foot+1Foot", "stand")[-1] == "advanced"
    assert (scene.at("2Foot"), scene.at("1Foot")) == ("0304", "0303")
    assert scene.title.holders(scene.s)[scene.title.names.hexes["0304"]] == AMBER


# -- victory ----------------------------------------------------------------------------------------------------------


def last_turn(scenario: str, lost: tuple[int, int], turn: int) -> Any:
    """A game on the real map that ends with the next order; ``lost`` is what Amber and Teal have lost.

    Teal has four villages and Amber three; in the north they have two each.
    """
    text = f"""
title = "skirmish"
scenario = "{scenario}"
turn = {turn}
step = "teal-fight"
units = '''
1Foot 0502
1Band 0308 chit=2
'''
[state]
lost_amber = {lost[0]}
lost_teal = {lost[1]}
"""
    scene = Scene(text)
    scene.give("done")
    return scene.title.outcome(scene.s)


@pytest.mark.rule("skirmish", "6.1", "6.4")
@pytest.mark.parametrize(
    ("lost", "outcome"),
    [
        ((3, 0), ("teal", "decisive", "6.1", 6)),
        ((1, 0), ("teal", "clear", "6.1", 6)),
        ((0, 1), ("teal", "narrow", "6.1", 6)),
        ((0, 3), ("amber", "narrow", "6.1", 6)),
        ((0, 5), ("amber", "clear", "6.1", 6)),
        ((0, 7), ("amber", "decisive", "6.1", 6)),
    ],
)
def test_villages_and_losses_count(lost: tuple[int, int], outcome: tuple[str, str, str, int]) -> None:
    assert last_turn("fords", lost, 6) == outcome


@pytest.mark.rule("skirmish", "6.2", "6.4")
def test_a_camp_of_the_enemy_wins_at_once() -> None:
    scene = Scene(small("1Foot 0302\n1Band 0505 chit=1", hexes="0303 teal-camp"))
    assert scene.give("move 1Foot 0302-0303")[-1] == "won"
    assert scene.title.outcome(scene.s) == ("amber", "decisive", "6.2", 1)


@pytest.mark.rule("skirmish", "6.3")
def test_equal_points_are_a_draw_in_the_parley_alone() -> None:
    assert last_turn("fords", (1, 3), 6) == ("teal", "narrow", "6.3", 6)
    assert last_turn("parley", (0, 0), 5) == ("", "draw", "6.3", 5)


def test_every_scenario_begins_with_its_own_turn() -> None:
    for key, first in (("fords", 1), ("raid", 4), ("parley", 3)):
        title = titles.load(KEY, key)
        s = title.setup(Dice(b"x"))
        assert s.turn == (first - 1 if title.is_setting_up(s) else first)
