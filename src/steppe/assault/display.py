"""What players are shown: states as plain data, events as words, marks on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from steppe import events
from steppe.answers import ResultWords
from steppe.assault.chapter import A, Chapter
from steppe.assault.fog import UNIT_MOVES
from steppe.assault.stacks import units_in
from steppe.assault.state import (
    ASSAULTED,
    ATTACKED,
    CONTROL_SIDE,
    FIGHTING,
    HALTED,
    HIDDEN,
    MOVED,
    RETREATED,
    STANDING,
    TARGET,
    UNTRIED,
    WATCHED,
    AssaultState,
)
from steppe.assault.units import OFF_MAP, UNKNOWN
from steppe.events import DRAWN_GAME, Event, Sign
from steppe.title import Figures


class Style(NamedTuple):
    """How a mark is drawn: its shape (``messages.MarkShape``), its colour, and that of its letter."""

    shape: str = "disc"
    colour: str = "#ffffff"
    ink: str = "#22201b"


class Mark(NamedTuple):
    """A mark in the corner of a counter: the flags that bring it, its name and letter, and what it says."""

    flags: int
    name: str
    letter: str
    words: str
    style: Style = Style()
    implies: tuple[str, ...] = ()
    """Marks that need not be drawn beside it."""
    is_drawn: bool = True
    """Unless the factors of the counter tell it already."""

    def look(self) -> dict[str, Any]:
        """As plain data."""
        said = {"name": self.name, "letter": self.letter, "words": self.words}
        return {**said, **self.style._asdict(), "implies": list(self.implies), "drawn": self.is_drawn}


MARKS = (
    Mark(FIGHTING | TARGET, "battle", "B", "is in the battle in hand", Style("diamond", "#7a1fa2", "#ffffff")),
    Mark(
        ASSAULTED | ATTACKED,
        "attacked",
        "A",
        "has attacked this phase",
        Style("triangle", "#e07b00", "#1b1204"),
        implies=("moved",),
    ),
    Mark(
        HALTED, "halted", "H", "may not move on this phase", Style("square", "#2b2620", "#ffffff"), implies=("moved",)
    ),
    Mark(MOVED, "moved", "M", "has moved this phase", Style("disc", "#f4f1e6")),
    Mark(RETREATED, "retreated", "<", "has retreated this phase"),
    Mark(UNTRIED, "untried", "?", "is untried: its strength is not known", is_drawn=False),
)

REFIT_STYLE = Style("ring", "#0b62a8", "#0b62a8")
CONCENTRATION_STYLE = Style("diamond", "#e0a800", "#1b1204")
"""Of marks that the campaigns have alike."""

RESULT_WORDS: Mapping[str, ResultWords] = {
    "AS": {"words": "attack stalled", "explained": "Attack stalled: nobody loses anything and nobody moves."},
    "DR": {
        "words": "defender retreats",
        "explained": "Defender retreats one hex; a force that cannot is lost.",
    },
    "BB": {
        "words": "bloodbath",
        "explained": "Bloodbath: the defender is eliminated, the attacker loses as many steps.",
    },
    "DE": {
        "words": "defender eliminated",
        "explained": "Defender eliminated: units at one step die, full ones are reduced.",
    },
    "DL1": {"words": "defender loses one step", "explained": "The defender loses one step and stays."},
    "AL1": {"words": "attacker loses one step", "explained": "The attacker loses one step of his choice."},
}
"""The results of combat that the family knows, those of conversions among them."""

SIGNS: Mapping[str, Sign] = {
    **events.SIGNS,
    "moved": "march",
    "retreated": "march",
    "assault": "battle",
    "result": "result",
    "battle over": "battle-over",
}
"""What a table makes of the family's events."""

CUT = Mark(0, "cut", "U", "is out of supply", Style("octagon", "#b3261e", "#ffffff"))
"""Not a flag of the unit but a matter of the whole position: ``cut_off`` tells who bears it."""

TRACKS = "tracks shown"
"""Where a view that was compared keeps its tracks for the next comparison: a view never changes."""


