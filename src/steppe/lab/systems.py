"""What a system adds to the laboratory: the modules of ``lab/<system>/``, found by the title's system.

A system adds as many of them as it likes. What it does not add, its titles do not have: a report leaves the section
out, a benchmark has fewer figures, and whoever asks for nothing else is told so in words.

    absurd    JUDGE: counts orders that no sensible player gives (a subclass of ``lab.absurd.Judge``)
    bench     figures(bench): its searches, each beside a plain twin
    checks    WRITABLE: the decisions at which a state can be written as a position
    luck      TALLY: battles, and what the dice gave (a subclass of ``lab.luck.Tally``)
    study     row_name(columns, word): other names for the rows of a table
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from steppe import systems
from steppe.errors import SteppeError
from steppe.title import Title

LAYER = "lab"


def added(title: Title[Any], name: str) -> ModuleType | None:
    """A module that the title's system adds, or None if it adds none of that name."""
    return systems.added(title, LAYER, name)


def needed(title: Title[Any], name: str, what: str) -> ModuleType:
    """The same for who cannot go on without; ``what`` says in words what is missing."""
    found = added(title, name)
    if found is None:
        raise SteppeError(f"{title.name} has no {what}: the laboratory knows none for its system")
    return found
