"""What the titles that play whole campaigns have alike, as chapters between the family's and their own."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping

from steppe.assault.attenuation import Attenuation
from steppe.assault.chapter import C, CampaignChapter, CampaignDecision
from steppe.assault.combat import Battle
from steppe.assault.declarations import lacks_marker
from steppe.assault.fog import Fog
from steppe.assault.movement import Movement
from steppe.assault.ranges import Group, Ranges
from steppe.assault.state import HIDDEN
from steppe.assault.supplycheck import Automatic
from steppe.assault.units import RESERVE
from steppe.assault.victory import Victory
from steppe.assault.weather import MUD, SNOW
from steppe.events import Log
from steppe.orders import Units
from steppe.searches import Bytes

ATTACKER, DEFENDER = 0, 1
"""The seats of these titles: who must reach so many points, and who wins if he does not."""


class CampaignMovement(CampaignChapter[C], Movement[C]):
    """Movement under a supply concentration."""

    marker: int
    """The flag of the units on which supply is concentrated."""

    def is_unselected(self, s: C, group: Units, side: int) -> bool:
        """Without a marker a group moves one hex a phase."""
        return side == ATTACKER and lacks_marker(s, group, self.marker)


class CampaignRanges(CampaignChapter[C], Ranges[C]):
    """Straits, and moves that take everything."""

    def make_tables(self) -> None:
        self.beside_straits = self.weather.beside_straits

    @abstractmethod
    def open_ground(self, s: C, group: Units) -> Bytes:
        """The hexes that a group may use, whoever else is in them."""

    def single_steps(self, s: C, known: Group) -> Mapping[int, int]:
        """One hex for everything: the least move, the straits, units without a marker."""
        within = known.modes[0].within if known.modes else self.open_ground(s, known.units)
        return self.whole_moves(s, known, within, self.weather.strait_sides, everywhere=not known.modes)


class CampaignAttenuation(CampaignChapter[C], Attenuation[C]):
    """The season and the ground change the roll."""

    autumn: range
    december: int
    modifiers: Mapping[str, int]

    def modifier(self, s: C, b: Battle) -> int:
        total = 0
        if s.turn in self.autumn:
            total += self.modifiers["autumn"]
        if s.turn == self.december:
            total += self.modifiers["december"]
        if self.weather.here(s, b.hex) in (MUD, SNOW):
            total += self.modifiers["mud-or-snow"]
        return total


class CampaignFog(CampaignChapter[C], Fog[C]):
    """The enemy's units off the map are not to be looked at."""

    def blank_secrets(self, view: C, seat: int) -> None:
        super().blank_secrets(view, seat)
        if self.options["fog"]:
            for u in self.side_units[1 - seat]:
                if view.hex[u] == RESERVE:
                    view.flags[u] |= HIDDEN

    def sample_secrets(self, world: C, seat: int, rng: random.Random) -> None:
        for u in self.side_units[1 - seat]:
            if world.hex[u] == RESERVE:
                world.flags[u] &= ~HIDDEN


class CampaignVictory(CampaignChapter[C], Victory[C]):
    """Points that are checked from time to time."""

    @abstractmethod
    def points(self, s: C) -> int:
        """The attacker's total at this moment."""

    @abstractmethod
    def needed(self, turn: int) -> int | None:
        """The points that win at the end of a turn; None if it has no check."""

    def settle(self, s: C, out: Log) -> None:
        """What is gained and lost before the points are counted."""

    def check(self, s: C, out: Log) -> None:
        self.settle(s, out)
        total, needed = self.points(s), self.needed(s.turn)
        if needed is not None:
            out.add("check", total=total, needed=needed)
            if total >= needed:
                self.title.win(s, ATTACKER, self.cite["points reached"], out)
        if s.turn >= self.title.scenario.last_turn:
            self.title.win(s, DEFENDER, self.cite["time is up"], out)


class VictoryCheck(CampaignDecision[C], Automatic[C]):
    """Points are counted at the end of a turn; after the last one the defender has won."""

    name = "victory check"

    def enter(self, s: C, out: Log) -> bool:
        victory = self.victory
        assert isinstance(victory, CampaignVictory)
        victory.check(s, out)
        return False
