"""What an agent sees, as arrays of a fixed size: planes over the map, global numbers, a table of its candidates.

All of it is made from a seat's view, in which nothing hidden is left. *Own* and *enemy* are as the seat sees them.

The map lies in the planes row by row: flat-topped hexes keep their printed columns, in which every second column is
half a hex higher; pointy-topped ones keep their rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.assault.fog import NO_DICE
from steppe.assault.marks import cut_off
from steppe.assault.state import CONTROL_SIDE, HIDDEN
from steppe.assault.supply import network
from steppe.assault.title import AssaultTitle, Rules
from steppe.assault.units import UNKNOWN
from steppe.env.candidates import LIMIT, PART_VERBS, Candidate, Choices
from steppe.errors import SteppeError
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

Floats = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]

SIDES = ("own", "enemy")
COUNTS = ("units", "steps", "attack", "defence", "unknown", "hidden", "cut off")
"""Counted or added up for either side in each hex; hidden units count as such and as units, and in nothing else."""
COLUMNS = ("whole", "verb", "word", "units", "unit", "from", "to", "number")
"""The columns of the table of candidates."""
UNTOLD = frozenset(
    {"depth", "step", "turn", "drawn", "winner", "over", "deciding_rule", "parent", "battle_hex", "launch_hex", "guard"}
)
"""Scalars of a state that are told in another way, or are numbers of units and hexes, or mean nothing to a player."""


def cells_of(title: Rules) -> tuple[NDArray[np.intp], tuple[int, int]]:
    """The place of every hex in a plane, and the plane's rows and columns."""
    axial = np.array(title.board.grid.axial, np.intp).reshape(-1, 2)
    q, r = axial[:, 0], axial[:, 1]
    row, column = (r + q // 2, q) if title.board.grid.numbering.flat else (r, q + r // 2)
    row, column = row - row.min(), column - column.min()
    shape = int(row.max()) + 1, int(column.max()) + 1
    return row * shape[1] + column, shape


def ground_of(title: Rules) -> dict[str, Floats]:
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


def standing(title: Title[Any], s: Any, seat: int) -> float:
    """The worth of the objectives that a seat holds less that of the other's, from -1 to 1. Control is public."""
    everything = sum(title.objectives.values())
    held = sum(worth for h, worth in title.objectives.items() if s.control[h] & CONTROL_SIDE == seat)
    return (2 * held - everything) / everything if everything else 0.0


class Observer:
    """Turns views of one title into arrays. Its lists of names say what stands where."""

    def __init__(self, title: Title[Any]) -> None:
        if not isinstance(title, AssaultTitle):
            raise SteppeError(f"{title.name} has no arrays for learning programs")
        self.title: Rules = title
        self.cells, self.shape = cells_of(title)
        ground = ground_of(title)
        self.seen = (
            *(f"{side} {what}" for what in COUNTS for side in SIDES),
            *(f"{side} {mark.name}" for mark in title.marks for side in SIDES),
            *(f"{side} supply" for side in SIDES),
            "control",
            "zoc",
            "battle",
            "chosen",
        )
        self.planes: tuple[str, ...] = (*self.seen, *ground)
        """The names of the planes: first what changes, then the ground."""
        self.verbs: tuple[str, ...] = (*PART_VERBS, *sorted(title.notation.forms))
        self.words: tuple[str, ...] = tuple(sorted(_words(title)))
        self.scalars: tuple[str, ...] = tuple(n for n in title.new_state(NO_DICE).layout.scalars if n not in UNTOLD)
        self.globals: tuple[str, ...] = (
            "seat",
            "to decide",
            "step two",
            "turn",
            "standing",
            "points",
            "own aircraft",
            "enemy aircraft",
            *(f"decision {d.name}" for d in title.decisions),
            *(f"step {i} {step.name}" for i, step in enumerate(title.sequence.steps)),
            *self.scalars,
        )
        self._template = np.zeros((len(self.planes), self.shape[0] * self.shape[1]), np.float32)
        for i, plane in enumerate(ground.values(), len(self.seen)):
            self._template[i, self.cells] = plane
        width = max(map(len, title.units.attack))
        self._factors = np.zeros((2, len(title.units.faces) + 1, width), np.float32)
        """Attack and defence by face and steps; the last face is the unknown one and has none."""
        for table, rows in zip(self._factors, (title.units.attack, title.units.defence), strict=True):
            for f, row in enumerate(rows):
                table[f, : len(row)] = row

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
        title, s, seat = self.title, view.state, view.seat
        out, cells = self._template.copy(), self.cells
        cut = np.zeros(len(title.units), bool)
        cut[cut_off(title, s)] = True
        for i, side in enumerate((seat, 1 - seat)):
            self._see_units(out, i, s, side, cut)
        at = self.seen.index("own supply")
        out[at, cells] = network(title, s, seat) == 1
        out[at + 1, cells] = network(title, s, 1 - seat) == 1
        out[at + 2, cells] = s.vector("control") & CONTROL_SIDE == seat
        if title.zoc_side >= 0:
            out[at + 3, cells] = (s.vector("zoc") > 0) * (1 if title.zoc_side == seat else -1)
        if s.battle_hex >= 0 and s.battle_kind:
            out[at + 4, cells[s.battle_hex]] = 1
        if part is not None:
            out[at + 5, [cells[h] for h in (part.hex, *(s.hex[u] for u in part.units)) if h >= 0]] = 1
        return out.reshape(len(self.planes), *self.shape)

    def _see_units(self, out: Floats, i: int, s: Any, side: int, cut: NDArray[np.bool_]) -> None:
        """Count and add up the units of a side, which is the first or the second of each pair of planes."""
        title = self.title
        hexes = s.vector("hex")
        on_map = ((hexes >= 0) & (title.units.side_array == side)).nonzero()[0]
        where, worn = self.cells[hexes[on_map]], s.vector("flags")[on_map]
        shown = worn & HIDDEN == 0
        steps = np.where(shown, s.vector("steps")[on_map], 0)
        face = np.where(shown, s.vector("face")[on_map], UNKNOWN)
        amounts = (
            np.ones(len(on_map)),
            steps,
            *self._factors[:, face, steps],
            shown & (face == UNKNOWN),
            ~shown,
            cut[on_map],
            *(worn & mark.flags != 0 for mark in title.marks),
        )
        for j, amount in enumerate(amounts):
            if amount.any():
                out[2 * j + i] = np.bincount(where, weights=amount, minlength=out.shape[1])

    def count(self, view: View[Any], part: Order | None) -> Floats:
        """The global numbers."""
        title, s, seat = self.title, view.state, view.seat
        decision, decider = title.decision(s) if not s.over else (None, -1)
        values = [
            seat,
            decider == seat,
            part is not None,
            s.turn,
            standing(title, s, seat),
            title.status(s).get("points", 0),
            title.aircraft_left(s, seat),
            title.aircraft_left(s, 1 - seat),
            *(d is decision for d in title.decisions),
            *(i == s.step for i in range(len(title.sequence.steps))),
            *(s.memory[s.layout.indexes[name]] for name in self.scalars),
        ]
        return np.array(values, np.float32)

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


def _words(title: Rules) -> set[str]:
    """Every word that an order of the title may hold."""
    tokens = (token for form in title.notation.forms.values() for token in form.tokens)
    return {word for token in tokens if token.startswith("WORD(") for word in token[5:-1].split("|")}
