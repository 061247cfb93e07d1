"""The page's types are those of the server's models."""

from __future__ import annotations

import re

import pytest

from tools import make_types
from tools.build_page import WEB


def test_the_types_are_made_from_these_models() -> None:
    kept = re.search(r"Models: (\w+)", make_types.TYPES.read_text(encoding="utf-8"))
    assert kept, "types.ts does not say from which models it was made"
    assert kept[1] == make_types.digest(make_types.schema()), "make them anew: python -m tools.make_types"


@pytest.mark.slow
def test_and_were_not_changed_since() -> None:
    if not (WEB / make_types.COMPILER).exists():
        pytest.skip("the page's tools are not installed: make page")
    assert make_types.TYPES.read_text(encoding="utf-8") == make_types.made()
