"""Moves along a way of the player's choosing: judged hex by hex, by the judge of all other moves."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.assault.movement import chosen_way
from steppe.game import Game, verify
from steppe.lab.bench import long_game
from steppe.lab.openings import set_up
from steppe.orders import Order
from steppe.record import Record
from tests.dom.scene import WEST
from tests.dom.scene import scene as dom_scene
from tests.known import ASSAULT
from tests.lwe.scene import scene as lwe_scene
from tests.pm.scene import scene as pm_scene
from tests.sandbox import Table, first


def found_way(title: Any, s: Any, order: Order) -> tuple[int, ...]:
    """The hexes between beginning and end of the way that the game would choose."""
    steps = title.ranges.route(s, order.units, order.hex).steps
    return tuple(h for h, _ in reversed(steps[1:]))


@pytest.mark.parametrize("key", ASSAULT)
def test_the_way_that_the_game_chooses_is_legal_when_it_is_given(key: str) -> None:
    """Every cheapest way, said hex by hex, leads to the same state for the same MP, or for fewer."""
    title: Any = titles.load(key)
    compared = 0
    states = (s for s in long_game(title, 5) if s.depth and title.decision(s)[0].name == "movement")
    for s in islice(states, 0, 400, 10):
        moves = [order for order in islice(title.legal(s), 4000) if order.verb == "move"]
        for order in moves[:: max(1, len(moves) // 8)]:
            way = found_way(title, s, order)
            given = order._replace(more=chosen_way(way))
            text = title.notation.write(given, title.names)
            assert title.notation.read(text, title.names) == given
            shortest, said = s.clone(), s.clone()
            before = s.array.copy()
            refusal = title.refuse(said, given)
            assert refusal is None, f"{text}: {refusal}"
            assert (s.array == before).all()
            for state, told in ((shortest, order), (said, given)):
                title.apply(state, told)
            unit = order.units[0]
            assert said.spent[unit] <= shortest.spent[unit]
            assert list(said.hex) == list(shortest.hex)
            assert list(said.control) == list(shortest.control)
            assert not title.broken(said)
            compared += 1
    assert compared > 100


# -- Drive on Moscow --------------------------------------------------------------------------------------------------


def path_of(table: Table, order: str) -> tuple[list[str], int]:
    """The hexes that a move enters, and the MP that it spends."""
    moved = first(table.order(order), "moved").facts
    return [table.title.board.grid.labels[h] for h in moved["path"]], moved["spent"]


def test_a_dearer_way_of_ones_own() -> None:
    """The cheapest way is taken only where no other is given."""
    units = "7Pz 0303\nFoe soviet RD XX 3-4 0808"
    assert path_of(dom_scene(units, hexes=WEST), "move 7Pz 0303-0503")[1] == 2
    t = dom_scene(units, hexes=WEST)
    assert path_of(t, "move 7Pz 0303-0304-0404-0405-0504-0503") == (["0304", "0404", "0405", "0504", "0503"], 5)
    assert t.s.spent[t.unit("7Pz")] == 5
    assert t.control("0405") == "german"


def test_a_way_may_go_over_the_river_side_of_ones_choice() -> None:
    """10.9: each crossing costs one MP more, wherever it is."""
    sides = "0303-0403 river\n0303-0404 river"
    t = dom_scene("7Pz 0303", hexes=WEST, sides=sides)
    assert path_of(t, "move 7Pz 0303-0404-0403") == (["0404", "0403"], 3)
    t = dom_scene("7Pz 0303", hexes=WEST, sides=sides)
    assert path_of(t, "move 7Pz 0303-0403 straight") == (["0403"], 2)


def test_a_way_that_goes_back_over_its_own_hexes() -> None:
    t = dom_scene("7Pz 0303", hexes=WEST)
    assert path_of(t, "move 7Pz 0303-0403-0303-0304") == (["0403", "0303", "0304"], 3)


@pytest.mark.parametrize(
    ("way", "rule", "why"),
    [
        ("0303-0505-0605", "10.0a", "0505 is not next to 0303"),
        ("0303-0303-0304", "10.0a", "0303 is not next to 0303"),
        ("0303-0404-0504-0604", "10.3", "enemy units are in 0504"),
        ("0303-0304-0405-0505", "10.10", "a reservoir hexside lies before 0505"),
        ("0303-0302-0402-0502", "10.8c", "0402 is marsh, closed to this group"),
        ("0303-0204-0303-0204-0303-0204-0303-0204-0303-0204-0303-0304", "2.10b", "0303 costs 1 MP and 0 are left"),
        ("0404-0303-0304", "10.0a", "7Pz is in 0303"),
        ("0303-0403-0303", "10.0a", "a move ends in another hex"),
    ],
)  # fmt: skip
def test_why_a_way_cannot_be_gone(way: str, rule: str, why: str) -> None:
    """The reason is that of the first step that fails."""
    sides = "0405-0505 reservoir"
    t = dom_scene("7Pz 0303\nFoe soviet RD XX 3-4 0504", hexes=f"{WEST}\n0402 marsh", sides=sides, turn=2)
    t.refused(f"move 7Pz {way}", rule, why)


def test_a_zone_of_control_ends_a_way_as_it_ends_any_move() -> None:
    """7.2: nobody goes on from the first hex in a zone of control."""
    t = dom_scene("7Pz 0404\nRD1 0302", step="II.B", hexes="0801..0808 soviet-source")
    why = "RD1 may not move on this phase: an enemy ZOC has ended its move"
    t.refused("move RD1 0302-0303-0204", "7.2a", why)


def test_the_extra_points_of_the_south_map_on_a_way() -> None:
    """5.3: hex by hex they are good as long as the way keeps to the south map."""
    sheet = "0105..1608 sheet-S"
    t = dom_scene("3Pz 0208 south-start", turn=1, size="16x8", hexes=f"{WEST}\n{sheet}")
    way = f"{'-'.join(f'{c:02}08' for c in range(2, 12))}-1107-1106-1105-1104"
    t.refused(f"move 3Pz {way}", "5.3c", "more than 10 MP are for the south map alone")


def test_a_record_keeps_the_way(tmp_path: Path) -> None:
    """It is written as it was ordered and plays again as the same."""
    game = Game.new("dom", secret=b"way", keep_secret=False)
    set_up(game)
    while game.title.prompt(game.state).decision != "movement":
        game.order(game.title.prompt(game.state).seat, next(game.title.legal(game.state)))
    title, s, seat = game.title, game.state, game.title.prompt(game.state).seat
    order = next(o for o in title.legal(s) if o.verb == "move" and len(found_way(title, s, o)) > 1)
    given = order._replace(more=chosen_way(found_way(title, s, order)))
    game.order(seat, given)
    path = tmp_path / "way.game"
    game.record.save(path)
    text = title.notation.write(given, title.names)
    assert text.count("-") > 2
    assert text in path.read_text(encoding="utf-8")
    again = verify(Record.load(path))
    assert again.state.key() == game.state.key()


# -- Land Without End -------------------------------------------------------------------------------------------------


def test_satellites_may_pass_where_they_may_not_stop() -> None:
    """9.31: they end their moves in the south; a detour through the north is their own affair."""
    units = "R1 german infantry XX 2-2 nation=romanian move=6 2104"
    hexes = "2101..2403 north\n2004..2008 romania"
    t = lwe_scene(units, hexes=hexes, turn=4)
    why = "lies north of the sector line: satellites end their moves south"
    t.refused("move R1 2104-2103", "9.31", f"2103 {why}")
    t.refused("move R1 2104-2204-2203", "9.31", f"2203 {why}")
    assert path_of(t, "move R1 2104-2103-2203-2204")[0] == ["2103", "2203", "2204"]


def test_a_way_along_the_road_and_off_it() -> None:
    """9.19: the road's price as long as the way keeps to it, and none of its extra MP once it has left it."""
    road = "\n".join(f"{a}04-{a + 1}04 rollbahn" for a in range(20, 27))
    hexes = "2004..2704 rollbahn"
    shown = lwe_scene("3Pz 2104 move=4/4", sides=road, hexes=hexes, turn=5, size="9x8")
    assert path_of(shown, "move 3Pz 2104-2204-2304-2404-2504-2604-2704")[1] == 6
    lwe_scene("3Pz 2104 move=4/4", sides=road, hexes=hexes, turn=5, size="9x8").refused(
        "move 3Pz 2104-2204-2304-2404-2504-2604-2605", "9.1", "2605 costs 1 MP and 0 are left"
    )


