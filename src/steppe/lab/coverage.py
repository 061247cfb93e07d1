"""What a run of the fuzzer could have met: the rows that refusals of a title may cite, read off its compiled rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from inspect import isfunction
from types import CodeType
from typing import Any

from steppe.title import Refusal, Title

MAKES = Refusal.__name__


def refusal_rows(title: Title[Any]) -> set[str]:
    """The rows that functions which refuse have among their constants, by number or by the name of a shared rule."""
    found = {word for code in _refusing(title) for word in _words(code)}
    return {row for word in found if (row := title.cite.get(word, word)) in title.ledger}


def _refusing(title: Title[Any]) -> Iterator[CodeType]:
    """The functions that can refuse something in this title: what a subclass has written anew is not asked."""
    packages = title.packages()
    parts = [title, *title.decisions, *vars(title).values()]
    classes = {type(part) for part in parts if _home(type(part)) in packages}
    functions = [function for cls in classes for function in _in_force(cls, packages)]
    for package in packages:
        for name, module in list(sys.modules.items()):
            if name.rpartition(".")[0] == package:
                functions += [f for f in vars(module).values() if isfunction(f) and f.__module__ == name]
    return (f.__code__ for f in functions if _uses(f.__code__, MAKES))


def _home(cls: type) -> str:
    return cls.__module__.rpartition(".")[0]


def _in_force(cls: type, packages: tuple[str, ...]) -> Iterator[Callable[..., Any]]:
    """The methods of a class, and those of its bases as long as each calls the next."""
    for name in dir(cls):
        for base in cls.__mro__:
            method = vars(base).get(name)
            if isfunction(method) and _home(base) in packages:
                yield method
                if not _uses(method.__code__, "super"):
                    break


def _uses(code: CodeType, name: str) -> bool:
    return name in code.co_names or any(_uses(c, name) for c in code.co_consts if isinstance(c, CodeType))


def _words(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _words(constant)
