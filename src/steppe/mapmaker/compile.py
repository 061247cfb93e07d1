"""From a recipe to a map: the ground, then what the title itself has on it; overrides come last."""

from __future__ import annotations

import numpy as np

from steppe.errors import DataError
from steppe.hexgrid import ColumnRowSheets, HexGrid
from steppe.mapmaker.ground import Ground, Survey
from steppe.mapmaker.hexmap import WET, HexMap
from steppe.mapmaker.lines import coast_hexes, divide, fort_hexes, mark_hexes
from steppe.mapmaker.overrides import Override, read_overrides
from steppe.mapmaker.places import Place, read_uses
from steppe.mapmaker.project import hex_of
from steppe.mapmaker.recipe import Recipe, read_recipe
from steppe.mapmaker.roads import lay_road


def compile_map(recipe: Recipe) -> HexMap:
    """The whole map of a title; one with a base takes its ground from there."""
    if not recipe.base:
        return Compiler(recipe, Ground(recipe).survey()).run()
    ground = surveyed(read_recipe(recipe.folder, recipe.base))
    return Compiler(recipe, carried(ground, recipe.grid, recipe.shift)).run()


def surveyed(base: Recipe) -> Survey:
    """The ground that several titles share, with the corrections that are pure geography."""
    ground = Ground(base).survey()
    for override in read_overrides(base.overrides, base.grid):
        apply(ground.map, override)
    return ground


def carried(ground: Survey, grid: HexGrid, shift: tuple[int, int]) -> Survey:
    """The ground as a title sees it that numbers the same hexes in its own way and has only some of them."""
    if shift[0] % 2:
        raise DataError("a title's columns must be shifted by an even number against its base: odd ones lie lower")
    step = shift[0], shift[1] - shift[0] // 2
    old = ground.map
    at = {axial: h for h, axial in enumerate(old.grid.axial)}
    try:
        under = [at[q + step[0], s + step[1]] for q, s in grid.axial]
    except KeyError:
        raise DataError("the base map does not reach under every hex of the title's") from None
    back = {h: k for k, h in enumerate(under)}

    def both(side: tuple[int, int]) -> bool:
        return side[0] in back and side[1] in back

    def here(side: tuple[int, int]) -> tuple[int, int]:
        a, b = back[side[0]], back[side[1]]
        return min(a, b), max(a, b)

    made = HexMap.blank(grid)
    made.terrain = [old.terrain[h] for h in under]
    made.sides = {here(side): bears for side, bears in old.sides.items() if both(side)}
    made.by_hand, made.by_text = ({back[h] for h in kept if h in back} for kept in (old.by_hand, old.by_text))
    made.side_by_hand, made.side_by_text = (
        {here(side) for side in kept if both(side)} for kept in (old.side_by_hand, old.side_by_text)
    )
    made.notes = {back[h]: list(notes) for h, notes in old.notes.items() if h in back}
    made.side_notes = {here(side): note for side, note in old.side_notes.items() if both(side)}
    made.warnings = list(old.warnings)
    seats = {name: [back[h] for h in hexes] for name, hexes in ground.seats.items() if all(h in back for h in hexes)}
    away = grid.centres[0] - old.grid.centres[under[0]]
    return Survey(made, ground.frame.moved(away), ground.box, seats, ground.places)


