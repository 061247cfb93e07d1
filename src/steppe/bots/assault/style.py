"""How a bot likes to play: dials, set by a word after its name (``staff:bold``) or by a search."""

from __future__ import annotations

from typing import NamedTuple

from steppe.errors import SteppeError


class Style(NamedTuple):
    aggression: float = 1.0
    """What the enemy's losses, and ground taken from him, are worth."""
    caution: float = 1.0
    """What the enemy's reply weighs: how near to him units are left, and how alone."""
    doctrine: bool = False
    """Whether the army does as it did in history where the title says how."""
    first: str = ""
    """The order of phases if that is settled: move-fight or fight-move."""
    haste: float = 1.0
    """How much an attacker's mobile stacks want to get on, times what the title says."""
    ambition: float = 1.0
    """How much an attacker's mobile stacks pass small objectives by, times what the title says."""
    price: float = 0.0
    """What an attack must bring besides."""
    strike: float = 1.0
    """How strong the enemies are that a defender goes for."""
    depth: float = 1.0
    """How much a defender keeps away from the enemy and near to friends."""
    shelter: float = 1.0
    """What good ground is worth to a defender."""
    mass: float = 1.0
    """How many more a defender puts before a place that decides."""
    outworks: float = 1.0
    """How far around a place that decides a defender mans every hex."""
    citadels: bool = False
    """Whether a defender fills up the greatest places where none decides the game by itself."""
    rally: float = 0.0
    """From how many hexes away a defender calls units in to a place that decides, before he bars any way."""
    brief: bool = False
    """Whether attacks are planned without looking at every arrangement, as is good enough for a rehearsal."""

    @property
    def frugal(self) -> bool:
        """Whether no attack may cost more than it takes. The bold pay for a way forward; who has a timetable must."""
        return self.aggression <= 1.0 and not self.doctrine


STYLES = {
    "": Style(),
    "bold": Style(aggression=1.4, caution=0.6),
    "careful": Style(aggression=0.8, caution=1.5),
    "doctrine": Style(aggression=0.6, caution=2.0, doctrine=True),
}


def style_of(word: str) -> Style:
    if word not in STYLES:
        raise SteppeError(f"there is no style {word!r}; known are {', '.join(filter(None, STYLES))}")
    return STYLES[word]
