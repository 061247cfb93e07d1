"""Observations: what is in them, and what is not."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from steppe import titles
from steppe.assault.state import UNTRIED
from steppe.env.assault.observation import COUNTS
from steppe.env.candidates import Choices
from steppe.env.observation import COLUMNS, Observer, objective_balance
from steppe.env.systems import chooser_of
from steppe.title import Title
from steppe.view import View
from tests.env.walks import environment, positions, rules, walk
from tests.known import ASSAULT

every_title = pytest.mark.parametrize("key", titles.known())
assault_titles = pytest.mark.parametrize("key", ASSAULT)


def seen(observer: Observer, s: Any, seat: int) -> tuple[bytes, Choices]:
    """Everything that an agent is given, as bytes."""
    title = observer.title
    chooser = chooser_of(title)
    mine = not s.over and title.decision(s)[1] == seat
    choices = chooser.choices(s) if mine else Choices(())
    found = observer.observe(View(title, s, seat), choices, chooser.part)
    return b"".join(array.tobytes() for array in found.values()), choices


@assault_titles
def test_another_world_that_looks_the_same_gives_the_same_bytes(key: str) -> None:
    observer, rng = environment(key).observer, random.Random(5)
    other = 0
    for title, s in positions(key)[::2]:
        for seat in range(2):
            world = title.sample_world(title.masked(s, seat), seat, rng)
            other += world.key() != s.key()
            assert seen(observer, world, seat) == seen(observer, s, seat)
    assert other > 20


def test_hidden_strengths_leave_no_trace() -> None:
    """The faces of untried units are dealt anew in the true state: no agent sees a difference."""
    observer, rng = environment("dom").observer, random.Random(6)
    for title, s in positions("dom")[::3]:
        before = [seen(observer, s, seat) for seat in range(2)]
        twin = s.clone()
        for members in rules(observer.title).pool_members.values():
            untried = [u for u in members if s.flags[u] & UNTRIED]
            faces = [s.face[u] for u in untried]
            rng.shuffle(faces)
            for u, face in zip(untried, faces, strict=True):
                twin.face[u] = face
        assert twin.key() != s.key()
        assert [seen(observer, twin, seat) for seat in range(2)] == before
        assert title is observer.title


@assault_titles
def test_the_planes_add_up(key: str) -> None:
    observer = environment(key).observer
    title = rules(observer.title)
    for _, s in positions(key)[::5]:
        for seat in range(2):
            view = View(title, s, seat)
            found = dict(zip(observer.planes, observer.see(view, None), strict=True))
            on_map = [u for u in title.side_units[seat] if s.hex[u] >= 0]
            theirs = [u for u in title.side_units[1 - seat] if s.hex[u] >= 0]
            assert found["own units"].sum() == len(on_map)
            assert found["enemy units"].sum() == len(theirs)
            assert found["own steps"].sum() == sum(s.steps[u] for u in on_map)
            assert found["own hidden"].sum() == 0
            known = [u for u in on_map if not s.flags[u] & UNTRIED]
            assert found["own attack"].sum() == sum(title.units.attack[s.face[u]][s.steps[u]] for u in known)
            assert found["own unknown"].sum() == len(on_map) - len(known)
            hidden = {h for h in range(title.board.size) if s.top[h] in theirs and s.below[s.top[h]] >= 0}
            if s.depth == 1:
                assert {h for h in range(title.board.size) if found["enemy hidden"].flat[observer.cells[h]]} == hidden
            assert found["map"].sum() == title.board.size
            assert abs(found["control"].sum() - sum(c & 1 == seat for c in s.control)) == 0


@every_title
def test_names_and_shapes(key: str) -> None:
    env = environment(key)
    observer = env.observer
    assert len(set(observer.planes)) == len(observer.planes)
    assert len(set(observer.globals)) == len(observer.globals)
    assert len(set(observer.cells.tolist())) == observer.title.board.size
    for agent in walk(env, 9, 80):
        found = env.observe(agent)
        by_name = dict(zip(observer.globals, found["globals"], strict=True))
        decision = env.title.decision(env.game.state)[0].name
        assert by_name[f"decision {decision}"] == 1
        assert sum(value for name, value in by_name.items() if name.startswith("decision ")) == 1
        assert by_name["to decide"] == 1
        assert by_name["turn"] == env.game.state.turn
        assert bool(by_name["step two"]) == (env.chooser.part is not None)


@assault_titles
def test_what_is_counted_comes_first(key: str) -> None:
    assert environment(key).observer.planes[: 2 * len(COUNTS) : 2] == tuple(f"own {what}" for what in COUNTS)


@every_title
def test_the_table_names_the_candidates(key: str) -> None:
    env = environment(key)
    observer = env.observer
    for agent in walk(env, 10, 60):
        rows = env.observe(agent)["candidates"]
        used = rows[: len(env.candidates)]
        assert (rows[len(env.candidates) :] == -1).all()
        assert len(np.unique(used[:, 0])) <= 2
        for row, candidate in zip(used.tolist(), env.candidates, strict=True):
            cell = dict(zip(COLUMNS, row, strict=True))
            assert observer.verbs[cell["verb"]] == candidate.order.verb
            assert cell["units"] == len(candidate.order.units)
            assert bool(cell["whole"]) == candidate.whole
            if candidate.order.hex >= 0:
                assert cell["to"] == observer.cells[candidate.order.hex]
        if env.chooser.part is not None and env.chooser.part.units:
            chosen = env.observe(agent)["observation"][observer.planes.index("chosen")]
            start = env.game.state.hex[env.chooser.part.units[0]]
            assert start < 0 or chosen.flat[observer.cells[start]] == 1


@every_title
def test_the_balance_is_the_same_for_both_with_another_sign(key: str) -> None:
    for title, s in positions(key)[::4]:
        assert objective_balance(title, s, 0) == -objective_balance(title, s, 1)
        assert -1 <= objective_balance(title, s, 0) <= 1


def test_neighbours_in_the_planes_are_neighbours_on_the_map() -> None:
    """Columns are as printed, and every second one is half a hex higher."""
    title: Title[Any] = environment("dom").title
    observer = environment("dom").observer
    for h in range(0, title.board.size, 97):
        row, column = divmod(int(observer.cells[h]), observer.shape[1])
        for _, n in title.board.grid.adjacent(h):
            far_row, far_column = divmod(int(observer.cells[n]), observer.shape[1])
            assert abs(row - far_row) <= 1
            assert abs(column - far_column) <= 1
