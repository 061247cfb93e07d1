"""Drive on Moscow: Army Group Centre's last push, October to December 1941."""

from steppe.titles.dom.scenarios import SCENARIOS
from steppe.titles.dom.title import OPTIONS, DriveOnMoscow, load

__all__ = ["OPTIONS", "SCENARIOS", "DriveOnMoscow", "load"]
