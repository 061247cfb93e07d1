"""Which titles a test is about: all that are known, those of the package, or those of one system."""

from __future__ import annotations

import pkgutil

from steppe import titles

OURS = tuple(sorted(module.name for module in pkgutil.iter_modules(titles.OURS) if module.ispkg))
"""Those of the package, whatever the user has beside them."""
ASSAULT = tuple(key for key in titles.known() if titles.load(key).system == "assault")
