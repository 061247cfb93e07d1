"""10.14 to 11.31: what is particular to assaults in Drive on Moscow: shifts, strengths, conversions, battle groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steppe.assault.air import Air
from steppe.assault.battles import GO_ON, WAIT, Battles, Stage
from steppe.assault.combat import Battle, Combat
from steppe.assault.losses import Losses
from steppe.assault.state import BATTLE_FLAGS, COMBAT_FLAGS, FIGHT_MOVE, MOBILE, MOVEMENT_FLAGS, PREPARED
from steppe.assault.strengths import Part, Strengths
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Shift, Trouble
from steppe.titles.dom.chapter import MoscowChapter, MoscowDecision
from steppe.titles.dom.november import is_declared_now, is_executed_now, is_forfeited
from steppe.titles.dom.state import FALLEN, GERMAN, SOVIET, MoscowState

INHERITED = MOVEMENT_FLAGS | COMBAT_FLAGS | BATTLE_FLAGS
"""What a battle group takes over from the division whose remnant it is."""


class MoscowAir(MoscowChapter, Air[MoscowState]):
    """11.19."""

    def number(self, s: MoscowState, side: int) -> int:
        """11.19, 12.2: from the Turn Record Track, one more for the German when he carries out his offensive."""
        number = self.track[s.turn].air[side] if s.turn in self.track else 0
        return number + int(side == GERMAN and is_executed_now(s))


class MoscowBattles(MoscowChapter, Battles[MoscowState]):
    """11.17c, 11.28, 11.30, 12.1d."""

    def make_stages(self) -> tuple[Stage[MoscowState], ...]:
        """11.30: who leaves a battle group is settled before the attacker suffers."""
        stages = list(super().make_stages())
        stages.insert(stages.index(self.attacker_suffers), self.raise_groups)
        return tuple(stages)

    def raise_groups(self, s: MoscowState, out: Log) -> bool:
        """11.30: the owner chooses if there are not enough counters."""
        if s.battle_side == SOVIET and self.losses.must_choose(s, out):
            self.title.ask(s, "battle group", GERMAN)
            return WAIT
        return GO_ON

    def forced_conversion(self, s: MoscowState, b: Battle, result: str) -> str:
        """11.17c: a Soviet attack into a city that stalls or drives back costs a step instead."""
        if b.side == SOVIET and self.city_mask[b.hex] and result in ("AS", "DR"):
            return "AL1"
        return result

    def conversion_choices(self, s: MoscowState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
        """11.28: the German turns a DR in a city into AS or a bloodbath; elsewhere he may hold by losing a step."""
        if result != "DR":
            return -1, ()
        if b.side == GERMAN:
            if not self.city_mask[b.hex]:
                return -1, ()
            return GERMAN, ("AS", "BB") if self.can_bleed(s, b) else ("AS",)
        return GERMAN, ("DR", "DL1") if self.can_hold(s, b) else ("DR",)

    def steps_of(self, s: MoscowState, units: tuple[int, ...]) -> int:
        """The steps of a force; with the option, battle groups that would arise count as survivors."""
        steps = sum(s.steps[u] for u in units)
        if self.options["kg_survivors"]:
            steps += min(sum(self.losses.leaves_group(u) for u in units), len(self.losses.groups_left(s)))
        return steps

    def can_bleed(self, s: MoscowState, b: Battle) -> bool:
        """11.28c: a bloodbath must leave the German at least one step."""
        return self.steps_of(s, b.attackers) > len(b.defenders)

    def can_hold(self, s: MoscowState, b: Battle) -> bool:
        """11.28e: holding may not cost the whole force."""
        return self.steps_of(s, b.defenders) > 1

    def explain_conversion(self, s: MoscowState, b: Battle, word: str) -> Refusal:
        if b.side == GERMAN:
            return Refusal("11.28a", f"a DR in a city is AS or BB, not {word}", Trouble.UNIT)
        return Refusal("11.28e", f"a DR outside a city is DR or DL1, not {word}", Trouble.UNIT)

    def begins(self, s: MoscowState, b: Battle) -> None:
        if s.turn == 1:
            self.movement.leave_south(s, b.attackers, b.hex)
        if b.side == SOVIET:
            s.engaged += len(b.attackers)

    def must_advance(self, s: MoscowState) -> bool:
        """12.1: Stalin's attacks are pressed home."""
        return s.battle_side == SOVIET and is_declared_now(s)


