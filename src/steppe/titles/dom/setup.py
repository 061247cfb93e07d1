"""3.0 Set-up: the Reserve Front, the Forward Zone, then the German army."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.setup import place
from steppe.assault.stacks import units_in
from steppe.title import Refusal, Trouble
from steppe.titles.dom.state import GERMAN, MOBILITIES, SOUTH_START, STACKING_LIMIT, MoscowState

if TYPE_CHECKING:
    from steppe.titles.dom.title import DriveOnMoscow

AREA = {"reserve-front": "reserve", "forward-zone": "forward", "german": "west"}
AREA_RULE = {"reserve-front": "3.2b", "forward-zone": "3.3a", "german": "3.6a"}
AREA_WORDS = {
    "reserve-front": "east of the Reserve Front boundary",
    "forward-zone": "between the front line and the Reserve Front boundary",
    "german": "west of the front line",
}


def group(title: DriveOnMoscow, s: MoscowState) -> tuple[int, ...]:
    """The units that the current set-up step places."""
    return title.entry_groups.get(title.current_step(s).name, ())


def place_refusal(title: DriveOnMoscow, s: MoscowState, u: int, h: int) -> Refusal | None:
    """3.2, 3.3, 3.6: each group has its part of the map; the Reserve Front stands one unit to a hex."""
    step = title.current_step(s).name
    if h not in title.board.region(AREA[step]):
        return Refusal(AREA_RULE[step], f"{title.board.label(h)} does not lie {AREA_WORDS[step]}", Trouble.HEX)
    if step == "reserve-front" and s.top[h] >= 0:
        return Refusal("3.2b", "Reserve Front units stand alone in their hexes", Trouble.STACKING)
    return None


def incomplete(title: DriveOnMoscow, s: MoscowState) -> Refusal | None:
    """3.2, 3.3b, 3.6: everybody is placed, and a rifle division holds every hex of the front line."""
    step = title.current_step(s).name
    left = [u for u in group(title, s) if s.hex[u] < 0]
    if left:
        names = ", ".join(title.units.keys[u] for u in left[:5])
        more = f" and {len(left) - 5} more" if len(left) > 5 else ""
        return Refusal(title.current_step(s).rule, f"still to be placed: {names}{more}", Trouble.DUTY)
    if step == "forward-zone":
        for h in sorted(title.board.region("front")):
            if not any(title.units.kind[u] == "RD" for u in units_in(s, h)):
                return Refusal("3.3b", f"the front line at {title.board.label(h)} has no rifle division", Trouble.DUTY)
    return None


def finish(title: DriveOnMoscow, s: MoscowState) -> None:
    """5.3: remember which German mechanized units set up on the south map."""
    south = title.board.region("sheet S")
    for u in title.side_units[GERMAN]:
        if s.hex[u] in south and title.units.mobility[u] != "foot":
            s.flags[u] |= SOUTH_START


def deploy(title: DriveOnMoscow, s: MoscowState, how: str) -> None:
    """Place the whole group: by the historical deployment, or at random under the rules."""
    if how == "historical":
        deploy_historical(title, s)
    else:
        deploy_random(title, s)


def deploy_historical(title: DriveOnMoscow, s: MoscowState) -> None:
    """The deployment file names German units one by one and Soviet ones by type."""
    step = title.current_step(s).name
    waiting = list(group(title, s))
    for what, h in title.deployment[step]:
        u = next(u for u in waiting if what in (title.units.keys[u], title.units.kind[u]))
        waiting.remove(u)
        place(title, s, u, h)


def deploy_random(title: DriveOnMoscow, s: MoscowState) -> None:
    """A random legal set-up: the front line is manned first, then everybody goes where he may."""
    step = title.current_step(s).name
    waiting = list(group(title, s))
    if step == "forward-zone":
        front = sorted(title.board.region("front"))
        rifles = [u for u in waiting if title.units.kind[u] == "RD"]
        for h, u in zip(front, rifles, strict=False):
            place(title, s, u, h)
            waiting.remove(u)
    room = 1 if step == "reserve-front" else STACKING_LIMIT
    area = [h for h in sorted(title.board.region(AREA[step])) if s.load[h] < room]
    open_hexes = {m: [h for h in area if title.terrain_cost(m, title.board.terrain[h])] for m in MOBILITIES}
    for u in waiting:
        choices = open_hexes[title.units.mobility[u]]
        h = choices[title.draw(s, len(choices))]
        place(title, s, u, h)
        if s.load[h] == room:
            for hexes in open_hexes.values():
                if h in hexes:
                    hexes.remove(h)
