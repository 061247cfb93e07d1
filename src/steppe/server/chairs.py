"""Who may sit where: secret links, of which the server keeps only hashes.

A link holds its token behind a ``#``, which browsers never send; the page sends it in a header or as the first
message of a socket. Besides the seat's own token there is one to watch the game with that seat's eyes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

NEUTRAL = -1
"""The eyes of somebody who holds no link: what both sides know."""


class Pass(NamedTuple):
    """What a visitor of a game may do."""

    seats: frozenset[int]
    """The seats for which he may decide."""
    eyes: int
    """The seat whose view he gets."""

    def decides(self, seat: int) -> bool:
        return seat in self.seats


STRANGER = Pass(frozenset(), NEUTRAL)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_urlsafe(9)


def hashed(token: str) -> bytes:
    """A token has 192 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()


def admit(token: str, rows: Sequence[Any]) -> Pass:
    """The pass that a token gives; ``rows`` are the chairs of a game in the order of its seats."""
    wanted = hashed(token)
    own = frozenset(i for i, row in enumerate(rows) if hmac.compare_digest(row.token, wanted))
    if own:
        return Pass(own, min(own))
    for i, row in enumerate(rows):
        if hmac.compare_digest(row.watch, wanted):
            return Pass(frozenset(), i)
    return STRANGER
