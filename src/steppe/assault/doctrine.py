"""What bots are told of a title besides its rules: weights, hints, and answers to the decisions that it alone asks for.

Nothing here decides what is legal, and no title knows its doctrine: bots look for it in the title's own folder
(``titles/<key>/doctrine.py``, the class ``DOCTRINE``) and take this one if there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from steppe.assault.chapter import A
from steppe.history import NEVER
from steppe.orders import Order

if TYPE_CHECKING:
    from steppe.assault.title import AnyAssaultTitle

ENTRY, ARRIVALS = "entry", "arrivals by type"
"""Ways of answering: units come on one by one, then steps go to who gains most; or units come on type by type."""
REBUILDING = "withdraw and rebuild"
"""Who is missed least is withdrawn, who gains most by a step is rebuilt."""
PASSING = "pass"
"""Nothing is done."""

NOBODY: Mapping[int, int] = MappingProxyType({})


class Appraisal(Protocol):
    """What a bot makes of the position in which a decision is asked for; values are in combat factors."""

    @property
    def s(self) -> Any:
        """The state as the bot's seat sees it."""

    @property
    def seat(self) -> int: ...

    @property
    def attack(self) -> NDArray[np.float64]:
        """The expected attack factor of every unit."""

    @property
    def foe_distance(self) -> NDArray[np.int16]:
        """MP from every hex to the nearest enemy."""

    def legal(self) -> list[Order]: ...

    def by_hex(self, amount: NDArray[np.float64], side: int) -> NDArray[np.float64]:
        """An amount per unit of a side, added up over the hexes."""

    def unit_value(self, u: int) -> float: ...

    def step_value(self, u: int) -> float:
        """What the loss of one step of a unit costs."""

    def cut_off_share(self) -> float:
        """How much of the seat's strength has no line of supply, from 0 to 1."""

    def disputed_value(self, h: int) -> float:
        """What a hex that is fought for is worth."""

    def result_values(self) -> Mapping[str, float]:
        """What each result of the battle in hand is worth to its attacker."""

    def battle_value(self) -> float:
        """What it is worth to its attacker to fight the battle in hand as it stands."""


OwnAnswer = Callable[[Appraisal], Order | None]
"""How a decision of the title's own is answered; with nothing it is left to chance."""


class Doctrine(Generic[A]):
    """How a title is played, in numbers and hints; every title of the family may have one of its own."""

    shelter: Mapping[str, float] = MappingProxyType({"forest": 0.5, "city": 2.0, "fort": 1.0})
    """How much more terrain and features are worth to whoever defends there: columns, roughly."""
    measured_as: Mapping[str, str] = MappingProxyType({})
    """Mobility classes whose ways are measured by the costs of another."""
    point: float = 1.0
    """Combat factors that a point of an objective is worth."""
    ambition: float = 0.5
    """By which power of its worth an objective draws mobile stacks; the higher, the more they pass small ones by."""
    sprint: int = 99
    """The last turn of the first rush, in which small objectives are passed by."""
    patience: float = 0.3
    """By which power of its worth an objective draws mobile stacks that are planned for, after the first rush."""
    hunts: bool = False
    """Whether those on foot go for every enemy stack at hand before they go for objectives."""
    siege: float = 0.0
    """By how much more, for every column of shelter, those who hunt an enemy are sent."""
    road: float = 0.0
    """Combat factors that a hex of a supply road is worth to whoever needs it."""
    horizon: float = 6.0
    """MP that count as nothing when mobile stacks choose their objectives; the more, the farther they look."""
    leash: int = 99
    """MP that mobile stacks run ahead of those on foot without fear."""
    spearhead: float = 0.0
    """Attack factors without which a mobile stack does as those on foot do."""
    tightens: frozenset[int] = frozenset()
    """Turns after which rules of supply are stricter: who moves looks a turn ahead."""
    isolates: frozenset[int] = frozenset()
    """The hexes that the side which cannot make mobile assaults must not let be cut off."""
    haste: float = 1.0
    """What a MP nearer to its objective is worth to a mobile stack."""
    reply: float = 0.1
    """How likely the enemy is to turn against just this stack if he has to bring up units for it."""
    in_contact: float = 0.3
    """The share of its strength in contact with which an attacker fights before he moves."""

    supply_roads: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """The hexes that carry a side's supply only while it controls them."""
    ways: Mapping[str, str] = MappingProxyType({})
    """Decisions of the title's own that are answered as another is, or in one of the ways named above."""
    reasons: Mapping[str, str] = MappingProxyType({})
    """What a bot says about orders of the title's own, by verb or by verb and word: ``tactic: reason``."""

    def __init__(self, title: AnyAssaultTitle) -> None:
        self.title = title

    @property
    def offensive_sides(self) -> frozenset[int]:
        """The sides whose part in the game is to attack: here those that can make mobile assaults."""
        return self.title.combat.mobile_sides

    @property
    def objectives(self) -> Mapping[int, int]:
        """The hexes that the game is fought for, with their worth in points as bots reckon."""
        return self.title.objectives

    @cached_property
    def timetable(self) -> Mapping[tuple[int, int], int]:
        """By seat and hex the turn in which the seat took it in history, or that it never did."""
        return {(fall.seat, fall.hex): fall.turn or NEVER for fall in self.title.history}

    def answers(self) -> Mapping[str, OwnAnswer]:
        """How the title's own decisions are answered, by their names."""
        return {}

    def ahead(self, s: A) -> float:
        """By how many points the side that attacks is ahead of the way to the next check, where points are checked."""
        return 0.0

    def bounties(self, s: A) -> Mapping[int, int]:
        """Hexes with what it is worth to the other side, in points, to destroy who is in them."""
        return NOBODY

    def must_attack_from(self, s: A, side: int, h: int) -> bool:
        """Whether a unit that is left in a hex will have to attack from it."""
        return False

    def dutiful_attackers(self, s: A) -> list[int]:
        """The units that must attack before the phase may end."""
        return []
