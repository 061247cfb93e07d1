"""What bots are told of a title besides its rules: weights and hints. Nothing here decides what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Doctrine(NamedTuple):
    """How a title is played, in numbers."""

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
