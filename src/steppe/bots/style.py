"""How a bot likes to play: three dials, set by a word after its name (``staff:bold``)."""

from __future__ import annotations

from typing import NamedTuple

from steppe.errors import SteppeError


class Style(NamedTuple):
    aggression: float = 1.0
    """What the enemy's losses, and ground taken from him, are worth."""
    caution: float = 1.0
    """What losses of one's own, and the enemy's reply, weigh."""
    doctrine: bool = False
    """Whether the army does as it did in history where the title says how."""


STYLES = {
    "": Style(),
    "bold": Style(aggression=1.4, caution=0.6),
    "careful": Style(aggression=0.8, caution=1.5),
    "doctrine": Style(doctrine=True),
}


def style_of(word: str) -> Style:
    if word not in STYLES:
        raise SteppeError(f"there is no style {word!r}; known are {', '.join(filter(None, STYLES))}")
    return STYLES[word]
