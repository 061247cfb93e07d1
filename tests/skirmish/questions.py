"""What can be asked about a skirmish. There is no supply and no retreat, and so no answer to questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from steppe.answers import GivenWay, Joiners, Reach, Threat, Way
from steppe.errors import OrderError
from steppe.orders import Order, Units
from steppe.questions import Questions, sheet_data
from steppe.title import Refusal
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

    def ranges(self, s: SkirmishState, group: Units) -> Reach:
        u, labels = self._one(s, group), self.title.board.grid.labels
        refusal = None if s.over else self.title.marches.mover_refusal(s, u)
        spent = self.title.marches.reach(s, u).spent
        return {
            "units": [self.title.units[u].key],
            "from": labels[s.hex[u]],
            "refused": None if refusal is None else {"rule": refusal.rule, "why": refusal.why},
            "hexes": {labels[h]: n for h, n in spent.items() if h != s.hex[u]},
        }

    def path(self, s: SkirmishState, group: Units, h: int) -> Way:
        u, labels = self._one(s, group), self.title.board.grid.labels
        found = self.title.marches.reach(s, u)
        if h not in found.spent:
            return {"path": [], "spent": []}
        steps = (s.hex[u], *found.path(h))
        return {"path": [labels[x] for x in steps], "spent": [found.spent[x] for x in steps]}

    def way(self, s: SkirmishState, group: Units, hexes: Units) -> GivenWay:
        u = self._one(s, group)
        if len(hexes) != 1:
            raise OrderError("units march by the shortest way: name the hex where it ends")
        order = Order("move", group, hexes[0], s.hex[u])
        return {"units": self._keys(group), **self.path(s, group, hexes[0]), **self.why(s, order)}

    def unready(self, s: SkirmishState, group: Units) -> Refusal | None:
        if self._decision(s) != "march" or s.hex[group[0]] < 0:
            return None
        refusals = (self.title.marches.mover_refusal(s, u) for u in group)
        return next((refusal for refusal in refusals if refusal), None)

    def costs(self, s: SkirmishState, group: Units) -> Mapping[int, int]:
        return self.title.marches.reach(s, group[0]).spent

    def targets(self, s: SkirmishState, group: Units) -> Iterator[tuple[Order, str]]:
        if self._decision(s) == "fight":
            for h, able in self.title.fights.targets(s).items():
                if set(group) <= set(able):
                    order = Order("assault", group, h)
                    yield order, self.odds(s, order)

    def start(self, s: SkirmishState, group: Units) -> int:
        return s.hex[group[0]]

    def occupants(self, s: SkirmishState, h: int) -> Units:
        return () if s.occupant[h] == NOBODY else (s.occupant[h],)

    def is_hostile(self, s: SkirmishState, seat: int, h: int) -> bool:
        return self.title.fights.side_in(s, h) == 1 - seat

    def units_ready(self, s: SkirmishState) -> Units:
        title, decision = self.title, self._decision(s)
        if decision == "march":
            return tuple(u for u in range(len(title.units)) if title.marches.mover_refusal(s, u) is None)
        if decision == "fight":
            return tuple(sorted({u for able in title.fights.targets(s).values() for u in able}))
        waiting = [u for u in sorted(title.playing) if title.units[u].side == s.seat and s.hex[u] == AWAY]
        return tuple(waiting) if decision == "set-up" else ()

    def joiners(self, s: SkirmishState, group: Units, h: int) -> Joiners:
        able = self.title.fights.targets(s).get(h, ()) if self._decision(s) == "fight" else ()
        return {"units": self._keys(able)}

    def threat(self, s: SkirmishState, h: int) -> Threat:
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
