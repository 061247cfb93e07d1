"""What the family's titles answer about a position, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from steppe import answers
from steppe.answers import Addition, GivenWay, Joiners, Reach, RefusalData, ResultWords, SupplyRow, Threat, Way
from steppe.assault.attenuation import ATTENUATED
from steppe.assault.chapter import A
from steppe.assault.combat import Battle
from steppe.assault.display import RESULT_WORDS
from steppe.assault.movement import chosen_way
from steppe.assault.retreats import retreaters
from steppe.assault.stacks import units_in
from steppe.assault.state import MOBILE, PREPARED, STANDING, WATCHED_BY
from steppe.assault.weather import WANTED, WEATHER, Weather
from steppe.choices import refusal_data
from steppe.errors import OrderError
from steppe.orders import Order, Units
from steppe.questions import Answer, Questions, sheet_data
from steppe.title import Refusal, Sheet

if TYPE_CHECKING:
    from steppe.assault.title import AssaultTitle

KINDS = {"mobile": MOBILE, "assault": PREPARED}


def _reason(refusal: Refusal | None) -> RefusalData | None:
    """Why something cannot be done, if it cannot."""
    return None if refusal is None else {"rule": refusal.rule, "why": refusal.why}


class AssaultQuestions(Questions[A]):
    """What the family answers."""

    title: AssaultTitle[A]

    def ranges(self, s: A, group: Units) -> Reach:
        """The hexes that a group can reach with the MP spent, and why it may not move now, if so."""
        if any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
            raise OrderError(f"{self._names(group)}: a range is asked of units in one hex of the map")
        refusal = self.title.movement.group_refusal(s, group) if not s.over else None
        labels = self.title.board.grid.labels
        found = self.title.ranges.find_range(s, group)
        may_stop = set(self.title.ranges.goals(s, group)) if not s.over else set()
        return {
            "units": self._keys(group),
            "from": labels[s.hex[group[0]]],
            "refused": _reason(refusal),
            "hexes": {labels[h]: spent for h, spent in found.items() if h in may_stop},
        }

    # -- what a table shows ---------------------------------------------------------------------------------------

    def _decision(self, s: A) -> str:
        return "" if s.over else self.title.decision(s)[0].name

    def unready(self, s: A, group: Units) -> Refusal | None:
        """Why a group may not move in the Movement Phase."""
        if self._decision(s) != "movement" or any(s.hex[u] < 0 for u in group):
            return None
        return self.title.movement.group_refusal(s, group)

    def costs(self, s: A, group: Units) -> Mapping[int, int]:
        return dict(self.title.ranges.find_range(s, group).items())

    def targets(self, s: A, group: Units) -> Iterator[tuple[Order, str]]:
        """Mobile assaults that a group can launch by itself; prepared ones in which it can take part."""
        decision, combat = self._decision(s), self.title.combat
        if any(s.hex[u] < 0 for u in group):
            return
        if decision == "movement" and self.unready(s, group) is None:
            yield from ((order, self.odds(s, order)) for order in combat.mobile_orders(s, group) if not order.number)
        elif decision == "combat":
            for h, able in combat.targets(s, s.seat).items():
                if set(group) <= set(able):
                    order = Order("assault", group, h)
                    refused = combat.assault_refusal(s, order, PREPARED) is not None
                    yield order, "" if refused else self.odds(s, order)

    def addition(self, s: A) -> Addition | None:
        left = self.title.air.left(s, s.seat)
        return {"words": "Aircraft", "most": left} if left > 0 else None

    def start(self, s: A, group: Units) -> int:
        return s.hex[group[0]]

    def occupants(self, s: A, h: int) -> Units:
        return tuple(units_in(s, h))

    def is_hostile(self, s: A, seat: int, h: int) -> bool:
        return self.title.stacks.side_in(s, h) == 1 - seat

    def is_so(self, s: A, order: Order) -> bool:
        if order.verb == "standing":
            return STANDING[s.standing_order[order.seat]] == order.word
        return order.verb == "watch" and bool(s.control[order.hex] & WATCHED_BY[order.seat])

    def spelt(self, word: str) -> str:
        """A result of the combat table, a kind of unit, or what the word itself says."""
        told = self.title.display.result_words(word)
        kinds: Mapping[str, str] = self.title.display.appearance.get("kinds", {})
        return told["words"] if told and told["words"] else kinds.get(word) or super().spelt(word)

    def explained(self, word: str) -> str:
        told = self.title.display.result_words(word)
        return told["explained"] if told else ""

    def results(self) -> dict[str, ResultWords]:
        codes = dict.fromkeys((*self.title.results_table.known, *RESULT_WORDS))
        told = {code: self.title.display.result_words(code) for code in codes}
        return {code: words for code, words in told.items() if words}

    def results_hint(self) -> str:
        return self.title.display.results_hint

    # -- questions ------------------------------------------------------------------------------------------------

    def path(self, s: A, group: Units, h: int) -> Way:
        """The hexes of a group's way to a hex, with the MP spent when it is in each; empty if there is no way."""
        self._check_together(s, group)
        labels = self.title.board.grid.labels
        steps = tuple(reversed(self.title.ranges.route(s, group, h).steps))
        start = [labels[s.hex[group[0]]]] if steps else []
        return {
            "path": start + [labels[x] for x, _ in steps],
            "spent": [0] * len(start) + [spent for _, spent in steps],
        }

    def _check_together(self, s: A, group: Units) -> None:
        if not group or any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
            raise OrderError(f"{self._names(group)}: a way is asked of units in one hex of the map")

    def way(self, s: A, group: Units, hexes: Units) -> GivenWay:
        """The cheapest way to a hex, or the given one, judged as an order to move is."""
        self._check_together(s, group)
        here, labels = s.hex[group[0]], self.title.board.grid.labels
        if len(hexes) == 1:
            order, steps = Order("move", group, hexes[0], here), self.title.ranges.route(s, group, hexes[0]).steps
        elif hexes[0] != here:
            raise OrderError(f"{self._names(group)}: its way begins in {labels[here]}, not in {labels[hexes[0]]}")
        else:
            order = Order("move", group, hexes[-1], here, more=chosen_way(hexes[1:-1]))
            steps = self.title.movement.follow(s, order)[0].steps
        gone = [(here, 0), *reversed(steps)] if steps else []
        return {
            "units": self._keys(group),
            "path": [labels[h] for h, _ in gone],
            "spent": [spent for _, spent in gone],
            "refused": self.why(s, order)["refused"],
        }

    def sheet_against(self, s: A, order: Order, answer: Order) -> answers.Sheet:
        """The sheet of an assault against so many aircraft of the defender (``air 1``)."""
        if order.verb not in KINDS or not order.units or answer.verb != "air":
            raise OrderError("the sheet of an assault can be asked for against aircraft: air N")
        refused = self.why(s, order)["refused"]
        if refused:
            return {"sheet": None, "refused": refused}
        battle = self.title.combat.battle_of(s, order, KINDS[order.verb])
        left = self.title.air.left(s, 1 - battle.side)
        if answer.number > left:
            why = f"aircraft that the {self.title.seats[1 - battle.side]} player has left: {left}"
            return {"sheet": None, "refused": refusal_data(Refusal(self.title.cite["aircraft allotment"], why))}
        sheet = self.title.strengths.sheet_of(s, battle._replace(defender_air=answer.number))
        return {"sheet": sheet_data(sheet), "refused": None}

    def place(self, s: A, h: int) -> Answer:
        """With the supply that each side would have in it, and who could move there."""
        found = super().place(s, h)
        found["supply"] = {seat: self._supply_in(s, side, h) for side, seat in enumerate(self.title.seats)}
        found["reach"] = [] if s.over else list(self._who_reaches(s, h))
        return found

    def _supply_in(self, s: A, side: int, h: int) -> Answer | None:
        """The supply of a side in a hex, as if a unit of it were there; None if an enemy is."""
        if self.title.stacks.side_in(s, h) == 1 - side:
            return None
        supply, labels = self.title.supply, self.title.board.grid.labels
        line = supply.line(s, side, h) if supply.is_joined(s, side, h) else []
        by = "line" if supply.has_line(s, side, h) else ("hex" if supply.local_supply(s, h, side) else None)
        return {"in_supply": by is not None, "by": by, "line": [labels[x] for x in reversed(line)]}

    def _who_reaches(self, s: A, h: int) -> Iterator[Answer]:
        """Every single unit whose range has a hex, with the MP spent and why it may not move now, if so."""
        for u, here in enumerate(s.hex):
            if here < 0 or here == h:
                continue
            spent = self.title.ranges.find_range(s, (u,)).get(h)
            if spent is None or h not in self.title.ranges.goals(s, (u,)):
                continue
            yield {
                "unit": self.title.units.keys[u],
                "side": self.title.seats[self.title.units.side[u]],
                "from": self.title.board.grid.labels[here],
                "spent": spent,
                "refused": self.why(s, Order("move", (u,), h, here))["refused"],
            }

    def units_ready(self, s: A) -> Units:
        """The units that can still do something in the phase in hand; in set-up those of the group that is placed."""
        decision = self._decision(s)
        if decision == "movement":
            return (*self.title.movement.movable(s), *self.title.arrivals.waiting_to_enter(s))
        if decision == "combat":
            return tuple(sorted({u for units in self.title.combat.targets(s, s.seat).values() for u in units}))
        return tuple(self.title.set_up.group(s)) if decision == "set-up" else ()

    def joiners(self, s: A, group: Units, h: int) -> Joiners:
        """Who could take part in an assault on a hex: in a mobile one only those who stand together."""
        return {"units": self._keys(self._joiners(s, group, h))}

    def _joiners(self, s: A, group: Units, h: int) -> Units:
        decision = self._decision(s)
        if decision == "combat":
            return tuple(self.title.combat.targets(s, s.seat).get(h, ()))
        if decision == "movement" and group and s.hex[group[0]] >= 0:
            mates = units_in(s, s.hex[group[0]])
            return tuple(u for u in mates if u in group or self._joins(s, group, u, h))
        return ()

    def _joins(self, s: A, group: Units, u: int, h: int) -> bool:
        """Whether a unit of the same stack may take part in a group's mobile assault."""
        return (
            self.title.movement.group_refusal(s, (*group, u)) is None
            and self.title.combat.attacker_refusal(s, u, h, MOBILE) is None
        )

    def threat(self, s: A, h: int) -> Threat:
        """The sheet of a prepared assault on a hex by everybody of the other side who stands next to it and may attack
        across."""
        sheet = self._threat(s, h)
        return {"sheet": sheet_data(sheet) if sheet else None}

    def _threat(self, s: A, h: int) -> Sheet[int] | None:
        side = self.title.stacks.side_in(s, h)
        if side < 0:
            return None
        force = [
            u
            for _, n in self.title.board.grid.adjacent(h)
            if self.title.stacks.side_in(s, n) == 1 - side
            for u in units_in(s, n)
            if not self.title.terrain.assault_bar(s, u, n, h) and not self.title.terrain.hex_bar(s, u, h)
        ]
        if not force:
            return None
        from_hexes = frozenset(s.hex[u] for u in force)
        return self.title.strengths.sheet_of(
            s, Battle(PREPARED, 1 - side, h, tuple(force), tuple(units_in(s, h)), from_hexes, 0, 0)
        )

    def supply(self, s: A) -> list[SupplyRow]:
        """Every unit on the map: whether it is in supply, by a line or by the hex itself, and the shortest line."""
        labels = self.title.board.grid.labels
        rows: list[SupplyRow] = []
        for u, h in enumerate(s.hex):
            if h < 0:
                continue
            side = self.title.units.side[u]
            supplied = self.title.supply.is_supplied(s, u)
            traced = self.title.supply.traces(s, u, h) and u not in s.supposed
            by = "line" if traced else ("hex" if supplied else None)
            rows.append(
                {
                    "unit": self.title.units.keys[u],
                    "side": self.title.seats[side],
                    "at": labels[h],
                    "in_supply": supplied,
                    "strained": supplied and self.title.supply.is_strained(s, u),
                    "by": "position" if u in s.supposed else by,
                    "state": self.title.supply.state_name(s, u),
                    "line": [labels[x] for x in reversed(self.title.supply.line_of(s, u))] if traced else [],
                }
            )
        return rows

    def retreats(self, s: A) -> Answer | None:
        """The retreat in hand: who chooses, where the force may go, and why the hexes around are closed to it."""
        if s.over or self.title.decision(s)[0].name != "retreat":
            return None
        found = self.title.retreats.plan(s)
        assert found is not None
        group = retreaters(s)
        labels = self.title.board.grid.labels
        barred = {}
        for _, h in self.title.board.grid.adjacent(s.battle_hex):
            if h not in found.hexes:
                barred[labels[h]] = _reason(self.title.refuse(s, Order("retreat", hex=h)))
        return {
            "chooses": self.title.seats[self.title.decision(s)[1]],
            "from": labels[s.battle_hex],
            "units": self._keys(group),
            "together": found.whole,
            "open": [labels[h] for h in found.hexes],
            "closed": barred,
        }

    def _names(self, group: Units) -> str:
        return "+".join(self._keys(group))

    def force_results(self, s: A, codes: Iterable[str]) -> None:
        known = self._results()
        for text in codes:
            name, _, code = text.rpartition("=")
            if name not in known:
                others = ", ".join(filter(None, known)) or "those of battles alone, without a name"
                raise OrderError(f"{text!r}: nothing is called {name!r} that has a result; known are {others}")
            if code not in known[name]:
                of = f"of {name}" if name else "of a battle"
                raise OrderError(f"{code!r} is no result {of}; its results are {', '.join(known[name])}")
            s.wanted.append(text)

    def _results(self) -> dict[str, Sequence[str]]:
        """Every result that the rules know: of battles, and by name of what else is rolled."""
        found: dict[str, Sequence[str]] = {"": self.title.battles.results}
        if self.title.attenuation.table:
            found[ATTENUATED] = [str(shift) for shift in sorted(set(self.title.attenuation.table.values()))]
        if isinstance(self.title.__dict__.get("weather"), Weather):
            found[WEATHER] = WANTED
        return found
