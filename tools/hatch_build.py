"""Hatchling's hook: nothing is packed that could not play.

The page is no part of the repository, so a wheel or sdist made without it would install and then have nothing to show.
An editable install is exempt: a clone builds its page when it is wanted.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Asks for the page, built from the sources as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        page = runpy.run_path(str(root / "tools" / "build_page.py"))
        # Out of an sdist files come with any date.
        is_there = page["LICENCES"].exists() if (root / "PKG-INFO").exists() else page["is_fresh"]()
        if version != "editable" and not is_there:
            raise SystemExit(
                "The page of the table is not built, or is older than its sources, and belongs into the package.\n"
                "Build it first: python tools/build_page.py (or make everything at once: make wheel)"
            )
