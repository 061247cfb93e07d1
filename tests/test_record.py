"""Records: what is written is read again, and a change anywhere is found and located."""

from __future__ import annotations

import copy
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.dice import Draw, LoggedDice, commit, game_key, secret_from_seed
from steppe.errors import RecordError
from steppe.record import OrderEntry, Record, UndoEntry, canonical, chained
from tools import verify_record

SECRET = secret_from_seed(22)
SALTS = {"german": "Guderian", "soviet": "\u0416\u0443\u043a\u043e\u0432"}
OUTCOME = {"winner": "soviet", "level": "victory", "rule": "14.1a", "turn": 9}


def game(*, closed: bool = True, secret: bool = False, counted: bool = False) -> Record:
    """Line 1 header, 2 a move, 3 its undo, 4 an assault with a die, 5 a blind draw and a die, 6 done, 7 the end."""
    dice = LoggedDice(game_key(SECRET, SALTS))
    draws = [(bound, dice.draw(n, bound)) for n, bound in enumerate([30, 29, 6, 28, 6])]
    record = Record.create(
        "dom",
        "campaign",
        seats={"german": "Anna", "soviet": "bot:plain"},
        commit=commit(SECRET),
        rules="ab" * 32,
        options={"fog": True},
        salts=SALTS,
        setup_dice=2 if counted else draws[:2],
        secret=SECRET if secret else None,
    )
    record.append_order("german", "move 3Pz+4Pz 2117-2318")
    record.append_undo("german", 1)
    record.append_order("german", "assault 2418 with 7Pz", draws[2:3])
    record.append_order("soviet", "retreat 2419", draws[3:])
    record.append_order("german", "done")
    if closed:
        record.close(SECRET, OUTCOME)
    return record


def orders(record: Record) -> list[str]:
    return [entry.order for entry in record.effective_orders()]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("counted", [False, True])
def test_round_trip(tmp_path: Path, closed: bool, secret: bool, counted: bool) -> None:
    record = game(closed=closed, secret=secret, counted=counted)
    path = tmp_path / "a.game"
    record.save(path)
    again = Record.load(path)
    assert path.read_text("ascii") == record.text == again.text
    assert again.header == record.header
    assert again.entries == record.entries
    assert again.closing == record.closing
    assert again.head == record.head
    assert again.lines == record.lines
    assert orders(again) == ["assault 2418 with 7Pz", "retreat 2419", "done"]
    assert again.drawn == record.drawn == 5
    assert again.header.setup_draws == 2
    again.verify()
    again.verify(SECRET)
    again.check_dice(game_key(SECRET, SALTS))
    assert again.secret == (SECRET if closed or secret else None)
    assert [p.name for p in tmp_path.iterdir()] == ["a.game"]


def test_lines_are_canonical_and_chained() -> None:
    previous = ""
    for line in game().lines:
        fields = json.loads(line)
        assert line == canonical(fields)
        assert line.isascii()
        assert chained(previous, fields) == fields["hash"]
        previous = fields["hash"]


def test_entries() -> None:
    record = game()
    assert record.entries[0] == OrderEntry(1, "german", "move 3Pz+4Pz 2117-2318")
    assert record.entries[1] == UndoEntry(2, "german", 1)
    record.check_chain()


def test_hidden_secret_gives_no_key() -> None:
    record = game(closed=False)
    with pytest.raises(RecordError, match="not revealed"):
        record.key()
    assert record.key(SECRET) == game_key(SECRET, SALTS)


# -- refusing what cannot follow --------------------------------------------------------------------------------------


def test_undo_stops_at_dice_and_at_the_beginning() -> None:
    record = game(closed=False)
    record.append_undo("german", 1)
    assert orders(record) == ["assault 2418 with 7Pz", "retreat 2419"]
    with pytest.raises(RecordError, match="order 4 taken back although it has drawn dice"):
        record.append_undo("german", 1)
    with pytest.raises(RecordError, match="where only 2 stand"):
        record.append_undo("german", 3)
    with pytest.raises(RecordError, match="0 orders"):
        record.append_undo("german", 0)
    before = record.text
    assert Record.parse(before.encode()).text == before


def test_unknown_seat() -> None:
    with pytest.raises(RecordError, match="no seat 'french'"):
        game(closed=False).append_order("french", "done")


