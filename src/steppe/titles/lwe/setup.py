"""3.0 Set-up: Fortified Zones, then the Red Army, then the German side."""

from __future__ import annotations

from steppe.assault.setup import SetUp
from steppe.assault.state import CONTROL_LOST
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import GERMAN, SOVIET, LandState

RULES = {"fz": "3.4f", "soviet": "3.4c", "germany": "3.3d", "romania": "3.5b"}

RESERVE_RULES = {"german": "3.5d"}
"""Who may be left off the map."""


class LandSetUp(LandChapter, SetUp[LandState]):
    """3.0."""

    def group(self, s: LandState) -> tuple[int, ...]:
        return self.roster.setup_groups.get(self.title.current_step(s).name, ())

    def places_of(self, u: int) -> frozenset[int]:
        """3.3 to 3.5: where a unit may be set up."""
        unit = self.units.units[u]
        if unit.entry in ("germany", "romania"):
            return self.board.region(unit.entry)
        if unit.kind == "fz":
            return self.board.hexes("fz")
        return frozenset(self.roster.entry_hexes[u])

    def place_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        unit = self.units.units[u]
        label = self.board.label(h)
        if h not in self.places_of(u):
            rule = RULES.get(unit.entry) or RULES["fz" if unit.kind == "fz" else "soviet"]
            if rule == "3.4c" and "A" not in unit.entry:
                rule = "3.4b"
            if rule == "3.5b" and unit.nation == "german":
                rule = "3.3c"
            return Refusal(rule, f"{unit.key} is not set up in {label}", Trouble.HEX)
        if unit.kind == "fz" and self.forts.zone_in(s, h):
            return Refusal(
                "3.4f", f"one Fortified Zone stands in each marked hex; {label} has its own", Trouble.STACKING
            )
        return None

    def incomplete(self, s: LandState) -> Refusal | None:
        """3.4, 3.5: everybody is placed, but for whoever is left in the OKH Reserve."""
        left = [u for u in self.group(s) if s.hex[u] < 0 and self.units.units[u].entry != "germany"]
        if not left:
            return None
        step = self.title.current_step(s)
        return Refusal(
            RESERVE_RULES.get(step.name, step.rule), f"still to be placed: {self.some_names(left)}", Trouble.DUTY
        )

    def deploy(self, s: LandState, how: str) -> None:
        """Place the whole group: by the historical deployment, or at random under the rules."""
        if how == "historical":
            for u, h in self.deployment[self.title.current_step(s).name]:
                self.place(s, u, h)
        else:
            self.deploy_random(s)

    def deploy_random(self, s: LandState) -> None:
        """Those with the least choice come first, the large before the small, so that everybody finds room."""
        waiting = sorted(self.group(s), key=lambda u: (len(self.places_of(u)), -self.units.points[u], u))
        for u in waiting:
            choices = [
                h
                for h in sorted(self.places_of(u))
                if s.load[h] + self.units.points[u] <= self.stacking.limit[h]
                and not self.terrain.hex_bar(s, u, h)
                and self.place_refusal(s, u, h) is None
                and self.stacking.mixing_refusal(s, (u,), h) is None
            ]
            if choices:
                self.place(s, u, choices[self.title.draw(s, len(choices))])

    def initial_control(self, h: int) -> int:
        """3.6: German west of the border, Soviet east of it."""
        return SOVIET if h in self.board.region("ussr") else GERMAN | CONTROL_LOST
