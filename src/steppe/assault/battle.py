"""A battle from the order to its aftermath, as a list of stages.

Each stage does its part and says whether it waits for somebody's decision; the decision, when made, lets the battle
proceed. A title may put its own stages between these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from steppe.assault import retreat
from steppe.assault.combat import battle_in_hand, battle_of, defenders_in, strength
from steppe.assault.losses import ATTACKER, DEFENDER, ask_losses, defender_eliminated, eliminate
from steppe.assault.movement import start_parent
from steppe.assault.odds import column_name, column_of
from steppe.assault.stacks import relocate, units_in
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
    AssaultState,
)
from steppe.events import Log
from steppe.orders import NOWHERE, About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules

Stage = Callable[[Any, Any, Log], bool]
"""A title's own stages take its own title and state."""
WAIT, GO_ON = True, False

RESULTS = ("AS", "AL1", "DR", "DE", "BB", "DL1")
"""Attack stalled, attacker loses one step, defender retreats, defender eliminated; bloodbath and defender loses one
step arise only by conversion."""
SPARED = frozenset({"AS", "AL1"})
"""Results that leave the defender alone."""


def result_of(title: Rules, s: AssaultState) -> str:
    return title.results[s.battle_result]


def begin(title: Rules, s: AssaultState, order: Order, kind: int, out: Log) -> None:
    """An assault is announced; from here on it cannot be called off."""
    b = battle_of(title, s, order, kind)
    s.battle_kind, s.battle_side, s.battle_hex = kind, b.side, b.hex
    s.launch_hex = s.hex[b.attackers[0]] if kind == MOBILE else -1
    s.attacker_air, s.defender_air = order.number, 0
    s.battle_result, s.battle_die, s.battle_stage, s.steps_due = -1, 0, 0, 0
    title.use_aircraft(s, b.side, order.number)
    if kind == MOBILE:
        price = title.mobile_price(s, b.attackers, b.hex)
        start_parent(s, b.attackers)
        for u in b.attackers:
            s.spent[u] += price
    for u in b.attackers:
        s.flags[u] |= FIGHTING | (ASSAULTED if kind == MOBILE else ATTACKED)
    for u in defenders_in(title, s, b.hex, kind):
        s.flags[u] |= TARGET | (DEFENDED if kind == PREPARED else 0)
    title.battle_begins(s, b)
    out.add("assault", mobile=kind == MOBILE, hex=b.hex, units=b.attackers, air=order.number)
    proceed(title, s, out)


def proceed(title: Rules, s: AssaultState, out: Log) -> None:
    """Go through the stages until one waits for a decision or the battle is over."""
    stages = title.battle_stages
    while s.winner < 0 and s.battle_stage < len(stages):
        stage = stages[s.battle_stage]
        s.battle_stage += 1
        if stage(title, s, out) is WAIT:
            return
    if s.winner < 0:
        finish(title, s, out)


def finish(title: Rules, s: AssaultState, out: Log) -> None:
    s.vector("flags")[:] &= ~BATTLE_FLAGS
    s.battle_kind = 0
    s.battle_hex = s.launch_hex = -1
    out.add("battle over")


# -- the stages -----------------------------------------------------------------------------------------------------


def ask_defender_air(title: Rules, s: AssaultState, out: Log) -> bool:
    """The defender may commit aircraft before anything is revealed, if he wants to be asked."""
    defender = 1 - s.battle_side
    if title.aircraft_left(s, defender) == 0 or not title.wants_to_be_asked(s, defender, s.battle_hex):
        return GO_ON
    title.ask(s, "defender air", defender)
    return WAIT


def reveal(title: Rules, s: AssaultState, out: Log) -> bool:
    """Stacks are laid open and untried units turned over, for good."""
    b = battle_in_hand(title, s)
    for u in (*b.attackers, *b.defenders):
        s.flags[u] &= ~UNTRIED
    involved = (*b.attackers, *units_in(s, b.hex))
    out.add("revealed", units=tuple((u, s.face[u]) for u in involved if not s.flags[u] & UNTRIED))
    return GO_ON


