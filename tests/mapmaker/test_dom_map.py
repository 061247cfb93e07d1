"""What the map of Drive on Moscow must satisfy, read from its data files alone."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import steppe
from steppe.hexgrid import ColumnRow, HexGrid

DATA = Path(steppe.__file__).parent / "titles" / "dom" / "data"
CITIES = {"Moscow", "Kalinin", "Tula", "Orel", "Kursk", "Smolensk"}
TOWNS_EAST = {
    "Ostashkov", "Selizharovo", "Torzhok", "Staritsa", "Rzhev", "Zubtsov", "Olenino", "Nelidovo", "Bely",
    "Sychyovka", "Vyazma", "Gzhatsk", "Kholm-Zhirkovsky", "Dorogobuzh", "Yartsevo", "Yelnya", "Spas-Demensk",
    "Yukhnov", "Kirov", "Lyudinovo", "Kozelsk", "Sukhinichi", "Kaluga", "Maloyaroslavets", "Borovsk",
    "Mozhaisk", "Volokolamsk", "Klin", "Istra", "Naro-Fominsk", "Podolsk", "Serpukhov", "Kolomna", "Kashira",
    "Zagorsk", "Dmitrov", "Kimry", "Kalyazin", "Noginsk", "Aleksin", "Venev", "Stalinogorsk", "Bogoroditsk",
    "Plavsk", "Belev", "Bolkhov", "Mtsensk", "Chern", "Yefremov", "Yelets", "Livny", "Novosil", "Bryansk",
    "Karachev", "Zhizdra", "Navlya", "Trubchevsk", "Sevsk", "Dmitriev", "Kromy", "Maloarkhangelsk", "Fatezh",
    "Lgov", "Rylsk", "Shchigry", "Tim", "Skopin", "Mikhailov", "Ryazan",
}  # fmt: skip
TOWNS_WEST = {
    "Velizh", "Dukhovshchina", "Demidov", "Roslavl", "Pochinok", "Krichev", "Klintsy", "Unecha", "Pochep",
    "Starodub", "Novgorod-Seversky", "Shostka", "Glukhov", "Putivl", "Konotop",
}  # fmt: skip
RIVERS = {
    "Volga", "Dnepr", "Desna", "Oka", "Ugra", "Moskva", "Nara", "Protva", "Lama", "Vazuza", "Upa", "Sozh",
    "Seim", "Zusha", "Don", "Bolva", "Ruza", "Klyazma",
}  # fmt: skip
CONFLUENCES = [
    ("Ugra", "Oka"), ("Moskva", "Oka"), ("Nara", "Oka"), ("Protva", "Oka"), ("Upa", "Oka"), ("Zusha", "Oka"),
    ("Zhizdra", "Oka"), ("Ruza", "Moskva"), ("Istra", "Moskva"), ("Vazuza", "Volga"), ("Gzhat", "Vazuza"),
    ("Tvertsa", "Volga"), ("Lama", "Shosha"), ("Bolva", "Desna"), ("Seim", "Desna"), ("Sudost", "Desna"),
    ("Bystraya Sosna", "Don"), ("Krasivaya Mecha", "Don"), ("Vop", "Dnepr"), ("Vyazma", "Dnepr"),
]  # fmt: skip

Side = tuple[int, int]


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


HEXES = rows("hexes.csv")
SIDES = rows("sides.csv")
GRID = HexGrid(ColumnRow(), [row["hex"] for row in HEXES])
TERRAIN = [row["terrain"] for row in HEXES]
FEATURES = [set(row["features"].split()) for row in HEXES]
REGIONS = [set(row["regions"].split()) for row in HEXES]
NAMES = [row["name"] for row in HEXES]
EVERY = range(GRID.size)
SIDE_OF = {(GRID.id(row["a"]), GRID.id(row["b"])): row for row in SIDES}


def having(feature: str) -> set[int]:
    return {h for h in EVERY if feature in FEATURES[h]}


def region(name: str) -> set[int]:
    return {h for h in EVERY if name in REGIONS[h]}


def parts(hexes: set[int], closed: frozenset[Side] = frozenset()) -> list[set[int]]:
    """The connected parts of a set of hexes, some sides being closed."""
    left, found = set(hexes), []
    while left:
        part = {left.pop()}
        queue = list(part)
        while queue:
            here = queue.pop()
            fresh = {n for _, n in GRID.adjacent(here) if n in left and (min(here, n), max(here, n)) not in closed}
            left -= fresh
            part |= fresh
            queue += fresh
        found.append(part)
    return found


Corner = tuple[int, int]


def corners(side: Side) -> set[Corner]:
    """The two ends of a hexside; corners of flat-topped hexes lie on a lattice of sqrt(3)/6 by 1/2."""
    a, b = side
    direction = GRID.direction(a, b)
    ends = (GRID.corner(a, direction), GRID.corner(a, (direction + 1) % 6))
    return {(round(float(x) * 6 / 3**0.5), round(float(y) * 2)) for x, y in ends}


def river(name: str) -> list[Side]:
    return [side for side, row in SIDE_OF.items() if row["name"] == name and row["kind"] == "river"]


def test_grid_is_57_columns_of_59_rows_in_label_order() -> None:
    assert [row["hex"] for row in HEXES] == [f"{c:02d}{r:02d}" for c in range(1, 58) for r in range(1, 60)]


def test_every_field_holds_a_word_of_its_vocabulary() -> None:
    assert set(TERRAIN) == {"clear", "forest", "marsh"}
    assert set().union(*FEATURES) == {"city", "town", "fort", "german-source", "soviet-source"}
    assert {row["source"] for row in HEXES + SIDES} <= {"text", "derived", "reconstructed"}
    assert {row["kind"] for row in SIDES} == {"river", "reservoir"}
    assert {row["sheet"] for row in HEXES} == {"N", "S"}
    for h in EVERY:
        assert len(REGIONS[h] & {"west", "forward", "reserve"}) == 1
        assert REGIONS[h] <= {"west", "forward", "reserve", "front"}
        assert bool(NAMES[h]) == bool(FEATURES[h] & {"city", "town"})


def test_the_seam_is_a_row_of_the_grid() -> None:
    south = {int(row["hex"][2:]) for row in HEXES if row["sheet"] == "S"}
    assert south == set(range(min(south), 60))
    assert {row["sheet"] for row in HEXES if row["name"] in ("Shostka", "Glukhov")} == {"S"}
    assert {row["sheet"] for row in HEXES if row["name"] == "Roslavl"} == {"N"}


def test_seven_city_hexes_two_of_them_moscow() -> None:
    cities = having("city")
    assert Counter(NAMES[h] for h in cities) == Counter({name: 2 if name == "Moscow" else 1 for name in CITIES})
    a, b = (h for h in cities if NAMES[h] == "Moscow")
    assert GRID.distance(a, b) == 1


def test_every_town_once_and_on_its_side_of_the_front() -> None:
    towns = having("town")
    assert Counter(NAMES[h] for h in towns) == Counter(TOWNS_EAST | TOWNS_WEST)
    assert {NAMES[h] for h in towns & region("west")} == TOWNS_WEST
    assert {NAMES[h] for h in having("city") & region("west")} == {"Smolensk"}
    assert not having("city") & towns
    assert all(TERRAIN[h] == "clear" for h in towns | having("city"))


def test_no_place_behind_the_german_line_is_next_to_it() -> None:
    west = region("west")
    for h in (having("town") | having("city")) & west:
        assert all(n in west for _, n in GRID.adjacent(h)), NAMES[h]


def test_the_front_is_an_unbroken_line_of_at_most_78_hexes() -> None:
    west, front = region("west"), region("front")
    assert front == {h for h in EVERY if h not in west and any(n in west for _, n in GRID.adjacent(h))}
    assert front <= region("forward")
    assert len(front) <= 78
    (line,) = parts(front)
    rims = {GRID.labels[h][2:] for h in line}
    assert {"01", "59"} <= rims
    assert len(parts(west)) == len(parts(set(EVERY) - west)) == 1


def test_the_forward_zone_is_deep_enough() -> None:
    front, reserve = region("front"), region("reserve")
    thin = [h for h in front if any(n in reserve for _, n in GRID.adjacent(h))]
    assert len(thin) <= 0.05 * len(front)
    assert len(region("forward")) * 5 >= 125 + len(front)
    assert len(parts(region("forward"))) == len(parts(reserve)) == 1
    assert len(reserve) >= 15


def test_german_sources_are_the_west_edge() -> None:
    assert having("german-source") == {h for h in EVERY if GRID.labels[h].startswith("01")}


def test_six_soviet_sources_on_the_north_and_east_edges() -> None:
    sources = sorted(GRID.labels[h] for h in having("soviet-source"))
    north = [s for s in sources if s[2:] == "01"]
    east = [s for s in sources if s[:2] == "57"]
    assert len(sources) == 6
    assert len(north) == 2
    assert len(east) == 4


def test_moscow_reaches_every_source_by_land() -> None:
    moscow = min(h for h in EVERY if NAMES[h] == "Moscow")
    (whole,) = parts(set(EVERY))
    assert having("soviet-source") | {moscow} <= whole


def test_mechanized_units_reach_every_place_and_source() -> None:
    reservoirs = frozenset(side for side, row in SIDE_OF.items() if row["kind"] == "reservoir")
    dry = {h for h in EVERY if TERRAIN[h] != "marsh"}
    great = max(parts(dry, reservoirs), key=len)
    for feature in ("town", "city", "fort", "soviet-source", "german-source"):
        reached = {h for h in having(feature) if TERRAIN[h] != "marsh"}
        assert reached <= great, feature
    assert all(TERRAIN[h] != "marsh" for h in having("soviet-source") | having("german-source"))


def test_a_third_of_the_land_is_forest_in_woods_of_many_sizes() -> None:
    forest = {h for h in EVERY if TERRAIN[h] == "forest"}
    assert 0.30 <= len(forest) / GRID.size <= 0.36
    woods = parts(forest)
    assert len(woods) >= 15
    assert max(map(len, woods)) <= 0.45 * len(forest)
    assert sum(len(w) == 1 for w in woods) <= 10


def near(name: str, label_terrain: str, radius: int) -> int:
    centre = next(h for h in EVERY if NAMES[h] == name)
    return sum(TERRAIN[h] == label_terrain for h in GRID.within(centre, radius))


def test_a_few_dozen_marsh_hexes_where_marshes_are() -> None:
    marsh = {h for h in EVERY if TERRAIN[h] == "marsh"}
    assert 30 <= len(marsh) <= 80
    assert not marsh & (having("town") | having("city"))
    assert near("Bely", "marsh", 4) >= 4
    assert near("Kalinin", "marsh", 6) >= 4
    assert near("Kolomna", "marsh", 9) >= 4
    assert near("Kimry", "marsh", 4) >= 3


def test_forts_stand_on_the_soviet_side_along_their_lines() -> None:
    forts = having("fort")
    assert not forts & region("west")
    lines = Counter(part for h in forts for part in HEXES[h]["note"].split("; ") if part.startswith("fortification"))
    assert set(lines) == {
        f"fortification: {name}"
        for name in ("Rzhev-Vyazma line", "Mozhaisk line", "Moscow defence zone", "Bryansk", "Tula")
    }
    assert 50 <= len(forts) <= 90


@pytest.mark.parametrize("name", sorted({row["name"] for row in SIDES if row["kind"] == "river"}))
def test_each_river_is_connected_with_its_water(name: str) -> None:
    """Where a river shares sides with another or runs through a reservoir it may change its name, never stop."""
    at: dict[Corner, set[Side]] = {}
    for side in SIDE_OF:
        for corner in corners(side):
            at.setdefault(corner, set()).add(side)
    own = river(name)
    queue, seen = [own[0]], {own[0]}
    while queue:
        fresh = set().union(*(at[corner] for corner in corners(queue.pop()))) - seen
        seen |= fresh
        queue += fresh
    assert set(own) <= seen


def test_every_river_of_the_campaign_is_there() -> None:
    assert {row["name"] for row in SIDES if row["kind"] == "river"} >= RIVERS
    assert {row["name"] for row in SIDES if row["kind"] == "reservoir"} == {
        "Ivankovo Reservoir", "Istra Reservoir", "Uglich Reservoir", "Lake Seliger",
    }  # fmt: skip


@pytest.mark.parametrize(("small", "great"), CONFLUENCES)
def test_confluences_are_joined(small: str, great: str) -> None:
    main = set().union(*(corners(side) for side in river(great)))
    assert any(corners(side) & main for side in river(small))


def test_sides_lie_between_neighbours_and_are_given_once() -> None:
    pairs = [(row["a"], row["b"]) for row in SIDES]
    assert len(set(pairs)) == len(pairs)
    for row in SIDES:
        assert row["a"] < row["b"]
        assert GRID.direction(GRID.id(row["a"]), GRID.id(row["b"])) >= 0
        assert row["name"]
