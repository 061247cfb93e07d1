"""Orders that make no promise of sense: what a clumsy or a malicious client might send."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from steppe.orders import NOWHERE, Form, More, Order, Piece, words_of
from steppe.title import Title

LETTERS = "abcdefgxyz0123456789+-[]() \t\x00\u00e9\u0416"


STALE = 0.25
"""How many wild orders are those of another moment, some of them with one thing changed."""


def random_order(
    title: Title[Any], s: Any, rng: random.Random, near: Order | None = None, earlier: Sequence[Order] = ()
) -> Order:
    """Any verb with units and hexes that fit its form, some of them from a sensible order or from earlier ones."""
    forms = title.notation.forms
    verbs = title.decision(s)[0].verbs if not s.over else ()
    verb = rng.choice(verbs) if verbs and rng.random() < 0.7 else rng.choice(list(forms))
    if earlier and rng.random() < STALE:
        order = rng.choice(earlier)
        return order if rng.random() < 0.5 else _changed(title, order, rng, earlier)
    if near is not None and rng.random() < 0.2:
        return _of_another_kind(title, near, forms[verb], rng)
    if near is not None and rng.random() < 0.6:
        return _changed(title, near, rng, earlier)
    return filled(title, forms[verb], rng)


def filled(title: Title[Any], form: Form, rng: random.Random) -> Order:
    """An order with everything that its form asks for."""
    pieces = form.pieces[0] if len(form.pieces) == 1 else rng.choice(form.pieces)
    fields: dict[str, Any] = {}
    parts: list[Order] = []
    for piece in pieces:
        if piece.optional and rng.random() < 0.5:
            continue
        if piece.part:
            parts.append(Order(piece.part, **_values(title, piece, rng)))
        else:
            fields |= _values(title, piece, rng)
    more = More.of(fields.pop("way", ()), fields.pop("others", ()), tuple(parts))
    return Order(form.verb, more=more, **fields)


def _values(title: Title[Any], piece: Piece, rng: random.Random) -> dict[str, Any]:
    """Something for each field that a piece fills."""
    fields: dict[str, Any] = {}
    for token in piece.tokens:
        if token in ("UNITS", "OTHERS"):
            many = rng.choice((1, 1, 1, 2, 3))
            fields[token.lower()] = tuple(rng.randrange(len(title.names.unit)) for _ in range(many))
        elif token in ("HEX", "FROM-TO", "WAY"):
            fields["hex"] = rng.randrange(title.board.size)
            if token != "HEX":
                fields["start"] = rng.randrange(title.board.size)
            if token == "WAY":
                fields["way"] = tuple(rng.randrange(title.board.size) for _ in range(rng.choice((0, 1, 2))))
        elif token.startswith("WORD("):
            fields["word"] = rng.choice(words_of(token))
        elif token == "SEAT":
            fields["seat"] = rng.randrange(len(title.seats))
        elif token == "N":
            fields["number"] = rng.choice((0, 1, 2, 3, 999))
    return fields


def _changed(title: Title[Any], order: Order, rng: random.Random, earlier: Sequence[Order]) -> Order:
    """A sensible order with one thing wrong, perhaps."""
    what = rng.randrange(9)
    if what == 0 and order.units:
        return order._replace(units=(*order.units, rng.randrange(len(title.names.unit))))
    if what == 1 and order.units:
        return order._replace(units=(rng.randrange(len(title.names.unit)), *order.units[1:]))
    if what == 2 and order.units:
        return order._replace(units=order.units * 2)
    if what == 3 and order.hex != NOWHERE:
        around = [h for h in title.board.grid.around[order.hex] if h >= 0]
        return order._replace(hex=rng.choice(around))
    if what == 4 and order.hex != NOWHERE:
        return order._replace(hex=rng.randrange(title.board.size))
    other = rng.choice(earlier) if earlier else order
    if what == 5 and order.units and other.units:
        return order._replace(units=other.units)
    if what == 6 and order.hex != NOWHERE and other.hex != NOWHERE:
        return order._replace(hex=other.hex)
    if what == 7 and len(order.units) > 1:
        return order._replace(units=order.units[1:] if rng.random() < 0.5 else order.units[:-1])
    return filled(title, title.notation.forms[order.verb], rng)


def _of_another_kind(title: Title[Any], order: Order, form: Form, rng: random.Random) -> Order:
    """Another verb with the units of a sensible order, and hexes next to where they are or go."""
    wild = filled(title, form, rng)
    here = order.start if order.start != NOWHERE and rng.random() < 0.7 else order.hex
    if order.units and wild.units:
        wild = wild._replace(units=order.units)
    if here != NOWHERE and wild.hex != NOWHERE:
        wild = wild._replace(hex=rng.choice([h for h in title.board.grid.around[here] if h >= 0]))
    return wild._replace(start=here) if wild.start != NOWHERE and here != NOWHERE else wild


def random_text(text: str, rng: random.Random) -> str:
    """An order's text with letters lost, doubled or exchanged."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        how = rng.randrange(3)
        if how == 0 and letters:
            del letters[min(at, len(letters) - 1)]
        else:
            letters.insert(at, rng.choice(LETTERS))
    return "".join(letters)
