"""The little language of changes, and what they shift."""

from __future__ import annotations

from typing import Any

import pytest

from steppe import titles
from steppe.errors import SteppeError
from steppe.lab.results import Results
from steppe.lab.study import UNCHANGED, comparisons, variant


def title_with(change: str, key: str = "dom") -> Any:
    return variant(key, change, {}).load(key).title


def faces(title: Any, kind: str) -> set[tuple[int, int]]:
    """The full-strength factors of a kind of units."""
    units = title.units
    return {units.faces[units.own_face[u]].factors[-1] for u, k in enumerate(units.kind) if k == kind}


@pytest.mark.parametrize("row", ["3:1", "+2"])
@pytest.mark.parametrize("column", ["4", "die4"])
def test_a_cell_of_a_table(row: str, column: str) -> None:
    before, after = titles.load("dom"), title_with(f"crt[{row},{column}]=DE")
    assert before.results_table.rows[2][3] == "DR"  # type: ignore[attr-defined]
    assert after.results_table.rows[2][3] == "DE"
    assert after.results_table.rows[1] == before.results_table.rows[1]  # type: ignore[attr-defined]


def test_a_row_with_a_longer_name() -> None:
    assert title_with("modifiers[gast december,value]=3", "lwe").charts.modifiers["gast"]["december"] == 3


def test_a_class_of_units() -> None:
    plain: Any = titles.load("dom")
    assert faces(title_with("units[kind=panzer,factors]=9-9"), "panzer") == {(9, 9)}
    more = faces(title_with("units[kind=panzer side=german,factors]+=2-0"), "panzer")
    assert more == {(a + 2, d) for a, d in faces(plain, "panzer")}
    less = faces(title_with("units[kind=panzer,factors]-=0-99"), "panzer")
    assert less == {(a, 0) for a, _ in faces(plain, "panzer")}
    assert title_with("turns[2,mf_mech]+=3").track[2].mf[0] == plain.track[2].mf[0] + 3


def test_an_option_and_several_changes_at_once() -> None:
    made = variant("dom", "option fog=off; crt[1:1,1]=AS;crt[1:1,2]=AS", {"kg_survivors": True})
    assert made.name == "option fog=off; crt[1:1,1]=AS; crt[1:1,2]=AS"
    assert made.options["fog"] is False
    assert made.options["kg_survivors"] is True
    assert list(made.files) == ["crt.csv"]
    assert made.load("dom").title.results_table.rows[0][:2] == ("AS", "AS")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("", "says nothing"),
        ("more panzers", r"TABLE\[ROW,COLUMN\]=VALUE"),
        ("crd[1:1,1]=DR", "the tables are crt, "),
        ("crt[9:1,1]=DR", "it has 1:3, 1:2, "),
        ("crt[+9,1]=DR", "it has 1:3, 1:2, "),
        ("crt[1:1,7]=DR", "it has odds, die1"),
        ("crt[1:1,1]=XX", r"crt\[1:1,1\]=XX: crt.csv:4 \[die1\]: 'XX' is not one of AS"),
        ("units[kind=tank,factors]=1-1", "kind is one of panzer, .* and . more"),
        ("units[kind=panzer,factors]=strong", "attack-defence, such as"),
        ("units[1Pz,factors]+=1", "factors such as 4-8"),
        ("option fog=perhaps", "on or off"),
        ("option mist=on", "known are fog"),
    ],
)
def test_what_cannot_be_changed_is_said_with_what_can(change: str, said: str) -> None:
    with pytest.raises(SteppeError, match=said):
        variant("dom", change, {})


def test_a_row_that_is_not_the_only_one() -> None:
    with pytest.raises(SteppeError, match="more than one row 'gast'; it has gast autumn, gast december"):
        variant("lwe", "modifiers[gast,value]=3", {})


def row(variant: str, seed: int, winner: str, turn: int, points: int | None) -> dict[str, Any]:
    shared = {"bots": ["x", "y"], "lost": [1, 2], "battles": [3, 4]}
    return {"variant": variant, "seed": seed, "winner": winner, "turn": turn, "points": points, **shared}


def test_shifts_are_differences_on_the_same_seeds() -> None:
    rows = [row(UNCHANGED, n, "german" if n % 2 else "soviet", n, 10) for n in range(40)]
    rows += [row("new", n, "german", n + 2, 10 + n % 2) for n in range(40)]
    rows.append(row("new", 99, "soviet", 5, 0))
    found = {s.what: s for s in comparisons(Results({"title": "dom", "seats": ["german", "soviet"]}, rows), "new")}
    assert found["german wins"][1:3] == (0.5, 1.0)
    assert found["german wins"].shift.value == 0.5
    assert found["german wins"].shift.interval_excludes_zero
    assert found["turns"].shift == pytest.approx((2, 2, 2))
    assert found["victory points"].shift.value == 0.5
    assert found["soviet steps lost"].shift == pytest.approx((0, 0, 0))
    assert not found["soviet steps lost"].shift.interval_excludes_zero
