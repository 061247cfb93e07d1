"""The rule ledger: one row for each requirement of a rulebook, in our own words.

Refusals and battle sheets cite rows by id; tests name the rows that they show to be enforced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from steppe.errors import DataError
from steppe.tables import DataFolder, Schema, matching, optional, text

DESCRIPTIVE: Final = frozenset({"component", "note"})
"""Kinds of row that describe the game and leave nothing for a program to enforce."""

SIDES: Final = ("both", "na")
"""What a row may name as its side in every title, besides the title's own."""

SCHEMA: Final = Schema(
    {
        "rule": matching(r"[0-9A-Za-z][0-9A-Za-z.]*", "a rule number"),
        "title": text,
        "kind": matching(r"[a-z]+", "a word in small letters"),
        "what": text,
        "side": matching(r"[a-z]+", "a word in small letters"),
        "tier": optional(text, ""),
        "test": text,
        "ambiguity": optional(text, ""),
    },
    key="rule",
    may_lack=("tier",),
)


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A requirement: its number, heading and kind, what is required of whom, how to test it, how we read it."""

    rule: str
    title: str
    kind: str
    what: str
    side: str
    test: str
    ambiguity: str = ""
    tier: str = ""
    line: int = field(default=0, compare=False)
    """Where it stands in its file."""

    @property
    def enforceable(self) -> bool:
        """Whether a program must see to it."""
        return self.kind not in DESCRIPTIVE


class Ledger:
    """The rows of one title, by id and in the rulebook's order."""

    def __init__(self, rows: Iterable[LedgerRow], name: object = "the rule ledger") -> None:
        self.rows = tuple(rows)
        self.name = str(name)
        self.ids = tuple(row.rule for row in self.rows)
        self._numbers = {rule: number for number, rule in enumerate(self.ids)}

    @classmethod
    def load(cls, folder: DataFolder, name: str = "rules.csv") -> Ledger:
        return cls((LedgerRow(**row, line=row.line) for row in folder.csv(name, SCHEMA)), folder.open(name))

    def check_sides(self, own: Collection[str]) -> None:
        """Every row names a side of the title's own, both, or none (na)."""
        known = (*own, *SIDES)
        for row in self.rows:
            if row.side not in known:
                what = f"should be one of {', '.join(known)}, not {row.side!r}"
                raise DataError(what, file=self.name, line=row.line, field="side")

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[LedgerRow]:
        return iter(self.rows)

    def __contains__(self, rule: object) -> bool:
        return rule in self._numbers

    def number(self, rule: str) -> int:
        """The place of a row, for states that hold only numbers; ``ids[number]`` leads back."""
        try:
            return self._numbers[rule]
        except KeyError:
            raise DataError(f"there is no row {rule!r}", file=self.name) from None

    def row(self, rule: str) -> LedgerRow:
        return self.rows[self.number(rule)]

    @property
    def enforceable(self) -> tuple[LedgerRow, ...]:
        """The rows that a program must enforce."""
        return tuple(row for row in self.rows if row.enforceable)

    def find(self, wanted: str) -> tuple[LedgerRow, ...]:
        """The rows of a chapter, section or number ("11", "11.1", "11.17b"), else those that hold all the words."""
        prefix = wanted if "." in wanted else wanted + "."
        found = tuple(row for row in self.rows if row.rule == wanted or row.rule.startswith(prefix))
        if found or not wanted.split():
            return found
        parts = wanted.casefold().split()
        return tuple(
            row
            for row in self.rows
            if all(part in f"{row.title} {row.what} {row.ambiguity}".casefold() for part in parts)
        )
