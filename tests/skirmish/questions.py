"""What can be asked about a skirmish. There is no supply and no retreat, and so no answer to questions about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steppe.errors import OrderError
from steppe.orders import Order, Units
from steppe.questions import Answer, Questions, sheet_data
from tests.skirmish.data import RESULTS
from tests.skirmish.state import AWAY, NOBODY, SHAKEN, SkirmishState

if TYPE_CHECKING:
    from tests.skirmish.title import SkirmishTitle


class SkirmishQuestions(Questions[SkirmishState]):
    title: SkirmishTitle

    def _decision(self, s: SkirmishState) -> str:
        return "" if s.over else self.title.decision(s)[0].name

    def _one(self, s: SkirmishState, group: Units) -> int:
        if len(group) != 1 or s.hex[group[0]] < 0:
            raise OrderError("units march one by one: ask about one unit on the map")
        return group[0]

    def ranges(self, s: SkirmishState, group: Units) -> Answer:
        u, labels = self._one(s, group), self.title.board.grid.labels
        refusal = None if s.over else self.title.marches.mover_refusal(s, u)
        spent = self.title.marches.reach(s, u).spent
        return {
            "units": [self.title.units[u].key],
            "from": labels[s.hex[u]],
            "refused": refusal and {"rule": refusal.rule, "why": refusal.why},
            "hexes": {labels[h]: n for h, n in spent.items() if h != s.hex[u]},
        }

    def path(self, s: SkirmishState, group: Units, h: int) -> Answer:
        u, labels = self._one(s, group), self.title.board.grid.labels
        found = self.title.marches.reach(s, u)
        if h not in found.spent:
            return {"path": [], "spent": []}
        steps = (s.hex[u], *found.path(h))
        return {"path": [labels[x] for x in steps], "spent": [found.spent[x] for x in steps]}

    def way(self, s: SkirmishState, group: Units, hexes: Units) -> Answer:
        u = self._one(s, group)
        if len(hexes) != 1:
            raise OrderError("units march by the shortest way: name the hex where it ends")
        order = Order("move", group, hexes[0], s.hex[u])
        return {"units": self._keys(group), **self.path(s, group, hexes[0]), **self.why(s, order)}

    def options(self, s: SkirmishState, group: Units) -> Answer:
        found: Answer = {"moves": {}, "mobile": {}, "assault": {}, "refused": None}
        labels, decision = self.title.board.grid.labels, self._decision(s)
        if decision == "march" and len(group) == 1 and s.hex[group[0]] >= 0:
            told = self.ranges(s, group)
            found["refused"] = told["refused"]
            found["moves"] = {} if told["refused"] else told["hexes"]
        elif decision == "fight":
            for h, able in self.title.fights.targets(s).items():
                if set(group) <= set(able):
                    columns = self.title.fights.sheet(s, group, h).columns
                    found["assault"][labels[h]] = max(columns, key=lambda name: columns[name])
        return found

    def units_ready(self, s: SkirmishState) -> Units:
        title, decision = self.title, self._decision(s)
        if decision == "march":
            return tuple(u for u in range(len(title.units)) if title.marches.mover_refusal(s, u) is None)
        if decision == "fight":
            return tuple(sorted({u for able in title.fights.targets(s).values() for u in able}))
        waiting = [u for u in sorted(title.playing) if title.units[u].side == s.seat and s.hex[u] == AWAY]
        return tuple(waiting) if decision == "set-up" else ()

    def joiners(self, s: SkirmishState, group: Units, h: int) -> Answer:
        able = self.title.fights.targets(s).get(h, ()) if self._decision(s) == "fight" else ()
        return {"units": self._keys(able)}

    def threat(self, s: SkirmishState, h: int) -> Answer:
        fights, side = self.title.fights, self.title.fights.side_in(s, h)
        around = [n for _, n in self.title.board.grid.adjacent(h) if "cliff" not in self.title.board.side(n, h)]
        near = [s.occupant[n] for n in around if side != NOBODY and fights.side_in(s, n) == 1 - side]
        able = tuple(u for u in near if not s.flags[u] & SHAKEN)
        return {"sheet": sheet_data(fights.sheet(s, able, h)) if able else None}

    def force_results(self, s: SkirmishState, codes: Iterable[str]) -> None:
        for code in codes:
            if code not in RESULTS:
                raise OrderError(f"{code!r} is no result of the table; its results are {', '.join(RESULTS)}")
            s.wanted.append(code)
