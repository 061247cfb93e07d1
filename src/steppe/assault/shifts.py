"""Column shifts that several titles know, each a question to a battle. Which apply, and by what rule, a title says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.combat import Battle
from steppe.assault.state import MOBILE

if TYPE_CHECKING:
    from steppe.assault.title import Rules

TRIANGLES = ({0, 2, 4}, {1, 3, 5})


def all_across(title: Rules, b: Battle, kind: str) -> bool:
    """Whether every attacker comes across such a hexside."""
    return all(kind in title.board.side(h, b.hex) for h in b.from_hexes)


def is_concentric(title: Rules, b: Battle) -> bool:
    """Two opposite hexes, three with a gap between each, or more than three; prepared assaults only."""
    if b.kind == MOBILE:
        return False
    directions = {title.board.grid.direction(b.hex, h) for h in b.from_hexes}
    return (
        len(directions) > 3
        or any((d + 3) % 6 in directions for d in directions)
        or any(triangle <= directions for triangle in TRIANGLES)
    )
