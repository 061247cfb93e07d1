"""Running commands as a user would, and looking at what comes back."""

from __future__ import annotations

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from steppe.cli.main import status_of

POSITION = """
title = "dom"
turn = 2
step = "I.B"
order = "move-fight"
units = \"\"\"
7Pz 0303
5Inf 0303
RD1 0404 untried 2-2
RD2 0505 3-4
\"\"\"
[board]
size = "8x6"
control = "soviet"
hexes = \"\"\"
0101..0106 german-source german west
0801..0806 soviet-source
0505 city Tula
\"\"\"
"""
"""A panzer and an infantry division against an untried rifle division, with a city behind it."""
COMBAT = POSITION.replace('"I.B"', '"I.C"').replace("0303", "0403")


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        assert found["version"] == 1
        return found

    def failed(self, *words: str, status: int = 1) -> None:
        """One clear line on standard error, with these words in it, and no traceback."""
        assert self.status == status, self
        assert self.err.startswith("steppe: "), self
        assert self.err.count("\n") == 1, self
        assert "Traceback" not in self.err
        assert "bug" not in self.err
        for word in words:
            assert word in self.err


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: object, given: str = "") -> Ran:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        status = status_of([str(a) for a in arguments])
        out, err = self.capsys.readouterr()
        return Ran(status, out, err)
