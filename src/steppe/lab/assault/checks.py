"""What the fuzzer must know of the assault titles."""

from __future__ import annotations

WRITABLE = frozenset({"movement", "combat"})
"""The decisions at which a state can be written as a position: a position begins with a phase."""
