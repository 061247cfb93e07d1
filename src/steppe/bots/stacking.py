"""Who may yet move, stack by stack."""

from __future__ import annotations

from steppe.assault.movement import has_finished, mover_refusal
from steppe.assault.state import HALTED, MOVED
from steppe.bots.picture import Picture

Group = tuple[int, ...]


def movable_stacks(picture: Picture, finished: set[int]) -> list[Group]:
    """The stacks that may yet move, those under way first, then those nearest to the enemy; foot and mobile apart."""
    title, s = picture.title, picture.s
    found: dict[tuple[int, int, bool], list[int]] = {}
    for u in title.side_units[picture.seat]:
        if s.hex[u] < 0 or u in finished or s.flags[u] & HALTED or has_finished(s, u):
            continue
        if title.can_go_on(s, u) and mover_refusal(title, s, u) is None:
            found.setdefault((s.hex[u], s.origin[u], title.may_assault_mobile(s, u)), []).append(u)
    far = picture.foe_distance
    keys = sorted(found, key=lambda k: (not s.flags[found[k][0]] & MOVED, int(far[k[0]]), k))
    return [tuple(found[key]) for key in keys]
