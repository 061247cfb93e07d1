"""What a player declares once or keeps up: offensives, pauses, directives."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault.state import AssaultState
from steppe.assault.supply import network
from steppe.bots.picture import Picture, look
from steppe.orders import Order
from steppe.view import View

if TYPE_CHECKING:
    from steppe.assault.title import Rules

CUT_OFF = 0.1
"""With a greater share of his strength cut off from supply, a player does not give up a rule that feeds it."""


def first_of(*words: str) -> Any:
    """An answer by a fixed preference: the first of some words that is legal."""

    def answer(view: View[Any], rng: random.Random) -> Order:
        by_word = {order.word: order for order in view.legal() if not order.units}
        return next((by_word[word] for word in words if word in by_word), None) or view.pick(rng)

    return answer


def offensive(view: View[Any], rng: random.Random) -> Order:
    """An offensive that costs one turn and helps the next: declared where little is lost and much gained."""
    picture = look(view)
    s, title = picture.s, picture.title
    turns = range(s.turn, last_chance(title) + 1)
    best = max(turns, key=lambda t: (pace(title, s, view.seat, t + 1) - pace(title, s, view.seat, t), -t))
    return Order("november", word="declare" if s.turn == best else "decline")


def last_chance(title: Rules) -> int:
    """The last turn on which the sequence of play asks for the declaration."""
    turns = [t for step in title.sequence.steps if step.decision == "november" for t in step.turns]
    return int(getattr(title, "last_declaration", max(turns, default=0)))


def pace(title: Rules, s: AssaultState, seat: int, turn: int) -> int:
    """The greatest movement factor of a side on some turn."""
    ghost = s.clone()
    ghost.turn = turn
    return max((title.movement_factor(ghost, u) for u in title.side_units[seat] if s.hex[u] >= 0), default=0)


def directive(view: View[Any], rng: random.Random) -> Order:
    """Freedom of choice is worth more than supply for all, unless too many would die of it."""
    picture = look(view)
    word = "keep" if cut_off_share(picture) > CUT_OFF else "rescind"
    return Order("directive", word=word)


def cut_off_share(picture: Picture) -> float:
    """How much of a seat's strength has no line of supply."""
    mine = picture.on_map & (picture.title.units.side_array == picture.seat)
    strength = picture.attack[mine] + picture.defence[mine]
    cut = network(picture.title, picture.s, picture.seat)[picture.hexes[mine]] == 0
    return float(strength[cut].sum()) / max(float(np.sum(strength)), 1.0)
