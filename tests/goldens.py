"""Golden files: written anew when STEPPE_GOLDEN is set; read the difference before you commit it."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

REGENERATE = "STEPPE_GOLDEN"


def compare(path: Path, text: str) -> None:
    """A text is that of the golden file."""
    if os.environ.get(REGENERATE):
        path.write_text(text, encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    diff = difflib.unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2)
    assert golden == text, "\n".join(list(diff)[:60])
