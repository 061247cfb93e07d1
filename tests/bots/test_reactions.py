"""What the bots decide in battle and between the phases, each in a small position that leaves one best answer."""

from __future__ import annotations

import pytest

from tests.bots.positions import FAR_OFF, choice, field
from tests.dom.battlefield import battlefield
from tests.lwe import battlefield as lwe
from tests.sandbox import Table

FAR_RIFLES = "299RD soviet rifle XX 1-1 0909"


def after(t: Table, order: str, result: str) -> Table:
    """A battle fought with a wanted result."""
    t.title.questions.force_results(t.s, [result])
    t.order(order)
    return t


# -- in battle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "lost"), [("KG1", "KG1"), ("SSReich", "3Pz")])
def test_cheapest_loss(other: str, lost: str) -> None:
    """A battle group before a step of a division; a step of 3Pz before one of SSReich, which is worth a factor more."""
    t = battlefield(f"3Pz 0405; {other} 0406; 1GRD 0505; {FAR_OFF}")
    said = choice(after(t, f"assault 0505 with 3Pz+{other}", "AL1"))
    assert (said.order, said.tactic) == (f"loss {lost}", "loss")


@pytest.mark.parametrize(("place", "lost"), [("0405 town", "KG1"), ("0405 town west german Yartsevo", "3Pz")])
def test_no_loss_of_those_on_guard(place: str, lost: str) -> None:
    """The battle group is cheap, but if a town that decides the game hangs on it, the division gives up a step."""
    t = battlefield(f"KG1 0405; 3Pz 0406; 1GRD 0505; {FAR_OFF}", hexes=place)
    assert choice(after(t, "assault 0505 with KG1+3Pz", "AL1")).order == f"loss {lost}"


@pytest.mark.parametrize(("place", "attacks"), [("0405 town", True), ("0405 town west german Yartsevo", False)])
def test_those_on_guard_do_not_attack(place: str, attacks: bool) -> None:
    """A good attack, but not by the only division in a town that decides the game."""
    t = battlefield(f"5Inf 0405; RB1 0505 1-1; {FAR_OFF}", hexes=place)
    assert choice(t).order.startswith("assault") is attacks


@pytest.mark.parametrize("wood", ["0605", "0606"])
def test_way_of_retreat(wood: str) -> None:
    """Of two ways back the one into cover."""
    t = battlefield(f"3Pz 0405; 5Inf 0406; RD1 0505; {FAR_OFF}", hexes=f"{wood} forest")
    after(t, "assault 0505 with 3Pz+5Inf", "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}
    said = choice(t)
    assert (said.order, said.tactic) == (f"retreat {wood}", "fall back")


@pytest.mark.parametrize(("hexes", "who"), [("", "3Pz+5Inf"), ("0405 town west german Yartsevo", "3Pz")])
def test_careful_advance(hexes: str, who: str) -> None:
    """The garrison of a decisive town stays where it is; without the town all go on."""
    t = battlefield(f"5Inf 0405; 3Pz 0504; RD1 0505; RD2 0403; {FAR_OFF}", hexes=hexes)
    after(t, "assault 0505 with 5Inf+3Pz", "DE")
    assert choice(t).order == f"advance {who}"


@pytest.mark.parametrize(("defender", "word"), [("RD1 0505 1-1", "BB"), ("1GRD 0505", "AS")])
def test_bloodbath_or_repulse(defender: str, word: str) -> None:
    """Blood is shed where it empties the city; against a division that would only be reduced it is not."""
    t = battlefield(f"3Pz 0405; 4Pz 0405; 5Inf 0504; {defender}; RD2 0505 1-1; {FAR_OFF}", hexes="0505 city Tula")
    after(t, "assault 0505 with 3Pz+4Pz+5Inf", "DR")
    assert t.legal() == {"convert AS", "convert BB"}
    said = choice(t)
    assert (said.order, said.tactic) == (f"convert {word}", "convert")


@pytest.mark.parametrize(("cavalry", "order"), [("1-1", "raid 5CC"), ("4-4", "decline")])
def test_cavalry_raid(cavalry: str, order: str) -> None:
    """Weak cavalry is worth less than a column before a town; strong cavalry more."""
    panzers = "; ".join(f"{n}Pz german panzer XX 6-6/3-3 0405" for n in (3, 4))
    units = f"{panzers}; 5CC soviet cavalry XXX {cavalry} 0505; 1RD soviet rifle XX 1-1 0505; {FAR_RIFLES}"
    t = lwe.battlefield(units, turn=5, hexes="0505 large-town ussr Orsha")
    t.order("assault 0505 with 3Pz+4Pz")
    assert t.prompt.decision == "raid"
    assert choice(t).order == order


def test_air_support() -> None:
    """An aircraft flies where it moves the odds, and stays on the ground where the battle is won without it."""
    close = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 3-4; {FAR_OFF}", air=(2, 0)))
    assert close.order == "assault 0505 with 3Pz+5Inf air 1"
    sure = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 1-1; {FAR_OFF}", air=(2, 0)))
    assert sure.order.startswith("assault 0505")
    assert "air" not in sure.order


def test_air_cover() -> None:
    """The defender flies where that spoils the attack, and nowhere else."""
    for defender, flown in (("3-4", 2), ("1-1", 0)):
        t = battlefield(f"3Pz 0405; 4Pz 0405; 5Inf 0405; RD1 0505 {defender}; {FAR_OFF}", air=(0, 2))
        t.order("assault 0505 with 3Pz+4Pz+5Inf")
        assert choice(t).order == f"air {flown}"


# -- between the phases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hexes", "goes"), [("", "8Inf"), ("0201 town west german Rzhev", "5Inf")])
def test_least_missed_withdrawal(hexes: str, goes: str) -> None:
    """The division in the rear goes home, unless it keeps a decisive town."""
    t = field(
        "8Inf 0201; 5Inf 0405; RD1 0505; RD99 0901", step="I.A", turn=5, track='withdraw = ["infantry"]', hexes=hexes
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"withdraw {goes}", "withdraw")


@pytest.mark.parametrize(("other", "rebuilt"), [("SSReich", "SSReich"), ("106Inf", "7Pz")])
def test_replacement_for_whom_it_helps_most(other: str, rebuilt: str) -> None:
    """SSReich is worth as much as 7Pz now and gains a factor more; of two who gain the same the better is rebuilt."""
    t = field(
        f"7Pz 0303 reduced; {other} 0304 reduced; 5Inf 0305; RD1 0503; RD99 0909",
        step="I.A",
        turn=6,
        track="withdraw = []",
        state="november = 5",
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"replace {rebuilt}", "rebuild")


@pytest.mark.parametrize(
    ("panzers", "order"), [("3Pz 0405; 4Pz 0405", "fight-move"), ("3Pz 0205; 4Pz 0205", "move-fight")]
)
def test_move_before_fighting_or_fight_first(panzers: str, order: str) -> None:
    """Who is in contact, with Tula behind the enemy, fights first and then drives on; others move first."""
    t = field(f"{panzers}; RD1 0505 3-4; RD99 1609", size="16x9", step="german-order", hexes="1505 city Tula")
    said = choice(t)
    assert (said.order, said.tactic) == (f"order {order}", "order of phases")
