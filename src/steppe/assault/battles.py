"""A battle from the order to its aftermath, as a list of stages.

Each stage does its part and says whether it waits for somebody's decision; the decision, when made, lets the battle
proceed. A title may put its own stages between these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.combat import Battle
from steppe.assault.losses import ATTACKER, DEFENDER
from steppe.assault.movement import start_parent
from steppe.assault.odds import column_name, column_of
from steppe.assault.stacks import units_in
from steppe.assault.state import (
    ASSAULTED,
    ATTACKED,
    BATTLE_FLAGS,
    DEFENDED,
    FIGHTING,
    HALTED,
    MOBILE,
    PREPARED,
    TARGET,
    UNTRIED,
)
from steppe.events import Log
from steppe.orders import NOWHERE, Order, Units
from steppe.title import Refusal, Trouble

Stage = Callable[[A, Log], bool]
"""Does its part of a battle and says whether it waits for somebody."""

WAIT, GO_ON = True, False

RESULTS = ("AS", "AL1", "DR", "DE", "BB", "DL1")
"""Attack stalled, attacker loses one step, defender retreats, defender eliminated; bloodbath and defender loses one
step arise only by conversion."""

SPARED = frozenset({"AS", "AL1"})
"""Results that leave the defender alone."""

BATTLE = "battle"
"""The note of the battle in hand."""


class Battles(Chapter[A]):
    """What happens from the announcement of an assault to its aftermath."""

    stages: tuple[Stage[A], ...]
    stage_of_reveal: int
    results: tuple[str, ...] = RESULTS
    """Every result that a battle may have, converted or not."""

    def make_tables(self) -> None:
        self.stages = self.make_stages()
        self.stage_of_reveal = self.stages.index(self.reveal)

    def make_stages(self) -> tuple[Stage[A], ...]:
        """The stages of a battle, mobile or prepared [mobile resolution]; a title may put its own between them."""
        return (
            self.ask_defender_air,
            self.reveal,
            self.compute_odds,
            self.roll_result,
            self.convert,
            self.defender_suffers,
            self.attacker_suffers,
            self.aftermath,
        )

    def result_of(self, s: A) -> str:
        return self.results[s.battle_result]

    def begin(self, s: A, order: Order, kind: int, out: Log) -> None:
        """An assault is announced; it can be neither refused [no refusing] nor called off any more [no calling off]."""
        b = self.combat.battle_of(s, order, kind)
        s.battle_kind, s.battle_side, s.battle_hex = kind, b.side, b.hex
        s.launch_hex = s.hex[b.attackers[0]] if kind == MOBILE else -1
        s.attacker_air, s.defender_air = order.number, 0
        s.battle_result, s.battle_die, s.battle_stage, s.steps_due = -1, 0, 0, 0
        self.air.use(s, b.side, order.number)
        if kind == MOBILE:
            price = self.combat.mobile_price(s, b.attackers, b.hex)
            start_parent(s, b.attackers)
            for u in b.attackers:
                s.spent[u] += price
        for u in b.attackers:
            s.flags[u] |= FIGHTING | (ASSAULTED if kind == MOBILE else ATTACKED)
        for u in self.combat.defenders_in(s, b.hex, kind):
            s.flags[u] |= TARGET | (DEFENDED if kind == PREPARED else 0)
        s.changed()
        self.begins(s, b)
        out.add("assault", mobile=kind == MOBILE, hex=b.hex, units=b.attackers, air=order.number)
        self.proceed(s, out)

    def proceed(self, s: A, out: Log) -> None:
        """Go through the stages until one waits for a decision or the battle is over."""
        stages = self.stages
        while not s.over and s.battle_stage < len(stages):
            stage = stages[s.battle_stage]
            s.battle_stage += 1
            if stage(s, out) is WAIT:
                return
        if not s.over:
            self.finish(s, out)

    def finish(self, s: A, out: Log) -> None:
        """Nothing of a battle is left to later ones [no carry-over]."""
        s.vector("flags")[:] &= ~BATTLE_FLAGS
        s.changed()
        s.battle_kind = 0
        s.battle_hex = s.launch_hex = -1
        out.add("battle over")

    def ask_defender_air(self, s: A, out: Log) -> bool:
        """The defender may commit aircraft before anything is revealed, if he wants to be asked."""
        defender = 1 - s.battle_side
        if self.air.left(s, defender) == 0 or not self.reactions.wants_to_be_asked(s, defender, s.battle_hex):
            return GO_ON
        self.title.ask(s, "defender air", defender)
        return WAIT

    def reveal(self, s: A, out: Log) -> bool:
        """Stacks are laid open and untried units turned over, for good [untried revealed]."""
        b = self.in_hand(s)
        for u in (*b.attackers, *b.defenders):
            s.flags[u] &= ~UNTRIED
        involved = (*b.attackers, *units_in(s, b.hex))
        out.add("revealed", units=tuple((u, s.face[u]) for u in involved if not s.flags[u] & UNTRIED))
        return GO_ON

    def compute_odds(self, s: A, out: Log) -> bool:
        """Strengths and shifts give the column, which what is decided and rolled after this may still move."""
        b = self.in_hand(s)
        (attack,) = self.strengths.strength(s, b, attacking=True)
        (defence,) = self.strengths.strength(s, b, attacking=False)
        shifts = [shift for shift in self.strengths.shifts(s, b) if shift.columns]
        s.battle_column = column_of(attack, defence) + sum(shift.columns for shift in shifts)
        out.add(
            "odds",
            attack=attack,
            defence=defence,
            shifts=tuple((shift.name, shift.rule, shift.columns) for shift in shifts),
            column=column_name(s.battle_column),
        )
        return GO_ON

    def roll_result(self, s: A, out: Log) -> bool:
        """The die, unless the column needs none."""
        table = self.title.results_table
        result = (s.wish() if s.wanted else None) or table.automatic(s.battle_column)
        if result is None:
            s.battle_die = self.title.die(s, out, "combat")
            result = table.result(s.battle_column, s.battle_die)
        self.set_result(s, result)
        out.add("result", result=result, hex=s.battle_hex)
        return GO_ON

    def set_result(self, s: A, result: str) -> None:
        s.battle_result = self.results.index(result)

    def convert(self, s: A, out: Log) -> bool:
        """Results that the place or the player turns into others."""
        b = self.in_hand(s)
        final = self.result_of(s)
        if final in self.title.results_table.known:  # else it is wanted so, and arises only by conversion
            final = self.forced_conversion(s, b, final)
        if final != self.result_of(s):
            self.set_result(s, final)
            out.add("converted", result=final)
        seat, choices = self.conversion_choices(s, b, final)
        if len(choices) == 1 and choices[0] != final:
            self.set_result(s, choices[0])
            out.add("converted", result=choices[0])
        elif len(choices) > 1:
            self.title.ask(s, "conversion", seat)
            return WAIT
        return GO_ON

    def defender_suffers(self, s: A, out: Log) -> bool:
        """The defender applies the result completely before the attacker does [defender first]."""
        result = self.result_of(s)
        if result in SPARED:
            return GO_ON
        s.steps_due = 0
        b = self.in_hand(s)
        for u in units_in(s, b.hex):
            if self.combat.attacked_once and not s.flags[u] & TARGET:
                self.losses.eliminate(s, u, out, wholly=self.losses.retreated_leave_nothing)
        if result == "DL1":
            return WAIT if self.losses.ask(s, 1 - b.side, DEFENDER, 1, out) else GO_ON
        if result == "DR":
            if not b.defenders:
                return GO_ON
            if self.retreats.plan(s) is not None:
                self.title.ask(s, "retreat", 1 - b.side)
                return WAIT
            self.set_result(s, "DE")
            out.add("cannot retreat", hex=b.hex, rule=self.cite["retreat impossible"])
        lost = self.losses.defender_eliminated(s, b.defenders, out)
        self.victory.check_instant(s, out)  # a victory by these losses comes before any loss of the attacker
        if result == "BB":
            s.steps_due = lost
        return GO_ON

    def attacker_suffers(self, s: A, out: Log) -> bool:
        steps = {"AL1": 1, "BB": s.steps_due}.get(self.result_of(s), 0)
        if steps and self.losses.ask(s, s.battle_side, ATTACKER, steps, out):
            return WAIT
        return GO_ON

    def aftermath(self, s: A, out: Log) -> bool:
        """An empty hex is taken: by the assaulting force in a mobile assault [mobile won], by choice in a prepared one.

        Who has not cleared it stays where he came from, after a mobile assault for the whole phase [stalled]. Defenders
        who have won never advance [defenders stay].
        """
        self.victory.check_instant(s, out)
        if s.over:
            return GO_ON
        b = self.in_hand(s)
        cleared = s.top[b.hex] < 0
        if b.kind == MOBILE:
            if cleared and b.attackers:
                self.stacks.relocate(s, b.attackers, b.hex, out)
                self.movement.moved_into(s, b.attackers, s.launch_hex, b.hex, out)
                out.add("advanced", units=b.attackers, hex=b.hex)
                self.victory.check_instant(s, out)
            else:
                for u in b.attackers:
                    s.flags[u] |= HALTED
            return GO_ON
        if cleared and any(self.advance_refusal(s, u) is None for u in b.attackers):
            self.title.ask(s, "advance", b.side)
            return WAIT
        return GO_ON

    def in_hand(self, s: A) -> Battle:
        """The battle that is being fought, as it stands."""
        known: Battle | None = s.notes.get(BATTLE)
        if known is None:
            known = s.notes[BATTLE] = self.find(s)
        return known

    def find(self, s: A) -> Battle:
        flags, hexes, h = s.flags, s.hex, s.battle_hex
        attackers = tuple(self.combat.bearers(s, FIGHTING))
        defenders = tuple([u for u in units_in(s, h) if flags[u] & TARGET])
        where = frozenset([hexes[u] for u in attackers])
        return Battle(s.battle_kind, s.battle_side, h, attackers, defenders, where, s.attacker_air, s.defender_air)

    def begins(self, s: A, b: Battle) -> None:
        """An assault has been announced."""

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


class DefenderAir(AssaultDecision[A]):
    """Aircraft for the defence, announced before anything is revealed."""

    name = "defender air"
    cites = "aircraft allotment"
    verbs = ("air",)

    def prompt(self, s: A) -> str:
        return f"{self.board.label(s.battle_hex)} is attacked. How many aircraft do you commit to its defence?"

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for n in range(self.air.left(s, s.seat) + 1):
            yield Order("air", number=n)

    def explain(self, s: A, order: Order) -> Refusal:
        left = self.air.left(s, s.seat)
        return Refusal(self.cite["aircraft allotment"], f"aircraft left this turn: {left}", Trouble.UNIT)

    def apply(self, s: A, order: Order, out: Log) -> None:
        s.defender_air = order.number
        s.changed()
        self.air.use(s, s.seat, order.number)
        out.add("air", seat=s.seat, aircraft=order.number)
        s.pop()
        self.battles.proceed(s, out)


class Conversion(AssaultDecision[A]):
    """A result that its owner may turn into another."""

    name = "conversion"
    cites = "conversion"
    verbs = ("convert",)

    def prompt(self, s: A) -> str:
        choices = self.battles.conversion_choices(s, self.battles.in_hand(s), self.battles.result_of(s))[1]
        return f"The result is {self.battles.result_of(s)}. Take it as: {' or '.join(choices)}?"

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for word in self.battles.conversion_choices(s, self.battles.in_hand(s), self.battles.result_of(s))[1]:
            yield Order("convert", word=word)

    def explain(self, s: A, order: Order) -> Refusal:
        return self.battles.explain_conversion(s, self.battles.in_hand(s), order.word)

    def apply(self, s: A, order: Order, out: Log) -> None:
        if order.word != self.battles.result_of(s):
            self.battles.set_result(s, order.word)
            out.add("converted", result=order.word)
        s.pop()
        self.battles.proceed(s, out)


class Advance(AssaultDecision[A]):
    """Some, all or none of the victors of a prepared assault enter the vacated hex at once [advance at will].

    No ZOC keeps them from it [zoc and advance].
    """

    name = "advance"
    cites = "advance"
    verbs = ("advance", "stay")

    def prompt(self, s: A) -> str:
        return f"Advance into {self.board.label(s.battle_hex)}?"

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        victors = self.battles.in_hand(s).attackers
        if not self.battles.must_advance(s):
            yield Order("stay")
        for group in self.groups(s, about):
            if self._refuse_entry(s, victors, group) is None:
                yield Order("advance", group)

    def groups(self, s: A, about: Units) -> Iterator[Units]:
        """Groups of victors with certain units in them, the small ones first; none that is too large for the hex."""
        victors = [u for u in self.battles.in_hand(s).attackers if self.battles.advance_refusal(s, u) is None]
        if not set(about) <= set(victors):
            return
        points = self.units.points
        room = self.stacking.limit[s.battle_hex] - s.load[s.battle_hex] - sum(points[u] for u in about)
        others = [u for u in victors if u not in about]
        lightest = sorted(points[u] for u in others)
        for n in range(0 if about else 1, len(others) + 1):
            if sum(lightest[:n]) > room:
                break  # thirty units can win a battle, and no group of so many would fit
            for more in combinations(others, n):
                yield tuple(u for u in victors if u in about or u in more)

    def refuse(self, s: A, order: Order) -> Refusal | None:
        if order.verb == "stay":
            if self.battles.must_advance(s):
                return Refusal(self.cite["must advance"], "the victors must advance this turn", Trouble.DUTY)
            return None
        return self._refuse_group(s, self.battles.in_hand(s).attackers, order.units)

    def _refuse_group(self, s: A, victors: Units, group: Units) -> Refusal | None:
        if not group or not set(group) <= set(victors) or len(set(group)) != len(group):
            return Refusal(self.cite["advance"], "only units that attacked in this battle advance", Trouble.UNIT)
        refusal = next(filter(None, (self.battles.advance_refusal(s, u) for u in group)), None)
        return refusal or self._refuse_entry(s, victors, group)

    def _refuse_entry(self, s: A, victors: Units, group: Units) -> Refusal | None:
        """Why victors who may advance may not do so together."""
        refusal = self.stacking.mixing_refusal(s, group, s.battle_hex)
        if refusal:
            return refusal
        if not self.stacking.has_room(s, group, s.battle_hex):
            return Refusal(self.cite["advance"], "more units than may stack in the hex", Trouble.STACKING)
        if self.battles.must_advance(s) and any(
            self.stacking.has_room(s, (*group, u), s.battle_hex)
            for u in victors
            if u not in group and self.battles.advance_refusal(s, u) is None
        ):
            return Refusal(self.cite["must advance"], "as many as possible must advance this turn", Trouble.DUTY)
        return None

    def apply(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "advance":
            out.add("advanced", units=order.units, hex=s.battle_hex)
            self.stacks.relocate(s, order.units, s.battle_hex, out)
            self.movement.moved_into(s, order.units, NOWHERE, s.battle_hex, out)
            self.victory.check_instant(s, out)
        if not s.over:
            s.pop()
            self.battles.proceed(s, out)
