"""11.0 Soviet sea movement: from port to port, by the Southern Ports box, and on to the coast of the Crimea."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steppe.assault.stacks import controller, lift, put, relocate, side_in, units_in
from steppe.assault.state import HALTED, MOVED
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Refusal, Trouble
from steppe.titles.pm.state import GERMAN, LANDED, NOWHERE, PORTS, QUARTERS, SOVIET, MonsterState

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

CAPACITY = 5
"""Units that use sea movement in a player turn (11.1)."""
BARRED = frozenset({"TD", "MRD", "GMRD"})
"""Who never goes by sea: tank and motorized rifle divisions."""
VERBS = ("sail", "embark", "land")


def at_sea(title: ProudMonster, s: MonsterState) -> list[int]:
    """The invaders that wait off the coast for their assault (11.4)."""
    return [u for h in title.sea_hexes if s.top[h] >= 0 for u in units_in(s, h)]


def in_box(s: MonsterState, u: int) -> bool:
    return s.hex[u] == RESERVE and s.area[u] == PORTS


def voyager_refusal(title: ProudMonster, s: MonsterState, u: int) -> Refusal | None:
    """11.1, 11.2, 11.3: who may set sail now."""
    name, h = title.units.keys[u], s.hex[u]
    if title.learning:
        return Refusal("0.1", "there is no sea movement in the learning game", Trouble.TIME)
    if title.units.side[u] != SOVIET:
        return Refusal("11.1", f"{name} is no Soviet unit", Trouble.UNIT)
    if title.units.kind[u] in BARRED:
        return Refusal("11.1", f"{name} never goes by sea", Trouble.UNIT)
    if s.land_begun:
        return Refusal("11.2b", "all sea movement comes before any movement by land", Trouble.TIME)
    if s.flags[u] & LANDED:
        return Refusal("11.2c", f"{name} has been at sea this player turn", Trouble.TIME)
    if in_box(s, u):
        if s.ready[u] > s.couplet:
            return Refusal("11.3b", f"{name} has come into the box this game turn: it sails in couplet 2", Trouble.TIME)
    elif h not in title.ports:
        row = "11.4e" if h in title.board.hexes("invasion") else "11.2a"
        return Refusal(row, f"{name} is in no port and not in the Southern Ports box", Trouble.HEX)
    elif s.flags[u] & MOVED or s.origin[u] != h:
        return Refusal("11.2a", f"{name} did not begin the phase in {title.board.label(h)}", Trouble.TIME)
    if s.shipped >= CAPACITY:
        return Refusal("11.1b", f"{CAPACITY} units have gone by sea this player turn", Trouble.POINTS)
    return None


def goal_refusal(title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
    """11.2, 11.4: where a unit may go by sea."""
    u, h = order.units[0], order.hex
    if order.verb == "embark":
        return Refusal("11.2a", f"{title.units.keys[u]} is in the box", Trouble.UNIT) if in_box(s, u) else None
    label = title.board.label(h)
    if order.verb == "sail":
        if h not in title.ports or controller(s, h) != SOVIET:
            return Refusal("11.2a", f"{label} is no port in Soviet hands", Trouble.HEX)
        if s.hex[u] == h:
            return Refusal("11.2a", f"{title.units.keys[u]} is in {label}", Trouble.HEX)
        return title.entry_crowding(s, u, h)
    if h not in title.board.hexes("invasion"):
        return Refusal("11.4a", f"{label} does not lie on the coast between 2817S and 3620S", Trouble.HEX)
    if s.invaded not in (-1, h):
        return Refusal("11.4a", f"this player turn's invasion is at {title.board.label(s.invaded)}", Trouble.TIME)
    if side_in(title, s, h) == GERMAN:
        if beach(title, s, h) < 0:
            return Refusal("11.4a", f"no sea hex lies off {label}", Trouble.TERRAIN)
        return None
    if s.load[h] + QUARTERS > title.stack_limit[h]:
        return Refusal("11.4f", f"{label} is full", Trouble.STACKING)
    return None


def beach(title: ProudMonster, s: MonsterState, h: int) -> int:
    """11.4: the all-sea hex next to a coastal hex, the lowest of them; -1 if there is none."""
    return min((n for _, n in title.board.grid.adjacent(h) if title.sea[n]), default=-1)


def refusal(title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
    if len(order.units) != 1:
        return Refusal("11.2a", "units go by sea one by one", Trouble.UNIT)
    if s.frame()[1] != SOVIET:
        return Refusal("11.1", "only Soviet units go by sea", Trouble.TIME)
    return voyager_refusal(title, s, order.units[0]) or goal_refusal(title, s, order)


def orders(title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
    if s.frame()[1] != SOVIET or s.land_begun or s.shipped >= CAPACITY or title.learning:
        return
    for u in about or candidates(title, s):
        if voyager_refusal(title, s, u) is not None:
            continue
        goals = [Order("embark", (u,))]
        goals += [Order("sail", (u,), h) for h in sorted(title.ports)]
        goals += [Order("land", (u,), h) for h in sorted(title.board.hexes("invasion"))]
        yield from (order for order in goals if goal_refusal(title, s, order) is None)


def candidates(title: ProudMonster, s: MonsterState) -> list[int]:
    """The units in ports and in the box."""
    found = [u for h in sorted(title.ports) if side_in(title, s, h) == SOVIET for u in units_in(s, h)]
    hexes, areas = s.hex, s.area
    return found + [u for u in title.side_units[SOVIET] if areas[u] == PORTS and hexes[u] == RESERVE]


def carry_out(title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
    """11.2, 11.4: who has gone by sea neither moves nor attacks any more, but for the assault of its own landing."""
    u = order.units[0]
    s.shipped += 1
    if order.verb == "embark":
        lift(title, s, u, RESERVE)
        s.area[u] = PORTS
        s.flags[u] |= LANDED
        out.add("boxed", unit=u)
        return
    goal = order.hex
    if order.verb == "land":
        s.invaded = order.hex
        out.add("invasion", hex=order.hex)
        if side_in(title, s, order.hex) == GERMAN:
            goal = beach(title, s, order.hex)
    if s.hex[u] >= 0:
        relocate(title, s, (u,), goal, out)
    else:
        s.area[u] = s.ready[u] = NOWHERE
        put(title, s, u, goal)
        title.take_control(s, goal, SOVIET, out)
    s.origin[u] = goal
    s.flags[u] |= LANDED | MOVED | HALTED
    out.add("entered", units=(u,), hex=goal)


def begin_combat(title: ProudMonster, s: MonsterState, out: Log) -> None:
    """11.4: invaders whose coast has been cleared meanwhile go ashore unopposed, as far as there is room."""
    if s.invaded < 0 or side_in(title, s, s.invaded) == GERMAN:
        return
    for u in at_sea(title, s):
        if s.load[s.invaded] + QUARTERS <= title.stack_limit[s.invaded]:
            relocate(title, s, (u,), s.invaded, out)
            out.add("entered", units=(u,), hex=s.invaded)
