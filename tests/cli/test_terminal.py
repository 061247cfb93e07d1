"""A game in the terminal, read from lines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steppe.cli.main import app, status_of
from steppe.record import Record
from tests.cli.shell import Shell

TALK = """help
legal
why order sideways
why order fight-move
show 0918
show
stack 0918
order move-fight
undo
order move-fight
legal 7Pz
sheet mobile 0919 with 7Pz
frobnicate
move 7Pz 0101-0102
stack 9999
log 5
save {copy}
save {copy}
done
"""


def test_everything_that_can_be_said(steppe: Shell, tmp_path: Path) -> None:
    saved, copy = tmp_path / "a.game", tmp_path / "copy.game"
    words = ("terminal", "dom", "--seed", 3, "--bot", "random", "-o", saved, "--side", "german")
    ran = steppe(*words, given=TALK.format(copy=copy) + "resign\n")
    assert ran.status == 0
    assert ran.err == ""
    for text in ("'frobnicate' is no order", "taken back", "it is legal", "name a file", "The soviet player has won"):
        assert text in ran.out
    assert Record.load(saved).closing is not None
    assert steppe("verify", saved, copy).status == 0


def test_leaving_saves_the_game(steppe: Shell, tmp_path: Path) -> None:
    saved = tmp_path / "a.game"
    assert (
        steppe("terminal", "dom", "--seed", 3, "--bot", "random", "-o", saved, given="order move-fight\n").status == 0
    )
    assert Record.load(saved).effective_orders()[-1].order == "order move-fight"


def test_the_other_side_waits_for_the_bot(steppe: Shell) -> None:
    ran = steppe("terminal", "dom", "--side", "soviet", "--seed", 1, "--bot", "random", given="quit\n")
    assert "You are the soviet player" in ran.out
    assert ran.status == 0
    steppe("terminal", "dom", "--side", "roman").failed("roman")
    steppe("terminal", "dom", "--bot", "deep-blue").failed("deep-blue")


def test_ctrl_c_leaves_with_the_game_saved(
    steppe: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Impatient:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Impatient())
    saved = tmp_path / "a.game"
    assert status_of(["terminal", "dom", "--seed", "3", "--bot", "random", "-o", str(saved)]) == 0
    assert "interrupted" in capsys.readouterr().out
    Record.load(saved).verify()


# -- the boundary -----------------------------------------------------------------------------------------------------


def test_a_bug_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("steppe.cli.main.app", broken)
    assert status_of([]) == 70
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "bug in Steppe: ZeroDivisionError: oh no" in err
    (saved,) = tmp_path.iterdir()
    assert "Traceback" in saved.read_text()
    monkeypatch.setenv("STEPPE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        status_of([])
    assert app is not broken


def test_interruption_and_broken_pipes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("steppe.cli.main.app", interrupted)
    assert status_of([]) == 130
    assert capsys.readouterr().err == "steppe: interrupted\n"


def test_a_reader_who_leaves_hears_no_complaint() -> None:
    command = [sys.executable, "-m", "steppe.cli.main", "rules", "dom", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)


def test_the_bot_says_why_if_asked(steppe: Shell) -> None:
    words = ("terminal", "dom", "--seed", 3, "--bot", "greedy", "--side", "soviet")
    silent, told = steppe(*words, given=""), steppe(*words, "--notes", given="")
    assert "(assault: worth" not in silent.out
    assert "(assault: worth" in told.out
