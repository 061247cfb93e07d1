"""Chapters: the rulebook's own divisions as objects, of which a title is put together.

A chapter knows its title, what every chapter needs (map, counters, citations), and all other chapters of the same title
by their names, as plain attributes: ``self.supply.is_joined(s, side, h)``. A title takes a chapter of the family as it
is, or a subclass of it. A decision is bound to its title in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from steppe.assault.state import AssaultState, CampaignState
from steppe.title import Decision, Title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steppe.assault.air import Air
    from steppe.assault.arrivals import Arrivals
    from steppe.assault.attenuation import Attenuation
    from steppe.assault.battles import Battles
    from steppe.assault.citations import Name
    from steppe.assault.combat import Combat
    from steppe.assault.conversions import Conversions
    from steppe.assault.display import Display
    from steppe.assault.fog import Fog
    from steppe.assault.losses import Losses
    from steppe.assault.movement import Movement
    from steppe.assault.ranges import Ranges
    from steppe.assault.reactions import Reactions
    from steppe.assault.refits import Refits
    from steppe.assault.retreats import Retreats
    from steppe.assault.setup import SetUp
    from steppe.assault.stacking import Stacking
    from steppe.assault.stacks import Stacks
    from steppe.assault.strengths import Strengths
    from steppe.assault.supply import Supply
    from steppe.assault.terrain import Terrain
    from steppe.assault.title import AssaultTitle
    from steppe.assault.turns import Turns
    from steppe.assault.units import UnitTable
    from steppe.assault.victory import Victory
    from steppe.assault.weather import Weather
    from steppe.assault.zoc import ZonesOfControl
    from steppe.board import Board
    from steppe.searches import Bytes, Ints

A = TypeVar("A", bound=AssaultState)
C = TypeVar("C", bound=CampaignState)


class Parts(Generic[A]):
    """What a title is put together of, by name: its data and its chapters. The title and each of them have it all."""

    board: Board
    units: UnitTable
    options: Mapping[str, bool]
    deployment: Mapping[str, Sequence[tuple[int, int]] | Sequence[tuple[str, int]]]
    """The ready set-up by step: units by number, or by name or type, each with its hex."""
    side_units: tuple[tuple[int, ...], tuple[int, ...]]
    side_arrays: tuple[Ints, ...]
    pool_members: Mapping[str, tuple[int, ...]]
    full_steps: tuple[int, ...]
    city_mask: Bytes

    air: Air[A]
    arrivals: Arrivals[A]
    attenuation: Attenuation[A]
    battles: Battles[A]
    combat: Combat[A]
    conversions: Conversions[A]
    display: Display[A]
    fog: Fog[A]
    losses: Losses[A]
    movement: Movement[A]
    ranges: Ranges[A]
    reactions: Reactions[A]
    retreats: Retreats[A]
    set_up: SetUp[A]
    stacking: Stacking[A]
    stacks: Stacks[A]
    strengths: Strengths[A]
    supply: Supply[A]
    terrain: Terrain[A]
    turns: Turns[A]
    victory: Victory[A]
    zoc: ZonesOfControl[A]


class CampaignParts(Parts[C]):
    """The same of a title that plays a whole campaign."""

    weather: Weather[C]
    refits: Refits[C]


class Chapter(Parts[A]):
    """A part of a title's rules."""

    title: AssaultTitle[A]
    cite: Mapping[Name, str]
    """The title's rows for the rules that the family shares."""

    def __init__(self, title: Title[A]) -> None:
        self.__dict__["title"] = title

    def meet(self, others: Mapping[str, object]) -> None:
        """All that a title is put together of, by name: its data and its chapters."""
        self.__dict__.update(others)

    def make_tables(self) -> None:
        """Called once when all chapters stand: what is worked out from other chapters."""


class AssaultDecision(Chapter[A], Decision[A]):
    """A decision of the family or of one of its titles, with all chapters at hand."""

    title: AssaultTitle[A]


class CampaignChapter(CampaignParts[C], Chapter[C]):
    """A chapter of a title that plays a whole campaign."""


class CampaignDecision(CampaignChapter[C], AssaultDecision[C]):
    """A decision of such titles."""

    title: AssaultTitle[C]
