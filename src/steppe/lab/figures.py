"""What a report shows, computed from the rows of a simulation: plain numbers, no drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steppe.errors import SteppeError
from steppe.history import Fall
from steppe.lab.rows import Row
from steppe.lab.stats import Estimate, Floats, wilson
from steppe.title import Title

QUANTILES = (0.10, 0.25, 0.50, 0.75, 0.90)


class Group(NamedTuple):
    """Games of the same scenario and variant between the same bots."""

    scenario: str
    variant: str
    bots: tuple[str, ...]
    rows: list[Row]

    def name(self, seats: Sequence[str]) -> str:
        who = " against ".join(f"{bot} ({seat})" for bot, seat in zip(self.bots, seats, strict=True))
        return f"{who}: {self.variant}" if self.variant else who


def groups(rows: Sequence[Row]) -> list[Group]:
    found: dict[tuple[str, str, tuple[str, ...]], list[Row]] = {}
    for row in rows:
        found.setdefault((row["scenario"], row["variant"], tuple(row["bots"])), []).append(row)
    return [Group(*key, members) for key, members in found.items()]


def first_turn(rows: Sequence[Row]) -> int:
    """The turn that stands for the set-up: the one before the first."""
    return min(int(row["turns"][0]["turn"]) for row in rows)


def last_turn(rows: Sequence[Row]) -> int:
    return max(int(turn["turn"]) for row in rows for turn in row["turns"])


def at_turn(row: Row, turn: int) -> Row:
    """How a game stood at the end of a turn; a game that was over stays as it was."""
    turns: list[Row] = row["turns"]
    return next((one for one in reversed(turns) if one["turn"] <= turn), turns[0])


def quantiles(rows: Sequence[Row], figure: Callable[[Row], float | None]) -> list[tuple[float, list[float]]]:
    """A figure over the turns: its 10, 25, 50, 75 and 90 % points among the games."""
    found = []
    for turn in range(first_turn(rows), last_turn(rows) + 1):
        values = [value for row in rows if (value := figure(at_turn(row, turn))) is not None]
        if values:
            found.append((float(turn), [float(q) for q in np.quantile(values, QUANTILES)]))
    return found


def shares(rows: Sequence[Row], seats: Sequence[str]) -> list[Estimate]:
    """What each seat won."""
    return [wilson(sum(row["winner"] == seat for row in rows), len(rows)) for seat in seats]


def ends(rows: Sequence[Row], seats: Sequence[str]) -> dict[float, list[float]]:
    """By turn, how many games each seat won in it; draws are nobody's."""
    counts = Counter((row["turn"], row["winner"]) for row in rows if row["winner"])
    turns = range(first_turn(rows) + 1, last_turn(rows) + 1)
    return {float(turn): [float(counts[turn, seat]) for seat in seats] for turn in turns}


# -- the front --------------------------------------------------------------------------------------------------------


def control(title: Title[Any], row: Row, turn: int) -> NDArray[np.uint8]:
    """By hex, the seat that held it at the end of a turn."""
    packed = np.frombuffer(at_turn(row, turn)["control"], np.uint8)
    size = title.board.size
    if packed.size != (size + 7) // 8:
        raise SteppeError("these games were played on another map; name its data with --data")
    return np.unpackbits(packed, count=size)


def held(title: Title[Any], rows: Sequence[Row], turn: int) -> Floats:
    """By hex, the share of games in which the first seat held it at the end of a turn."""
    total: Floats = np.zeros(title.board.size)
    for row in rows:
        total += control(title, row, turn) == 0
    return total / len(rows)


def objectives_held(title: Title[Any]) -> Callable[[Row], float]:
    """How many objectives the first seat held."""
    hexes = np.array(sorted(title.objectives), np.intp)

    def count(turn: Row) -> float:
        bits = np.unpackbits(np.frombuffer(turn["control"], np.uint8), count=title.board.size)
        return float((bits[hexes] == 0).sum())

    return count


# -- places -----------------------------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """A place in the games and in the war."""

    fall: Fall
    share: Estimate
    """Of the games in which it fell."""
    points: list[float | None]
    """The turns by which 10, 25, 50, 75 and 90 % of the games had seen it fall; None where fewer had."""


def taken(title: Title[Any], rows: Sequence[Row], falls: Sequence[Fall]) -> list[Taken]:
    """When each place fell for the first time, by turn."""
    first: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        seen: dict[tuple[str, str], int] = {}
        for one in row["taken"]:
            seen.setdefault((one["hex"], one["seat"]), one["turn"])
        for key, turn in seen.items():
            first.setdefault(key, []).append(turn)
    found = []
    for fall in falls:
        turns = sorted(first.get((title.board.grid.labels[fall.hex], title.seats[fall.seat]), []))
        points = [_nth(turns, q, len(rows)) for q in QUANTILES]
        found.append(Taken(fall, wilson(len(turns), len(rows)), points))
    return found


def _nth(turns: list[int], quantile: float, games: int) -> float | None:
    """The turn by which a share of all games had seen it."""
    needed = max(int(np.ceil(quantile * games)), 1)
    return float(turns[needed - 1]) if needed <= len(turns) else None


# -- losses and luck --------------------------------------------------------------------------------------------------


def losses_by_kind(rows: Sequence[Row], seat: str) -> list[tuple[str, float]]:
    """Steps lost in a game, by kind of unit, the most first."""
    total: Counter[str] = Counter()
    for row in rows:
        for turn in row["turns"]:
            for one in turn["lost"]:
                if one["seat"] == seat:
                    total[one["kind"]] += one["steps"]
    return [(kind, n / len(rows)) for kind, n in sorted(total.items(), key=lambda x: (-x[1], x[0]))]


def losses_so_far(seat: str) -> Callable[[Row], list[tuple[int, float]]]:
    """Steps that a seat had lost by the end of each turn of a game."""

    def sums(row: Row) -> list[tuple[int, float]]:
        total, found = 0.0, []
        for turn in row["turns"]:
            total += sum(one["steps"] for one in turn["lost"] if one["seat"] == seat)
            found.append((int(turn["turn"]), total))
        return found

    return sums


def loss_quantiles(rows: Sequence[Row], seat: str) -> list[tuple[float, list[float]]]:
    sums = losses_so_far(seat)
    series = [dict(sums(row)) for row in rows]
    found = []
    latest = [0.0] * len(rows)
    for turn in range(first_turn(rows), last_turn(rows) + 1):
        latest = [one.get(turn, before) for one, before in zip(series, latest, strict=True)]
        found.append((float(turn), [float(q) for q in np.quantile(latest, QUANTILES)]))
    return found


def histogram(values: Sequence[float], width: float) -> dict[float, int]:
    """How many values lie in each bin, by the middle of the bin; empty ones between them as well."""
    bins = Counter(int(np.floor(value / width)) for value in values)
    return {(n + 0.5) * width: bins[n] for n in range(min(bins), max(bins) + 1)} if bins else {}
