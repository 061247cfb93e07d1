"""Cities and towns: which hex each one takes, and on which bank of which river it must lie."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.layers import read_rows
from steppe.mapmaker.overrides import SOURCES
from steppe.mapmaker.project import Frame

COLUMNS = ("name", "lat", "lon", "kind", "hexes", "side", "bank")
USE_COLUMNS = ("name", "kind", "source", "note")


@dataclass(frozen=True)
class Place:
    """A city or town at its true place. ``banks`` says which bank of which river it must lie on."""

    name: str
    lon: float
    lat: float
    kind: str
    hexes: int
    side: str
    banks: tuple[tuple[str, str], ...]
    hex: str = ""
    """The hex it must stand in, where that is known better than by its true place."""


def read_places(file: Path) -> list[Place]:
    places: list[Place] = []
    seen: set[str] = set()
    for line, row in enumerate(read_rows(file, COLUMNS), start=2):
        try:
            banks = []
            for entry in filter(None, (e.strip() for e in row["bank"].split(";"))):
                river, _, hand = entry.partition(":")
                if hand not in ("left", "right"):
                    raise DataError(f"a bank is left or right, not {hand!r}", file=file, line=line, field="bank")
                banks.append((river, hand))
            place = Place(
                row["name"], float(row["lon"]), float(row["lat"]), row["kind"], int(row["hexes"]), row["side"],
                tuple(banks), row.get("hex") or "",
            )  # fmt: skip
        except ValueError as error:
            raise DataError(str(error), file=file, line=line) from None
        if place.name in seen:
            raise DataError(f"{place.name} is given twice", file=file, line=line, field="name")
        seen.add(place.name)
        places.append(place)
    return places


@dataclass(frozen=True)
class Use:
    """What a title makes of a place of its base map: its kind (none for a mere name) and how that is known.

    A kind may be several words, each a feature of the hex: "city vp-2 district".
    """

    name: str
    kind: str
    source: str
    note: str


def read_uses(file: Path, known: Collection[str]) -> list[Use]:
    """The places of a title that stands on a base map."""
    uses: list[Use] = []
    for line, row in enumerate(read_rows(file, USE_COLUMNS), start=2):
        if row["name"] not in known:
            raise DataError(f"the base map has no {row['name']}", file=file, line=line, field="name")
        if row["source"] not in SOURCES:
            raise DataError(f"{row['source']!r} is none of {', '.join(SOURCES)}", file=file, line=line, field="source")
        uses.append(Use(row["name"], row["kind"], row["source"], row["note"]))
    return uses


def seat_places(grid: HexGrid, frame: Frame, places: list[Place]) -> dict[str, list[int]]:
    """A hex, or several adjacent ones, for each place: its own, or the nearest free one; never two in one hex."""
    seats: dict[str, list[int]] = {place.name: [grid.id(place.hex)] for place in places if place.hex}
    taken: set[int] = {h for hexes in seats.values() for h in hexes}
    if len(taken) < len(seats):
        twice = next(p for p in places if p.hex and sum(q.hex == p.hex for q in places) > 1)
        raise DataError(f"{twice.name} shares hex {twice.hex} with another place")
    for place in sorted(places, key=lambda p: (p.kind != "city", -p.hexes)):
        if place.name in seats:
            continue
        at = true_place(frame, place)
        distance = np.hypot(*(grid.centres - at).T)
        chosen: list[int] = []
        for h in np.argsort(distance, kind="stable"):
            if int(h) not in taken and (not chosen or grid.direction(chosen[0], int(h)) >= 0):
                chosen.append(int(h))
                taken.add(int(h))
            if len(chosen) == place.hexes:
                break
        if distance[chosen[0]] > 1.2:
            raise DataError(f"{place.name} is not on the map")
        seats[place.name] = chosen
    return seats


def true_place(frame: Frame, place: Place) -> NDArray[np.float64]:
    return frame.plane([(place.lon, place.lat)]).reshape(2)
