"""The tactics of a side that defends, each in a small position where it is the thing to do."""

from __future__ import annotations

import pytest

from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff import defender_movement
from steppe.bots.assault.staff.bot import StaffBot
from steppe.bots.assault.staff.tactics import feed_reserves, keep_the_lifeline, sever_the_spearhead
from steppe.bots.assault.style import Style
from tests.bots.positions import SOVIET_LATE, choice, field, named, phase
from tests.dom.battlefield import SOVIET_COMBAT, SOVIET_MOVEMENT, battlefield
from tests.lwe.scene import scene
from tests.sandbox import Table


@pytest.mark.parametrize(("panzers", "entry"), [("0307", "0607"), ("0302", "0801")])
def test_reinforce(panzers: str, entry: str) -> None:
    """New divisions come to the city that the enemy is near to."""
    t = field(
        f"3Pz {panzers}; RD99 0905; RD83 reserve; RD84 reserve",
        step="II.A",
        track="arrivals = { RD = 2 }",
        hexes="0607 city Kaluga\n0801 city Ryazan",
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"enter RD {entry}", "reinforce")


def test_man_the_town() -> None:
    """An empty city that panzers could drive into gets a garrison, at least one."""
    t = field("3Pz 0303; RD1 0804; RD2 0902; RD3 0903", step=SOVIET_LATE, hexes="0605 city Tula")
    given = phase(t)
    (move,) = named(given, "man the town")
    assert move.endswith("-0605")


def test_citadel() -> None:
    """Moscow is filled up when the enemy is near, and not while he is far."""
    units = "RD1 0804 1-1; RD2 0804 4-4; RD3 0903 2-3; 1GRD 0802"
    near = phase(field(f"3Pz 0303; {units}", step=SOVIET_LATE, hexes="0705 city Moscow"))
    assert {move[-4:] for move in named(near, "citadel")} == {"0705"}
    assert len(named(near, "citadel")) > 1
    far = phase(field(f"5Inf 0101; {units}", size="16x9", step=SOVIET_LATE, hexes="1305 city Moscow"))
    assert not named(far, "citadel")


def test_outworks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy is near Moscow: who is not needed in it stands around it, one to a hex."""
    rifles = "; ".join(f"RD{i + 1} {1003 + i // 3} 1-1" for i in range(9))

    def sent() -> list[str]:
        t = field(f"3Pz 0303; {rifles}", step=SOVIET_LATE, hexes="0705 city Moscow", size="16x9")
        return [order[-4:] for order in named(phase(t), "outworks")]

    hexes = sent()
    assert len(hexes) == len(set(hexes)) > 1
    grid = field(rifles, hexes="0705 city Moscow", size="16x9").title.board.grid
    assert {grid.distance(grid.id("0705"), grid.id(h)) for h in hexes} == {1}
    monkeypatch.setattr(defender_movement, "OUTWORKS", 0)
    assert not sent()


def test_a_raid_on_a_small_place_does_not_keep_the_others_from_their_duty() -> None:
    """Orel lies open in the enemy's rear; who can goes there, and Moscow is manned all the same."""
    units = "3Pz 0303; RD1 0804 2-2; RD2 0804 2-2; RD3 1305 2-2"
    hexes = "0705 city Moscow\n1506 city german Orel"
    t = field(units, step=SOVIET_LATE, hexes=hexes, size="18x9")
    assert [order[-4:] for order in named(phase(t), "seize")] == ["1506"]
    assert "0705" in {t.where("RD1"), t.where("RD2")}


def test_keep_the_lifeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way by which Moscow is fed is defended as well as the city itself."""

    def table() -> Table:
        units = "3Pz 0104; RD1 1202 2-2; RD2 1606 2-2; RD3 1204 2-2"
        return field(units, size="24x7", hexes="1304 city Moscow", step=SOVIET_LATE)

    t = table()
    (goal,) = keep_the_lifeline.lifelines(Situation(t.title, t.masked("soviet"), 1))
    assert t.title.board.grid.distance(goal.hexes[0], t.hex("1304")) == 1
    kept = named(phase(t), "keep the lifeline")
    assert kept
    monkeypatch.setattr(keep_the_lifeline, "lifelines", lambda _: [])
    plain = phase(table())
    assert not named(plain, "keep the lifeline")
    assert not set(kept) & {said.order for said in plain}


def test_counter_attack() -> None:
    """Enough can reach a battle group and go for it from two sides; a whole division is left alone."""
    force = "3Pz 0101; RD1 0704 3-3; RD2 0705 3-3; RD99 0909"
    t = field(f"KG1 0505; {force}", step=SOVIET_MOVEMENT)
    moves = named(phase(t), "counter-attack")
    assert len({move[-4:] for move in moves}) == len(moves) == 2
    assert choice(t).order.startswith("assault 0505")
    assert not named(phase(field(f"5Inf 0505; {force}", step=SOVIET_MOVEMENT)), "counter-attack")


def test_bar_the_way() -> None:
    """Units stand across the way to Tula, the first of them in the wood."""
    t = field(
        "3Pz 0203; RD1 0902; RD2 0903; RD3 0904", size="16x5", hexes="1503 city Tula\n0803 forest", step=SOVIET_LATE
    )
    moves = named(phase(t), "bar the way")
    assert any(move.endswith("-0803") for move in moves)


def test_get_out() -> None:
    """The only way past the panzers still leads to supply; it is taken."""
    t = field("3Pz 0702; RD1 0501; RD99 1203", size="12x3", step=SOVIET_LATE)
    assert not t.in_supply("RD1")
    said = choice(t)
    assert (said.order, said.tactic) == ("move RD1 0501-0701", "get out")
    t.order(said.order)
    assert t.in_supply("RD1")


def test_feed_reserves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody in the far south can get into the enemy's way to Moscow now; they set out to be there in time."""

    def sent() -> list[str]:
        t = field("3Pz 0203; RD1 1215; RD2 1214", size="24x16", hexes="2004 city Moscow", step=SOVIET_LATE)
        return named(phase(t), "feed reserves")

    assert {move.split()[1] for move in sent()} == {"RD1", "RD2"}
    monkeypatch.setattr(feed_reserves, "place", lambda _: None)
    assert not sent()


