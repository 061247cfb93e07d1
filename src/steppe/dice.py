"""Verifiable dice: draw number n of a game depends on the game's key and on n, and on nothing else.

Draw n is HMAC-SHA256(key, n as 8 bytes, retry as 1 byte), both big-endian; its first 8 bytes are a number, which is
reduced modulo the bound. Numbers above the last full multiple of the bound would favour the low results, so they are
rejected and the retry byte counts up.

The key of a game comes from a secret, to whose hash the dealer commits before the first draw, and from a salt of each
seat. So nobody can choose the dice, and once the secret is revealed everybody can check them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

Draw = tuple[int, int]
"""What was drawn: the bound, and the value in 0..bound-1 (a die that shows 5 is ``(6, 4)``)."""

DIE: Final = 6
BLOCK: Final = 64  # bytes in a SHA-256 block
RANGE: Final = 2**64
COMMIT_PREFIX: Final = b"steppe-commit-1\n"
KEY_PREFIX: Final = b"steppe-key-1\n"
SEED_PREFIX: Final = b"steppe-seed-1\n"


class Dice:
    """The dice of one game. Immutable: asking twice for the same draw gives the same number."""

    __slots__ = ("_inner", "_outer", "key")

    def __init__(self, key: bytes) -> None:
        self.key: Final = key
        # HMAC's two padded key blocks, hashed once: three times as fast as hmac.digest for each draw.
        block = (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(b ^ 0x36 for b in block))
        self._outer = hashlib.sha256(bytes(b ^ 0x5C for b in block))

    def draw(self, n: int, bound: int) -> int:
        """Draw number n, uniform in 0..bound-1."""
        if not 0 < bound <= RANGE:
            raise ValueError(f"a draw needs a bound in 1..2**64, not {bound}")
        top = RANGE - RANGE % bound
        for retry in range(256):
            inner = self._inner.copy()
            inner.update((n << 8 | retry).to_bytes(9, "big"))
            outer = self._outer.copy()
            outer.update(inner.digest())
            number = int.from_bytes(outer.digest()[:8], "big")
            if number < top:
                return number % bound
        raise AssertionError("256 rejections in a row have a chance below 2**-256")

    def die(self, n: int) -> int:
        """Draw number n as a die, 1..6."""
        return self.draw(n, DIE) + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and type(other) is type(self) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.key,)  # hash objects do not pickle; the key is all there is

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"  # the key stays out of logs and tracebacks


class LoggedDice(Dice):
    """Dice that remember what was drawn, so that a record can state it."""

    __slots__ = ("log",)

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.log: Final[dict[int, Draw]] = {}

    def draw(self, n: int, bound: int) -> int:
        value = super().draw(n, bound)
        self.log[n] = bound, value
        return value

    def drawn(self, start: int, stop: int) -> tuple[Draw, ...]:
        """The draws numbered start..stop-1; draws that never came to count (a trial on a clone) lie outside."""
        return tuple(self.log[n] for n in range(start, stop))


class ForcedDice(Dice):
    """Dice that show wanted values first; for the sandbox, never for a recorded game.

    The first draw number asked for as a die gets the first value, and keeps it when asked again.
    """

    __slots__ = ("_fallback", "_given", "_values")

    def __init__(self, values: Iterable[int], fallback: Dice) -> None:
        super().__init__(fallback.key)
        self._values = tuple(values)
        for value in self._values:
            if not 1 <= value <= DIE:
                raise ValueError(f"a die shows 1 to {DIE}, not {value}")
        self._fallback = fallback
        self._given: dict[int, int] = {}

    def draw(self, n: int, bound: int) -> int:
        return self._fallback.draw(n, bound)

    def die(self, n: int) -> int:
        if n not in self._given:
            if len(self._given) == len(self._values):
                return self._fallback.die(n)
            self._given[n] = self._values[len(self._given)]
        return self._given[n]

    def copy(self) -> ForcedDice:
        """Dice that have shown the same and will show the same, and are used up by themselves."""
        return _forced(self._values, self._fallback, self._given)

    @property
    def unused(self) -> tuple[int, ...]:
        """The wanted values that no die has shown yet."""
        return self._values[len(self._given) :]

    def __reduce__(self) -> tuple[Any, ...]:
        return _forced, (self._values, self._fallback, self._given)

    # They change as they are used, so only the same dice are equal.
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _forced(values: tuple[int, ...], fallback: Dice, given: dict[int, int]) -> ForcedDice:
    dice = ForcedDice(values, fallback)
    dice._given.update(given)
    return dice


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(32)


def secret_from_seed(seed: int) -> bytes:
    """The secret of a repeatable game, for self-play and tests."""
    return hashlib.sha256(SEED_PREFIX + str(seed).encode()).digest()


def commit(secret: bytes) -> str:
    """What is published before the game: it fixes the secret without telling it."""
    return hashlib.sha256(COMMIT_PREFIX + secret).hexdigest()


def game_key(secret: bytes, salts: Mapping[str, str]) -> bytes:
    """The key of the dice: the secret, with the seats' salts in the order of the seats' names."""
    text = json.dumps(sorted(salts.items()), separators=(",", ":"), ensure_ascii=True)
    return hmac.digest(secret, KEY_PREFIX + text.encode(), "sha256")
