"""The titles: what is particular to each. Every subpackage is one, found by looking, named nowhere else."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from steppe.dice import Dice
from steppe.errors import DataError, SteppeError
from steppe.events import Log
from steppe.history import falls
from steppe.mapdraw import Drawing, MapLook, load_drawing
from steppe.tables import DataFolder
from steppe.title import Title


def known() -> tuple[str, ...]:
    """The keys of all titles."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def package(key: str) -> Any:
    if key not in known():
        raise SteppeError(f"there is no title {key!r}; known are {', '.join(known())}")
    return import_module(f"{__name__}.{key}")


def folder(key: str, data: Path | None = None) -> DataFolder:
    """The data files of a title, under an overlay if one is asked for."""
    return DataFolder.of_title(package(key).__name__, key, data, known())


def load(key: str, options: Mapping[str, Any] | None = None, data: Path | None = None) -> Title[Any]:
    """A title ready to play."""
    files = folder(key, data)
    title: Title[Any] = package(key).load(files, options or {})
    title.history = tuple(falls(title, files))
    return title


def map_look(key: str) -> MapLook:
    """How a title's map looks."""
    look: MapLook = import_module(f"{package(key).__name__}.look").MAP
    return look


def drawing(title: Title[Any], files: DataFolder) -> Drawing:
    """A title's map, ready to be drawn."""
    return load_drawing(files, title.board.grid.numbering, map_look(title.key))


def read_position(text: str, dice: Dice, data: Path | None = None) -> tuple[Title[Any], Any, Log]:
    """The title and state that a position describes, and what happened while it began."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"not a position: {error}", file="position") from None
    key = str(document.get("title", ""))
    if key not in known():
        raise DataError(f"{key!r} is not one of {', '.join(known())}", file="position", field="title")
    module = import_module(f"{package(key).__name__}.position")
    found: tuple[Title[Any], Any, Log] = module.read(document, folder(key, data), dice)
    return found


def write_position(title: Title[Any], s: Any) -> str:
    """A state as a position on the same board."""
    written: str = import_module(f"{__name__}.{title.key}.position").write(title, s)
    return written
