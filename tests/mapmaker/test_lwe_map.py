"""What the map of Land Without End must satisfy, read from its data files; and the making of a map on a base."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import steppe
from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid

DATA = Path(steppe.__file__).parent / "titles" / "lwe" / "data"
GEO = Path(steppe.__file__).parents[2] / "geo"
needs_layers = pytest.mark.skipif(not GEO.is_dir(), reason="the layers are only in a checkout")

Side = tuple[int, int]
Corner = tuple[int, int]
WATER = {"sea", "lake"}
BARRED = {"sea", "lake", "sivash", "kerch"}
VALUE = {"small-town": 1, "large-town": 2, "city": 4}

CENTRES = {
    "3339": "Dnepro-Petrovsk", "3835": "Kharkhov", "2529": "Kiev", "3802": "Leningrad", "2418": "Minsk",
    "4618": "Moscow", "2141": "Odessa", "4026": "Orel", "2306": "Riga", "4344": "Rostov", "3418": "Smolensk",
    "3941": "Stalino", "4632": "Voronezh",
}  # fmt: skip
NAMED = CENTRES | {
    "1715": "Grodno", "1507": "Memel", "1209": "Konigsberg", "3701": "Oranienbaum", "2548": "Sevastopol",
    "2845": "Perekop", "3448": "Kerch",
}  # fmt: skip
"""What the rule text puts into a hex by name."""
STATED = [
    *NAMED, "2844", "2944", "2945", "3348", "3449", "3752", "4801", "4853", "1007", "1048", "1025", "1026", "1027",
    "1028", "1029", "1030", "1125", "1225", "1226", "1326", "1427", "1428", "2122", "2123", "2223",
]  # fmt: skip
CITIES = {
    "Minsk", "Riga", "Leningrad", "Moscow", "Kiev", "Sevastopol", "Rostov", "Kharkhov", "Dnepro-Petrovsk", "Stalino",
    "Konigsberg",
}  # fmt: skip
LARGE_TOWNS = {
    "Kaunas": "1911", "Vilnius": "2113", "Grodno": "1715", "Brest": "1420", "Bialystok": "1416", "Lvov": "1226",
    "Odessa": "2141", "Smolensk": "3418", "Voronezh": "4632", "Orel": "4026", "Tallinn": "2801", "Pskov": "3207",
    "Novgorod": "3806", "Daugavpils": "2510", "Vitebsk": "3115", "Gomel": "2923", "Vyazma": "3917", "Kalinin": "4414",
    "Tula": "4522", "Bryansk": "3723", "Ryazan": "4823", "Kursk": "3929", "Poltava": "3435", "Chernigov": "2926",
    "Zhitomir": "2228", "Vinnitsa": "2031", "Nikolaev": "2540", "Kherson": "2642", "Zaporozhe": "3340",
    "Mariupol": "3844", "Simferopol": "2748", "Voroshilovgrad": "4341", "Kishinev": "1838", "Krasnodar": "3951",
    "Memel": "1507",
}  # fmt: skip
SMALL_TOWNS = {
    "Oranienbaum": "3701", "Narva": "3302", "Liepaja": "1606", "Siauliai": "1908", "Tartu": "2904", "Polotsk": "2913",
    "Orsha": "3117", "Mogilev": "3019", "Bobruisk": "2720", "Baranovichi": "2018", "Pinsk": "1921",
    "Velikie Luki": "3412", "Rzhev": "4114", "Kaluga": "4221", "Roslavl": "3520", "Mozhaisk": "4318",
    "Tikhvin": "4304", "Volkhov": "4102", "Bologoe": "4210", "Ostashkov": "3911", "Belgorod": "3933", "Yelets": "4528",
    "Sumy": "3631", "Kremenchug": "3035", "Cherkassy": "2833", "Konotop": "3328", "Korosten": "2226", "Uman": "2333",
    "Kirovograd": "2736", "Krivoi Rog": "2938", "Melitopol": "3243", "Taganrog": "4145", "Berdyansk": "3645",
    "Feodosiya": "3049", "Kerch": "3448", "Izyum": "3937", "Rovno": "1725", "Lutsk": "1524", "Kovel": "1522",
    "Ternopol": "1428", "Chernovtsy": "1331", "Pervomaisk": "2336", "Novorossisk": "3651",
}  # fmt: skip
LOCATIONS = {
    "Ostrov": "3107", "Luga": "3504", "Parnu": "2603", "Viljandi": "2703", "Slutsk": "2319", "Mozyr": "2523",
    "Nevel": "3213", "Yelnya": "3619", "Klin": "4516", "Volokolamsk": "4316", "Serpukhov": "4520", "Kolomna": "4821",
    "Demyansk": "3909", "Staraya Russa": "3707", "Nezhin": "3028", "Berdichev": "2129", "Belaya Tserkov": "2431",
    "Perekop": "2845", "Artemovsk": "4040", "Slavyansk": "3939", "Proskurov": "1729", "Stanislav": "1129",
    "Mogilev-Podolsk": "1732", "Tiraspol": "1938", "Balta": "2135", "Letichev": "1830", "Novograd-Volynsk": "2027",
    "Rava-Russkaya": "1125", "Vladimir-Volynsk": "1323", "Gatchina": "3702",
}  # fmt: skip
PORTS = {
    "black-sea": ["Odessa", "Sevastopol", "Feodosiya", "Kerch", "Novorossisk"],
    "azov": ["Berdyansk", "Mariupol", "Taganrog", "Rostov", "Kerch"],
}
FORTIFIED_ZONES = [
    "1125", "1323", "1420", "1522", "1715", "1732", "1830", "1911", "1938", "2027", "2141", "2226", "2319", "2418",
    "2523", "2529", "2913", "3107", "3207", "3702",
]  # fmt: skip
SOVIET_BORDER = [
    "1607", "1608", "1609", "1610", "1611", "1612", "1613", "1713", "1714", "1715", "1616", "1515", "1415", "1315",
    "1216", "1217", "1218", "1318", "1319", "1420", "1421", "1422", "1322", "1323", "1224", "1225", "1125", "1025",
    "1030", "1130", "1231", "1331", "1332", "1433", "1434", "1534", "1535", "1536", "1537", "1538", "1539", "1540",
    "1541", "1642", "1643", "1743",
]  # fmt: skip
BANKS = [
    # place, river, where the river must run seen from the place's hex
    ("Kiev", "Dnepr", "east"), ("Dnepro-Petrovsk", "Dnepr", "east"), ("Cherkassy", "Dnepr", "east"),
    ("Kherson", "Dnepr", "south"), ("Smolensk", "Dnepr", "north"), ("Mogilev", "Dnepr", "east"),
    ("Zaporozhe", "Dnepr", "west"), ("Leningrad", "Neva", "north"), ("Riga", "Western Dvina", "south"),
    ("Vitebsk", "Western Dvina", "north"), ("Polotsk", "Western Dvina", "south"), ("Rostov", "Don", "south"),
    ("Voronezh", "Don", "west"), ("Bobruisk", "Berezina", "east"), ("Gomel", "Sozh", "east"),
    ("Bryansk", "Desna", "east"), ("Kharkhov", "Donets", "east"), ("Orel", "Oka", "east"),
    ("Kalinin", "Volga", "north"), ("Kishinev", "Dnestr", "east"), ("Tiraspol", "Dnestr", "west"),
    ("Brest", "Bug", "west"), ("Grodno", "Niemen", "west"), ("Novgorod", "Volkhov", "east"),
]  # fmt: skip
AREAS = {
    "8A": 9, "11A": 8, "27A": 9, "3A": 6, "10A": 11, "4A": 7, "13A": 7, "5A": 8, "6A": 7, "26A": 4, "12A": 9, "9A": 11,
    "18A": 5,
}  # fmt: skip


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
AT = {row["name"]: GRID.id(row["hex"]) for row in HEXES if row["name"]}
EVERY = range(GRID.size)
LAND = {h for h in EVERY if TERRAIN[h] not in WATER}
KINDS: dict[Side, set[str]] = {}
for _row in SIDES:
    KINDS.setdefault((GRID.id(_row["a"]), GRID.id(_row["b"])), set()).add(_row["kind"])


def pair(a: int, b: int) -> Side:
    return min(a, b), max(a, b)


def kinds(a: str, b: str) -> set[str]:
    return KINDS.get(pair(GRID.id(a), GRID.id(b)), set())


def having(feature: str) -> set[int]:
    return {h for h in EVERY if feature in FEATURES[h]}


def region(name: str) -> set[int]:
    return {h for h in EVERY if name in REGIONS[h]}


def labels(hexes: set[int]) -> set[str]:
    return {GRID.labels[h] for h in hexes}


def adjacent(a: str, b: str) -> bool:
    return GRID.direction(GRID.id(a), GRID.id(b)) >= 0


def reached(start: int, within: set[int], *, over: set[str] = BARRED) -> set[int]:
    """The hexes reached from one over sides without these kinds."""
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        fresh = {
            n for _, n in GRID.adjacent(here) if n in within - found and not KINDS.get(pair(here, n), set()) & over
        }
        found |= fresh
        queue += fresh
    return found


def corners(side: Side) -> set[Corner]:
    """The two ends of a hexside; corners of flat-topped hexes lie on a lattice of sqrt(3)/6 by 1/2."""
    direction = GRID.direction(*side)
    ends = (GRID.corner(side[0], direction), GRID.corner(side[0], (direction + 1) % 6))
    return {(round(float(x) * 6 / 3**0.5), round(float(y) * 2)) for x, y in ends}


# -- the grid ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "1.4")
def test_columns_and_their_ends() -> None:
    columns: dict[int, list[int]] = {}
    for label in GRID.labels:
        columns.setdefault(int(label[:2]), []).append(int(label[2:]))
    assert sorted(columns) == list(range(10, 49))
    for column, found in columns.items():
        assert found == list(range(found[0], found[-1] + 1))
        assert found[0] == (7 if column <= 14 else 1)
        assert found[-1] == (48 if column <= 14 else 52 if column % 2 else 53)


@pytest.mark.rule("lwe", "1.4")
def test_what_the_cut_corners_took_away_was_sea_or_far_from_the_war() -> None:
    assert all(TERRAIN[GRID.id(label)] == "sea" for label in ("1501", "1506", "1407", "1549", "1552"))
    assert not any(NAMES[h] for h in EVERY if GRID.labels[h] in ("1007", "1407", "1448"))


@pytest.mark.rule("lwe", "1.4")
@pytest.mark.parametrize("label", ["1007", "4801", "4853", "1048", "3752", "1025", "1501", "4830"])
def test_edges(label: str) -> None:
    assert GRID.id(label) in having("edge")


def test_the_edge_is_every_hex_that_lacks_a_neighbour() -> None:
    assert having("edge") == {h for h in EVERY if -1 in GRID.around[h]}


@pytest.mark.rule("lwe", "11.3")
@pytest.mark.parametrize(
    ("a", "b"),
    [("2123", "2122"), ("2123", "2223"), ("3348", "3449"), ("3448", "3449"), ("2844", "2845"), ("2944", "2945"),
     ("1025", "1125"), ("1125", "1225"), ("1225", "1226"), ("1226", "1326"), ("1326", "1427"), ("1427", "1428")],
)  # fmt: skip
def test_adjacencies_of_the_text(a: str, b: str) -> None:
    assert adjacent(a, b)


def test_every_field_holds_a_word_of_its_vocabulary() -> None:
    assert set(TERRAIN) == {"clear", "forest", "hills", "marsh", "lake", "sea"}
    assert set().union(*FEATURES) == {
        "small-town", "large-town", "city", "fort", "fz", "centre", "asterisk", "edge", "german-source",
        "soviet-source", "black-sea", "azov", "rollbahn",
    }  # fmt: skip
    assert {row["kind"] for row in SIDES} == {"river", "lake", "sea", "sivash", "kerch", "rollbahn"}
    assert {row["source"] for row in HEXES + SIDES} == {"text", "derived", "reconstructed"}
    areas = {f"area-{army}" for army in AREAS}
    for h in EVERY:
        for choice in ({"germany", "romania", "ussr"}, {"gas-west", "gas-east"}, {"north", "south"}, {"nwz", "swz"}):
            assert len(REGIONS[h] & choice) == 1
        assert len(REGIONS[h] & areas) <= 1
        assert len(REGIONS[h] & areas) == len(REGIONS[h]) - 4
        assert len(FEATURES[h] & set(VALUE)) <= 1


def test_sides_lie_between_neighbours_and_bear_a_kind_once() -> None:
    seen = [(row["a"], row["b"], row["kind"] == "rollbahn") for row in SIDES]
    assert len(set(seen)) == len(seen)
    for row in SIDES:
        assert row["a"] < row["b"]
        assert adjacent(row["a"], row["b"])
        assert {GRID.id(row["a"]), GRID.id(row["b"])} <= LAND
        assert row["name"] or row["kind"] in WATER


# -- what the text names ----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "2.2a")
@pytest.mark.parametrize(("label", "name"), sorted(NAMED.items()))
def test_named_hexes_of_the_text(label: str, name: str) -> None:
    assert NAMES[GRID.id(label)] == name


@pytest.mark.parametrize("label", sorted(STATED))
def test_hexes_of_the_text_are_credited_to_it(label: str) -> None:
    row = HEXES[GRID.id(label)]
    assert row["source"] == "text"
    assert row["note"]


@pytest.mark.rule("lwe", "7.14")
@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [("2844", "2845", "sivash"), ("2944", "2945", "sivash"), ("3448", "3449", "kerch"), ("3348", "3449", "kerch")],
)
def test_straits(a: str, b: str, kind: str) -> None:
    assert kinds(a, b) == {kind}
    assert {GRID.id(a), GRID.id(b)} <= LAND
    row = next(r for r in SIDES if (r["a"], r["b"]) == tuple(sorted((a, b))))
    assert row["source"] == "text"


@pytest.mark.rule("lwe", "7.14")
def test_there_are_no_other_straits() -> None:
    assert sum(bool(found & {"sivash", "kerch"}) for found in KINDS.values()) == 4


@pytest.mark.rule("lwe", "7.14")
def test_the_crimea_is_entered_by_land_at_perekop_alone() -> None:
    assert kinds("2845", "2944") == {"sea"}
    assert kinds("2744", "2845") == {"rollbahn"}
    crimea = reached(GRID.id("2548"), LAND - {GRID.id("2845")})
    assert labels(crimea) == labels(region("swz") - {GRID.id("2845")})
    assert AT["Moscow"] not in crimea
    assert AT["Moscow"] in reached(GRID.id("2548"), LAND)


@pytest.mark.rule("lwe", "7.14", "9.17d")
def test_taman_and_kerch_are_parted_by_the_straits_alone() -> None:
    assert GRID.id("3449") in reached(AT["Krasnodar"], LAND)
    assert not kinds("3348", "3448")


@pytest.mark.rule("lwe", "8.7a")
@pytest.mark.parametrize(("label", "name"), sorted(CENTRES.items()))
def test_replacement_centres(label: str, name: str) -> None:
    h = GRID.id(label)
    assert NAMES[h] == name
    assert "centre" in FEATURES[h]
    assert FEATURES[h] & {"large-town", "city"}


@pytest.mark.rule("lwe", "8.7a")
def test_thirteen_centres() -> None:
    assert labels(having("centre")) == set(CENTRES)


@pytest.mark.rule("lwe", "8.3a", "7.3b")
def test_asterisk_hexes_are_soviet_and_no_source() -> None:
    hexes = having("asterisk")
    assert labels(hexes) == {"1025", "1026", "1027", "1028", "1029", "1030"}
    assert hexes <= region("ussr") & LAND
    assert not hexes & having("german-source")


@pytest.mark.rule("lwe", "7.3b")
def test_german_sources_are_the_rest_of_the_west_edge() -> None:
    west = {h for h in LAND if GRID.labels[h].startswith("10")}
    assert having("german-source") == west - having("asterisk")
    assert having("german-source") <= region("germany") | region("romania")
    assert having("german-source") & region("germany")
    assert having("german-source") & region("romania")


@pytest.mark.rule("lwe", "7.9b")
def test_soviet_sources() -> None:
    south = {f"{c}{52 if c % 2 else 53}" for c in range(37, 49)}
    wanted = {GRID.id(f"48{r:02d}") for r in range(1, 54)} | {GRID.id(label) for label in south}
    assert having("soviet-source") == wanted & LAND
    assert {"4801", "4830", "4853", "3752", "3853"} <= labels(having("soviet-source"))
    assert not {"3653", "3552"} & labels(having("soviet-source"))


@pytest.mark.rule("lwe", "3.4c")
def test_the_area_of_the_sixth_army() -> None:
    assert labels(region("area-6A")) == {"1025", "1125", "1225", "1226", "1326", "1427", "1428"}


@pytest.mark.rule("lwe", "3.4c", "3.4d")
@pytest.mark.parametrize(("army", "size"), sorted(AREAS.items()))
def test_army_areas_are_soviet_land_and_do_not_overlap(army: str, size: int) -> None:
    area = region(f"area-{army}")
    assert len(area) == size
    assert area <= LAND & region("ussr")
    assert not any(area & region(f"area-{other}") for other in AREAS if other != army)


@pytest.mark.rule("lwe", "3.6a")
@pytest.mark.parametrize("label", SOVIET_BORDER)
def test_border_hexes_on_the_soviet_side(label: str) -> None:
    assert "ussr" in REGIONS[GRID.id(label)]


@pytest.mark.rule("lwe", "3.6a")
def test_the_border() -> None:
    assert {"1209", "1507", "1514", "1614", "1615", "1024"} <= labels(region("germany"))
    assert {"1031", "1032", "1436", "1744"} <= labels(region("romania"))
    assert GRID.id("1715") in region("ussr")
    assert {"Memel", "Konigsberg", "Tilsit", "Suwalki"} <= {NAMES[h] for h in region("germany")}
    assert {NAMES[h] for h in region("romania")} - {""} == {"Jassy", "Galatz", "Focsani", "Constanta"}
    for name in ("germany", "romania"):
        dry = region(name) & LAND
        assert reached(min(dry), dry) == dry


@pytest.mark.rule("lwe", "3.6a")
def test_the_border_follows_the_bug_and_the_prut() -> None:
    for side in ("1319/1320", "1320/1420", "1321/1421", "1435/1535", "1438/1538", "1441/1541"):
        assert "river" in kinds(*side.split("/"))


@pytest.mark.rule("lwe", "7.4a")
def test_the_gas_line() -> None:
    west = region("gas-west")
    for label in ("3601", "3344", "3448", "2548", "3339"):
        assert GRID.id(label) in west
    for label in ("3701", "3444", "3449", "3802", "3835", "4618"):
        assert GRID.id(label) not in west


@pytest.mark.rule("lwe", "10.2", "10.7n")
def test_the_southern_weather_zone_is_the_crimea() -> None:
    zone = region("swz")
    assert zone <= LAND
    assert {"2845", "2945", "2548", "3348", "3448"} <= labels(zone)
    assert not {"2844", "2944", "3449"} & labels(zone)


@pytest.mark.rule("lwe", "9.31")
def test_the_sector_line_runs_between_rows_28_and_29() -> None:
    assert all(("north" in REGIONS[h]) == (int(GRID.labels[h][2:]) <= 28) for h in EVERY)


@pytest.mark.rule("lwe", "11.23a")
def test_fortified_lines() -> None:
    forts = having("fort")
    assert GRID.id("2845") in forts
    assert {n for _, n in GRID.adjacent(GRID.id("2845"))} & forts == set()
    lines = Counter(part for h in forts for part in HEXES[h]["note"].split("; ") if part.endswith("line"))
    assert lines == {"11.23: one-hex fortified line": 1, "Luga line": 10, "Rzhev-Vyazma line": 9, "Mozhaisk line": 9}
    assert forts <= LAND & region("ussr")
    for name in ("Luga line", "Rzhev-Vyazma line", "Mozhaisk line"):
        line = {h for h in forts if name in HEXES[h]["note"]}
        assert reached(min(line), line, over=set()) == line, name


@pytest.mark.rule("lwe", "3.4f", "4.2c")
def test_fortified_zones() -> None:
    assert sorted(labels(having("fz"))) == FORTIFIED_ZONES
    assert having("fz") <= LAND & region("ussr")


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [(n, h, "large-town") for n, h in LARGE_TOWNS.items()]
    + [(n, h, "small-town") for n, h in SMALL_TOWNS.items()]
    + [(n, h, "") for n, h in LOCATIONS.items()],
)
def test_every_place_stands_in_its_hex(name: str, label: str, kind: str) -> None:
    h = GRID.id(label)
    assert NAMES[h] == name
    assert FEATURES[h] & set(VALUE) == ({kind} if kind else set())
    assert h in LAND


@pytest.mark.rule("lwe", "9.10")
def test_cities_are_clear() -> None:
    assert {NAMES[h] for h in having("city")} == CITIES
    assert {TERRAIN[h] for h in having("city")} == {"clear"}


@pytest.mark.rule("lwe", "9.18")
def test_towns_keep_the_ground_that_they_stand_on() -> None:
    assert {TERRAIN[h] for h in having("small-town") | having("large-town")} > {"clear", "forest"}


@pytest.mark.rule("lwe", "4.2a", "4.3b")
def test_victory_points_of_the_soviet_places() -> None:
    worth = [(h, VALUE[kind]) for kind in VALUE for h in having(kind)]
    assert sum(value for h, value in worth if h in region("ussr")) == 151
    abroad = {NAMES[h]: value for h, value in worth if h not in region("ussr")}
    assert abroad == {"Konigsberg": 4, "Memel": 2}


@pytest.mark.rule("lwe", "7.10", "9.17b")
@pytest.mark.parametrize(("sea", "name"), [(sea, name) for sea, names in PORTS.items() for name in names])
def test_ports(sea: str, name: str) -> None:
    assert sea in FEATURES[AT[name]]


@pytest.mark.rule("lwe", "9.17b")
def test_there_are_no_other_soviet_ports() -> None:
    places = having("small-town") | having("large-town") | having("city")
    for sea, names in PORTS.items():
        assert {NAMES[h] for h in having(sea) & places} == set(names)


def test_coasts_belong_to_one_sea_except_about_kerch() -> None:
    assert labels(having("black-sea") & having("azov")) == {"3148", "3348", "3448", "3449", "3549"}
    assert having("black-sea") | having("azov") <= LAND


# -- the ground -------------------------------------------------------------------------------------------------------


def test_all_land_is_reached_on_foot_except_oesel() -> None:
    assert labels(LAND - reached(AT["Moscow"], LAND)) == {"2201", "2202", "2301"}


def test_lakes_and_seas() -> None:
    lakes = {GRID.labels[h] for h in EVERY if TERRAIN[h] == "lake"}
    assert lakes == {"3103", "3104", "3105", "4001", "4002", "4101", "4201", "4202"}
    seas = {NAMES[h] for h in EVERY if TERRAIN[h] in WATER} - {""}
    assert seas == {
        "Baltic Sea", "Gulf of Riga", "Gulf of Finland", "Lake Peipus", "Lake Ladoga", "Black Sea", "Sea of Azov",
    }  # fmt: skip


def test_shares_of_terrain() -> None:
    count = Counter(TERRAIN[h] for h in LAND)
    assert 0.28 <= count["forest"] / len(LAND) <= 0.33
    assert 40 <= count["marsh"] <= 80
    assert 30 <= count["hills"] <= 80


def test_the_forest_is_no_solid_block() -> None:
    forest = {h for h in EVERY if TERRAIN[h] == "forest"}
    left, woods = set(forest), []
    while left:
        wood = reached(min(left), left, over=set())
        left -= wood
        woods.append(wood)
    assert len(woods) >= 15
    inner = {h for h in forest if all(n in forest for _, n in GRID.adjacent(h))}
    assert len(inner) <= 0.45 * len(forest)


@pytest.mark.parametrize(
    ("name", "terrain", "radius", "least"),
    [("Pinsk", "marsh", 4, 25), ("Ostashkov", "hills", 3, 8), ("Simferopol", "hills", 2, 5), ("Stalino", "hills", 3, 4),
     ("Stanislav", "hills", 4, 8), ("Novorossisk", "hills", 2, 2), ("Bryansk", "forest", 2, 8),
     ("Minsk", "forest", 4, 12)],
)  # fmt: skip
def test_the_ground_about_known_places(name: str, terrain: str, radius: int, least: int) -> None:
    assert sum(TERRAIN[h] == terrain for h in GRID.within(AT[name], radius)) >= least


def test_the_marshes_of_the_pripyat_hang_together() -> None:
    marsh = {h for h in EVERY if TERRAIN[h] == "marsh"}
    assert len(reached(AT["Pinsk"], marsh | {AT["Pinsk"]}, over=set())) >= 35


def test_the_steppe_is_open() -> None:
    for name in ("Kirovograd", "Melitopol", "Rostov", "Izyum"):
        assert sum(TERRAIN[h] == "clear" for h in GRID.within(AT[name], 2)) >= 10


# -- rivers -----------------------------------------------------------------------------------------------------------


def rim() -> set[Corner]:
    """The corners on the outer edge of the map."""
    ends = [
        GRID.corner(h, (d + k) % 6) for h in EVERY for d, n in enumerate(GRID.around[h]) if n < 0 for k in (0, 1)
    ]  # fmt: skip
    return {(round(float(x) * 6 / 3**0.5), round(float(y) * 2)) for x, y in ends}


def river(name: str) -> set[Side]:
    return {(GRID.id(r["a"]), GRID.id(r["b"])) for r in SIDES if r["kind"] == "river" and r["name"] == name}


@pytest.mark.parametrize("name", sorted({row["name"] for row in SIDES if row["kind"] == "river"}))
def test_each_river_is_connected_with_its_water(name: str) -> None:
    """A river may change its name, run through a lake, or leave the map and come back; it may not stop."""
    at: dict[Corner, set[Side]] = {}
    wet = [s for s, found in KINDS.items() if found - {"rollbahn"}]
    wet += [pair(h, n) for h in EVERY if TERRAIN[h] in WATER for _, n in GRID.adjacent(h)]
    for side in wet:
        for corner in corners(side):
            at.setdefault(corner, set()).add(side)
    beyond = set().union(*(at.get(corner, set()) for corner in rim()))
    for corner in rim() & set(at):
        at[corner] |= beyond
    own = river(name)
    queue, seen = [min(own)], {min(own)}
    while queue:
        fresh = set().union(*(at[corner] for corner in corners(queue.pop()))) - seen
        seen |= fresh
        queue += fresh
    assert own <= seen


@pytest.mark.parametrize(
    "name",
    ["Danube", "Dnepr", "Don", "Western Dvina", "Niemen", "Dnestr", "Southern Bug", "Neva", "Narva", "Venta", "Kuban",
     "Volkhov", "Mius"],
)  # fmt: skip
def test_rivers_reach_their_sea_or_lake(name: str) -> None:
    shore = {c for h in EVERY if TERRAIN[h] in WATER for _, n in GRID.adjacent(h) for c in corners(pair(h, n))}
    shore |= {c for side, found in KINDS.items() if found & WATER for c in corners(side)}
    lower = river(name) | (river("Dnepr") if name == "Southern Bug" else set())
    assert any(corners(side) & shore for side in lower)


@pytest.mark.parametrize(
    ("small", "great"),
    [("Pripyat", "Dnepr"), ("Berezina", "Dnepr"), ("Sozh", "Dnepr"), ("Desna", "Dnepr"), ("Seim", "Desna"),
     ("Psel", "Dnepr"), ("Vorskla", "Dnepr"), ("Donets", "Don"), ("Oskol", "Donets"), ("Prut", "Danube"),
     ("Siret", "Danube"), ("Neris", "Niemen"), ("Moskva", "Oka"), ("Ugra", "Oka"), ("Voronezh", "Don"),
     ("Narew", "Biebrza")],
)  # fmt: skip
def test_confluences_are_joined(small: str, great: str) -> None:
    main = set().union(*(corners(side) for side in river(great)))
    assert any(corners(side) & main for side in river(small))


@pytest.mark.parametrize(("place", "name", "way"), BANKS)
def test_places_stand_on_their_banks(place: str, name: str, way: str) -> None:
    """The sides of the hex that the river takes lie towards the side on which it must run."""
    h = AT[place]
    own = [side for side in river(name) if h in side]
    assert own
    axis, sign = {"north": (1, -1), "south": (1, 1), "west": (0, -1), "east": (0, 1)}[way]
    lean = [float(GRID.centres[b if a == h else a][axis] - GRID.centres[h][axis]) * sign for a, b in own]
    assert sum(lean) > 0


def test_minsk_has_no_river() -> None:
    assert not any("river" in found for side, found in KINDS.items() if AT["Minsk"] in side)


def test_the_river_of_the_sister_games_example() -> None:
    """2608N and 2707N there are 2209 and 2308 here."""
    assert "river" in kinds("2209", "2308")


# -- Rollbahnen -------------------------------------------------------------------------------------------------------

ROADS = {(GRID.id(r["a"]), GRID.id(r["b"])): r["name"] for r in SIDES if r["kind"] == "rollbahn"}


@pytest.mark.rule("lwe", "7.3c", "9.19a")
def test_every_rollbahn_hex_lies_on_a_rollbahn_side() -> None:
    assert having("rollbahn") == {h for side in ROADS for h in side}
    assert not any(KINDS[side] & BARRED for side in ROADS)
    assert not any(TERRAIN[h] in WATER for h in having("rollbahn"))


@pytest.mark.rule("lwe", "7.3c")
@pytest.mark.parametrize(
    ("start", "places"),
    [
        ("1010", ["Siauliai", "Riga", "Pskov", "Novgorod", "Leningrad"]),
        ("1010", ["Kaunas", "Daugavpils", "Pskov"]),
        ("1018", ["Brest", "Baranovichi", "Minsk", "Smolensk", "Vyazma", "Moscow"]),
        ("1018", ["Minsk", "Bobruisk", "Gomel", "Bryansk", "Orel", "Tula"]),
        ("1021", ["Kovel", "Rovno", "Zhitomir", "Kiev", "Poltava", "Kharkhov"]),
        ("1037", ["Kishinev", "Pervomaisk", "Kirovograd", "Dnepro-Petrovsk", "Stalino", "Rostov"]),
        ("1037", ["Kishinev", "Odessa", "Nikolaev", "Kherson", "Perekop", "Simferopol"]),
    ],
)
def test_rollbahnen_lead_from_a_source_through_their_towns(start: str, places: list[str]) -> None:
    here = GRID.id(start)
    assert here in having("german-source") & having("rollbahn")
    found, queue = {here}, [here]
    while queue:
        at = queue.pop()
        fresh = {n for _, n in GRID.adjacent(at) if pair(at, n) in ROADS} - found
        found |= fresh
        queue += fresh
    assert {AT[name] for name in places} <= found


def test_rollbahnen_keep_out_of_the_marshes() -> None:
    assert sum(TERRAIN[h] == "marsh" for h in having("rollbahn")) <= 2


# -- history ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.2a")
@pytest.mark.parametrize(("turn", "points"), [(5, 48), (9, 71), (13, 81), (17, 111), (22, 117)])
def test_what_the_germans_held_in_history(turn: int, points: int) -> None:
    held = [GRID.id(row["hex"]) for row in rows("holdings.csv") if row["turn"] == str(turn)]
    assert len(set(held)) == len(held)
    assert set(held) <= region("ussr")
    assert abs(sum(VALUE[kind] for h in held for kind in FEATURES[h] & set(VALUE)) - points) <= 3


def test_holdings_grow_and_bear_the_names_of_the_map() -> None:
    held: dict[int, set[str]] = {}
    for row in rows("holdings.csv"):
        assert NAMES[GRID.id(row["hex"])] == row["name"]
        assert row["source"] == "reconstructed"
        held.setdefault(int(row["turn"]), set()).add(row["hex"])
    assert list(held) == [5, 9, 13, 17, 22]
    for early, late in zip(list(held), list(held)[1:], strict=False):
        assert held[early] < held[late]


# -- the making of it -------------------------------------------------------------------------------------------------


def test_runs_of_hex_numbers() -> None:
    from steppe.mapmaker.recipe import hex_numbers

    assert hex_numbers(["1025-1027", "4853"]) == ["1025", "1026", "1027", "4853"]
    assert hex_numbers(["2512S-2513S"]) == ["2512S", "2513S"]
    for wrong in ("1025-1127", "1030-1025", "1001N-1002S"):
        with pytest.raises(DataError, match="no run down a column"):
            hex_numbers([wrong])


def test_roads_avoid_marsh_and_water_and_share_what_is_built() -> None:
    from steppe.mapmaker.hexmap import HexMap
    from steppe.mapmaker.roads import lay_road

    grid = HexGrid(ColumnRow(), [f"{c:02d}{r:02d}" for c in range(1, 8) for r in range(1, 8)])
    made = HexMap.blank(grid)
    made.terrain[grid.id("0404")] = "marsh"
    made.terrain[grid.id("0403")] = "lake"
    start, goal = grid.id("0204"), grid.id("0604")
    sides = lay_road(made, [start, goal])
    assert {start, goal} <= {h for side in sides for h in side}
    assert len(sides) == 4
    assert grid.id("0403") not in {h for side in sides for h in side}
    made.terrain = ["clear"] * grid.size
    made.roads = dict.fromkeys(lay_road(made, [grid.id("0102"), grid.id("0702")]), ("road", "old"))
    again = lay_road(made, [grid.id("0102"), grid.id("0703")])
    assert set(again[:4]) <= set(made.roads)


def test_a_road_that_water_cuts_off_is_an_error() -> None:
    from steppe.mapmaker.hexmap import HexMap
    from steppe.mapmaker.roads import lay_road

    grid = HexGrid(ColumnRow(), ["0101", "0102"])
    made = HexMap.blank(grid)
    made.sides[0, 1] = ("sea", "")
    with pytest.raises(DataError, match="no road leads from 0101 to 0102"):
        lay_road(made, [0, 1])


def test_coasts_touch_their_own_sea_only() -> None:
    from steppe.mapmaker.lines import coast_hexes

    grid = HexGrid(ColumnRow(), [f"{c:02d}01" for c in range(1, 7)])
    assert coast_hexes(grid, ["sea", "clear", "clear", "clear", "sea", "clear"], 0) == {1}
    assert coast_hexes(grid, ["sea", "clear", "clear", "clear", "sea", "clear"], 4) == {3, 5}


def test_points_are_drawn_into_their_hexes_only_if_they_lie_outside() -> None:
    import numpy as np

    from steppe.mapmaker.project import drawn_in

    centres = np.zeros((2, 2))
    moved = drawn_in(np.array([[0.2, 0.0], [2.0, 0.0]]), centres, 0.4)
    assert moved.tolist() == [[0.2, 0.0], [0.4, 0.0]]


@pytest.mark.parametrize("label", ["4201N", "2512S", "2817N", "2919S", "5017N", "2705N", "4100N", "3216S", "3820S"])
def test_a_title_with_other_numbers_takes_the_same_ground(label: str) -> None:
    """Proud Monster's columns are four higher, its rows one lower (north sheet) or 29 lower (south sheet)."""
    from steppe.mapmaker.compile import carried
    from steppe.mapmaker.ground import Survey
    from steppe.mapmaker.hexmap import HexMap

    class Nowhere:
        def moved(self, by: object) -> Nowhere:
            return self

    base = HexMap.blank(GRID)
    base.terrain = list(TERRAIN)
    base.sides = {side: ("river", "") for side, found in KINDS.items() if "river" in found}
    row = int(label[2:4]) + (29 if label[4] == "S" else 1)
    here = GRID.id(f"{int(label[:2]) - 4}{row:02d}")
    north = [f"{label[:2]}{int(label[2:4]):02d}{label[4]}"]
    below = f"{label[:2]}{int(label[2:4]) + 1:02d}{label[4]}"
    grid = HexGrid(ColumnRowSheets(), [*north, below])
    ground = carried(Survey(base, Nowhere(), (0, 0, 0, 0), {"it": [here]}, []), grid, (-4, 1))  # type: ignore[arg-type]
    assert ground.map.terrain[0] == TERRAIN[here]
    assert ground.seats == {"it": [0]}
    assert bool(ground.map.sides) == ("river" in KINDS.get(pair(here, here + 1), set()))


