"""Candidates: all legal, none forgotten, never too many."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe import titles
from steppe.env import candidates
from steppe.env.candidates import BACK, Candidate, Chooser, text
from steppe.env.measure import follow
from steppe.env.opening import SET_UP
from steppe.env.sharing import first, forces, shared, spread
from steppe.env.systems import chooser_of
from steppe.errors import OrderError
from steppe.orders import Order
from steppe.title import Title
from tests.env.walks import environment, positions, rules, walk
from tests.known import ASSAULT

every_title = pytest.mark.parametrize("key", titles.known())
assault_titles = pytest.mark.parametrize("key", ASSAULT)
"""What the chooser of that system narrows, and how."""


def completions(title: Title[Any], s: Any) -> Counter[Order]:
    """Every order that the two steps lead to, with how often they do."""
    found: Counter[Order] = Counter()
    for i, candidate in enumerate(chooser_of(title).choices(s).candidates):
        chooser = chooser_of(title)
        if candidate.whole:
            found[candidate.order] += 1
        elif chooser.choices(s).candidates[i] == candidate and chooser.choose(s, i) is None:
            found.update(c.order for c in chooser.choices(s).candidates if c.whole)
    return found


@every_title
def test_every_candidate_is_legal_and_there_is_always_one(key: str) -> None:
    env = environment(key)
    for n, _ in enumerate(walk(env, 3, 600)):
        found = env.candidates
        assert 0 < len(found) <= candidates.LIMIT
        assert len(set(found)) == len(found)
        whole = [c.order for c in found if c.whole]
        for order in whole if n % 50 == 0 else whole[:: max(1, len(whole) // 3)]:
            assert env.title.refuse(env.game.state, order) is None, env.game.write(order)


@assault_titles
def test_nothing_is_added_and_nothing_forgotten(key: str) -> None:
    """Where the whole list of legal orders is short, it and what the steps lead to are the same."""
    compared = set()
    for title, s in positions(key):
        legal = list(islice(title.legal(s), 600))
        if len(legal) < 600:
            found = completions(title, s)
            assert max(found.values()) == 1
            assert set(found) == set(legal)
            compared.add(title.decision(s)[0].name)
    assert len(compared) > 6


@assault_titles
def test_an_order_of_every_kind_can_be_given(key: str) -> None:
    """Of each decision and each verb, some legal orders from all over the list are found again as actions."""
    kinds = set()
    for title, s in positions(key):
        name = title.decision(s)[0].name
        if name == SET_UP:
            continue  # placing somebody anew who stands already is left to `deploy`
        by_verb: dict[str, list[Order]] = {}
        for order in islice(title.legal(s), 20_000):
            by_verb.setdefault(order.verb, []).append(order)
        for verb, orders in by_verb.items():
            chooser = chooser_of(title)
            for order in spread(orders, 3):
                actions = chooser.encode(s, order)
                if actions is None:
                    assert was_cut(chooser, s), title.notation.write(order, title.names)
                    continue
                twin = chooser.copy()
                given_ = [twin.choose(s, action) for action in actions]
                assert given_[:-1] == [None] * (len(actions) - 1)
                assert given_[-1] is not None
                assert sorted(given_[-1].units) == sorted(order.units)
                kinds.add((name, verb))
    assert {verb for _, verb in kinds} >= {"move", "mobile", "assault", "top", "done", "advance", "loss", "retreat"}


def was_cut(chooser: Chooser, s: Any) -> bool:
    """Whether some list is too long."""
    if chooser.choices(s).cut:
        return True
    for i, candidate in enumerate(chooser.choices(s).candidates):
        if not candidate.whole:
            twin = chooser.copy()
            twin.choose(s, i)
            if twin.choices(s).cut:
                return True
    return False


@assault_titles
@pytest.mark.parametrize("limit", [8, 40])
def test_a_cut_keeps_the_end_of_the_phase(key: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "LIMIT", limit)
    cut = 0
    for title, s in positions(key)[::3]:
        found = chooser_of(title).choices(s)
        assert 0 < len(found.candidates) <= limit
        again = chooser_of(title).choices(s)
        assert found == again
        cut += found.cut > 0
        end = Order("done")
        if "done" in title.decision(s)[0].verbs and title.refuse(s, end) is None:
            assert Candidate(end, True) in found.candidates
    assert cut


# Not pm: its arrivals are brought by kind, not unit by unit, and its units that wait do so in the movement phase.
@pytest.mark.parametrize("key", ["dom", "lwe"])
def test_a_crowd_is_listed_by_its_units(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where units wait by the dozen, each has its place, and the end of the step has its own."""
    title, s = max(
        (p for p in positions(key) if p[0].decision(p[1])[0].name in ("reinforcement", "soviet entry")),
        key=lambda p: sum(1 for _ in p[0].legal(p[1])),
    )
    monkeypatch.setattr(candidates, "TRIES", 3)
    found = chooser_of(title).choices(s).candidates
    assert found[0] == Candidate(Order("done"), True)
    waiting = [(u,) for u in rules(title).arrivals.waiting_units(s)]
    assert [c.order.units for c in found[1:]][: len(waiting)] == waiting
    for i, candidate in list(enumerate(found))[1::10]:
        chooser = chooser_of(title)
        assert chooser.choose(s, i) is None
        completed = [c.order for c in chooser.choices(s).candidates if c.whole]
        assert completed == list(title.legal(s, candidate.order.units))


