"""Orders and their text notation.

An order is a small immutable value: a verb, units, hexes, a word, a number, and more where a verb needs it. Each verb
has one *form*, written as a template, and the same template reads and writes it, so every order round-trips:

    move UNITS FROM-TO               move 3Pz+4Pz 2117-2318
    move UNITS WAY                   move 3Pz 1B:2723-2622-2521
    assault HEX with UNITS [air N]   assault 2418 with 7Pz+20Pz air 1
    attack HEX with UNITS {far UNITS} {no-armor}   attack 1B:2818 with 3Pz+6Pz far RR701

The language of the templates is described in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Literal, NamedTuple

from steppe.errors import OrderError, UnknownHexError, UnknownUnitError

NOWHERE = -1


class More(NamedTuple):
    """What few orders carry. It lies apart, so that all the others stay small: see ``Order.more``."""

    way: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    parts: tuple[Order, ...] = ()

    @staticmethod
    def of(way: tuple[int, ...] = (), others: tuple[int, ...] = (), parts: tuple[Order, ...] = ()) -> More | None:
        """None if nothing is given, so that orders that say the same are equal."""
        return More(way, others, parts) if way or others or parts else None


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
    more: More | None = None
    """Made by ``More.of``; read through ``way``, ``others`` and ``parts``."""

    @property
    def way(self) -> tuple[int, ...]:
        """The hexes between ``start`` and ``hex``; empty if no way is given."""
        return self.more.way if self.more else ()

    @property
    def others(self) -> tuple[int, ...]:
        """A second list of units, where a verb has one."""
        return self.more.others if self.more else ()

    @property
    def parts(self) -> tuple[Order, ...]:
        """What is added by name, as orders whose verb is that name, in the order in which the form has them."""
        return self.more.parts if self.more else ()

    def part(self, name: str) -> Order | None:
        """The part of a name; None if it is not given."""
        return next((part for part in self.parts if part.verb == name), None)


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

    def write_units(self, units: Iterable[int]) -> str:
        return "+".join(self.unit[u] for u in units)

    def read_units(self, text: str) -> tuple[int, ...]:
        found = []
        for name in text.split("+"):
            if name.lower() not in self.units:
                raise UnknownUnitError(f"there is no unit {name!r}")
            found.append(self.units[name.lower()])
        return tuple(found)

    def read_hex(self, label: str) -> int:
        found = self.hexes.get(label, self.hexes.get(label.upper()))
        if found is None:
            raise UnknownHexError(f"there is no hex {label!r} on this map")
        return found

    def write_way(self, hexes: Iterable[int]) -> str:
        """Hexes with dashes; of labels such as 1B:2723 the sheet is left out while it stays the same."""
        written, sheet = [], ""
        for h in hexes:
            before, _, number = self.hex[h].rpartition(":")
            written.append(number if before == sheet else self.hex[h])
            sheet = before
        return "-".join(written)

    def read_way(self, text: str) -> tuple[int, ...]:
        found, sheet = [], ""
        for label in text.split("-"):
            before, colon, number = label.rpartition(":")
            sheet = before + colon or sheet
            found.append(self.read_hex(sheet + number))
        return tuple(found)


class Piece(NamedTuple):
    """Tokens of a form that stand together, or are left out together."""

    tokens: tuple[str, ...]
    optional: bool = False
    part: str = ""
    """The name under which it goes into the parts of an order; empty: it fills fields of the order itself."""

    @property
    def in_any_order(self) -> bool:
        """Whether it may change places with its neighbours: the word with which it begins tells them apart."""
        return self.optional and not is_value(self.tokens[0])


Line = tuple[tuple[Piece, ...], ...]
"""What follows a verb: the pieces, those together that may stand in any order."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "UNITS": ("units",),
    "OTHERS": ("others",),
    "HEX": ("hex",),
    "FROM-TO": ("start", "hex"),
    "WAY": ("start", "way", "hex"),
    "SEAT": ("seat",),
    "N": ("number",),
}
"""What each token fills. WORD(a|b) fills the word; all other tokens are plain words."""
IN_PARTS = ("UNITS", "HEX", "N")
"""What may stand in a named part, besides WORD(a|b)."""
PIECES = re.compile(r"\[(?P<optional>[^][{}]+)\]|\{(?P<part>[^][{}]+)\}|(?P<plain>\S+)")


