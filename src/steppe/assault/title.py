"""The base of every title of the family: its data, and the hooks at exactly the places where titles differ.

Rules that all titles share live in the modules beside this one and ask the title only through these hooks. A hook that
refuses cites the title's own ledger rows; the shared rules find theirs in ``cite``.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from steppe.assault import answers, attenuated, battle, fog, show, stacks
from steppe.assault.battle import Advance, Conversion, DefenderAir, Stage
from steppe.assault.combat import CERTAIN, Battle, Chances, Part, battle_of, dearer_price, sheet_of
from steppe.assault.conversions import GuardsConversion
from steppe.assault.losses import Loss
from steppe.assault.marks import CUT, MARKS, Mark
from steppe.assault.movement import CLOSED, REACH, Mode, Way, mp_left, plain_costs
from steppe.assault.odds import ForcedResults, ResultsTable
from steppe.assault.overstack import Overstack
from steppe.assault.phases import Combat, Movement, PhaseOrder
from steppe.assault.retreat import RetreatChoice
from steppe.assault.setup import SetUp, shuffle_faces
from steppe.assault.stacks import overstacked
from steppe.assault.state import (
    ASK_ALWAYS,
    ASK_NEXT_PHASE,
    ASK_WATCHED,
    CONTROL_SIDE,
    FIGHT_MOVE,
    MOBILE,
    PREPARED,
    STANDING,
    UNTRIED,
    WATCHED_BY,
    AssaultState,
)
from steppe.assault.supply import flooded, in_supply, line, network
from steppe.assault.supplycheck import SupplyCheck
from steppe.assault.units import GONE, OFF_MAP, RESERVE, UnitTable
from steppe.board import Board
from steppe.dice import Dice
from steppe.events import Event, Log
from steppe.ledger import Ledger
from steppe.orders import About, Form, Names, Notation, Order
from steppe.searches import Bytes, Ints
from steppe.sequence import Sequence, Step
from steppe.title import Decision, Refusal, Sheet, Shift, Standing, Title, Trouble

FORMS = (
    Form("place UNITS HEX", "set-up: put a unit into a hex"),
    Form("deploy WORD(historical|random)", "set-up: place the whole group at once"),
    Form("move UNITS FROM-TO", "move a stack; it may go on with later orders while it has MP"),
    Form("mobile HEX with UNITS [air N]", "mobile assault from an adjacent hex"),
    Form("assault HEX with UNITS [air N]", "prepared assault"),
    Form("air N", "aircraft for the defence"),
    Form("convert WORD(AS|DR|BB|DL1)", "take a combat result as"),
    Form("loss UNITS", "this unit loses a step"),
    Form("retreat [UNITS] HEX", "retreat the stack, or a part of it where stacking splits it"),
    Form("advance UNITS", "advance after combat"),
    Form("stay", "do not advance"),
    Form("remove UNITS", "take a unit from an overstacked enemy stack"),
    Form("top UNITS", "put a unit on top of its stack"),
    Form("order WORD(move-fight|fight-move)", "the order of this player turn's phases"),
    Form("done", "end the phase"),
    Form("standing SEAT WORD(always|never|watched|next-phase)", "when this seat wants to be asked for reactions"),
    Form("watch SEAT HEX", "watch a hex for attacks on it, or watch it no more"),
    Form("resign SEAT", "give up"),
)


A = TypeVar("A", bound=AssaultState)

SHARED_DECISIONS = (
    SetUp(),
    PhaseOrder(),
    Movement(),
    Combat(),
    DefenderAir(),
    Conversion(),
    Loss(),
    RetreatChoice(),
    Advance(),
    Overstack(),
    GuardsConversion(),
    SupplyCheck(),
)
NO_STEPS: Mapping[int, int] = MappingProxyType({})
PHASES = ("first phase", "second phase")
"""Steps of the sequence of play that the player fills as he has chosen."""


def decision_names(own: Iterable[Decision[Any, Any]]) -> tuple[str, ...]:
    """What the steps of a sequence of play may ask for."""
    return (*(d.name for d in (*SHARED_DECISIONS, *own)), *PHASES)


class AssaultTitle(Title[A]):
    """A title of the prepared- and mobile-assault family."""

    system = "assault"
    state_class: type[A]
    out_of_turn = frozenset({"resign", "standing", "watch"})

    # what the data fill in
    units: UnitTable
    results_table: ResultsTable
    sources: tuple[tuple[int, ...], tuple[int, ...]]
    """The supply sources of each side."""

    # what a title sets
    zoc_side: int = -1
    """The side that exerts zones of control, or -1."""
    zoc_closed_sides: frozenset[str] = frozenset()
    assault_closed_sides: frozenset[str] = frozenset()
    supply_closed_sides: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    mobile_closed_terrain: frozenset[str] = frozenset()
    mobile_sides: frozenset[int] = frozenset()
    mobile_extra: int = 0
    whole_points: int = 1
    """The stacking points of a whole unit, where parts of one are counted too."""
    battle_stages: tuple[Stage, ...] = battle.STAGES
    retreated_leave_nothing = True
    attacked_once = True
    """Whether units may be attacked by no more than one prepared assault in a phase."""
    mobile_drives_before_it = True
    """Whether units retreat from a mobile assault straight away from it; else always towards their supply."""
    shown_flags = 0
    """Flags of the title's own that lie as markers on a stack for all to see, whichever unit bears them."""
    shown_columns: tuple[str, ...] = ()
    """Columns of the title's own on which what is shown of a unit depends."""
    appearance: Mapping[str, Any] = {}
    """Symbols by kind, colours by nation, regions with a weather of their own: for maps, no rule."""
    marks: tuple[Mark, ...] = MARKS
    """The marks that units bear on the map, the weightiest first."""
    always_on_top: frozenset[int] = frozenset()
    """Units that lie on top of their stacks."""
    results: tuple[str, ...] = battle.RESULTS
    """Every result that a battle may have, converted or not."""
    retreats_split = True
    """Whether a stack that finds no room as a whole may retreat in parts."""
    sources_need_control = True
    """Whether a source of supply serves only who controls it; else it fails only while an enemy is in it."""
    attenuation: Mapping[int, int] = NO_STEPS
    """The table of attenuated supply: columns by modified die."""
    small_limit = 99
    """How many small units (``is_small``) may be in a hex."""

    def __init__(
        self,
        board: Board,
        units: UnitTable,
        sequence: Sequence,
        ledger: Ledger,
        results_table: ResultsTable,
        options: Mapping[str, Any],
    ) -> None:
        self.board, self.units, self.sequence, self.ledger = board, units, sequence, ledger
        self.results_table, self.options = results_table, dict(options)
        self.names = Names.of(units.keys, board.grid.labels, board.grid.index, self.seats)
        self.notation = Notation((*FORMS, *self.forms()))
        self.side_units = (tuple(units.of_side(0)), tuple(units.of_side(1)))
        self.pool_members = {pool: tuple(units.in_pool(pool)) for pool in units.pools()}
        self.city_mask: Bytes = board.mask(board.hexes("city"))
        self.notable = self.notable_hexes()
        self.zoc_into = tuple(
            tuple(n for _, n in board.grid.adjacent(h) if not self.zoc_closed_sides & board.side(h, n))
            for h in range(board.size)
        )
        self.source_arrays = tuple(np.array(sources, np.int16) for sources in self.sources)
        self.supply_sides = tuple(self._open_sides(closed) for closed in self.supply_closed_sides)
        self.stack_limit: Ints = self.stacking_limits()
        self.passing_limit: Ints = self.passing_limits()
        self.barring_cities: Bytes = self.cities_that_bar()
        self.is_small = tuple(self.counts_as_small(u) for u in range(len(units)))
        self.small_units = tuple(u for u, small in enumerate(self.is_small) if small)
        self.own_lines = np.array([self.has_own_lines(u) for u in range(len(units))], bool)
        self.lone_mobility = {u.mobility: frozenset({u.mobility}) for u in units.units}
        self.tables: dict[object, Any] = {}
        self.stage_of_reveal = self.battle_stages.index(battle.reveal)
        # A decision of the title's own takes the place of a shared one of the same name.
        self.decisions = tuple({d.name: d for d in (*SHARED_DECISIONS, *self.own_decisions())}.values())

    def _open_sides(self, closed: frozenset[str]) -> Bytes:
        table = np.ones((self.board.size, 6), np.uint8)
        for kind in closed:
            table &= 1 - self.board.side_table(kind)
        return table

    # -- hooks: data --------------------------------------------------------------------------------------------

    def forms(self) -> Iterable[Form]:
        return ()

    def own_decisions(self) -> Iterable[Decision[Any, Any]]:
        return ()

    def notable_hexes(self) -> frozenset[int]:
        """The hexes whose change of hands means something: to supply, to victory."""
        return self.board.hexes("city") | self.board.hexes("town") | set(self.sources[0]) | set(self.sources[1])

    @abstractmethod
    def stacking_limits(self) -> Ints: ...

    def passing_limits(self) -> Ints:
        """The limits that moving stacks mind on their way and at its end."""
        return self.stack_limit

    def counts_as_small(self, u: int) -> bool:
        """Whether a unit is one of those of which a hex takes only so many."""
        return False

    def has_room(self, s: A, units: About, h: int) -> bool:
        """Whether units may come into a hex without overstacking it."""
        if s.load[h] + sum(self.units.points[u] for u in units) > self.stack_limit[h]:
            return False
        small = sum(self.is_small[u] for u in units)
        return not small or small + sum(self.is_small[u] for u in stacks.units_in(s, h)) <= self.small_limit

    def cities_that_bar(self) -> Bytes:
        """The cities that close themselves to the lines and retreats of whoever does not hold them."""
        return self.city_mask

    def has_own_lines(self, u: int) -> bool:
        """Whether a unit's lines are other than those of its side."""
        return False

    @abstractmethod
    def terrain_cost(self, mobility: str, terrain: str) -> int:
        """MP to enter a hex; 0 if it is closed."""

    @abstractmethod
    def side_cost(self, mobility: str, kind: str) -> int | None:
        """Extra MP to cross a hexside; None if it is closed."""

    def ground(self, s: A) -> object:
        """Whatever changes the costs of movement from turn to turn."""
        return None

    def make_costs(self, s: A, side: int, mobility: str) -> Bytes:
        """MP for leaving each hex through each side, 0 where it is closed."""
        return plain_costs(self, mobility)

    def terrain_bar(self, s: A, u: int, h: int) -> str:
        """The terrain that closes a hex to a unit, or nothing."""
        terrain = self.board.terrain[h]
        return terrain if self.terrain_cost(self.units.mobility[u], terrain) == CLOSED else ""

    def side_bar(self, s: A, u: int, start: int, h: int) -> str:
        """The kind of hexside that a unit may not cross between two hexes, or nothing."""
        mobility = self.units.mobility[u]
        return next((kind for kind in self.board.side(start, h) if self.side_cost(mobility, kind) is None), "")

    def assault_bar(self, s: A, u: int, start: int, h: int) -> str:
        """The kind of hexside across which there is no assault, or nothing."""
        return next(iter(self.assault_closed_sides & self.board.side(start, h)), "")

    @abstractmethod
    def movement_factor(self, s: A, u: int) -> int: ...

    @abstractmethod
    def aircraft(self, s: A, side: int) -> int:
        """The aircraft that a side has this game turn."""

    # -- hooks: set-up ------------------------------------------------------------------------------------------

    @abstractmethod
    def initial_control(self, h: int) -> int: ...

    @abstractmethod
    def setup_group(self, s: A) -> tuple[int, ...]: ...

    def setup_places(self, s: A, u: int) -> Iterable[int]:
        """The hexes that are worth asking about when a unit is set up."""
        return range(self.board.size)

    @abstractmethod
    def setup_refusal(self, s: A, u: int, h: int) -> Refusal | None: ...

    @abstractmethod
    def setup_incomplete(self, s: A) -> Refusal | None: ...

    @abstractmethod
    def has_historical(self, s: A) -> bool: ...

    @abstractmethod
    def deploy(self, s: A, how: str) -> None: ...

    # -- hooks: movement and supply -----------------------------------------------------------------------------

    def movement_modes(self, s: A, group: About) -> tuple[Mode, ...]:
        """The ways in which a group may move; the slowest member sets the pace."""
        return (Mode(min(mp_left(self, s, u) for u in group), self.board.everywhere),)

    def single_steps(self, s: A, group: About) -> Mapping[int, int]:
        """Neighbours that a group may enter only by giving up everything it has, with those MP."""
        return NO_STEPS

    def stopping_places(self, s: A, group: About, hexes: list[int]) -> list[int]:
        """Those of the hexes just searched in which a group may end its move."""
        return hexes

    def stop_refusal(self, s: A, group: About, way: Way) -> Refusal | None:
        """Why a group may not end its move at the end of a way."""
        return None

    def can_go_on(self, s: A, u: int) -> bool:
        """Whether a unit has any way of moving left."""
        return mp_left(self, s, u) > 0

    def explain_special_range(self, s: A, group: About, h: int) -> Refusal | None:
        return None

    def mover_refusal(self, s: A, u: int) -> Refusal | None:
        """What else keeps a unit from moving."""
        return None

    def mixing_refusal(self, s: A, units: About, h: int) -> Refusal | None:
        """Why some units may not stack with each other, or with who is in a hex, however few they are."""
        return None

    def moved_into(self, s: A, group: About, start: int, h: int, out: Log) -> None:
        """A group has entered a hex, by movement from a neighbour or by advance."""

    def halted_refusal(self, s: A, u: int) -> Refusal:
        in_zoc = self.zoc_side == 1 - self.units.side[u]
        rule = self.cite["zoc stops"] if in_zoc else self.cite["mobile failed"]
        why = "an enemy ZOC has ended its move" if in_zoc else "its mobile assault did not clear the hex"
        return Refusal(rule, f"{self.units.keys[u]} may not move on this phase: {why}", Trouble.TIME)

    def needs_supply_to_move(self, s: A, u: int) -> bool:
        return False

    def needs_supply_to_attack(self, s: A, u: int) -> bool:
        return False

    def find_network(self, s: A, side: int) -> Bytes:
        """1 for every hex in supply by a line."""
        return flooded(self, s, side)

    def is_joined(self, s: A, side: int, h: int) -> bool:
        return bool(network(self, s, side)[h])

    def is_supplied(self, s: A, u: int) -> bool:
        """Whether a unit on the map is in supply where it is."""
        h, side = s.hex[u], self.units.side[u]
        return self.is_joined(s, side, h) or self.local_supply(s, h, side)

    def supply_state(self, s: A, u: int) -> str:
        """The supply of a unit on the map in words; titles may know more than two states."""
        return "regular" if in_supply(self, s, u) else "out of supply"

    def supply_line(self, s: A, side: int, h: int) -> list[int]:
        """A supply line from a hex."""
        return line(self, s, side, h)

    def closed_to_lines(self, s: A, side: int) -> Bytes | None:
        """1 for hexes that a side's lines may not enter whoever is in them."""
        return None

    def supplied_to_attack(self, s: A, u: int, kind: int) -> bool:
        return in_supply(self, s, u)

    def local_supply(self, s: A, h: int, side: int) -> bool:
        """Supply that a hex gives to the units in it alone."""
        return False

    def bound_hexes(self, s: A, group: About) -> set[int] | None:
        """The hexes to which a duty binds a group's move; None if it may go anywhere."""
        return None

    def end_of_movement_refusal(self, s: A) -> Refusal | None:
        return None

    def waiting_units(self, s: A) -> list[int]:
        """The units off the map that may come on to it, one by one, at the decision in hand."""
        return []

    def dutiful_movers(self, s: A) -> list[int]:
        """The units that must move before the phase may end."""
        return []

    def phase_order_refusal(self, s: A, order: int) -> Refusal | None:
        return None

    def tolerates_overstack(self, s: A, h: int) -> bool:
        """Whether a hex may be overstacked for now."""
        return False

    # -- hooks: combat ------------------------------------------------------------------------------------------

    def may_assault_mobile(self, s: A, u: int) -> bool:
        return False

    def explain_immobile(self, s: A, u: int) -> Refusal:
        """Why a unit may not make mobile assaults."""
        return Refusal(self.cite["mobile eligibility"], f"{self.units.keys[u]} cannot make mobile assaults")

    def has_moved_together(self, s: A, group: About) -> bool:
        """Whether units that began the phase together may make one mobile assault, however they came."""
        return True

    def assaults_again(self, s: A, u: int) -> bool:
        """Whether a unit that has made a mobile assault this phase may make another."""
        return False

    def leads_mobile(self, s: A, u: int) -> bool:
        """Whether a unit makes a mobile assault possible for those with it."""
        return False

    def target_refusal(self, s: A, h: int, side: int, kind: int) -> Refusal | None:
        return None

    def attacker_refusal(self, s: A, u: int, h: int, kind: int) -> Refusal | None:
        return None

    def assault_refusal(self, s: A, order: Order, kind: int) -> Refusal | None:
        return None

    def end_of_combat_refusal(self, s: A) -> Refusal | None:
        return None

    def mobile_price(self, s: A, group: About, h: int) -> int:
        """The MP of a mobile assault."""
        return dearer_price(self, s, group, h)

    def battle_begins(self, s: A, b: Battle) -> None:
        """An assault has been announced."""

    def attack_value(self, s: A, b: Battle, u: int, face: int) -> int:
        return self.units.attack[face][s.steps[u]]

    def attack_part(self, s: A, b: Battle, u: int, face: int, start: int) -> Part:
        """What a unit adds to an attack from a hex: a value, and the reduction that the value falls under."""
        return self.attack_value(s, b, u, face), 0

    def reduced(self, reduction: int, total: int) -> int:
        """What a reduction leaves of all the values that fall under it together."""
        return total

    def dice_strength(self, s: A, b: Battle, total: int) -> Chances:
        """What dice add to an attack of so many factors."""
        return CERTAIN

    def die_shift(self, s: A, b: Battle) -> Mapping[int, Fraction]:
        """The columns by which a die still shifts the odds."""
        return attenuated.die_shift(self, s, b)

    def rolls_attenuation(self, s: A, b: Battle) -> bool:
        """Whether an attack rolls for attenuated supply."""
        return False

    def attenuation_modifier(self, s: A, b: Battle) -> int:
        """What is added to that roll."""
        return 0

    def defence_value(self, s: A, b: Battle, u: int, face: int) -> int:
        return self.units.defence[face][s.steps[u]]

    def defence_part(self, s: A, b: Battle, u: int, face: int) -> Part:
        """What a unit adds to a defence: a value, and the reduction that the value falls under."""
        return self.defence_value(s, b, u, face), 0

    def defence_support(self, s: A, b: Battle, total: int) -> Chances:
        """What others than the defenders add to a defence of so many factors."""
        return CERTAIN

    @abstractmethod
    def shifts(self, s: A, b: Battle) -> list[Shift]: ...

    def sheet_notes(self, s: A, b: Battle) -> Iterable[str]:
        return ()

    def forced_conversion(self, s: A, b: Battle, result: str) -> str:
        return result

    def losses_of(self, result: str) -> tuple[int, int | None] | None:
        """The steps that attacker and defender lose by a result, where results are such numbers; None: all."""
        return None

    def conversion_choices(self, s: A, b: Battle, result: str) -> tuple[int, tuple[str, ...]]:
        """Who may take a result as what; one choice is no choice."""
        return -1, ()

    def explain_conversion(self, s: A, b: Battle, word: str) -> Refusal:
        return Refusal(self.cite["loss choice"], f"the result cannot be taken as {word}", Trouble.UNIT)

    def must_advance(self, s: A) -> bool:
        return False

    def advance_refusal(self, s: A, u: int) -> Refusal | None:
        """Why a victor may not advance."""
        return None

    def retreat_refusal(self, s: A, group: list[int], h: int) -> Refusal | None:
        """What else closes a hex to a retreat."""
        return None

    def who_may_lose(self, s: A, force: list[int]) -> list[int]:
        """The units of a force that may take the loss in hand."""
        return force

    def loss_worth(self, s: A, u: int) -> int:
        """How much of the losses due (``steps_due``) a step of a unit pays for."""
        return 1

    def losses_left(self, s: A) -> str:
        """The losses due, in words."""
        return str(s.steps_due)

    def retreated_into(self, s: A, group: About, h: int, out: Log) -> None:
        """A group has retreated into a hex."""

    def unit_eliminated(self, s: A, u: int, out: Log) -> None:
        """A unit has gone to the dead pile."""

    def leave_remnant(self, s: A, u: int, h: int, flags: int, out: Log) -> None:
        """Something may remain of an eliminated unit."""

    # -- hooks: conversions -------------------------------------------------------------------------------------

    one_guard_a_turn = True
    converted_go_to = GONE
    """Where a unit goes whose place a Guards unit takes."""

    def next_guard(self, s: A, out: Log) -> int:
        """The Guards unit that comes next this turn; -1 if there is none."""
        return -1

    def becomes_guard(self, guard: int, u: int) -> bool:
        """Whether a unit is of the type that a Guards unit replaces."""
        return False

    def conversion_refusal(self, s: A, guard: int, u: int) -> Refusal | None:
        """Why a Guards unit may not take the place of a unit, types aside: here it must be in supply by a line."""
        rule, name = self.cite["conversion of type"], self.units.keys[u]
        if s.hex[u] < 0:
            return Refusal(rule, f"{name} is not on the map", Trouble.UNIT)
        if not self.is_joined(s, self.units.side[u], s.hex[u]):
            return Refusal(rule, f"{name} has no supply line to a map-edge source", Trouble.SUPPLY)
        return None

    def put_guard(self, s: A, u: int, guard: int, out: Log) -> None:
        """A Guards unit takes the place of a unit."""
        h = s.hex[u]
        stacks.lift(self, s, u, self.converted_go_to)
        stacks.put(self, s, guard, h)
        out.add("guards", unit=guard, replaced=u, hex=h)

    # -- hooks: what changes ------------------------------------------------------------------------------------

    def position_changed(self, s: A, u: int, start: int, end: int) -> None:
        """A unit left a hex or came to one: forget what this may have changed.

        It stands in the way of enemy lines. Lines of its own side mind it only where it cancels an enemy ZOC.
        """
        cache = s.cache
        cache.pop(REACH, None)
        side = self.units.side[u]
        cache.pop(stacks.SUPPLY[1 - side], None)
        if self.zoc_side == 1 - side and ((start >= 0 and s.zoc[start]) or (end >= 0 and s.zoc[end])):
            cache.pop(stacks.SUPPLY[side], None)

    def control_changed(self, s: A, h: int, side: int, out: Log) -> None:
        """A notable hex has changed hands."""

    def passes_quietly(self, s: A, side: int, start: int, h: int) -> bool:
        """Whether a move may go through a hex unnoticed, because nothing can happen there at that instant."""
        return h not in self.notable

    def check_instant(self, s: A, out: Log) -> None:
        """Victories that come the instant their condition holds."""

    def blank_secrets(self, view: A, seat: int) -> None:
        """Hide what else a seat may not know: here the other's standing orders."""
        view.standing[1 - seat] = ASK_ALWAYS
        view.vector("control")[:] &= ~WATCHED_BY[1 - seat]

    def sample_secrets(self, world: A, seat: int, rng: random.Random) -> None:
        """Draw what ``blank_secrets`` hid."""

    # -- the contract -------------------------------------------------------------------------------------------

    def new_state(self, dice: Dice) -> A:
        """A state with nobody on the map yet."""
        s = self.state_class.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.vector("top")[:] = -1
        s.vector("below")[:] = -1
        s.vector("hex")[:] = RESERVE
        for h in range(self.board.size):
            s.control[h] = self.initial_control(h)
        for u, unit in enumerate(self.units.units):
            s.steps[u] = unit.steps
            s.face[u] = self.units.own_face[u]
            if unit.pool:
                s.flags[u] = UNTRIED
        return s

    def setup(self, dice: Dice) -> A:
        s = self.new_state(dice)
        shuffle_faces(self, s)
        self.settle(s, Log())
        return s

    def sheet(self, s: A, order: Order) -> Sheet | None:
        if order.verb not in ("mobile", "assault") or not order.units:
            return None
        return sheet_of(self, s, battle_of(self, s, order, MOBILE if order.verb == "mobile" else PREPARED))

    def assault_begun(self, s: A, order: Order) -> tuple[A, Order]:
        """The assault that an order begins, and the state to judge it by: others where it answers a question first."""
        return s, order

    def masked(self, s: A, seat: int) -> A:
        return fog.masked(self, s, seat)

    def sample_world(self, masked: A, seat: int, rng: random.Random) -> A:
        return fog.sample_world(self, masked, seat, rng)

    def visible_data(self, masked: A) -> dict[str, Any]:
        return show.visible_data(self, masked)

    def visible_changes(self, before: A, after: A) -> dict[str, Any]:
        return show.visible_changes(self, before, after)

    def place_off_map(self, s: A, u: int) -> str:
        """Where a unit is that is not on the map, in a word."""
        return OFF_MAP[s.hex[u]]

    def status(self, masked: A) -> dict[str, Any]:
        """What else a player sees of the game: points, weather, tracks."""
        return {}

    def standing(self, s: A) -> Standing:
        return show.standing(self, s)

    def holders(self, s: A) -> Bytes:
        return (s.vector("control") & CONTROL_SIDE).astype(np.uint8)

    def tell(self, event: Event) -> str:
        return show.tell(self, event)

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        """An event of the title's own as a line of the log."""
        return None

    def visible_event(self, s: A, event: Event, seat: int) -> Event | None:
        return fog.visible_event(self, s, event, seat)

    def restored(self, dump: str, dice: Dice) -> A:
        s = self.state_class.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.restore(dump)
        self.rebuild(s)
        return s

    def counters(self) -> list[dict[str, Any]]:
        return show.counters(self)

    def ranges(self, s: A, group: About) -> dict[str, Any]:
        return answers.ranges(self, s, group)

    def options_of(self, s: A, group: About) -> dict[str, Any]:
        return answers.options_of(self, s, group)

    def path_of(self, s: A, group: About, h: int) -> dict[str, Any]:
        return answers.path_of(self, s, group, h)

    def ready(self, s: A) -> About:
        return answers.ready(self, s)

    def joiners(self, s: A, group: About, h: int) -> About:
        return answers.joiners(self, s, group, h)

    def waiting_to_enter(self, s: A) -> About:
        """Units off the map that could come on to it in the Movement Phase in hand."""
        return ()

    def look(self) -> dict[str, Any]:
        return {
            "marks": [{"name": m.name, "letter": m.letter, "words": m.words} for m in (*self.marks, CUT)],
            "zoc_side": self.seats[self.zoc_side] if self.zoc_side >= 0 else None,
            **self.appearance,
        }

    def threat(self, s: A, h: int) -> Sheet | None:
        return answers.threat(self, s, h)

    def supply(self, s: A) -> list[dict[str, Any]]:
        return answers.supply(self, s)

    def retreats(self, s: A) -> dict[str, Any] | None:
        return answers.retreats(self, s)

    def force_results(self, codes: Iterable[str]) -> None:
        self.results_table = ForcedResults(self.results_table, codes)

    def rebuild(self, s: A) -> None:
        stacks.rebuild(self, s)

    def broken(self, s: A) -> list[str]:
        wrong = super().broken(s) + stacks.broken_stacks(self, s)
        over = [h for h in overstacked(self, s) if not self.tolerates_overstack(s, h)]
        return wrong + [f"{self.board.label(h)} is overstacked" for h in over]

    def between_steps(self, s: A, out: Log) -> bool:
        """Overstacking found between phases is settled at once by the opponent; who slept through a phase wakes."""
        for seat, standing in enumerate(s.standing):
            if standing == ASK_NEXT_PHASE:
                s.standing[seat] = ASK_ALWAYS
        if s.turn == 0:
            return False
        for h in overstacked(self, s):
            if self.tolerates_overstack(s, h):
                continue
            self.ask(s, "overstack", 1 - stacks.side_in(self, s, h), h)
            return True
        return False

    def step_decision(self, s: A, step: Step) -> str:
        """Which phase comes first is the player's choice."""
        if step.decision not in PHASES:
            return step.decision
        fights = (s.phase_order == FIGHT_MOVE) == (step.decision == PHASES[0])
        return "combat" if fights else "movement"

    # -- battles and aircraft -----------------------------------------------------------------------------------

    def begin_battle(self, s: A, order: Order, kind: int, out: Log) -> None:
        battle.begin(self, s, order, kind, out)

    def proceed(self, s: A, out: Log) -> None:
        battle.proceed(self, s, out)

    def aircraft_left(self, s: A, side: int) -> int:
        return self.aircraft(s, side) - s.air_used[side]

    def use_aircraft(self, s: A, side: int, number: int) -> None:
        s.air_used[side] += number

    # -- reactions ----------------------------------------------------------------------------------------------

    def wants_to_be_asked(self, s: A, seat: int, h: int) -> bool:
        """Whether a seat's standing order lets it be asked about an attack on a hex."""
        if s.standing[seat] == ASK_WATCHED:
            return bool(s.control[h] & WATCHED_BY[seat])
        return s.standing[seat] == ASK_ALWAYS

    def apply_out_of_turn(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "standing":
            s.standing[order.seat] = STANDING.index(order.word)
        elif order.verb == "watch":
            s.control[order.hex] ^= WATCHED_BY[order.seat]
        else:
            super().apply_out_of_turn(s, order, out)


Rules = AssaultTitle[Any]
"""Any title of the family, as the shared rules see it."""
