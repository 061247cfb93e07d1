"""Other names for rows of the assault titles' tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steppe.assault.odds import column_name


def row_name(columns: Sequence[str], word: str) -> str:
    """In a table by odds, rows may be counted from 1:1: +1 is 2:1, -1 is 1:2."""
    if columns[0] == "odds" and re.fullmatch(r"[+-]?\d+", word):
        return column_name(int(word))
    return word
