"""Land Without End: the whole of Operation Barbarossa, June to December 1941."""

from steppe.titles.lwe.plain import german_supply
from steppe.titles.lwe.scenarios import SCENARIOS
from steppe.titles.lwe.state import GERMAN
from steppe.titles.lwe.title import OPTIONS, LandWithoutEnd, load

PLAIN_SUPPLY = {GERMAN: german_supply}
"""For benchmarks: the sides whose lines are more than a flood, and the same search in plain Python."""

__all__ = ["OPTIONS", "PLAIN_SUPPLY", "SCENARIOS", "LandWithoutEnd", "load"]
