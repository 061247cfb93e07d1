"""Land Without End: the whole of Operation Barbarossa, June to December 1941."""

from steppe.titles.lwe.title import OPTIONS, LandWithoutEnd, load

__all__ = ["OPTIONS", "LandWithoutEnd", "load"]
