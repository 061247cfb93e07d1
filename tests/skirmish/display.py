"""What players are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steppe.events import DRAWN_GAME, WON, Event
from steppe.title import Figures
from tests.skirmish.state import FIGHTING, OFF_MAP, SHAKEN, SHOWN, SkirmishState

if TYPE_CHECKING:
    from tests.skirmish.title import SkirmishTitle


class Display:
    """States and events as plain data and words."""

    def __init__(self, title: SkirmishTitle) -> None:
        self.title, self.board = title, title.board
        self.places = sorted(self.board.hexes("village").union(*(self.board.hexes(f"{s}-camp") for s in title.seats)))

    def visible_data(self, s: SkirmishState) -> dict[str, Any]:
        title, labels = self.title, self.board.grid.labels
        return {
            "step": title.current_step(s).name,
            "units": [self.unit_data(s, u) for u in range(len(title.units))],
            "stacks": {labels[h]: [u] for u, h in sorted(enumerate(s.hex), key=lambda pair: pair[1]) if h >= 0},
            "control": {labels[h]: title.seats[s.holder[h]] for h in self.places},
            "held": s.holder.tolist(),
            "points": title.margin(s),
        }

    def unit_data(self, s: SkirmishState, u: int) -> dict[str, Any]:
        title, unit = self.title, self.title.units[u]
        strength = None if title.fights.unknown(s, u) else title.fights.strength(s, u)
        return {
            "unit": unit.key,
            "side": title.seats[unit.side],
            "kind": unit.kind,
            "size": "",
            "at": self.board.grid.labels[s.hex[u]] if s.hex[u] >= 0 else OFF_MAP[s.hex[u]],
            "steps": 1 if s.flags[u] & SHAKEN else 2,
            "attack": strength,
            "defence": strength,
            "label": unit.label,
            "untried": not unit.strength and not s.flags[u] & SHOWN,
            "in_battle": bool(s.flags[u] & FIGHTING) or s.hex[u] == s.target >= 0,
            "marks": [name for flag, name, _, _ in title.marks if s.flags[u] & flag],
        }

    def counters(self) -> list[dict[str, Any]]:
        title = self.title
        return [
            {
                "unit": unit.key,
                "side": title.seats[unit.side],
                "nation": title.seats[unit.side],
                "kind": unit.kind,
                "size": "",
                "mobility": unit.kind,
                "steps": 2,
                "factors": str(unit.strength) if unit.strength else None,
                "moves": [unit.move],
                "points": 1,
                "turn": 0,
                "entry": f"{title.seats[unit.side]}-zone",
                "label": unit.label,
                "source": unit.source,
                "note": unit.note,
            }
            for unit in title.units
        ]

    def look(self) -> dict[str, Any]:
        marks = [{"name": name, "letter": letter, "words": words} for _, name, letter, words in self.title.marks]
        return {"marks": marks, "zoc_side": None, **self.title.appearance}

    def figures(self, s: SkirmishState) -> Figures:
        title = self.title
        steps, strength = [0] * len(title.seats), [0] * len(title.seats)
        for u, unit in enumerate(title.units):
            if s.hex[u] >= 0:
                steps[unit.side] += 1 if s.flags[u] & SHAKEN else 2
                strength[unit.side] += title.fights.strength(s, u)
        return Figures(title.margin(s), tuple(steps), tuple(strength), tuple(strength))

    def tell(self, event: Event) -> str:
        facts, units, labels = event.facts, self.title.units, self.board.grid.labels
        who = units[facts["unit"]].key if "unit" in facts else ""
        where = self.board.label(facts["hex"]) if "hex" in facts else ""
        seat = self.title.seats[facts["seat"]] if facts.get("seat", -1) >= 0 else ""
        words: dict[str, Callable[[], str]] = {
            "turn": lambda: f"Turn {facts['turn']} begins.",
            "phase": lambda: f"{facts['step']}: {facts['decision']} ({seat}).",
            "deployed": lambda: f"{facts['step']}: {facts['how']} deployment.",
            "placed": lambda: f"{who} is placed in {where}.",
            "moved": lambda: f"{who} marches {labels[facts['start']]}-{labels[facts['path'][-1]]} ({facts['spent']}).",
            "rallied": lambda: f"{who} rallies.",
            "assault": lambda: f"{'+'.join(units[u].key for u in facts['units'])} assault {where}.",
            "withdrew": lambda: f"{who} withdraws to {where}.",
            "revealed": lambda: f"Shown: {', '.join(f'{units[u].key} {chit}' for u, chit in facts['units'])}.",
            "odds": lambda: f"{facts['attack']} against {facts['defence']}, {facts['pips']:+d} to the die.",
            "rolled": lambda: f"Die ({facts['what']}): {facts['die']}.",
            "result": lambda: f"Result: {facts['result']}.",
            "shaken": lambda: f"{who} is shaken.",
            "eliminated": lambda: f"{who} is lost in {where}.",
            "advanced": lambda: f"{who} enters {where}.",
            DRAWN_GAME: lambda: f"The game is drawn by rule {facts['rule']}.",
            WON: lambda: f"The {seat} player wins by rule {facts['rule']}.",
        }
        return words[event.kind]()
