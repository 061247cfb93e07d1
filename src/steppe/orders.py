"""Orders and their text notation.

An order is a small immutable value: a verb, units, hexes, a word, a number. Each verb has one *form*, written as a
template, and the same template reads and writes it, so every order round-trips:

    move UNITS FROM-TO            move 3Pz+4Pz 2117-2318
    assault HEX with UNITS [air N]   assault 2418 with 7Pz+20Pz air 1
    loss UNITS                    loss 7Pz
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from steppe.errors import OrderError

NOWHERE = -1


class Order(NamedTuple):
    """What a player wants done. Fields a verb does not use keep their defaults."""

    verb: str
    units: tuple[int, ...] = ()
    hex: int = NOWHERE
    start: int = NOWHERE
    word: str = ""
    number: int = 0
    seat: int = -1
    """Only for orders that may be given out of turn (resign, standing orders)."""


class Names(NamedTuple):
    """How ids are written: the title's units, hexes and seats."""

    unit: Sequence[str]
    hex: Sequence[str]
    seats: Sequence[str]
    units: Mapping[str, int]
    hexes: Mapping[str, int]

    @staticmethod
    def of(units: Sequence[str], hexes: Sequence[str], hex_index: Mapping[str, int], seats: Sequence[str]) -> Names:
        return Names(units, hexes, seats, {name.lower(): i for i, name in enumerate(units)}, hex_index)


class Form:
    """One verb's template. Tokens: UNITS, HEX, FROM-TO, WORD(a|b|..), SEAT, N, plain words; [..] is optional."""

    def __init__(self, template: str, help: str) -> None:
        self.template, self.help = template, help
        self.verb, *self.tokens = template.replace("[", "[ ").replace("]", " ]").split()

    def write(self, order: Order, names: Names) -> str:
        parts = [order.verb]
        optional: list[str] = []
        given, inside = False, False
        for token in self.tokens:
            if token == "[":
                optional, given, inside = [], False, True
            elif token == "]":
                parts += optional if given else []
                inside = False
            elif inside:
                optional.append(_write_token(token, order, names))
                given = given or _is_given(token, order)
            else:
                parts.append(_write_token(token, order, names))
        return " ".join(parts)

    def read(self, words: list[str], names: Names) -> Order:
        fields: dict[str, object] = {"verb": self.verb}
        at, optional, skipping = 0, False, False
        for token in self.tokens:
            if token == "[":
                optional, skipping = True, at >= len(words)
                continue
            if token == "]":
                optional = skipping = False
                continue
            if skipping:
                continue
            if at >= len(words):
                raise OrderError(f"{self.verb}: too short, the form is: {self.template}")
            try:
                _read_token(token, words[at], names, fields)
            except OrderError:
                # "retreat [UNITS] HEX": an optional part that does not fit is left out
                if optional and token == "UNITS":
                    skipping = True
                    continue
                raise
            at += 1
        if at < len(words):
            raise OrderError(f"{self.verb}: {words[at]!r} is too much, the form is: {self.template}")
        return Order(**fields)  # type: ignore[arg-type]


def _is_given(token: str, order: Order) -> bool:
    """Whether an optional part of the order is there to be written."""
    return (
        (token == "UNITS" and bool(order.units))
        or (token == "HEX" and order.hex != NOWHERE)
        or (token == "N" and order.number != 0)
        or (token.startswith("WORD(") and order.word != "")
    )


def _write_token(token: str, order: Order, names: Names) -> str:
    if token == "UNITS":
        return "+".join(names.unit[u] for u in order.units)
    if token == "HEX":
        return names.hex[order.hex]
    if token == "FROM-TO":
        return f"{names.hex[order.start]}-{names.hex[order.hex]}"
    if token.startswith("WORD("):
        return order.word
    if token == "SEAT":
        return names.seats[order.seat]
    if token == "N":
        return str(order.number)
    return token


def _read_token(token: str, word: str, names: Names, fields: dict[str, object]) -> None:
    if token == "UNITS":
        fields["units"] = tuple(_unit(name, names) for name in word.split("+"))
    elif token == "HEX":
        fields["hex"] = _hex(word, names)
    elif token == "FROM-TO":
        start, dash, end = word.partition("-")
        if not dash:
            raise OrderError(f"{word!r}: two hexes with a dash are wanted, as in 2117-2318")
        fields["start"], fields["hex"] = _hex(start, names), _hex(end, names)
    elif token.startswith("WORD("):
        allowed = token[5:-1].split("|")
        if word.lower() not in {a.lower() for a in allowed}:
            raise OrderError(f"{word!r} is not one of {', '.join(allowed)}")
        fields["word"] = next(a for a in allowed if a.lower() == word.lower())
    elif token == "SEAT":
        if word.lower() not in names.seats:
            raise OrderError(f"{word!r} is not a seat ({', '.join(names.seats)})")
        fields["seat"] = list(names.seats).index(word.lower())
    elif token == "N":
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            raise OrderError(f"{word!r} is not a number from 0 to 999")
        fields["number"] = int(word)
    elif word.lower() != token:
        raise OrderError(f"{word!r} where {token!r} is wanted")


def _unit(name: str, names: Names) -> int:
    found = names.units.get(name.lower())
    if found is None:
        raise OrderError(f"there is no unit {name!r}")
    return found


def _hex(name: str, names: Names) -> int:
    found = names.hexes.get(name)
    if found is None:
        raise OrderError(f"there is no hex {name!r} on this map")
    return found


class Notation:
    """All the forms of a title, to read and write any of its orders."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self.forms = {form.verb: form for form in forms}

    def write(self, order: Order, names: Names) -> str:
        return self.forms[order.verb].write(order, names)

    def read(self, text: str, names: Names) -> Order:
        words = text.split()
        if not words:
            raise OrderError("an empty order")
        form = self.forms.get(words[0].lower())
        if form is None:
            raise OrderError(f"{words[0]!r} is no order; orders begin with: {', '.join(sorted(self.forms))}")
        return form.read(words[1:], names)


Units = tuple[int, ...]
"""What legal orders are asked about: the units of a group (empty: everything)."""
