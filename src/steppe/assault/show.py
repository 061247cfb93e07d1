"""States and events as plain data and as words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steppe.assault.fog import UNIT_MOVES
from steppe.assault.marks import column_changes, cut_off, hex_columns, marks_of, shown_flags
from steppe.assault.stacks import units_in
from steppe.assault.state import FIGHTING, HIDDEN, STANDING, TARGET, UNTRIED, WATCHED, AssaultState
from steppe.assault.units import UNKNOWN
from steppe.events import Event
from steppe.title import Standing

if TYPE_CHECKING:
    from steppe.assault.title import Rules

TRACKS = "tracks shown"
"""Where a view that was compared keeps its tracks for the next comparison: a view never changes."""


def visible_data(title: Rules, s: AssaultState) -> dict[str, Any]:
    """A seat's view as plain data. Of a hidden unit there is the hex and nothing else."""
    occupied = (s.vector("top") >= 0).nonzero()[0].tolist()
    return {
        "step": title.current_step(s).name,
        "units": [unit_data(title, s, u) for u in range(len(title.units))],
        "stacks": {title.board.grid.labels[h]: stack(s, h) for h in occupied},
        **{name: column.tolist() for name, column in hex_columns(title, s).items()},
        **tracks(title, s),
    }


def tracks(title: Rules, s: AssaultState) -> dict[str, Any]:
    """What a player sees beside the units."""
    labels = title.board.grid.labels
    return {
        "control": {labels[h]: title.seats[s.control[h] & 1] for h in sorted(title.notable)},
        "cut": cut_off(title, s),
        "aircraft": {seat: title.aircraft_left(s, i) for i, seat in enumerate(title.seats)},
        "standing": {seat: STANDING[s.standing[i]] for i, seat in enumerate(title.seats) if s.standing[i]},
        "watched": [labels[h] for h in (s.vector("control") & WATCHED).nonzero()[0].tolist()],
        **title.status(s),
    }


def standing(title: Rules, s: AssaultState) -> Standing:
    """Steps and factors on the map by seat, and the points if the title counts them."""
    steps, attack, defence = ([0] * len(title.seats) for _ in range(3))
    units, faces, left = title.units, s.face, s.steps
    for u in (s.vector("hex") >= 0).nonzero()[0].tolist():
        side, face, n = units.side[u], faces[u], left[u]
        steps[side] += n
        attack[side] += units.attack[face][n]
        defence[side] += units.defence[face][n]
    return Standing(title.status(s).get("points"), tuple(steps), tuple(attack), tuple(defence))


def stack(s: AssaultState, h: int) -> list[int | None]:
    """The units of a hex from the top down by their numbers; nothing but a place for a hidden one."""
    return [None if s.flags[u] & HIDDEN else u for u in units_in(s, h)]


def visible_changes(title: Rules, before: AssaultState, after: AssaultState) -> dict[str, Any]:
    """What differs in the data of two views, found by comparing columns: few orders touch more than a few units."""
    found: dict[str, Any] = {}
    if before.step != after.step:
        found["step"] = title.current_step(after).name
    differs = ((before.vector("flags") ^ after.vector("flags")) & shown_flags(title)) != 0
    for name in ("hex", "steps", "face", *title.shown_columns):
        differs |= before.vector(name) != after.vector(name)
    if differs.any():
        found["units"] = {str(u): unit_data(title, after, u) for u in differs.nonzero()[0].tolist()}
    hexes = set((before.vector("top") != after.vector("top")).nonzero()[0].tolist())
    for u in (differs | (before.vector("below") != after.vector("below"))).nonzero()[0].tolist():
        hexes |= {before.hex[u], after.hex[u]}
    labels = title.board.grid.labels
    stacks = {labels[h]: stack(after, h) or None for h in sorted(hexes) if h >= 0}
    if stacks:
        found["stacks"] = stacks
    found |= column_changes(title, before, after)
    old = before.__dict__.get(TRACKS) or tracks(title, before)
    new = after.__dict__[TRACKS] = tracks(title, after)
    for name, value in new.items():
        if old[name] != value:
            gone = {key: None for key in old[name] if key not in value} if isinstance(value, dict) else {}
            found[name] = {**value, **gone} if gone else value
    return found


def counters(title: Rules) -> list[dict[str, Any]]:
    """Every counter as it is printed."""
    return [
        {
            "unit": unit.key,
            "side": title.seats[unit.side],
            "nation": unit.nation or title.seats[unit.side],
            "kind": unit.kind,
            "size": unit.size,
            "mobility": unit.mobility,
            "steps": unit.steps,
            "factors": None if unit.pool else title.units.faces[title.units.own_face[u]].text,
            "moves": list(unit.moves),
            "points": unit.points,
            "turn": unit.turn,
            "entry": unit.entry,
            "label": "" if unit.pool else title.units.faces[title.units.own_face[u]].label,
            "source": unit.source,
            "note": unit.note,
        }
        for u, unit in enumerate(title.units.units)
    ]


