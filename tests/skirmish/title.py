"""The base of the system's titles: data and rules put together, and the contract fulfilled."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from steppe.dice import Dice
from steppe.events import SIGNS, Event, Log, Sign
from steppe.orders import Form, Names, Notation, Order
from steppe.searches import Bytes
from steppe.title import Figures, Sheet, Title
from tests.skirmish.data import SkirmishData
from tests.skirmish.decisions import DECISIONS
from tests.skirmish.display import Display
from tests.skirmish.fights import Fights
from tests.skirmish.marches import Marches
from tests.skirmish.questions import SkirmishQuestions
from tests.skirmish.state import AWAY, NOBODY, PLACES, SHOWN, SkirmishState

FORMS = (
    Form("place UNITS HEX", "set-up: put a unit into a hex", "{units} to {hex}", "put"),
    Form(
        "deploy WORD(historical|random)",
        "set-up: place all units at once",
        {"historical": "Place them as they stood", "random": "Place them at random"},
    ),
    Form("move UNITS FROM-TO", "march to a hex", "{units} march to {hex}", "go"),
    Form("rally UNITS", "a shaken unit rallies instead of moving", "{units} rallies"),
    Form(
        "assault HEX with UNITS",
        "assault an enemy; the first unit named enters the hex if it is empty in the end",
        "Assault on {hex}",
        "battle",
    ),
    Form("stand", "stand up to the assault", "Stand"),
    Form("withdraw HEX", "withdraw before the die is rolled", "Withdraw to {hex}"),
    Form("done", "end the phase", "Done", "end"),
    Form("resign SEAT", "give up", "Resign", "give-up"),
)
SKIRMISH_SIGNS: Mapping[str, Sign] = {
    **SIGNS,
    "moved": "march",
    "withdrew": "march",
    "assault": "battle",
    "result": "result",
}
NO_DICE = Dice(b"a view holds no dice")
SECRET = "secret"
"""The option by which chits are hidden."""


class SkirmishTitle(Title[SkirmishState]):
    system = "skirmish"
    signs: Mapping[str, Sign] = SKIRMISH_SIGNS
    concession_rule = "1.2"
    going_back_rule = "1.3"
    draws_equal_games: frozenset[str] = frozenset()
    """The scenarios in which equal points are a draw."""
    marks: tuple[tuple[int, str, str, str], ...] = ()
    appearance: Mapping[str, Any] = {}

    def __init__(self, made_of: SkirmishData) -> None:
        self.scenario, self.board, self.units, self.chits, self.costs = made_of[:5]
        self.table, self.turns, deployment, self.sequence, self.ledger, self.options = made_of[5:]
        keys, grid = [unit.key for unit in self.units], self.board.grid
        self.names = Names.of(keys, grid.labels, grid.index, self.seats)
        self.notation = Notation(FORMS)
        self.cite = {}
        self.deployment = {keys.index(unit): grid.index[h] for unit, h in deployment.items() if h in grid.index}
        """The scenario's units with their hexes; nothing on a board of a position's own."""
        self.playing = frozenset(keys.index(unit) for unit in deployment)
        self.marches, self.fights, self.display = Marches(self), Fights(self), Display(self)
        part = [h for h in range(self.board.size) if not self.marches.outside[h]]
        self.zones = tuple(tuple(h for h in part if h in self.board.region(f"{seat}-zone")) for seat in self.seats)
        self.camps = tuple(self.board.hexes(f"{seat}-camp") for seat in self.seats)
        self.objectives = {h: 2 for h in sorted(self.board.hexes("village")) if h in part}
        self.make_decisions(DECISIONS)
        self.questions = SkirmishQuestions(self)

    # -- making and moving ------------------------------------------------------------------------------------------

    def new_state(self, dice: Dice) -> SkirmishState:
        """Nobody on the map yet, and no chit drawn."""
        s = SkirmishState.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.turn = self.scenario.first_turn - 1
        s.vector("hex")[:] = AWAY
        for h in range(self.board.size):
            s.holder[h] = self.first_holder(h)
        self.rebuild(s)
        return s

    def first_holder(self, h: int) -> int:
        return 0 if h in self.board.region(f"{self.seats[0]}-land") else 1

    def setup(self, dice: Dice) -> SkirmishState:
        s = self.new_state(dice)
        self.draw_chits(s, self.playing)
        if not self.sequence.first:  # 2.2: nobody is asked
            for seat in range(len(self.seats)):
                self.deploy(s, seat, "historical")
        self.settle(s, Log())
        return s

    def draw_chits(self, s: SkirmishState, units: frozenset[int]) -> None:
        """2.3: bands that have none draw their strength."""
        for u in sorted(units):
            unit = self.units[u]
            if not unit.strength and not s.chit[u]:
                left = self.fights.chits_left(s, unit.side)
                s.chit[u] = left[self.draw(s, len(left))]
            if not self.options[SECRET]:
                s.flags[u] |= SHOWN

    def deploy(self, s: SkirmishState, seat: int, how: str) -> None:
        """2.2: a side is placed at one stroke."""
        own = [u for u in sorted(self.playing) if self.units[u].side == seat]
        for u in own:
            self.put(s, u, AWAY)
        for u in own:
            free = [h for h in self.zones[seat] if s.occupant[h] == NOBODY]
            self.put(s, u, self.deployment[u] if how == "historical" else free[self.draw(s, len(free))])

    def put(self, s: SkirmishState, u: int, h: int) -> None:
        """A unit is now there, or off the map."""
        if s.hex[u] >= 0:
            s.occupant[s.hex[u]] = NOBODY
        s.hex[u] = h
        if h >= 0:
            s.occupant[h] = u
        s.forget(PLACES)
        s.changed()

    def enter_hex(self, s: SkirmishState, u: int, h: int, out: Log) -> None:
        """A unit takes a hex; 6.2: a camp of the enemy is the end."""
        side = self.units[u].side
        self.put(s, u, h)
        s.holder[h] = side
        if h in self.camps[1 - side]:
            self.win(s, side, "6.2", out)

    # -- the contract -------------------------------------------------------------------------------------------------

    def sheet(self, s: SkirmishState, order: Order) -> Sheet[int] | None:
        if order.verb != "assault" or not order.units or s.occupant[order.hex] == NOBODY:
            return None
        return self.fights.sheet(s, order.units, order.hex)

    def masked(self, s: SkirmishState, seat: int) -> SkirmishState:
        m = s.clone()
        m.dice = NO_DICE
        for u, unit in enumerate(self.units):
            if self.options[SECRET] and unit.side != seat and not m.flags[u] & SHOWN:
                m.chit[u] = 0
        return m

    def sample_world(self, masked: SkirmishState, seat: int, rng: random.Random) -> SkirmishState:
        world = masked.clone()
        world.dice = Dice(rng.randbytes(32))
        enemy = 1 - seat
        blank = [u for u in sorted(self.in_play(masked)) if self.units[u].side == enemy]
        blank = [u for u in blank if self.fights.unknown(masked, u)]
        drawn = rng.sample(self.fights.chits_left(masked, enemy), len(blank))
        for u, chit in zip(blank, drawn, strict=True):
            world.chit[u] = chit
        return world

    def in_play(self, s: SkirmishState) -> frozenset[int]:
        """The units of the scenario, and whom else a position has brought."""
        return self.playing | {u for u, h in enumerate(s.hex) if h != AWAY}

    def restored(self, dump: str, dice: Dice) -> SkirmishState:
        s = SkirmishState.blank({"unit": len(self.units), "hex": self.board.size}, dice)
        s.restore(dump)
        self.rebuild(s)
        return s

    def rebuild(self, s: SkirmishState) -> None:
        s.vector("occupant")[:] = NOBODY
        for u, h in enumerate(s.hex):
            if h >= 0:
                s.occupant[h] = u

    def broken(self, s: SkirmishState) -> list[str]:
        places = [h for h in s.hex if h >= 0]
        crowded = sorted({self.board.label(h) for h in places if places.count(h) > 1})
        return super().broken(s) + [f"{label} holds two units" for label in crowded]

    def lay_open(self) -> None:
        self.options = {**self.options, SECRET: False}

    # -- the end ------------------------------------------------------------------------------------------------------

    def points(self, s: SkirmishState, seat: int) -> int:
        """6.1: villages and losses."""
        return sum(worth for h, worth in self.objectives.items() if s.holder[h] == seat) + s.lost[1 - seat]

    def margin(self, s: SkirmishState) -> int:
        return self.points(s, 0) - self.points(s, 1)

    def end_turn(self, s: SkirmishState, out: Log) -> None:
        if s.turn < self.scenario.last_turn:
            return
        if self.margin(s):
            self.win(s, 0 if self.margin(s) > 0 else 1, "6.1", out)
        elif self.scenario.key in self.draws_equal_games:
            self.draw_game(s, "6.3", out)
        else:
            self.win(s, 1, "6.3", out)

    def level(self, s: SkirmishState) -> str:
        """6.4: how great a victory is."""
        rule, margin = self.ledger.ids[s.deciding_rule], abs(self.margin(s))
        if rule == self.concession_rule:
            return super().level(s)
        return "decisive" if rule == "6.2" or margin >= 5 else "clear" if margin >= 3 else "narrow"

    # -- what is shown ------------------------------------------------------------------------------------------------

    def visible_data(self, masked: SkirmishState) -> dict[str, Any]:
        return self.display.visible_data(masked)

    def tell(self, event: Event) -> str:
        return self.display.tell(event)

    def counters(self) -> list[dict[str, Any]]:
        return self.display.counters()

    def look(self) -> dict[str, Any]:
        return self.display.look()

    def turn_track(self) -> list[dict[str, Any]]:
        return [{"turn": turn, "label": label, "words": [said] if said else []} for turn, label, said in self.turns]

    def holders(self, s: SkirmishState) -> Bytes:
        return s.vector("holder").copy()

    def figures(self, s: SkirmishState) -> Figures:
        return self.display.figures(s)
