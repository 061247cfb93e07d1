"""Who may sit where: secret links, of which the server keeps only hashes.

A link holds its token behind a ``#``, which browsers never send; the page sends it in a header or as the first
message of a socket. Besides the seat's own token there is one to watch the game with that seat's eyes. Who holds
several may show them together, with commas between.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

NEUTRAL = -1
"""The eyes of somebody who holds no link: what both sides know."""
MOST_TOKENS = 4


class Pass(NamedTuple):
    """What a visitor of a game may do."""

    seats: frozenset[int]
    """The seats for which he may decide."""
    eyes: int
    """The seat whose view he gets."""

    def decides(self, seat: int) -> bool:
        return seat in self.seats


STRANGER = Pass(frozenset(), NEUTRAL)
NO_KEYS: Mapping[bytes, int] = MappingProxyType({})


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_urlsafe(9)


def hashed(token: str) -> bytes:
    """A token has 192 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def admit(tokens: str, rows: Sequence[Any], keys: Mapping[bytes, int] = NO_KEYS) -> Pass:
    """The pass that tokens give; ``rows`` are the chairs of a game in the order of its seats, ``keys`` more links."""
    shown = [hashed(token) for token in tokens.split(",", MOST_TOKENS)[:MOST_TOKENS] if token]
    own = frozenset(i for i, row in enumerate(rows) if any(hmac.compare_digest(row.token, t) for t in shown))
    own |= {keys[t] for t in shown if t in keys}
    if own:
        return Pass(own, min(own))
    for i, row in enumerate(rows):
        if any(hmac.compare_digest(row.watch, t) for t in shown):
            return Pass(frozenset(), i)
    return STRANGER
