"""What an agent sees, as arrays of a fixed size: planes over the map, global numbers, a table of its candidates.

All of it is made from a seat's view, in which nothing hidden is left. *Own* and *enemy* are as the seat sees them.

The map lies in the planes row by row: flat-topped hexes keep their printed columns, in which every second column is
half a hex higher; pointy-topped ones keep their rows. What stands on it is the system's to show
(``env/<system>/observation.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.env.candidates import LIMIT, PART_VERBS, Candidate, Choices
from steppe.orders import Order, words_of
from steppe.state import State
from steppe.title import Title
from steppe.view import View

Floats = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]

COLUMNS = ("whole", "verb", "word", "units", "unit", "from", "to", "number")
"""The columns of the table of candidates."""
FIRST_GLOBALS = ("seat", "to decide", "step two", "turn", "standing")
KERNEL_SCALARS = frozenset(State.cells)
"""Scalars that every state has: they are told in another way, or mean nothing to a player."""


def cells_of(title: Title[Any]) -> tuple[NDArray[np.intp], tuple[int, int]]:
    """The place of every hex in a plane, and the plane's rows and columns."""
    axial = np.array(title.board.grid.axial, np.intp).reshape(-1, 2)
    q, r = axial[:, 0], axial[:, 1]
    row, column = (r + q // 2, q) if title.board.grid.numbering.flat else (r, q + r // 2)
    row, column = row - row.min(), column - column.min()
    shape = int(row.max()) + 1, int(column.max()) + 1
    return row * shape[1] + column, shape


def ground_of(title: Title[Any]) -> dict[str, Floats]:
    """The planes that never change."""
    board = title.board
    planes: dict[str, NDArray[Any]] = {"map": np.ones(board.size)}
    for terrain in sorted(set(board.terrain)):
        planes[f"terrain {terrain}"] = np.array([t == terrain for t in board.terrain])
    for feature in sorted(board.features):
        planes[f"feature {feature}"] = board.mask(board.features[feature])
    for kind in sorted(board.kinds_of_side):
        for d in range(6):
            planes[f"side {kind} {d}"] = board.side_table(kind)[:, d]
    worth = np.zeros(board.size)
    for h, value in title.objectives.items():
        worth[h] = value
    planes["objective"] = worth / max(1.0, float(worth.max(initial=0.0)))
    return {name: plane.astype(np.float32) for name, plane in planes.items()}


def objective_balance(title: Title[Any], s: Any, seat: int) -> float:
    """The worth of the objectives that a seat holds less that of the other's, from -1 to 1. Control is public."""
    everything = sum(title.objectives.values())
    holders = title.holders(s)
    held = sum(worth for h, worth in title.objectives.items() if holders[h] == seat)
    return (2 * held - everything) / everything if everything else 0.0


class Observer(ABC):
    """Turns views of one title into arrays. Its lists of names say what stands where.

    A system names the planes that change and fills them (``see``), and says which global numbers there are besides
    those of every title: ``own_globals`` and, of the state, ``scalars``. Its states have a column ``hex``.
    """

    seen: tuple[str, ...]
    """The names of the planes that change; ``chosen`` is the last."""
    own_globals: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()

    def __init__(self, title: Title[Any], seen: Sequence[str], scalars: Sequence[str]) -> None:
        self.title = title
        self.seen, self.scalars = (*seen, "chosen"), tuple(scalars)
        self.cells, self.shape = cells_of(title)
        ground = ground_of(title)
        self.planes: tuple[str, ...] = (*self.seen, *ground)
        """The names of the planes: first what changes, then the ground."""
        self.verbs: tuple[str, ...] = (*PART_VERBS, *sorted(title.notation.forms))
        self.words: tuple[str, ...] = tuple(sorted(_words(title)))
        self.globals: tuple[str, ...] = (
            *FIRST_GLOBALS,
            *self.own_globals,
            *(f"decision {d.name}" for d in title.decisions),
            *(f"step {i} {step.name}" for i, step in enumerate(title.sequence.steps)),
            *self.scalars,
        )
        self._template = np.zeros((len(self.planes), self.shape[0] * self.shape[1]), np.float32)
        for i, plane in enumerate(ground.values(), len(self.seen)):
            self._template[i, self.cells] = plane

    def observe(self, view: View[Any], choices: Choices, part: Order | None) -> Observation:
        """Everything at once. ``choices`` are those of the seat; empty if it is not its decision."""
        return {
            "observation": self.see(view, part),
            "globals": self.count(view, part),
            "candidates": self.table(view.state, choices),
            "action_mask": mask(choices),
        }

    def see(self, view: View[Any], part: Order | None) -> Floats:
        """The planes."""
        s, out = view.state, self._template.copy()
        self.fill(out, view)
        if part is not None:
            places = [h for h in (part.hex, *(s.hex[u] for u in part.units)) if h >= 0]
            out[len(self.seen) - 1, self.cells[places]] = 1
        return out.reshape(len(self.planes), *self.shape)

    @abstractmethod
    def fill(self, out: Floats, view: View[Any]) -> None:
        """Write what the seat sees into the planes, a row for each name in ``seen``; they are all 0 before."""

    def count(self, view: View[Any], part: Order | None) -> Floats:
        """The global numbers."""
        title, s, seat = self.title, view.state, view.seat
        decision, decider = title.decision(s) if not s.over else (None, -1)
        values = [
            seat,
            decider == seat,
            part is not None,
            s.turn,
            objective_balance(title, s, seat),
            *self.own_numbers(view),
            *(d is decision for d in title.decisions),
            *(i == s.step for i in range(len(title.sequence.steps))),
            *(getattr(s, name) for name in self.scalars),
        ]
        return np.array(values, np.float32)

    def own_numbers(self, view: View[Any]) -> Sequence[float]:
        """The numbers that ``own_globals`` names."""
        return ()

    def table(self, s: Any, choices: Choices) -> NDArray[np.int16]:
        """A row for each candidate: numbers that name its parts, -1 where it has none."""
        out = np.full((LIMIT, len(COLUMNS)), -1, np.int16)
        if choices.candidates:
            out[: len(choices.candidates)] = [self._row(s, candidate) for candidate in choices.candidates]
        return out

    def _row(self, s: Any, candidate: Candidate) -> tuple[int, ...]:
        order, units = candidate.order, candidate.order.units
        start = order.start if order.start >= 0 or not units else s.hex[units[0]]
        return (
            int(candidate.whole),
            self.verbs.index(order.verb),
            self.words.index(order.word) if order.word else -1,
            len(units),
            units[0] if units else -1,
            int(self.cells[start]) if start >= 0 else -1,
            int(self.cells[order.hex]) if order.hex >= 0 else -1,
            order.number,
        )


def mask(choices: Choices) -> NDArray[np.int8]:
    out = np.zeros(LIMIT, np.int8)
    out[: len(choices.candidates)] = 1
    return out


def _words(title: Title[Any]) -> set[str]:
    """Every word that an order of the title may hold."""
    tokens = (token for form in title.notation.forms.values() for token in form.tokens)
    return {word for token in tokens if token.startswith("WORD(") for word in words_of(token)}
