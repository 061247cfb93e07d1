"""What can be asked about a position, answered as plain data: the same for table, shared links, sandbox and terminal.

Answers are ready for JSON: units by their keys, hexes by their labels, seats by their names, chances as exact fractions
in text. A question is answered from the state that it is given: who asks for a seat gives what that seat may know.

What the contract knows of every title is answered here; a system answers the rest in a subclass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from steppe.answers import (
    Battle,
    GivenWay,
    Joiners,
    Legal,
    OutcomeData,
    PromptData,
    Reach,
    Ready,
    Sheet,
    SheetData,
    SupplyRow,
    Threat,
    Warned,
    Way,
    Why,
)
from steppe.choices import Choosing, refusal_data
from steppe.errors import NoAnswerError, OrderError, SteppeError, UnknownHexError, UnknownUnitError
from steppe.orders import Order, Units
from steppe.state import State

if TYPE_CHECKING:
    from steppe.title import AnySheet

S = TypeVar("S", bound=State)
Answer = dict[str, Any]
"""Plain data that has no shape of its own yet."""

SHOWN_LETTERS = 20
"""How much of a name that nobody knows is repeated in a complaint about it."""


def plain(answer: Mapping[str, object]) -> Answer:
    """An answer as a dictionary like any other, for whoever wants to read it without its shape."""
    return cast(Answer, answer)


def plain_or_none(answer: Mapping[str, object] | None) -> Answer | None:
    return None if answer is None else plain(answer)


def sheet_data(sheet: AnySheet) -> SheetData:
    """A battle sheet; its strengths, columns and results with the chance of each."""

    def chances(found: Mapping[Any, Fraction]) -> dict[str, str]:
        return {str(what): str(chance) for what, chance in found.items()}

    return {
        "kind": sheet.kind,
        "attack": chances(sheet.attack),
        "defence": chances(sheet.defence),
        "shifts": [{"name": s.name, "rule": s.rule, "columns": s.columns} for s in sheet.shifts],
        "modifiers": [{"name": m.name, "rule": m.rule, "pips": m.pips} for m in sheet.modifiers],
        "columns": chances(sheet.columns),
        "results": chances(sheet.results),
        "notes": list(sheet.notes),
    }


class Questions(Choosing[S]):
    """The questions that a title of any system can be asked."""

    # -- what a question names: read from text, or OrderError -----------------------------------------------------

    def read_order(self, text: str) -> Order:
        return self.title.notation.read(text, self.title.names)

    def read_units(self, names: Sequence[str]) -> Units:
        """Units by their names, each named once."""
        known = self.title.names.units
        for name in names:
            if name.lower() not in known:
                raise UnknownUnitError(f"there is no unit {name[:SHOWN_LETTERS]!r}")
        found = tuple(known[name.lower()] for name in names)
        if len(set(found)) < len(found):
            raise OrderError("a unit is named twice")
        return found

    def read_hex(self, label: str) -> int:
        found = self.title.names.hexes.get(label)
        if found is None:
            raise UnknownHexError(f"there is no hex {label[:SHOWN_LETTERS]!r} on this map")
        return found

    def read_way(self, text: str) -> tuple[int, ...]:
        """Hexes with dashes, or a single one."""
        return self.title.names.read_way(text)

    # -- what every title answers ---------------------------------------------------------------------------------

    def prompt(self, s: S) -> PromptData:
        """Whose decision it is and what is asked; nobody's when the game is over."""
        asked = self.title.prompt(s)
        seat = self.title.seats[asked.seat] if asked.seat >= 0 else None
        return {"seat": seat, "decision": asked.decision, "text": asked.text, "rule": asked.rule}

    def outcome(self, s: S) -> OutcomeData | None:
        """How the game has come out; None while it goes on."""
        found = self.title.outcome(s)
        return None if found is None else cast(OutcomeData, found._asdict())

    def legal(self, s: S, about: Units, most: int) -> Legal:
        """The first of the legal orders as text, and whether there are more; ``about`` narrows them to a group."""
        found = [self.title.notation.write(o, self.title.names) for o in islice(self.title.legal(s, about), most + 1)]
        return {"orders": found[:most], "more": len(found) > most}

    def why(self, s: S, order: Order) -> Why:
        """Why an order is refused; nothing if it is not."""
        refusal = self.title.refuse(s, order)
        return {"refused": refusal_data(refusal) if refusal else None}

    def sheet(self, s: S, order: Order) -> Sheet:
        """The battle sheet of an attack, if it can be drawn up, and why it is refused, if it is."""
        refused = self.why(s, order)["refused"]
        try:
            found = self.title.sheet(s, order)
        except Exception:
            if refused is None:
                raise
            found = None  # some refused attacks make no sense at all
        return {"sheet": sheet_data(found) if found else None, "refused": refused}

    def ready(self, s: S) -> Ready:
        """The units that can still act in the phase in hand, what ends it, why it may not end yet, and what to know
        before."""
        units = self._keys(self.units_ready(s))
        if s.over or self.title.decision(s)[0].kind == "choice":
            return {"units": units, "choices": [], "end": None, "refused": None, "warnings": []}
        ending, refused = self.verb_of(s, "end"), None
        warnings: list[Warned] = []
        if ending is not None:
            refused = self.why(s, Order(ending))["refused"]
            told = self.title.warnings(s, self.title.decision(s)[1])
            warnings = [{"rule": rule, "text": text} for rule, text in told]
        return {
            "units": units,
            "choices": [self.choice(order) for order in self.plain_orders(s) if order.verb != ending],
            "end": None if ending is None else self.choice(Order(ending)),
            "refused": refused,
            "warnings": warnings,
        }

    def battle(self, s: S, group: Units, h: int, number: int) -> Battle:
        """A battle as it is put together: who could take part, its sheet so far, and the order that begins it."""
        verb = self.verb_of(s, "battle")
        joiners = [] if s.over else self.joiners(s, group, h)["units"]
        if verb is None:
            return {"words": "", "order": None, "joiners": joiners, "addition": None, "sheet": None, "refused": None}
        order = Order(verb, group, h, number=number)
        found: Sheet = self.sheet(s, order) if group else {"sheet": None, "refused": None}
        said = self.choice(order)
        return {
            "words": said["words"],
            "order": said["order"] if group else None,
            "joiners": joiners,
            "addition": self.addition(s),
            "sheet": found["sheet"],
            "refused": found["refused"],
        }

    def why_not(self, s: S, group: Units, h: int, like: Order | None) -> Why:
        """Why a click on a hex does nothing while some units are chosen; nothing if no order is meant by it."""
        order = self.attempt(s, group, h, like)
        return {"refused": None} if order is None else self.why(s, order)

    def units(self, s: S) -> list[Answer]:
        """Every unit, as the title shows it to whoever knows this state."""
        found: list[Answer] = self.title.visible_data(s)["units"]
        return found

    def control(self, s: S) -> dict[str, str]:
        """Whose each hex is."""
        seats = self.title.seats
        return {self.title.names.hex[h]: seats[holder] for h, holder in enumerate(self.title.holders(s).tolist())}

    def place(self, s: S, h: int) -> Answer:
        """A hex, empty or not: what the map says of it, whose it is, who is in it."""
        board, label = self.title.board, self.title.names.hex[h]
        around = [(self.title.names.hex[n], sorted(board.side(h, n))) for _, n in board.grid.adjacent(h)]
        return {
            "hex": label,
            "name": board.names.get(h, ""),
            "terrain": board.terrain[h],
            "features": sorted(name for name, hexes in board.features.items() if h in hexes),
            "regions": sorted(name for name, hexes in board.regions.items() if h in hexes),
            "sides": {n: kinds for n, kinds in around if kinds},
            "control": self.title.seats[int(self.title.holders(s)[h])],
            "units": [row["unit"] for row in self.units(s) if row["at"] == label and "unit" in row],
        }

    def _keys(self, group: Iterable[int]) -> list[str]:
        return [self.title.names.unit[u] for u in group]

    # -- what a system answers ------------------------------------------------------------------------------------

    def units_ready(self, s: S) -> Units:
        """The units that the decision in hand can be about: those that can still act, or are to be placed."""
        return ()

    def joiners(self, s: S, group: Units, h: int) -> Joiners:
        """The units that could attack a hex now, together with a group if there is one."""
        raise self._unknown()

    def ranges(self, s: S, group: Units) -> Reach:
        """Where some units could move as one."""
        raise self._unknown()

    def path(self, s: S, group: Units, h: int) -> Way:
        """The way on which some units would go to a hex now."""
        raise self._unknown()

    def way(self, s: S, group: Units, hexes: Units) -> GivenWay:
        """A way of some units now: to one hex, or through all of these, the first being that where they are. What it
        costs from hex to hex, and why it is refused, if it is."""
        raise self._unknown()

    def sheet_against(self, s: S, order: Order, answer: Order) -> Sheet:
        """The sheet of an attack that the defender answers by an order of his: with aircraft, say."""
        raise self._unknown()

    def threat(self, s: S, h: int) -> Threat:
        """The sheet of the enemy's strongest attack on a hex as things stand; nothing if nobody could attack it."""
        raise self._unknown()

    def supply(self, s: S) -> list[SupplyRow]:
        """The supply of every unit on the map."""
        raise self._unknown()

    def retreats(self, s: S) -> Answer | None:
        """The retreat in hand; None if there is none."""
        raise self._unknown()

    def _unknown(self) -> SteppeError:
        return NoAnswerError(f"{self.title.name} has no answer to that")

    # -- for the sandbox ------------------------------------------------------------------------------------------

    def force_results(self, s: S, codes: Iterable[str]) -> None:
        """From now on the next battles end so, one code each, and what else has a result (weather=M); for the sandbox,
        never for a recorded game."""
        raise SteppeError(f"{self.title.name} cannot force results")
