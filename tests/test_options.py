"""Options of a title: what is chosen, and what cannot be."""

from __future__ import annotations

import pytest

from steppe.errors import SteppeError
from steppe.title import chosen_options

KNOWN = {"fog": (True, "11.6"), "learning": (False, "0.1")}


def test_what_is_not_chosen_is_as_the_title_has_it() -> None:
    assert chosen_options(KNOWN, {}) == {"fog": True, "learning": False}
    assert chosen_options(KNOWN, {"learning": True}) == {"fog": True, "learning": True}


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("mist", True, "there is no option 'mist'; known are fog, learning"),
        ("fog", "on", "option 'fog' is on or off, not 'on'"),
        ("fog", 1, "option 'fog' is on or off, not 1"),
    ],
)
def test_options_that_cannot_be_chosen(name: str, value: object, fault: str) -> None:
    with pytest.raises(SteppeError) as error:
        chosen_options(KNOWN, {name: value})
    assert str(error.value) == fault