def test_no_way_ends_out_of_supply() -> None:
    """7.16: where a German move may end does not depend on how it is ordered."""
    t = lwe_scene("3Pz 2104 move=20/20", size="30x8", turn=5)
    way = "-".join(f"{column}04" for column in range(21, 34))
    for order in ("move 3Pz 2104-3304", f"move 3Pz {way}"):
        t.refused(order, "7.16a", "in 3304 it would be out of supply")


# -- Proud Monster ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["go", "stay"])
def test_a_way_waits_for_the_answer_about_the_markers(word: str) -> None:
    """10.2: the part of a stack that leaves goes the way that was ordered, whatever becomes of its aircraft."""
    t = pm_scene("7Pz 3104N\n3Pz 3104N", hexes="3104N air-VIII")
    t.order("move 7Pz 3104N-3103N-3203N-3204N")
    assert t.prompt.decision == "markers"
    moved = first(t.order(f"markers {word}"), "moved").facts
    assert [t.title.board.grid.labels[h] for h in moved["path"]] == ["3103N", "3203N", "3204N"]
    straight = pm_scene("7Pz 3104N\n3Pz 3104N", hexes="3104N air-VIII", sides="3104N-3204N river")
    straight.order("move 7Pz 3104N-3204N straight")
    assert len(first(straight.order(f"markers {word}"), "moved").facts["path"]) == 1


def test_what_a_unit_could_do_when_it_set_out_holds_all_the_way() -> None:
    """9.8: the supply state in which a unit began to move is that of its whole move."""
    t = pm_scene("7Pz 3104N supply=out\n3Pz 3104N")
    whole = t.title.movement.factor(t.s, t.unit("3Pz"))
    half = t.title.movement.factor(t.s, t.unit("7Pz"))
    assert half == -(-whole // 2)
    there_and_back = "-".join(["3104N", *["3204N", "3104N"] * 20, "3103N"])
    t.refused(f"move 7Pz {there_and_back}", "12.2", "3204N costs 1 MP and 0 are left")


@pytest.mark.parametrize("key", ASSAULT)
def test_the_legal_orders_name_no_ways(key: str) -> None:
    """There are too many of them: whoever wants one says it."""
    title: Any = titles.load(key)
    s = next(s for s in long_game(title, 5) if s.depth and title.decision(s)[0].name == "movement")
    assert all(order.more is None for order in islice(title.legal(s), 2000))
