"""The titles: what is particular to each. Every subpackage is one, found by looking, named nowhere else.

Titles may also lie elsewhere: each folder that STEPPE_TITLES names is looked into as this one is, and what is found
there is a package of this one like the others (``steppe.titles.<key>``).
"""

from __future__ import annotations

import os
import pkgutil
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from steppe.dice import Dice
from steppe.errors import DataError, SteppeError
from steppe.events import Log
from steppe.history import falls
from steppe.mapdraw import Drawing, MapLook, load_drawing
from steppe.state import State
from steppe.tables import DataFolder
from steppe.title import Scenario, Title

ENVIRONMENT: Final = "STEPPE_TITLES"
OURS: Final = tuple(__path__)


def known() -> tuple[str, ...]:
    """The keys of all titles: ours, and those in the folders that the user names."""
    __path__[:] = [*OURS, *_folders()]  # from here on they are imported as ours are
    found: dict[str, str] = {}
    for place in __path__:
        for module in pkgutil.iter_modules([place]):
            if module.ispkg and found.setdefault(module.name, place) != place:
                raise SteppeError(f"{place}: there is a title {module.name!r} in {found[module.name]} already")
    return tuple(sorted(found))


def _folders() -> list[str]:
    """The folders that STEPPE_TITLES names."""
    places = [Path(place).resolve() for place in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if place]
    for place in places:
        if not place.is_dir():
            raise SteppeError(f"{place}: there is no such folder, but {ENVIRONMENT} names it")
    return [str(place) for place in dict.fromkeys(places)]


def package(key: str) -> Any:
    if key not in known():
        raise SteppeError(f"there is no title {key!r}; known are {', '.join(known())}")
    return import_module(f"{__name__}.{key}")


def folder(key: str, data: Path | None = None, scenario: str = "") -> DataFolder:
    """The data files of a title, under an overlay if one is asked for; a scenario's own files before the others."""
    return DataFolder.of_title(package(key).__name__, key, data, known(), scenario)


def scenarios(key: str) -> tuple[Scenario, ...]:
    """What a title offers to play; the first is the one to begin with."""
    found: tuple[Scenario, ...] = package(key).SCENARIOS
    return found


def scenario_of(key: str, name: str = "", options: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario of a name, or the first; options that belong to another one choose that one."""
    given, by_key = options or {}, {scenario.key: scenario for scenario in scenarios(key)}
    if name and name not in by_key:
        raise SteppeError(f"{key} has no scenario {name!r}; known are {', '.join(by_key)}")
    chosen = by_key[name] if name else scenarios(key)[0]
    for option, value in chosen.options.items():
        if given.get(option, value) is not value:
            way = "on" if value else "off"
            raise SteppeError(f"the scenario {chosen.key!r} of {key} is played with the option {option} {way}")
    for other in by_key.values():
        if not chosen.options and other.options and other.options.items() <= given.items():
            return other
    return chosen


def load(
    key: str, scenario: str = "", options: Mapping[str, Any] | None = None, data: Path | None = None
) -> Title[Any]:
    """A title ready to play: a scenario of it, the first unless one is named."""
    chosen = scenario_of(key, scenario, options)
    files = folder(key, data, chosen.key)
    title: Title[Any] = package(key).load(files, chosen, {**(options or {}), **chosen.options})
    title.ledger.check_sides((*title.seats, *title.groups))
    title.check_citations()
    title.scenarios, title.history = scenarios(key), tuple(falls(title, files))
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
    return read_document(parse_position(text), dice, data)


def parse_position(text: str) -> dict[str, Any]:
    """The document that a position is written in."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"not a position: {error}", file="position") from None


def read_document(document: dict[str, Any], dice: Dice, data: Path | None = None) -> tuple[Title[Any], Any, Log]:
    """The same, of a document that has been parsed."""
    key = str(document.get("title", ""))
    if key not in known():
        raise DataError(f"{key!r} is not one of {', '.join(known())}", file="position", field="title")
    chosen = _scenario_in(document, key)
    module = import_module(f"{package(key).__name__}.position")
    title, s, log = module.read(document, folder(key, data, chosen.key), dice, chosen)
    title.check_citations()
    title.scenarios = scenarios(key)
    return title, s, log


def _scenario_in(document: dict[str, Any], key: str) -> Scenario:
    """The scenario of a position; the options that belong to it are put in."""
    name, options = document.get("scenario", ""), document.get("options", {})
    try:
        if not isinstance(name, str):
            raise SteppeError(f"should be a text, not {name!r}")
        chosen = scenario_of(key, name, options if isinstance(options, dict) else {})
    except SteppeError as error:
        raise DataError(str(error), file="position", field="scenario") from None
    if chosen.options and isinstance(options, dict):
        document["options"] = {**options, **chosen.options}
    return chosen


def write_position(title: Title[Any], s: State) -> str:
    """A state as a position on the same board."""
    written: str = import_module(f"{package(title.key).__name__}.position").write(title, s)
    return written
