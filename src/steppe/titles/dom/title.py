"""Drive on Moscow: the title, put together from its data and its chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from steppe.assault.battle import RESULTS
from steppe.assault.combat import Battle
from steppe.assault.data import UNITS, chosen_options, load_board, load_results, load_sequence, make_units
from steppe.assault.doctrine import Doctrine
from steppe.assault.movement import Mode, run_reach
from steppe.assault.odds import ResultsTable
from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE, MOBILE, PREPARED
from steppe.assault.title import AssaultTitle, decision_names
from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.errors import DataError
from steppe.events import Event, Log
from steppe.hexgrid import ColumnRow
from steppe.ledger import Ledger
from steppe.orders import About, Form, Order
from steppe.searches import Ints
from steppe.sequence import Sequence
from steppe.tables import DataFolder, Schema, integer, optional, text, words
from steppe.title import Decision, Refusal, Scenario, Shift, Trouble
from steppe.titles.dom import arrivals, combat, november, setup, victory
from steppe.titles.dom.citations import CITE
from steppe.titles.dom.look import ABOUT, LOOK
from steppe.titles.dom.scenarios import SCENARIOS
from steppe.titles.dom.state import (
    ARRIVING,
    GERMAN,
    LEFT_SOUTH,
    MOBILITIES,
    SOUTH_START,
    SOVIET,
    STACKING_LIMIT,
    MoscowState,
)

TERRAINS = ("clear", "forest", "marsh")
SIDE_KINDS = ("river", "reservoir")
KINDS = ("panzer", "panzer-grenadier", "cavalry", "infantry", "GCD", "GRD", "GTB", *ARRIVING, "MRD", "TD")
GUDERIAN_MF = 14
DEFAULT_MF = (10, 6)
"""Turn 1's factors, for positions that give no turn track of their own."""

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "11.6: enemy stacks are hidden below their top unit"),
    "kg_after_retreat": (False, "11.27: a reduced division lost in a hex it had retreated to leaves a KG"),
    "kg_survivors": (False, "11.28: battle groups that would arise count as survivors"),
    "november_by_turn_6": (False, "12.3: the offensive must be declared before turn 7 begins"),
}

