"""A skirmish at the fords: the one title of the system."""

from .scenarios import SCENARIOS
from .title import OPTIONS, Skirmish, load

__all__ = ["OPTIONS", "SCENARIOS", "Skirmish", "load"]
