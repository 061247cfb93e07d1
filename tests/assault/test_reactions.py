"""Reaction windows: they open only where a reaction exists, and only when the seat wants to be asked."""

from __future__ import annotations

import pytest

from tests.sandbox import Table

POSITION = """
title = "dom"
turn = 4
step = "I.C"
order = "move-fight"
units = '''
7Inf 0303
RD1 0403 2-2
'''
[track]
air_german = 0
air_soviet = {air}
[board]
size = "8x8"
hexes = '''
0101..0108 german-source german west
0801..0808 soviet-source
'''
"""
ASSAULT = "assault 0403 with 7Inf"


def table(air: int = 1) -> Table:
    return Table(POSITION.replace("{air}", str(air)), dice=(3,) * 4)


def test_the_defender_is_asked_for_aircraft_before_anything_is_revealed() -> None:
    t = table()
    events = t.order(ASSAULT)
    assert [event.kind for event in events] == ["assault"]
    assert (t.seat, t.prompt.decision) == ("soviet", "defender air")
    assert t.legal() == {"air 0", "air 1"}
    odds = next(event for event in t.order("air 1") if event.kind == "odds")
    assert ("aircraft of the defender", "11.19c", -1) in odds.facts["shifts"]


def test_without_aircraft_nobody_is_asked() -> None:
    t = table(air=0)
    assert "result" in [event.kind for event in t.order(ASSAULT)]


@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        (("standing soviet never",), False),
        (("standing soviet always",), True),
        (("standing soviet watched",), False),
        (("standing soviet watched", "watch soviet 0403"), True),
        (("standing soviet watched", "watch soviet 0504"), False),
        (("standing soviet watched", "watch soviet 0403", "watch soviet 0403"), False),
        (("standing soviet watched", "watch german 0403"), False),
        (("standing german never",), True),
    ],
)
def test_a_seat_says_in_advance_when_it_wants_to_be_asked(orders: tuple[str, ...], asked: bool) -> None:
    t = table()
    t.order(*orders, ASSAULT)
    assert (t.prompt.decision == "defender air") is asked


def test_a_seat_may_sleep_through_one_phase() -> None:
    t = table()
    t.order("standing soviet next-phase")
    assert not t.title.reactions.wants_to_be_asked(t.s, 1, t.hex("0403"))
    t.order("done")
    assert t.title.reactions.wants_to_be_asked(t.s, 1, t.hex("0403"))


def test_standing_orders_are_not_told_to_the_other_seat() -> None:
    quiet, loud = table(), table()
    loud.order("standing soviet watched", "watch soviet 0403")
    assert quiet.masked("german").key() == loud.masked("german").key()
    assert quiet.masked("soviet").key() != loud.masked("soviet").key()


def test_a_seat_sees_its_own_standing_order_and_watched_hexes() -> None:
    t = table()
    t.order("standing soviet watched", "watch soviet 0403")
    own, other = (t.title.visible_data(t.masked(seat)) for seat in ("soviet", "german"))
    assert (own["standing"], own["watched"]) == ({"soviet": "watched"}, ["0403"])
    assert (other["standing"], other["watched"]) == ({}, [])
    seen = t.masked("soviet")
    t.order("standing soviet always", "watch soviet 0403")
    changes = t.title.visible_changes(seen, t.masked("soviet"))
    assert changes is not None
    assert (changes["standing"], changes["watched"]) == ({"soviet": None}, [])
