"""The names under which the family's chapters cite rules; a title's ``cite`` gives the row for each.

A chapter can cite no other name, which the types see to. That a title has a row for every name that its chapters can
cite is seen to when it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, get_args

from steppe.assault.battles import Battles
from steppe.assault.campaign import CampaignVictory
from steppe.assault.movement import Movement

if TYPE_CHECKING:
    from steppe.assault.title import AssaultTitle

Common = Literal[
    # stacking and supply
    "stacking limit", "full hexes block", "overstacked", "out of supply moves", "out of supply attacks",
    # movement and mobile assaults
    "own phase only", "hex by hex", "points spent", "one mover at a time", "no minimum move", "enemy units block",
    "stack movement", "mobile eligibility", "mobile cost", "one mobile assault", "mobile terrain", "mobile supply",
    "mobile stack", "mobile failed",
    # combat
    "adjacent enemies", "once per phase", "fog", "aircraft allotment", "loss choice", "holding loss", "whose loss",
    "conversion", "advance",
    # retreats
    "retreat one hex", "retreat from enemies", "never to launch hex", "retreat enemy city", "retreat direction",
    "retreat terrain", "retreat stacking", "retreat impossible",
    # conversions
    "guards conversion", "conversion of type", "conversion lost",
]  # fmt: skip
"""Every title has these rules."""

Zones = Literal["zoc stops", "zoc to zoc", "retreat zoc"]
"""Titles with zones of control."""

Campaign = Literal["points reached", "time is up"]
"""Titles with the points of a campaign."""

Own = Literal["mobile retreat", "stays on top", "attacked once", "must advance", "duty"]
"""Titles that have such a rule. Where nobody is "attacked once", units attack "once per phase" all the same."""

Name = Common | Zones | Campaign | Own


def cited_by(title: AssaultTitle[Any]) -> Iterator[str]:
    """The names that the chapters of a title can cite, put together as they are."""
    yield from get_args(Common)
    if title.zoc.side >= 0:
        yield from get_args(Zones)
    if isinstance(title.victory, CampaignVictory):
        yield from get_args(Campaign)
    if title.retreats.mobile_drives_before_it:
        yield "mobile retreat"
    if title.stacks.always_on_top:
        yield "stays on top"
    if type(title.battles).must_advance is not Battles.must_advance:
        yield "must advance"
    if type(title.movement).bound_hexes is not Movement.bound_hexes:
        yield "duty"
    yield from _named_by_ground(title)


def _named_by_ground(title: AssaultTitle[Any]) -> Iterator[str]:
    """The names that are made of terrains and hexsides which are closed to somebody, or across which nobody attacks."""
    mobilities, board = set(title.units.mobility), title.board
    for kind in sorted(set(board.terrain)):
        if any(not title.terrain.entry_cost(mobility, kind) for mobility in mobilities):
            yield from (f"{kind} closed", f"{kind} assault")
    for kind in sorted(board.kinds_of_side):
        if any(title.terrain.side_cost(mobility, kind) is None for mobility in mobilities):
            yield f"{kind} closed"
    yield from (f"{kind} assault" for kind in sorted(title.terrain.assault_bars() & set(board.kinds_of_side)))
