"""Land Without End: the title, put together from its data and its chapters."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from steppe.assault import weather
from steppe.assault.battle import RESULTS, result_of
from steppe.assault.combat import Battle, Chances, Part
from steppe.assault.data import UNITS, chosen_options, load_board, load_results, load_sequence, make_units
from steppe.assault.doctrine import Doctrine
from steppe.assault.movement import Mode, Way, goals, mover_refusal
from steppe.assault.odds import ResultsTable
from steppe.assault.phases import Combat
from steppe.assault.stacks import side_in, take_control, units_in
from steppe.assault.state import ASSAULTED, CONTROL_LOST, HIDDEN, MOBILE, MOVED
from steppe.assault.supply import flooded, in_supply
from steppe.assault.title import AssaultTitle, decision_names
from steppe.assault.units import DEAD, RESERVE, UnitTable
from steppe.board import Board
from steppe.events import Event, Log
from steppe.hexgrid import ColumnRow
from steppe.ledger import Ledger
from steppe.orders import About, Form, Order
from steppe.searches import Bytes, Ints
from steppe.sequence import Sequence
from steppe.tables import DataFolder
from steppe.title import Decision, Refusal, Scenario, Shift, Trouble
from steppe.titles.lwe import (
    arrivals,
    combat,
    declarations,
    directive,
    movement,
    refits,
    setup,
    supply,
    support,
    victory,
    words,
)
from steppe.titles.lwe.citations import CITE
from steppe.titles.lwe.look import ABOUT, LAND_MARKS, LOOK
from steppe.titles.lwe.scenarios import SCENARIOS
from steppe.titles.lwe.state import (
    CONCENTRATED,
    DESTROYED,
    GERMAN,
    MOBILITIES,
    MUD_OR_SNOW,
    OFF_ROAD,
    POINTS,
    RESTING,
    SOVIET,
    STACKING_LIMIT,
    LandState,
)
from steppe.titles.lwe.tables import Tables, load_deployment, load_tables
from steppe.titles.lwe.weather import Weather

TERRAINS = ("clear", "forest", "hills", "marsh", "lake", "sea")
SIDE_KINDS = ("river", "lake", "sea", "sivash", "kerch", "rollbahn")
FEATURES = (
    "small-town", "large-town", "city", "fort", "fz", "centre", "asterisk", "edge", "german-source", "soviet-source",
    "black-sea", "azov", "rollbahn",
)  # fmt: skip
KINDS = (
    "panzer", "panzer-grenadier", "motorized", "combined-arms", "cavalry", "infantry", "light", "mountain",
    "air-landing", "paratroop", "siege-artillery", "rifle", "mountain-rifle", "tank", "mechanized", "motorized-rifle",
    "motorized-security", "airborne", "militia", "naval", "fz",
)  # fmt: skip
NATIONS = ("german", "romanian", "italian", "hungarian", "soviet")
FLYING_TURNS = range(2, 22)
"""The turns on which VIII FliegerKorps is there (11.25)."""
WATERS = frozenset({"lake", "sea"})
BOUNTY = 5
"""Points that a Fortified Zone may be expected to cost."""
DOCTRINE = Doctrine(
    shelter={"forest": 0.7, "hills": 1.4, "large-town": 0.7, "city": 2.0, "fort": 0.7},
    point=5.0,
    ambition=0.6,
    sprint=5,
    hunts=True,
    siege=0.7,
    road=1.0,
    horizon=20.0,
    leash=8,
    tightens=frozenset({supply.FREE_CHOICE_UNTIL}),
    reply=0.05,
    in_contact=0.5,
)

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "11.7: enemy stacks are hidden below their top unit"),
}


class PreparedAssaults(Combat):
    """11.1: the phase begins with a look at who must attack (5.6)."""

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        super().enter(title, s, out)
        if title.current_step(s).seat == SOVIET:
            arrivals.note_entry_places(title, s)
            directive.bind(title, s)
        return True


def own_decisions() -> tuple[Decision[Any, Any], ...]:
    return (
        movement.MovementPhase(),
        PreparedAssaults(),
        directive.Rescission(),
        Weather(),
        declarations.PauseAbort(),
        declarations.Concentration(),
        declarations.Pause(),
        refits.RefitStart(),
        refits.RefitCompletion(),
        arrivals.Withdrawal(),
        arrivals.GermanEntry(),
        arrivals.SovietEntry(),
        support.Raid(),
        support.SeaRetreat(),
        victory.VictoryCheck(),
    )


class LandWithoutEnd(AssaultTitle[LandState]):
    key = "lwe"
    name = "Land Without End"
    seats = ("german", "soviet")
    state_class = LandState
    cite = CITE
    concession_rule = "4.5c"
    going_back_rule = "5.1"

    supply_closed_sides = (frozenset({"lake", "sea"}), frozenset({"sea"}))
    mobile_closed_terrain = frozenset({"forest", "hills"})
    mobile_sides = frozenset({GERMAN})
    mobile_drives_before_it = False
    attacked_once = False
    one_guard_a_turn = False
    converted_go_to = DEAD
    doctrine = DOCTRINE
    shown_flags = RESTING | CONCENTRATED
    marks = LAND_MARKS
    appearance = LOOK
    about = ABOUT
    battle_stages = support.stages()

    def __init__(
        self,
        board: Board,
        units: UnitTable,
        sequence: Sequence,
        ledger: Ledger,
        results_table: ResultsTable,
        options: Mapping[str, Any],
        tables: Tables,
        deployment: Mapping[str, list[tuple[int, int]]],
    ) -> None:
        self.track, self.withdrawals, self.weather_table = tables.track, tables.withdrawals, tables.weather
        self.attenuation, self.moscow_table, self.modifiers = tables.gast, tables.moscow, tables.modifiers
        self.deployment = deployment
        self.sources = (tuple(sorted(board.hexes("german-source"))), tuple(sorted(board.hexes("soviet-source"))))
        self._read_map(board)
        self._read_units(units, board)
        super().__init__(board, units, sequence, ledger, results_table, options)
        self.worth = victory.worth(self)
        self.objectives = {int(h): int(self.worth[h]) for h in np.flatnonzero(self.worth) if not self.home[h]}
        self.outside_romania = board.mask(set(range(board.size)) - self.romania)
        self.supply_roads = (board.hexes("rollbahn"), frozenset())

    def _read_map(self, board: Board) -> None:
        land = frozenset(h for h in range(board.size) if board.terrain[h] not in WATERS)
        self.romania, self.north = board.region("romania"), board.region("north")
        self.home = board.mask(board.region("germany") & land) != 0
        self.inside_romania = board.mask(self.romania)
        self.east = board.mask(board.region("gas-east"))
        self.southern = board.mask(board.region("swz"))
        self.sea = board.mask(h for h in range(board.size) if board.terrain[h] == "sea")
        self.lakes = board.mask(h for h in range(board.size) if board.terrain[h] == "lake")
        self.terrain_masks = {t: np.array([x == t for x in board.terrain]) for t in TERRAINS}
        self.forts, self.fort_mask = board.hexes("fort"), board.mask(board.hexes("fort"))
        self.road_mask, self.road_sides = board.mask(board.hexes("rollbahn")), board.side_table("rollbahn")
        self.strait_sides = weather.strait_sides(board)
        self.all_sides = np.ones((board.size, 6), np.uint8)
        self.large_towns = board.hexes("large-town")
        self.large_places = self.large_towns | board.hexes("city")
        places = self.large_places | board.hexes("small-town")
        self.soviet_places = places - self.romania - board.region("germany")
        self.large_places &= self.soviet_places
        self.large_place_list = tuple(sorted(self.large_places))
        self.road_places = places & board.hexes("rollbahn")
        self.centres, self.asterisks = board.hexes("centre"), tuple(sorted(board.hexes("asterisk")))
        self.ports = self.soviet_places & (board.hexes("black-sea") | board.hexes("azov"))
        edge = board.hexes("edge") & land
        self.home_edge = tuple(sorted(edge & board.region("germany")))
        self.romanian_edge = tuple(sorted(edge & self.romania))
        self.german_entries = (*self.home_edge, *self.romanian_edge, *sorted(self.road_places))
        self.kerch = frozenset(h for side, kinds in board.side_kinds.items() if "kerch" in kinds for h in side)
        self.moscow, self.leningrad = self._place(board, "Moscow"), self._place(board, "Leningrad")
        self.odessa, self.oranienbaum = self._place(board, "Odessa"), self._place(board, "Oranienbaum")
        self.entry_places = self.soviet_places
        taken = board.hexes("fort") | board.hexes("city") | board.hexes("rollbahn") | set(self.sources[GERMAN])
        self.matters_to_supply = board.mask(taken)
        self.land = land

    @staticmethod
    def _place(board: Board, name: str) -> int:
        return next((h for h, found in board.names.items() if found == name), -1)

    def _read_units(self, units: UnitTable, board: Board) -> None:
        self.is_satellite = tuple(u.nation in ("romanian", "italian", "hungarian") for u in units.units)
        self.foreign_units = tuple(u for u, foreign in enumerate(self.is_satellite) if foreign)
        self.is_guards = tuple(u.entry == "guards" for u in units.units)
        self.zones = tuple(u for u, unit in enumerate(units.units) if unit.kind == "fz")
        self.always_on_top = frozenset(self.zones)
        self.coastal_army = next((u for u, unit in enumerate(units.units) if unit.mobility == "sea"), -1)
        self.replaceable = tuple(u for u, unit in enumerate(units.units) if arrivals.is_replaceable(unit))
        self.entry_groups: dict[str, tuple[int, ...]] = {}
        self.entry_hexes: dict[int, tuple[int, ...]] = {}
        self.soviet_reinforcements: dict[int, tuple[int, ...]] = {}
        groups: dict[str, list[int]] = {"fz": [], "soviet": [], "german": []}
        for u, unit in enumerate(units.units):
            self.entry_groups[unit.entry] = (*self.entry_groups.get(unit.entry, ()), u)
            if unit.side == GERMAN:
                if unit.entry in ("germany", "romania"):
                    groups["german"].append(u)
            elif unit.entry not in ("pool", "guards", ""):
                self.entry_hexes[u] = self._entry_hexes(board, unit.entry)
                if unit.turn:
                    self.soviet_reinforcements[unit.turn] = (*self.soviet_reinforcements.get(unit.turn, ()), u)
                else:
                    groups["fz" if unit.kind == "fz" else "soviet"].append(u)
        self.setup_groups = {step: tuple(members) for step, members in groups.items()}
        self.entry_places |= {h for hexes in self.entry_hexes.values() for h in hexes}

    def _entry_hexes(self, board: Board, entry: str) -> tuple[int, ...]:
        """3.4, 8.5: hex numbers, army areas, or any town and city."""
        if entry == "any":
            return tuple(sorted(self.soviet_places))
        found: list[int] = []
        for word in entry.split():
            if word in board.grid.index:
                found.append(board.grid.index[word])
            else:
                found += sorted(board.region(f"area-{word}"))
        return tuple(dict.fromkeys(found))

    def forms(self) -> Iterable[Form]:
        return (
            Form("enter UNITS HEX", "bring a unit on to the map"),
            Form("sail UNITS FROM-TO", "move units by sea from port to port"),
            Form("directive WORD(keep|rescind)", "Directive No. 3"),
            Form("pause WORD(declare|decline|keep|abort)", "the von Paulus pause"),
            Form("concentration WORD(declare|decline|keep|rescind)", "supply concentration"),
            Form("mark UNITS", "place a supply concentration marker"),
            Form("refit UNITS", "place a refit marker"),
            Form("withdraw UNITS", "withdraw a unit for good"),
            Form("replace UNITS", "give replacement steps"),
            Form("guards UNITS", "the Guards unit that comes replaces this one"),
            Form("raid UNITS", "this cavalry unit raids"),
            Form("decline [WORD(light|infantry|cavalry|HF)]", "decline what is asked"),
        )

    def own_decisions(self) -> Iterable[Decision[Any, Any]]:
        return own_decisions()

    def notable_hexes(self) -> frozenset[int]:
        """3.6: places, sources, fortified lines, Rollbahnen, and every hex of Greater Germany."""
        board = self.board
        places = board.hexes("small-town") | self.large_towns | board.hexes("city") | board.hexes("rollbahn")
        return places | self.forts | set(self.sources[0]) | set(self.sources[1]) | (board.region("germany") & self.land)

    # -- 6, 9, 10: stacking, costs, factors -----------------------------------------------------------------------

    def stacking_limits(self) -> Ints:
        """6.1: six divisions of a side in a hex."""
        return np.full(self.board.size, STACKING_LIMIT, np.int16)

    def ground(self, s: LandState) -> object:
        return s.weather_north, s.weather_south, s.turn <= combat.FREE_RIVERS_UNTIL, s.weather_seen & MUD_OR_SNOW

    def make_costs(self, s: LandState, side: int, mobility: str) -> Bytes:
        return movement.make_costs(self, s, side, mobility)

    def terrain_cost(self, mobility: str, terrain: str) -> int:
        """9.10 to 9.13, in dry weather."""
        return movement.TERRAIN_COSTS.get(mobility, movement.TERRAIN_COSTS["foot"]).get(terrain, 0)

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """9.14, 9.15, in dry weather."""
        if kind == "river":
            return movement.RIVER_COST.get(mobility, 1)
        return 0 if kind == "rollbahn" else None

    def side_bar(self, s: LandState, u: int, start: int, h: int) -> str:
        """9.15, 10.7: the sea always, lakes unless they are frozen; the straits have a rule of their own (9.16)."""
        return self.assault_bar(s, u, start, h)

    def assault_bar(self, s: LandState, u: int, start: int, h: int) -> str:
        """11.18: nobody attacks across lakes or the sea, but across frozen lakes."""
        return weather.water_bar(self, s, start, h)

    def movement_factor(self, s: LandState, u: int) -> int:
        return movement.movement_factor(self, s, u)

    def movement_modes(self, s: LandState, group: About) -> tuple[Mode, ...]:
        return movement.movement_modes(self, s, group)

    def single_steps(self, s: LandState, group: About) -> Mapping[int, int]:
        return movement.single_steps(self, s, group)

    def can_go_on(self, s: LandState, u: int) -> bool:
        return movement.can_go_on(self, s, u)

    def stopping_places(self, s: LandState, group: About, hexes: list[int]) -> list[int]:
        return movement.stopping_places(self, s, group, hexes)

    def stop_refusal(self, s: LandState, group: About, way: Way) -> Refusal | None:
        return movement.stop_refusal(self, s, group, way)

    def explain_special_range(self, s: LandState, group: About, h: int) -> Refusal | None:
        return movement.explain_special_range(self, s, group, h)

    def mover_refusal(self, s: LandState, u: int) -> Refusal | None:
        """9.3, 9.17: static units, the ICA; 8.2, 8.11: resting ones."""
        name = self.units.keys[u]
        if self.units.mobility[u] == "static":
            return Refusal("9.3b", f"{name} never moves", Trouble.UNIT)
        if self.units.mobility[u] == "sea":
            return Refusal("9.17c", f"{name} moves only by sea", Trouble.UNIT)
        return self.resting_refusal(s, u) if s.flags[u] & RESTING else None

    def resting_refusal(self, s: LandState, u: int) -> Refusal:
        name = self.units.keys[u]
        if s.steps[u] < self.units.units[u].steps:
            return Refusal("8.11b", f"{name} is being refitted this turn", Trouble.TIME)
        return Refusal("8.2c", f"{name} has just arrived along the Rollbahn", Trouble.TIME)

    def halted_refusal(self, s: LandState, u: int) -> Refusal:
        """9.27, 9.17, 9.16, 7.6, 9.3: what has ended a unit's move before its MP were spent."""
        name = self.units.keys[u]
        if s.flags[u] & ASSAULTED:
            return Refusal("9.27", f"{name} may not move on: its mobile assault did not clear the hex", Trouble.TIME)
        if self.units.side[u] == SOVIET and not s.spent[u]:
            return Refusal("9.17a", f"{name} has come by sea and moves no farther this turn", Trouble.TIME)
        if s.origin[u] >= 0 and weather.STRAITS & self.board.side(s.origin[u], s.hex[u]):
            return Refusal("9.16", f"{name} has given its whole move to cross the straits", Trouble.POINTS)
        if movement.is_unselected(s, (u,), self.units.side[u]):
            return Refusal("7.6d", f"{name} has no supply concentration marker and has moved its hex", Trouble.SUPPLY)
        return Refusal("9.3a", f"{name} has given its whole move for one hex", Trouble.POINTS)

    def mixing_refusal(self, s: LandState, units: About, h: int) -> Refusal | None:
        return movement.mixing_refusal(self, s, units, h)

    def moved_into(self, s: LandState, group: About, start: int, h: int, out: Log) -> None:
        """9.19: who leaves the road; 11.23: fortified lines fall to whoever of the German side enters."""
        if self.units.side[group[0]] != GERMAN:
            return
        combat.destroy_fort(self, s, h, out)
        if start < 0 or "rollbahn" not in self.board.side(start, h):
            for u in group:
                s.flags[u] |= OFF_ROAD

    def can_leave(self, s: LandState, u: int) -> bool:
        """Whether a unit can still move out of its hex."""
        return mover_refusal(self, s, u) is None and bool(goals(self, s, (u,)))

    def must_attack_from(self, s: LandState, side: int, h: int) -> bool:
        """5.6: Directive No. 3."""
        return side == SOVIET and directive.would_bind(self, s, h)

    def dutiful_attackers(self, s: LandState) -> list[int]:
        return list(directive.idlers(self, s))

    def ahead(self, s: LandState) -> float:
        return victory.ahead(self, s)

    def bounties(self, s: LandState) -> Mapping[int, int]:
        """4.2: every turn that a Fortified Zone holds out costs a point."""
        return {s.hex[u]: BOUNTY for u in self.zones if s.hex[u] >= 0 and s.hex[u] != self.odessa}

    def waiting_units(self, s: LandState) -> list[int]:
        return arrivals.waiting(self, s, self.decision(s)[0].name)

    def dutiful_movers(self, s: LandState) -> list[int]:
        return movement.dutiful_movers(self, s)

    def end_of_movement_refusal(self, s: LandState) -> Refusal | None:
        return movement.end_refusal(self, s)

    def tolerates_overstack(self, s: LandState, h: int) -> bool:
        """8.1: Soviet stacks have until the end of their Movement Phase."""
        name = self.current_step(s).name
        entering = name == "III.B" or (name == "III.C" and s.depth > 0)
        return entering and side_in(self, s, h) == SOVIET

    # -- 3: set-up ------------------------------------------------------------------------------------------------

    def initial_control(self, h: int) -> int:
        """3.6: German west of the border, Soviet east of it."""
        return SOVIET if h in self.board.region("ussr") else GERMAN | CONTROL_LOST

    def setup_group(self, s: LandState) -> tuple[int, ...]:
        return setup.group(self, s)

    def setup_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        return setup.place_refusal(self, s, u, h)

    def setup_incomplete(self, s: LandState) -> Refusal | None:
        return setup.incomplete(self, s)

    def has_historical(self, s: LandState) -> bool:
        return bool(self.deployment.get(self.current_step(s).name))

    def deploy(self, s: LandState, how: str) -> None:
        setup.deploy(self, s, how)

    # -- 5: the sequence of play ----------------------------------------------------------------------------------

    def begin_turn(self, s: LandState, out: Log) -> None:
        """4.2, 8.14, 8.3: what happens at the very start of a turn."""
        s.cache.clear()
        s.vector("air_used")[:] = 0
        victory.debit_zones(self, s, out)
        arrivals.reorganize(self, s, out)
        s.gap_open = int(not any(side_in(self, s, h) == SOVIET for h in self.asterisks))

    def end_of_combat_refusal(self, s: LandState) -> Refusal | None:
        return directive.end_of_combat_refusal(self, s) if s.frame()[1] == SOVIET else None

    def is_closed_in_romania(self, s: LandState, h: int) -> bool:
        """5.4: on turn 1 no Soviet unit enters or attacks Romania."""
        return s.turn == 1 and h in self.romania

    # -- 7: supply ------------------------------------------------------------------------------------------------

    def needs_supply_to_move(self, s: LandState, u: int) -> bool:
        """7.7, 7.12: only the German side is hampered."""
        return self.units.side[u] == GERMAN

    def needs_supply_to_attack(self, s: LandState, u: int) -> bool:
        return self.units.side[u] == GERMAN

    def supplied_to_attack(self, s: LandState, u: int, kind: int) -> bool:
        """9.25: for a mobile assault it is what it was when the move began, and without supply nobody moves."""
        return (kind == MOBILE and bool(s.flags[u] & MOVED)) or in_supply(self, s, u)

    def find_network(self, s: LandState, side: int) -> Bytes:
        return supply.german_network(self, s) if side == GERMAN else flooded(self, s, side)

    def is_joined(self, s: LandState, side: int, h: int) -> bool:
        return supply.is_joined(self, s, side, h)

    def supply_line(self, s: LandState, side: int, h: int) -> list[int]:
        return supply.line(self, s, side, h)

    def closed_to_lines(self, s: LandState, side: int) -> Bytes:
        return supply.closed_hexes(self, s, side)

    def local_supply(self, s: LandState, h: int, side: int) -> bool:
        return side == SOVIET and supply.soviet_local(self, s, h)

    def supply_state(self, s: LandState, u: int) -> str:
        """7.2, 7.8: the supply state of a unit in words."""
        if self.units.side[u] == GERMAN:
            return supply.state_of(self, s, u)
        if supply.is_joined(self, s, SOVIET, s.hex[u]):
            return supply.REGULAR
        if s.directive:
            return "Directive No. 3"
        return "coastal" if in_supply(self, s, u) else supply.OUT_OF_SUPPLY

    # -- 8: new units ---------------------------------------------------------------------------------------------

    def rate(self, turn: int) -> int:
        """8.7, 8.8: replacement steps of a centre."""
        return self.track[turn].rate if turn in self.track else 0

    def next_guard(self, s: LandState, out: Log) -> int:
        return arrivals.next_guard(self, s)

    def becomes_guard(self, guard: int, u: int) -> bool:
        return arrivals.becomes_guard(self, guard, u)

    def unit_eliminated(self, s: LandState, u: int, out: Log) -> None:
        arrivals.feed_pool(self, s, u, out)

    def take_control(self, s: LandState, h: int, side: int, out: Log) -> None:
        take_control(self, s, h, side, out)

    # -- 9, 11: assaults ------------------------------------------------------------------------------------------

    def zone_in(self, s: LandState, h: int) -> bool:
        """Whether a Fortified Zone is in a hex: it lies on top (6.4)."""
        return s.top[h] in self.always_on_top

    def is_fortified(self, s: LandState, h: int) -> bool:
        """11.23: an intact fortified line."""
        return bool(self.fort_mask[h]) and not s.control[h] & DESTROYED

    def seas_of(self, h: int) -> frozenset[str]:
        return frozenset(sea for sea in ("black-sea", "azov") if h in self.board.hexes(sea))

    def aircraft(self, s: LandState, side: int) -> int:
        """11.25: VIII FliegerKorps, once a game turn, on turns 2 to 21."""
        return int(side == GERMAN and s.turn in FLYING_TURNS)

    def may_assault_mobile(self, s: LandState, u: int) -> bool:
        """9.22: German mechanized units, no satellites."""
        return self.units.nation[u] == "german" and self.units.mobility[u] == "mech"

    def has_moved_together(self, s: LandState, group: About) -> bool:
        """9.26: all the way from where they began."""
        return len({(s.trail[u], s.spent[u]) for u in group}) == 1

    def leads_mobile(self, s: LandState, u: int) -> bool:
        """9.22: a panzer or panzer grenadier division takes the others along."""
        return self.units.nation[u] == "german" and self.units.kind[u] in combat.LEADERS

    def mobile_price(self, s: LandState, group: About, h: int) -> int:
        """9.23: six MP, whatever the hex."""
        return combat.MOBILE_PRICE

    def target_refusal(self, s: LandState, h: int, side: int, kind: int) -> Refusal | None:
        return combat.target_refusal(self, s, h, side, kind)

    def attacker_refusal(self, s: LandState, u: int, h: int, kind: int) -> Refusal | None:
        return combat.attacker_refusal(self, s, u, h, kind)

    def assault_refusal(self, s: LandState, order: Order, kind: int) -> Refusal | None:
        return combat.assault_refusal(self, s, order)

    def battle_begins(self, s: LandState, b: Battle) -> None:
        s.artillery = 0
        if b.kind == MOBILE:
            for u in b.attackers:
                s.flags[u] |= OFF_ROAD

    def attack_part(self, s: LandState, b: Battle, u: int, face: int, start: int) -> Part:
        return combat.attack_part(self, s, b, u, face, start)

    def reduced(self, reduction: int, total: int) -> int:
        return combat.reduced(reduction, total)

    def dice_strength(self, s: LandState, b: Battle, total: int) -> Chances:
        return support.dice_strength(self, s, b, total)

    def rolls_attenuation(self, s: LandState, b: Battle) -> bool:
        return support.rolls_gast(self, s, b)

    def attenuation_modifier(self, s: LandState, b: Battle) -> int:
        return support.gast_modifier(self, s, b)

    def defence_value(self, s: LandState, b: Battle, u: int, face: int) -> int:
        return combat.defence_value(self, s, b, u, face)

    def shifts(self, s: LandState, b: Battle) -> list[Shift]:
        return combat.shifts(self, s, b)

    def sheet_notes(self, s: LandState, b: Battle) -> Iterable[str]:
        return support.sheet_notes(self, s, b)

    def forced_conversion(self, s: LandState, b: Battle, result: str) -> str:
        return combat.forced_conversion(self, s, b, result)

    def conversion_choices(self, s: LandState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
        return combat.conversion_choices(self, s, b, result)

    def explain_conversion(self, s: LandState, b: Battle, word: str) -> Refusal:
        return combat.explain_conversion(self, s, b, word)

    def advance_refusal(self, s: LandState, u: int) -> Refusal | None:
        """11.26: the ArKo never advances; nor do units that cannot move (9.3, 9.17)."""
        if self.units.kind[u] == "siege-artillery":
            return Refusal("11.26b", f"{self.units.keys[u]} never advances", Trouble.UNIT)
        if self.units.mobility[u] in ("static", "sea"):
            return Refusal("11.36", f"{self.units.keys[u]} cannot move into the hex", Trouble.UNIT)
        return None

    def retreat_refusal(self, s: LandState, group: list[int], h: int) -> Refusal | None:
        return combat.retreat_refusal(self, s, group, h)

    def who_may_lose(self, s: LandState, force: list[int]) -> list[int]:
        return combat.who_may_lose(self, s, force, result_of(self, s))

    # -- 4: victory -----------------------------------------------------------------------------------------------

    def position_changed(self, s: LandState, u: int, start: int, end: int) -> None:
        super().position_changed(s, u, start, end)
        if self.units.side[u] == GERMAN:
            s.cache.pop(movement.OPEN_GROUND, None)

    def control_changed(self, s: LandState, h: int, side: int, out: Log) -> None:
        victory.control_changed(self, s, h, side, out)

    def passes_quietly(self, s: LandState, side: int, start: int, h: int) -> bool:
        return s.control[h] & 1 == side or h not in self.notable

    def level(self, s: LandState) -> str:
        return victory.level(self, s)

    def named(self, name: str) -> list[int]:
        return [h for h, found in self.board.names.items() if found == name]

    # -- 11.7: what is hidden, and what is seen -------------------------------------------------------------------

    def blank_secrets(self, view: LandState, seat: int) -> None:
        """11.7: the enemy's units off the map are not to be looked at."""
        super().blank_secrets(view, seat)
        view.vector("trail")[list(self.side_units[1 - seat])] = 0
        if self.options["fog"]:
            for u in self.side_units[1 - seat]:
                if view.hex[u] == RESERVE:
                    view.flags[u] |= HIDDEN

    def sample_secrets(self, world: LandState, seat: int, rng: random.Random) -> None:
        for u in self.side_units[1 - seat]:
            if world.hex[u] == RESERVE:
                world.flags[u] &= ~HIDDEN

    def status(self, masked: LandState) -> dict[str, Any]:
        return {
            "date": self.track[masked.turn].label if masked.turn in self.track else "",
            "points": victory.points(self, masked),
            "weather": {
                "north": weather.NAMES[masked.weather_north],
                "south": weather.NAMES[masked.weather_south],
            },
            "directive": bool(masked.directive),
            "replacements": masked.replacements,
            "pause": masked.pause,
            "concentration": ("never", "active", "rescinded")[masked.concentration],
        }

    def waiting_to_enter(self, s: LandState) -> About:
        return tuple(movement.waiting(self, s))

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "dates": turn.dates,
                "words": [
                    *([f"The German player needs {turn.check} victory points"] if turn.check is not None else []),
                    f"Soviet replacements: {turn.rate}",
                    *(f"German withdrawal: {n} {what}" for (t, what), n in self.withdrawals.items() if t == number),
                ],
            }
            for number, turn in self.track.items()
        ]

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        return words.tell(event, unit, where)

    def broken(self, s: LandState) -> list[str]:
        wrong = super().broken(s)
        for h in {s.hex[u] for u in self.foreign_units if s.hex[u] >= 0}:
            stack = tuple(units_in(s, h))
            if not movement.mixes(self, stack) and any(in_supply(self, s, u) for u in stack) and s.turn == 0:
                wrong.append(f"nations are mixed in {self.board.label(h)}")
        if s.replacements < 0 or s.soviet_steps < 0:
            wrong.append("more replacements than there are")
        return wrong


# -- loading ----------------------------------------------------------------------------------------------------------


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> LandWithoutEnd:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = load_board(folder, ColumnRow(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), LandWithoutEnd.seats, KINDS, MOBILITIES, POINTS)
    title = LandWithoutEnd(
        board,
        units,
        load_sequence(folder, LandWithoutEnd.seats, decision_names(own_decisions())),
        Ledger.load(folder),
        load_results(folder, RESULTS[:5], above="DE", below="AL1"),
        chosen_options(OPTIONS, options),
        load_tables(folder),
        load_deployment(folder, board, units),
    )
    title.scenario, title.scenarios = scenario, SCENARIOS
    return title