class MoscowCombat(MoscowChapter, Combat[MoscowState]):
    """10.14 to 10.19, 11.0 to 11.5."""

    mobile_closed_terrain = frozenset({"marsh"})
    mobile_sides = frozenset({GERMAN})
    mobile_extra = 2

    def end_refusal(self, s: MoscowState) -> Refusal | None:
        return self.november.end_of_combat_refusal(s)

    def needs_supply(self, s: MoscowState, u: int) -> bool:
        return self.units.side[u] == GERMAN

    def is_supplied_to_attack(self, s: MoscowState, u: int, kind: int) -> bool:
        """8.5: by the letter it joins a prepared assault, with nothing to add."""
        return (kind == PREPARED and self.options["oos_join"]) or super().is_supplied_to_attack(s, u, kind)

    def may_assault_mobile(self, s: MoscowState, u: int) -> bool:
        """10.14: German mechanized units, cavalry among them."""
        return self.units.side[u] == GERMAN and self.units.mobility[u] != "foot"

    def leads_mobile(self, s: MoscowState, u: int) -> bool:
        """10.14: panzer units, battle groups among them."""
        return self.strengths.is_panzer(s.face[u])

    def unfit_target(self, s: MoscowState, h: int, side: int, kind: int) -> Refusal | None:
        """12.1: no German assaults on the turn of declaration."""
        if side == GERMAN and is_declared_now(s):
            return Refusal("12.1a", "no German assaults on the turn of declaration", Trouble.TIME)
        return None

    def unfit_attacker(self, s: MoscowState, u: int, h: int, kind: int) -> Refusal | None:
        """5.3: who has used the extra MP of the Guderian effect keeps to the south map all turn."""
        if self.movement.is_guderian(s, u) and not self.geo.south[h]:
            price = self.mobile_extra + 1 if kind == MOBILE else 0
            if s.spent[u] + price > self.movement.base_factor(s, u):
                return Refusal("5.3c", f"{self.units.keys[u]} has used its south-map MP", Trouble.POINTS)
        return None

    def unfit_force(self, s: MoscowState, order: Order, kind: int) -> Refusal | None:
        if kind == MOBILE:
            return None
        side = self.units.side[order.units[0]]
        if side == GERMAN and not any(self.supply.is_supplied(s, u) for u in order.units):
            return Refusal("8.5c", "nobody in the force is in supply: it has no attack factor", Trouble.SUPPLY)
        return self.november.assault_refusal(s, order)


class MoscowLosses(MoscowChapter, Losses[MoscowState]):
    """2.11a: one step or two, whatever a KG shows on its back. 11.27, 11.30: battle groups."""

    def make_tables(self) -> None:
        self.retreated_leave_nothing = not self.options["kg_after_retreat"]

    def leaves_group(self, u: int) -> bool:
        """11.30: panzer and panzer grenadier divisions, not the brigade and the regiment."""
        return self.units.kind[u] in ("panzer", "panzer-grenadier") and self.units.units[u].size == "XX"

    def groups_left(self, s: MoscowState) -> list[int]:
        """2.12: of the ten counters those not yet used."""
        return [u for u in self.entry_groups.get("kg", ()) if s.hex[u] == RESERVE]

    def defender_eliminated(self, s: MoscowState, defenders: Iterable[int], out: Log) -> int:
        """11.30: panzers and grenadiers lost together, and fewer counters than divisions: the counters wait."""
        force = tuple(defenders)
        fallen = [u for u in force if s.steps[u] == 1 and self.leaves_group(u)]
        if self.is_short(s, fallen):
            s.gather("sets", FALLEN, fallen)
        return super().defender_eliminated(s, force, out)

    def is_short(self, s: MoscowState, fallen: list[int]) -> bool:
        """11.30: whether it matters which of some divisions leave the last battle groups."""
        return 0 < len(self.groups_left(s)) < len(fallen) and len({self.units.kind[u] for u in fallen}) > 1

    def must_choose(self, s: MoscowState, out: Log) -> bool:
        """11.30: whether the owner still has a choice; where he has none, the counters that are left are laid."""
        fallen = s.gathered("sets", FALLEN)
        if not fallen or self.is_short(s, fallen):
            return bool(fallen)
        s.gather("sets", FALLEN, ())
        for u in fallen:
            self.leave_remnant(s, u, s.battle_hex, s.flags[u], out)
        return False

    def leave_remnant(self, s: MoscowState, u: int, h: int, flags: int, out: Log) -> None:
        """11.30: a KG of the same type takes the place of a reduced division at once, while counters last."""
        if not self.leaves_group(u) or s.sets[u] & FALLEN:
            return
        left = self.groups_left(s)
        if not left:
            return
        kg = left[0]
        faces = (self.units.own_face[kg], self.units.other_face[kg])
        s.face[kg] = next(f for f in faces if self.units.face_kind[f] == self.units.kind[u])
        s.flags[kg] |= flags & INHERITED
        s.spent[kg], s.origin[kg] = s.spent[u], s.origin[u]
        self.stacks.put(s, kg, h)
        out.add("battle group", unit=kg, of=u, hex=h)