@pytest.mark.parametrize("citadels", [False, True])
def test_the_greatest_places_are_citadels_if_the_style_wants_it(citadels: bool) -> None:
    """Where no place decides the game, here in Land Without End, a style may have the great cities filled up."""
    hexes = "2705 city ussr Kiev\n3104 small-town ussr Glukhov"
    t = scene("3Pz 2304\n126RD 2805\n125RD 2806\n124RD 3005", size="14x8", hexes=hexes, step="III.C")
    moves = named(phase(t, StaffBot(Style(citadels=citadels))), "citadel")
    assert bool(moves) == citadels
    assert all(move.endswith("-2705") for move in moves)


def test_rally() -> None:
    """Tula is manned; of the others who is near enough is called in to Moscow, and who is too far off is not."""
    units = "3Pz 0203; RD1 1004; RD2 1005; RD3 0515; RD4 2004"
    hexes = "2004 city Moscow\n0603 city Tula"

    def called(rally: float) -> set[str]:
        bot = StaffBot(Style(rally=rally))
        given = phase(field(units, size="24x16", hexes=hexes, step=SOVIET_LATE), bot)
        return {move.split()[1] for move in named(given, "rally")}

    assert not called(0.0)
    assert called(11.0) == {"RD1"}
    assert called(20.0) == {"RD1", "RD3"}


@pytest.mark.parametrize(("ground", "leaves"), [("clear", True), ("forest", False)])
def test_shorten_the_line(ground: str, leaves: bool) -> None:
    """Beside the enemy, far from any way to Moscow: in the open they go, in a wood they stay."""
    units = "3Pz 1604; 5Inf 1114; RD1 1214 4-4; RD2 1214 4-4; RD3 2004 4-4"
    t = field(units, size="24x16", hexes=f"2004 city Moscow\n1214 {ground}", step=SOVIET_LATE)
    given = phase(t)
    assert (t.where("RD1") != "1214") == bool(named(given, "shorten the line")) == leaves
    assert not named(given, "feed reserves")


def test_sever_the_spearhead() -> None:
    """Two panzer divisions hang on the road behind them; a rifle division goes and stands on it."""
    sides = "\n".join(f"{c}04-{c + 1}04 rollbahn" for c in range(20, 26))
    hexes = "2004,2104,2204,2304,2404,2504,2604 rollbahn german"
    t = scene("3Pz 3304\n4Pz 3304\n126RD 2407\n125RD 3506", size="18x8", hexes=hexes, sides=sides, step="III.C")
    assert t.in_supply("3Pz")
    (move,) = named(phase(t), "sever the spearhead")
    assert t.where("126RD") == move[-4:]
    assert not t.in_supply("3Pz")


def test_nothing_is_severed_that_is_worth_less_than_a_unit() -> None:
    """A lone battle group in a corner: it could be cut off, but whoever did it would be missed elsewhere."""
    units = "KG1 0901; RD1 0701 4-4; RD2 0801 4-4; RD3 0803 4-4; RD99 1205"
    t = field(units, size="12x5", step=SOVIET_LATE)
    assert sever_the_spearhead.hangs_on_lines(Situation(t.title, t.masked("soviet"), 1))
    assert not named(phase(t), "sever the spearhead")


def test_relieve_the_pocket() -> None:
    """Panzers on both sides keep a division from moving and from supply; a friend beside it lets a line through."""
    units = "3Pz 0403; 4Pz 0604; RD1 0503 2-2; RD2 0803 1-1; RD99 1204"
    t = field(units, size="12x4", step=SOVIET_LATE)
    assert not t.in_supply("RD1")
    said = choice(t)
    assert (said.order, said.tactic) == ("move RD2 0803-0603", "relieve the pocket")
    t.order(said.order)
    assert t.in_supply("RD1")


@pytest.mark.parametrize(("panzers", "order"), [("0606", "break out"), ("0201", "")])
def test_break_out(panzers: str, order: str) -> None:
    """Surrounded and without supply a division attacks at odds that it would never take otherwise."""
    t = battlefield(f"3Pz 0404; 4Pz {panzers}; KG1 0405; RD1 0505 2-2; RD99 0901", step=SOVIET_COMBAT)
    assert t.in_supply("RD1") == (not order)
    said = choice(t)
    assert said.tactic == order
    assert (said.order == "done") == (not order)
