"""3.0 Set-up: Fortified Zones, then the Red Army, then the German side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.setup import place
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.state import LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

RULES = {"fz": "3.4f", "soviet": "3.4c", "germany": "3.3d", "romania": "3.5b"}
RESERVE_RULES = {"german": "3.5d"}
"""Who may be left off the map."""


def group(title: LandWithoutEnd, s: LandState) -> tuple[int, ...]:
    return title.setup_groups.get(title.current_step(s).name, ())


def places_of(title: LandWithoutEnd, u: int) -> frozenset[int]:
    """3.3 to 3.5: where a unit may be set up."""
    unit = title.units.units[u]
    if unit.entry in ("germany", "romania"):
        return title.board.region(unit.entry)
    if unit.kind == "fz":
        return title.board.hexes("fz")
    return frozenset(title.entry_hexes[u])


def place_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    unit = title.units.units[u]
    label = title.board.label(h)
    if h not in places_of(title, u):
        rule = RULES.get(unit.entry) or RULES["fz" if unit.kind == "fz" else "soviet"]
        if rule == "3.4c" and "A" not in unit.entry:
            rule = "3.4b"
        if rule == "3.5b" and unit.nation == "german":
            rule = "3.3c"
        return Refusal(rule, f"{unit.key} is not set up in {label}", Trouble.HEX)
    if unit.kind == "fz" and title.zone_in(s, h):
        return Refusal("3.4f", f"one Fortified Zone stands in each marked hex; {label} has its own", Trouble.STACKING)
    return None


def incomplete(title: LandWithoutEnd, s: LandState) -> Refusal | None:
    """3.4, 3.5: everybody is placed, but for whoever is left in the OKH Reserve."""
    left = [u for u in group(title, s) if s.hex[u] < 0 and title.units.units[u].entry != "germany"]
    if not left:
        return None
    names = ", ".join(title.units.keys[u] for u in left[:5])
    more = f" and {len(left) - 5} more" if len(left) > 5 else ""
    step = title.current_step(s)
    return Refusal(RESERVE_RULES.get(step.name, step.rule), f"still to be placed: {names}{more}", Trouble.DUTY)


def deploy(title: LandWithoutEnd, s: LandState, how: str) -> None:
    """Place the whole group: by the historical deployment, or at random under the rules."""
    if how == "historical":
        for u, h in title.deployment[title.current_step(s).name]:
            place(title, s, u, h)
    else:
        deploy_random(title, s)


def deploy_random(title: LandWithoutEnd, s: LandState) -> None:
    """Those with the least choice come first, the large before the small, so that everybody finds room."""
    waiting = sorted(group(title, s), key=lambda u: (len(places_of(title, u)), -title.units.points[u], u))
    for u in waiting:
        choices = [
            h
            for h in sorted(places_of(title, u))
            if s.load[h] + title.units.points[u] <= title.stack_limit[h]
            and not title.terrain_bar(s, u, h)
            and place_refusal(title, s, u, h) is None
            and title.mixing_refusal(s, (u,), h) is None
        ]
        if choices:
            place(title, s, u, choices[title.draw(s, len(choices))])
