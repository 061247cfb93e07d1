"""In these tests the skirmish is one of the titles."""

from __future__ import annotations

import pytest

from steppe.titles import ENVIRONMENT
from tests.skirmish.scene import TITLES


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(TITLES))