TURNS = Schema(
    {
        "turn": integer(1, 9),
        "label": text,
        "dates": text,
        "mf_mech": integer(0, 30),
        "mf_foot": integer(0, 30),
        "air_german": integer(0, 2),
        "air_soviet": integer(0, 1),
        **{kind: integer(0, 99) for kind in ARRIVING},
        "withdraw": optional(words("infantry", "cavalry"), ()),
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
DEPLOYMENT = Schema({"step": text, "unit": text, "hex": text, "note": optional(text, "")}, sourced=True)


class Turn(NamedTuple):
    """A box of the Turn Record Track."""

    label: str
    mf: tuple[int, int]
    air: tuple[int, int]
    arrivals: Mapping[str, int]
    withdrawals: tuple[str, ...]
    dates: str = ""


def own_decisions() -> tuple[Decision[Any, Any], ...]:
    return (
        november.Declaration(),
        arrivals.ReplacementAndWithdrawal(),
        november.Stalin(),
        arrivals.Reinforcement(),
    )


class DriveOnMoscow(AssaultTitle[MoscowState]):
    key = "dom"
    name = "Drive on Moscow"
    seats = ("german", "soviet")
    state_class = MoscowState
    cite = CITE
    concession_rule = "1.0b"
    going_back_rule = "5.0"

    zoc_side = GERMAN
    appearance = LOOK
    about = ABOUT
    zoc_closed_sides = frozenset({"reservoir"})
    assault_closed_sides = frozenset({"reservoir"})
    supply_closed_sides = (frozenset({"reservoir"}), frozenset())
    mobile_closed_terrain = frozenset({"marsh"})
    mobile_sides = frozenset({GERMAN})
    mobile_extra = 2
    doctrine = Doctrine(measured_as={"mech": "foot", "cavalry": "foot"}, haste=4.0)

    def __init__(
        self,
        board: Board,
        units: UnitTable,
        sequence: Sequence,
        ledger: Ledger,
        results_table: ResultsTable,
        options: Mapping[str, Any],
        track: Mapping[int, Turn],
        deployment: Mapping[str, list[tuple[str, int]]],
    ) -> None:
        self.sources = (tuple(sorted(board.hexes("german-source"))), tuple(sorted(board.hexes("soviet-source"))))
        super().__init__(board, units, sequence, ledger, results_table, options)
        self.track, self.deployment = track, deployment
        self.retreated_leave_nothing = not self.options["kg_after_retreat"]
        self.last_declaration = 6 if self.options["november_by_turn_6"] else november.LAST_DECLARATION
        self.forts = board.hexes("fort")
        self.places = board.hexes("town") | board.hexes("city")
        self.western_places = self.places & board.region("west")
        self.moscow = tuple(sorted(h for h in board.hexes("city") if board.names.get(h) == "Moscow"))
        self.other_cities = tuple(sorted(board.hexes("city") - set(self.moscow)))
        self.objectives = victory.objectives(self)
        self.doctrine = self.doctrine._replace(isolates=frozenset(self.moscow))
        self.entry_hexes = tuple(sorted(self.places | set(self.sources[SOVIET])))
        self.south = board.mask(board.region("sheet S"))
        self.full_factors = tuple(units.faces[f].factors[-1] for f in units.own_face)
        self.entry_groups: dict[str, tuple[int, ...]] = {}
        for u, unit in enumerate(units.units):
            self.entry_groups[unit.entry] = (*self.entry_groups.get(unit.entry, ()), u)

    def forms(self) -> Iterable[Form]:
        return (
            Form("november WORD(declare|decline)", "the November offensive"),
            Form("withdraw UNITS", "withdraw a unit for good"),
            Form("replace UNITS", "give a replacement step"),
            Form("enter WORD(RD|RB|CD|TB|MRB) HEX", "enter a reinforcement of this type"),
            Form("guards UNITS", "the drawn Guards unit replaces this one"),
            Form("decline", "make no conversion; the Guards unit is lost"),
        )

    def own_decisions(self) -> Iterable[Decision[Any, Any]]:
        return own_decisions()

    # -- 2, 5, 10: movement factors and costs ---------------------------------------------------------------------

    def stacking_limits(self) -> Ints:
        """6.0: five units of a side in a hex."""
        return np.full(self.board.size, STACKING_LIMIT, np.int16)

    def terrain_cost(self, mobility: str, terrain: str) -> int:
        """10.8: one MP, but marsh is closed to all mechanized units other than cavalry."""
        return 0 if terrain == "marsh" and mobility == "mech" else 1

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """10.9, 10.10: a river costs one MP more, a reservoir cannot be crossed."""
        return {"river": 1, "reservoir": None}[kind]

    def base_factor(self, s: MoscowState, u: int) -> int:
        """2.10, 12.1, 12.2: the factor of the turn, less or more with the November offensive."""
        mobility = self.units.mobility[u]
        mech, foot = self.track[s.turn].mf if s.turn in self.track else DEFAULT_MF
        factor = foot if mobility == "foot" else mech
        if self.units.side[u] == GERMAN and s.november:
            if november.is_declared_now(s):
                factor -= november.MF_CHANGE[mobility]
            elif november.is_executed_now(s):
                factor += november.MF_CHANGE[mobility]
        return max(factor, 0)

    def is_guderian(self, s: MoscowState, u: int) -> bool:
        """5.3: mechanized Germans that set up on the south map and have kept to it all turn."""
        return s.turn == 1 and s.flags[u] & (SOUTH_START | LEFT_SOUTH) == SOUTH_START

    def movement_factor(self, s: MoscowState, u: int) -> int:
        return GUDERIAN_MF if self.is_guderian(s, u) else self.base_factor(s, u)

    def movement_modes(self, s: MoscowState, group: About) -> tuple[Mode, ...]:
        """10.6: the slowest sets the pace. 5.3: the extra MP of the Guderian effect are good on the south map only.

        The south map comes first: nobody is led off it, and out of his extra MP, by a way that he did not ask for.
        """
        if len(group) == 1:
            plain = Mode(self.base_factor(s, group[0]) - s.spent[group[0]], self.board.everywhere)
        else:
            plain = Mode(min(self.base_factor(s, u) - s.spent[u] for u in group), self.board.everywhere)
        if s.turn == 1 and any(self.is_guderian(s, u) for u in group):
            return Mode(min(self.movement_factor(s, u) - s.spent[u] for u in group), self.south), plain
        return (plain,)

    def explain_special_range(self, s: MoscowState, group: About, h: int) -> Refusal | None:
        """5.3: a north-map hex that the extra MP would reach, were they good there."""
        modes = self.movement_modes(s, group)
        if len(modes) == 1 or run_reach(self, s, group, modes[0]._replace(within=self.board.everywhere)) == 0:
            return None
        if self.board.scratch.spent[h] <= 0:
            return None
        factor = min(self.base_factor(s, u) for u in group)
        return Refusal("5.3c", f"more than {factor} MP are for the south map alone", Trouble.POINTS)

    def moved_into(self, s: MoscowState, group: About, start: int, h: int, out: Log) -> None:
        self.leave_south(s, group, h)

    def leave_south(self, s: MoscowState, group: About, h: int) -> None:
        """5.3: whoever enters or attacks a hex of the north map on turn 1 has left the south map."""
        if s.turn == 1 and not self.south[h]:
            for u in group:
                s.flags[u] |= LEFT_SOUTH

    # -- 3: set-up ------------------------------------------------------------------------------------------------

    def initial_control(self, h: int) -> int:
        """3.7: German west of the front line, Soviet east of it."""
        return GERMAN | CONTROL_LOST if h in self.board.region("west") else SOVIET

    def setup_group(self, s: MoscowState) -> tuple[int, ...]:
        return setup.group(self, s)

    def setup_refusal(self, s: MoscowState, u: int, h: int) -> Refusal | None:
        return setup.place_refusal(self, s, u, h)

    def setup_incomplete(self, s: MoscowState) -> Refusal | None:
        return setup.incomplete(self, s)

    def has_historical(self, s: MoscowState) -> bool:
        return bool(self.deployment.get(self.current_step(s).name))

    def deploy(self, s: MoscowState, how: str) -> None:
        setup.deploy(self, s, how)

    # -- 5, 12: the sequence of play ------------------------------------------------------------------------------

    def phase_order_refusal(self, s: MoscowState, order: int) -> Refusal | None:
        return november.phase_order_refusal(self, s, order)

    def begin_turn(self, s: MoscowState, out: Log) -> None:
        """11.19: aircraft are handed out anew. 5.3: the first turn knows who set up in the south."""
        s.vector("air_used")[:] = 0
        if s.turn == 1:
            setup.finish(self, s)

    def end_turn(self, s: MoscowState, out: Log) -> None:
        victory.end_of_turn(self, s, out)

    def bound_hexes(self, s: MoscowState, group: About) -> set[int] | None:
        return november.bound_hexes(self, s, group)

    def end_of_movement_refusal(self, s: MoscowState) -> Refusal | None:
        return november.end_of_movement_refusal(self, s)

    def end_of_combat_refusal(self, s: MoscowState) -> Refusal | None:
        return november.end_of_combat_refusal(self, s)

    # -- 8: supply ------------------------------------------------------------------------------------------------

    def needs_supply_to_move(self, s: MoscowState, u: int) -> bool:
        """8.5, 8.6: only the German is hampered."""
        return self.units.side[u] == GERMAN

    def needs_supply_to_attack(self, s: MoscowState, u: int) -> bool:
        return self.units.side[u] == GERMAN

    def local_supply(self, s: MoscowState, h: int, side: int) -> bool:
        """8.2, 8.4: a city never yet German supplies the Soviet units inside it."""
        return side == SOVIET and bool(self.city_mask[h]) and s.control[h] & (CONTROL_SIDE | CONTROL_LOST) == SOVIET

    def next_guard(self, s: MoscowState, out: Log) -> int:
        return arrivals.draw_guard(self, s, out)

    def becomes_guard(self, guard: int, u: int) -> bool:
        return self.units.kind[u] == arrivals.CONVERTS[self.units.kind[guard]]

    def arrivals_that(self, s: MoscowState, can: Callable[[MoscowState, int], bool]) -> int:
        return arrivals.count_those_that(self, s, can)

    def note_entry_places(self, s: MoscowState) -> None:
        arrivals.note_entry_places(self, s)

    # -- 10, 11, 12: assaults -------------------------------------------------------------------------------------

    def aircraft(self, s: MoscowState, side: int) -> int:
        """11.19, 12.2: from the Turn Record Track, one more for the German when he carries out his offensive."""
        number = self.track[s.turn].air[side] if s.turn in self.track else 0
        return number + int(side == GERMAN and november.is_executed_now(s))

    def may_assault_mobile(self, s: MoscowState, u: int) -> bool:
        """10.14: German mechanized units, cavalry among them."""
        return self.units.side[u] == GERMAN and self.units.mobility[u] != "foot"

    def leads_mobile(self, s: MoscowState, u: int) -> bool:
        """10.14: panzer units, battle groups among them."""
        return combat.is_panzer(self, s.face[u])

    def target_refusal(self, s: MoscowState, h: int, side: int, kind: int) -> Refusal | None:
        """12.1: no German assaults on the turn of declaration."""
        if side == GERMAN and november.is_declared_now(s):
            return Refusal("12.1a", "no German assaults on the turn of declaration", Trouble.TIME)
        return None

    def attacker_refusal(self, s: MoscowState, u: int, h: int, kind: int) -> Refusal | None:
        """5.3: who has used the extra MP of the Guderian effect keeps to the south map all turn."""
        if self.is_guderian(s, u) and not self.south[h]:
            price = self.mobile_extra + 1 if kind == MOBILE else 0
            if s.spent[u] + price > self.base_factor(s, u):
                return Refusal("5.3c", f"{self.units.keys[u]} has used its south-map MP", Trouble.POINTS)
        return None

    def assault_refusal(self, s: MoscowState, order: Order, kind: int) -> Refusal | None:
        return november.assault_refusal(self, s, order) if kind == PREPARED else None

    def battle_begins(self, s: MoscowState, b: Battle) -> None:
        self.leave_south(s, b.attackers, b.hex)
        if b.side == SOVIET:
            s.engaged += len(b.attackers)

    def attack_value(self, s: MoscowState, b: Battle, u: int, face: int) -> int:
        return combat.attack_value(self, s, b, u, face)

    def shifts(self, s: MoscowState, b: Battle) -> list[Shift]:
        return combat.shifts(self, s, b)

    def forced_conversion(self, s: MoscowState, b: Battle, result: str) -> str:
        return combat.forced_conversion(self, b, result)

    def conversion_choices(self, s: MoscowState, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
        return combat.conversion_choices(self, s, b, result)

    def explain_conversion(self, s: MoscowState, b: Battle, word: str) -> Refusal:
        return combat.explain_conversion(self, s, b, word)

    def must_advance(self, s: MoscowState) -> bool:
        """12.1: Stalin's attacks are pressed home."""
        return s.battle_side == SOVIET and november.is_declared_now(s)

    def leave_remnant(self, s: MoscowState, u: int, h: int, flags: int, out: Log) -> None:
        combat.leave_group(self, s, u, h, flags, out)

    def status(self, masked: MoscowState) -> dict[str, Any]:
        turn = self.track.get(masked.turn)
        return {
            "date": turn.label if turn else "",
            "november": masked.november,
            "demanded": masked.demanded,
            "engaged": masked.engaged,
        }

    def warnings(self, s: MoscowState, seat: int) -> list[tuple[str, str]]:
        return victory.warnings(self, s, seat)

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "dates": turn.dates,
                "words": [
                    f"Movement: {turn.mf[0]} mechanized, {turn.mf[1]} on foot",
                    f"Aircraft: {turn.air[0]} German, {turn.air[1]} Soviet",
                    "Soviet reinforcements: "
                    + (", ".join(f"{n} {k}" for k, n in turn.arrivals.items() if n) or "none"),
                    *(f"German withdrawal: {what}" for what in turn.withdrawals),
                ],
            }
            for number, turn in self.track.items()
        ]

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        if event.kind == "november":
            return f"The November offensive is {'declared' if event.facts['declared'] else 'not declared'}."
        if event.kind == "demand":
            return f"Stalin demands {event.facts['units']} attacking units."
        return None

    # -- 3.7, 4: control and victory ------------------------------------------------------------------------------

    def position_changed(self, s: MoscowState, u: int, start: int, end: int) -> None:
        super().position_changed(s, u, start, end)
        if self.units.side[u] == GERMAN:
            s.cache.pop(november.POSITIONS, None)
        victory.position_changed(self, s, u, start, end)

    def control_changed(self, s: MoscowState, h: int, side: int, out: Log) -> None:
        victory.control_changed(self, s, h, side, out)

    def passes_quietly(self, s: MoscowState, side: int, start: int, h: int) -> bool:
        return h not in self.notable and victory.passes_quietly(s, side, start, h)

    def check_instant(self, s: MoscowState, out: Log) -> None:
        victory.check_isolation(self, s, out)


# -- loading ----------------------------------------------------------------------------------------------------------


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> DriveOnMoscow:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = load_board(folder, ColumnRow(), TERRAINS, SIDE_KINDS)
    ledger = Ledger.load(folder)
    units = make_units(folder.csv("units.csv", UNITS), DriveOnMoscow.seats, KINDS, MOBILITIES)
    title = DriveOnMoscow(
        board,
        units,
        load_sequence(folder, DriveOnMoscow.seats, decision_names(own_decisions())),
        ledger,
        load_results(folder, RESULTS[:4], above="DE", below="AL1"),
        chosen_options(OPTIONS, options),
        load_track(folder),
        load_deployment(folder, board, units),
    )
    title.scenario, title.scenarios = scenario, SCENARIOS
    return title


def load_track(folder: DataFolder) -> dict[int, Turn]:
    """The Turn Record Track. 11.19: aircraft never for both sides in one turn."""
    track = {}
    for row in folder.csv("turns.csv", TURNS):
        if row["air_german"] and row["air_soviet"]:
            raise row.error("both sides have aircraft in one turn (11.19)", "air_soviet")
        track[row["turn"]] = Turn(
            row["label"],
            (row["mf_mech"], row["mf_foot"]),
            (row["air_german"], row["air_soviet"]),
            {kind: row[kind] for kind in ARRIVING},
            row["withdraw"],
            row["dates"],
        )
    return track


def load_deployment(folder: DataFolder, board: Board, units: UnitTable) -> dict[str, list[tuple[str, int]]]:
    """The ready historical set-up: German units by name, Soviet ones by type."""
    found: dict[str, list[tuple[str, int]]] = {step: [] for step in setup.AREA}
    wanted: dict[str, list[str]] = {step: [] for step in setup.AREA}
    for unit in units.units:
        if unit.entry in wanted:
            wanted[unit.entry].append(unit.key if unit.side == GERMAN else unit.kind)
    for row in folder.csv("deployment.csv", DEPLOYMENT):
        if row["step"] not in found:
            raise row.error(f"{row['step']!r} is not one of {', '.join(found)}", "step")
        if row["hex"] not in board.grid.index:
            raise row.error(f"there is no hex {row['hex']!r} on this map", "hex")
        if row["unit"] not in wanted[row["step"]]:
            raise row.error(f"{row['unit']!r} is not set up in this step, or too many are", "unit")
        wanted[row["step"]].remove(row["unit"])
        found[row["step"]].append((row["unit"], board.grid.index[row["hex"]]))
    for step, missing in wanted.items():
        if missing and found[step]:
            raise DataError(f"{step}: {', '.join(missing[:5])} not deployed", file=folder.open("deployment.csv"))
    return found
