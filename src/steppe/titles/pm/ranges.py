"""12.0 Ground movement: where a group may go, and where its move may end."""

from __future__ import annotations

from collections.abc import Mapping

from steppe.assault.campaign import CampaignRanges
from steppe.assault.ranges import Group, Mode, Way
from steppe.assault.weather import STRAITS, lakes_frozen
from steppe.orders import Units
from steppe.searches import Bytes
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import SOVIET, MonsterState

NORTH_RULES: Mapping[str, str] = {"italian": "7.2b", "romanian": "7.3b", "hungarian": "7.4b"}


class MonsterRanges(MonsterChapter, CampaignRanges[MonsterState]):
    """5.3, 7.2 to 7.4, 8.5, 9.20, 12.3, 12.7, 12.16, 13.7."""

    bars_north = True
    """7.2 to 7.4: whether satellites keep off the north map."""

    def make_tables(self) -> None:
        super().make_tables()
        self._ground: dict[frozenset[str], Bytes] = {}

    def open_ground(self, s: MonsterState, group: Units) -> Bytes:
        """5.3, 7.2 to 7.4, 8.5: hexes that some may not enter whoever is in them. 8.6: Soviets enter the ZOMO."""
        if self.units.side[group[0]] == SOVIET:
            return self.geo.outside_southern_zomo if self.terrain.sleeps(s) else self.board.everywhere
        nations = frozenset([self.units.nation[u] for u in group if self.roster.is_satellite[u]])
        if not nations:
            return self.board.everywhere
        found = self._ground.get(nations)
        if found is None:
            found = self.board.everywhere.copy()
            if self.bars_north:
                found[self.geo.northern != 0] = 0
            for nation in nations:
                found[self.geo.foreign_country[nation] != 0] = 0
            self._ground[nations] = found
        return found

    def modes(self, s: MonsterState, known: Group) -> tuple[Mode, ...]:
        """12.7: the slowest sets the pace."""
        if self.movement.is_unselected(s, known.units, known.side):
            return ()
        return (Mode(known.pace, self.open_ground(s, known.units)),)

    def explain_special(self, s: MonsterState, group: Units, h: int) -> Refusal | None:
        side, label = self.units.side[group[0]], self.board.label(h)
        if not self.open_ground(s, group)[h]:
            return self.ground_refusal(s, group, h)
        if self.movement.is_unselected(s, group, side):
            return Refusal(
                "9.20c", "without a supply concentration marker a unit moves one hex a phase", Trouble.SUPPLY
            )
        if STRAITS & self.board.side(s.hex[group[0]], h):
            return Refusal(
                "12.16", f"{label}: the straits are crossed only from where the phase began", Trouble.TERRAIN
            )
        return None

    def ground_refusal(self, s: MonsterState, group: Units, h: int) -> Refusal | None:
        """Why a hex is closed to some of a group whoever is in it."""
        label = self.board.label(h)
        if self.units.side[group[0]] == SOVIET:
            if self.terrain.is_asleep(s, h):
                return Refusal("5.3b", f"{label}: no Soviet unit enters Hungary or Romania on turn 1", Trouble.TIME)
            return None
        for u in group:
            if not self.roster.is_satellite[u]:
                continue
            name, nation = self.units.keys[u], self.units.nation[u]
            if self.bars_north and self.geo.northern[h]:
                return Refusal(NORTH_RULES[nation], f"{name} never goes on to the north map ({label})", Trouble.HEX)
            if self.geo.foreign_country[nation][h]:
                return Refusal("8.5b", f"{name} does not enter {label}", Trouble.HEX)
        return None

    def stop_refusal(self, s: MonsterState, group: Units, way: Way) -> Refusal | None:
        """13.7, 7.1: not on a frozen lake, nor among strangers. 9.9: nobody asks for supply."""
        h = way.steps[0][0]
        if self.geo.lakes[h]:
            return Refusal("13.7f", f"no move ends on the lake in {self.board.label(h)}", Trouble.TERRAIN)
        return self.stacking.mixing_refusal(s, group, h) if s.top[h] >= 0 else None

    def stopping_places(self, s: MonsterState, group: Units, hexes: list[int]) -> list[int]:
        """Those of the hexes just searched in which a group may stop."""
        if lakes_frozen(s):
            hexes = [h for h in hexes if not self.geo.lakes[h]]
        if self.units.side[group[0]] == SOVIET:
            return hexes
        if any(self.roster.is_satellite[u] for u in group):
            delicate = {h for h in hexes if s.top[h] >= 0}
        else:
            delicate = {s.hex[u] for u in self.roster.satellites if s.hex[u] >= 0}
        return [h for h in hexes if h not in delicate or self.stacking.mixing_refusal(s, group, h) is None]