class Compiler:
    """What a title has on the ground: places, lines, areas, marks, roads and corrections."""

    def __init__(self, recipe: Recipe, ground: Survey) -> None:
        self.recipe, self.ground = recipe, ground
        self.grid, self.frame, self.seats = ground.grid, ground.frame, ground.seats
        self.map = ground.map

    def run(self) -> HexMap:
        if self.recipe.base:
            self.use_places()
        else:
            self.place_towns(self.ground.places)
        self.draw_lines()
        overrides = read_overrides(self.recipe.overrides, self.grid) if self.recipe.overrides.exists() else []
        for override in overrides:
            apply(self.map, override)
        self.mark_fronts()
        self.share_out()
        self.mark_hexes()
        self.lay_roads()
        return self.map

    def use_places(self) -> None:
        """The places of the base that the title knows, each as what it takes it for."""
        for use in read_uses(self.recipe.places, self.seats):
            for h in self.seats[use.name]:
                self.map.names[h] = use.name
                self.map.credit(h, use.source)
                self.map.features[h].update(use.kind.split())
                if use.note:
                    self.map.note(h, use.note)

    def share_out(self) -> None:
        """The regions that are given by hex numbers."""
        for partition in self.recipe.partitions:
            left = set(range(self.grid.size))
            for name, numbers in partition.regions.items():
                for h in (self.grid.id(n) for n in numbers if n in self.grid.index):
                    self.map.regions[h].add(name)
                    left.discard(h)
            for h in left:
                self.map.regions[h].add(partition.rest)
        for area in self.recipe.areas:
            for h in (self.grid.id(n) for n in area.hexes):
                self.map.regions[h].add(area.feature)
                if area.source == "text":
                    self.map.credit(h, area.source)
                    self.map.note(h, area.name)

    def mark_hexes(self) -> None:
        """Marks on numbered hexes of land, and on coasts."""
        for mark in self.recipe.hex_marks:
            for h in (self.grid.id(n) for n in mark.hexes):
                if self.map.terrain[h] in WET:
                    continue
                self.map.features[h].add(mark.feature)
                self.map.credit(h, mark.source)
                if mark.name:
                    self.map.note(h, mark.name)
        for coast in self.recipe.coasts:
            at = int(hex_of(self.grid, self.frame.plane([coast.sea]))[0])
            for h in coast_hexes(self.grid, self.map.terrain, at):
                self.map.features[h].add(coast.feature)

    def lay_roads(self) -> None:
        """Roads last of all, since they keep to the ground as it is."""
        for road in self.recipe.roads:
            stops = [self.seats[s][0] if s in self.seats else self.grid.id(s) for s in road.through]
            for side in lay_road(self.map, stops):
                self.map.roads.setdefault(side, (road.kind, road.name))
                for h in side:
                    self.map.features[h].add(road.kind)

    def place_towns(self, places: list[Place]) -> None:
        for place in places:
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
            for h in mark_hexes(grid, self.frame, mark, self.ground.box):
                self.map.features[h].add(mark.feature)
                if mark.edge != "all":
                    self.map.by_hand.add(h)
                if mark.name:
                    self.map.note(h, mark.name)
        for h, label in enumerate(grid.labels):
            if recipe.seam_row:
                self.map.sheets[h] = "S" if int(label[2:4]) >= recipe.seam_row else "N"
            elif isinstance(grid.numbering, ColumnRowSheets):
                self.map.sheets[h] = label[4:]

    def mark_fronts(self) -> None:
        """The hexes that touch the first region from outside are the front."""
        if len(self.recipe.regions) < 2:
            return
        first = self.recipe.regions[0]
        for h in range(self.grid.size):
            touches = any(first in self.map.regions[n] for _, n in self.grid.adjacent(h))
            if touches and first not in self.map.regions[h]:
                self.map.regions[h].add("front")


def apply(made: HexMap, override: Override) -> None:
    h, value = override.hex, override.value
    if override.other >= 0:
        side = min(h, override.other), max(h, override.other)
        if override.field == "no-side":
            made.sides.pop(side, None)
            return
        made.sides[side] = (override.field, value)
        made.side_by_text.discard(side)
        made.side_by_hand.discard(side)
        made.credit_side(side, override.source)
        made.side_notes[side] = override.reason
        return
    made.credit(h, override.source)
    made.note(h, override.reason)
    if override.field == "terrain":
        made.terrain[h] = value
        if value in WET:
            for side in [s for s in made.sides if h in s]:
                del made.sides[side]
    elif override.field == "region":
        made.regions[h] = {value}
    elif override.field == "feature":
        made.features[h].add(value)
    elif override.field == "no-feature":
        made.features[h].discard(value)
    elif override.field == "name":
        made.names[h] = value