Kind = Literal["go", "battle", "put", "pick", "end", "stack", "asking", "look-out", "give-up"]
"""What a table does with an order, whatever a title calls it: units go to a hex; a battle is put together first; a unit
is put on the map before the game; something is picked; the phase ends; a unit comes to the top of its stack. The last
three may be given at any time: when to be asked, which hex to look out for, to give up."""

Wording = str | tuple[str, ...] | Mapping[str, str]
"""An order as a sentence, with {units}, {hex}, {word} and {n} to be filled in: one pattern; several, of which the first
is meant whose blanks the order fills; or one for each word that the order may have."""
BLANKS = re.compile(r"\{(\w+)\}")


def is_value(token: str) -> bool:
    """Whether a token stands for something else than itself."""
    return token in FIELDS or token.startswith("WORD(")


def words_of(token: str) -> list[str]:
    """The words that ``WORD(a|b)`` offers."""
    return token[len("WORD(") : -1].split("|")


class Form:
    """One verb's template. Tokens: UNITS, OTHERS, HEX, FROM-TO, WAY, WORD(a|b|..), SEAT, N, plain words; [..] may be
    left out, {..} too and is kept as a named part, and a bar stands between whole lines of which one is meant."""

    def __init__(self, template: str, help: str, words: Wording = (), kind: Kind = "pick") -> None:
        self.template, self.help, self.words, self.kind = template, help, words, kind
        self.verb, _, rest = template.partition(" ")
        self.lines = tuple(_line(line, template) for line in f" {rest} ".split(" | "))
        self.pieces = tuple(tuple(chain(*line)) for line in self.lines)
        self.tokens = [token for pieces in self.pieces for piece in pieces for token in piece.tokens]

    def write(self, order: Order, names: Names) -> str:
        words = [order.verb]
        for piece in self._pieces_for(order):
            if not piece.optional:
                words.append(_write_token(piece.tokens[0], order, names))
                continue
            of = order.part(piece.part) if piece.part else order
            if of is not None and (piece.part or _is_given(piece, order)):
                words += [_write_token(token, of, names) for token in piece.tokens]
        return " ".join(words)

    def say(self, order: Order, blanks: Mapping[str, str]) -> str:
        """The order as a sentence; empty if the title has no words for it."""
        if isinstance(self.words, Mapping):
            patterns: tuple[str, ...] = (self.words.get(order.word, ""),)
        else:
            patterns = (self.words,) if isinstance(self.words, str) else self.words
        for pattern in patterns:
            if all(blank in blanks for blank in BLANKS.findall(pattern)):
                said = BLANKS.sub(lambda blank: blanks[blank[1]], pattern)
                return said[:1].upper() + said[1:]
        return ""

    def _pieces_for(self, order: Order) -> tuple[Piece, ...]:
        """The first line that needs nothing which the order lacks, and has a place for all its parts."""
        for pieces in self.pieces[:-1]:
            parts = {piece.part for piece in pieces}
            if all(piece.optional or _is_given(piece, order) for piece in pieces) and all(
                part.verb in parts for part in order.parts
            ):
                return pieces
        return self.pieces[-1]

    def read(self, words: list[str], names: Names) -> Order:
        reading = _Reading(self, words, names)
        for line in self.lines:
            order = reading.order(line)
            if order is not None:
                return order
        raise OrderError(reading.fault)


def _line(text: str, template: str) -> Line:
    """One line of a template taken apart. What is wrong with it is the title's mistake, no player's."""
    pieces = []
    for match in PIECES.finditer(text):
        tokens = tuple(match[match.lastgroup or "plain"].split())
        pieces.append(Piece(tokens, match["plain"] is None, tokens[0] if match["part"] else ""))
    _check(pieces, template)
    together = groupby(enumerate(pieces), lambda at: -1 if at[1].in_any_order else at[0])
    return tuple(tuple(piece for _, piece in group) for _, group in together)