@pytest.mark.parametrize("draw", [(6, 6), (6, -1), (0, 0), (2**64 + 1, 0)])
def test_impossible_draw(draw: Draw) -> None:
    with pytest.raises(RecordError, match="no draw can give"):
        game(closed=False).append_order("german", "done", [draw])


def test_nothing_after_the_end() -> None:
    record = game()
    for more in (
        lambda: record.append_order("german", "done"),
        lambda: record.append_undo("german", 1),
        lambda: record.close(SECRET, {}),
    ):
        with pytest.raises(RecordError, match="closed"):
            more()


def test_close_wants_the_committed_secret() -> None:
    with pytest.raises(RecordError, match="commitment"):
        game(closed=False).close(b"another", {})


# -- finding changes --------------------------------------------------------------------------------------------------


@given(st.data())
def test_any_changed_byte_is_found_in_its_line(data: st.DataObject) -> None:
    whole = game().text.encode()
    place = data.draw(st.integers(0, len(whole) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda v: v != whole[place]))
    changed = whole[:place] + bytes([value]) + whole[place + 1 :]
    line = whole[:place].count(b"\n") + 1
    with pytest.raises(RecordError, match=rf"^record: line {line}: "):
        Record.parse(changed)
    problems, _ = verify_record.check(changed)
    assert problems
    assert problems[0].startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("2117-2318", "2117-2319", 2),  # an order
        ('"undo":1', '"undo":2', 3),
        ('"seat":"soviet"', '"seat":"german"', 5),
        ('"winner":"soviet"', '"winner":"german"', 7),
    ],
)
def test_changed_text_is_located(tmp_path: Path, old: str, new: str, line: int) -> None:
    path = tmp_path / "a.game"
    text = game().text
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises(
        RecordError, match=rf"a\.game: line {line}: the hash is '\w{{12}}', but the line gives '\w{{12}}'"
    ):
        Record.load(path)


def test_changed_die_is_located() -> None:
    lines = list(game().lines)
    lines[3] = re.sub(r"\[6,(\d)\]", lambda m: f"[6,{(int(m[1]) + 1) % 6}]", lines[3])
    with pytest.raises(RecordError, match="line 4: the hash is"):
        Record.parse("".join(line + "\n" for line in lines).encode())


def test_changed_hash_is_located() -> None:
    lines = list(game().lines)
    fields = json.loads(lines[4])
    fields["hash"] = fields["hash"][::-1]
    lines[4] = canonical(fields)
    with pytest.raises(RecordError, match="line 5: the hash is"):
        Record.parse("".join(line + "\n" for line in lines).encode())


def test_swapped_and_missing_lines_are_found() -> None:
    lines = list(game().lines)
    for bad in (lines[:2] + lines[3:], [*lines[:2], lines[3], lines[2], *lines[4:]], lines + lines[-1:]):
        with pytest.raises(RecordError, match=r"line [38]: the hash is"):
            Record.parse("".join(line + "\n" for line in bad).encode())


def forge(change: Callable[[list[dict[str, Any]]], None], **options: bool) -> bytes:
    """A record that was changed by somebody who made the hashes right again."""
    lines = [json.loads(line) for line in game(**options).lines]
    change(lines)
    previous, out = "", ""
    for fields in lines:
        fields.pop("hash", None)
        previous = chained(previous, fields)
        out += canonical({**fields, "hash": previous}) + "\n"
    return out.encode()


def test_forged_die_is_found_by_the_dice() -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[4]["dice"][1][1] = (lines[4]["dice"][1][1] + 1) % 6

    data = forge(change)
    record = Record.parse(data)
    record.check_chain()
    with pytest.raises(RecordError, match="line 5: draw 4 of 6 is recorded as"):
        record.verify()
    problems, _ = verify_record.check(data)
    assert len(problems) == 1
    assert problems[0].startswith("line 5: draw 4 of 6 is recorded as ")


@pytest.mark.parametrize(("line", "field", "found"), [(1, "setup_dice", 4), (4, "dice", 5)])
def test_a_dropped_die_shifts_the_rest(line: int, field: str, found: int) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[line - 1][field].pop()

    with pytest.raises(RecordError, match=rf"line {found}: draw"):
        Record.parse(forge(change)).verify()


