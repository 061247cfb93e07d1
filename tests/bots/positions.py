"""Small positions for the tests of the bots, and what a bot orders and says there."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from steppe.bots import Bot, make
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.style import Style
from steppe.view import View
from tests.dom.layout import position
from tests.sandbox import Table

FAR_OFF = "RD99 0909"
"""One more Soviet far away, so that his side is not without any."""
LATE, SOVIET_LATE = "I.C", "II.C"
"""The second phases of the player turns, in which units move that have fought already."""


def field(units: str, *, step: str = "I.B", size: str = "9x9", track: str = "", **more: Any) -> Table:
    """A clear board of any size on which units move, in whichever phase it is."""
    order = "fight-move" if step in (LATE, SOVIET_LATE) else "move-fight"
    track = f"mf_mech = 8\nmf_foot = 5\n{track}"
    return Table(position(units.replace("; ", "\n"), step=step, order=order, size=size, track=track, **more))


class Said(NamedTuple):
    """An order, and why it was given."""

    order: str
    note: str

    @property
    def tactic(self) -> str:
        return self.note.partition(":")[0]


def view_of(t: Table) -> View[Any]:
    return View(t.title, t.s, t.prompt.seat)


def estimate_of(t: Table, style: Style = Style()) -> Estimate:  # noqa: B008
    """The position as the staff of whoever decides has it before it."""
    return Estimate(Situation(t.title, t.masked(t.seat), t.prompt.seat), style, set())


def choice(t: Table, bot: Bot | str = "staff") -> Said:
    """What a bot orders in a position; the order must be legal."""
    player = make(bot, t.title) if isinstance(bot, str) else bot
    order = player.choose(view_of(t), random.Random(1))
    assert t.title.refuse(t.s, order) is None
    return Said(t.write(order), player.note)


def phase(t: Table, player: Bot | str = "staff") -> list[Said]:
    """All that a bot orders until its phase is over, the battles in it left to itself."""
    seat, step, bot = t.prompt.seat, t.s.step, make(player, t.title) if isinstance(player, str) else player
    given: list[Said] = []
    while t.outcome is None and t.s.step == step and (not given or given[-1].order != "done"):
        who = bot if t.prompt.seat == seat else "staff"
        given.append(choice(t, who))
        t.order(given[-1].order)
    return given


def named(given: list[Said], tactic: str) -> list[str]:
    """The orders of one tactic."""
    return [said.order for said in given if said.tactic == tactic]
