"""Too many candidates: which of them stay. Always the same ones, and nobody's share is eaten by another's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")
Pick = Callable[[Sequence[T], int], list[T]]


def first(items: Sequence[T], room: int) -> list[T]:
    """The first of a list, for lists with the weightiest in front."""
    return list(items[:room])


def spread(items: Sequence[T], room: int) -> list[T]:
    """Items at even distances, from the first on: for lists in which none is weightier than the others."""
    if len(items) <= room:
        return list(items)
    return [items[i * len(items) // room] for i in range(room)]


def shared(lists: Sequence[Sequence[T]], room: int, pick: Pick[T]) -> list[T]:
    """What stays of several lists: short ones stay whole, the long ones get equal shares of the room that is left.

    If there is not even room for one of each, the first ones of some lists stay, at even distances.
    """
    if sum(map(len, lists)) <= room:
        return [item for items in lists for item in items]
    lists = [items for items in lists if items]
    if len(lists) > room:
        return spread([items[0] for items in lists], room)
    share = [0] * len(lists)
    by_length = sorted(range(len(lists)), key=lambda i: len(lists[i]))
    for done, i in enumerate(by_length):
        share[i] = min(len(lists[i]), room // (len(lists) - done))
        room -= share[i]
    return [item for items, n in zip(lists, share, strict=True) for item in pick(items, n)]


def forces(stacks: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every force that can be formed of some stacks, the likeliest first.

    First whole stacks, the most of them first; then all units but one, single units, all but two, pairs, and so on.
    Each comes once, its units in the order of their numbers.
    """
    whole = [tuple(stack) for stack in stacks]
    units = sorted(u for stack in whole for u in stack)
    seen: set[tuple[int, ...]] = set()

    def fresh(found: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        for force in found:
            if force not in seen:
                seen.add(force)
                yield force

    for n in range(len(whole), 0, -1):
        yield from fresh(tuple(sorted(u for stack in some for u in stack)) for some in combinations(whole, n))
    for few in range(1, len(units) // 2 + 1):
        yield from fresh(combinations(units, len(units) - few))
        yield from fresh(combinations(units, few))
