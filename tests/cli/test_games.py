"""Games on disk, from the first order to the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steppe.record import Record
from tests.cli.shell import Shell


@pytest.fixture
def game(steppe: Shell, tmp_path: Path) -> Path:
    path = tmp_path / "a.game"
    assert steppe("new", "dom", "-o", path, "--seed", 4, "--setup", "historical").status == 0
    return path


def test_a_game_goes_on_from_command_to_command(steppe: Shell, game: Path) -> None:
    asked = steppe("orders", game, "--json").json
    assert asked["orders"] == ["order move-fight", "order fight-move"]
    given = steppe("order", game, "order move-fight", "--json").json
    assert given["prompt"]["decision"] == "movement"
    assert [event["kind"] for event in given["events"]] == ["phase order", "phase"]
    moves = steppe("orders", game, "--about", "7Pz", "--limit", 5, "--json").json
    assert len(moves["orders"]) == 5
    assert moves["more"]
    assert steppe("order", game, moves["orders"][0]).status == 0
    assert steppe("undo", game).status == 0
    shown = steppe("show", game, "--seat", "soviet", "--json").json
    assert shown["view"]["seat"] == "soviet"
    assert shown["orders"] == len(Record.load(game).effective_orders()) == 7
    assert steppe("verify", game).status == 0


def test_options_and_salts_are_in_the_record(steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    done = steppe("new", "dom", "-o", path, "--option", "fog=off", "--salt", "german=Brandung", "--setup", "free")
    assert done.status == 0
    header = Record.load(path).header
    assert header.options["fog"] is False
    assert header.salts == {"german": "Brandung"}
    assert "Set up" in steppe("orders", path, "--limit", 1).out


def test_the_same_seed_begins_the_same_game(steppe: Shell, tmp_path: Path) -> None:
    heads = [steppe("new", "dom", "-o", tmp_path / n, "--seed", 9, "--json").json["head"] for n in ("a", "b")]
    assert heads[0] == heads[1]


def test_what_is_hidden_is_not_shown(steppe: Shell, game: Path) -> None:
    """Faces of untried units are nowhere in a view, nor are units under the top of enemy stacks."""
    for seat in ("german", "soviet"):
        units = steppe("show", game, "--seat", seat, "--json").json["view"]["units"]
        assert all(u["attack"] is None for u in units if u.get("untried"))
        assert any(u.get("hidden") for u in units)
        assert all(set(u) == {"side", "at", "hidden"} and u["side"] != seat for u in units if u.get("hidden"))


def test_show_for_people(steppe: Shell, game: Path) -> None:
    out = steppe("show", game, "--hex", "0918", "--log", 3).out
    assert max(map(len, out.splitlines())) < 300
    assert "Drive on Moscow, seen by the german player" in out
    assert "7Pz" in out


def test_resignation_ends_and_closes_the_record(steppe: Shell, game: Path) -> None:
    ended = steppe("order", game, "resign soviet", "--json").json
    assert ended["outcome"] == {"winner": "german", "level": "victory", "rule": "1.0b", "turn": 1}
    assert Record.load(game).closing is not None
    assert steppe("verify", game, "--json").json["games"][0]["outcome"]["winner"] == "german"
    steppe("order", game, "order move-fight").failed("over")


# -- what must not happen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("frobnicate", ("frobnicate", "no order")),
        ("", ("empty",)),
        ("move 99Pz 0101-0102", ("99Pz",)),
        ("move 7Pz 0918-9999", ("9999",)),
        ("move 7Pz 0918-1019", ("5.0",)),
        ("order sideways", ("sideways", "move-fight")),
        ("\x00\xff \u0416", ("no order",)),
    ],
)
def test_a_bad_order_changes_nothing(steppe: Shell, game: Path, text: str, words: tuple[str, ...]) -> None:
    before = game.read_bytes()
    steppe("order", game, text).failed(*words)
    assert game.read_bytes() == before


def test_the_wrong_seat(steppe: Shell, game: Path) -> None:
    steppe("order", game, "order move-fight", "--seat", "soviet").failed("soviet", "german")
    steppe("order", game, "order move-fight", "--seat", "roman").failed("roman")
    steppe("show", game, "--seat", "roman").failed("roman")


def test_going_back_over_a_phase_needs_consent(steppe: Shell, game: Path) -> None:
    steppe("order", game, "order move-fight")
    steppe("undo", game).failed("5.0", "agree")
    assert steppe("undo", game, "--consent").status == 0


def test_a_game_is_never_written_over(steppe: Shell, game: Path) -> None:
    before = game.read_bytes()
    steppe("new", "dom", "-o", game).failed(str(game), "exists")
    steppe("selfplay", "dom", "-o", game).failed(str(game), "exists")
    steppe("terminal", "dom", "-o", game).failed(str(game), "exists")
    assert game.read_bytes() == before


@pytest.mark.parametrize("arguments", [["--option", "fog=maybe"], ["--option", "smoke=on"], ["--salt", "roman=x"]])
def test_bad_beginnings(steppe: Shell, tmp_path: Path, arguments: list[str]) -> None:
    path = tmp_path / "a.game"
    steppe("new", "dom", "-o", path, *arguments).failed()
    steppe("new", "dom", "-o", path, "--setup", "backwards").failed("backwards")
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written(steppe: Shell, tmp_path: Path) -> None:
    steppe("new", "dom", "-o", tmp_path).failed(str(tmp_path))
    missing = tmp_path / "no" / "such" / "a.game"
    steppe("new", "dom", "-o", missing).failed(str(missing), "written")
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_records(steppe: Shell, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)))
    for path, word in ((junk, "line 1"), (tmp_path / "missing", "missing"), (tmp_path, "not a file")):
        for command in (["show", path], ["orders", path], ["order", path, "done"], ["undo", path]):
            steppe(*command).failed(str(path), word)
        ran = steppe("verify", path)
        assert ran.status == 1
        assert str(path) in ran.out


def test_usage(steppe: Shell) -> None:
    steppe("frobnicate").failed("frobnicate", status=2)
    steppe("new").failed("TITLE", status=2)
    steppe("bench", "--frob").failed("--frob", status=2)


# -- verify -----------------------------------------------------------------------------------------------------------


def test_verify_finds_every_forgery(steppe: Shell, game: Path, tmp_path: Path) -> None:
    """One byte changed in an order, a die, a hash; an illegal order or a false die with all hashes made good again."""
    assert steppe("order", game, "order move-fight").status == 0
    lines = game.read_text("ascii").splitlines()

    def verdict(number: int, line: str) -> str:
        forged = tmp_path / "forged.game"
        forged.write_text("\n".join([*lines[: number - 1], line, *lines[number:]]) + "\n", "ascii")
        ran = steppe("verify", forged, "--json")
        assert ran.status == 1
        return str(ran.json["games"][0]["problem"])

    last = len(lines)
    assert f"line {last}" in verdict(last, lines[-1].replace("move-fight", "fight-move"))
    assert "line 1" in verdict(1, lines[0].replace('"setup_dice":[[', '"setup_dice":[[1', 1))
    digest = json.loads(lines[2])["hash"]
    assert "line 3" in verdict(3, lines[2].replace(digest, digest[::-1]))


def test_verify_replays_the_rules(steppe: Shell, game: Path, tmp_path: Path) -> None:
    honest = Record.load(game)
    forged = Record.parse(honest.text.encode("ascii"))
    forged.append_order("german", "done")
    forged.save(tmp_path / "forged.game")
    ran = steppe("verify", game, tmp_path / "forged.game")
    assert ran.status == 1
    assert f"line {len(honest.lines) + 1}: done: refused by rule 5.2a" in ran.out
    assert f"{game}: sound" in ran.out


def test_a_game_of_a_scenario(steppe: Shell, tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    begun = steppe("new", "pm", "--scenario", "learning", "-o", game, "--seed", 1, "--setup", "free", "--json").json
    assert (begun["scenario"], begun["turn"], begun["setting_up"]) == ("learning", 0, True)
    shown = steppe("show", game).out
    assert shown.startswith("Proud Monster: The learning game, seen by the soviet player\nSet-up\n")
    assert "Set-up. Soviet: Set up the Frontier Zone" in shown
    assert steppe("verify", game).status == 0
    for command in ("new", "selfplay", "simulate", "terminal", "fuzz", "bench", "map"):
        more = ("-o", tmp_path / "b") if command in ("new", "simulate") else ()
        more = ("--svg", tmp_path / "c") if command == "map" else more
        steppe(command, "pm", "--scenario", "kiev", *more).failed("kiev", "campaign, learning")
    steppe("ladder", "pm", "random", "greedy", "--scenario", "kiev").failed("kiev")
    steppe("study", "pm", "--scenario", "kiev", "--change", "option fog=off").failed("kiev")


def test_bots_play_a_scenario(steppe: Shell) -> None:
    found = steppe(
        "selfplay", "pm", "--scenario", "learning", "--german", "random", "--soviet", "random", "--json"
    ).json
    assert (found["title"], found["scenario"]) == ("pm", "learning")
    fuzzed = steppe("fuzz", "pm", "--scenario", "learning", "--orders", 40, "--json").json
    assert (fuzzed["scenarios"], fuzzed["failures"]) == (["learning"], [])
