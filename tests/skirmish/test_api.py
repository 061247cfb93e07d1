"""The skirmish in a program: a second system answers in the same words, and says where it has no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import steppe
from tests.skirmish.scene import KEY, small

MARCH = small("1Foot 0303\n1Band 0305 chit=2")
FIGHT = small("1Foot 0303\n1Band 0304 chit=2", "amber-fight")


def test_a_game(tmp_path: Path) -> None:
    game = steppe.new(KEY, seed=1)
    for _ in range(10):
        game.order(game.suggest())
    game.save(tmp_path / "a.game")
    assert steppe.load(tmp_path / "a.game").legal() == game.legal()
    assert game.view("amber")["prompt"] == game.prompt


def test_a_situation() -> None:
    here = steppe.position(MARCH)
    assert (here.title, here.seats, here.prompt["seat"]) == (KEY, ("amber", "teal"), "amber")
    assert "move 1Foot 0303-0302" in here.legal("1Foot")
    assert here.range("1Foot")["hexes"]["0302"] == 1
    assert here.path("1Foot", "0302") == {
        "units": ["1Foot"],
        "path": ["0303", "0302"],
        "spent": [0, 1],
        "refused": None,
    }
    assert here.path("1Foot", "0305")["refused"]["rule"] == "4.5"
    place = here.place("0303")
    assert (place["control"], place["units"], "supply" in place) == ("amber", ["1Foot"], False)
    assert here.control()["0305"] == "teal"
    assert here.assumed["scenario"] == "fords"


def test_trials() -> None:
    here = steppe.position(FIGHT)
    assert here.sheet("assault 0304 with 1Foot")["refused"] is None
    after = here.do("assault 0304 with 1Foot", "stand", results=["repulse"])
    assert "1Foot is shaken." in [event["text"] for event in after.events]
    assert here.do("assault 0304 with 1Foot", "stand", dice=[6]).events[-1]["kind"] == "advanced"


def test_what_it_has_no_answer_to() -> None:
    here = steppe.position(FIGHT)
    for ask in (here.supply, here.retreats, lambda: here.sheet("assault 0304 with 1Foot", against="stand")):
        with pytest.raises(steppe.SteppeError, match="has no answer to that"):
            ask()
    answers = steppe.position(FIGHT + "\n[[ask]]\nsupply = true\n[[ask]]\nwhy = 'done'\n").answers()
    assert "has no answer" in answers[0]["error"]
    assert answers[1]["why"][0]["legal"]
