"""9.0 Movement: where a group may go, by road and over straits, and where its move may end."""

from __future__ import annotations

from steppe.assault.campaign import CampaignRanges
from steppe.assault.ranges import Group, Mode, Way
from steppe.assault.stacks import units_in
from steppe.assault.state import CONTROL, CONTROL_SIDE
from steppe.assault.units import DEAD
from steppe.assault.weather import STRAITS
from steppe.orders import Units
from steppe.searches import Bytes
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.searches import close_to_strangers
from steppe.titles.lwe.state import DESTROYED, GERMAN, SOVIET, LandState
from steppe.titles.lwe.terrain import roads_open

TAKEN = "as_if_taken"
"""The cache entry with the states in which some hexes have changed hands, and the lines for which they were found."""


class LandRanges(LandChapter, CampaignRanges[LandState]):
    """5.4, 6.3, 7.16, 9.3, 9.7, 9.16, 9.19, 9.31."""

    def open_ground(self, s: LandState, group: Units) -> Bytes:
        """6.3, 5.4: hexes not held by another nation of the side, and on turn 1 as far as Romania's border allows."""
        side = self.units.side[group[0]]
        if side == SOVIET:
            return self.geo.outside_romania if s.turn == 1 else self.board.everywhere
        confined = s.turn == 1 and s.hex[group[0]] in self.geo.romania
        found: Bytes = (self.geo.inside_romania if confined else self.board.everywhere).copy()
        own = on_foot = 0
        for u in group:
            own |= self.roster.nation_bits[u]
            on_foot |= self.roster.foot_bits[u]
        close_to_strangers(
            self.roster.german_array,
            s.vector("hex"),
            self.roster.nation_bit,
            self.roster.never_mixes,
            own,
            on_foot,
            self.roster.nations_in,
            found,
        )
        return found

    def modes(self, s: LandState, known: Group) -> tuple[Mode, ...]:
        """9.7: the slowest sets the pace. 9.19: who keeps to the Rollbahn goes farther."""
        group, side = known.units, known.side
        if self.movement.is_unselected(s, group, side):
            return ()
        within = self.open_ground(s, group)
        plain = Mode(known.pace, within)
        if side == GERMAN and roads_open(s) and all(self.movement.rides_road(s, u) for u in group):
            farther = min([self.movement.mp_left(s, u) + self.movement.road_bonus(u) for u in group])
            return plain, Mode(farther, within, self.geo.road_sides, wins_ties=True)
        return (plain,)

    def explain_special(self, s: LandState, group: Units, h: int) -> Refusal | None:
        side = self.units.side[group[0]]
        label = self.board.label(h)
        if s.turn == 1 and side == GERMAN and s.hex[group[0]] in self.geo.romania and h not in self.geo.romania:
            return Refusal("5.4a", "units in Romania stay there on turn 1", Trouble.TIME)
        if side == SOVIET and self.terrain.is_closed_in_romania(s, h):
            return Refusal("5.4e", "no Soviet unit enters Romania on turn 1", Trouble.TIME)
        if self.movement.is_unselected(s, group, side):
            return Refusal("7.6d", "without a supply concentration marker a unit moves one hex a phase", Trouble.SUPPLY)
        if s.top[h] >= 0:
            refusal = self.stacking.mixing_refusal(s, group, h)
            if refusal:
                return refusal
        if STRAITS & self.board.side(s.hex[group[0]], h):
            return Refusal("9.16", f"{label}: the straits are crossed only from where the phase began", Trouble.TERRAIN)
        return None

    def stopping_places(self, s: LandState, group: Units, hexes: list[int]) -> list[int]:
        """7.16, 9.19, 9.31: those of the hexes just searched in which a group may stop."""
        if self.units.side[group[0]] == SOVIET:
            return hexes
        scratch, takes = self.board.scratch, self.geo.matters_to_supply & (s.vector("control") & CONTROL_SIDE != GERMAN)
        satellite = any(self.roster.is_satellite[u] for u in group)
        plain = min(self.movement.mp_left(s, u) for u in group)
        opening: set[int] = set()  # hexes whose way opens or cuts something, or is longer than the MF (9.19)
        found = []
        for h in hexes:  # cheapest first, so that a way's last hex but one comes before its last
            parent = int(scratch.parent[h])
            if takes[h] or parent in opening or scratch.spent[h] > plain:
                opening.add(h)
                continue
            if satellite and h in self.geo.north:
                continue
            if self.supply.is_joined(s, GERMAN, h):
                found.append(h)
        ways = []
        for h in opening:
            if not (satellite and h in self.geo.north):
                steps, x = [], h
                while scratch.parent[x] >= 0:
                    steps.append((x, int(scratch.spent[x])))
                    x = int(scratch.parent[x])
                ways.append((h, Way(tuple(steps))))
        return found + [h for h, way in ways if self.stop_refusal(s, group, way) is None]

    def stop_refusal(self, s: LandState, group: Units, way: Way) -> Refusal | None:
        """7.16: no German-side unit moves to where it would be out of supply. 9.31: satellites end in the south."""
        if self.units.side[group[0]] == SOVIET:
            return None
        h = way.steps[0][0]
        if h in self.geo.north and any(self.roster.is_satellite[u] for u in group):
            label = self.board.label(h)
            return Refusal(
                "9.31", f"{label} lies north of the sector line: satellites end their moves south", Trouble.HEX
            )
        after = self.as_if_taken(s, way)
        if not self.supply.is_joined(after, GERMAN, h):
            return Refusal("7.16a", f"in {self.board.label(h)} it would be out of supply", Trouble.SUPPLY)
        if way.steps[0][1] > self.group(s, group).pace:
            for x, _ in way.steps[1:]:
                if not self.supply.is_joined(after, GERMAN, x):
                    return Refusal(
                        "9.19c", f"on the way, in {self.board.label(x)}, it would be out of supply", Trouble.SUPPLY
                    )
        return None

    def as_if_taken(self, s: LandState, way: Way) -> LandState:
        """The state with every hex of a way in German hands, as far as that concerns supply."""
        control, matters = s.control, self.geo.supply_hexes
        taken = frozenset([h for h, _ in way.steps if h in matters and control[h] & CONTROL_SIDE != GERMAN])
        return self.supposed(s, taken, -1) if taken else s

    def as_if_cleared(self, s: LandState, h: int) -> LandState:
        """The state with an enemy hex in German hands and its defenders gone."""
        return self.supposed(s, frozenset([h]), h)

    def supposed(self, s: LandState, taken: frozenset[int], cleared: int) -> LandState:
        """The state with some hexes in German hands, one of them rid of its defenders; kept as long as the lines."""
        lines = self.supply.network(s, GERMAN)
        known: tuple[Bytes, dict[tuple[frozenset[int], int], LandState]] | None = s.cache.get(TAKEN)
        if known is None or known[0] is not lines:  # what was found with other lines is worth nothing now
            known = s.cache[TAKEN] = lines, {}
        after = known[1].get((taken, cleared))
        if after is None:
            after = known[1][taken, cleared] = s.clone()
            for u in units_in(after, cleared) if cleared >= 0 else ():
                self.stacks.lift(after, u, DEAD)
            for h in taken:
                after.control[h] = after.control[h] & ~CONTROL_SIDE | GERMAN | DESTROYED
            after.forget(CONTROL)
        return after
