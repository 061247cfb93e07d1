"""One small situation for each title of the family, with the same units in the same places."""

from __future__ import annotations

from typing import NamedTuple


class Situation(NamedTuple):
    text: str
    """A Movement Phase of the German side: 7Pz and 5Inf against Foe, with an empty hex between source and front."""
    combat: str
    """The same in its Combat Phase, in contact."""
    soviet: str
    """The Combat Phase of the Soviet side."""
    start: str
    beside: str
    """A hex next to it."""
    round_about: str
    """A way to it that is not the cheapest one."""
    foe: str
    assault: str
    results: tuple[str, ...]
    """Every result of a battle that the rules know, or some where there are many."""


def small(title: str, step: str, units: str, hexes: str, corner: str, more: str = "") -> str:
    return f"""
title = "{title}"
turn = 3
step = "{step}"
units = '''
{units}
'''
[state]
{more}
[board]
size = "8x6"
corner = "{corner}"
control = "soviet"
hexes = '''
{hexes}
'''
"""


def situation(
    key: str, steps: tuple[str, str, str], column: int, suffix: str, own: str, results: tuple[str, ...], more: str = ""
) -> Situation:
    def at(number: str) -> str:
        return f"{int(number[:2]) + column - 1:02}{number[2:]}{suffix}"

    hexes = f"{at('0101')}..{at('0106')} german-source german\n{at('0801')}..{at('0806')} soviet-source"
    near, far = at("0303"), at("0602")
    units = "7Pz {}\n5Inf {}\nFoe soviet {} {}"
    texts = [
        small(key, step, units.format(near, near, own, foe), hexes, at("0101"), more)
        for step, foe in zip(steps, (far, at("0403"), at("0403")), strict=True)
    ]
    way = "-".join(at(number) for number in ("0303", "0302", "0402", "0403", "0404"))
    assault = f"assault {at('0403')} with 7Pz+5Inf"
    return Situation(texts[0], texts[1], texts[2], near, at("0404"), way, at("0403"), assault, results)


SITUATIONS = {
    "dom": situation("dom", ("I.B", "I.C", "II.C"), 1, "", "RD XX 3-4/1-2", ("AS", "AL1", "DR", "DE", "BB", "DL1")),
    "lwe": situation(
        "lwe", ("II.C", "II.D", "III.A"), 21, "", "rifle XX 3-4/1-2 move=4/4",
        ("AS", "AL1", "DR", "DE", "BB", "DL1"), "directive = 0",
    ),
    "pm": situation(
        "pm", ("II.B.3", "II.B.4", "II.C.3"), 31, "N", "RD XX 3-4/1-2 move=4/4",
        ("0/0", "1/0", "0/E", "8/11", "2/3"),
    ),
}  # fmt: skip
