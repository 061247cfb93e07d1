"""3.0 Set-up: the Frontier Zone, the Interior Zone, then the German side in the ZOMO and the OKH Reserve areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from steppe.assault.setup import SetUp, SetUpStep
from steppe.assault.state import CONTROL_LOST
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.arrivals import AREA_OF, SATELLITES
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import GERMAN, NOWHERE, OKH_NORTH, OKH_SOUTH, SOVIET, MonsterState
from steppe.titles.pm.tables import OKH

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

ZONE_RULES = {"frontier": "3.3a", "interior": "3.4a"}

COLUMN_MINIMUM = 4
"""Units that every column of the Interior Zone must have (3.4)."""

GUESTS = 7
"""German non-mechanized divisions that may start in Romania or the southern OKH Reserve area (3.7)."""

GUEST_GUNS = 1
"""Assault gun battalions that may start there."""


class Dealer:
    """Units dealt out one by one, each to a hex that takes it."""

    def __init__(self, title: ProudMonster, s: MonsterState, units: tuple[int, ...]) -> None:
        self.title, self.s, self.waiting = title, s, list(units)

    def fits(self, u: int, h: int) -> bool:
        title, s = self.title, self.s
        return (
            title.stacking.has_room(s, (u,), h)
            and not title.terrain.hex_bar(s, u, h)
            and title.set_up.place_refusal(s, u, h) is None
            and title.stacking.mixing_refusal(s, (u,), h) is None
        )

    def put_one(self, h: int) -> None:
        """Some unit goes into a hex."""
        able = [u for u in self.waiting if self.fits(u, h)]
        if able:
            u = able[self.title.draw(self.s, len(able))]
            self.waiting.remove(u)
            self.title.set_up.place(self.s, u, h)

    def put_rest(self, hexes: list[int]) -> None:
        """Everybody left goes somewhere, wherever there is room."""
        for u in self.waiting:
            room = list(hexes)
            while room:
                h = room.pop(self.title.draw(self.s, len(room)))
                if self.fits(u, h):
                    self.title.set_up.place(self.s, u, h)
                    break
        self.waiting = [u for u in self.waiting if self.s.hex[u] < 0]


class MonsterSetUp(MonsterChapter, SetUp[MonsterState]):
    """3.0."""

    def group(self, s: MonsterState) -> tuple[int, ...]:
        return self.group_of(self.title.current_step(s).name)

    def group_of(self, step: str) -> tuple[int, ...]:
        """The units that a step places."""
        return self.roster.entries.starters if step == "german" else self.roster.entries.groups.get(step, ())

    def zone(self, s: MonsterState) -> list[int]:
        """The hexes of the zone of a step."""
        step = self.title.current_step(s).name
        return sorted(self.board.region("zomo" if step == "german" else step))

    def place_refusal(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        step = self.title.current_step(s).name
        if step == "german":
            return self.german_refusal(s, u, h)
        if h in self.board.region(step) and h in self.board.region("ussr"):
            return None
        return Refusal(ZONE_RULES[step], f"{self.board.label(h)} does not lie in the zone of {self.units.keys[u]}")

    def german_refusal(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        """3.7: Hungary for the Fast Corps alone, Romania for Romanians and a few Germans, the north for all others."""
        name, label, nation = self.units.keys[u], self.board.label(h), self.units.nation[u]
        region = self.board.region
        if nation == "hungarian":
            if h not in region("hungary") or h not in region("sheet S"):
                return Refusal("3.7b", f"{name} starts in Hungary, on the south map", Trouble.HEX)
            return None
        if h in region("hungary"):
            return Refusal("3.7b", f"nobody but the Fast Corps starts in Hungary ({label})", Trouble.HEX)
        if nation == "romanian":
            return None if h in region("romania") else Refusal("3.7c", f"{name} starts in Romania", Trouble.HEX)
        if h in region("romania"):
            return self.guest_refusal(s, u)
        if h not in region("germany"):
            return Refusal("3.7e", f"{name} starts in the ZOMO of Greater Germany, not in {label}", Trouble.HEX)
        return None

    def guest_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """3.7: seven German non-mechanized divisions and an assault gun battalion in the south, and no more."""
        name = self.units.keys[u]
        is_gun = self.units.kind[u] == "assault-gun"
        if not is_gun and not self.is_guest_division(u):
            return Refusal("3.7d", f"{name} is no non-mechanized division, nor an assault gun battalion", Trouble.UNIT)
        others = sum((self.units.kind[v] == "assault-gun") == is_gun for v in self.guests(s) if v != u)
        limit = GUEST_GUNS if is_gun else GUESTS
        if others >= limit:
            what = "assault gun battalions" if is_gun else "German divisions"
            return Refusal("3.7d", f"no more than {limit} {what} start in Romania and the southern area", Trouble.UNIT)
        return None

    def is_guest_division(self, u: int) -> bool:
        return self.units.units[u].size == "XX" and self.units.mobility[u] != "mech"

    def guests(self, s: MonsterState) -> list[int]:
        """The Germans in Romania and in the southern OKH Reserve area."""
        romania = self.board.region("romania")
        return [
            u
            for u in self.group_of("german")
            if self.units.nation[u] not in SATELLITES and (s.hex[u] in romania or s.area[u] == OKH_SOUTH)
        ]

    def hold_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        """3.7, 8.4, 8.5: who may begin in which OKH Reserve area."""
        if self.title.current_step(s).name != "german":
            return Refusal("3.7a", "only the German side has OKH Reserve areas", Trouble.TIME)
        if len(order.units) != 1 or order.units[0] not in self.group(s):
            return Refusal("3.7a", "name one unit of the starting forces", Trouble.UNIT)
        u = order.units[0]
        name, nation = self.units.keys[u], self.units.nation[u]
        if s.hex[u] == RESERVE and s.area[u] == AREA_OF[order.word]:
            return Refusal("3.7a", f"{name} is there already", Trouble.UNIT)
        if nation == "hungarian":
            return Refusal("3.7b", f"{name} starts in Hungary", Trouble.HEX)
        if nation == "romanian":
            return Refusal("3.7c", f"{name} never goes north", Trouble.HEX) if order.word == "north" else None
        return self.guest_refusal(s, u) if order.word == "south" else None

    def incomplete(self, s: MonsterState) -> Refusal | None:
        step = self.title.current_step(s).name
        left = [u for u in self.group(s) if s.hex[u] < 0]
        if step == "german":  # whoever is not placed is held in an OKH Reserve area (3.7, 8.4)
            left = [u for u in left if self.units.nation[u] == "hungarian"]
        if left:
            return Refusal(
                self.title.current_step(s).rule, f"still to be placed: {self.some_names(left)}", Trouble.DUTY
            )
        if step == "frontier":
            return self.frontier_gap(s)
        return self.interior_gap(s) if step == "interior" else None

    def is_empty(self, s: MonsterState, h: int) -> bool:
        return self.stacks.side_in(s, h) != SOVIET

    def frontier_gap(self, s: MonsterState) -> Refusal | None:
        """3.3: the border manned, in its southern part no two neighbours empty; the large towns of the zone held."""
        region, label = self.board.region, self.board.label
        for h in sorted(region("border-all")):
            if self.is_empty(s, h):
                return Refusal("3.3b", f"no unit is in the border hex {label(h)}", Trouble.DUTY)
        half = region("border-half")
        for h in sorted(half):
            for _, n in self.board.grid.adjacent(h):
                if n in half and self.is_empty(s, h) and self.is_empty(s, n):
                    return Refusal("3.3c", f"the border is empty in both {label(h)} and {label(n)}", Trouble.DUTY)
        for h in sorted(self.board.hexes("large-town") & region("frontier")):
            if self.is_empty(s, h):
                return Refusal("3.3d", f"no unit is in {label(h)}", Trouble.DUTY)
        return None

    def interior_gap(self, s: MonsterState) -> Refusal | None:
        """3.4: every city and large town of the zone held, four units in every column."""
        for h in sorted(self.roster.entries.places & self.board.region("interior")):
            if self.is_empty(s, h):
                return Refusal("3.4b", f"no unit is in {self.board.label(h)}", Trouble.DUTY)
        for column, number in self.columns_of(s).items():
            if number < COLUMN_MINIMUM:
                return Refusal("3.4c", f"column {column} has {number} units of {COLUMN_MINIMUM}", Trouble.DUTY)
        return None

    def column_of(self, h: int) -> int:
        return int(self.board.label(h)[:2])

    def columns_of(self, s: MonsterState) -> dict[int, int]:
        """How many units each column of the Interior Zone has; columns that this map lacks ask for none."""
        found = {self.column_of(h): 0 for h in self.board.region("interior")}
        for u in self.side_units[SOVIET]:
            if s.hex[u] >= 0 and self.column_of(s.hex[u]) in found:
                found[self.column_of(s.hex[u])] += 1
        return {column: found[column] for column in sorted(found)}

    def hold(self, s: MonsterState, u: int, area: int) -> None:
        if s.hex[u] >= 0:
            self.stacks.lift(s, u, RESERVE)
        s.area[u] = area

    def hold_the_rest(self, s: MonsterState) -> None:
        """3.7, 8.4: the starting forces that are not on the map wait in the OKH Reserve areas."""
        for u in self.group_of("german"):
            if s.hex[u] == RESERVE and s.area[u] == NOWHERE:
                s.area[u] = OKH_SOUTH if self.units.nation[u] in SATELLITES else OKH_NORTH

    def deploy(self, s: MonsterState, how: str) -> None:
        """Place the whole group: by the historical deployment, or at random under the rules."""
        if how == "historical":
            self.deploy_historical(s)
        else:
            {"frontier": self.random_frontier, "interior": self.random_interior, "german": self.random_germans}[
                self.title.current_step(s).name
            ](s)

    def deploy_historical(self, s: MonsterState) -> None:
        """The deployment file names German units one by one and Soviet ones by type."""
        waiting = list(self.group(s))
        for what, h in self.deployment[self.title.current_step(s).name]:
            u = next(u for u in waiting if what in (self.units.keys[u], self.units.kind[u]))
            waiting.remove(u)
            if h >= 0:
                self.place(s, u, h)
            else:
                self.hold(s, u, OKH_SOUTH if h == OKH["okh-south"] else OKH_NORTH)

    def land(self, hexes: frozenset[int]) -> list[int]:
        return [h for h in sorted(hexes) if self.board.terrain[h] not in ("lake", "sea")]

    def random_frontier(self, s: MonsterState) -> None:
        """3.3: first the border and the large towns, then anywhere."""
        region = self.board.region
        dealer = Dealer(self.title, s, self.group(s))
        for h in sorted(region("border-all") | (self.board.hexes("large-town") & region("frontier"))):
            dealer.put_one(h)
        half = region("border-half")
        for h in sorted(half):
            if any(n in half and self.is_empty(s, n) for _, n in self.board.grid.adjacent(h)):
                dealer.put_one(h)
        dealer.put_rest(self.land(region("frontier") & region("ussr")))

    def random_interior(self, s: MonsterState) -> None:
        """3.4: first the cities and large towns, then four to each column, then anywhere."""
        dealer = Dealer(self.title, s, self.group(s))
        zone = self.board.region("interior") & self.board.region("ussr")
        for h in sorted(self.roster.entries.places & zone):
            dealer.put_one(h)
        hexes = self.land(zone)
        by_column: dict[int, list[int]] = {}
        for h in hexes:
            by_column.setdefault(self.column_of(h), []).append(h)
        for column, number in self.columns_of(s).items():
            for _ in range(max(COLUMN_MINIMUM - number, 0) if column in by_column else 0):
                there = by_column[column]
                dealer.put_one(there[self.title.draw(s, len(there))])
        dealer.put_rest(hexes)

    def random_germans(self, s: MonsterState) -> None:
        """3.7: the satellites in their countries, the Germans in the north; whoever finds no room is held back."""
        region = self.board.region
        by_nation: dict[str, list[int]] = {}
        for u in self.group(s):
            by_nation.setdefault(self.units.nation[u], []).append(u)
        homes = {"hungarian": "hungary", "romanian": "romania"}
        for nation, members in by_nation.items():
            Dealer(self.title, s, tuple(members)).put_rest(self.land(region(homes.get(nation, "germany"))))
        self.hold_the_rest(s)

    def initial_control(self, h: int) -> int:
        """3.9: German in the ZOMO, Soviet east of the border."""
        return GERMAN | CONTROL_LOST if self.geo.home[h] or self.geo.southern_zomo[h] else SOVIET

    def places(self, s: MonsterState, u: int) -> Iterable[int]:
        return self.zone(s)


class MonsterSetUpStep(MonsterDecision, SetUpStep[MonsterState]):
    """Besides placing units the German player may hold some in the OKH Reserve areas."""

    verbs = ("place", "hold", "deploy", "done")

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        yield from super().legal(s, about)
        if self.title.current_step(s).name == "german":
            for u in about or self.set_up.group(s):
                for word in AREA_OF:
                    order = Order("hold", (u,), word=word)
                    if self.set_up.hold_refusal(s, order) is None:
                        yield order

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        return self.set_up.hold_refusal(s, order) if order.verb == "hold" else super().refuse(s, order)

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "hold":
            self.set_up.hold(s, order.units[0], AREA_OF[order.word])
            out.add("held", unit=order.units[0], area=order.word)
            return
        if order.verb == "place":
            s.area[order.units[0]] = NOWHERE
        elif order.verb == "deploy":
            for u in self.set_up.group(s):
                s.area[u] = NOWHERE
        elif self.title.current_step(s).name == "german":
            self.set_up.hold_the_rest(s)
        super().apply(s, order, out)