def compute_odds(title: Rules, s: AssaultState, out: Log) -> bool:
    """Strengths and shifts give the column, which what is decided and rolled after this may still move."""
    b = battle_in_hand(title, s)
    (attack,) = strength(title, s, b, attacking=True)
    (defence,) = strength(title, s, b, attacking=False)
    shifts = [shift for shift in title.shifts(s, b) if shift.columns]
    s.battle_column = column_of(attack, defence) + sum(shift.columns for shift in shifts)
    out.add(
        "odds",
        attack=attack,
        defence=defence,
        shifts=tuple((shift.name, shift.rule, shift.columns) for shift in shifts),
        column=column_name(s.battle_column),
    )
    return GO_ON


def roll_result(title: Rules, s: AssaultState, out: Log) -> bool:
    """The die, unless the column needs none."""
    result = title.results_table.automatic(s.battle_column)
    if result is None:
        s.battle_die = title.die(s, out, "combat")
        result = title.results_table.result(s.battle_column, s.battle_die)
    set_result(title, s, result)
    out.add("result", result=result, hex=s.battle_hex)
    return GO_ON


def set_result(title: Rules, s: AssaultState, result: str) -> None:
    s.battle_result = title.results.index(result)


def convert(title: Rules, s: AssaultState, out: Log) -> bool:
    """Results that the place or the player turns into others."""
    b = battle_in_hand(title, s)
    final = title.forced_conversion(s, b, result_of(title, s))
    if final != result_of(title, s):
        set_result(title, s, final)
        out.add("converted", result=final)
    seat, choices = title.conversion_choices(s, b, final)
    if len(choices) == 1 and choices[0] != final:
        set_result(title, s, choices[0])
        out.add("converted", result=choices[0])
    elif len(choices) > 1:
        title.ask(s, "conversion", seat)
        return WAIT
    return GO_ON


def defender_suffers(title: Rules, s: AssaultState, out: Log) -> bool:
    """The defender applies the result completely before the attacker does."""
    result = result_of(title, s)
    if result in SPARED:
        return GO_ON
    s.steps_due = 0
    b = battle_in_hand(title, s)
    for u in units_in(s, b.hex):
        if title.attacked_once and not s.flags[u] & TARGET:
            eliminate(title, s, u, out, wholly=title.retreated_leave_nothing)
    if result == "DL1":
        return WAIT if ask_losses(title, s, 1 - b.side, DEFENDER, 1, out) else GO_ON
    if result == "DR":
        if not b.defenders:
            return GO_ON
        if retreat.plan(title, s) is not None:
            title.ask(s, "retreat", 1 - b.side)
            return WAIT
        set_result(title, s, "DE")
        out.add("cannot retreat", hex=b.hex, rule=title.cite["retreat impossible"])
    lost = defender_eliminated(title, s, b.defenders, out)
    title.check_instant(s, out)  # a victory by these losses comes before any loss of the attacker
    if result == "BB":
        s.steps_due = lost
    return GO_ON


def attacker_suffers(title: Rules, s: AssaultState, out: Log) -> bool:
    steps = {"AL1": 1, "BB": s.steps_due}.get(result_of(title, s), 0)
    if steps and ask_losses(title, s, s.battle_side, ATTACKER, steps, out):
        return WAIT
    return GO_ON


def aftermath(title: Rules, s: AssaultState, out: Log) -> bool:
    """An empty hex is taken: by the assaulting force in a mobile assault, by choice in a prepared one."""
    title.check_instant(s, out)
    if s.winner >= 0:
        return GO_ON
    b = battle_in_hand(title, s)
    cleared = s.top[b.hex] < 0
    if b.kind == MOBILE:
        if cleared and b.attackers:
            relocate(title, s, b.attackers, b.hex, out)
            title.moved_into(s, b.attackers, s.launch_hex, b.hex, out)
            out.add("advanced", units=b.attackers, hex=b.hex)
            title.check_instant(s, out)
        else:
            for u in b.attackers:
                s.flags[u] |= HALTED
        return GO_ON
    if cleared and any(title.advance_refusal(s, u) is None for u in b.attackers):
        title.ask(s, "advance", b.side)
        return WAIT
    return GO_ON


STAGES: tuple[Stage, ...] = (
    ask_defender_air,
    reveal,
    compute_odds,
    roll_result,
    convert,
    defender_suffers,
    attacker_suffers,
    aftermath,
)


# -- decisions within a battle --------------------------------------------------------------------------------------


