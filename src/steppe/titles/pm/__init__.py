"""Proud Monster: the Barbarossa campaign, June to December 1941."""

from steppe.titles.pm.loading import OPTIONS, load
from steppe.titles.pm.scenarios import SCENARIOS
from steppe.titles.pm.title import ProudMonster

__all__ = ["OPTIONS", "SCENARIOS", "ProudMonster", "load"]
