"""Assaults: who may make them, what they come to, and what comes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from steppe.dice import DIE
from steppe.events import Log
from steppe.orders import Units
from steppe.title import Modifier, Refusal, Sheet, Trouble
from tests.skirmish.state import DEAD, FIGHTING, FOUGHT, NOBODY, SHAKEN, SHOWN, SkirmishState

if TYPE_CHECKING:
    from tests.skirmish.title import SkirmishTitle

COVER = ("wood", "hill")
Chances = Mapping[int, Fraction]


class Fights:
    """The rules of the fight."""

    def __init__(self, title: SkirmishTitle) -> None:
        self.title, self.board = title, title.board

    # -- who --------------------------------------------------------------------------------------------------------

    def side_in(self, s: SkirmishState, h: int) -> int:
        u = s.occupant[h]
        return NOBODY if u == NOBODY else self.title.units[u].side

    def attacker_refusal(self, s: SkirmishState, u: int, h: int) -> Refusal | None:
        """Why a unit may not assault a hex."""
        unit, at = self.title.units[u], s.hex[u]
        if unit.side != s.seat or at < 0:
            return Refusal("5.1", f"{unit.key} is not one of your units on the map")
        if s.flags[u] & (SHAKEN | FOUGHT):
            why = "is shaken" if s.flags[u] & SHAKEN else "has fought in this phase"
            return Refusal("5.1", f"{unit.key} {why}")
        if self.board.grid.direction(at, h) < 0:
            return Refusal("5.1", f"{unit.key} does not stand next to {self.board.label(h)}", Trouble.HEX)
        if "cliff" in self.board.side(at, h):
            return Refusal("5.2", "nobody assaults across a cliff", Trouble.TERRAIN)
        return None

    def assault_refusal(self, s: SkirmishState, units: Units, h: int) -> Refusal | None:
        if self.side_in(s, h) != 1 - s.seat:
            return Refusal("5.1", f"there is no enemy in {self.board.label(h)}", Trouble.ENEMY)
        if len(set(units)) != len(units):
            return Refusal("5.1", "a unit is named twice")
        return next((r for r in (self.attacker_refusal(s, u, h) for u in units) if r), None)

    def targets(self, s: SkirmishState) -> dict[int, list[int]]:
        """The hexes that the seat could assault, each with the units that could take part."""
        found: dict[int, list[int]] = {}
        for u, unit in enumerate(self.title.units):
            if unit.side == s.seat and s.hex[u] >= 0:
                for _, h in self.board.grid.adjacent(s.hex[u]):
                    if self.side_in(s, h) == 1 - s.seat and self.attacker_refusal(s, u, h) is None:
                        found.setdefault(h, []).append(u)
        return found

    def ways_out(self, s: SkirmishState) -> list[int]:
        """5.3: the hexes to which the assaulted unit may withdraw."""
        title, u = self.title, s.occupant[s.target]
        unit = title.units[u]
        if s.flags[u] & SHAKEN:
            return []
        feared = title.marches.beside(s, 1 - unit.side)
        return [
            h
            for _, h in self.board.grid.adjacent(s.target)
            if s.occupant[h] == NOBODY
            and not feared[h]
            and not title.marches.outside[h]
            and "cliff" not in self.board.side(s.target, h)
            and title.costs[unit.kind][self.board.terrain[h]]
        ]

    # -- strengths ----------------------------------------------------------------------------------------------------

    def unknown(self, s: SkirmishState, u: int) -> bool:
        return not self.title.units[u].strength and not s.chit[u]

    def strength(self, s: SkirmishState, u: int) -> int:
        full = self.title.units[u].strength or s.chit[u]
        return max(full - bool(s.flags[u] & SHAKEN), 0)

    def chits_left(self, s: SkirmishState, side: int) -> list[int]:
        """The chits of a side of which nobody knows who has them, as far as the state tells."""
        left = Counter(self.title.chits[side])
        left.subtract(s.chit[u] for u, unit in enumerate(self.title.units) if unit.side == side and s.chit[u])
        return sorted(left.elements())

    def chances(self, s: SkirmishState, units: Units) -> Chances:
        """What the strengths of some units of a side come to; chits that are not known are any of those left."""
        sure = sum(self.strength(s, u) for u in units if not self.unknown(s, u))
        blank = [u for u in units if self.unknown(s, u)]
        if not blank:
            return {sure: Fraction(1)}
        sure -= sum(bool(s.flags[u] & SHAKEN) for u in blank)
        left = self.chits_left(s, self.title.units[blank[0]].side)
        one = Fraction(1, comb(len(left), len(blank)))
        found: Counter[int] = Counter(sure + sum(drawn) for drawn in combinations(left, len(blank)))
        return {total: n * one for total, n in sorted(found.items())}

    def modifiers(self, s: SkirmishState, units: Iterable[int], h: int) -> tuple[Modifier, ...]:
        """5.5-5.7: what is added to the die."""
        found, units = [], tuple(units)
        if self.board.terrain[h] in COVER or h in self.board.hexes("village"):
            found.append(Modifier("cover", "5.5", -1))
        if all("stream" in self.board.side(s.hex[u], h) for u in units):
            found.append(Modifier("across the stream", "5.6", -1))
        if any(self.title.units[u].kind == "guns" for u in units):
            found.append(Modifier("guns", "5.7", +1))
        return tuple(found)

    def result(self, total: int) -> str:
        """5.4: what the table says."""
        return [name for at_least, name in self.title.table if total >= at_least][-1]

    def sheet(self, s: SkirmishState, units: Units, h: int) -> Sheet[int]:
        attack, defence = self.chances(s, units), self.chances(s, (s.occupant[h],))
        modifiers = self.modifiers(s, units, h)
        more = sum(modifier.pips for modifier in modifiers)
        columns: dict[str, Fraction] = {}
        results: dict[str, Fraction] = {}
        for a, p in attack.items():
            for d, q in defence.items():
                column = f"{a - d:+d}"
                columns[column] = columns.get(column, Fraction(0)) + p * q
                for die in range(1, DIE + 1):
                    name = self.result(a - d + more + die)
                    results[name] = results.get(name, Fraction(0)) + p * q / DIE
        return Sheet("assault", attack, defence, (), columns, results, modifiers=modifiers)

    # -- what happens -------------------------------------------------------------------------------------------------

    def begin(self, s: SkirmishState, units: Units, h: int, out: Log) -> None:
        s.gather("flags", FIGHTING, units)
        for u in units:
            s.flags[u] |= FOUGHT
        s.target, s.leader = h, units[0]
        out.add("assault", units=units, hex=h, seat=s.seat)
        if self.ways_out(s):
            self.title.ask(s, "answer", 1 - s.seat)
        else:
            self.roll(s, out)

    def roll(self, s: SkirmishState, out: Log) -> None:
        """5.4: chits are shown, and the die decides."""
        units, h = tuple(s.gathered("flags", FIGHTING)), s.target
        defender = s.occupant[h]
        shown = tuple((u, s.chit[u]) for u in (*units, defender) if s.chit[u] and not s.flags[u] & SHOWN)
        if shown:
            for u, _ in shown:
                s.flags[u] |= SHOWN
            out.add("revealed", units=shown)
        attack, defence = sum(self.strength(s, u) for u in units), self.strength(s, defender)
        more = sum(modifier.pips for modifier in self.modifiers(s, units, h))
        out.add("odds", attack=attack, defence=defence, column=f"{attack - defence:+d}", pips=more)
        if s.wanted:
            result = s.wanted.pop(0)
        else:
            result = self.result(attack - defence + more + self.title.die(s, out, "assault"))
        out.add("result", result=result)
        if result == "repulse":
            for u in units:
                self.shake(s, u, out)
        elif result == "shaken":
            self.shake(s, defender, out)
        elif result == "routed":
            self.lose(s, defender, out)
        self.end(s, out)

    def end(self, s: SkirmishState, out: Log) -> None:
        """5.9: the assault is over; an empty hex is entered."""
        h, leader = s.target, s.leader
        s.gather("flags", FIGHTING, ())
        s.target = s.leader = -1
        if s.occupant[h] == NOBODY and not s.over:
            out.add("advanced", unit=leader, hex=h)
            self.title.enter_hex(s, leader, h, out)

    def shake(self, s: SkirmishState, u: int, out: Log) -> None:
        """5.8: a second time is too much."""
        if s.flags[u] & SHAKEN:
            self.lose(s, u, out)
        else:
            s.flags[u] |= SHAKEN
            out.add("shaken", unit=u)

    def lose(self, s: SkirmishState, u: int, out: Log) -> None:
        out.add("eliminated", unit=u, hex=s.hex[u])
        s.lost[self.title.units[u].side] += 1
        self.title.put(s, u, DEAD)
