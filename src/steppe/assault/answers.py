"""Questions about a position that need no order: where a group can go, who is in supply, where the beaten may run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steppe.assault import retreat
from steppe.assault.combat import Battle, assault_refusal, attacker_refusal, mobile_orders, sheet_of, targets
from steppe.assault.movement import find_range, goals, group_refusal, movable, route
from steppe.assault.stacks import side_in, units_in
from steppe.assault.state import MOBILE, PREPARED
from steppe.assault.supply import in_supply
from steppe.errors import OrderError
from steppe.orders import About, Order
from steppe.title import Sheet

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def ranges(title: Rules, s: Any, group: About) -> dict[str, Any]:
    """The hexes that a group can reach with the MP spent, and why it may not move now, if so."""
    if any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
        raise OrderError(f"{_names(title, group)}: a range is asked of units in one hex of the map")
    refusal = group_refusal(title, s, group) if s.winner < 0 else None
    labels = title.board.grid.labels
    found = find_range(title, s, group)
    may_stop = set(goals(title, s, group)) if s.winner < 0 else set()
    return {
        "units": [title.units.keys[u] for u in group],
        "from": labels[s.hex[group[0]]],
        "refused": refusal and {"rule": refusal.rule, "why": refusal.why},
        "hexes": {labels[h]: spent for h, spent in found.items() if h in may_stop},
    }


def options_of(title: Rules, s: Any, group: About) -> dict[str, Any]:
    """Where a group can go in a Movement Phase and whom it can attack, with the odds as far as the state knows them."""
    if any(s.hex[u] < 0 for u in group):
        raise OrderError(f"{_names(title, group)}: only units on the map can be asked that")
    labels = title.board.grid.labels
    decision = title.decision(s)[0].name if s.winner < 0 else ""
    found: dict[str, Any] = {"moves": {}, "mobile": {}, "assault": {}, "refused": None}
    if decision == "movement":
        refusal = group_refusal(title, s, group)
        if refusal:
            found["refused"] = {"rule": refusal.rule, "why": refusal.why}
            return found
        found["moves"] = ranges(title, s, group)["hexes"]
        found["mobile"] = {labels[o.hex]: odds(title, s, o, MOBILE) for o in mobile_orders(title, s, group)}
    elif decision == "combat":
        for h, able in targets(title, s, s.frame()[1]).items():
            if set(group) <= set(able):
                order = Order("assault", group, h)
                refusal = assault_refusal(title, s, order, PREPARED)
                found["assault"][labels[h]] = None if refusal else odds(title, s, order, PREPARED)
    return found


def path_of(title: Rules, s: Any, group: About, h: int) -> dict[str, Any]:
    """The hexes of a group's way to a hex, with the MP spent when it is in each; empty if there is no way."""
    if not group or any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
        raise OrderError(f"{_names(title, group)}: a way is asked of units in one hex of the map")
    labels = title.board.grid.labels
    steps = tuple(reversed(route(title, s, group, h).steps))
    start = [labels[s.hex[group[0]]]] if steps else []
    return {"path": start + [labels[x] for x, _ in steps], "spent": [0] * len(start) + [spent for _, spent in steps]}


def ready(title: Rules, s: Any) -> About:
    """The units that can still do something in the phase in hand; in set-up those of the group that is placed."""
    decision = title.decision(s)[0].name if s.winner < 0 else ""
    if decision == "movement":
        return (*movable(title, s), *title.waiting_to_enter(s))
    if decision == "combat":
        return tuple(sorted({u for units in targets(title, s, s.frame()[1]).values() for u in units}))
    return tuple(title.setup_group(s)) if decision == "set-up" else ()


def joiners(title: Rules, s: Any, group: About, h: int) -> About:
    """Who could take part in an assault on a hex: in a mobile one only those who stand together."""
    decision = title.decision(s)[0].name if s.winner < 0 else ""
    if decision == "combat":
        return tuple(targets(title, s, s.frame()[1]).get(h, ()))
    if decision == "movement" and group and s.hex[group[0]] >= 0:
        mates = units_in(s, s.hex[group[0]])
        return tuple(u for u in mates if u in group or _joins(title, s, group, u, h))
    return ()


def _joins(title: Rules, s: Any, group: About, u: int, h: int) -> bool:
    """Whether a unit of the same stack may take part in a group's mobile assault."""
    return group_refusal(title, s, (*group, u)) is None and attacker_refusal(title, s, u, h, MOBILE) is None


def odds(title: Rules, s: Any, order: Order, kind: int) -> str:
    """The likeliest column of an assault."""
    sheet = title.sheet(s, order)
    assert sheet is not None
    return max(sheet.columns, key=lambda name: sheet.columns[name])


def threat(title: Rules, s: Any, h: int) -> Sheet | None:
    """A prepared assault on a hex by everybody of the other side who stands next to it and may attack across."""
    side = side_in(title, s, h)
    if side < 0:
        return None
    force = [
        u
        for _, n in title.board.grid.adjacent(h)
        if side_in(title, s, n) == 1 - side
        for u in units_in(s, n)
        if not title.assault_bar(s, u, n, h) and not title.terrain_bar(s, u, h)
    ]
    if not force:
        return None
    from_hexes = frozenset(s.hex[u] for u in force)
    return sheet_of(title, s, Battle(PREPARED, 1 - side, h, tuple(force), tuple(units_in(s, h)), from_hexes, 0, 0))


def supply(title: Rules, s: Any) -> list[dict[str, Any]]:
    """Every unit on the map: whether it is in supply, by a line or by the hex itself, and the shortest line."""
    labels = title.board.grid.labels
    rows = []
    for u, h in enumerate(s.hex):
        if h < 0:
            continue
        side = title.units.side[u]
        traced = title.is_joined(s, side, h)
        rows.append(
            {
                "unit": title.units.keys[u],
                "side": title.seats[side],
                "at": labels[h],
                "in_supply": in_supply(title, s, u),
                "by": "line" if traced else ("hex" if in_supply(title, s, u) else None),
                "state": title.supply_state(s, u),
                "line": [labels[x] for x in reversed(title.supply_line(s, side, h))] if traced else [],
            }
        )
    return rows


def retreats(title: Rules, s: Any) -> dict[str, Any] | None:
    """The retreat in hand: who chooses, where the force may go, and why the hexes around are closed to it."""
    if s.winner >= 0 or title.decision(s)[0].name != "retreat":
        return None
    found = retreat.plan(title, s)
    assert found is not None
    group = retreat.retreaters(s)
    labels = title.board.grid.labels
    barred = {}
    for _, h in title.board.grid.adjacent(s.battle_hex):
        if h not in found.hexes:
            refusal = title.refuse(s, Order("retreat", hex=h))
            barred[labels[h]] = refusal and {"rule": refusal.rule, "why": refusal.why}
    return {
        "chooses": title.seats[title.decision(s)[1]],
        "from": labels[s.battle_hex],
        "units": [title.units.keys[u] for u in group],
        "together": found.whole,
        "open": [labels[h] for h in found.hexes],
        "closed": barred,
    }


def _names(title: Rules, group: About) -> str:
    return "+".join(title.units.keys[u] for u in group)