class DefenderAir(Decision["Rules", AssaultState]):
    """Aircraft for the defence, announced before anything is revealed."""

    name = "defender air"
    cites = "aircraft allotment"
    verbs = ("air",)

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return f"{title.board.label(s.battle_hex)} is attacked. How many aircraft do you commit to its defence?"

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for n in range(title.aircraft_left(s, s.frame()[1]) + 1):
            yield Order("air", number=n)

    def explain(self, title: Rules, s: AssaultState, order: Order) -> Refusal:
        left = title.aircraft_left(s, s.frame()[1])
        return Refusal(title.cite["aircraft allotment"], f"aircraft left this turn: {left}", Trouble.UNIT)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        s.defender_air = order.number
        title.use_aircraft(s, s.frame()[1], order.number)
        out.add("air", seat=s.frame()[1], aircraft=order.number)
        s.pop()
        proceed(title, s, out)


class Conversion(Decision["Rules", AssaultState]):
    """A result that its owner may turn into another."""

    name = "conversion"
    cites = "conversion"
    verbs = ("convert",)

    def prompt(self, title: Rules, s: AssaultState) -> str:
        choices = title.conversion_choices(s, battle_in_hand(title, s), result_of(title, s))[1]
        return f"The result is {result_of(title, s)}. Take it as: {' or '.join(choices)}?"

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for word in title.conversion_choices(s, battle_in_hand(title, s), result_of(title, s))[1]:
            yield Order("convert", word=word)

    def explain(self, title: Rules, s: AssaultState, order: Order) -> Refusal:
        return title.explain_conversion(s, battle_in_hand(title, s), order.word)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.word != result_of(title, s):
            set_result(title, s, order.word)
            out.add("converted", result=order.word)
        s.pop()
        proceed(title, s, out)


class Advance(Decision["Rules", AssaultState]):
    """Some, all or none of the victors of a prepared assault enter the vacated hex."""

    name = "advance"
    cites = "advance"
    verbs = ("advance", "stay")

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return f"Advance into {title.board.label(s.battle_hex)}?"

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        victors = battle_in_hand(title, s).attackers
        if not title.must_advance(s):
            yield Order("stay")
        for group in self.groups(title, s, about):
            if self._refuse_group(title, s, victors, group) is None:
                yield Order("advance", group)

    def groups(self, title: Rules, s: AssaultState, about: About) -> Iterator[About]:
        """Groups of victors with certain units in them, the small ones first; none that is too large for the hex."""
        victors = [u for u in battle_in_hand(title, s).attackers if title.advance_refusal(s, u) is None]
        if not set(about) <= set(victors):
            return
        points = title.units.points
        room = title.stack_limit[s.battle_hex] - s.load[s.battle_hex] - sum(points[u] for u in about)
        others = [u for u in victors if u not in about]
        lightest = sorted(points[u] for u in others)
        for n in range(0 if about else 1, len(others) + 1):
            if sum(lightest[:n]) > room:
                break  # thirty units can win a battle, and no group of so many would fit
            for more in combinations(others, n):
                yield tuple(u for u in victors if u in about or u in more)

    def refuse(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        if order.verb == "stay":
            if title.must_advance(s):
                return Refusal(title.cite["must advance"], "the victors must advance this turn", Trouble.DUTY)
            return None
        return self._refuse_group(title, s, battle_in_hand(title, s).attackers, order.units)

    def _refuse_group(self, title: Rules, s: AssaultState, victors: About, group: About) -> Refusal | None:
        if not group or not set(group) <= set(victors) or len(set(group)) != len(group):
            return Refusal(title.cite["advance"], "only units that attacked in this battle advance", Trouble.UNIT)
        refusal = next(filter(None, (title.advance_refusal(s, u) for u in group)), None)
        refusal = refusal or title.mixing_refusal(s, group, s.battle_hex)
        if refusal:
            return refusal
        if not title.has_room(s, group, s.battle_hex):
            return Refusal(title.cite["advance"], "more units than may stack in the hex", Trouble.STACKING)
        if title.must_advance(s) and any(
            title.has_room(s, (*group, u), s.battle_hex)
            for u in victors
            if u not in group and title.advance_refusal(s, u) is None
        ):
            return Refusal(title.cite["must advance"], "as many as possible must advance this turn", Trouble.DUTY)
        return None

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.verb == "advance":
            out.add("advanced", units=order.units, hex=s.battle_hex)
            relocate(title, s, order.units, s.battle_hex, out)
            title.moved_into(s, order.units, NOWHERE, s.battle_hex, out)
            title.check_instant(s, out)
        if s.winner < 0:
            s.pop()
            proceed(title, s, out)
