"""What is packed, for the tests of this folder."""

from __future__ import annotations

import os

import pytest

from tests.install.packing import Packed, pack, what_is_missing
from tests.page.conftest import NEEDED


@pytest.fixture(scope="package")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Packed:
    missing = what_is_missing()
    if missing and os.environ.get(NEEDED):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    return pack(tmp_path_factory.mktemp("packed"))
