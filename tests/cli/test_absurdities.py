"""``steppe absurdities``."""

from __future__ import annotations

from steppe.lab.assault.absurd import KINDS
from tests.cli.shell import Shell


def test_the_command(steppe: Shell) -> None:
    found = steppe("absurdities", "dom", "--bot", "random", "--games", 1, "--turns", 1, "--json").json
    assert set(found["rates"]) == set(KINDS)
    assert found["orders"] > 0
    assert {"kind", "seed", "turn", "order", "why"} <= set(found["found"][0])
    told = steppe("absurdities", "dom", "--bot", "random", "--games", 1, "--turns", 1, "--examples", 1)
    assert "losing attack" in told.out
    steppe("absurdities", "dom", "--bot", "nobody").failed("there is no bot")
