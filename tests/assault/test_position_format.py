"""The position format of the family: what every title can say of units and control, tried on Drive on Moscow and on a
wider declaration. What belongs to any system is tried in tests/test_positions.py."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from steppe import titles
from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE, FIRST_TITLE_BIT, MOVED, OFF_ORIGIN
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.titles.dom.position import MoscowPositions
from tests.dom.layout import Campaign
from tests.sandbox import Table

DESTROYED = FIRST_TITLE_BIT * 2


class WidePositions(MoscowPositions):
    """What a title may declare beyond what this one does."""

    features = (*MoscowPositions.features, "rollbahn")
    control_words = {"destroyed": DESTROYED}  # noqa: RUF012
    points = {"XX": 1, "XXX": 3, "X": 1, "III": 1, "KG": 1}  # noqa: RUF012
    nations = ("german", "soviet", "romanian")
    details = ("move", "turn", "entry")
    entries = ()
    numbers = {"november": range(10), "engaged": range(-20, 21)}  # noqa: RUF012
    word_numbers = {"demanded": ("nothing", "much")}  # noqa: RUF012


WIDE = WidePositions()
PANZER = "7Pz 0303 nation=german move=12/10"


def text(
    units: str = "", *, board: str = 'size = "6x6"', hexes: str = "", state: str = "", step: str = "I.B", head: str = ""
) -> str:
    given = f"[board]\n{board}\nhexes = '''\n{hexes}\n'''" if board else ""
    return f"title = 'dom'\nturn = 2\nstep = '{step}'\n{head}\nunits = '''\n{units}\n'''\n[state]\n{state}\n{given}\n"


def round_trip(table: Table) -> Table:
    """What is written reads back as the same game."""
    written = titles.write_position(table.title, table.s)
    again = Table(written)
    assert titles.write_position(again.title, again.s) == written
    return again


def wide(units: str = "", **more: Any) -> tuple[Any, Any]:
    """A position of the wider format, which must read back as the same."""
    title, s, _ = WIDE.read(
        tomllib.loads(text(units, **more)), titles.folder("dom"), Dice(b"wide"), titles.scenarios("dom")[0]
    )
    written = WIDE.write(title, s)
    again = WIDE.read(tomllib.loads(written), titles.folder("dom"), Dice(b"wide"), titles.scenarios("dom")[0])
    assert WIDE.write(*again[:2]) == written
    assert again[0].units.units == title.units.units
    return title, s


def wide_unit(line: str) -> Any:
    title, _ = wide(line)
    return title.units.units[0]


# -- the board --------------------------------------------------------------------------------------------------------


def test_a_small_board_may_have_numbers_of_the_real_map() -> None:
    t = Table(
        text(
            "7Pz 2142\nRD1 2543",
            board='size = "6x5"\ncorner = "2040"',
            hexes="2040..2044 german-source german\n2242 city Tula",
        )
    )
    labels = t.title.board.grid.labels
    assert (labels[0], labels[-1], len(labels)) == ("2040", "2544", 30)
    assert t.title.board.grid.direction(t.hex("2140"), t.hex("2040")) >= 0
    assert t.title.board.label(t.hex("2242")) == "2242 Tula"
    t.order("move 7Pz 2142-2242")
    assert round_trip(t).where("7Pz") == "2242"


def test_an_even_and_an_odd_corner_lie_as_on_the_map() -> None:
    """Even columns are half a hex further north, wherever the board begins."""
    real = titles.load("dom").board.grid
    for corner in ("2040", "2140"):
        grid = Table(text(board=f'size = "6x5"\ncorner = "{corner}"')).title.board.grid
        for a, label in enumerate(grid.labels):
            around = {grid.labels[b] for _, b in grid.adjacent(a)}
            assert around == {real.labels[b] for _, b in real.adjacent(real.id(label))} & set(grid.labels)


@pytest.mark.parametrize(
    "board",
    [
        'size = "6x5"\ncorner = "20"',
        'size = "6x5"\ncorner = "9701"',
        'size = "6x5"\ncorner = "0198"',
        'size = "0x5"',
        "",
    ],
)
def test_boards_that_are_none(board: str) -> None:
    with pytest.raises(DataError, match=r"board\.(size|corner)"):
        Table(text(board=board or "sides = ''"))


def test_features_are_those_that_the_title_declares() -> None:
    hexes = "0303 city rollbahn Tula\n0404 west"
    t = Table(text(hexes=hexes))
    assert t.title.board.features == {"city": {t.hex("0303")}}
    assert t.title.board.regions == {"rollbahn": {t.hex("0303")}, "west": {t.hex("0404")}}
    title, _ = wide(hexes=hexes)
    assert set(title.board.features) == {"city", "rollbahn"}
    assert set(title.board.regions) == {"west"}


def test_hexsides_join_two_hexes() -> None:
    for wrong in ("0303-0304..0305 river", "0303-0304,0305 river", "0303 river", "0303-0305 river", "0303-0304 wall"):
        with pytest.raises(DataError, match="board"):
            Table(text(board=f"size = '6x6'\nsides = '{wrong}'"))


# -- control ----------------------------------------------------------------------------------------------------------


def test_words_of_control_on_a_small_board() -> None:
    title, s = wide(PANZER, hexes="0303 destroyed\n0404 german destroyed\n0405 lost destroyed\n0406 lost")
    control = {label: s.control[h] for label, h in title.board.grid.index.items()}
    assert control["0303"] == control["0404"] == DESTROYED | CONTROL_LOST
    assert control["0405"] == 1 | DESTROYED | CONTROL_LOST
    assert control["0406"] == 1 | CONTROL_LOST
    assert control["0101"] == 1


def test_control_on_the_titles_own_map() -> None:
    t = Table(
        text("7Pz 3243", board="", head="control = '''\n2122..2325 german # Vyazma\n0101 soviet\n0102 soviet lost\n'''")
    )
    assert t.title.board.size == titles.load("dom").board.size
    for label in ("2122", "2325", "3243", "0103"):
        assert t.control(label) == "german"
        assert t.s.control[t.hex(label)] & CONTROL_LOST
    assert t.control("2326") == t.control("0101") == t.control("0102") == "soviet"
    assert not t.s.control[t.hex("0101")] & CONTROL_LOST
    assert t.s.control[t.hex("0102")] & CONTROL_LOST
    again = round_trip(t)
    assert list(again.s.control) == list(t.s.control)


def test_control_without_a_seat_adds_words_alone() -> None:
    title, s = wide(board="", head="control = '''\n0101,3243 destroyed\n2122 german destroyed\n2122 german\n'''")
    at = title.board.grid.index
    assert s.control[at["0101"]] == DESTROYED | CONTROL_LOST
    assert s.control[at["3243"]] == 1 | DESTROYED
    assert s.control[at["2122"]] == CONTROL_LOST


@pytest.mark.parametrize("line", ["9999 german", "0101 roman", "0101 german destroyed", "0102..0101 german"])
def test_control_that_is_none(line: str) -> None:
    with pytest.raises(DataError, match="control"):
        Table(text(board="", head=f"control = '{line}'"))


def test_a_game_on_the_real_map_is_written_without_it() -> None:
    """Control, faces, flags and places of a game that has been played for a while are all in its position."""
    t = Campaign(b"written")
    t.deploy()
    t.order("order move-fight")
    if t.title.decision(t.s)[0].name != "movement":
        t.order("done")
    for _ in range(3):
        t.order(next(x for x in sorted(t.legal("move")) if "+" not in x))
    written = titles.write_position(t.title, t.s)
    assert "[board]" not in written
    again = round_trip(t)
    for u, key in enumerate(t.title.units.keys):
        v = again.unit(key)
        assert again.s.hex[v] == t.s.hex[u]
        assert again.s.flags[v] == t.s.flags[u]
        faces = [table.title.units.faces[table.s.face[w]] for table, w in ((t, u), (again, v))]
        assert faces[0].kind == faces[1].kind
        assert faces[0].factors == faces[1].factors
        if t.s.hex[u] >= 0:
            assert again.s.origin[v] == t.s.origin[u]
    assert again.s.moving_from == t.s.moving_from
    said = CONTROL_SIDE | CONTROL_LOST
    assert [c & said for c in again.s.control] == [c & said for c in t.s.control]


# -- units ------------------------------------------------------------------------------------------------------------


def test_what_the_counters_of_a_title_have() -> None:
    """Counters that the title does not know say it all; nation is that of the seat unless it is said."""
    rum = wide_unit("Rum1 german infantry [XXX] 3-3/1-1 0303 nation=romanian move=5/4 turn=3 entry=2923,3418")
    assert (rum.nation, rum.moves, rum.turn, rum.entry) == ("romanian", (4, 5), 3, "2923 3418")
    assert (rum.size, rum.points, rum.steps) == ("[XXX]", 3, 2)
    own = wide_unit("Ger1 german infantry XX 3-3 0303 move=5")
    assert (own.nation, own.moves, own.turn, own.entry, own.points) == ("german", (5,), 0, "", 1)


def test_counters_of_the_title_carry_theirs_and_a_line_may_change_it() -> None:
    printed = Campaign().title.units
    known = printed.units[printed.index["7Pz"]]
    unit = wide_unit(PANZER)
    assert (unit.entry, unit.points, unit.steps) == (known.entry, known.points, known.steps)
    assert unit.moves == (10, 12)
    assert wide_unit(f"{PANZER} entry=elsewhere turn=4").entry == "elsewhere"
    assert wide_unit(f"{PANZER} XXX").points == 3


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Ger1 german infantry XX 3-3/1-1 0303", "movement factor"),
        ("Ger1 german infantry XX 3-3/1-1 0303 move=5", "movement factor"),
        ("Ger1 german infantry XX 3-3 0303 move=fast", "move=fast"),
        ("Ger1 german infantry XX 3-3 0303 move=5 nation=roman", "roman"),
        ("Ger1 german infantry XX 3-3 0303 move=5 turn=soon", "turn=soon"),
        ("Ger1 german infantry XX 3-3 0303 move=5 entry=", "entry="),
        ("Ger1 german infantry XX 3-3 0303 move=5 mood=2", "mood=2"),
        ("Ger1 german infantry [KG 3-3 0303 move=5", r"\[KG"),
        ("Ger1 infantry XX 3-3 0303 move=5", "side and kind"),
        ("Ger1 german infantry XX 0303 move=5", "factors"),
        ("Ger1 german infantry XX 3-3 move=5", "a hex of the board"),
        (f"{PANZER} battle-group", "battle-group"),
        (f"{PANZER} steps=3", "steps=3"),
        (f"{PANZER} spent=²", "spent"),
        (f"{PANZER} origin=0999", "origin=0999"),
        (f"{PANZER} shows=zeppelin", "zeppelin"),
    ],
)
def test_unit_lines_that_are_none(line: str, word: str) -> None:
    with pytest.raises(DataError, match=word):
        wide(line)


@pytest.mark.parametrize("word", ["nation=german", "move=5/4", "turn=3", "entry=west"])
def test_a_title_whose_counters_have_no_such_thing_refuses_it(word: str) -> None:
    """The turn track gives the movement factors of this title: saying others would do nothing."""
    with pytest.raises(DataError, match="not understood"):
        Table(text(f"7Pz 0303 {word}"))


def test_who_came_on_to_the_map_began_with_nobody() -> None:
    t = Table(text("7Pz 0303 origin=off\n10Pz 0303 origin=off\n4Pz 0303 origin=0302", state='parent = "7Pz"'))
    assert [t.s.origin[t.unit(key)] for key in ("7Pz", "10Pz")] == [OFF_ORIGIN, OFF_ORIGIN - 1]
    assert t.s.moving_from == t.s.origin[t.unit("7Pz")]
    again = round_trip(t)
    assert again.s.moving_from == again.s.origin[again.unit("7Pz")] <= OFF_ORIGIN
    assert again.s.origin[again.unit("4Pz")] == t.hex("0302")


def test_the_stack_that_moves_may_have_come_on_to_the_map() -> None:
    """It has begun to move and may go on, as long as the position says that it is the one."""
    hexes = "0101..0106 german-source german"
    t = Table(text("7Pz 0303 origin=off moved spent=1", hexes=hexes, state='parent = "7Pz"'))
    assert t.s.flags[t.unit("7Pz")] & MOVED
    t.order("move 7Pz 0303-0304")
    t = Table(text("7Pz 0303 origin=off moved spent=1", hexes=hexes))
    t.refused("move 7Pz 0303-0304")


def test_a_battle_group_keeps_its_other_face() -> None:
    t = Table(text("KG1 0303 battle-group\nKG2 0304"))
    for table in (t, round_trip(t)):
        faces = [table.title.units.faces[table.s.face[table.unit(key)]] for key in ("KG1", "KG2")]
        assert [(face.kind, face.text) for face in faces] == [("panzer-grenadier", "1-2"), ("panzer", "2-1")]


def test_a_front_of_another_kind_is_kept() -> None:
    """3.1: the tank division lies among the motorized rifle divisions, under any of their backs."""
    t = Table(text("MRD2 0303 4-2 shows=TD\nMRD5 0304 2-3\nMRD1 0305"))
    for table in (t, round_trip(t)):
        faces = [table.title.units.faces[table.s.face[table.unit(f"MRD{n}")]] for n in (2, 5, 1)]
        assert [(face.kind, face.text) for face in faces] == [("TD", "4-2"), ("MRD", "2-3"), ("MRD", "2-3")]


# -- the game ---------------------------------------------------------------------------------------------------------


def test_numbers_of_the_state() -> None:
    _, s = wide(PANZER, state="november = 5\nengaged = -20\nair_used_soviet = 1\ndemanded = 'much'")
    assert (s.november, s.engaged, s.demanded, list(s.air_used)) == (5, -20, 1, [0, 1])
    t = Table(text("1GTk reserve\nTB1 0303", step="II.D", state='guard = "1GTk"\nparent = "0303"'))
    assert (t.s.guard, t.s.moving_from) == (t.unit("1GTk"), t.hex("0303"))


@pytest.mark.parametrize(
    "line",
    [
        "engaged = -21", "november = 10", "november = true", "november = '5'", "air_used_soviet = 10", "air_used = 1",
        "parent = 'RD9'", "parent = '7Pz'", "parent = ['0303']", "guard = '0303'", "courage = 7", "demanded = 1",
        "demanded = 'more'", "demanded = ['much']",
    ],
)  # fmt: skip
def test_numbers_that_are_none(line: str) -> None:
    with pytest.raises(DataError, match="state"):
        wide(PANZER, state=line)


def test_a_step_begins_or_is_under_way() -> None:
    with pytest.raises(DataError, match="begin"):
        Table(text(head="begin = 'now'"))
    assert Table(text("7Pz 0303 spent=3", head="begin = true")).s.spent[0] == 0
    assert Table(text("7Pz 0303 spent=3")).s.spent[0] == 3
