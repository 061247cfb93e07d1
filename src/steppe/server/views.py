"""What travels to a page: a title's fixed data once, a seat's view once, and then what changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from steppe import titles
from steppe.answers import Asked
from steppe.server.chairs import NEUTRAL
from steppe.server.guard import as_json
from steppe.server.messages import Counter, Fixed, Look, ScenarioData, TurnData, View
from steppe.title import Scenario, Title


def masked(title: Title[Any], state: Any, eyes: int) -> Any:
    """The state as a pair of eyes sees it; a stranger sees what no seat hides from the other."""
    if eyes != NEUTRAL:
        return title.masked(state, eyes)
    for seat in range(len(title.seats)):
        state = title.masked(state, seat)
    return state


class Seen:
    """A position as a pair of eyes sees it. It never changes, so that what was sent can be compared with what is."""

    def __init__(self, title: Title[Any], state: Any, eyes: int, at: int) -> None:
        self.title, self.eyes, self.at = title, eyes, at
        self.state = masked(title, state, eyes)

    @cached_property
    def data(self) -> View:
        return view(self.title, self.state)

    @cached_property
    def json(self) -> bytes:
        """The view ready to be sent, by itself or in something else."""
        return as_json(self.data)

    def changes_since(self, before: Seen) -> dict[str, Any]:
        """What must be sent to somebody who was last sent another view of the same eyes."""
        found = self.title.visible_changes(before.state, self.state)
        if found is None:
            return changes(before.data, self.data)
        if before.state.turn != self.state.turn:
            found["turn"] = self.state.turn
        return found

    def for_thinking(self) -> Any:
        """A copy of the masked state, for another thread with a title of its own."""
        state = self.state.clone()
        state.cache.clear()
        return state


def prompt(title: Title[Any], state: Any) -> Asked:
    """What is asked and how it is answered, or how the game has come out."""
    asked, outcome = title.questions.prompt(state), title.questions.outcome(state)
    if outcome:
        return {**asked, "kind": "choice", "heading": "", "kinds": [], "verbs": [], "outcome": outcome}
    decision = title.decision(state)[0]
    kinds = dict.fromkeys(title.notation.forms[verb].kind for verb in decision.verbs)
    return {
        **asked,
        "kind": decision.kind,
        "heading": decision.heading,
        "kinds": list(kinds),
        "verbs": list(decision.verbs),
        "outcome": None,
    }


def view(title: Title[Any], seen: Any) -> View:
    """A masked state as plain data, whole."""
    return cast(View, {"turn": seen.turn, **title.visible_data(seen)})


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What is new in a view; tables are compared entry by entry, a missing entry is sent as null."""
    found: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if old == value:
            continue
        if isinstance(value, list) and isinstance(old, list) and len(value) == len(old):
            found[key] = {str(i): v for i, (o, v) in enumerate(zip(old, value, strict=True)) if o != v}
        elif isinstance(value, dict) and isinstance(old, dict):
            changed = {k: v for k, v in value.items() if old.get(k) != v}
            found[key] = {**changed, **{k: None for k in old if k not in value}}
        else:
            found[key] = value
    return found


def scenario(scenario: Scenario) -> ScenarioData:
    """A scenario as plain data."""
    return cast(ScenarioData, {**scenario._asdict(), "options": dict(scenario.options)})


def fixed(title: Title[Any]) -> Fixed:
    """Everything about a scenario of a title that no order changes: map, counters, rules, orders."""
    board, grid = title.board, title.board.grid
    return {
        "key": title.key,
        "name": title.name,
        "full_name": title.full_name,
        "scenario": scenario(title.scenario),
        "seats": list(title.seats),
        "flat": grid.numbering.flat,
        "hexes": [
            {
                "hex": label,
                "x": round(float(grid.centres[h][0]), 4),
                "y": round(float(grid.centres[h][1]), 4),
                "terrain": board.terrain[h],
                "features": sorted(f for f, hexes in board.features.items() if h in hexes),
                "regions": sorted(r for r, hexes in board.regions.items() if h in hexes),
                "name": board.names.get(h, ""),
                "source": board.sources.get(h, ""),
            }
            for h, label in enumerate(grid.labels)
        ],
        "sides": [
            (grid.labels[a], grid.labels[b], sorted(kinds)) for (a, b), kinds in sorted(board.side_kinds.items())
        ],
        "terrains": {
            terrain.name: {"colour": terrain.colour, "water": terrain.is_water}
            for terrain in titles.map_look(title.key).terrains
        },
        "units": cast(list[Counter], title.counters()),
        "rules": [
            {"rule": row.rule, "title": row.title, "what": row.what, "reading": row.ambiguity, "kind": row.kind}
            for row in title.ledger
        ],
        "forms": [{"form": form.template, "help": form.help} for form in title.notation.forms.values()],
        "steps": [
            {"step": step.name, "frame": step.frame, "words": step.words, "rule": step.rule}
            for step in title.sequence.steps
        ],
        "look": cast(Look, title.look()),
        "turns": cast(list[TurnData], title.turn_track()),
        "results": title.questions.results(),
        "results_hint": title.questions.results_hint(),
        "objectives": {grid.labels[h]: worth for h, worth in title.printed_worth().items()},
    }
