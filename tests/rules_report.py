"""How much of each rulebook is shown to be enforced, after a test run: ``python -m tests.rules_report``.

For every title: the rows of its ledger, those that a program must enforce, those of them that a passing test cites,
and the ids that are missing.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

from tests.rulebook import REPORT, Cited, ledger, titles


class Coverage(NamedTuple):
    """One title's figures."""

    title: str
    rows: int
    enforceable: int
    cited: int
    missing: list[str]


def coverage(title: str, cited: Cited) -> Coverage:
    book = ledger(title)
    shown = cited.get(title, {})
    missing = [row.rule for row in book.enforceable if row.rule not in shown]
    return Coverage(title, len(book), len(book.enforceable), len(book.enforceable) - len(missing), missing)


def table(lines: list[Coverage]) -> str:
    out = [f"{'title':<8}{'rows':>6}{'enforceable':>13}{'with a passing test':>21}{'missing':>9}"]
    for c in lines:
        out.append(f"{c.title:<8}{c.rows:>6}{c.enforceable:>13}{c.cited:>21}{len(c.missing):>9}")
    for c in lines:
        if c.missing:
            ids = textwrap.fill(" ".join(c.missing), 118, initial_indent="  ", subsequent_indent="  ")
            out.append(f"{c.title}: rows without a passing test:\n{ids}")
    return "\n".join(out)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="rules_report", description="Which ledger rows a passing test cites.")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a row is missing")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--report", type=Path, default=Path(REPORT), help="what the test run wrote")
    options = parser.parse_args(arguments)
    try:
        cited: Cited = json.loads(options.report.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"{options.report}: {error}; run the tests first", file=sys.stderr)
        return 1
    lines = [coverage(title, cited) for title in titles()]
    print(json.dumps([c._asdict() for c in lines], indent=1) if options.json else table(lines))
    return int(options.strict and any(c.missing for c in lines))


if __name__ == "__main__":
    sys.exit(main())