def _check(pieces: list[Piece], template: str) -> None:
    """Refuse a line whose orders could not be read as they are written."""
    begins = [piece.tokens[0] for piece in pieces if piece.in_any_order]
    if len(set(begins)) < len(begins):
        raise ValueError(f"{template}: two pieces that may be left out begin with the same word")
    filled: list[str] = []
    for tokens, optional, part in pieces:
        said = " ".join(tokens)
        values = [token for token in tokens if is_value(token)]
        for token in tokens:
            if token not in values and (token != token.lower() or set(token) & set("[]{}()|")):
                raise ValueError(f"{template}: {token!r} is no token, or a bracket does not fit")
        if not part:
            filled += chain.from_iterable(FIELDS.get(value, ("word",)) for value in values)
        elif tokens[1:] != tuple(values) or len(values) > 1 or set(values) & (FIELDS.keys() - set(IN_PARTS)):
            raise ValueError(
                f"{template}: {{{said}}} should be a name, and behind it {', '.join(IN_PARTS)} or WORD(..)"
            )
        if optional and not part and not values:
            raise ValueError(f"{template}: [{said}] would leave no trace in the order; write {{{said}}}")
    if len(set(filled)) < len(filled):
        raise ValueError(f"{template}: two tokens fill one field; a second list of units is OTHERS or a {{part}}")


class _Reading:
    """The words of an order while the lines of a form are laid over them."""

    def __init__(self, form: Form, words: list[str], names: Names) -> None:
        self.form, self.words, self.names = form, words, names
        self.at = 0
        self.furthest = -1
        """The furthest word that did not fit."""
        self.faults: list[str] = []
        """What is wrong with that word."""
        self.wanted: list[str] = []
        """The plain words that could have stood in its place."""

    def order(self, line: Line) -> Order | None:
        """The order, if the line fits; else what does not fit is kept for ``fault``."""
        self.at = 0
        fields: dict[str, object] = {}
        parts: dict[str, Order] = {}
        for pieces in line:
            if not pieces[0].optional:
                if not self._take(pieces[0].tokens[0], fields):
                    return None
            elif not self._take_options(pieces, fields, parts):
                return None
        if self.at < len(self.words):
            if self.furthest < self.at:
                self._misfits(
                    f"{self.form.verb}: {self.words[self.at]!r} is too much, the form is: {self.form.template}"
                )
            return None
        as_in_form = tuple(parts[piece.part] for piece in chain(*line) if piece.part in parts) if parts else ()
        return _order(self.form.verb, fields, as_in_form)

    @property
    def fault(self) -> str:
        """What is wrong with the furthest word that was reached."""
        faults = list(dict.fromkeys(self.faults))
        if self.wanted:
            *wanted, last = dict.fromkeys(map(repr, self.wanted))
            listed = f"{', '.join(wanted)} or {last}" if wanted else last
            faults.append(f"{self.words[self.furthest]!r} where {listed} is wanted")
        return "; ".join(faults)

    def _take_options(self, pieces: tuple[Piece, ...], fields: dict[str, object], parts: dict[str, Order]) -> bool:
        """Read those that are there, in whichever order they come; False if one that begins does not go on."""
        left = list(pieces)
        while left and self.at < len(self.words):
            values: dict[str, object] = {}
            piece = next((piece for piece in left if self._take(piece.tokens[0], values)), None)
            if piece is None:
                break
            if not all(self._take(token, values) for token in piece.tokens[1:]):
                return False
            left.remove(piece)
            if piece.part:
                parts[piece.part] = _order(piece.part, values)
            else:
                fields |= values
        self._look_for_doubles(piece for piece in pieces if piece not in left)
        return True

    def _take(self, token: str, into: dict[str, object]) -> bool:
        """Read the next word as a token; False if it is none."""
        if self.at == len(self.words):
            self._misfits(f"{self.form.verb}: too short, the form is: {self.form.template}")
            return False
        word = self.words[self.at]
        if is_value(token):
            try:
                _read_value(token, word, self.names, into)
            except OrderError as error:
                self._misfits(str(error))
                return False
        elif word.lower() != token:
            self._misfits("", wanted=token)
            return False
        self.at += 1
        return True

    def _misfits(self, why: str, wanted: str = "") -> None:
        if self.at > self.furthest:
            self.furthest, self.faults, self.wanted = self.at, [], []
        if self.at == self.furthest:
            self.faults += [why] if why else []
            self.wanted += [wanted] if wanted else []

    def _look_for_doubles(self, read: Iterable[Piece]) -> None:
        """Say so if a word comes again with which a piece began that has been read."""
        word = self.words[self.at] if self.at < len(self.words) else ""
        if self.furthest <= self.at and any(piece.tokens[0] == word.lower() for piece in read):
            self._misfits(f"{word!r} is given twice")
            self.wanted.clear()