@pytest.mark.parametrize(("line", "field"), [(7, "reveal"), (1, "secret")])
def test_forged_secret_is_found_by_the_commitment(line: int, field: str) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[line - 1][field] = "00" * 32

    data = forge(change, secret=True)
    with pytest.raises(RecordError, match=f"line {line}: the secret does not match"):
        Record.parse(data).verify()
    assert any(p.startswith(f"line {line}: the secret") for p in verify_record.check(data)[0])


def test_wrong_secret_given() -> None:
    with pytest.raises(RecordError, match="secret: the secret does not match"):
        game(closed=False).verify(b"wrong")
    problems, _ = verify_record.check(game(closed=False).text.encode(), "00")
    assert problems[0] == "--secret: the secret does not match the commitment of line 1"


# -- saying what is wrong with a file -----------------------------------------------------------------------------


def without(line: int, field: str) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[line - 1].pop(field)


def replaced(line: int, field: str, value: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[line - 1].update({field: copy.copy(value)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without(1, "commit"), "line 1: the field 'commit' is missing"),
        (without(1, "setup_dice"), "line 1: the field 'setup_dice' is missing"),
        (without(1, "steppe"), "line 1: the field 'steppe' is missing"),
        (without(2, "order"), "line 2: the field 'order' is missing"),
        (without(2, "dice"), "line 2: the field 'dice' is missing"),
        (without(2, "n"), "line 2: the field 'n' is missing"),
        (without(7, "outcome"), "line 7: the field 'outcome' is missing"),
        (replaced(1, "steppe", 2), "line 1: record format 2, but"),
        (replaced(1, "setup_dice", -1), "line 1: .*a count or a list"),
        (replaced(1, "seats", {"german": 1}), "line 1: the field 'german' should be str"),
        (replaced(1, "colour", "red"), "line 1: unknown field 'colour'"),
        (replaced(2, "n", True), "line 2: the field 'n' should be int"),
        (replaced(2, "n", 5), "line 2: entry 5 where 1 should follow"),
        (replaced(2, "seat", "french"), "line 2: there is no seat"),
        (replaced(2, "dice", 3), "line 2: .*list of draws"),
        (replaced(2, "dice", [3]), "line 2: .*no pair"),
        (replaced(3, "undo", 9), "line 3: 9 orders taken back where only 1"),
        (replaced(7, "reveal", "xyz"), "line 7: .*hexadecimal"),
        (lambda lines: lines.append({"n": 6, "seat": "german", "order": "done", "dice": []}), "line 8: .*closed"),
        (lambda lines: lines.append(dict(lines[-1])), "line 8: .*closed"),
    ],
)
def test_bad_fields(change: Callable[[list[dict[str, Any]]], None], message: str) -> None:
    with pytest.raises(RecordError, match=f"^record: {message}") as caught:
        Record.parse(forge(change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: the file is empty"),
        (b"\n", "line 1: not JSON"),
        (b"hello\n", "line 1: not JSON"),
        (b"\xff\xfe\n", "line 1: not JSON"),
        (b"[1]\n", "line 1: not a JSON object"),
        (b"{}\n", "line 1: the field 'hash' is missing"),
        (b'{"hash":"","steppe":1,"x":NaN}\n', "line 1: not canonical"),
        (b"[" * 100_000 + b"\n", "line 1: not JSON"),
        (b'{"steppe":1', "line 1: the last line is cut off"),
    ],
)
def test_no_record_at_all(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=rf"a\.game: {message}"):
        Record.load(path)


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_cut_off_last_line(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(game().text.encode()[:-cut])
    with pytest.raises(RecordError, match="line 7: the last line is cut off"):
        Record.load(path)
    assert verify_record.main([str(path)]) == 1


def test_spaces_are_not_canonical() -> None:
    text = game().text.replace('"n":1,', '"n": 1,')
    with pytest.raises(RecordError, match="line 2: not canonical"):
        Record.parse(text.encode())


def test_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not a file"):
        Record.load(tmp_path)
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        Record.load(tmp_path / "none")


def test_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    game().save(path)

    def denied(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(RecordError, match=r"a\.game: cannot be read: Permission denied"):
        Record.load(path)


# -- keeping files ----------------------------------------------------------------------------------------------------


def test_append_adds_only_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    record = game(closed=False)
    record.append_to(path)  # a new file
    inode = path.stat().st_ino
    record.append_order("soviet", "done")
    record.append_order("german", "done")
    record.append_to(path)
    record.append_to(path)  # nothing new
    assert path.stat().st_ino == inode
    assert path.read_text() == record.text
    again = Record.load(path)
    again.close(SECRET, OUTCOME)
    again.append_to(path)
    Record.load(path).verify()


def test_append_refuses_a_file_that_has_grown(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    game(closed=False).save(path)
    one, two = Record.load(path), Record.load(path)
    one.append_order("soviet", "done")
    one.append_to(path)
    two.append_order("soviet", "resign")
    with pytest.raises(RecordError, match="changed by somebody else"):
        two.append_to(path)
    assert orders(Record.load(path))[-1] == "done"


WRITER = """
import sys
from steppe.errors import RecordError
from steppe.record import Record
for n in range(int(sys.argv[2])):
    while True:
        record = Record.load(sys.argv[1])
        record.append_order("german", f"order {sys.argv[3]}-{n}")
        try:
            record.append_to(sys.argv[1])
            break
        except RecordError as error:
            assert "changed by somebody else" in str(error), error
"""
HOLDER = """
import sys, time
from filelock import lock_descriptor
file = open(sys.argv[1], "r+b")
lock_descriptor(file.fileno())
print("held", flush=True)
time.sleep(600)
"""


def test_processes_that_append_to_one_file(tmp_path: Path) -> None:
    """Each line of each writer is there once, whole, in its own order, and nothing is left beside the record."""
    path, writers, each = tmp_path / "a.game", 4, 10
    record = game(closed=False)
    record.save(path)
    busy = [subprocess.Popen([sys.executable, "-c", WRITER, path, str(each), str(who)]) for who in range(writers)]
    assert [process.wait() for process in busy] == [0] * writers
    after = Record.load(path)
    after.verify()
    new = orders(after)[len(orders(record)) :]
    for who in range(writers):
        assert [text for text in new if text.startswith(f"order {who}-")] == [f"order {who}-{n}" for n in range(each)]
    assert len(new) == writers * each
    assert [p.name for p in tmp_path.iterdir()] == ["a.game"]


def test_who_writes_waits_for_the_other_and_a_crash_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    game(closed=False).save(path)
    before = path.read_bytes()
    with subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with subprocess.Popen([sys.executable, "-c", WRITER, path, "1", "x"]) as writer:
            with pytest.raises(subprocess.TimeoutExpired):
                writer.wait(1)
            assert path.read_bytes() == before
            holder.kill()
            assert writer.wait() == 0
    assert orders(Record.load(path))[-1] == "order x-0"


def test_append_refuses_another_file(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("my diary\n")
    with pytest.raises(RecordError, match="holds something else"):
        game().append_to(path)
    assert path.read_text() == "my diary\n"


def test_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    record = game(closed=False)
    record.save(path)
    old = path.read_text()
    record.append_order("soviet", "done")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="cannot be written: No space left"):
        record.save(path)
    with pytest.raises(RecordError, match="cannot be written: No space left"):
        record.append_to(path)
    assert path.read_text() == old
    assert [p.name for p in tmp_path.iterdir()] == ["a.game"]
    monkeypatch.undo()
    record.append_to(path)
    assert path.read_text() == record.text


def test_save_into_no_folder(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        game().save(tmp_path / "none" / "a.game")


def test_save_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    record = game()
    record.save(path)
    path.chmod(0o640)
    record.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


# -- the standalone verifier ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (game(), "sound: 7 lines, 5 draws"),
        (game(counted=True, secret=True), "sound: 7 lines, 5 draws"),
        (game(closed=False), "sound: 6 lines; the secret is not revealed"),
    ],
)
def test_verifier_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str], record: Record, says: str) -> None:
    path = tmp_path / "a.game"
    record.save(path)
    assert verify_record.main([str(path)]) == 0
    assert says in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"{}\n", b"[]\n", b"1\n2\n", b'{"hash":1}\n', game().text.encode()[99:]])
def test_verifier_survives_rubbish(data: bytes) -> None:
    assert verify_record.check(data)[0]


def test_verifier_of_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_record.main([str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_verifier_knows_nothing_of_the_engine() -> None:
    source = Path(verify_record.__file__).read_text()
    assert not re.search(r"^\s*(import|from) +steppe", source, re.MULTILINE)
