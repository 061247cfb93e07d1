"""3.0 Set-up: the Frontier Zone, the Interior Zone, then the German side in the ZOMO and the OKH Reserve areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.setup import SetUp, place
from steppe.assault.stacks import lift, side_in
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Refusal, Trouble
from steppe.titles.pm.arrivals import AREA_OF, SATELLITES
from steppe.titles.pm.state import NOWHERE, OKH_NORTH, OKH_SOUTH, SOVIET, MonsterState
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


def group(title: ProudMonster, s: MonsterState) -> tuple[int, ...]:
    return group_of(title, title.current_step(s).name)


def group_of(title: ProudMonster, step: str) -> tuple[int, ...]:
    """The units that a step places."""
    return title.entries.starters if step == "german" else title.entries.groups.get(step, ())


# -- where a unit may be set up ---------------------------------------------------------------------------------------


def places(title: ProudMonster, s: MonsterState) -> list[int]:
    """The hexes of the zone of a step."""
    step = title.current_step(s).name
    return sorted(title.board.region("zomo" if step == "german" else step))


def place_refusal(title: ProudMonster, s: MonsterState, u: int, h: int) -> Refusal | None:
    step = title.current_step(s).name
    if step == "german":
        return german_refusal(title, s, u, h)
    if h in title.board.region(step) and h in title.board.region("ussr"):
        return None
    return Refusal(ZONE_RULES[step], f"{title.board.label(h)} does not lie in the zone of {title.units.keys[u]}")


def german_refusal(title: ProudMonster, s: MonsterState, u: int, h: int) -> Refusal | None:
    """3.7: Hungary for the Fast Corps alone, Romania for Romanians and a few Germans, the north for all others."""
    name, label, nation = title.units.keys[u], title.board.label(h), title.units.nation[u]
    region = title.board.region
    if nation == "hungarian":
        if h not in region("hungary") or h not in region("sheet S"):
            return Refusal("3.7b", f"{name} starts in Hungary, on the south map", Trouble.HEX)
        return None
    if h in region("hungary"):
        return Refusal("3.7b", f"nobody but the Fast Corps starts in Hungary ({label})", Trouble.HEX)
    if nation == "romanian":
        return None if h in region("romania") else Refusal("3.7c", f"{name} starts in Romania", Trouble.HEX)
    if h in region("romania"):
        return guest_refusal(title, s, u)
    if h not in region("germany"):
        return Refusal("3.7e", f"{name} starts in the ZOMO of Greater Germany, not in {label}", Trouble.HEX)
    return None


def guest_refusal(title: ProudMonster, s: MonsterState, u: int) -> Refusal | None:
    """3.7: seven German non-mechanized divisions and an assault gun battalion in the south, and no more."""
    name = title.units.keys[u]
    is_gun = title.units.kind[u] == "assault-gun"
    if not is_gun and not is_guest_division(title, u):
        return Refusal("3.7d", f"{name} is no non-mechanized division, nor an assault gun battalion", Trouble.UNIT)
    others = sum((title.units.kind[v] == "assault-gun") == is_gun for v in guests(title, s) if v != u)
    limit = GUEST_GUNS if is_gun else GUESTS
    if others >= limit:
        what = "assault gun battalions" if is_gun else "German divisions"
        return Refusal("3.7d", f"no more than {limit} {what} start in Romania and the southern area", Trouble.UNIT)
    return None


def is_guest_division(title: ProudMonster, u: int) -> bool:
    return title.units.units[u].size == "XX" and title.units.mobility[u] != "mech"


def guests(title: ProudMonster, s: MonsterState) -> list[int]:
    """The Germans in Romania and in the southern OKH Reserve area."""
    romania = title.board.region("romania")
    return [
        u
        for u in group_of(title, "german")
        if title.units.nation[u] not in SATELLITES and (s.hex[u] in romania or s.area[u] == OKH_SOUTH)
    ]


def hold_refusal(title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
    """3.7, 8.4, 8.5: who may begin in which OKH Reserve area."""
    if title.current_step(s).name != "german":
        return Refusal("3.7a", "only the German side has OKH Reserve areas", Trouble.TIME)
    if len(order.units) != 1 or order.units[0] not in group(title, s):
        return Refusal("3.7a", "name one unit of the starting forces", Trouble.UNIT)
    u = order.units[0]
    name, nation = title.units.keys[u], title.units.nation[u]
    if s.hex[u] == RESERVE and s.area[u] == AREA_OF[order.word]:
        return Refusal("3.7a", f"{name} is there already", Trouble.UNIT)
    if nation == "hungarian":
        return Refusal("3.7b", f"{name} starts in Hungary", Trouble.HEX)
    if nation == "romanian":
        return Refusal("3.7c", f"{name} never goes north", Trouble.HEX) if order.word == "north" else None
    return guest_refusal(title, s, u) if order.word == "south" else None


# -- what a set-up must have ------------------------------------------------------------------------------------------


def incomplete(title: ProudMonster, s: MonsterState) -> Refusal | None:
    step = title.current_step(s).name
    left = [u for u in group(title, s) if s.hex[u] < 0]
    if step == "german":  # whoever is not placed is held in an OKH Reserve area (3.7, 8.4)
        left = [u for u in left if title.units.nation[u] == "hungarian"]
    if left:
        names = ", ".join(title.units.keys[u] for u in left[:5])
        more = f" and {len(left) - 5} more" if len(left) > 5 else ""
        return Refusal(title.current_step(s).rule, f"still to be placed: {names}{more}", Trouble.DUTY)
    if step == "frontier":
        return frontier_gap(title, s)
    return interior_gap(title, s) if step == "interior" else None


def is_empty(title: ProudMonster, s: MonsterState, h: int) -> bool:
    return side_in(title, s, h) != SOVIET


def frontier_gap(title: ProudMonster, s: MonsterState) -> Refusal | None:
    """3.3: the border manned, in its southern part no two neighbours empty; the large towns of the zone held."""
    region, label = title.board.region, title.board.label
    for h in sorted(region("border-all")):
        if is_empty(title, s, h):
            return Refusal("3.3b", f"no unit is in the border hex {label(h)}", Trouble.DUTY)
    half = region("border-half")
    for h in sorted(half):
        for _, n in title.board.grid.adjacent(h):
            if n in half and is_empty(title, s, h) and is_empty(title, s, n):
                return Refusal("3.3c", f"the border is empty in both {label(h)} and {label(n)}", Trouble.DUTY)
    for h in sorted(title.board.hexes("large-town") & region("frontier")):
        if is_empty(title, s, h):
            return Refusal("3.3d", f"no unit is in {label(h)}", Trouble.DUTY)
    return None


def interior_gap(title: ProudMonster, s: MonsterState) -> Refusal | None:
    """3.4: every city and large town of the zone held, four units in every column."""
    for h in sorted(title.entries.places & title.board.region("interior")):
        if is_empty(title, s, h):
            return Refusal("3.4b", f"no unit is in {title.board.label(h)}", Trouble.DUTY)
    for column, number in columns_of(title, s).items():
        if number < COLUMN_MINIMUM:
            return Refusal("3.4c", f"column {column} has {number} units of {COLUMN_MINIMUM}", Trouble.DUTY)
    return None


def column_of(title: ProudMonster, h: int) -> int:
    return int(title.board.label(h)[:2])


def columns_of(title: ProudMonster, s: MonsterState) -> dict[int, int]:
    """How many units each column of the Interior Zone has; columns that this map lacks ask for none."""
    found = {column_of(title, h): 0 for h in title.board.region("interior")}
    for u in title.side_units[SOVIET]:
        if s.hex[u] >= 0 and column_of(title, s.hex[u]) in found:
            found[column_of(title, s.hex[u])] += 1
    return {column: found[column] for column in sorted(found)}


# -- the step, with the OKH Reserve areas -----------------------------------------------------------------------------


class SetUpPhase(SetUp):
    """Besides placing units the German player may hold some in the OKH Reserve areas."""

    verbs = ("place", "hold", "deploy", "done")

    def legal(self, title: Any, s: Any, about: About) -> Iterator[Order]:
        yield from super().legal(title, s, about)
        if title.current_step(s).name == "german":
            for u in about or group(title, s):
                for word in AREA_OF:
                    order = Order("hold", (u,), word=word)
                    if hold_refusal(title, s, order) is None:
                        yield order

    def refuse(self, title: Any, s: Any, order: Order) -> Refusal | None:
        return hold_refusal(title, s, order) if order.verb == "hold" else super().refuse(title, s, order)

    def apply(self, title: Any, s: Any, order: Order, out: Log) -> None:
        if order.verb == "hold":
            hold(title, s, order.units[0], AREA_OF[order.word])
            out.add("held", unit=order.units[0], area=order.word)
            return
        if order.verb == "place":
            s.area[order.units[0]] = NOWHERE
        elif order.verb == "deploy":
            for u in group(title, s):
                s.area[u] = NOWHERE
        elif title.current_step(s).name == "german":
            hold_the_rest(title, s)
        super().apply(title, s, order, out)


def hold(title: ProudMonster, s: MonsterState, u: int, area: int) -> None:
    if s.hex[u] >= 0:
        lift(title, s, u, RESERVE)
    s.area[u] = area


def hold_the_rest(title: ProudMonster, s: MonsterState) -> None:
    """3.7, 8.4: the starting forces that are not on the map wait in the OKH Reserve areas."""
    for u in group_of(title, "german"):
        if s.hex[u] == RESERVE and s.area[u] == NOWHERE:
            s.area[u] = OKH_SOUTH if title.units.nation[u] in SATELLITES else OKH_NORTH


# -- ready and random deployments -------------------------------------------------------------------------------------


def deploy(title: ProudMonster, s: MonsterState, how: str) -> None:
    """Place the whole group: by the historical deployment, or at random under the rules."""
    if how == "historical":
        deploy_historical(title, s)
    else:
        {"frontier": random_frontier, "interior": random_interior, "german": random_germans}[
            title.current_step(s).name
        ](title, s)


def deploy_historical(title: ProudMonster, s: MonsterState) -> None:
    """The deployment file names German units one by one and Soviet ones by type."""
    waiting = list(group(title, s))
    for what, h in title.deployment[title.current_step(s).name]:
        u = next(u for u in waiting if what in (title.units.keys[u], title.units.kind[u]))
        waiting.remove(u)
        if h >= 0:
            place(title, s, u, h)
        else:
            hold(title, s, u, OKH_SOUTH if h == OKH["okh-south"] else OKH_NORTH)


class Dealer:
    """Units dealt out one by one, each to a hex that takes it."""

    def __init__(self, title: ProudMonster, s: MonsterState, units: tuple[int, ...]) -> None:
        self.title, self.s, self.waiting = title, s, list(units)

    def fits(self, u: int, h: int) -> bool:
        title, s = self.title, self.s
        return (
            title.has_room(s, (u,), h)
            and not title.terrain_bar(s, u, h)
            and title.setup_refusal(s, u, h) is None
            and title.mixing_refusal(s, (u,), h) is None
        )

    def put_one(self, h: int) -> None:
        """Some unit goes into a hex."""
        able = [u for u in self.waiting if self.fits(u, h)]
        if able:
            u = able[self.title.draw(self.s, len(able))]
            self.waiting.remove(u)
            place(self.title, self.s, u, h)

    def put_rest(self, hexes: list[int]) -> None:
        """Everybody left goes somewhere, wherever there is room."""
        for u in self.waiting:
            room = list(hexes)
            while room:
                h = room.pop(self.title.draw(self.s, len(room)))
                if self.fits(u, h):
                    place(self.title, self.s, u, h)
                    break
        self.waiting = [u for u in self.waiting if self.s.hex[u] < 0]


def land(title: ProudMonster, hexes: frozenset[int]) -> list[int]:
    return [h for h in sorted(hexes) if title.board.terrain[h] not in ("lake", "sea")]


def random_frontier(title: ProudMonster, s: MonsterState) -> None:
    """3.3: first the border and the large towns, then anywhere."""
    region = title.board.region
    dealer = Dealer(title, s, group(title, s))
    for h in sorted(region("border-all") | (title.board.hexes("large-town") & region("frontier"))):
        dealer.put_one(h)
    half = region("border-half")
    for h in sorted(half):
        if any(n in half and is_empty(title, s, n) for _, n in title.board.grid.adjacent(h)):
            dealer.put_one(h)
    dealer.put_rest(land(title, region("frontier") & region("ussr")))


def random_interior(title: ProudMonster, s: MonsterState) -> None:
    """3.4: first the cities and large towns, then four to each column, then anywhere."""
    dealer = Dealer(title, s, group(title, s))
    zone = title.board.region("interior") & title.board.region("ussr")
    for h in sorted(title.entries.places & zone):
        dealer.put_one(h)
    hexes = land(title, zone)
    by_column: dict[int, list[int]] = {}
    for h in hexes:
        by_column.setdefault(column_of(title, h), []).append(h)
    for column, number in columns_of(title, s).items():
        for _ in range(max(COLUMN_MINIMUM - number, 0) if column in by_column else 0):
            there = by_column[column]
            dealer.put_one(there[title.draw(s, len(there))])
    dealer.put_rest(hexes)


def random_germans(title: ProudMonster, s: MonsterState) -> None:
    """3.7: the satellites in their countries, the Germans in the north; whoever finds no room is held back."""
    region = title.board.region
    by_nation: dict[str, list[int]] = {}
    for u in group(title, s):
        by_nation.setdefault(title.units.nation[u], []).append(u)
    homes = {"hungarian": "hungary", "romanian": "romania"}
    for nation, members in by_nation.items():
        Dealer(title, s, tuple(members)).put_rest(land(title, region(homes.get(nation, "germany"))))
    hold_the_rest(title, s)