def unit_data(title: Rules, s: AssaultState, u: int) -> dict[str, Any]:
    unit = title.units.units[u]
    place = title.board.grid.labels[s.hex[u]] if s.hex[u] >= 0 else title.place_off_map(s, u)
    if s.flags[u] & HIDDEN:
        return {"side": title.seats[unit.side], "at": place, "hidden": True}
    known = s.face[u] != UNKNOWN
    face = title.units.faces[s.face[u]] if known else None
    steps = s.steps[u]
    return {
        "unit": unit.key,
        "side": title.seats[unit.side],
        "kind": face.kind if face else unit.kind,
        "size": unit.size,
        "at": place,
        "steps": steps,
        "attack": title.units.attack[s.face[u]][steps] if known else None,
        "defence": title.units.defence[s.face[u]][steps] if known else None,
        "label": face.label if face else "",
        "untried": bool(s.flags[u] & UNTRIED),
        "in_battle": bool(s.flags[u] & (FIGHTING | TARGET)),
        "marks": marks_of(title, s, u),
    }


def tell(title: Rules, event: Event) -> str:
    """An event as a line of the log."""
    facts = event.facts
    units, ending = "", ""
    if event.kind in UNIT_MOVES:  # in other events `units` may be something else, such as a number
        named, hidden = facts.get("units", ()), facts.get("hidden", 0)
        units, ending = _names(title, named, hidden), "" if len(named) + hidden > 1 else "s"
    unit = title.units.keys[facts["unit"]] if "unit" in facts else ""
    where = title.board.label(facts["hex"]) if "hex" in facts else ""
    seat = title.seats[facts["seat"]] if facts.get("seat", -1) >= 0 else ""
    words: dict[str, Callable[[], str]] = {
        "turn": lambda: f"Turn {facts['turn']} begins.",
        "phase": lambda: f"{facts['step']}: {facts['decision']} ({seat}).",
        "deployed": lambda: f"{facts['step']}: {facts['how']} deployment.",
        "placed": lambda: f"{units} set up in {where}.",
        "moved": lambda: _moved(title, f"{units} move{ending}", facts),
        "assault": lambda: _assault(units, where, facts),
        "air": lambda: f"The {seat} player commits {facts['aircraft']} aircraft to the defence.",
        "revealed": lambda: f"Revealed: {_faces(title, facts['units'])}.",
        "odds": lambda: _odds(facts),
        "rolled": lambda: f"Die ({facts['what']}): {facts['die']}.",
        "drawn": lambda: f"Drawn: {facts['what']} {unit}".rstrip() + ".",
        "result": lambda: f"Result: {facts['result']}.",
        "converted": lambda: f"Converted to {facts['result']}.",
        "cannot retreat": lambda: f"The defenders cannot retreat from {where} and are eliminated ({facts['rule']}).",
        "retreated": lambda: f"{units} retreat{ending} to {where}.",
        "advanced": lambda: f"{units} advance{ending} into {where}.",
        "reduced": lambda: f"{unit} is reduced.",
        "eliminated": lambda: f"{unit} is eliminated in {where}.",
        "control": lambda: f"{where} is now {title.seats[facts['side']]}.",
        "battle group": lambda: f"{unit} forms from {title.units.keys[facts['of']]} in {where}.",
        "battle over": lambda: "The battle is over.",
        "entered": lambda: f"{units} enter{ending} at {where}.",
        "lost": lambda: f"{unit} is lost ({facts['rule']}).",
        "withdrawn": lambda: f"{unit} is withdrawn.",
        "replaced": lambda: f"{unit} receives a replacement step.",
        "guards": lambda: f"{unit} replaces {title.units.keys[facts['replaced']]} in {where}.",
        "looked": lambda: f"{unit} was {title.units.faces[facts['face']].text}.",
        "phase order": lambda: f"The {seat} player will {facts['order'].replace('-', ', then ')}.",
        "won": lambda: f"The {seat} player wins by rule {facts['rule']}.",
    }
    own = title.own_words(event, unit, where)
    return own if own is not None else words[event.kind]()


def _names(title: Rules, units: tuple[int, ...], hidden: int) -> str:
    names = [title.units.keys[u] for u in units]
    if hidden:
        names.append(f"{hidden} hidden unit{'s' if hidden > 1 else ''}")
    return "+".join(names)


def _moved(title: Rules, who: str, facts: dict[str, Any]) -> str:
    labels = title.board.grid.labels
    return f"{who} {labels[facts['start']]}-{labels[facts['path'][-1]]} ({facts['spent']} MP)."


def _assault(units: str, where: str, facts: dict[str, Any]) -> str:
    kind = "Mobile assault" if facts["mobile"] else "Prepared assault"
    return f"{kind} on {where} by {units}{' with air ' + str(facts['air']) if facts['air'] else ''}."


def _odds(facts: dict[str, Any]) -> str:
    shifts = ", ".join(f"{name} {abs(n)}{'R' if n > 0 else 'L'} ({rule})" for name, rule, n in facts["shifts"])
    return f"{facts['attack']} against {facts['defence']}{'; ' + shifts if shifts else ''}: {facts['column']}."


def _faces(title: Rules, pairs: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{title.units.keys[u]} {title.units.faces[face].text}" for u, face in pairs)