def test_a_ground_that_does_not_reach_far_enough_is_told() -> None:
    from steppe.mapmaker.compile import carried
    from steppe.mapmaker.ground import Survey
    from steppe.mapmaker.hexmap import HexMap

    ground = Survey(HexMap.blank(GRID), None, (0, 0, 0, 0), {}, [])  # type: ignore[arg-type]
    with pytest.raises(DataError, match="does not reach"):
        carried(ground, HexGrid(ColumnRow(), ["0101"]), (0, 0))
    with pytest.raises(DataError, match="even number"):
        carried(ground, GRID, (1, 0))


@needs_layers
@pytest.mark.slow
def test_compiling_again_gives_the_same_map_on_the_shared_ground(tmp_path: Path) -> None:
    pytest.importorskip("pyproj")
    pytest.importorskip("shapely")
    from steppe.mapmaker.compile import Compiler, carried, surveyed
    from steppe.mapmaker.hexmap import write_map
    from steppe.mapmaker.recipe import read_recipe

    recipe = read_recipe(GEO, "lwe")
    theatre = surveyed(read_recipe(GEO, recipe.base))
    for label in ("0601", "5653", "0653", "5601"):
        theatre.grid.id(label)
    for h, label in enumerate(GRID.labels):
        assert theatre.map.terrain[theatre.grid.id(label)] == TERRAIN[h], label
    for row in SIDES:
        if row["kind"] != "rollbahn":
            side = sorted((theatre.grid.id(row["a"]), theatre.grid.id(row["b"])))
            assert theatre.map.sides[side[0], side[1]] == (row["kind"], row["name"])
    assert not theatre.map.warnings
    write_map(Compiler(recipe, carried(theatre, recipe.grid, recipe.shift)).run(), tmp_path)
    for name in ("hexes.csv", "sides.csv"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (DATA / name).read_text(encoding="utf-8"), name
