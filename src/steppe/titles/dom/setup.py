"""3.0 Set-up: the Reserve Front, the Forward Zone, then the German army."""

from __future__ import annotations

from steppe.assault.setup import SetUp
from steppe.assault.stacks import units_in
from steppe.assault.state import CONTROL_LOST
from steppe.title import Refusal, Trouble
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.state import GERMAN, MOBILITIES, SOUTH_START, SOVIET, STACKING_LIMIT, MoscowState

AREA = {"reserve-front": "reserve", "forward-zone": "forward", "german": "west"}

AREA_RULE = {"reserve-front": "3.2b", "forward-zone": "3.3a", "german": "3.6a"}

AREA_WORDS = {
    "reserve-front": "east of the Reserve Front boundary",
    "forward-zone": "between the front line and the Reserve Front boundary",
    "german": "west of the front line",
}


class MoscowSetUp(MoscowChapter, SetUp[MoscowState]):
    def group(self, s: MoscowState) -> tuple[int, ...]:
        """The units that the current set-up step places."""
        return self.entry_groups.get(self.title.current_step(s).name, ())

    def place_refusal(self, s: MoscowState, u: int, h: int) -> Refusal | None:
        """3.2, 3.3, 3.6: each group has its part of the map; the Reserve Front stands one unit to a hex."""
        step = self.title.current_step(s).name
        if h not in self.board.region(AREA[step]):
            return Refusal(AREA_RULE[step], f"{self.board.label(h)} does not lie {AREA_WORDS[step]}", Trouble.HEX)
        if step == "reserve-front" and s.top[h] >= 0:
            return Refusal("3.2b", "Reserve Front units stand alone in their hexes", Trouble.STACKING)
        return None

    def incomplete(self, s: MoscowState) -> Refusal | None:
        """3.2, 3.3b, 3.6: everybody is placed, and a rifle division holds every hex of the front line."""
        step = self.title.current_step(s).name
        left = [u for u in self.group(s) if s.hex[u] < 0]
        if left:
            return Refusal(
                self.title.current_step(s).rule, f"still to be placed: {self.some_names(left)}", Trouble.DUTY
            )
        if step == "forward-zone":
            for h in sorted(self.board.region("front")):
                if not any(self.units.kind[u] == "RD" for u in units_in(s, h)):
                    return Refusal(
                        "3.3b", f"the front line at {self.board.label(h)} has no rifle division", Trouble.DUTY
                    )
        return None

    def finish(self, s: MoscowState) -> None:
        """5.3: remember which German mechanized units set up on the south map."""
        south = self.board.region("sheet S")
        for u in self.side_units[GERMAN]:
            if s.hex[u] in south and self.units.mobility[u] != "foot":
                s.flags[u] |= SOUTH_START

    def deploy(self, s: MoscowState, how: str) -> None:
        """Place the whole group: by the historical deployment, or at random under the rules."""
        if how == "historical":
            self.deploy_historical(s)
        else:
            self.deploy_random(s)

    def deploy_historical(self, s: MoscowState) -> None:
        """The deployment file names German units one by one and Soviet ones by type."""
        step = self.title.current_step(s).name
        waiting = list(self.group(s))
        for what, h in self.deployment[step]:
            u = next(u for u in waiting if what in (self.units.keys[u], self.units.kind[u]))
            waiting.remove(u)
            self.place(s, u, h)

    def deploy_random(self, s: MoscowState) -> None:
        """A random legal set-up: the front line is manned first, then everybody goes where he may."""
        step = self.title.current_step(s).name
        waiting = list(self.group(s))
        if step == "forward-zone":
            front = sorted(self.board.region("front"))
            rifles = [u for u in waiting if self.units.kind[u] == "RD"]
            for h, u in zip(front, rifles, strict=False):
                self.place(s, u, h)
                waiting.remove(u)
        room = 1 if step == "reserve-front" else STACKING_LIMIT
        area = [h for h in sorted(self.board.region(AREA[step])) if s.load[h] < room]
        open_hexes = {m: [h for h in area if self.terrain.entry_cost(m, self.board.terrain[h])] for m in MOBILITIES}
        for u in waiting:
            choices = open_hexes[self.units.mobility[u]]
            h = choices[self.title.draw(s, len(choices))]
            self.place(s, u, h)
            if s.load[h] == room:
                for hexes in open_hexes.values():
                    if h in hexes:
                        hexes.remove(h)

    def initial_control(self, h: int) -> int:
        """3.7: German west of the front line, Soviet east of it."""
        return GERMAN | CONTROL_LOST if h in self.board.region("west") else SOVIET
