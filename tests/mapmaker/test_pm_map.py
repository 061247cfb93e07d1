"""What the map of Proud Monster must satisfy, read from its data files."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import steppe
from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid

TITLES = Path(steppe.__file__).parent / "titles"
DATA = TITLES / "pm" / "data"
GEO = Path(steppe.__file__).parents[2] / "geo"
needs_layers = pytest.mark.skipif(not GEO.is_dir(), reason="the layers are only in a checkout")

Side = tuple[int, int]
Corner = tuple[int, int]
WATER = {"sea", "lake"}
STRAITS = {"sivash", "kerch"}
BARRED = WATER | STRAITS
KINDS_OF_PLACE = {"city", "large-town", "town"}

NAMED = {
    "4201N": "Leningrad", "2512S": "Odessa", "2817N": "Minsk", "2919S": "Sevastopol", "5017N": "Moscow",
    "5116N": "Moscow", "2705N": "Riga", "4022S": "Novorossisk", "4100N": "Oranienbaum", "4921N": "Tula",
    "3819S": "Kerch",
}  # fmt: skip
"""What the rule text puts into a hex by name."""
STATED = [
    *NAMED, "4300N", "4301N", "4401N", "4500N", "3801N", "4303N", "4003N", "4105N", "4000N", "3715S", "3815S", "3719S",
    "3820S", "3215S", "3216S", "3315S", "2817S", "3620S", "2210N", "2310N", "2006N", "1703S", "1804S", "2114S",
    "1906N", "1403S", "1025N", "1908N", "1913N", "2013N", "2014N", "1026N", "2115S", "2608N", "2707N", "2407N",
    "2406N", "2506N",
]  # fmt: skip
CITIES = {
    "Leningrad": 6, "Moscow": 9, "Kiev": 4, "Kharkhov": 3, "Rostov": 3, "Stalino": 3, "Odessa": 2, "Sevastopol": 2,
    "Dnepro-Petrovsk": 2, "Riga": 1, "Minsk": 1,
}  # fmt: skip
WORTHY_TOWNS = {
    "Voronezh": 3, "Smolensk": 2, "Tula": 2, "Orel": 1, "Kursk": 1, "Bryansk": 1, "Kalinin": 1, "Gomel": 1,
    "Vitebsk": 1, "Zaporozhe": 1, "Nikolaev": 1, "Pskov": 1, "Novgorod": 1, "Vyazma": 1, "Lvov": 1, "Kaunas": 1,
    "Krasnodar": 1, "Mariupol": 1,
}  # fmt: skip
DISTRICTS = {"Leningrad", "Moscow", "Minsk", "Kiev", "Odessa", "Kharkhov", "Orel", "Rostov"}
LARGE_TOWNS = {
    "Lvov": "1625N", "Brest": "1819N", "Kishinev": "2209S", "Kaunas": "2310N", "Vinnitsa": "2402S",
    "Vilnius": "2512N", "Zhitomir": "2627N", "Daugavpils": "2909N", "Nikolaev": "2911S", "Kherson": "3013S",
    "Simferopol": "3119S", "Tallinn": "3200N", "Gomel": "3322N", "Chernigov": "3325N", "Vitebsk": "3514N",
    "Pskov": "3606N", "Zaporozhe": "3711S", "Smolensk": "3817N", "Poltava": "3806S", "Bryansk": "4122N",
    "Novgorod": "4205N", "Mariupol": "4215S", "Vyazma": "4316N", "Kursk": "4300S", "Krasnodar": "4322S",
    "Orel": "4425N", "Voroshilovgrad": "4712S", "Kalinin": "4813N", "Tula": "4921N", "Voronezh": "5003S",
    "Ryazan": "5222N", "Yaroslavl": "5613N", "Stalingrad": "5913S",
}  # fmt: skip
TOWNS = {
    "Chernovtsy": "1702S", "Bialystok": "1815N", "Ternopol": "1827N", "Kovel": "1921N", "Lutsk": "1923N",
    "Liepaja": "2005N", "Grodno": "2114N", "Rovno": "2124N", "Siauliai": "2307N", "Pinsk": "2320N",
    "Baranovichi": "2417N", "Korosten": "2625N", "Uman": "2704S", "Pervomaisk": "2707S", "Bobruisk": "3119N",
    "Kirovograd": "3107S", "Cherkassy": "3204S", "Tartu": "3303N", "Polotsk": "3312N", "Krivoi Rog": "3309S",
    "Mogilev": "3418N", "Kremenchug": "3406S", "Feodosiya": "3420S", "Orsha": "3516N", "Melitopol": "3614S",
    "Narva": "3701N", "Konotop": "3727N", "Velikie Luki": "3811N", "Kerch": "3819S", "Roslavl": "3919N",
    "Sumy": "4002S", "Berdyansk": "4016S", "Novorossisk": "4022S", "Oranienbaum": "4100N", "Ostashkov": "4310N",
    "Belgorod": "4304S", "Izyum": "4308S", "Volkhov": "4501N", "Rzhev": "4513N", "Taganrog": "4516S",
    "Bologoe": "4609N", "Kaluga": "4620N", "Maikop": "4624S", "Tikhvin": "4703N", "Mozhaisk": "4717N",
    "Armavir": "4823S", "Yelets": "4927N", "Voroshilovsk": "5024S", "Lipetsk": "5127N", "Michurinsk": "5327N",
    "Cherepovets": "5407N", "Rybinsk": "5411N", "Vladimir": "5517N", "Tambov": "5500S", "Borisoglebsk": "5605S",
    "Vologda": "5808N", "Ivanovo": "5815N",
}  # fmt: skip
LOCATIONS = {
    "Peremyshl": "1324N", "Rava-Russkaya": "1524N", "Stanislav": "1500S", "Vladimir-Volynsk": "1722N",
    "Jassy": "1807S", "Memel": "1906N", "Tilsit": "1909N", "Suwalki": "2013N", "Proskurov": "2100S",
    "Mogilev-Podolsk": "2103S", "Letichev": "2201S", "Tiraspol": "2309S", "Novograd-Volynsk": "2426N",
    "Berdichev": "2500S", "Balta": "2506S", "Slutsk": "2718N", "Belaya Tserkov": "2802S", "Mozyr": "2922N",
    "Parnu": "3002N", "Viljandi": "3102N", "Perekop": "3216S", "Nezhin": "3427N", "Ostrov": "3506N", "Nevel": "3612N",
    "Luga": "3903N", "Yelnya": "4018N", "Gatchina": "4101N", "Staraya Russa": "4106N", "Demyansk": "4308N",
    "Slavyansk": "4310S", "Artemovsk": "4411S", "Volokolamsk": "4715N", "Tikhoretsk": "4720S", "Klin": "4915N",
    "Serpukhov": "4919N", "Millerovo": "5011S", "Salsk": "5019S", "Kolomna": "5220N", "Kalach": "5713S",
    "Kostroma": "5813N", "Murom": "5820N",
}  # fmt: skip
GERMANY = [
    "1025N", "1124N", "1224N", "1323N", "1423N", "1514N", "1515N", "1516N", "1517N", "1523N", "1614N", "1618N", "1619N",
    "1621N", "1622N", "1623N", "1713N", "1719N", "1720N", "1813N", "1906N", "1907N", "1908N", "1909N", "1910N", "1911N",
    "1912N", "1913N", "2013N", "2014N",
]  # fmt: skip
HUNGARY = ["1026N", "1126N", "1127N", "1200S", "1201S", "1301S", "1302S", "1403S"]
ROMANIA = [
    "1503S", "1604S", "1704S", "1705S", "1806S", "1807S", "1808S", "1809S", "1810S", "1811S", "1812S", "1813S", "1814S",
    "1914S", "2015S", "2115S",
]  # fmt: skip
EXCEPTIONS = {"1913N", "2013N", "2014N"}
BORDER = [
    "2006N", "2007N", "2008N", "2009N", "2010N", "2011N", "2012N", "2112N", "2113N", "2114N", "2015N", "1914N", "1814N",
    "1714N", "1615N", "1616N", "1617N", "1717N", "1718N", "1819N", "1820N", "1821N", "1721N", "1722N", "1723N", "1624N",
    "1524N", "1424N", "1324N", "1225N", "1125N", "1226N", "1227N", "1327N", "1300S", "1401S", "1402S", "1502S", "1603S",
    "1703S", "1804S", "1805S", "1905S", "1906S", "1907S", "1908S", "1909S", "1910S", "1911S", "1912S", "1913S", "2014S",
    "2114S",
]  # fmt: skip
"""From the Baltic to the Black Sea, each hex next to the one before."""
LINES = {
    "luga-north": ["3801N", "3901N", "4002N", "4102N", "4203N", "4303N"],
    "luga-south": ["4003N", "4103N", "4104N", "4105N"],
    "leningrad": ["4300N"],
    "vyazma": ["4312N", "4313N", "4314N", "4215N", "4216N", "4217N", "4218N", "4219N", "4220N"],
    "mozhaisk": ["4714N", "4715N", "4716N", "4717N", "4718N", "4719N", "4720N", "4821N", "4921N"],
    "moscow": ["5115N", "5016N", "4916N", "4917N", "5018N"],
}
INVASION = [
    "2817S", "2917S", "3018S", "3019S", "2919S", "3020S", "3120S", "3220S", "3319S", "3420S", "3519S", "3620S",
]  # fmt: skip
HIGHWAY = [
    "2817N", "2916N", "3016N", "3116N", "3216N", "3315N", "3416N", "3516N", "3617N", "3717N", "3817N", "3917N", "4017N",
    "4116N", "4216N", "4316N", "4416N", "4516N", "4617N", "4717N", "4817N", "4917N", "5017N",
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
    ("Stalingrad", "Volga", "east"), ("Kalach", "Don", "west"), ("Yaroslavl", "Volga", "north"),
    ("Peremyshl", "San", "north"),
]  # fmt: skip


def rows(name: str, folder: Path = DATA) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


HEXES = rows("hexes.csv")
SIDES = rows("sides.csv")
GRID = HexGrid(ColumnRowSheets(), [row["hex"] for row in HEXES])
TERRAIN = [row["terrain"] for row in HEXES]
FEATURES = [set(row["features"].split()) for row in HEXES]
REGIONS = [set(row["regions"].split()) for row in HEXES]
NAMES = [row["name"] for row in HEXES]
AT = {row["name"]: GRID.id(row["hex"]) for row in HEXES if row["name"]}
EVERY = range(GRID.size)
LAND = {h for h in EVERY if TERRAIN[h] not in WATER}
KINDS: dict[Side, set[str]] = {}


def pair(a: int, b: int) -> Side:
    return min(a, b), max(a, b)


for _row in SIDES:
    KINDS.setdefault(pair(GRID.id(_row["a"]), GRID.id(_row["b"])), set()).add(_row["kind"])


def kinds(a: str, b: str) -> set[str]:
    return KINDS.get(pair(GRID.id(a), GRID.id(b)), set())


def side_row(a: str, b: str) -> dict[str, str]:
    return next(row for row in SIDES if {row["a"], row["b"]} == {a, b})


def having(feature: str) -> set[int]:
    return {h for h in EVERY if feature in FEATURES[h]}


def region(name: str) -> set[int]:
    return {h for h in EVERY if name in REGIONS[h]}


def labels(hexes: set[int]) -> set[str]:
    return {GRID.labels[h] for h in hexes}


def adjacent(a: str, b: str) -> bool:
    return GRID.direction(GRID.id(a), GRID.id(b)) >= 0


def worth(h: int) -> int:
    return sum(int(feature[3:]) for feature in FEATURES[h] if feature.startswith("vp-"))


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


@pytest.mark.rule("pm", "2.3", "2.4")
def test_columns_and_their_ends() -> None:
    columns: dict[int, list[int]] = {}
    for label in GRID.labels:
        column, row = ColumnRowSheets().line_and_place(label)
        columns.setdefault(column, []).append(row)
    assert sorted(columns) == list(range(10, 61))
    for column, found in columns.items():
        if column >= 21:
            assert found == list(range(52 if column % 2 else 53)), column
    assert GRID.size == 2306


@pytest.mark.rule("pm", "2.4")
@pytest.mark.parametrize("column", range(14, 61))
def test_the_overlapping_row_has_two_numbers_for_one_hex(column: int) -> None:
    south, north = f"{column}00S", f"{column}28N"
    assert GRID.id(north) == GRID.id(south)
    assert GRID.labels[GRID.id(north)] == south
    assert HEXES[GRID.id(north)]["sheet"] == "S"
    assert adjacent(north, f"{column}27N")
    assert adjacent(south, f"{column}01S")


@pytest.mark.rule("pm", "7.2b", "7.3b", "7.4b")
def test_sheets() -> None:
    assert all(row["sheet"] == row["hex"][4] for row in HEXES)
    with pytest.raises(DataError, match="no hex"):
        GRID.id("2929N")


@pytest.mark.rule("pm", "2.4")
def test_numbers_of_the_sister_game() -> None:
    """The same ground as Land Without End: columns four higher, rows one lower; what differs is told by the text."""
    other = rows("hexes.csv", TITLES / "lwe" / "data")
    numbers = ColumnRowSheets()
    differ = set()
    for row in other:
        column, line = ColumnRow().line_and_place(row["hex"])
        label = numbers.label(column + 4, line - 1)
        if label in GRID.index and TERRAIN[GRID.id(label)] != row["terrain"]:
            differ.add(label)
    assert differ == {"2115S", "4401N", "4500N", "4601N", "5116N", "5222S"}


@pytest.mark.rule("pm", "14.3", "15.2", "4.3", "9.15")
@pytest.mark.parametrize(
    ("a", "b"),
    [("2407N", "2406N"), ("2407N", "2506N"), ("2608N", "2707N"), ("5017N", "5116N"), ("4000N", "4100N"),
     ("3715S", "3815S"), ("3215S", "3216S"), ("3215S", "3315S"), ("3216S", "3315S"), ("3719S", "3820S"),
     ("3719S", "3819S"), ("3819S", "3820S"), ("1703S", "1804S"), ("1025N", "1026N"), ("4301N", "4401N"),
     ("4401N", "4500N"), ("4201N", "4300N"), ("4201N", "4301N"), ("1912N", "1913N"), ("1913N", "2013N"),
     ("2013N", "2014N"), ("2114S", "2115S")],
)  # fmt: skip
def test_adjacencies_of_the_text(a: str, b: str) -> None:
    assert adjacent(a, b)


def test_every_field_holds_a_word_of_its_vocabulary() -> None:
    assert set(TERRAIN) == {"clear", "forest", "hills", "marsh", "lake", "sea"}
    assert set().union(*FEATURES) == {
        "town", "large-town", "city", "vp-1", "vp-2", "vp-3", "vp-4", "vp-6", "vp-9", "district", "fort", "heavy-fort",
        "stalin-line", "german-source", "soviet-source", "port", "invasion", "highway", "edge",
    }  # fmt: skip
    assert {row["kind"] for row in SIDES} == {"river", "lake", "sea", "sivash", "kerch", "highway"}
    assert {row["source"] for row in HEXES + SIDES} == {"text", "derived", "reconstructed"}
    known = {"zomo", "okh-north", "okh-south", "border-all", "border-half", *(f"line-{name}" for name in LINES)}
    for h in EVERY:
        choices = (
            {"germany", "hungary", "romania", "ussr"}, {"frontier", "interior"}, {"gas-west", "gas-east"}, {"nz", "sz"},
        )  # fmt: skip
        for choice in choices:
            assert len(REGIONS[h] & choice) == 1
        assert REGIONS[h] - set().union(*choices) <= known
        assert len(FEATURES[h] & KINDS_OF_PLACE) <= 1
        assert sum(feature.startswith("vp-") for feature in FEATURES[h]) <= 1


def test_sides_lie_between_neighbours_and_bear_a_kind_once() -> None:
    seen = [(row["a"], row["b"], row["kind"] == "highway") for row in SIDES]
    assert len(set(seen)) == len(seen)
    for row in SIDES:
        assert row["a"] < row["b"]
        assert adjacent(row["a"], row["b"])
        assert {GRID.id(row["a"]), GRID.id(row["b"])} <= LAND
        assert row["name"] or row["kind"] in WATER


def test_the_edge_is_every_hex_that_lacks_a_neighbour() -> None:
    assert having("edge") == {h for h in EVERY if -1 in GRID.around[h]}


# -- what the text names ----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "2.3")
@pytest.mark.parametrize(("label", "name"), sorted(NAMED.items()))
def test_named_hexes_of_the_text(label: str, name: str) -> None:
    assert NAMES[GRID.id(label)] == name


@pytest.mark.parametrize("label", sorted(STATED))
def test_hexes_of_the_text_are_credited_to_it(label: str) -> None:
    row = HEXES[GRID.id(label)]
    assert row["source"] == "text"
    assert row["note"]


@pytest.mark.parametrize("label", sorted(STATED))
def test_hexes_of_the_text_are_land(label: str) -> None:
    """Units stand, start or fight in every hex that the text names, but for one where the GAS Line begins."""
    assert (GRID.id(label) in LAND) == (label != "4000N")


@pytest.mark.rule("pm", "9.15", "12.16")
@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [("3215S", "3216S", "sivash"), ("3216S", "3315S", "sivash"), ("3719S", "3820S", "kerch"),
     ("3819S", "3820S", "kerch")],
)  # fmt: skip
def test_straits(a: str, b: str, kind: str) -> None:
    assert kinds(a, b) == {kind}
    assert side_row(a, b)["source"] == "text"


@pytest.mark.rule("pm", "9.15")
def test_there_are_no_other_straits() -> None:
    assert sum(bool(found & STRAITS) for found in KINDS.values()) == 4
    assert not kinds("3215S", "3315S")
    assert not kinds("3719S", "3819S")


@pytest.mark.rule("pm", "9.15", "14.28")
def test_the_crimea_is_entered_by_land_at_perekop_alone() -> None:
    assert kinds("3315S", "3316S") == {"sea"}
    assert not kinds("3115S", "3216S")
    crimea = reached(AT["Sevastopol"], LAND - {GRID.id("3216S")})
    assert crimea == region("sz") - {GRID.id("3216S")}
    assert AT["Moscow"] in reached(AT["Sevastopol"], LAND)
    assert "heavy-fort" in FEATURES[GRID.id("3216S")]


@pytest.mark.rule("pm", "9.15", "9.3d")
def test_taman_and_kerch_are_parted_by_the_straits_alone() -> None:
    assert GRID.id("3820S") in reached(AT["Krasnodar"], LAND)


# -- the strip in the west ---------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.7e", "3.7b", "3.7c")
@pytest.mark.parametrize(
    ("country", "label"),
    [("germany", label) for label in GERMANY]
    + [("hungary", label) for label in HUNGARY]
    + [("romania", label) for label in ROMANIA],
)
def test_hexes_of_the_strip(country: str, label: str) -> None:
    h = GRID.id(label)
    assert {country, "zomo"} <= REGIONS[h]
    assert h in LAND
    assert any("ussr" in REGIONS[n] and n in LAND for _, n in GRID.adjacent(h))


@pytest.mark.rule("pm", "3.7e", "8.2")
def test_the_strip_is_whole() -> None:
    assert labels(region("zomo")) == {*GERMANY, *HUNGARY, *ROMANIA}
    assert region("zomo") == EVERY_ABROAD
    assert reached(min(region("zomo")), region("zomo"), over=set()) == region("zomo")
    assert {"1906N", "1025N"} <= set(GERMANY)


EVERY_ABROAD = region("germany") | region("hungary") | region("romania")


@pytest.mark.rule("pm", "8.2")
def test_the_northern_area_lies_beside_the_strip_where_the_text_says() -> None:
    """From 1908N to 1025N without three: just the hexes of Greater Germany that have a side to the blank."""
    beside = {h for h in region("germany") if -1 in GRID.around[h]}
    assert labels(beside) == set(GERMANY) - EXCEPTIONS - {"1906N", "1907N"}
    assert region("okh-north") == beside


@pytest.mark.rule("pm", "8.2")
def test_the_southern_area_lies_beside_the_strip_from_1026n_to_2115s() -> None:
    assert labels(region("okh-south")) == {*HUNGARY, *ROMANIA}
    assert all(-1 in GRID.around[h] for h in region("okh-south"))
    assert {"1026N", "2115S"} <= labels(region("okh-south"))


@pytest.mark.rule("pm", "7.4b", "3.7b")
def test_the_hungarian_corps_has_room_on_the_south_sheet() -> None:
    assert len([label for label in HUNGARY if label.endswith("S")]) >= 3


@pytest.mark.rule("pm", "3.3b", "3.3c")
@pytest.mark.parametrize("label", BORDER)
def test_border_hexes(label: str) -> None:
    h = GRID.id(label)
    assert h in LAND
    assert "ussr" in REGIONS[h]
    assert any("zomo" in REGIONS[n] for _, n in GRID.adjacent(h))
    half = BORDER.index(label) >= BORDER.index("1804S")
    assert {"border-all", "border-half"} & REGIONS[h] == {"border-half" if half else "border-all"}
    assert "frontier" in REGIONS[h]


@pytest.mark.rule("pm", "3.3b", "3.3c")
def test_the_border_is_one_chain() -> None:
    assert all(adjacent(a, b) for a, b in pairwise(BORDER))
    assert BORDER[0] == "2006N"
    assert BORDER[-1] == "2114S"
    touching = {h for h in LAND & region("ussr") if any(n in region("zomo") for _, n in GRID.adjacent(h))}
    assert labels(touching) == set(BORDER)
    assert labels(region("border-all")) == set(BORDER[: BORDER.index("1804S")])


@pytest.mark.rule("pm", "3.3b")
def test_the_frontier_force_suffices_for_the_border() -> None:
    assert len(region("border-all")) + (len(region("border-half")) + 1) // 2 + 3 <= 96


@pytest.mark.rule("pm", "3.3a", "3.4a")
def test_zones() -> None:
    for h in EVERY:
        assert ("frontier" in REGIONS[h]) == (int(GRID.labels[h][:2]) <= 22)
    assert "frontier" in REGIONS[GRID.id("2210N")]
    assert "interior" in REGIONS[GRID.id("2310N")]


@pytest.mark.rule("pm", "3.3d")
def test_three_large_towns_in_the_frontier_zone() -> None:
    assert {NAMES[h] for h in having("large-town") & region("frontier")} == {"Brest", "Lvov", "Kishinev"}
    assert not having("city") & region("frontier")


@pytest.mark.rule("pm", "3.4c")
@pytest.mark.parametrize("column", range(23, 61))
def test_every_column_of_the_interior_has_room_for_four(column: int) -> None:
    assert len([h for h in LAND & region("interior") if GRID.labels[h].startswith(str(column))]) >= 20


@pytest.mark.rule("pm", "3.4c")
def test_column_42_runs_from_leningrad_through_kharkhov() -> None:
    assert {GRID.labels[AT[name]][:2] for name in ("Leningrad", "Kharkhov")} == {"42"}


@pytest.mark.rule("pm", "12.18")
def test_the_border_follows_the_san_the_bug_and_the_prut() -> None:
    for side in (
        "1124N/1225N", "1224N/1225N", "1224N/1324N", "1323N/1324N", "1718N/1719N", "1719N/1819N", "1720N/1820N",
        "1623N/1722N", "1623N/1723N", "1806S/1906S", "1809S/1909S", "1812S/1912S", "2014S/2015S", "2114S/2115S",
    ):  # fmt: skip
        assert "river" in kinds(*side.split("/")), side


# -- supply -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.11a")
def test_german_sources() -> None:
    assert having("german-source") == region("zomo") - {GRID.id(label) for label in EXCEPTIONS}
    assert "1912N" in labels(having("german-source"))


@pytest.mark.rule("pm", "9.10")
def test_soviet_sources() -> None:
    assert labels(having("soviet-source")) == {GRID.labels[h] for h in LAND if GRID.labels[h].startswith("60")}
    assert len(having("soviet-source")) == 53
    assert {"6000N", "6015N", "6024S"} <= labels(having("soviet-source"))


@pytest.mark.rule("pm", "9.3a", "9.3b", "9.3d")
def test_the_gas_line() -> None:
    west = region("gas-west")
    for label in ("4000N", "3715S", "3819S", "2919S", "3710S", "3817N", "2900S"):
        assert GRID.id(label) in west
    for label in ("4100N", "3815S", "3820S", "4201N", "4206S", "5017N", "4316N"):
        assert GRID.id(label) not in west
    assert region("sz") | region("zomo") <= west


@pytest.mark.rule("pm", "9.3a")
def test_the_gas_line_is_one_line_from_its_first_side_to_its_last() -> None:
    shore = GRID.centres[GRID.id("3815S")][1] + 0.6
    line = {
        pair(h, n)
        for h in EVERY
        for _, n in GRID.adjacent(h)
        if len({"gas-west" in REGIONS[h], "gas-west" in REGIONS[n]}) == 2 and GRID.centres[[h, n], 1].max() < shore
    }
    assert {pair(GRID.id("4000N"), GRID.id("4100N")), pair(GRID.id("3715S"), GRID.id("3815S"))} <= line
    ends = Counter(corner for side in line for corner in corners(side))
    assert set(ends.values()) == {1, 2}
    assert list(ends.values()).count(1) == 2


@pytest.mark.rule("pm", "13.2a", "13.7b")
def test_the_southern_weather_zone_is_the_crimea() -> None:
    zone = region("sz")
    assert zone <= LAND
    assert {"3216S", "3316S", "2919S", "3719S", "3819S", "2817S", "3620S"} <= labels(zone)
    assert not {"3215S", "3315S", "3820S"} & labels(zone)
    assert {HEXES[h]["sheet"] for h in zone} == {"S"}


@pytest.mark.rule("pm", "9.16", "9.14")
def test_lake_supply_of_leningrad() -> None:
    """With 4301N, 4401N and 4500N in German hands the city is cut off; with one of them free it is not."""
    held = {GRID.id(label) for label in ("4301N", "4101N", "4202N")}
    wet = {h for h in EVERY if TERRAIN[h] != "sea"} - held
    source = next(iter(having("soviet-source")))

    def joined(closed: tuple[str, ...], ground: set[int]) -> bool:
        free = ground - {GRID.id(label) for label in (*closed, "4000N", "4001N", "4002N", "4100N")}
        return source in reached(AT["Leningrad"], free, over={"sea"})

    assert not joined(("4401N", "4500N"), wet)
    assert joined(("4401N",), wet)
    assert joined(("4500N",), wet)
    assert joined((), wet & LAND)
    assert not joined(("4401N",), wet & LAND)
    assert not joined(("4300N",), wet)


@pytest.mark.rule("pm", "9.17", "11.2a")
def test_ports() -> None:
    assert {NAMES[h] for h in having("port")} == {"Odessa", "Sevastopol", "Novorossisk"}
    sea = reached(AT["Black Sea"], {h for h in EVERY if TERRAIN[h] == "sea"})
    for h in having("port"):
        assert any(n in sea for _, n in GRID.adjacent(h)), NAMES[h]


@pytest.mark.rule("pm", "11.4a")
@pytest.mark.parametrize("label", INVASION)
def test_the_invasion_coast(label: str) -> None:
    h = GRID.id(label)
    assert h in having("invasion") & LAND & region("sz")
    sea = reached(AT["Black Sea"], {n for n in EVERY if TERRAIN[n] == "sea"})
    assert any(n in sea for _, n in GRID.adjacent(h))


@pytest.mark.rule("pm", "11.4a")
def test_the_invasion_coast_is_one_chain_from_2817s_to_3620s() -> None:
    assert labels(having("invasion")) == set(INVASION)
    assert all(adjacent(a, b) for a, b in pairwise(INVASION))


# -- works ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.24", "14.25a", "17.3")
@pytest.mark.parametrize(("line", "label"), [(line, label) for line, hexes in LINES.items() for label in hexes])
def test_fort_lines(line: str, label: str) -> None:
    h = GRID.id(label)
    assert "fort" in FEATURES[h]
    assert {r for r in REGIONS[h] if r.startswith("line-")} == {f"line-{line}"}
    assert h in LAND & region("ussr")


@pytest.mark.rule("pm", "14.25b", "14.25c")
def test_fort_lines_are_chains_with_their_ends() -> None:
    for line, hexes in LINES.items():
        assert labels(region(f"line-{line}")) == set(hexes)
        assert all(adjacent(a, b) for a, b in pairwise(hexes)), line
    assert (LINES["luga-north"][0], LINES["luga-north"][-1]) == ("3801N", "4303N")
    assert (LINES["luga-south"][0], LINES["luga-south"][-1]) == ("4003N", "4105N")
    assert LINES["leningrad"] == ["4300N"]
    assert "4921N" in LINES["mozhaisk"]


@pytest.mark.rule("pm", "17.3", "14.24")
def test_works_active_from_the_start() -> None:
    lines = {h for line in LINES for h in region(f"line-{line}")}
    assert having("fort") == lines
    assert labels(having("heavy-fort")) == {"2919S", "3216S"}
    assert not having("heavy-fort") & lines


@pytest.mark.rule("pm", "17.3")
def test_the_lines_of_the_map_are_those_of_the_table() -> None:
    turns = {row["line"]: int(row["turn"]) for row in rows("forts.csv")}
    assert set(turns) == set(LINES)
    assert [turns[line] for line in LINES] == [3, 3, 3, 6, 6, 9]


@pytest.mark.rule("pm", "14.30a")
def test_the_stalin_line() -> None:
    line = having("stalin-line")
    assert len(line) == 33
    assert line <= LAND & region("ussr")
    assert not line & (having("fort") | having("heavy-fort") | region("zomo") | having("city"))
    for name in (
        "Pskov",
        "Ostrov",
        "Polotsk",
        "Slutsk",
        "Mozyr",
        "Korosten",
        "Letichev",
        "Mogilev-Podolsk",
        "Tiraspol",
    ):
        assert AT[name] in line, name
    for name in ("Minsk", "Kiev"):
        assert sum(n in line for _, n in GRID.adjacent(AT[name])) >= 2


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [(n, h, "large-town") for n, h in LARGE_TOWNS.items()]
    + [(n, h, "town") for n, h in TOWNS.items()]
    + [(n, h, "") for n, h in LOCATIONS.items()],
)
def test_every_place_stands_in_its_hex(name: str, label: str, kind: str) -> None:
    h = GRID.id(label)
    assert NAMES[h] == name
    assert FEATURES[h] & KINDS_OF_PLACE == ({kind} if kind else set())
    assert h in LAND


@pytest.mark.rule("pm", "12.10", "4.2a")
def test_cities_are_clear_and_worth_something() -> None:
    assert {NAMES[h] for h in having("city")} == set(CITIES)
    assert {TERRAIN[h] for h in having("city")} == {"clear"}
    assert all(worth(h) for h in having("city"))


@pytest.mark.rule("pm", "4.2a", "4.3")
@pytest.mark.parametrize(("name", "points"), sorted((CITIES | WORTHY_TOWNS).items()))
def test_values_of_places(name: str, points: int) -> None:
    assert {worth(h) for h in EVERY if NAMES[h] == name} == {points}
    assert FEATURES[AT[name]] & {"city", "large-town"}


@pytest.mark.rule("pm", "4.2a", "4.3")
def test_the_sum_of_all_values() -> None:
    values = {NAMES[h]: worth(h) for h in EVERY if worth(h)}
    assert values == CITIES | WORTHY_TOWNS
    assert sum(values.values()) == 58
    towns = having("large-town")
    assert sum(worth(h) > 0 for h in towns) > len(towns) / 2  # most of the large towns


@pytest.mark.rule("pm", "4.2a", "17.2")
@pytest.mark.parametrize(
    ("turn", "points", "needed", "taken"),
    [
        (1, 3, 4, "Minsk Kaunas Lvov"),
        (2, 6, 8, "Riga Pskov Vitebsk"),
        (3, 8, 13, "Smolensk"),
        (7, 17, 28, "Novgorod Gomel Kiev Nikolaev Dnepro-Petrovsk"),
        (9, 31, 36, "Odessa Kharkhov Stalino Orel Bryansk Vyazma Kalinin Zaporozhe Mariupol"),
        (11, 32, 36, "Kursk"),
    ],
)
def test_what_the_germans_took_in_history_does_not_win(turn: int, points: int, needed: int, taken: str) -> None:
    """Each line adds to those before; the history of 1941 stays below the table in every turn."""
    gained = {1: 3, 2: 3, 3: 2, 7: 9, 9: 14, 11: 1}
    assert sum(worth(AT[name]) for name in taken.split()) == gained[turn]
    assert sum(value for t, value in gained.items() if t <= turn) == points < needed


@pytest.mark.rule("pm", "4.3", "8.7b")
def test_moscow_has_two_hexes() -> None:
    hexes = {h for h in EVERY if NAMES[h] == "Moscow"}
    assert labels(hexes) == {"5017N", "5116N"}
    assert not kinds("5017N", "5116N")
    around = {n for h in hexes for _, n in GRID.adjacent(h)} - hexes
    assert 10 * len(hexes) + 5 * len(around & LAND) == 60


@pytest.mark.rule("pm", "8.7b", "8.7a")
def test_military_districts() -> None:
    assert {NAMES[h] for h in having("district")} == DISTRICTS
    assert len(having("district")) == 9
    assert having("district") <= having("city") | having("large-town")
    assert having("district") & having("large-town")
    assert AT["Riga"] not in having("district")
    minsk = {n for _, n in GRID.adjacent(AT["Minsk"])}
    assert 10 + 5 * len(minsk & LAND) == 40


@pytest.mark.rule("pm", "3.9a")
def test_there_is_no_place_outside_the_soviet_union() -> None:
    assert not any(FEATURES[h] & KINDS_OF_PLACE for h in region("zomo"))


# -- the highway ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "12.20")
def test_the_highway_runs_from_minsk_to_moscow() -> None:
    sides = {side for side, found in KINDS.items() if "highway" in found}
    wanted = {pair(GRID.id(a), GRID.id(b)) for a, b in pairwise(HIGHWAY)}
    assert sides == wanted
    assert labels(having("highway")) == set(HIGHWAY)
    assert (NAMES[GRID.id(HIGHWAY[0])], NAMES[GRID.id(HIGHWAY[-1])]) == ("Minsk", "Moscow")
    for name in ("Orsha", "Smolensk", "Vyazma", "Mozhaisk"):
        assert AT[name] in having("highway")


@pytest.mark.rule("pm", "12.20", "12.11")
def test_the_highway_leads_through_forest_somewhere() -> None:
    assert sum(TERRAIN[h] == "forest" for h in having("highway")) >= 5


# -- the ground -------------------------------------------------------------------------------------------------------


def test_all_land_is_reached_on_foot_except_oesel() -> None:
    assert labels(LAND - reached(AT["Leningrad"], LAND)) == {"2600N", "2601N", "2700N"}


@pytest.mark.rule("pm", "12.14", "12.14b")
def test_lakes_and_seas() -> None:
    lakes = {GRID.labels[h] for h in EVERY if TERRAIN[h] == "lake"}
    assert lakes == {"3502N", "3503N", "3504N", "4400N", "4600N", "5300N", "5404N"}
    seas = {NAMES[h] for h in EVERY if TERRAIN[h] in WATER} - {""}
    assert seas == {
        "Baltic Sea", "Gulf of Riga", "Gulf of Finland", "Lake Peipus", "Lake Ladoga", "Lake Onega", "Lake Beloye",
        "Black Sea", "Sea of Azov",
    }  # fmt: skip


@pytest.mark.rule("pm", "12.9")
def test_shares_of_terrain() -> None:
    count = Counter(TERRAIN[h] for h in LAND)
    assert 0.28 <= count["forest"] / len(LAND) <= 0.35
    assert 40 <= count["marsh"] <= 80
    assert 30 <= count["hills"] <= 80


@pytest.mark.parametrize(
    ("name", "terrain", "radius", "least"),
    [("Pinsk", "marsh", 4, 25), ("Ostashkov", "hills", 3, 8), ("Simferopol", "hills", 2, 5), ("Stalino", "hills", 3, 4),
     ("Stanislav", "hills", 4, 12), ("Novorossisk", "hills", 2, 2), ("Bryansk", "forest", 2, 8),
     ("Minsk", "forest", 4, 12), ("Stalingrad", "clear", 2, 8), ("Borisoglebsk", "clear", 3, 20),
     ("Vologda", "forest", 3, 15)],
)  # fmt: skip
def test_the_ground_about_known_places(name: str, terrain: str, radius: int, least: int) -> None:
    assert sum(TERRAIN[h] == terrain for h in GRID.within(AT[name], radius)) >= least


def test_the_strip_of_hungary_is_the_carpathians() -> None:
    assert {TERRAIN[h] for h in region("hungary")} == {"hills"}


# -- rivers -----------------------------------------------------------------------------------------------------------


def rim() -> set[Corner]:
    """The corners on the outer edge of the map."""
    ends = [
        GRID.corner(h, (d + k) % 6) for h in EVERY for d, n in enumerate(GRID.around[h]) if n < 0 for k in (0, 1)
    ]  # fmt: skip
    return {(round(float(x) * 6 / 3**0.5), round(float(y) * 2)) for x, y in ends}


def river(name: str) -> set[Side]:
    return {pair(GRID.id(r["a"]), GRID.id(r["b"])) for r in SIDES if r["kind"] == "river" and r["name"] == name}


@pytest.mark.parametrize("name", sorted({row["name"] for row in SIDES if row["kind"] == "river"}))
def test_each_river_is_connected_with_its_water(name: str) -> None:
    """A river may change its name, run through a lake, or leave the map and come back; it may not stop."""
    at: dict[Corner, set[Side]] = {}
    wet = [s for s, found in KINDS.items() if found - {"highway"}]
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
     "Volkhov", "Svir", "Mius"],
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
     ("Neris", "Niemen"), ("Moskva", "Oka"), ("Ugra", "Oka"), ("Voronezh", "Don"), ("Khopr", "Don"),
     ("Medveditsa", "Don"), ("Mologa", "Volga"), ("Tsna", "Oka"), ("Klyazma", "Oka")],
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


@pytest.mark.rule("pm", "15.2")
def test_the_river_of_the_example() -> None:
    assert kinds("2608N", "2707N") == {"river"}
    assert TERRAIN[GRID.id("2707N")] != "marsh"


# -- the making of it -------------------------------------------------------------------------------------------------


def test_a_title_with_two_sheets_has_a_grid_that_counts_on_from_one_to_the_other() -> None:
    from steppe.mapmaker.recipe import make_grid

    grid = make_grid({"numbering": "CCRR+NS", "columns": [20, 21], "rows": [26, 29], "without": ["2101S"]})
    assert grid.labels == ("2026N", "2027N", "2000S", "2001S", "2126N", "2127N", "2100S")
    assert grid.id("2028N") == grid.id("2000S")


def test_an_override_takes_the_credit_of_a_side_from_what_was_there() -> None:
    from steppe.mapmaker.compile import apply
    from steppe.mapmaker.hexmap import HexMap
    from steppe.mapmaker.overrides import Override

    made = HexMap.blank(HexGrid(ColumnRow(), ["0101", "0102"]))
    apply(made, Override(0, 1, "sivash", "Sivash", "stated", "text"))
    assert made.side_source((0, 1)) == "text"
    apply(made, Override(0, 1, "sea", "Sivash", "open water", "reconstructed"))
    assert made.side_source((0, 1)) == "reconstructed"


@needs_layers
@pytest.mark.slow
def test_compiling_again_gives_the_same_map(tmp_path: Path) -> None:
    pytest.importorskip("pyproj")
    pytest.importorskip("shapely")
    from steppe.mapmaker.compile import compile_map
    from steppe.mapmaker.hexmap import write_map
    from steppe.mapmaker.recipe import read_recipe

    made = compile_map(read_recipe(GEO, "pm"))
    assert not made.warnings
    write_map(made, tmp_path)
    for name in ("hexes.csv", "sides.csv"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (DATA / name).read_text(encoding="utf-8"), name
