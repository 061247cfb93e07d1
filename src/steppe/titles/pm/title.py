"""Proud Monster: the title, put together from its data and its chapters."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from steppe.assault import stacks, weather
from steppe.assault.combat import Battle, Chances, Part
from steppe.assault.data import UNITS, chosen_options, load_board, load_results, load_sequence, make_units
from steppe.assault.doctrine import Doctrine
from steppe.assault.movement import CLOSED, Mode, Way
from steppe.assault.odds import ResultsTable
from steppe.assault.stacks import take_control
from steppe.assault.state import ASSAULTED, CONTROL_LOST, HIDDEN, MOBILE
from steppe.assault.title import AssaultTitle, decision_names
from steppe.assault.units import RESERVE, UnitTable
from steppe.board import Board
from steppe.events import Event, Log
from steppe.hexgrid import ColumnRowSheets
from steppe.ledger import Ledger
from steppe.orders import About, Form, Order
from steppe.searches import Bytes, Ints
from steppe.sequence import Sequence, Step
from steppe.tables import DataFolder
from steppe.title import Decision, Refusal, Scenario, Shift, Trouble
from steppe.titles.pm import (
    arrivals,
    combat,
    declarations,
    forts,
    losses,
    movement,
    refits,
    setup,
    stavka,
    supply,
    support,
    victory,
    words,
)
from steppe.titles.pm.citations import CITE
from steppe.titles.pm.look import ABOUT, LOOK, MONSTER_MARKS
from steppe.titles.pm.scenarios import SCENARIOS
from steppe.titles.pm.state import (
    AERIAL,
    AREAS,
    CONCENTRATED,
    GERMAN,
    HEDGEHOG,
    LANDED,
    MOBILITIES,
    NORTHERN_MUD_OR_SNOW,
    NOWHERE,
    OUT,
    POINTS,
    QUARTERS,
    RESTING,
    RVGK,
    SMALL_LIMIT,
    SOVIET,
    STACKING_LIMIT,
    SUPPLIED,
    MonsterState,
)
from steppe.titles.pm.tables import Tables, check_schedule, load_deployment, load_tables
from steppe.titles.pm.weather import Weather

TERRAINS = ("clear", "forest", "hills", "marsh", "lake", "sea")
SIDE_KINDS = ("river", "lake", "sea", "sivash", "kerch", "highway")
FEATURES = (
    "town", "large-town", "city", "district", "fort", "heavy-fort", "stalin-line", "port", "invasion", "highway",
    "edge", "german-source", "soviet-source", *(f"vp-{value}" for value in victory.VALUES),
)  # fmt: skip
KINDS = (
    "panzer", "motorized", "assault-gun", "recon", "flak", "cavalry", "infantry", "static", "light", "mountain",
    "air-landing", "paratroop", "security", "siege-artillery", "machinegun", "fortress",
    "RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "GRD", "GCD", "GMRD", "GTB", "rifle", "naval",
)  # fmt: skip
NATIONS = ("german", "romanian", "italian", "hungarian", "croat", "french", "flemish", "spanish", "soviet")
SATELLITES = ("romanian", "italian", "hungarian")
LIMITLESS = 30000
"""More than ever stacks in a hex: on the march there is no limit (6.2)."""
OMEGA_STEPS = frozenset({
    "weather", "pause abort", "pause", "concentration", "aerial supply", "withdrawal", "refit", "air commitment",
    "hedgehogs",
})  # fmt: skip
"""0.1: the decisions that the learning game does without."""
DOCTRINE = Doctrine(
    shelter={"forest": 0.3, "hills": 1.0, "large-town": 1.0, "city": 2.5, "fort": 1.0, "heavy-fort": 2.0},
    point=5.0,
    ambition=1.0,
    hunts=True,
    siege=0.7,
    horizon=20.0,
    leash=10,
    spearhead=8.0,
    in_contact=0.5,
)

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "14.7: enemy stacks are hidden below their top unit"),
    "learning": (False, "0.1: the learning game: no supply, air, sea, weather, mobile assaults, forts or retreats"),
}


def own_decisions() -> tuple[Decision[Any, Any], ...]:
    return (
        setup.SetUpPhase(),
        arrivals.GermanArrivals(),
        stavka.TankBrigades(),
        stavka.SovietArrivals(),
        stavka.Rvgk(),
        Weather(),
        declarations.Pause(),
        declarations.PauseAbort(),
        declarations.Concentration(),
        refits.Withdrawal(),
        refits.Refit(),
        support.AirCommitment(),
        support.AerialSupply(),
        support.Hedgehogs(),
        support.EndOfPlayerTurn(),
        movement.MovementPhase(),
        movement.MarkerSplit(),
        combat.PreparedAssaults(),
        losses.Stand(),
        losses.AnotherRound(),
        losses.AdvanceWithMarkers(),
        victory.VictoryCheck(),
    )


class ProudMonster(AssaultTitle[MonsterState]):
    key = "pm"
    name = "Proud Monster"
    seats = ("german", "soviet")
    state_class = MonsterState
    cite = CITE
    concession_rule = "4.5b"
    going_back_rule = "5.1b"

    NORTH_RULES: Mapping[str, str] = {"italian": "7.2b", "romanian": "7.3b", "hungarian": "7.4b"}

    supply_closed_sides = (frozenset({"lake", "sea"}), frozenset({"sea"}))
    sources_need_control = False
    retreats_split = False
    attacked_once = True
    one_guard_a_turn = False
    small_limit = SMALL_LIMIT
    whole_points = QUARTERS
    results = combat.RESULTS
    doctrine = DOCTRINE
    shown_flags = RESTING | CONCENTRATED
    shown_columns = ("area",)
    marks = MONSTER_MARKS
    appearance = LOOK
    about = ABOUT
    battle_stages = losses.stages()

    def __init__(
        self,
        board: Board,
        units: UnitTable,
        sequence: Sequence,
        ledger: Ledger,
        results_table: ResultsTable,
        options: Mapping[str, Any],
        charts: Tables,
        deployment: Mapping[str, list[tuple[str, int]]],
    ) -> None:
        self.learning = bool(options["learning"])
        if self.learning:  # 0.1: fog and fractions of units are for later
            options = {**options, "fog": False}
            units = whole_units(units)
        self.mobile_sides = frozenset() if self.learning else frozenset({GERMAN, SOVIET})
        self.charts, self.deployment = charts, deployment
        self.track, self.withdrawals = charts.track, charts.withdrawals
        self.weather_table, self.refit_table, self.attenuation = charts.weather, charts.refits, charts.gast
        self.sources = (tuple(sorted(board.hexes("german-source"))), tuple(sorted(board.hexes("soviet-source"))))
        self._read_charts(charts)
        self._read_map(board)
        self._read_units(units)
        self.entries = arrivals.read_entries(units, board)
        super().__init__(board, units, sequence, ledger, results_table, options)

    def _read_charts(self, charts: Tables) -> None:
        self.terrain_costs: dict[str, dict[str, int]] = {
            mobility: {
                terrain: cost
                for terrain in TERRAINS
                if terrain in charts.terrain and (cost := charts.terrain[terrain].costs[mobility]) is not None
            }
            for mobility in MOBILITIES
        }

    def _read_map(self, board: Board) -> None:
        self.home = board.mask(board.region("germany"))
        self.southern_zomo = board.mask(board.region("hungary") | board.region("romania"))
        self.outside_southern_zomo = without(board, self.southern_zomo)
        self.northern = board.mask(board.region("sheet N"))
        self.east, self.southern = board.mask(board.region("gas-east")), board.mask(board.region("sz"))
        nobody = board.mask(())
        self.foreign_country = {
            "romanian": board.mask(board.region("hungary")),
            "hungarian": board.mask(board.region("romania")),
            "italian": nobody,
        }
        self.sea = board.mask(h for h in range(board.size) if board.terrain[h] == "sea")
        self.sea_hexes = tuple(np.flatnonzero(self.sea).tolist())
        self.lakes = board.mask(h for h in range(board.size) if board.terrain[h] == "lake")
        self.no_lakes = without(board, self.lakes)
        self.terrain_masks = {t: np.array([x == t for x in board.terrain]) for t in TERRAINS}
        self.strait_sides = weather.strait_sides(board)
        self.highway = board.side_table("highway") != 0
        self.large_towns = board.hexes("large-town")
        self.towns = self.large_towns | board.hexes("city") | board.hexes("town")
        self.ports = board.hexes("port")
        self._read_works(board)
        self.places = victory.places(board)
        self.objectives = {h: value // len(hexes) + 1 for hexes, value in self.places for h in hexes}
        self.moscow = tuple(sorted(h for h in board.hexes("city") if board.names.get(h) == victory.MOSCOW))
        self.near_moscow = board.mask(())
        for h in self.moscow:
            self.near_moscow |= board.grid.distances(h) <= movement.SOVIET_AIR_RANGE
        self.leningrad, self.oranienbaum = self._place(board, "Leningrad"), self._place(board, "Oranienbaum")
        self.nation_sources = {
            nation: np.array(sorted(board.hexes("german-source") & board.region(country)), np.int16)
            for nation, country in (("romanian", "romania"), ("hungarian", "hungary"))
        }

    def _read_works(self, board: Board) -> None:
        """14.24, 17.3: where works are, and from which turn on."""
        self.light_forts, self.heavy_forts = board.hexes("fort"), board.hexes("heavy-fort")
        self.stalin_line = board.mask(board.hexes("stalin-line"))
        self.fort_mask = board.mask(self.light_forts | self.heavy_forts)
        self.works = board.mask(()) if self.learning else self.fort_mask | self.stalin_line
        self.lines = {line: tuple(sorted(board.region(f"line-{line}"))) for line in self.charts.forts}
        self.line_of: dict[int, str] = {h: line for line, hexes in self.lines.items() for h in hexes}
        self.completed: Ints = np.zeros(board.size, np.int16)
        for line, hexes in self.lines.items():
            self.completed[list(hexes)] = self.charts.forts[line]

    @staticmethod
    def _place(board: Board, name: str) -> int:
        return next((h for h, found in board.names.items() if found == name), -1)

    def _read_units(self, units: UnitTable) -> None:
        self.is_satellite = tuple(u.nation in SATELLITES for u in units.units)
        self.satellites = tuple(u for u, foreign in enumerate(self.is_satellite) if foreign)

    def forms(self) -> Iterable[Form]:
        return (
            *arrivals.forms(),
            Form("support WORD(I|II|IV|V|VIII|6) HEX", "commit ground support aircraft to a stack"),
            Form("lift HEX", "supply a stack by air"),
            Form("hedgehog HEX", "form a hedgehog"),
            Form("rescind HEX", "give up a hedgehog"),
            Form("markers WORD(go|stay)", "which part of a stack keeps its aircraft and aerial supply"),
            Form("defend WORD(stand|retreat)", "the last increment: lose a step or retreat"),
            Form("press WORD(again|halt)", "another round of a mobile assault"),
        )

    def own_decisions(self) -> Iterable[Decision[Any, Any]]:
        return own_decisions()

    def notable_hexes(self) -> frozenset[int]:
        """3.9: control matters in cities and large towns, and in the ports (11.2)."""
        return self.board.hexes("city") | self.large_towns | self.ports

    @property
    def offensive_sides(self) -> frozenset[int]:
        return frozenset({GERMAN})

    # -- 6, 12, 13: stacking, costs, factors ----------------------------------------------------------------------

    def stacking_limits(self) -> Ints:
        """6.1, 6.5: five units in a hex, ten in a city."""
        limits = np.full(self.board.size, STACKING_LIMIT, np.int16)
        if not self.learning:
            limits[self.city_mask != 0] *= 2
        return limits

    def passing_limits(self) -> Ints:
        """6.2: stacking counts at the end of the phase."""
        return np.full(self.board.size, LIMITLESS, np.int16)

    def counts_as_small(self, u: int) -> bool:
        """6.3: German-side battalions and regiments."""
        return not self.learning and self.units.side[u] == GERMAN and self.units.points[u] < QUARTERS // 2

    def cities_that_bar(self) -> Bytes:
        """9.4, 14.32: only enemy units close a hex."""
        return self.board.mask(())

    def has_own_lines(self, u: int) -> bool:
        return self.units.nation[u] in self.nation_sources

    def ground(self, s: MonsterState) -> object:
        return s.weather_north, s.weather_south, s.turn == 1, s.weather_seen & NORTHERN_MUD_OR_SNOW

    def make_costs(self, s: MonsterState, side: int, mobility: str) -> Bytes:
        return movement.make_costs(self, s, side, mobility)

    def terrain_cost(self, mobility: str, terrain: str) -> int:
        """12.10 to 12.13, in dry weather."""
        return self.terrain_costs[mobility].get(terrain, CLOSED)

    def river_cost(self, mobility: str) -> int:
        """12.15."""
        return self.charts.terrain["river"].costs[mobility] or 0

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """12.15, 12.16, in dry weather."""
        if kind == "river":
            return self.river_cost(mobility)
        return 0 if kind == "highway" else None

    def chart_shift(self, row: str, kind: int) -> int:
        """17.9: the columns of a row of the Terrain Effects Chart."""
        found = self.charts.terrain[row]
        return (found.mobile if kind == MOBILE else found.prepared) or 0

    def side_bar(self, s: MonsterState, u: int, start: int, h: int) -> str:
        """12.14, 13.7: the sea always, lakes unless they are frozen."""
        return weather.water_bar(self, s, start, h)

    def assault_bar(self, s: MonsterState, u: int, start: int, h: int) -> str:
        """13.7, 11.4: nobody attacks across lakes, frozen or not; across the sea only those who land."""
        sides = self.board.side(start, h)
        if "sea" in sides and not self.sea[start]:
            return "sea"
        return "lake" if "lake" in sides else ""

    def movement_factor(self, s: MonsterState, u: int) -> int:
        return movement.movement_factor(self, s, u)

    def movement_modes(self, s: MonsterState, group: About) -> tuple[Mode, ...]:
        return movement.movement_modes(self, s, group)

    def single_steps(self, s: MonsterState, group: About) -> Mapping[int, int]:
        return movement.single_steps(self, s, group)

    def stopping_places(self, s: MonsterState, group: About, hexes: list[int]) -> list[int]:
        return movement.stopping_places(self, s, group, hexes)

    def stop_refusal(self, s: MonsterState, group: About, way: Way) -> Refusal | None:
        return movement.stop_refusal(self, s, group, way)

    def explain_special_range(self, s: MonsterState, group: About, h: int) -> Refusal | None:
        return movement.explain_special_range(self, s, group, h)

    def mover_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """8.20, 14.41, 14.40, 5.3, 11.2: who stays where he is."""
        if self.units.side[u] == GERMAN:
            if s.ready[u] > s.couplet:
                return Refusal("14.41a", f"{self.units.keys[u]} has just been organized", Trouble.TIME)
            return combat.idle_refusal(self, s, u)
        if s.flags[u] & LANDED:
            return Refusal("11.2c", f"{self.units.keys[u]} has moved by sea this player turn", Trouble.TIME)
        return None

    def halted_refusal(self, s: MonsterState, u: int) -> Refusal:
        """15.6, 11.2, 12.16, 9.20, 12.3: what has ended a unit's move before its MP were spent."""
        name = self.units.keys[u]
        if s.flags[u] & ASSAULTED:
            return Refusal("15.6b", f"{name} may not move on: its mobile assault did not clear the hex", Trouble.TIME)
        if s.flags[u] & LANDED:
            return Refusal("11.2c", f"{name} has moved by sea this player turn", Trouble.TIME)
        if s.origin[u] >= 0 and weather.STRAITS & self.board.side(s.origin[u], s.hex[u]):
            return Refusal("12.16", f"{name} has given its whole move to cross the straits", Trouble.POINTS)
        if movement.is_unselected(s, (u,), self.units.side[u]):
            return Refusal("9.20c", f"{name} has no supply concentration marker and has moved its hex", Trouble.SUPPLY)
        return Refusal("12.3", f"{name} has given its whole move for one hex", Trouble.POINTS)

    def mixing_refusal(self, s: MonsterState, units: About, h: int) -> Refusal | None:
        return movement.mixing_refusal(self, s, units, h)

    def entry_crowding(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        """6.2: who comes on to the map in a movement phase may pass through a full hex."""
        return None

    def moved_into(self, s: MonsterState, group: About, start: int, h: int, out: Log) -> None:
        """14.25, 14.26: works fall to whoever of the German side enters."""
        if self.units.side[group[0]] == GERMAN:
            forts.entered(self, s, h, out)

    def retreated_into(self, s: MonsterState, group: About, h: int, out: Log) -> None:
        self.moved_into(s, group, s.battle_hex, h, out)

    def bounties(self, s: MonsterState) -> Mapping[int, int]:
        """4.4: every Soviet unit in Greater Germany costs a point at the end of each turn."""
        found: dict[int, int] = {}
        for u in self.side_units[SOVIET]:
            h = s.hex[u]
            if h >= 0 and self.home[h]:
                found[h] = found.get(h, 0) + 1
        return found

    def waiting_units(self, s: MonsterState) -> list[int]:
        return arrivals.waiting(self, s) if self.decision(s)[0].name == "movement" else []

    def tolerates_overstack(self, s: MonsterState, h: int) -> bool:
        """6.2: the moving side has until the end of its movement phase."""
        step = self.current_step(s)
        return step.decision == "movement" and s.depth > 0 and stacks.side_in(self, s, h) == step.seat

    # -- 3: set-up ------------------------------------------------------------------------------------------------

    def initial_control(self, h: int) -> int:
        """3.9: German in the ZOMO, Soviet east of the border."""
        return GERMAN | CONTROL_LOST if self.home[h] or self.southern_zomo[h] else SOVIET

    def setup_group(self, s: MonsterState) -> tuple[int, ...]:
        return setup.group(self, s)

    def setup_places(self, s: MonsterState, u: int) -> Iterable[int]:
        return setup.places(self, s)

    def setup_refusal(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        return setup.place_refusal(self, s, u, h)

    def setup_incomplete(self, s: MonsterState) -> Refusal | None:
        return setup.incomplete(self, s)

    def has_historical(self, s: MonsterState) -> bool:
        return bool(self.deployment.get(self.current_step(s).name))

    def deploy(self, s: MonsterState, how: str) -> None:
        setup.deploy(self, s, how)

    # -- 5: the sequence of play ----------------------------------------------------------------------------------

    def begin_turn(self, s: MonsterState, out: Log) -> None:
        """10.2, 8.10, 8.1: German aircraft leave for good, Soviet ones come, reinforcements appear."""
        s.cache.clear()
        s.couplet = 2 * s.turn
        if s.turn > support.LAST_GERMAN_FLIGHT:
            support.recall(s, GERMAN)
            s.soviet_air = int(s.soviet_air or stavka.moscow_stands(self, s))
        arrivals.begin_turn(self, s, out)

    def enter_step(self, s: MonsterState, out: Log) -> None:
        """5.2: the couplet is that of the step; the learning game leaves some steps out (0.1)."""
        step = self.sequence[s.step]
        if s.turn:
            s.couplet = couplet_of(s, step)
        if not (self.learning and step.decision in OMEGA_STEPS):
            super().enter_step(s, out)

    def end_of_combat_refusal(self, s: MonsterState) -> Refusal | None:
        return combat.end_of_combat_refusal(self, s)

    # -- 9: supply ------------------------------------------------------------------------------------------------

    def find_network(self, s: MonsterState, side: int) -> Bytes:
        return supply.find_network(self, s, side)

    def is_joined(self, s: MonsterState, side: int, h: int) -> bool:
        return supply.is_joined(self, s, side, h)

    def is_supplied(self, s: MonsterState, u: int) -> bool:
        return self.learning or supply.state_of(self, s, u) != OUT

    def supply_line(self, s: MonsterState, side: int, h: int) -> list[int]:
        return supply.line(self, s, side, h)

    def closed_to_lines(self, s: MonsterState, side: int) -> Bytes:
        return supply.closed_hexes(self, s, side)

    def local_supply(self, s: MonsterState, h: int, side: int) -> bool:
        return side == SOVIET and supply.soviet_local(self, s, h)

    def supply_state(self, s: MonsterState, u: int) -> str:
        """9.2, 9.3: the supply state of a unit in words."""
        return supply.STATE_NAMES[SUPPLIED if self.learning else supply.state_of(self, s, u)]

    # -- 8: new units ---------------------------------------------------------------------------------------------

    def next_guard(self, s: MonsterState, out: Log) -> int:
        return stavka.next_guard(self, s)

    def becomes_guard(self, guard: int, u: int) -> bool:
        return stavka.becomes_guard(self, guard, u)

    def conversion_refusal(self, s: MonsterState, guard: int, u: int) -> Refusal | None:
        return stavka.conversion_refusal(self, s, guard, u)

    def put_guard(self, s: MonsterState, u: int, guard: int, out: Log) -> None:
        stavka.put_guard(self, s, u, guard, out)

    def take_control(self, s: MonsterState, h: int, side: int, out: Log) -> None:
        take_control(self, s, h, side, out)

    # -- 10, 14, 15: assaults -------------------------------------------------------------------------------------

    def aircraft(self, s: MonsterState, side: int) -> int:
        """10.2: aircraft lie on stacks; none are called to a battle."""
        return 0

    def use_aircraft(self, s: MonsterState, side: int, number: int) -> None:
        """10.2: they are not used up."""

    def may_assault_mobile(self, s: MonsterState, u: int) -> bool:
        return combat.may_assault_mobile(self, u)

    def explain_immobile(self, s: MonsterState, u: int) -> Refusal:
        return combat.explain_immobile(self, u)

    def assaults_again(self, s: MonsterState, u: int) -> bool:
        """15.9: who has cleared a hex goes on while his MP last."""
        return True

    def leads_mobile(self, s: MonsterState, u: int) -> bool:
        return combat.leads_mobile(self, u)

    def mobile_price(self, s: MonsterState, group: About, h: int) -> int:
        return combat.mobile_price(self, s, group, h)

    def target_refusal(self, s: MonsterState, h: int, side: int, kind: int) -> Refusal | None:
        return combat.target_refusal(self, s, h, side, kind)

    def attacker_refusal(self, s: MonsterState, u: int, h: int, kind: int) -> Refusal | None:
        return combat.attacker_refusal(self, s, u, h, kind)

    def assault_refusal(self, s: MonsterState, order: Order, kind: int) -> Refusal | None:
        return combat.assault_refusal(self, s, order, kind)

    def attack_part(self, s: MonsterState, b: Battle, u: int, face: int, start: int) -> Part:
        return combat.attack_part(self, s, b, u, face, start)

    def defence_part(self, s: MonsterState, b: Battle, u: int, face: int) -> Part:
        return combat.defence_part(self, s, b, u, face)

    def reduced(self, reduction: int, total: int) -> int:
        return combat.reduced(reduction, total)

    def dice_strength(self, s: MonsterState, b: Battle, total: int) -> Chances:
        return combat.attack_support(self, s, b, total)

    def defence_support(self, s: MonsterState, b: Battle, total: int) -> Chances:
        return combat.defence_support(self, s, b, total)

    def rolls_attenuation(self, s: MonsterState, b: Battle) -> bool:
        return combat.rolls_gast(self, s, b)

    def attenuation_modifier(self, s: MonsterState, b: Battle) -> int:
        return combat.gast_modifier(self, s, b)

    def shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        return combat.shifts(self, s, b)

    def assault_begun(self, s: MonsterState, order: Order) -> tuple[MonsterState, Order]:
        return movement.assault_begun(s, order) if order.verb == "markers" else (s, order)

    def sheet_notes(self, s: MonsterState, b: Battle) -> Iterable[str]:
        return combat.sheet_notes(self, s, b)

    def forced_conversion(self, s: MonsterState, b: Battle, result: str) -> str:
        return combat.forced_conversion(self, s, b, result)

    def losses_of(self, result: str) -> tuple[int, int | None]:
        return combat.parts(result)

    def has_room(self, s: MonsterState, units: About, h: int) -> bool:
        """11.4: room is kept for those who fight their way ashore."""
        if h == s.battle_hex and s.invaded == h:
            landing = tuple(u for x in self.sea_hexes if s.top[x] >= 0 for u in stacks.units_in(s, x))
            units = (*units, *(u for u in landing if u not in units))
        return super().has_room(s, units, h)

    def advance_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """11.4, 7.2, 8.5: who lands goes ashore without being asked; satellites keep to their ground."""
        if combat.is_landing(self, s, u):
            return Refusal("11.4f", f"{self.units.keys[u]} goes ashore anyway", Trouble.UNIT)
        return movement.ground_refusal(self, s, (u,), s.battle_hex)

    def retreat_refusal(self, s: MonsterState, group: list[int], h: int) -> Refusal | None:
        return combat.retreat_refusal(self, s, group, h)

    def who_may_lose(self, s: MonsterState, force: list[int]) -> list[int]:
        return losses.who_may_lose(self, s, force)

    def loss_worth(self, s: MonsterState, u: int) -> int:
        return losses.worth(self, u)

    def losses_left(self, s: MonsterState) -> str:
        return f"{s.steps_due / losses.WHOLE:g}"

    # -- 3.9, 4: control and victory ------------------------------------------------------------------------------

    def position_changed(self, s: MonsterState, u: int, start: int, end: int) -> None:
        """10.2, 9.18, 14.40: when the last of a stack has left a hex, its markers go along or away."""
        super().position_changed(s, u, start, end)
        if start < 0 or s.top[start] >= 0:
            return
        if s.control[start] & HEDGEHOG:
            s.control[start] &= ~HEDGEHOG
        if movement.has_marker(s, start):
            if end >= 0:
                movement.carry_markers(self, s, start, end)
            else:
                s.air[start] = 0
                s.control[start] &= ~AERIAL

    def control_changed(self, s: MonsterState, h: int, side: int, out: Log) -> None:
        victory.control_changed(self, s, h, side, out)

    def passes_quietly(self, s: MonsterState, side: int, start: int, h: int) -> bool:
        return s.control[h] & 1 == side or h not in self.notable

    # -- 14.7: what is hidden, and what is seen -------------------------------------------------------------------

    def blank_secrets(self, view: MonsterState, seat: int) -> None:
        """14.7, 8.1: the enemy's units off the map are not to be looked at; of the RVGK only the number is known."""
        super().blank_secrets(view, seat)
        theirs = list(self.side_units[1 - seat])
        view.vector("began")[theirs] = 0
        if seat == GERMAN:
            view.reserve_seen = sum(view.area[u] == RVGK and view.hex[u] == RESERVE for u in theirs)
            for u in theirs:
                if view.area[u] == RVGK:
                    view.area[u] = view.ready[u] = NOWHERE
        if self.options["fog"]:
            for u in theirs:
                if view.hex[u] == RESERVE:
                    view.flags[u] |= HIDDEN

    def sample_secrets(self, world: MonsterState, seat: int, rng: random.Random) -> None:
        theirs = self.side_units[1 - seat]
        for u in theirs:
            if world.hex[u] == RESERVE:
                world.flags[u] &= ~HIDDEN
        if seat == GERMAN and world.reserve_seen:
            able = [u for u in theirs if world.area[u] == NOWHERE and self._has_come(world, u)]
            for u in rng.sample(able, min(world.reserve_seen, len(able))):
                world.area[u] = RVGK
            world.reserve_seen = 0

    def _has_come(self, s: MonsterState, u: int) -> bool:
        """Whether a unit could be in the RVGK: reinforcements of this or an earlier turn, and who was raised again."""
        return s.hex[u] == RESERVE and self.units.units[u].turn <= s.turn

    def place_off_map(self, s: MonsterState, u: int) -> str:
        if s.hex[u] == RESERVE and s.area[u]:
            return AREAS[s.area[u]]
        return super().place_off_map(s, u)

    def status(self, masked: MonsterState) -> dict[str, Any]:
        labels = self.board.grid.labels
        return {
            "date": self.track[masked.turn].label if masked.turn in self.track else "",
            "points": victory.points(self, masked),
            "points-needed": self.charts.victory.get(masked.turn, 0),
            "support": {labels[h]: support.CORPS[masked.air[h]] for h in np.flatnonzero(masked.vector("air")).tolist()},
            "lifted": self._marked(masked, AERIAL),
            "hedgehogs": self._marked(masked, HEDGEHOG),
            **arrivals.status(self, masked),
        }

    def _marked(self, s: MonsterState, bit: int) -> list[str]:
        return [self.board.grid.labels[h] for h in (s.vector("control") & bit).nonzero()[0].tolist()]

    def printed_worth(self) -> Mapping[int, int]:
        """4.2, 4.3: Moscow's points are for both of its hexes together."""
        return {h: value for hexes, value in self.places for h in hexes}

    def warnings(self, s: MonsterState, seat: int) -> list[tuple[str, str]]:
        """6.2: what the opponent will take off if the phase ends like this."""
        if self.decision(s)[0].name != "movement":
            return []
        full = [h for h in stacks.overstacked(self, s) if stacks.side_in(self, s, h) == seat]
        where = ", ".join(self.board.label(h) for h in sorted(full))
        return (
            [("6.2b", f"Overstacked: {where}. Your opponent will eliminate units of his choice there.")] if full else []
        )

    def waiting_to_enter(self, s: MonsterState) -> About:
        return tuple(arrivals.waiting(self, s)) if s.frame()[1] == GERMAN else ()

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "words": [
                    words.some(turn.couplets, "couplet"),
                    f"The German player needs {self.charts.victory[number]} victory points",
                    f"Ground support factor: {self.charts.aviation[number]}",
                    f"Soviet rifle divisions replaced for each district hex: {turn.rate}",
                    *(f"German withdrawal: {n} {what}" for (t, what), n in self.withdrawals.items() if t == number),
                ],
            }
            for number, turn in self.track.items()
        ]

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        if event.kind == "assault" and event.facts["air"]:  # aircraft lie on stacks here and are not counted (10.2)
            return self.tell(Event("assault", {**event.facts, "air": 0})).removesuffix(".") + ", markers and all."
        return words.tell(event, unit, where)

    def broken(self, s: MonsterState) -> list[str]:
        wrong = super().broken(s)
        placed = [corps for corps in s.air if corps]
        if len(set(placed)) < len(placed):
            wrong.append("an aircraft unit supports two stacks")
        for h in (s.vector("air").astype(bool) & (s.vector("top") < 0)).nonzero()[0]:
            wrong.append(f"aircraft support nobody in {self.board.label(int(h))}")
        if s.replacements < 0:
            wrong.append("more replacements than there are")
        return wrong