class Display(Chapter[A]):
    """What players and programs are shown."""

    shown_columns: tuple[str, ...] = ()
    """Columns of the title's own on which what is shown of a unit depends."""
    appearance: Mapping[str, Any] = {}
    """Symbols by kind, colours by nation, regions with a weather of their own: for maps, no rule."""
    results_hint = ""
    """How to read the codes of the combat table, where they can be read."""
    marks: tuple[Mark, ...] = MARKS
    """The marks that units bear on the map, the weightiest first."""

    def marks_of(self, s: A, u: int) -> list[str]:
        flags = s.flags[u]
        return [mark.name for mark in self.marks if flags & mark.flags]

    def marked_flags(self) -> int:
        """The flags that a unit's data shows."""
        found = HIDDEN
        for mark in self.marks:
            found |= mark.flags
        return found

    def cut_off(self, s: A) -> list[int]:
        """The units in sight that are out of supply; only those without a plain line are asked one by one."""
        shown = (s.vector("hex") >= 0) & (s.vector("flags") & HIDDEN == 0)
        found: list[int] = []
        for side in range(len(self.title.seats)):
            mine = (shown & (self.units.side_array == side)).nonzero()[0]
            found += [u for u in self.supply.doubtful(s, side, mine) if not self.supply.is_supplied(s, u)]
        return sorted(found)

    def hex_columns(self, s: A) -> dict[str, Any]:
        """Columns of numbers by hex: the seat that holds it, and whether a zone of control reaches it."""
        found = {"held": s.vector("control") & CONTROL_SIDE}
        if self.zoc.side >= 0:
            found["zoc"] = (s.vector("zoc") > 0).astype("int8")
        return found

    def column_changes(self, before: A, after: A) -> dict[str, dict[str, int]]:
        """The entries of the hex columns that differ, by their index."""
        old, found = self.hex_columns(before), {}
        for name, column in self.hex_columns(after).items():
            differs = (old[name] != column).nonzero()[0].tolist()
            if differs:
                found[name] = {str(h): int(column[h]) for h in differs}
        return found

    def visible_data(self, s: A) -> dict[str, Any]:
        """A seat's view as plain data. Of a hidden unit there is the hex and nothing else."""
        occupied = (s.vector("top") >= 0).nonzero()[0].tolist()
        return {
            "step": self.title.current_step(s).name,
            "units": [self.unit_data(s, u) for u in range(len(self.units))],
            "stacks": {self.board.grid.labels[h]: stack(s, h) for h in occupied},
            **{name: column.tolist() for name, column in self.hex_columns(s).items()},
            **self.tracks(s),
        }

    def tracks(self, s: A) -> dict[str, Any]:
        """What a player sees beside the units."""
        labels = self.board.grid.labels
        return {
            "control": {labels[h]: self.title.seats[s.control[h] & 1] for h in sorted(self.stacks.notable)},
            "cut": self.cut_off(s),
            "aircraft": {seat: self.air.left(s, i) for i, seat in enumerate(self.title.seats)},
            "standing": {
                seat: STANDING[s.standing_order[i]] for i, seat in enumerate(self.title.seats) if s.standing_order[i]
            },
            "watched": [labels[h] for h in (s.vector("control") & WATCHED).nonzero()[0].tolist()],
            **self.status(s),
        }

    def figures(self, s: A) -> Figures:
        """Steps and factors on the map by seat, and the points if the title counts them."""
        steps, attack, defence = ([0] * len(self.title.seats) for _ in range(3))
        units, faces, left = self.units, s.face, s.steps
        for u in (s.vector("hex") >= 0).nonzero()[0].tolist():
            side, face, n = units.side[u], faces[u], left[u]
            steps[side] += n
            attack[side] += units.attack[face][n]
            defence[side] += units.defence[face][n]
        return Figures(self.status(s).get("points"), tuple(steps), tuple(attack), tuple(defence))

    def visible_changes(self, before: A, after: A) -> dict[str, Any]:
        """What differs in the data of two views, found by comparing columns: few orders touch more than a few units."""
        found: dict[str, Any] = {}
        if before.step != after.step:
            found["step"] = self.title.current_step(after).name
        differs = ((before.vector("flags") ^ after.vector("flags")) & self.marked_flags()) != 0
        for name in ("hex", "steps", "face", *self.shown_columns):
            differs |= before.vector(name) != after.vector(name)
        if differs.any():
            found["units"] = {str(u): self.unit_data(after, u) for u in differs.nonzero()[0].tolist()}
        hexes = set((before.vector("top") != after.vector("top")).nonzero()[0].tolist())
        for u in (differs | (before.vector("below") != after.vector("below"))).nonzero()[0].tolist():
            hexes |= {before.hex[u], after.hex[u]}
        labels = self.board.grid.labels
        stacks = {labels[h]: stack(after, h) or None for h in sorted(hexes) if h >= 0}
        if stacks:
            found["stacks"] = stacks
        found |= self.column_changes(before, after)
        old = before.__dict__.get(TRACKS) or self.tracks(before)
        new = after.__dict__[TRACKS] = self.tracks(after)
        for name, value in new.items():
            if old[name] != value:
                gone = {key: None for key in old[name] if key not in value} if isinstance(value, dict) else {}
                found[name] = {**value, **gone} if gone else value
        return found

    def counters(self) -> list[dict[str, Any]]:
        """Every counter as it is printed."""
        return [
            {
                "unit": unit.key,
                "side": self.title.seats[unit.side],
                "nation": unit.nation or self.title.seats[unit.side],
                "kind": unit.kind,
                "size": unit.size,
                "mobility": unit.mobility,
                "steps": unit.steps,
                "factors": None if unit.pool else self.units.faces[self.units.own_face[u]].text,
                "moves": list(unit.moves),
                "points": unit.points,
                "turn": unit.turn,
                "entry": unit.entry,
                "label": "" if unit.pool else self.units.faces[self.units.own_face[u]].label,
                "source": unit.source,
                "note": unit.note,
            }
            for u, unit in enumerate(self.units.units)
        ]

    def unit_data(self, s: A, u: int) -> dict[str, Any]:
        unit = self.units.units[u]
        place = self.board.grid.labels[s.hex[u]] if s.hex[u] >= 0 else self.place_off_map(s, u)
        if s.flags[u] & HIDDEN:
            return {"side": self.title.seats[unit.side], "at": place, "hidden": True}
        known = s.face[u] != UNKNOWN
        face = self.units.faces[s.face[u]] if known else None
        steps = s.steps[u]
        return {
            "unit": unit.key,
            "side": self.title.seats[unit.side],
            "kind": face.kind if face else unit.kind,
            "size": unit.size,
            "at": place,
            "steps": steps,
            "attack": self.units.attack[s.face[u]][steps] if known else None,
            "defence": self.units.defence[s.face[u]][steps] if known else None,
            "label": face.label if face else "",
            "untried": bool(s.flags[u] & UNTRIED),
            "in_battle": bool(s.flags[u] & (FIGHTING | TARGET)),
            "marks": self.marks_of(s, u),
        }

    def tell(self, event: Event) -> str:
        """An event as a line of the log."""
        facts = event.facts
        units, ending = "", ""
        if event.kind in UNIT_MOVES:  # in other events `units` may be something else, such as a number
            named, hidden = facts.get("units", ()), facts.get("hidden", 0)
            units, ending = self._names(named, hidden), "" if len(named) + hidden > 1 else "s"
        unit = self.units.keys[facts["unit"]] if "unit" in facts else ""
        where = self.board.label(facts["hex"]) if "hex" in facts else ""
        seat = self.title.seats[facts["seat"]] if facts.get("seat", -1) >= 0 else ""
        words: dict[str, Callable[[], str]] = {
            "turn": lambda: f"Turn {facts['turn']} begins.",
            "phase": lambda: f"{facts['step']}: {facts['decision']} ({seat}).",
            "deployed": lambda: f"{facts['step']}: {facts['how']} deployment.",
            "placed": lambda: f"{units} set up in {where}.",
            "moved": lambda: self._moved(f"{units} move{ending}", facts),
            "assault": lambda: _assault(units, where, facts),
            "air": lambda: f"The {seat} player commits {facts['aircraft']} aircraft to the defence.",
            "revealed": lambda: f"Revealed: {self._faces(facts['units'])}.",
            "odds": lambda: _odds(facts),
            "rolled": lambda: f"Die ({facts['what']}): {facts['die']}.",
            "drawn": lambda: f"Drawn: {facts['what']} {unit}".rstrip() + ".",
            "result": lambda: f"Result: {facts['result']}.",
            "converted": lambda: f"Converted to {facts['result']}.",
            "cannot retreat": lambda: (
                f"The defenders cannot retreat from {where} and are eliminated ({facts['rule']})."
            ),
            "retreated": lambda: f"{units} retreat{ending} to {where}.",
            "advanced": lambda: f"{units} advance{ending} into {where}.",
            "reduced": lambda: f"{unit} is reduced.",
            "eliminated": lambda: f"{unit} is eliminated in {where}.",
            "control": lambda: f"{where} is now {self.title.seats[facts['side']]}.",
            "battle group": lambda: f"{unit} forms from {self.units.keys[facts['of']]} in {where}.",
            "battle over": lambda: "The battle is over.",
            "entered": lambda: f"{units} enter{ending} at {where}.",
            "lost": lambda: f"{unit} is lost ({facts['rule']}).",
            "withdrawn": lambda: f"{unit} is withdrawn.",
            "replaced": lambda: f"{unit} receives a replacement step.",
            "guards": lambda: f"{unit} replaces {self.units.keys[facts['replaced']]} in {where}.",
            "looked": lambda: f"{unit} was {self.units.faces[facts['face']].text}.",
            "phase order": lambda: f"The {seat} player will {facts['order'].replace('-', ', then ')}.",
            DRAWN_GAME: lambda: f"The game is drawn by rule {facts['rule']}.",
            "won": lambda: f"The {seat} player wins by rule {facts['rule']}.",
        }
        own = self.own_words(event, unit, where)
        return own if own is not None else words[event.kind]()

    def _names(self, units: tuple[int, ...], hidden: int) -> str:
        names = [self.units.keys[u] for u in units]
        if hidden:
            names.append(f"{hidden} hidden unit{'s' if hidden > 1 else ''}")
        return "+".join(names)

    def _moved(self, who: str, facts: dict[str, Any]) -> str:
        labels = self.board.grid.labels
        return f"{who} {labels[facts['start']]}-{labels[facts['path'][-1]]} ({facts['spent']} MP)."

    def _faces(self, pairs: tuple[tuple[int, int], ...]) -> str:
        return ", ".join(f"{self.units.keys[u]} {self.units.faces[face].text}" for u, face in pairs)

    def place_off_map(self, s: A, u: int) -> str:
        """Where a unit is that is not on the map, in a word."""
        return OFF_MAP[s.hex[u]]

    def look(self) -> dict[str, Any]:
        """How counters and hexes are to be drawn, as plain data; no rule."""
        return {
            "marks": [mark.look() for mark in (*self.marks, CUT)],
            "zoc_side": self.title.seats[self.zoc.side] if self.zoc.side >= 0 else None,
            **self.appearance,
        }

    def result_words(self, code: str) -> ResultWords | None:
        """A result of the combat table in words."""
        return RESULT_WORDS.get(code)

    def status(self, masked: A) -> dict[str, Any]:
        """What else a player sees of the game: points, weather, tracks."""
        return {}

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        """An event of the title's own as a line of the log."""
        return None


def stack(s: AssaultState, h: int) -> list[int | None]:
    """The units of a hex from the top down by their numbers; nothing but a place for a hidden one."""
    return [None if s.flags[u] & HIDDEN else u for u in units_in(s, h)]


def _assault(units: str, where: str, facts: dict[str, Any]) -> str:
    kind = "Mobile assault" if facts["mobile"] else "Prepared assault"
    return f"{kind} on {where} by {units}{' with air ' + str(facts['air']) if facts['air'] else ''}."


def _odds(facts: dict[str, Any]) -> str:
    shifts = ", ".join(f"{name} {abs(n)}{'R' if n > 0 else 'L'} ({rule})" for name, rule, n in facts["shifts"])
    return f"{facts['attack']} against {facts['defence']}{'; ' + shifts if shifts else ''}: {facts['column']}."
