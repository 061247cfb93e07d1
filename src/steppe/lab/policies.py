"""How the fuzzer's players choose: at random, so that games grow old, or where a run has been least."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Protocol

from steppe.orders import Order, is_value, words_of
from steppe.title import Title
from steppe.view import View

TRIES = 6
LOOKS = 4
"""How many random orders are considered by who is curious, and how many of those listed first."""
LISTED = 60
CURIOUS = 0.4
"""How often he is; else he takes any order, so that armies meet at all."""
OVER = "over"

Policy = Callable[[View[Any], random.Random], Order]


class Play(Protocol):
    """What policies know of a game in play; they cheat, for they see everything and try orders out."""

    title: Title[Any]

    @property
    def state(self) -> Any: ...


def at_random(view: View[Any], rng: random.Random) -> Order:
    """Any legal order."""
    return view.pick(rng)


class Careful:
    """Any legal order that does not end the game at once, so that games grow old."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def __call__(self, view: View[Any], rng: random.Random) -> Order:
        title, s = self.play.title, self.play.state
        order = view.pick(rng)
        for _ in range(TRIES):
            trial = s.clone()
            title.apply(trial, order)
            if not trial.over:
                break
            order = view.pick(rng)
        return order


class Curious:
    """Of some legal orders the one of the rarest kind, by what it orders and by the decision to which it leads."""

    def __init__(self, play: Play, seen: Counter[tuple[str, ...]]) -> None:
        self.play, self.seen = play, seen

    def __call__(self, view: View[Any], rng: random.Random) -> Order:
        title, s = self.play.title, self.play.state
        if rng.random() >= CURIOUS:
            return view.pick(rng)
        listed = list(islice(view.legal(), LISTED))
        some = rng.sample(listed, min(LOOKS, len(listed)))
        picked = [view.pick(rng) for _ in range(LOOKS)]  # a list: what a dead end raises must come out as it is
        orders = dict.fromkeys([*picked, *some, *(o for o in bare_orders(title, s) if title.refuse(s, o) is None)])
        kinds = {order: self.kind(title, s, order) for order in orders}
        best = min(kinds, key=lambda order: (kinds[order][-1] == OVER, self.seen[kinds[order]], rng.random()))
        self.seen[kinds[best]] += 1
        return best

    def kind(self, title: Title[Any], s: Any, order: Order) -> tuple[str, ...]:
        """What is asked, what is ordered, and what is asked next."""
        trial = s.clone()
        title.apply(trial, order)
        then = OVER if trial.over else title.decision(trial)[0].name
        return title.decision(s)[0].name, order.verb, order.word, then


def bare_orders(title: Title[Any], s: Any) -> Iterator[Order]:
    """Orders of the decision in hand that name no unit and no hex, legal or not: declarations, the end of a phase."""
    for verb in title.decision(s)[0].verbs:
        for pieces in title.notation.forms[verb].pieces:
            needed = [token for piece in pieces if not piece.optional for token in piece.tokens if is_value(token)]
            if not all(is_word(token) for token in needed):
                continue
            offered = needed or [token for piece in pieces for token in piece.tokens if is_word(token)]
            if not needed:
                yield Order(verb)
            yield from (Order(verb, word=word) for token in offered for word in words_of(token))


def is_word(token: str) -> bool:
    return token.startswith("WORD(")