@assault_titles
def test_a_part_that_leads_nowhere_is_offered_once(key: str) -> None:
    # Where the list was cut (pm has such positions), parts that had no room take the places of barren ones.
    movement = ((t, s) for t, s in positions(key) if t.decision(s)[0].name == "movement")
    title, s = next((t, s) for t, s in movement if not chooser_of(t).choices(s).cut)
    chooser = chooser_of(title)
    enemy = rules(title).side_units[1 - s.frame()[1]][0]
    offered = chooser.choices(s).candidates
    lame = chooser_of(title)
    part = lame.part = Order("group", (enemy,))  # no group of this seat: nothing completes it
    assert [c.order.verb for c in lame.choices(s).candidates] == [BACK]
    assert lame.choose(s, 0) is None
    assert lame.barren == {part}
    assert lame.choices(s).candidates == offered
    chooser.barren = frozenset(c.order for c in offered if not c.whole)
    assert chooser.choices(s).candidates == offered  # as they were found
    again = chooser_of(title)
    again.barren = chooser.barren
    assert [c for c in again.choices(s).candidates if not c.whole] == []


@assault_titles
def test_stacks_are_turned_once_between_other_orders(key: str) -> None:
    """Otherwise an agent could go on for ever."""
    env = environment(key)
    for _ in walk(env, 5, 400):
        tops = [i for i, c in enumerate(env.candidates) if c.order.verb == "top"]
        if tops:
            break
    s = env.game.state
    turned = 0
    while tops := [i for i, c in enumerate(env.candidates) if c.order.verb == "top"]:
        h = s.hex[env.candidates[tops[0]].order.units[0]]
        env.step(tops[0])
        turned += 1
        assert all(s.hex[c.order.units[0]] != h for c in env.candidates if c.order.verb == "top")
    assert turned


@every_title
def test_candidates_have_words_of_their_own(key: str) -> None:
    for title, s in positions(key)[::4]:
        found = [text(title, candidate) for candidate in chooser_of(title).choices(s).candidates]
        assert len(set(found)) == len(found)
        assert all(found)


def test_there_is_no_candidate_beyond_the_last() -> None:
    title, s = positions("dom")[-1]
    chooser = chooser_of(title)
    with pytest.raises(OrderError, match="there is no candidate 512"):
        chooser.choose(s, 512)


def test_the_orders_of_a_bot_can_be_given_by_an_agent() -> None:
    found = follow("dom", 1, "random", most=300)
    assert found.orders > 90
    assert not found.cut
    assert not found.lost


# -- sharing --------------------------------------------------------------------------------------------------------

lists = st.lists(st.lists(st.integers(), max_size=40), max_size=12)


@given(lists, st.integers(0, 200), st.sampled_from([first, spread]))
def test_shares_are_fair(items: list[list[int]], room: int, pick: Any) -> None:
    named = [[(i, j) for j in range(len(part))] for i, part in enumerate(items)]
    kept = shared(named, room, pick)
    everything = [pair for part in named for pair in part]
    assert len(kept) <= max(room, 0)
    assert kept == [pair for pair in everything if pair in set(kept)]
    if len(everything) <= room:
        assert kept == everything
    share = Counter(i for i, _ in kept)
    if room < sum(map(bool, named)):
        assert all(n == 1 for n in share.values())
        return
    least = min((share[i] for i, part in enumerate(named) if share[i] < len(part)), default=room)
    assert all(n <= least + 1 for n in share.values())  # nobody has much more than one who was cut


@given(st.lists(st.integers(), max_size=50), st.integers(1, 60))
def test_what_is_spread_begins_at_the_beginning(items: list[int], room: int) -> None:
    kept = spread(list(enumerate(items)), room)
    assert len(kept) == min(len(items), room)
    assert kept[:1] == list(enumerate(items))[:1]
    assert kept == sorted(kept, key=lambda pair: pair[0])


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_every_force_comes_once(sizes: list[int]) -> None:
    numbers = iter(range(sum(sizes)))
    stacks = [[next(numbers) for _ in range(n)] for n in sizes]
    found = list(forces(stacks))
    assert len(set(found)) == len(found) == 2 ** sum(sizes) - 1
    assert found[0] == tuple(range(sum(sizes)))


def test_a_random_choice_is_repeatable() -> None:
    env = environment("dom")
    records = []
    for _ in range(2):
        rng = random.Random(8)
        env.reset(8)
        for _ in range(150):
            env.step(rng.randrange(len(env.candidates)))
        records.append(env.game.record.head)
    assert records[0] == records[1]
