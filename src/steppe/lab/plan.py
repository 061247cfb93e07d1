"""What a simulation plays: which games, with which bots, seeds, options and data.

A plan says everything on which its result depends, and nothing else: who plays it, with how many workers, on which
machine, does not matter. Data of one's own travel in the plan, so that no worker needs the folder they came from.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from steppe import bots, game, titles
from steppe.errors import DataError, SteppeError
from steppe.lab.openings import BEST

FORMAT = 2
"""Raised whenever the rows of a result change their meaning."""
WATCHED_CODE = ("luck.py", "openings.py", "play.py", "rows.py")
"""The modules beside this one, and in the packages of the systems, that decide what is written down."""


class Job(NamedTuple):
    """One game of a plan."""

    number: int
    variant: int
    pair: int
    """Games of the same pair have the same seed."""
    seed: int
    bots: tuple[str, ...]
    """By seat."""


@dataclass(frozen=True)
class Variant:
    """A way to play the title: a scenario, options, and data files that replace ours."""

    name: str = ""
    scenario: str = ""
    options: Mapping[str, bool] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    rules: str = ""
    """The hash of rules and data, which every worker must find as well."""

    @classmethod
    def of(
        cls,
        title: str,
        options: Mapping[str, bool],
        data: Path | None = None,
        name: str = "",
        changed: Mapping[str, bytes] | None = None,
        scenario: str = "",
    ) -> Variant:
        """A variant with the user's overlay and some files changed; it is loaded once to see that it can be."""
        folder = titles.folder(title, data)
        files = {file: folder.open(file).read_bytes() for file in folder.replaced} | dict(changed or {})
        loaded = cls(name, scenario, dict(options), files).load(title)
        return cls(name, loaded.title.scenario.key, dict(loaded.title.options), files, loaded.rules)

    def load(self, title: str) -> game.Loaded:
        """The title so; the files lie in a folder only while they are read."""
        with tempfile.TemporaryDirectory(prefix="steppe-data-") as place:
            for name, content in self.files.items():
                (Path(place) / name).write_bytes(content)
            try:
                loaded = game.load(title, self.scenario, self.options, Path(place))
            except DataError as error:
                told = str(error).replace(f"{place}/", "")
                raise SteppeError(f"{self.name}: {told}" if self.name else told) from None
        if self.rules and loaded.rules != self.rules:
            raise SteppeError("a worker has other rules or data than the command that started it")
        return loaded


@dataclass(frozen=True)
class Plan:
    title: str
    pairings: tuple[tuple[str, ...], ...]
    """Bots by seat."""
    games: int
    """Of each pairing in each variant."""
    seed: int = 1
    paired: bool = False
    """Each seed is played twice, with the bots' seats exchanged."""
    variants: tuple[Variant, ...] = (Variant(),)
    setup: str | None = None
    turns: int | None = None
    """Games stop after this turn if they are not over."""

    def check(self) -> None:
        """Complain now about what would fail in every game."""
        if self.paired and self.games % 2:
            raise SteppeError(f"paired games come in twos: {self.games} is odd")
        if self.setup is not None and self.setup not in BEST:
            raise SteppeError(f"there is no set-up {self.setup!r} for simulations; known are {', '.join(BEST)}")
        title = titles.load(self.title)
        for name in sorted({name for pairing in self.pairings for name in pairing}):
            try:
                bots.make(name, title)
            except ImportError as error:
                raise SteppeError(f"the bot {name!r} is not installed: {error}") from None

    @cached_property
    def jobs(self) -> tuple[Job, ...]:
        """All games in the order of the result's rows; what is to be compared lies together."""
        return tuple(Job(number, *rest) for number, rest in enumerate(self._games()))

    def _games(self) -> Iterator[tuple[int, int, int, tuple[str, ...]]]:
        seeds = self.games // 2 if self.paired else self.games
        for offset in range(seeds):
            for number, pairing in enumerate(self.pairings):
                pair = offset * len(self.pairings) + number
                for players in (pairing, pairing[::-1]) if self.paired else (pairing,):
                    for variant in range(len(self.variants)):
                        yield variant, pair, self.seed + offset, players

    @cached_property
    def document(self) -> dict[str, Any]:
        """The plan as plain data: two plans with the same document have the same result."""
        return {
            "format": FORMAT,
            "title": self.title,
            "bots": [list(pairing) for pairing in self.pairings],
            "games": self.games,
            "seed": self.seed,
            "paired": self.paired,
            "setup": self.setup or "best",
            "turns": self.turns,
            "variants": [
                {"name": v.name, "scenario": v.scenario, "options": dict(v.options), "rules": v.rules}
                for v in self.variants
            ],
            "code": code_digest(self.title),
        }

    def told_apart(self, other: Mapping[str, Any]) -> list[str]:
        """How another plan's document differs, in words."""
        ours = json.loads(json.dumps(self.document))
        found = []
        for name in sorted(set(ours) | set(other)):
            mine, theirs = ours.get(name), other.get(name)
            if mine == theirs:
                continue
            if name in ("code", "format"):
                found.append("the bots or the laboratory have changed since")
            elif name == "variants":
                found.append(
                    f"its scenario, rules, data or options are others ({_variants(theirs)}, not {_variants(mine)})"
                )
            else:
                found.append(f"its {name} is {json.dumps(theirs)}, not {json.dumps(mine)}")
        return found


def _variants(entries: Any) -> str:
    """Variants in few words: their names, the options that are on, and the beginning of the hash."""
    told = []
    for entry in entries or []:
        on = [name for name, value in sorted(entry["options"].items()) if value]
        names = [word for word in (entry["name"], entry.get("scenario", "")) if word]
        told.append(" ".join([*names, *on, entry["rules"][:8]]))
    return "; ".join(told) or "none"


@cache
def code_digest(title: str) -> str:
    """The hash of the bots and of what writes down their games, as it was when this process first looked."""
    digest = hashlib.sha256()
    for package in ("steppe", *titles.load(title).packages()):  # systems that live elsewhere have theirs beside them
        root = resources.files(package)
        watched = (file for file in _modules(root / "lab") if file.name in WATCHED_CODE)
        for file in (*_modules(root / "bots"), *watched):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _modules(folder: Traversable) -> Iterator[Traversable]:
    """All modules in a package, and in the packages within it; none if there is no such package."""
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry)
        elif entry.name.endswith(".py"):
            yield entry
