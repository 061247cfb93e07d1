"""The physical map: water, rivers and cover laid on a grid, with the places that rivers must respect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker import landcover
from steppe.mapmaker.corners import Corners
from steppe.mapmaker.hexmap import WET, HexMap
from steppe.mapmaker.layers import Shape, read_raster, read_rows, read_shapes
from steppe.mapmaker.lines import parts_of
from steppe.mapmaker.places import Place, read_places, seat_places, true_place
from steppe.mapmaker.project import Frame, drawn_in
from steppe.mapmaker.recipe import Recipe
from steppe.mapmaker.rivers import Layer, Network, Points, close_gaps, misplaced, on_map
from steppe.mapmaker.water import Area, wet_sides

Box = tuple[float, float, float, float]


@dataclass
class Survey:
    """What a title's own lines and features are drawn on: the ground as it came out, and where things are."""

    map: HexMap
    frame: Frame
    box: Box
    seats: dict[str, list[int]]
    places: list[Place]

    @property
    def grid(self) -> HexGrid:
        return self.map.grid


class Ground:
    """The steps from the layers to the physical map."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.grid = grid = recipe.grid
        self.frame = Frame(recipe.frame, recipe.folder, flat=grid.numbering.flat)
        self.places: list[Place] = read_places(recipe.places) if recipe.places.exists() else []
        if "warp" in recipe.frame:
            self._warp(str(recipe.frame["warp"]), float(recipe.frame.get("smoothing", 0.5)))
        self.corners = Corners(grid)
        self.box: Box = tuple(recipe.frame["box"])
        self.map = HexMap.blank(grid)
        self.seats = seat_places(grid, self.frame, self.places)

    def _layer(self, name: str) -> Path:
        return self.recipe.folder / str(self.recipe.layers[name])

    def _shapes(self, name: str) -> list[Shape]:
        """The shapes of a layer, which may be spread over several files."""
        files = self.recipe.layers[name]
        return [s for f in ([files] if isinstance(files, str) else files) for s in read_shapes(self.recipe.folder / f)]

    def _warp(self, game: str, smoothing: float) -> None:
        if game == "places":
            pinned = [p for p in self.places if p.hex]
            lonlat = np.array([(p.lon, p.lat) for p in pinned])
            centres = self.grid.centres[[self.grid.id(p.hex) for p in pinned]]
            self.frame.fit_warp(lonlat, drawn_in(self.frame.plane(lonlat), centres), smoothing)
            return
        file = self.recipe.folder / "control_points.csv"
        rows = [r for r in read_rows(file, ("game", "hex", "lat", "lon", "note")) if r["game"] == game]
        rows = [r for r in rows if r["hex"] in self.grid.index and not r["note"].startswith("excluded")]
        lonlat = np.array([(float(r["lon"]), float(r["lat"])) for r in rows])
        centres = self.grid.centres[[self.grid.id(r["hex"]) for r in rows]]
        self.frame.fit_warp(lonlat, centres, smoothing)

    def survey(self) -> Survey:
        self.lay_water()
        self.lay_rivers()
        self.cover_land()
        return Survey(self.map, self.frame, self.box, self.seats, self.places)

    # -- water ----------------------------------------------------------------------------------------------------

    def lay_water(self) -> None:
        """Seas and lakes that fill hexes; sides under water; long narrow waters along their axes."""
        water, grid = self.recipe.water, self.grid
        lakes = [s for s in read_shapes(self._layer("lakes")) if not s.properties.get("absent_1941")]
        flooded: list[tuple[str, Area, bool]] = []
        if "lake_share" in water:
            wet = Area(self.frame, self._near(lakes), smallest=float(water.get("smallest", 0.02)))
            for h in np.flatnonzero(wet.shares(grid) >= float(water["lake_share"])):
                self.map.terrain[int(h)] = "lake"
            flooded.append(("lake", wet, True))
        if "sea_share" in water:
            land = Area(self.frame, read_shapes(self._layer("land")))
            for h in np.flatnonzero(1 - land.shares(grid) >= float(water["sea_share"])):
                self.map.terrain[int(h)] = "sea"
            flooded.append(("sea", land, False))
        for seats in self.seats.values():
            for seat in seats:
                self.map.terrain[seat] = "clear"
        if "side_share" in water:
            for kind, area, inside in flooded:
                for side in wet_sides(self.corners, area, float(water["side_share"]), inside=inside):
                    if not any(self.map.terrain[h] in WET for h in side):
                        self.map.sides[side] = (kind, "")
        self._drown(int(water.get("smallest_island", 0)))
        self.rivers = Layer(self.corners, self._banks(), self._pinned())
        if "reservoirs" in self.recipe.layers:
            for shape in read_shapes(self._layer("reservoirs")):
                name = str(shape.properties["name"])
                into = str(shape.properties.get("into", ""))
                for laid in self.rivers.lay(name, self.frame.plane(shape.line), into):
                    for side in laid.sides:
                        self.map.sides[side] = ("reservoir", name)
                        self.map.side_by_hand.add(side)

    def _drown(self, smallest: int) -> None:
        """Specks of land that nobody can reach on foot are sea."""
        land = {h for h in range(self.grid.size) if self.map.terrain[h] not in WET}
        for part in parts_of(self.grid, land, closed=self.map.sides):
            if len(part) < smallest:
                for h in part:
                    self.map.terrain[h] = "sea"
        for side in [s for s in self.map.sides if any(self.map.terrain[h] in WET for h in s)]:
            del self.map.sides[side]

    def _near(self, shapes: list[Shape]) -> list[Shape]:
        west, south, east, north = self.box
        return [
            s
            for s in shapes
            if any(west - 1 < lon < east + 1 and south - 1 < lat < north + 1 for lon, lat in s.rings[0][::5])
        ]

    # -- rivers ---------------------------------------------------------------------------------------------------

    def _banks(self) -> dict[str, dict[int, str]]:
        banks: dict[str, dict[int, str]] = {}
        for place in self.places:
            for river, hand in place.banks:
                banks.setdefault(river, {})[self.seats[place.name][0]] = hand
        for course in self.recipe.rivers:
            for hand, hexes in (("left", course.left), ("right", course.right)):
                banks.setdefault(course.name, {}).update((self.grid.id(label), hand) for label in hexes)
        return banks

    def _pinned(self) -> dict[int, Points]:
        return {self.seats[p.name][0]: true_place(self.frame, p) for p in self.places}

    def lay_rivers(self) -> None:
        """Every river of the recipe in its order, then those of the layer that the recipe takes as they are."""
        names = [n for n in ("rivers", "rivers_hand") if n in self.recipe.layers]
        shapes = self._near([s for n in names for s in self._shapes(n)])
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
                if not any(self.map.terrain[h] in WET for h in side):
                    self.map.sides.setdefault(side, ("river", name))
        self.map.warnings += misplaced(self.rivers, self.grid, {s[0]: n for n, s in self.seats.items()})

    def _take(self, name: str, course: Points, into: str, *, by_hand: bool) -> None:
        for laid in self.rivers.lay(name, course, into):
            for side in laid.sides:
                if side not in self.map.sides and not any(self.map.terrain[h] in WET for h in side):
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

    # -- cover ----------------------------------------------------------------------------------------------------

    def cover_land(self) -> None:
        """Forest by score, marsh by hand-drawn polygons, hills by relief and by hand-drawn polygons."""
        cover, grid, land = self.recipe.cover, self.grid, np.array([t == "clear" for t in self.map.terrain])
        shapes = self._shapes("terrain")
        towns = {h for seats in self.seats.values() for h in seats}
        kept_clear = {h for p in self.places if p.kind in cover.clear_places or not cover.clear_places
                      for h in self.seats[p.name]}  # fmt: skip
        hills = {h: "" for h in self._hills(shapes) if land[h] and h not in kept_clear}
        marsh = landcover.named_hexes(grid, self.frame, shapes, "marsh", cover.marsh_share)
        dry = land.copy()
        dry[list(kept_clear | set(marsh) | set(hills))] = False
        share = cover.forest_share * int(land.sum()) / max(1, int(dry.sum()))
        chosen = landcover.choose_forest(self._forest(shapes, towns), dry, share)
        wood = landcover.smooth(grid, chosen, kept_clear | set(marsh) | set(hills))
        for h in range(grid.size):
            if not land[h] or h in kept_clear:
                continue
            if h in hills:
                self.map.terrain[h] = "hills"
            elif h in marsh:
                self.map.terrain[h] = "marsh"
                self.map.by_hand.add(h)
                self.map.note(h, marsh[h])
            elif wood[h]:
                self.map.terrain[h] = "forest"

    def _forest(self, shapes: list[Shape], towns: set[int]) -> landcover.Scores:
        cover, grid = self.recipe.cover, self.grid
        raster = read_raster(self._layer("landcover"), "igbp")
        scores = landcover.forest_scores(grid, self.frame, raster, cover, self.box)
        scores = landcover.sharpen(grid, scores, cover.contrast, cover.contrast_radius)
        scores += landcover.hand_scores(grid, self.frame, shapes, cover) + landcover.grain(grid, cover.grain)
        for h in towns:
            scores[h] -= 3 * cover.clearing
            for _, n in grid.adjacent(h):
                scores[n] -= cover.clearing
        return scores

    def _hills(self, shapes: list[Shape]) -> dict[int, str]:
        """Hexes that are hilly by the heights within them, or by hand."""
        cover = self.recipe.cover
        if not cover.hills:
            return {}
        raster = read_raster(self._layer("elevation"), "elev_m")
        span, _ = landcover.relief(self.grid, self.frame, raster, self.box)
        found = {int(h): "" for h in np.flatnonzero(span >= cover.hills)}
        drawn = landcover.named_hexes(self.grid, self.frame, shapes, "hills", cover.hills_share)
        for h, name in drawn.items():
            if h not in found and self.map.terrain[h] == "clear":
                self.map.by_hand.add(h)
                self.map.note(h, name)
        return found | drawn
