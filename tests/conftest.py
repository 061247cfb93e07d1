"""What all tests share."""

from hypothesis import settings

from tests.rulebook import pytest_configure, pytest_make_collect_report

__all__ = ["pytest_configure", "pytest_make_collect_report"]

# A busy machine is no failure; slow tests are caught by the timeout.
settings.register_profile("steppe", deadline=None)
settings.load_profile("steppe")
