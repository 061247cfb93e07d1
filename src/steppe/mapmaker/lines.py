"""What lines drawn on the map make of it: regions on their two hands, chains of forts, marks on map edges."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.corners import Side, hand_of
from steppe.mapmaker.project import Frame, hex_of
from steppe.mapmaker.recipe import Division, EdgeMark, FortLine
from steppe.mapmaker.rivers import densify


def edge_hexes(grid: HexGrid, edge: str) -> list[int]:
    """The hexes of the north, south, west or east edge; or of all, cut corners included."""
    if edge == "all":
        return [h for h in range(grid.size) if -1 in grid.around[h]]
    axis, sign = {"north": (1, -1), "south": (1, 1), "west": (0, -1), "east": (0, 1)}[edge]
    out = sign * grid.centres[:, axis]
    if not (grid.numbering.flat and axis == 1):
        return [h for h in range(grid.size) if out[h] > out.max() - 0.6]
    # Flat-topped columns end half a hex apart, so each column has its own last hex.
    columns: dict[int, list[int]] = {}
    for h in range(grid.size):
        columns.setdefault(round(grid.centres[h, 0] * 4), []).append(h)
    return [max(column, key=lambda h: float(out[h])) for _, column in sorted(columns.items())]


def divide(grid: HexGrid, frame: Frame, division: Division) -> NDArray[np.bool_]:
    """Which hexes lie on the right hand of a line, which drawn southwards is the west."""
    line = frame.plane(division.line)
    # Prolonged beyond the map, so that hexes past its ends are judged too.
    beyond = np.array([0.0, 100.0])
    whole = np.vstack([line[0] - beyond, line, line[-1] + beyond])
    west = np.array([hand_of(grid.centres[h], whole) == "right" for h in range(grid.size)])
    return _tidy(grid, west)


def _tidy(grid: HexGrid, west: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Only the two great parts remain: islands of one in the other go over to it."""
    for value in (True, False):
        parts = parts_of(grid, {int(h) for h in np.flatnonzero(west == value)})
        for part in sorted(parts, key=len)[:-1]:
            west[list(part)] = not value
    return west


def parts_of(grid: HexGrid, hexes: set[int], closed: Collection[Side] = ()) -> list[set[int]]:
    """The connected parts of a set of hexes, some sides being closed."""
    left = set(hexes)
    parts: list[set[int]] = []
    while left:
        part = {left.pop()}
        queue = list(part)
        while queue:
            here = queue.pop()
            fresh = {n for _, n in grid.adjacent(here) if n in left and (min(here, n), max(here, n)) not in closed}
            left -= fresh
            part |= fresh
            queue += fresh
        parts.append(part)
    return parts


def fort_hexes(grid: HexGrid, frame: Frame, fort: FortLine) -> list[int]:
    """The hexes along a line, every first, second, ... of them."""
    points = frame.plane(fort.line)
    dense = densify(points, 0.05) if len(points) > 1 else points
    chain: list[int] = []
    stay: dict[int, int] = {}
    for h in hex_of(grid, dense):
        if h >= 0:
            stay[int(h)] = stay.get(int(h), 0) + 1
            if int(h) not in chain:
                chain.append(int(h))
    # A hex that the line only grazes is no link of the chain.
    chain = [h for h in chain if stay[h] >= 6 or len(chain) <= 2]
    return chain[:: fort.every]


def coast_hexes(grid: HexGrid, terrain: Sequence[str], sea: int) -> set[int]:
    """The land hexes that touch the sea of which one hex is given."""
    water = next(part for part in parts_of(grid, {h for h in range(grid.size) if terrain[h] == "sea"}) if sea in part)
    return {n for h in water for _, n in grid.adjacent(h) if terrain[n] not in ("sea", "lake")}


def mark_hexes(grid: HexGrid, frame: Frame, mark: EdgeMark, middle: Sequence[float]) -> list[int]:
    """The hexes of an edge mark: the one nearest to its longitude or latitude, or the whole edge."""
    rim = edge_hexes(grid, mark.edge)
    if mark.at is None:
        return rim
    lon_west, lat_south, lon_east, lat_north = middle
    if mark.edge in ("north", "south"):
        lats = np.linspace(lat_south, lat_north, 400)
        track = frame.plane([(mark.at, lat) for lat in lats])
    else:
        lons = np.linspace(lon_west, lon_east, 400)
        track = frame.plane([(lon, mark.at) for lon in lons])
    distance = [float(np.hypot(*(track - grid.centres[h]).T).min()) for h in rim]
    if min(distance) > 1:
        raise DataError(f"the mark {mark.name or mark.feature} misses the {mark.edge} edge")
    return [rim[int(np.argmin(distance))]]
