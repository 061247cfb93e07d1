"""Cities and towns: which hex each one takes, and on which bank of which river it must lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.layers import read_rows
from steppe.mapmaker.project import Frame

COLUMNS = ("name", "lat", "lon", "kind", "hexes", "side", "bank")


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
                tuple(banks),
            )  # fmt: skip
        except ValueError as error:
            raise DataError(str(error), file=file, line=line) from None
        if place.name in seen:
            raise DataError(f"{place.name} is given twice", file=file, line=line, field="name")
        seen.add(place.name)
        places.append(place)
    return places


def seat_places(
    grid: HexGrid, frame: Frame, places: list[Place], pinned: dict[str, list[int]] | None = None
) -> dict[str, list[int]]:
    """A hex, or several adjacent ones, for each place: its own, or the nearest free one; never two in one hex."""
    taken: set[int] = {h for hexes in (pinned or {}).values() for h in hexes}
    seats: dict[str, list[int]] = dict(pinned or {})
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
