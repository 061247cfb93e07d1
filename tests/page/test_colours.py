"""Sides and states can be told apart by everybody; each also has a shape or a letter."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from steppe import titles
from tests.page.colours import EYES, apart, contrast

PALETTE = Path(__file__).resolve().parents[2] / "web" / "src" / "map" / "palette.ts"
CLEAR = 0.08
"""Two colours, not two shades of one."""
READABLE = 4.5
PAIRS = [("reach", "target"), ("reach", "select"), ("supplied", "cut"), ("supplied", "strained"), ("strained", "cut")]


def palettes() -> dict[str, dict[str, str]]:
    """The page's colours, light and dark; what the dark one does not name it has from the light one."""
    text = PALETTE.read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for name in ("LIGHT", "DARK"):
        block = text.partition(f"const {name}: Palette = {{")[2].partition("\n};")[0]
        seats = re.search(r'seats: \["(#\w{6})", "(#\w{6})"\]', block)
        own = dict(re.findall(r'^  (\w+): "(#\w{6})"', block, re.MULTILINE))
        if seats:
            own |= {"first seat": seats[1], "second seat": seats[2]}
        found[name] = found.get("LIGHT", {}) | own
    return found


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["LIGHT", "DARK"])
def test_states_and_seats(name: str, eyes: str) -> None:
    colours = palettes()[name]
    for a, b in [*PAIRS, ("first seat", "second seat")]:
        assert apart(colours[a], colours[b], eyes) > CLEAR, f"{a} and {b}"


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("key", titles.known())
def test_counters_of_the_two_sides(key: str, eyes: str) -> None:
    title = titles.load(key)
    colours = title.look()["colours"]
    second = [name for name in colours if name.startswith(title.seats[1])]
    others = [name for name in colours if name not in second]
    close = [
        (a, b, round(apart(colours[a]["ground"], colours[b]["ground"], eyes), 3))
        for a, b in product(others, second)
        if apart(colours[a]["ground"], colours[b]["ground"], eyes) <= CLEAR
    ]
    assert not close


@pytest.mark.parametrize("key", titles.known())
def test_what_is_written_on_a_counter_can_be_read(key: str) -> None:
    for name, colour in titles.load(key).look()["colours"].items():
        assert contrast(colour["ground"], colour["ink"]) > READABLE, name
