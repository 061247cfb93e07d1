"""Bots decide by what their seat sees: where the world looks the same they give the same orders with the same notes.

``python -m steppe.lab.leaks --positions 1000`` asks the same of many more positions.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from steppe import bots
from steppe.lab import leaks
from steppe.orders import Order
from steppe.view import View

IN_STEP, SAMPLED = 60, 20
"""Positions one after another, and positions from all parts of a game."""


@pytest.mark.parametrize("bot", ["greedy", "reflex", "staff"])
@pytest.mark.parametrize("title", ["dom", "lwe", "pm"])
def test_other_worlds_get_the_same_orders(title: str, bot: str) -> None:
    tally = leaks.examine(leaks.positions(title, bot, IN_STEP))
    assert tally.asked == IN_STEP
    assert tally.differing > IN_STEP / 2
    assert tally.fresh > 0
    assert [str(leak) for leak in tally.leaks] == []


@pytest.mark.parametrize("bot", ["greedy", "reflex", "staff"])
@pytest.mark.parametrize("title", ["dom", "lwe", "pm"])
def test_at_all_kinds_of_decisions(title: str, bot: str) -> None:
    tally = leaks.examine(leaks.samples(title, bot, SAMPLED, "reflex", every=29))
    assert tally.asked == SAMPLED
    assert tally.differing > SAMPLED / 2
    assert len(tally.decisions) >= 3
    assert [str(leak) for leak in tally.leaks] == []


class Peeping:
    """A bot that looks where it may not."""

    name, note = "peeping", ""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        truth: Any = vars(view)["_View__state"]
        hidden = sum(face * u for u, face in enumerate(truth.face)) + sum(h * u for u, h in enumerate(truth.hex))
        self.note = f"peep: {hidden}"
        return view.pick(rng)


class Whispering(Peeping):
    """One that looks, and lets nobody notice but by its orders."""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        super().choose(view, rng)
        number, self.note = int(self.note.split()[1]), ""
        return view.pick(random.Random(number))


@pytest.mark.parametrize("cheat", [Peeping, Whispering])
def test_a_bot_that_peeps_is_found_out(cheat: type[Peeping], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "make", lambda name, title: cheat())
    tally = leaks.examine(leaks.positions("dom", "any", 20, fresh=4))
    assert len(tally.leaks) >= 5
    assert "became" in str(tally.leaks[0])


def test_the_command_tells_by_its_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks.main(["dom", "--bot", "greedy", "--positions", "12"]) == 0
    assert "12 positions" in capsys.readouterr().out
    assert leaks.main(["dom", "--bot", "nobody", "--positions", "1"]) == 2
    assert "there is no bot" in capsys.readouterr().err
    monkeypatch.setattr(bots, "make", lambda name, title: Peeping())
    assert leaks.main(["dom", "--positions", "12"]) == 1
    assert "LEAK seed 1" in capsys.readouterr().out
