"""Units and their faces.

A *unit* is a counter on the map, known to everybody by its key. Its *face* is what its front shows: kind, factors by
steps, historical name. For most units the two belong together; untried units of a pool have had their faces shuffled,
so that nobody knows them, and a battle group may wear one of several faces.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from steppe.searches import Ints

UNKNOWN = -1
"""The face of a unit whose front a seat has not seen."""

# Where a unit is when it is not in a hex.
RESERVE = -1
"""Not yet in play."""
DEAD = -2
GONE = -3
"""Left play for good without being destroyed: withdrawn, converted, forfeited."""
OFF_MAP = {RESERVE: "reserve", DEAD: "dead", GONE: "gone"}


@dataclass(frozen=True)
class Face:
    kind: str
    """The unit type as the rulebook writes it (panzer, RD, ...)."""
    factors: tuple[tuple[int, int], ...]
    """Attack and defence factors by steps left: the first pair at one step, the last at full strength."""
    label: str

    @property
    def text(self) -> str:
        return "/".join(f"{a}-{d}" for a, d in reversed(self.factors))


@dataclass(frozen=True)
class Unit:
    key: str
    side: int
    kind: str
    """What its untried side or its only side says it is."""
    size: str
    mobility: str
    steps: int
    pool: str = ""
    """Units of one pool share their faces in unknown order."""
    entry: str = ""
    points: int = 1
    """What it counts for stacking."""
    nation: str = ""
    moves: tuple[int, ...] = ()
    """Printed movement factors by steps left, the first at one step; empty if the turn track gives them."""
    turn: int = 0
    """The game turn on which it enters; 0 for units that are there from the start, or come by a rule of their own."""
    source: str = "reconstructed"
    note: str = ""


@dataclass(frozen=True)
class UnitTable:
    """All counters of a title, immutable and shared by all its states."""

    units: tuple[Unit, ...]
    faces: tuple[Face, ...]
    own_face: tuple[int, ...]
    """The face a unit wears when nothing is shuffled."""
    other_face: tuple[int, ...]
    """The face on its other side that a battle group may wear instead, or -1."""
    keys: tuple[str, ...] = field(init=False)
    side: tuple[int, ...] = field(init=False)
    kind: tuple[str, ...] = field(init=False)
    mobility: tuple[str, ...] = field(init=False)
    points: tuple[int, ...] = field(init=False)
    nation: tuple[str, ...] = field(init=False)
    face_kind: tuple[str, ...] = field(init=False)
    attack: tuple[tuple[int, ...], ...] = field(init=False)
    """attack[face][steps], with 0 at no steps."""
    defence: tuple[tuple[int, ...], ...] = field(init=False)
    index: dict[str, int] = field(init=False)
    side_array: Ints = field(init=False, compare=False)

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("keys", tuple(u.key for u in self.units))
        put("side", tuple(u.side for u in self.units))
        put("kind", tuple(u.kind for u in self.units))
        put("mobility", tuple(u.mobility for u in self.units))
        put("points", tuple(u.points for u in self.units))
        put("nation", tuple(u.nation for u in self.units))
        put("face_kind", tuple(f.kind for f in self.faces))
        put("attack", tuple((0, *(a for a, _ in f.factors)) for f in self.faces))
        put("defence", tuple((0, *(d for _, d in f.factors)) for f in self.faces))
        put("index", {u.key: i for i, u in enumerate(self.units)})
        put("side_array", np.array(self.side, np.int16))

    def __len__(self) -> int:
        return len(self.units)

    def of_side(self, side: int) -> list[int]:
        return [i for i, u in enumerate(self.units) if u.side == side]

    def in_pool(self, pool: str) -> list[int]:
        return [i for i, u in enumerate(self.units) if u.pool == pool]

    def pools(self) -> list[str]:
        return sorted({u.pool for u in self.units if u.pool})
