"""9.7, 9.8, 10.1 to 10.4, 14.11 to 14.30: strengths, what halves them, air support and shifts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from steppe.assault.combat import Battle
from steppe.assault.state import HIDDEN, MOBILE, PREPARED
from steppe.assault.strengths import NOTHING, Chances, Part, Strengths
from steppe.assault.units import UNKNOWN
from steppe.assault.weather import SNOW, STRAITS, THAWED, straits_frozen
from steppe.title import Shift
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.roster import ARMOUR, TANKS
from steppe.titles.pm.state import GERMAN, HEDGEHOG, OUT, SIXTH_CORPS, SOVIET, VIII_CORPS, MonsterState

CUT_OFF, MARSH, FLAK = 1, 2, 4
"""The reductions, each a halving (9.7, 14.18, 10.1)."""

SIXTH_CORPS_FACTOR = 5


class MonsterStrengths(MonsterChapter, Strengths[MonsterState]):
    """10.1 to 10.4, 14.11 to 14.30, 15.10, 15.11."""

    mountaineers = True
    """14.17: whether mountain troops attack hills with the better of their factors."""

    def chart_shift(self, row: str, kind: int) -> int:
        """17.9: the columns of a row of the Terrain Effects Chart."""
        found = self.charts.terrain[row]
        return (found.mobile if kind == MOBILE else found.prepared) or 0

    def is_cut(self, s: MonsterState, u: int, h: int, kind: int) -> bool:
        return self.supply.battle_state(s, u, h, kind) == OUT

    def attack_part(self, s: MonsterState, b: Battle, u: int, face: int, start: int) -> Part:
        """9.5: as printed, unless 9.7, 14.12, 14.17 to 14.20, 10.1: what is halved together is added up first."""
        value, kind = self.units.attack[face][s.steps[u]], self.units.kind[u]
        terrain = self.board.terrain[b.hex]
        if terrain == "hills" and self.units.mobility[u] == "mountain" and self.mountaineers:
            value = max(value, self.units.defence[face][s.steps[u]])
        reduction = CUT_OFF if self.is_cut(s, u, start, b.kind) else 0
        if kind in ARMOUR and STRAITS & self.board.side(start, b.hex) and not straits_frozen(s):
            return 1, reduction
        if kind in ARMOUR and terrain == "marsh" and self.weather.here(s, b.hex) in THAWED:
            reduction |= MARSH
        if kind in TANKS and b.side == SOVIET and self.has_flak(s, b):
            reduction |= FLAK
        return value, reduction

    def has_flak(self, s: MonsterState, b: Battle) -> bool:
        """10.1: flak with another unit beside it, in supply of any kind."""
        kinds = {self.units.kind[u] for u in b.defenders}
        if "flak" not in kinds or len(kinds) == 1:
            return False
        flak = next(u for u in b.defenders if self.units.kind[u] == "flak")
        return self.supply.state_at(s, flak, b.hex) != OUT

    def defence_part(self, s: MonsterState, b: Battle, u: int, face: int) -> Part:
        """9.8, 14.30: the Stalin Line adds one to each unit before anything is halved."""
        value = self.units.defence[face][s.steps[u]]
        if b.side == GERMAN and self.geo.stalin_line[b.hex] and self.forts.is_intact(s, b.hex):
            value += 1
        cut = self.supply.state_at(s, u, b.hex) == OUT
        return value, CUT_OFF if cut else 0

    def corps_at(self, s: MonsterState, h: int, side: int) -> int:
        """The aircraft unit that supports a side's stack in a hex; 0 if there is none."""
        corps = int(s.air[h])
        return corps if corps and (corps == SIXTH_CORPS) == (side == SOVIET) else 0

    def air_factor(self, s: MonsterState, corps: int) -> int:
        """17.8, 10.4."""
        return SIXTH_CORPS_FACTOR if corps == SIXTH_CORPS else self.charts.aviation.get(s.turn, 0)

    def supported_hexes(self, s: MonsterState, b: Battle) -> list[int]:
        """The hexes from which supported stacks attack, mobile or not (15.5); a mobile force may have left its markers
        behind."""
        if b.kind == MOBILE and s.battle_kind == MOBILE and s.battle_hex == b.hex and not s.attacker_air:
            return []
        return [h for h in sorted(b.from_hexes) if self.corps_at(s, h, b.side)]

    def dice_strength(self, s: MonsterState, b: Battle, total: int) -> Chances:
        """10.2, 14.13: no more points than the ground units of the supported stack bring themselves."""
        points = 0
        for h in self.supported_hexes(s, b):
            brought = total if len(b.from_hexes) == 1 else self.brought_from(s, b, h, total)
            points += min(self.air_factor(s, self.corps_at(s, h, b.side)), brought)
        return {points: Fraction(1)} if points else NOTHING

    def brought_from(self, s: MonsterState, b: Battle, h: int, total: int) -> int:
        """What the attackers of one hex bring; as much as all if some of them are not known."""
        sums: Counter[int] = Counter()
        for u in b.attackers:
            if s.hex[u] == h:
                if s.face[u] == UNKNOWN or s.flags[u] & HIDDEN:
                    return total
                value, reduction = self.attack_part(s, b, u, s.face[u], h)
                sums[reduction] += value
        return sum(halved(reduction, value) for reduction, value in sums.items())

    def defence_support(self, s: MonsterState, b: Battle, total: int) -> Chances:
        corps = self.corps_at(s, b.hex, 1 - b.side)
        return {min(self.air_factor(s, corps), total): Fraction(1)} if corps else NOTHING

    def shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        """14.11: all that apply, added up. 14.14b: works do not keep assaults from being concentric, hedgehogs do."""
        found = [*self.terrain_shifts(s, b), *self.water_shifts(s, b), *self.works_shifts(s, b)]
        hedgehog = bool(s.control[b.hex] & HEDGEHOG) and b.side == SOVIET
        if hedgehog:
            found.append(Shift("hedgehog", "14.40b", -2))
        elif self.is_concentric(b):
            found.append(Shift("concentric assault", "14.14a", 1))
        if any(s.air[h] == VIII_CORPS for h in self.supported_hexes(s, b)):
            found.append(Shift("VIII FliegerKorps", "10.3", 1))
        if self.corps_at(s, b.hex, 1 - b.side) == VIII_CORPS:
            found.append(Shift("VIII FliegerKorps in defence", "10.3", -1))
        if b.side == SOVIET and b.kind == PREPARED and self.weather.here(s, b.hex) == SNOW:
            found.append(Shift("Soviet assault in snow", "13.7c", 1))
        if any(self.geo.sea[h] for h in b.from_hexes):
            found.append(Shift("invasion", "11.4c", -1))
        return found

    def terrain_shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        """14.15 to 14.23, 15.11, by the Terrain Effects Chart."""
        found = []
        terrain = self.board.terrain[b.hex]
        if terrain == "hills":
            found.append(Shift("hills", "14.16", self.chart_shift("hills", b.kind)))
        elif terrain == "forest" and b.kind == MOBILE:
            found.append(Shift("forest against a mobile assault", "15.11", self.chart_shift("forest", b.kind)))
        if self.city_mask[b.hex]:
            found.append(Shift("city", "14.23", self.chart_shift("city", b.kind)))
        elif b.hex in self.geo.large_towns:
            found.append(Shift("large town", "14.22", self.chart_shift("large-town", b.kind)))
        return found

    def water_shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        """14.19, 14.20, 15.10, 5.5: only if every attacker comes across water; two columns if all of it is straits."""
        if straits_frozen(s):
            straits: set[int] = set()
        else:
            straits = {h for h in b.from_hexes if STRAITS & self.board.side(h, b.hex)}
        free = (b.side == GERMAN and s.turn == 1) or self.weather.here(s, b.hex) not in THAWED
        if straits == b.from_hexes:
            return [Shift("all attackers across the straits", "14.20", self.chart_shift("sivash", PREPARED))]
        rest = b._replace(from_hexes=b.from_hexes - straits)
        if not free and self.all_across(rest, "river"):
            rule = "15.10" if b.kind == MOBILE else "14.19"
            return [Shift("all attackers across rivers", rule, self.chart_shift("river", b.kind))]
        return []

    def works_shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        """14.27, 14.28: for Soviet defenders alone."""
        if b.side != GERMAN or not self.forts.is_intact(s, b.hex):
            return []
        if b.hex in self.geo.heavy_forts:
            return [Shift("heavy fortification", "14.28", self.chart_shift("heavy-fort", b.kind))]
        if b.hex in self.geo.light_forts:
            return [Shift("fortification", "14.27", self.chart_shift("fort", b.kind))]
        return []

    def notes(self, s: MonsterState, b: Battle) -> Iterator[str]:
        if b.kind == MOBILE:
            rule = "15.6a" if b.side == GERMAN and s.turn == 1 else "15.2"
            yield f"It costs {self.combat.mobile_price(s, b.attackers, b.hex)} MP ({rule})."
        if self.attenuation.is_rolled(s, b):
            yield f"The GAST is rolled with a modifier of {self.attenuation.modifier(s, b):+d} (17.10)."
        if self.battles.is_shelled(s, b):
            yield "The ArKo adds one to what the defender loses (14.41b)."
        if self.city_mask[b.hex]:
            yield "Both sides' losses are doubled in a city (14.23b)."

    def reduced(self, reduction: int, total: int) -> int:
        return halved(reduction, total)


def halved(reduction: int, total: int) -> int:
    """9.7, 14.12: halves are rounded up, so that nothing falls below one."""
    for _ in range(reduction.bit_count()):
        total = -(-total // 2)
    return total
