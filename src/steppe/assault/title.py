"""The base of every title of the family: it puts the chapters together and fulfils the contract of a title."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from steppe.assault.air import Air
from steppe.assault.arrivals import Arrivals
from steppe.assault.attenuation import Attenuation
from steppe.assault.battles import Advance, Battles, Conversion, DefenderAir
from steppe.assault.chapter import A, AssaultDecision, Chapter, Parts
from steppe.assault.citations import cited_by
from steppe.assault.combat import Combat
from steppe.assault.conversions import Conversions, GuardsConversion
from steppe.assault.data import TitleData
from steppe.assault.display import SIGNS, Display
from steppe.assault.fog import Fog
from steppe.assault.losses import Loss, Losses
from steppe.assault.movement import Movement
from steppe.assault.odds import ResultsTable
from steppe.assault.phases import CombatPhase, MovementPhase, PhaseOrder
from steppe.assault.questions import AssaultQuestions
from steppe.assault.ranges import Ranges
from steppe.assault.reactions import Reactions
from steppe.assault.retreats import RetreatChoice, Retreats
from steppe.assault.setup import SetUp, SetUpStep
from steppe.assault.stacking import Overstack, Stacking
from steppe.assault.stacks import Stacks
from steppe.assault.state import CONTROL_SIDE, MOBILE, PREPARED, STANDING, UNTRIED, WATCHED_BY
from steppe.assault.strengths import Strengths
from steppe.assault.supply import Supply
from steppe.assault.supplycheck import SupplyCheck
from steppe.assault.terrain import Terrain
from steppe.assault.turns import PHASES, Turns
from steppe.assault.units import RESERVE, UnitTable
from steppe.assault.victory import Victory
from steppe.assault.zoc import ZonesOfControl
from steppe.board import Board
from steppe.dice import Dice
from steppe.events import Event, Log
from steppe.ledger import Ledger
from steppe.orders import Form, Names, Notation, Order
from steppe.searches import Bytes
from steppe.sequence import Sequence, Step
from steppe.tables import DataFolder
from steppe.title import Figures, Scenario, Sheet, Title

FORMS = (
    Form("place UNITS HEX", "set-up: put a unit into a hex", "{units} to {hex}", "put"),
    Form(
        "deploy WORD(historical|random)",
        "set-up: place the whole group at once",
        {"historical": "Place them historically", "random": "Place them at random"},
    ),
    Form(
        "move UNITS WAY {straight}",
        "move a stack; it may go on with later orders while it has MP",
        "{units} move to {hex}",
        "go",
    ),
    Form("mobile HEX with UNITS [air N]", "mobile assault from an adjacent hex", "Mobile assault on {hex}", "battle"),
    Form("assault HEX with UNITS [air N]", "prepared assault", "Prepared assault on {hex}", "battle"),
    Form("air N", "aircraft for the defence", ("Commit {n} aircraft", "Commit no aircraft")),
    Form("convert WORD(AS|DR|BB|DL1)", "take a combat result as", "Take it as: {word}"),
    Form("loss UNITS", "this unit loses a step", "{units} loses a step"),
    Form(
        "retreat [UNITS] HEX",
        "retreat the stack, or a part of it where stacking splits it",
        ("{units} retreat to {hex}", "Retreat to {hex}"),
    ),
    Form("advance UNITS", "advance after combat", "Advance with {units}"),
    Form("stay", "do not advance", "Stay where they are"),
    Form("remove UNITS", "take a unit from an overstacked enemy stack", "Remove {units}"),
    Form("top UNITS", "put a unit on top of its stack", "To the top", "stack"),
    Form(
        "order WORD(move-fight|fight-move)",
        "the order of this player turn's phases",
        {"move-fight": "Move, then fight", "fight-move": "Fight, then move"},
    ),
    Form("done", "end the phase", "Done", "end"),
    Form(
        "standing SEAT WORD(always|never|watched|next-phase)",
        "when this seat wants to be asked for reactions",
        {
            "always": "always",
            "watched": "for watched hexes",
            "next-phase": "again from the next phase on",
            "never": "never",
        },
        "asking",
    ),
    Form(
        "watch SEAT HEX",
        "watch a hex for attacks on it, or watch it no more",
        "Watch this hex for attacks on it",
        "look-out",
    ),
    Form("resign SEAT", "give up", "Resign", "give-up"),
)

CHAPTERS: Mapping[str, type[Chapter[Any]]] = {
    "terrain": Terrain,
    "zoc": ZonesOfControl,
    "supply": Supply,
    "stacking": Stacking,
    "stacks": Stacks,
    "ranges": Ranges,
    "movement": Movement,
    "air": Air,
    "combat": Combat,
    "strengths": Strengths,
    "attenuation": Attenuation,
    "battles": Battles,
    "losses": Losses,
    "retreats": Retreats,
    "reactions": Reactions,
    "conversions": Conversions,
    "arrivals": Arrivals,
    "set_up": SetUp,
    "fog": Fog,
    "display": Display,
    "victory": Victory,
    "turns": Turns,
}
"""The chapters of the family, in the order in which they work out their tables."""
DECISIONS: tuple[type[AssaultDecision[Any]], ...] = (
    SetUpStep,
    PhaseOrder,
    MovementPhase,
    CombatPhase,
    DefenderAir,
    Conversion,
    Loss,
    RetreatChoice,
    Advance,
    Overstack,
    GuardsConversion,
    SupplyCheck,
)


class AssaultTitle(Parts[A], Title[A]):
    """A title of the prepared- and mobile-assault family."""

    system = "assault"
    signs = SIGNS
    state_class: type[A]
    out_of_turn = frozenset({"resign", "standing", "watch"})
    own_chapters: ClassVar[Mapping[str, type[Chapter[Any]]]] = {}
    """The title's chapters that take the place of the family's, and those of its own."""
    own_decisions: ClassVar[tuple[type[AssaultDecision[Any]], ...]] = ()
    own_forms: ClassVar[tuple[Form, ...]] = ()

    results_table: ResultsTable
    questions: AssaultQuestions[A]

    @classmethod
    @abstractmethod
    def load_crt(cls, folder: DataFolder) -> ResultsTable:
        """The Combat Results Table."""

    @classmethod
    def made_from(
        cls, folder: DataFolder, scenario: Scenario, board: Board, units: UnitTable, options: Mapping[str, bool]
    ) -> TitleData:
        """What the title is made of on a board with counters; the rest is read from its data files."""
        decisions = [*(decision.name for decision in (*DECISIONS, *cls.own_decisions)), *PHASES]
        sequence = Sequence.load(folder, cls.seats, decisions)
        return TitleData(scenario, board, units, sequence, Ledger.load(folder), cls.load_crt(folder), options)

    def __init__(self, made_of: TitleData, **own: object) -> None:
        """``own``: what else the chapters of the title are to know, by name."""
        self.scenario, self.board, self.units, self.sequence, self.ledger, self.results_table, options = made_of
        self.options = dict(options)
        board, units = self.board, self.units
        self.names = Names.of(units.keys, board.grid.labels, board.grid.index, self.seats)
        self.notation = Notation((*FORMS, *self.own_forms))
        self.side_units = (tuple(units.of_side(0)), tuple(units.of_side(1)))
        extra = {name: cls for name, cls in self.own_chapters.items() if name not in CHAPTERS}
        chapters = {name: cls(self) for name, cls in {**extra, **CHAPTERS, **self.own_chapters}.items()}
        self.make_decisions((*DECISIONS, *self.own_decisions))
        shared = {
            "board": board,
            "units": units,
            "cite": self.cite,
            "options": self.options,
            "side_units": self.side_units,
            "side_arrays": tuple(np.array(group, np.int16) for group in self.side_units),
            "pool_members": {pool: tuple(units.in_pool(pool)) for pool in units.pools()},
            "full_steps": tuple(u.steps for u in units.units),
            "city_mask": board.mask(board.hexes("city")),
            **own,
            **chapters,
        }
        self.__dict__.update(shared)
        for part in (*chapters.values(), *self.decisions):
            assert isinstance(part, Chapter)
            part.meet(shared)
        for chapter in chapters.values():
            chapter.make_tables()
        self.questions = AssaultQuestions(self)
        self.objectives = self.victory.objectives

    def cited_names(self) -> Iterator[str]:
        yield from super().cited_names()
        yield from cited_by(self)

    # -- the contract -------------------------------------------------------------------------------------------

    def new_state(self, dice: Dice) -> A:
        """A state with nobody on the map yet: all are whole [full strength], those of pools untried [untried]."""
        s = self.state_class.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.turn = self.scenario.first_turn - 1
        s.vector("top")[:] = -1
        s.vector("below")[:] = -1
        s.vector("hex")[:] = RESERVE
        for h in range(self.board.size):
            s.control[h] = self.set_up.initial_control(h)
        for u, unit in enumerate(self.units.units):
            s.steps[u] = unit.steps
            s.face[u] = self.units.own_face[u]
            if unit.pool:
                s.flags[u] = UNTRIED
        return s

    def setup(self, dice: Dice) -> A:
        s = self.new_state(dice)
        self.set_up.shuffle_faces(s)
        self.settle(s, Log())
        return s

    def sheet(self, s: A, order: Order) -> Sheet[int] | None:
        if order.verb not in ("mobile", "assault") or not order.units:
            return None
        kind = MOBILE if order.verb == "mobile" else PREPARED
        return self.strengths.sheet_of(s, self.combat.battle_of(s, order, kind))

    def masked(self, s: A, seat: int) -> A:
        return self.fog.masked(s, seat)

    def sample_world(self, masked: A, seat: int, rng: random.Random) -> A:
        return self.fog.sample_world(masked, seat, rng)

    def visible_data(self, masked: A) -> dict[str, Any]:
        return self.display.visible_data(masked)

    def visible_changes(self, before: A, after: A) -> dict[str, Any]:
        return self.display.visible_changes(before, after)

    def lay_open(self) -> None:
        self.options = {**self.options, "fog": False}
        self.fog.meet({"options": self.options})

    def visible_event(self, s: A, event: Event, seat: int) -> Event | None:
        return self.fog.visible_event(s, event, seat)

    def tell(self, event: Event) -> str:
        return self.display.tell(event)

    def figures(self, s: A) -> Figures:
        return self.display.figures(s)

    def holders(self, s: A) -> Bytes:
        found: Bytes = (s.vector("control") & CONTROL_SIDE).astype(np.uint8)
        return found

    def counters(self) -> list[dict[str, Any]]:
        return self.display.counters()

    def look(self) -> dict[str, Any]:
        return self.display.look()

    def turn_track(self) -> list[dict[str, Any]]:
        return self.turns.turn_track()

    def printed_worth(self) -> Mapping[int, int]:
        return self.victory.printed_worth()

    def warnings(self, s: A, seat: int) -> list[tuple[str, str]]:
        return self.victory.warnings(s, seat)

    def level(self, s: A) -> str:
        return self.victory.level(s)

    def restored(self, dump: str, dice: Dice) -> A:
        s = self.state_class.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.restore(dump)
        self.rebuild(s)
        return s

    def rebuild(self, s: A) -> None:
        self.stacks.rebuild(s)

    def broken(self, s: A) -> list[str]:
        wrong = super().broken(s) + self.stacks.broken(s)
        over = [h for h in self.stacking.overstacked(s) if not self.stacking.tolerates(s, h)]
        return wrong + [f"{self.board.label(h)} is overstacked" for h in over]

    # -- the sequence of play -----------------------------------------------------------------------------------

    def begin_turn(self, s: A, out: Log) -> None:
        self.turns.begin_turn(s, out)

    def end_turn(self, s: A, out: Log) -> None:
        self.turns.end_turn(s, out)

    def between_steps(self, s: A, out: Log) -> bool:
        return self.turns.between_steps(s, out)

    def step_decision(self, s: A, step: Step) -> str:
        return self.turns.step_decision(s, step)

    def apply_out_of_turn(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "standing":
            s.standing_order[order.seat] = STANDING.index(order.word)
        elif order.verb == "watch":
            s.control[order.hex] ^= WATCHED_BY[order.seat]
        else:
            super().apply_out_of_turn(s, order, out)


AnyAssaultTitle = AssaultTitle[Any]
"""Any title of the family."""
