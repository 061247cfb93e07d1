"""What the fuzzer must know of the system."""

from __future__ import annotations

WRITABLE = frozenset({"march", "fight"})
