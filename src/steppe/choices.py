"""What can be done at a position, as choices that a table shows and a player clicks.

A choice is a legal order taken apart: the units and the hex it is about, what is written on the map, the sentence for a
person, and the text to send. The titles' forms say what kind each order is of (``orders.Kind``), so that a table needs
to know no verb. Systems fill in the hooks at the end; a title without them can be played all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from steppe.answers import Addition, Aside, Choice, Choices, Completion, Options, RefusalData, ResultWords
from steppe.orders import NOWHERE, Kind, Order, Units, is_value, words_of
from steppe.state import State

if TYPE_CHECKING:
    from steppe.title import Refusal, Title

S = TypeVar("S", bound=State)

MOST_CHOICES = 3000
"""How many choices a table can offer."""
MOST_HINTS = 12
FEW_ORDERS = 1000
"""How many legal orders are looked through to complete a text."""


def refusal_data(refusal: Refusal) -> RefusalData:
    """The row of the ledger that forbids something, why, and what kinds of trouble that is."""
    trouble = [flag.name.lower() for flag in refusal.trouble if flag.name]
    return {"rule": refusal.rule, "why": refusal.why, "trouble": trouble}


class Choosing(Generic[S]):
    """The orders of a title as choices."""

    def __init__(self, title: Title[S]) -> None:
        self.title = title

    # -- an order taken apart -------------------------------------------------------------------------------------

    def choice(self, order: Order, badge: str = "") -> Choice:
        form, names = self.title.notation.forms[order.verb], self.title.names
        text = form.write(order, names)
        has_hex = order.hex != NOWHERE
        return {
            "order": text,
            "kind": form.kind,
            "units": [names.unit[u] for u in order.units],
            "hex": names.hex[order.hex] if has_hex else None,
            "badge": badge,
            "pick": self.spelt(order.word) if has_hex and order.word else "",
            "words": form.say(order, self._blanks(order)) or text,
            "help": self.explained(order.word) or form.help,
        }

    def _blanks(self, order: Order) -> dict[str, str]:
        """What an order fills into its sentence."""
        found = {}
        if order.units:
            found["units"] = " + ".join(self.title.names.unit[u] for u in order.units)
        if order.hex != NOWHERE:
            found["hex"] = self.hex_words(order.hex)
        if order.word:
            found["word"] = self.spelt(order.word)
        if order.number:
            found["n"] = str(order.number)
        return found

    def hex_words(self, h: int) -> str:
        """A hex with its name, if it has one."""
        name = self.title.board.names.get(h, "")
        label = self.title.names.hex[h]
        return f"{label} {name}" if name else label

    def kind(self, order: Order) -> Kind:
        return self.title.notation.forms[order.verb].kind

    def verb_of(self, s: S, kind: Kind) -> str | None:
        """The verb of a kind that answers the decision in hand."""
        forms = self.title.notation.forms
        verbs = () if s.over else self.title.decision(s)[0].verbs
        return next((verb for verb in verbs if forms[verb].kind == kind), None)

    # -- what can be chosen ---------------------------------------------------------------------------------------

    def choices(self, s: S, about: Units, most: int) -> Choices:
        """The first of the legal orders, and whether there are more; ``about`` narrows them to a group."""
        found = [self.choice(order) for order in islice(self.title.legal(s, about), most + 1)]
        return {"choices": found[:most], "more": len(found) > most}

    def options(self, s: S, group: Units) -> Options:
        """What some units can do now: where they can go at what cost, whom they can attack at what odds, and the
        rest."""
        refusal = None if s.over else self.unready(s, group)
        found = [] if s.over else [self.choice(order, odds) for order, odds in self.targets(s, group)]
        costs: Mapping[int, int] | None = None
        for order in islice(self.title.legal(s, group), MOST_CHOICES):
            kind = self.kind(order)
            if kind == "go":
                costs = self.costs(s, group) if costs is None else costs
                found.append(self.choice(order, str(costs.get(order.hex, ""))))
            elif kind not in ("battle", "stack", "end"):
                found.append(self.choice(order))
        return {"choices": found, "refused": refusal_data(refusal) if refusal else None}

    def plain_orders(self, s: S) -> Iterator[Order]:
        """The legal orders of the decision in hand that name no unit and no hex, found without listing all."""
        forms = self.title.notation.forms
        for verb in self.title.decision(s)[0].verbs:
            values = [token for token in forms[verb].tokens if is_value(token)]
            if all(token.startswith("WORD(") for token in values):
                for word in words_of(values[0]) if values else ("",):
                    order = Order(verb, word=word)
                    if self.title.refuse(s, order) is None:
                        yield order

    def attempt(self, s: S, group: Units, h: int, like: Order | None = None) -> Order | None:
        """The order that a click on a hex means while some units are chosen, legal or not; ``like`` is an order of the
        kind that is meant, if the player has said so."""
        if s.over:
            return None
        hostile = self.is_hostile(s, self.title.decision(s)[1], h)
        kinds: tuple[Kind, ...] = ("battle", "go", "put") if hostile else ("go", "battle", "put")
        verb = next((found for found in (self.verb_of(s, kind) for kind in kinds) if found), None)
        if verb is not None and like is None:
            return Order(verb, group, h, self.start(s, group)) if group else None
        if like is None:
            samples = islice(self.title.legal(s), MOST_CHOICES)
            verbs = {order.verb: order for order in samples if order.units or order.hex != NOWHERE}
            if len(verbs) != 1:
                return None
            (like,) = verbs.values()
        if like.units and not group:
            return None
        units = group[:1] if len(like.units) == 1 else group
        return like._replace(units=units if like.units else (), hex=h if like.hex != NOWHERE else NOWHERE)

    def asides(self, s: S, seat: int, h: int | None) -> list[Aside]:
        """What a seat may order beside the decision in hand, about a hex or about none."""
        found: list[Aside] = []
        for verb in sorted(self.title.out_of_turn):
            form = self.title.notation.forms[verb]
            values = [token for token in form.tokens if is_value(token)]
            if "HEX" in values and h is None:
                continue
            word = next((token for token in values if token.startswith("WORD(")), None)
            for said in words_of(word) if word else [""]:
                order = Order(verb, hex=h if h is not None and "HEX" in values else NOWHERE, word=said, seat=seat)
                found += self._aside(s, order)
        stack = self.verb_of(s, "stack")
        if h is not None and stack is not None and self.title.decision(s)[1] == seat:
            for u in self.occupants(s, h):
                found += self._aside(s, Order(stack, (u,)))
        return found

    def _aside(self, s: S, order: Order) -> list[Aside]:
        """The order as a choice, if it is legal."""
        refused = self.title.refuse(s, order) is not None
        return [] if refused else [{**self.choice(order), "on": self.is_so(s, order)}]

    # -- an order as it is typed ----------------------------------------------------------------------------------

    def complete(self, s: S, text: str, *, deciding: bool) -> Completion:
        """How a text goes on: verbs, then legal orders if it is the asker's decision, then units and hexes by their
        beginnings."""
        lower = text.lower()
        if " " not in text:
            return self._complete_verb(s, lower)
        fitting = []
        if deciding:
            named = (word.lower() for part in text.split() for word in part.split("+"))
            known = self.title.names.units
            about = tuple(dict.fromkeys(known[name] for name in named if name in known))
            legal = islice(self.title.legal(s, about), FEW_ORDERS)
            orders = (self.title.notation.write(order, self.title.names) for order in legal)
            fitting = [order for order in orders if order.lower().startswith(lower)]
        if not fitting:
            return {"text": None, "hints": self._next_words(s, text)}
        shared = _shared(fitting)
        return {"text": shared if len(shared) > len(text) else None, "hints": fitting[:MOST_HINTS]}

    def _complete_verb(self, s: S, begun: str) -> Completion:
        asked = () if s.over else self.title.decision(s)[0].verbs
        forms = [form for form in self.title.notation.forms.values() if form.template.startswith(begun)]
        forms.sort(key=lambda form: form.verb not in asked)
        text = f"{forms[0].verb} " if len(forms) == 1 else None
        return {"text": text, "hints": [form.template for form in forms[:MOST_HINTS]]}

    def _next_words(self, s: S, text: str) -> list[str]:
        """Units in sight on the map and hexes, by the beginning of the last word."""
        stem = text
        for mark in " +-":
            stem = stem.rpartition(mark)[2]
        wanted, start = stem.lower(), text[: len(text) - len(stem)]
        if not wanted:
            return []
        title = self.title
        seen: Iterable[dict[str, Any]] = title.visible_data(s)["units"]
        units = (unit["unit"] for unit in seen if "unit" in unit and unit["at"] in title.names.hexes)
        found = [name for name in units if name.lower().startswith(wanted)]
        for h, label in enumerate(title.names.hex):
            if label.lower().startswith(wanted) or title.board.names.get(h, "").lower().startswith(wanted):
                found.append(label)
        return [start + word for word in found[:MOST_HINTS]]

    # -- what a system fills in -----------------------------------------------------------------------------------

    def unready(self, s: S, group: Units) -> Refusal | None:
        """Why some units cannot do what the phase in hand is for."""
        return None

    def costs(self, s: S, group: Units) -> Mapping[int, int]:
        """What it costs some units to go to the hexes that they can reach."""
        return {}

    def targets(self, s: S, group: Units) -> Iterator[tuple[Order, str]]:
        """The battles in which some units could take part, perhaps with others, and the odds if they fought alone; no
        odds where they could not."""
        battles = (order for order in self.title.legal(s, group) if self.kind(order) == "battle")
        for order in battles:
            if set(order.units) == set(group) and not order.number:
                yield order, self.odds(s, order)

    def odds(self, s: S, order: Order) -> str:
        """The likeliest column of a battle."""
        sheet = self.title.sheet(s, order)
        columns: Mapping[str, Any] = sheet.columns if sheet else {}
        return max(columns, key=lambda name: columns[name], default="")

    def addition(self, s: S) -> Addition | None:
        """What may be thrown into a battle besides units, by number."""
        return None

    def start(self, s: S, group: Units) -> int:
        """Where some units are."""
        return NOWHERE

    def occupants(self, s: S, h: int) -> Units:
        """The units in a hex."""
        return ()

    def is_hostile(self, s: S, seat: int, h: int) -> bool:
        """Whether the enemy of a seat stands in a hex."""
        return False

    def is_so(self, s: S, order: Order) -> bool:
        """Whether what an order out of turn would bring about is so already."""
        return False

    def spelt(self, word: str) -> str:
        """A word of an order as people say it."""
        return word.replace("-", " ")

    def explained(self, word: str) -> str:
        """What a word of an order means, if that needs to be said."""
        return ""

    def results(self) -> dict[str, ResultWords]:
        """The results of the combat table in words, by their codes."""
        return {}

    def results_hint(self) -> str:
        """How to read the codes of the combat table, where they can be read."""
        return ""


def _shared(texts: list[str]) -> str:
    """The beginning that all have in common."""
    first, last = min(texts), max(texts)
    differs = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(differs, min(len(first), len(last)))]