class BattleGroup(MoscowDecision):
    """11.30: which of the divisions just lost leaves a battle group, where there are not enough for all."""

    name = "battle group"
    verbs = ("remnant",)
    rule = "11.30a"

    def prompt(self, s: MoscowState) -> str:
        return f"Which division leaves a battle group in {self.board.label(s.battle_hex)}?"

    def legal(self, s: MoscowState, about: Units) -> Iterator[Order]:
        for u in s.gathered("sets", FALLEN):
            if not about or about == (u,):
                yield Order("remnant", (u,))

    def explain(self, s: MoscowState, order: Order) -> Refusal:
        return Refusal("11.30a", "one of the divisions just lost leaves a battle group", Trouble.UNIT)

    def apply(self, s: MoscowState, order: Order, out: Log) -> None:
        u = order.units[0]
        s.sets[u] &= ~FALLEN
        self.losses.leave_remnant(s, u, s.battle_hex, s.flags[u], out)
        if not self.losses.must_choose(s, out):
            s.pop()
            self.battles.proceed(s, out)


class MoscowStrengths(MoscowChapter, Strengths[MoscowState]):
    """11.10 to 11.20."""

    def shifts(self, s: MoscowState, b: Battle) -> list[Shift]:
        """11.10: all that apply, added up."""
        return [*bonus(s, b), *self.terrain_shifts(b), *self.support_shifts(b)]

    def terrain_shifts(self, b: Battle) -> list[Shift]:
        """10.16b, 11.11 to 11.18: clear, marsh and towns give nothing."""
        found = []
        if b.kind == MOBILE and b.side == GERMAN and self.board.terrain[b.hex] == "forest":
            found.append(Shift("forest against a mobile assault", "11.12", -1))
        if self.all_across(b, "river"):
            found.append(Shift("all attackers across a river", "11.14", -1))
        if self.city_mask[b.hex]:
            found.append(Shift("city", "11.17b", -2))
        if self.is_fortified(b):
            found.append(Shift("fortification", "11.18b", -1))
        return found

    def support_shifts(self, b: Battle) -> list[Shift]:
        """11.19 aircraft; 11.20 concentric assaults, never into a city."""
        found = []
        if b.attacker_air:
            found.append(Shift("aircraft of the attacker", "11.19c", b.attacker_air))
        if b.defender_air:
            found.append(Shift("aircraft of the defender", "11.19c", -b.defender_air))
        if not self.city_mask[b.hex] and self.is_concentric(b):
            found.append(Shift("concentric assault", "11.20a", 1))
        return found

    def is_fortified(self, b: Battle) -> bool:
        """11.18: fortifications are Soviet, always intact, and never help the German."""
        return b.side == GERMAN and b.hex in self.geo.forts

    def attack_part(self, s: MoscowState, b: Battle, u: int, face: int, start: int) -> Part:
        """8.5: without supply German units have nothing to add."""
        if b.kind == PREPARED and b.side == GERMAN and not self.supply.is_joined(s, GERMAN, start):
            return 0, 0
        return super().attack_part(s, b, u, face, start)

    def is_panzer(self, face: int) -> bool:
        return self.units.face_kind[face] == "panzer"

    def attack_value(self, s: MoscowState, b: Battle, u: int, face: int) -> int:
        """11.17, 11.18: panzers attack cities and fortifications with their defence factor."""
        hampered = self.city_mask[b.hex] or self.is_fortified(b)
        table = self.units.defence if hampered and self.is_panzer(face) else self.units.attack
        return table[face][s.steps[u]]


def bonus(s: MoscowState, b: Battle) -> list[Shift]:
    """5.2, 5.3, 12.2, 12.3: the season of the campaign. The three bonuses for the same assault never add up."""
    found = []
    if b.side == GERMAN:
        if s.turn == 1:
            found.append(Shift("first turn of the offensive", "5.3a", 1))
        elif b.kind == PREPARED and is_executed_now(s):
            found.append(Shift("November offensive", "12.2b", 1))
        elif b.kind == PREPARED and s.phase_order == FIGHT_MOVE:
            found.append(Shift("fight before moving", "5.2c", 1))
    if is_forfeited(s):
        if b.side == GERMAN:
            found.append(Shift("no November offensive", "12.3a", -1))
        else:
            found.append(Shift("no November offensive", "12.3b", 1))
    return found
