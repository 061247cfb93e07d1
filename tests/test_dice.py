"""Dice: uniform, repeatable, and what anybody computes from the published recipe."""

from __future__ import annotations

import hashlib
import hmac
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.dice import Dice, ForcedDice, LoggedDice, commit, game_key, new_secret, secret_from_seed

KEY = secret_from_seed(1941)
KNOWN = [2, 3, 1, 3, 4, 5, 1, 4, 4, 6, 6, 6]


def plain_draw(key: bytes, n: int, bound: int) -> int:
    """The recipe, word for word."""
    for retry in range(256):
        digest = hmac.digest(key, n.to_bytes(8, "big") + bytes([retry]), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < 2**64 - 2**64 % bound:
            return number % bound
    raise AssertionError


@given(st.binary(max_size=100), st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_draws_follow_the_recipe(key: bytes, n: int, bound: int) -> None:
    value = Dice(key).draw(n, bound)
    assert value == plain_draw(key, n, bound)
    assert 0 <= value < bound


def test_rejection_is_used() -> None:
    bound = 2**63 + 1  # half of all numbers lie above the only full multiple
    first = [int.from_bytes(hmac.digest(KEY, n.to_bytes(8, "big") + b"\0", "sha256")[:8], "big") for n in range(50)]
    rejected = [n for n in range(50) if first[n] >= bound]
    assert 10 < len(rejected) < 40
    assert all(Dice(KEY).draw(n, bound) == plain_draw(KEY, n, bound) < bound for n in rejected)


def test_known_draws_never_change() -> None:
    """Records of old games depend on them."""
    assert [Dice(KEY).die(n) for n in range(12)] == [plain_draw(KEY, n, 6) + 1 for n in range(12)]
    assert [Dice(b"steppe").die(n) for n in range(12)] == KNOWN


@pytest.mark.parametrize("bound", [2, 6, 7, 36])
def test_uniform(bound: int) -> None:
    trials = 6000
    counts = Counter(Dice(KEY).draw(n, bound) for n in range(trials))
    expected = trials / bound
    chi_square = sum((counts[v] - expected) ** 2 / expected for v in range(bound))
    assert chi_square < 2 * bound + 20  # far out in the tail for each of these bounds


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_bad_bound(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Dice(KEY).draw(0, bound)


def test_equal_and_pickled() -> None:
    dice = Dice(KEY)
    again = pickle.loads(pickle.dumps(dice))
    assert again == dice == Dice(KEY) != Dice(b"other")
    assert hash(again) == hash(dice)
    assert again.die(5) == dice.die(5)
    assert KEY.hex() not in repr(dice)
    assert repr(KEY) not in repr(dice)


def test_logged_dice_tell_what_was_drawn() -> None:
    dice = LoggedDice(KEY)
    plain = Dice(KEY)
    dice.draw(0, 52)
    dice.die(1)
    dice.die(2)
    dice.draw(9, 2)  # a trial on a clone that never came to count
    assert dice.drawn(0, 3) == ((52, plain.draw(0, 52)), (6, plain.draw(1, 6)), (6, plain.draw(2, 6)))
    assert dice.drawn(1, 2) == ((6, plain.die(1) - 1),)
    assert dice.drawn(3, 3) == ()


def test_forced_dice() -> None:
    plain = Dice(KEY)
    dice = ForcedDice([6, 1], plain)
    assert dice.die(4) == 6
    assert dice.draw(5, 100) == plain.draw(5, 100)
    assert dice.unused == (1,)
    assert dice.die(6) == 1
    assert dice.die(4) == 6  # asked again, as after an undo
    assert dice.die(7) == plain.die(7)
    again = pickle.loads(pickle.dumps(dice))
    assert (again.die(4), again.die(6), again.unused) == (6, 1, ())
    assert dice != again
    with pytest.raises(ValueError, match="not 7"):
        ForcedDice([7], plain)


def test_commitment_and_key() -> None:
    secret = new_secret()
    assert len(secret) == 32
    assert secret != new_secret()
    assert commit(secret) == hashlib.sha256(b"steppe-commit-1\n" + secret).hexdigest()
    assert game_key(secret, {"soviet": "b", "german": "a"}) == game_key(secret, {"german": "a", "soviet": "b"})
    assert game_key(secret, {"german": "a"}) != game_key(secret, {"german": "b"})
    assert game_key(secret, {"a": 'b","c'}) != game_key(secret, {"a": "b", "c": ""})
    assert secret_from_seed(7) == secret_from_seed(7) != secret_from_seed(8)