def without(board: Board, *masks: Bytes) -> Bytes:
    """All hexes but those of some masks."""
    found = board.everywhere.copy()
    for mask in masks:
        found[mask != 0] = 0
    return found


def couplet_of(s: MonsterState, step: Step) -> int:
    """5.2: twice the turn in the first couplet and before it, one more in the second and after it."""
    second = step.name.startswith("III.") or step.name in ("IV", "pause")
    return 2 * s.turn + (second and s.turn > 1)


def whole_units(units: UnitTable) -> UnitTable:
    """0.1: in the learning game every unit counts one for stacking."""
    return replace(units, units=tuple(replace(unit, points=QUARTERS) for unit in units.units))


# -- loading ----------------------------------------------------------------------------------------------------------


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> ProudMonster:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = load_board(folder, ColumnRowSheets(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), ProudMonster.seats, KINDS, MOBILITIES, POINTS)
    charts = load_tables(folder)
    check_schedule(folder, charts, units)
    title = ProudMonster(
        board,
        units,
        load_sequence(folder, ProudMonster.seats, decision_names(own_decisions())),
        Ledger.load(folder),
        load_crt(folder),
        chosen_options(OPTIONS, options),
        charts,
        load_deployment(folder, board, units),
    )
    title.scenario, title.scenarios = scenario, SCENARIOS
    return title


def load_crt(folder: DataFolder) -> ResultsTable:
    """17.7, 14.10."""
    return load_results(folder, combat.RESULTS, above="0/E", below="4/0")
