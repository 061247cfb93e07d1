"""The bot ``front``: it finds the better plan, keeps to its budget, decides the same again and knows nothing hidden."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from steppe.bots import make
from steppe.bots.assault.front.bot import OUTWORKS, RALLY, FrontBot
from steppe.bots.assault.front.evaluation import expectation, measures
from steppe.bots.assault.front.rehearsal import EvenDice, Rehearsal
from steppe.bots.assault.front.style_search import Tournament, search, thinking
from steppe.bots.assault.staff.bot import StaffBot
from steppe.bots.assault.style import STYLES, Style
from steppe.errors import SteppeError
from steppe.view import View
from tests.dom.battlefield import GERMAN_MOVEMENT, SOVIET_MOVEMENT, battlefield
from tests.sandbox import Table

FAR_OFF = "RD99 0909"
"""One more Soviet, so that his side is not without any."""
MOSCOW = "0609 city Moscow"


def own_turn(units: str = "", **more: Any) -> Table:
    """A German player turn that begins: Moscow is weakly held and two marches away."""
    units = units or f"3Pz 0206; 4Pz 0206; 5Inf 0305; RD1 0609; RD2 0505; {FAR_OFF}"
    return battlefield(units, step="german-order", hexes=MOSCOW, **more)


def view_of(t: Table) -> View[Any]:
    return View(t.title, t.s, t.prompt.seat)


def orders(t: Table, bot: FrontBot, most: int = 40) -> list[str]:
    """The orders of a whole player turn; each must be legal."""
    seat, turn, rng = t.prompt.seat, t.s.turn, random.Random(1)
    given: list[str] = []
    while t.outcome is None and t.s.turn == turn and t.title.current_step(t.s).seat == seat and len(given) < most:
        who = bot if t.prompt.seat == seat else StaffBot()
        order = who.choose(view_of(t), rng)
        assert t.title.refuse(t.s, order) is None
        given.append(t.write(order))
        t.title.apply(t.s, order)
    return given


# -- the search -------------------------------------------------------------------------------------------------------


def likes_haste(style: Style, world: int) -> float:
    """A world in which who makes haste does well, each world a little otherwise."""
    return min(style.haste, 2.5) / 2 + 0.01 * world


def found(value: Any, budget: int, seed: int = 1) -> Tournament:
    return search(Style(), value, budget, random.Random(seed), attacks=True, orders=True, others=[])


def test_the_search_finds_a_better_plan() -> None:
    assert found(likes_haste, 8).best().haste <= found(likes_haste, 16).best().haste
    assert found(likes_haste, 60).best().haste > 1.5


def test_more_thought_finds_more() -> None:
    assert likes_haste(found(likes_haste, 60).best(), 0) > likes_haste(found(likes_haste, 8).best(), 0)


def test_the_own_plan_stays_where_no_other_is_clearly_better() -> None:
    assert found(lambda style, world: 0.5 + 0.001 * (style.haste > 1), 30).best() == Style()


def test_what_few_worlds_show_may_be_chance() -> None:
    """The same lead counts once it has been seen often enough."""
    tournament = Tournament(Style(), likes_haste)
    hasty = Style(haste=1.2)
    tournament.found = {Style(): [0.5] * 4, hasty: [0.58] * 2}
    assert tournament.best() == Style()
    tournament.found[hasty] = [0.58] * 4
    assert tournament.best() == hasty


def test_one_lucky_world_does_not_decide() -> None:
    """In world 0 haste seems to pay, in all others it ruins."""
    assert found(lambda style, world: 0.5 + (0.2 if world == 0 else -0.4) * (style.haste > 1), 40).best().haste <= 1


@pytest.mark.parametrize("budget", [0, 1, 2, 7, 30])
def test_the_budget_is_kept_to_the_evaluation(budget: int) -> None:
    calls: list[Style] = []

    def value(style: Style, world: int) -> float:
        calls.append(style)
        return 0.5

    assert found(value, budget).spent == len(calls) == budget


def test_plans_are_compared_in_the_same_worlds() -> None:
    tournament = found(likes_haste, 30)
    seen = {style: len(values) for style, values in tournament.found.items()}
    assert len(seen) > 3
    assert seen[Style()] == max(seen.values()) > 1


def test_it_can_be_stopped_at_any_time() -> None:
    tournament = Tournament(Style(), likes_haste)
    thought = thinking(tournament, 20, random.Random(1), attacks=True, orders=True, others=[])
    for spent, _ in enumerate(islice(thought, 20), 1):
        assert tournament.spent == spent
        assert tournament.best() in tournament.found


def test_the_search_is_the_same_again() -> None:
    assert found(likes_haste, 25, seed=3).found == found(likes_haste, 25, seed=3).found


# -- rehearsals -------------------------------------------------------------------------------------------------------


def test_even_dice_show_every_number_once_in_six() -> None:
    dice = EvenDice(b"some key")
    rolls = [dice.die(n) for n in range(60)]
    assert all(sorted(rolls[i : i + 6]) == [1, 2, 3, 4, 5, 6] for i in range(0, 60, 6))
    assert len({tuple(rolls[i : i + 6]) for i in range(0, 60, 6)}) > 5
    assert [EvenDice(b"some key").die(n) for n in reversed(range(60))] == rolls[::-1]


def test_a_rehearsal_ends_where_the_next_own_turn_begins_and_leaves_the_game_alone() -> None:
    t = own_turn(f"3Pz 0206; RD1 0609; RD3 0609; {FAR_OFF}")
    before = t.s.key()
    after = Rehearsal(view_of(t), 1).play(Style(), 0)
    assert not after.over
    assert after.turn == t.s.turn + 1
    assert t.title.decision(after)[0].name == "phase order"
    assert t.s.key() == before


def test_an_outlook_is_one_sides_gain_and_the_others_loss() -> None:
    many, few = (own_turn(f"3Pz 0206; 5Inf 0305; RD1 0609; {FAR_OFF}{more}") for more in ("", "; RD2 0609"))
    assert expectation(many.title, many.s, 0) > expectation(few.title, few.s, 0)
    assert expectation(many.title, many.s, 0) + expectation(many.title, many.s, 1) == pytest.approx(1)


def test_who_is_at_hand_around_a_place_that_decides_counts() -> None:
    """The same rifle division near Moscow or far from it; nobody else is nearer for it."""
    near, far = (own_turn(f"3Pz 0206; RD1 0609; RD2 {h}; RD99 0109", size="24x9") for h in ("0908", "2201"))
    assert measures(near.title, near.s).gathered < measures(far.title, far.s).gathered


# -- the bot ----------------------------------------------------------------------------------------------------------


def test_finds_the_plan_that_wins_at_once() -> None:
    """Its habit is to fight first, with nobody in contact; to move first takes Moscow this turn."""
    units = "106Inf 0704; 129Inf 0704; 162Inf 0705; 5Inf 0705; RD1 0905 0-1; RD99 0901"
    t = battlefield(units, step="german-order", hexes="0905 city Moscow")
    habit = Style(first="fight-move")
    assert t.write(StaffBot(habit).choose(view_of(t), random.Random(1))) == "order fight-move"
    assert t.write(FrontBot("8", habit).choose(view_of(t), random.Random(1))) == "order move-fight"


@pytest.mark.parametrize("step", ["german-order", "soviet-order", GERMAN_MOVEMENT, SOVIET_MOVEMENT])
def test_plays_legal_turns_within_its_budget(step: str) -> None:
    t = battlefield(f"3Pz 0206; 4Pz 0206; 5Inf 0305; RD1 0609; RD2 0505; {FAR_OFF}", step=step, hexes=MOSCOW)
    bot = FrontBot("5")
    assert orders(t, bot)
    assert bot.spent == 5


def test_a_defender_begins_with_what_whole_games_have_taught() -> None:
    """He calls in more than a staff does before he has thought at all; an attacker plays as a staff."""
    units = f"3Pz 0206; 5Inf 0305; RD1 0609; RD2 0505; {FAR_OFF}"
    defender, attacker = FrontBot("0"), FrontBot("0")
    defender.choose(view_of(battlefield(units, step=SOVIET_MOVEMENT, hexes=MOSCOW)), random.Random(1))
    attacker.choose(view_of(battlefield(units, step=GERMAN_MOVEMENT, hexes=MOSCOW)), random.Random(1))
    assert defender.style == Style(rally=RALLY, outworks=OUTWORKS, citadels=True)
    assert attacker.style == Style()


def test_decides_the_same_again() -> None:
    assert orders(own_turn(), FrontBot("5")) == orders(own_turn(), FrontBot("5"))


def test_orders_do_not_depend_on_what_is_hidden() -> None:
    unknown = "RD1 0609 untried 1-1; RD2 0609 untried 3-4; RD3 0505 untried 2-2; RD4 0404 untried 1-2"
    t = own_turn(f"3Pz 0206; 4Pz 0206; {unknown}; {FAR_OFF}")
    view, rng = view_of(t), random.Random(5)
    worlds = [t.s, *(view.sample(rng) for _ in range(3))]
    assert len({world.key() for world in worlds}) > 1
    plans = set()
    for world in worlds:
        bot = FrontBot("4")
        plans.add((bot.choose(View(t.title, world, view.seat), random.Random(2)), bot.style))
    assert len(plans) == 1


def test_is_made_by_name_with_its_budget_and_style() -> None:
    t = own_turn()
    bold = make("front:12:bold", t.title)
    assert isinstance(bold, FrontBot)
    assert bold.own == STYLES["bold"]
    assert bold.budget.evaluations(view_of(t)) == 12
    timed, longer = FrontBot("10s").budget, FrontBot("20s").budget
    assert 0 < timed.evaluations(view_of(t)) < longer.evaluations(view_of(t))
    with pytest.raises(SteppeError, match="no time to think"):
        make("front:soon", t.title)
