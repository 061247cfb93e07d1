"""The whole recipe from layers to a map, in order; overrides come last."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker import landcover
from steppe.mapmaker.corners import Corners, Side
from steppe.mapmaker.layers import Shape, read_raster, read_rows, read_shapes
from steppe.mapmaker.lines import divide, fort_hexes, mark_hexes
from steppe.mapmaker.overrides import Override, read_overrides
from steppe.mapmaker.places import Place, read_places, seat_places, true_place
from steppe.mapmaker.project import Frame
from steppe.mapmaker.recipe import Recipe
from steppe.mapmaker.rivers import Layer, Network, Points, close_gaps, misplaced, on_map
from steppe.mapmaker.water import Area, wet_sides

FEATURE_ORDER = ("city", "town", "fort", "german-source", "soviet-source")


@dataclass
class HexMap:
    """A compiled map, ready to be written."""

    grid: HexGrid
    terrain: list[str]
    features: list[set[str]]
    names: dict[int, str]
    sheets: list[str]
    regions: list[set[str]]
    sides: dict[Side, tuple[str, str]]
    by_hand: set[int] = field(default_factory=set)
    side_by_hand: set[Side] = field(default_factory=set)
    notes: dict[int, list[str]] = field(default_factory=dict)
    side_notes: dict[Side, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def note(self, h: int, text: str) -> None:
        if text not in self.notes.setdefault(h, []):
            self.notes[h].append(text)


class Compiler:
    """The steps of the recipe over one shared map."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.grid = grid = recipe.grid
        self.frame = Frame(recipe.frame, recipe.folder, flat=grid.numbering.flat)
        if "warp" in recipe.frame:
            self._warp(str(recipe.frame["warp"]), float(recipe.frame.get("smoothing", 0.5)))
        self.corners = Corners(grid)
        self.box: tuple[float, float, float, float] = tuple(recipe.frame["box"])
        self.map = HexMap(
            grid,
            ["clear"] * grid.size,
            [set() for _ in range(grid.size)],
            {},
            [""] * grid.size,
            [set() for _ in range(grid.size)],
            {},
        )
        self.places: list[Place] = read_places(recipe.places) if recipe.places.exists() else []
        self.seats = seat_places(grid, self.frame, self.places)

    def _layer(self, name: str) -> Path:
        return self.recipe.folder / self.recipe.layers[name]

    def _warp(self, game: str, smoothing: float) -> None:
        file = self.recipe.folder / "control_points.csv"
        rows = [r for r in read_rows(file, ("game", "hex", "lat", "lon", "note")) if r["game"] == game]
        rows = [r for r in rows if r["hex"] in self.grid.index and not r["note"].startswith("excluded")]
        lonlat = np.array([(float(r["lon"]), float(r["lat"])) for r in rows])
        centres = self.grid.centres[[self.grid.id(r["hex"]) for r in rows]]
        self.frame.fit_warp(lonlat, centres, smoothing)

    def run(self) -> HexMap:
        self.lay_water()
        self.lay_rivers()
        self.cover_land()
        self.place_towns()
        self.draw_lines()
        overrides = read_overrides(self.recipe.overrides, self.grid) if self.recipe.overrides.exists() else []
        for override in overrides:
            self.apply(override)
        self.mark_fronts()
        return self.map

    def lay_water(self) -> None:
        """Seas and lakes that fill hexes; sides under water; long narrow waters along their axes."""
        water, grid = self.recipe.water, self.grid
        lakes = [s for s in read_shapes(self._layer("lakes")) if not s.properties.get("absent_1941")]
        if "lake_share" in water:
            wet = Area(self.frame, self._near(lakes), smallest=float(water.get("smallest", 0.02)))
            for h in np.flatnonzero(wet.shares(grid) >= float(water["lake_share"])):
                self.map.terrain[int(h)] = "lake"
            if "side_share" in water:
                for side in wet_sides(self.corners, wet, float(water["side_share"])):
                    self.map.sides[side] = (str(water.get("side_kind", "lake")), "")
        if "sea_share" in water:
            land = Area(self.frame, read_shapes(self._layer("land")))
            for h in np.flatnonzero(1 - land.shares(grid) >= float(water["sea_share"])):
                self.map.terrain[int(h)] = "sea"
        self.rivers = Layer(self.corners, self._banks(), self._pinned())
        if "reservoirs" in self.recipe.layers:
            for shape in read_shapes(self._layer("reservoirs")):
                name = str(shape.properties["name"])
                into = str(shape.properties.get("into", ""))
                for laid in self.rivers.lay(name, self.frame.plane(shape.line), into):
                    for side in laid.sides:
                        self.map.sides[side] = ("reservoir", name)
                        self.map.side_by_hand.add(side)

    def _near(self, shapes: list[Shape]) -> list[Shape]:
        west, south, east, north = self.box
        return [
            s
            for s in shapes
            if any(west - 1 < lon < east + 1 and south - 1 < lat < north + 1 for lon, lat in s.rings[0][::5])
        ]

    def _banks(self) -> dict[str, dict[int, str]]:
        banks: dict[str, dict[int, str]] = {}
        for place in self.places:
            for river, hand in place.banks:
                banks.setdefault(river, {})[self.seats[place.name][0]] = hand
        return banks

    def _pinned(self) -> dict[int, Points]:
        return {self.seats[p.name][0]: true_place(self.frame, p) for p in self.places}

    def lay_rivers(self) -> None:
        """Every river of the recipe in its order, then those of the layer that the recipe takes as they are."""
        names = [n for n in ("rivers", "rivers_hand") if n in self.recipe.layers]
        shapes = self._near([s for n in names for s in read_shapes(self._layer(n))])
        network = Network(self.frame.plane(s.line) for s in shapes)
        hand = {str(s.properties["name"]) for s in shapes if "scalerank" not in s.properties}
        for river in self.recipe.rivers:
            through = self.frame.plane(river.through)
            course = network.course(through)
            if course is None:
                raise DataError(f"the layers do not join the points that the {river.name} runs through")
            self._take(river.name, course, river.into, by_hand=river.name in hand)
        self._automatic(shapes)
        for name, laid in self.rivers.laid.items():
            own = {side for piece in laid for side in piece.sides}
            for side in close_gaps(self.corners, own):
                self.map.sides.setdefault(side, ("river", name))
        self.map.warnings += misplaced(self.rivers, self.grid, {s[0]: n for n, s in self.seats.items()})

    def _take(self, name: str, course: Points, into: str, *, by_hand: bool) -> None:
        for laid in self.rivers.lay(name, course, into):
            for side in laid.sides:
                if side not in self.map.sides:
                    self.map.sides[side] = ("river", name)
                    if by_hand:
                        self.map.side_by_hand.add(side)

    def _automatic(self, shapes: list[Shape]) -> None:
        """Rivers straight from the layer: pieces of one name (by the alias table) are one river."""
        rank = self.recipe.automatic_rank
        groups: dict[str, list[Shape]] = {}
        for shape in shapes:
            name = str(shape.properties.get("name") or "")
            if name and float(shape.properties.get("scalerank", 99)) <= rank:
                groups.setdefault(self.recipe.aliases.get(name, name), []).append(shape)
        listed = {river.name for river in self.recipe.rivers}
        for name, group in sorted(groups.items(), key=lambda g: min(float(s.properties["scalerank"]) for s in g[1])):
            if name in listed:
                continue
            for shape in sorted(group, key=lambda s: -len(s.line)):
                course = self.frame.plane(shape.line)
                if any(np.hypot(*np.diff(p, axis=0).T).sum() > 1.2 for p in on_map(self.grid, course)):
                    self._take(name, course, "", by_hand=False)

    def cover_land(self) -> None:
        """Forest by score, marsh by hand-drawn polygons, rough ground and mountains by relief."""
        cover, grid, land = self.recipe.cover, self.grid, np.array([t == "clear" for t in self.map.terrain])
        shapes = read_shapes(self._layer("terrain"))
        raster = read_raster(self._layer("landcover"), "igbp")
        scores = landcover.forest_scores(grid, self.frame, raster, cover, self.box)
        scores = landcover.sharpen(grid, scores, cover.contrast, cover.contrast_radius)
        scores += landcover.hand_scores(grid, self.frame, shapes, cover) + landcover.grain(grid, cover.grain)
        towns = {h for seats in self.seats.values() for h in seats}
        for h in towns:
            for _, n in grid.adjacent(h):
                scores[n] -= cover.clearing
        marsh = landcover.marsh_hexes(grid, self.frame, shapes, cover.marsh_share)
        dry = land.copy()
        dry[list(towns | set(marsh))] = False
        share = cover.forest_share * int(land.sum()) / max(1, int(dry.sum()))
        wood = landcover.smooth(grid, landcover.choose_forest(scores, dry, share), towns | set(marsh))
        for h in range(grid.size):
            if land[h] and h in marsh and h not in towns:
                self.map.terrain[h] = "marsh"
                self.map.by_hand.add(h)
                self.map.note(h, marsh[h])
            elif land[h] and wood[h]:
                self.map.terrain[h] = "forest"
        if cover.rough or cover.mountain:
            span, mean = landcover.relief(grid, self.frame, read_raster(self._layer("elevation"), "elev_m"), self.box)
            for h in range(grid.size):
                if land[h] and cover.mountain and span[h] >= cover.mountain and mean[h] >= cover.mountain_mean:
                    self.map.terrain[h] = "mountain"
                elif land[h] and cover.rough and span[h] >= cover.rough:
                    self.map.terrain[h] = "rough"

    def place_towns(self) -> None:
        for place in self.places:
            for h in self.seats[place.name]:
                self.map.features[h].add(place.kind)
                self.map.names[h] = place.name
                self.map.terrain[h] = "clear"
                if place.kind == "town":
                    self.map.by_hand.add(h)
                    self.map.note(h, "the list of towns is a proposal")
            if place.banks:
                said = " and ".join(f"{hand} bank of the {river}" for river, hand in place.banks)
                self.map.note(self.seats[place.name][0], said)

    def draw_lines(self) -> None:
        """Regions from west to east, forts along their lines, marks on the edges, sheets on both sides of the seam."""
        recipe, grid = self.recipe, self.grid
        rank = np.zeros(grid.size, dtype=np.int64)
        for division in recipe.divisions:
            rank += ~divide(grid, self.frame, division)
        if recipe.regions:
            for h in range(grid.size):
                self.map.regions[h].add(recipe.regions[int(rank[h])])
        for fort in recipe.forts:
            for h in fort_hexes(grid, self.frame, fort):
                self.map.features[h].add("fort")
                self.map.by_hand.add(h)
                self.map.note(h, f"fortification: {fort.name}")
        for mark in recipe.marks:
            for h in mark_hexes(grid, self.frame, mark, self.box):
                self.map.features[h].add(mark.feature)
                self.map.by_hand.add(h)
                if mark.name:
                    self.map.note(h, mark.name)
        if recipe.seam_row:
            for h, label in enumerate(grid.labels):
                self.map.sheets[h] = "S" if int(label[2:4]) >= recipe.seam_row else "N"

    def apply(self, override: Override) -> None:
        h, value = override.hex, override.value
        if override.other >= 0:
            side = min(h, override.other), max(h, override.other)
            if override.field == "no-side":
                self.map.sides.pop(side, None)
                return
            self.map.sides[side] = (override.field, value)
            self.map.side_by_hand.add(side)
            self.map.side_notes[side] = override.reason
            return
        self.map.by_hand.add(h)
        self.map.note(h, override.reason)
        if override.field == "terrain":
            self.map.terrain[h] = value
        elif override.field == "region":
            self.map.regions[h] = {value}
        elif override.field == "feature":
            self.map.features[h].add(value)
        elif override.field == "no-feature":
            self.map.features[h].discard(value)
        elif override.field == "name":
            self.map.names[h] = value

    def mark_fronts(self) -> None:
        """The hexes that touch the first region from outside are the front."""
        if len(self.recipe.regions) < 2:
            return
        first = self.recipe.regions[0]
        for h in range(self.grid.size):
            touches = any(first in self.map.regions[n] for _, n in self.grid.adjacent(h))
            if touches and first not in self.map.regions[h]:
                self.map.regions[h].add("front")


def write_map(made: HexMap, folder: Path) -> None:
    """Write hexes.csv and sides.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = made.grid.labels
    with (folder / "hexes.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("hex", "terrain", "features", "name", "sheet", "regions", "source", "note"))
        for h, label in enumerate(labels):
            features = sorted(made.features[h], key=FEATURE_ORDER.index)
            source = "reconstructed" if h in made.by_hand else "derived"
            writer.writerow(
                (
                    label,
                    made.terrain[h],
                    " ".join(features),
                    made.names.get(h, ""),
                    made.sheets[h],
                    " ".join(sorted(made.regions[h])),
                    source,
                    "; ".join(made.notes.get(h, ())),
                )
            )
    with (folder / "sides.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("a", "b", "kind", "name", "source", "note"))
        for side in sorted(made.sides, key=lambda s: tuple(sorted((labels[s[0]], labels[s[1]])))):
            a, b = sorted((labels[side[0]], labels[side[1]]))
            kind, name = made.sides[side]
            source = "reconstructed" if side in made.side_by_hand else "derived"
            writer.writerow((a, b, kind, name, source, made.side_notes.get(side, "")))