def _order(verb: str, fields: dict[str, object], parts: tuple[Order, ...] = ()) -> Order:
    more = More.of(fields.pop("way", ()), fields.pop("others", ()), parts)  # type: ignore[arg-type]
    return Order(verb, more=more, **fields)  # type: ignore[arg-type]


def _is_given(piece: Piece, order: Order) -> bool:
    """Whether an order has all that a piece would write; a number that may be left out is 0 then."""
    return not any(
        (token == "UNITS" and not order.units)
        or (token == "OTHERS" and not order.others)
        or (token in ("HEX", "FROM-TO", "WAY") and order.hex == NOWHERE)
        or (token in ("FROM-TO", "WAY") and order.start == NOWHERE)
        or (token == "SEAT" and order.seat < 0)
        or (token == "N" and piece.optional and order.number == 0)
        or (token.startswith("WORD(") and order.word == "")
        for token in piece.tokens
    )


def _write_token(token: str, order: Order, names: Names) -> str:
    if token == "UNITS":
        return names.write_units(order.units)
    if token == "OTHERS":
        return names.write_units(order.others)
    if token == "HEX":
        return names.hex[order.hex]
    if token == "FROM-TO":
        return names.write_way((order.start, order.hex))
    if token == "WAY":
        return names.write_way((order.start, *order.way, order.hex))
    if token.startswith("WORD("):
        return order.word
    if token == "SEAT":
        return names.seats[order.seat]
    if token == "N":
        return str(order.number)
    return token


def _read_value(token: str, word: str, names: Names, fields: dict[str, object]) -> None:
    if token in ("UNITS", "OTHERS"):
        fields[token.lower()] = names.read_units(word)
    elif token == "HEX":
        fields["hex"] = names.read_hex(word)
    elif token == "FROM-TO":
        if word.count("-") != 1:
            raise OrderError(f"{word!r}: two hexes with a dash are wanted, as in 2117-2318")
        fields["start"], fields["hex"] = names.read_way(word)
    elif token == "WAY":
        if "-" not in word:
            raise OrderError(f"{word!r}: two or more hexes with dashes are wanted, as in 2117-2218-2318")
        fields["start"], *between, fields["hex"] = names.read_way(word)
        fields["way"] = tuple(between)
    elif token.startswith("WORD("):
        allowed = {offered.lower(): offered for offered in words_of(token)}
        if word.lower() not in allowed:
            raise OrderError(f"{word!r} is not one of {', '.join(allowed.values())}")
        fields["word"] = allowed[word.lower()]
    elif token == "SEAT":
        if word.lower() not in names.seats:
            raise OrderError(f"{word!r} is not a seat ({', '.join(names.seats)})")
        fields["seat"] = list(names.seats).index(word.lower())
    elif token == "N":
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            raise OrderError(f"{word!r} is not a number from 0 to 999")
        fields["number"] = int(word)


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
