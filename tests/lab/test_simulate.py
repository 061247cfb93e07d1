"""Simulations: the same file for whoever plays them, kept while they run, and nothing lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steppe import bots, titles
from steppe.bots.random_bot import RandomBot
from steppe.dice import secret_from_seed
from steppe.errors import SteppeError
from steppe.game import Game
from steppe.lab import results, simulate, workers
from steppe.lab.openings import set_up
from steppe.lab.plan import Job, Plan, Variant
from steppe.lab.play import play_out
from steppe.lab.rows import play
from tests.known import ASSAULT

pytest.importorskip("pyarrow")


@cache
def plain(key: str = "dom") -> Variant:
    return Variant.of(key, {})


def plan(games: int = 4, key: str = "dom", **more: Any) -> Plan:
    return Plan(key, (("random", "random"),), games, variants=(plain(key),), **more)


@cache
def whole(folder: Path) -> bytes:
    """The file of the plan of four games, played in this process."""
    path = folder / "whole.parquet"
    simulate.run(plan(), path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return whole(tmp_path_factory.mktemp("whole"))


# -- the same for everybody -------------------------------------------------------------------------------------------


def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    simulate.run(plan(), tmp_path / "two.parquet", number=2)
    assert (tmp_path / "two.parquet").read_bytes() == expected
    assert os.listdir(tmp_path) == ["two.parquet"]


def test_a_local_ray_cluster_gives_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    path = tmp_path / "ray.parquet"
    command = ["simulate", "dom", "--german", "random", "--soviet", "random", "--games", "4", "--workers", "2"]
    ran = subprocess.run(
        [sys.executable, "-m", "steppe.cli.main", *command, "--ray", "local", "-o", str(path)],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stderr
    assert path.read_bytes() == expected


def test_a_row_is_the_game_that_selfplay_plays() -> None:
    made = plan(1, seed=7)
    row = play(made, plain().load("dom"), made.jobs[0])
    secret = secret_from_seed(7)
    game = Game.new("dom", secret=secret)
    set_up(game)
    outcome = play_out(game, {seat: RandomBot() for seat in game.title.seats}, 7)
    game.close(secret)
    assert (row["head"], row["winner"], row["rule"]) == (game.record.head, outcome.winner, outcome.rule)


def test_nobody_plays_by_other_rules_than_the_plan() -> None:
    made = replace(plan(1), variants=(replace(plain(), rules="0" * 64),))
    (finished,) = workers.played(made, made.jobs, 1)
    assert finished.row is None
    assert "other rules" in finished.error


# -- what is in a row -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", titles.known())
def test_rows_tell_the_game_turn_by_turn(key: str) -> None:
    made = plan(1, key, turns=1)
    loaded = plain(key).load(key)
    row = play(made, loaded, made.jobs[0])
    title = loaded.title
    start, *_, last = row["turns"]
    assert start["turn"] == title.scenario.first_turn - 1
    assert len(bytes.fromhex(start["control"])) == (title.board.size + 7) // 8
    for seat in range(len(title.seats)):
        assert start["steps"][seat] > 0
        assert start["attack"][seat] + start["defence"][seat] > 0
    before, after = (np.unpackbits(np.frombuffer(bytes.fromhex(t["control"]), np.uint8)) for t in (start, last))
    holder = {one["hex"]: title.seats.index(one["seat"]) for one in row["taken"]}
    for h in title.board.names:
        label = title.board.grid.labels[h]
        assert after[h] == holder.get(label, before[h])


@pytest.mark.parametrize("key", ASSAULT)
def test_rows_tell_losses_and_luck(key: str) -> None:
    made = plan(1, key, turns=1)
    row = play(made, plain(key).load(key), made.jobs[0])
    start, *_, last = row["turns"]
    assert start["lost"] == []
    for seat, name in enumerate(titles.load(key).seats):
        assert row["lost"][seat] == sum(one["steps"] for one in last["lost"] if one["seat"] == name)
    assert row["luck"][0] == -row["luck"][1]


def test_games_stop_where_they_are_told_to() -> None:
    made = plan(3, "lwe", turns=1)
    row = play(made, plain("lwe").load("lwe"), made.jobs[0])
    assert (row["winner"], row["rule"], row["turn"]) == (None, None, 1)
    assert [turn["turn"] for turn in row["turns"]] == [0, 1]


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    found = simulate.run(plan(2), tmp_path / "a.parquet")
    assert found.title == "dom"
    assert found.seats == ("german", "soviet")
    again = results.read_all([tmp_path / "a.parquet", tmp_path / "a.parquet"])
    assert [row["game"] for row in again.rows] == [0, 1, 2, 3]
    assert again.rows[2]["head"] == found.rows[0]["head"]
    (tmp_path / "b.parquet").write_text("no")
    with pytest.raises(SteppeError, match="not the result of a simulation"):
        results.read(tmp_path / "b.parquet")


# -- plans ------------------------------------------------------------------------------------------------------------


def test_pairs_share_their_seed_and_exchange_their_seats() -> None:
    made = Plan("dom", (("random", "greedy"),), 4, 10, paired=True, variants=(Variant("a"), Variant("b")))
    told = [(job.seed, job.bots, job.variant, job.pair) for job in made.jobs]
    assert told[:4] == [
        (10, ("random", "greedy"), 0, 0),
        (10, ("random", "greedy"), 1, 0),
        (10, ("greedy", "random"), 0, 0),
        (10, ("greedy", "random"), 1, 0),
    ]
    assert [job.seed for job in made.jobs] == [10] * 4 + [11] * 4
    with pytest.raises(SteppeError, match="odd"):
        replace(made, games=3).check()


def test_bots_and_set_ups_are_looked_at_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(SteppeError, match="nobody"):
        simulate.run(replace(plan(), pairings=(("nobody", "random"),)), tmp_path / "a.parquet")
    with pytest.raises(SteppeError, match="free"):
        simulate.run(plan(setup="free"), tmp_path / "a.parquet")
    assert os.listdir(tmp_path) == []


def test_data_of_ones_own_travel_with_the_plan(tmp_path: Path) -> None:
    table = titles.folder("dom").open("crt.csv").read_text().replace("3:1,AL1", "3:1,AS")
    (tmp_path / "crt.csv").write_text(table)
    own = Variant.of("dom", {"fog": False}, tmp_path)
    (tmp_path / "crt.csv").unlink()
    assert own.rules != plain().rules
    assert own.load("dom").title.results_table.rows[2][0] == "AS"  # type: ignore[attr-defined]
    assert own.options["fog"] is False


# -- going on ---------------------------------------------------------------------------------------------------------


def interrupted_after(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = workers.played

    def played(made: Plan, jobs: Sequence[Job], *rest: Any) -> workers.Games:
        for n, finished in enumerate(real(made, jobs, *rest)):
            if n == number:
                raise KeyboardInterrupt
            yield finished

    monkeypatch.setattr(workers, "played", played)


def test_what_is_done_stays_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: bytes) -> None:
    path = tmp_path / "a.parquet"
    with monkeypatch.context() as patch:
        interrupted_after(2, patch)
        with pytest.raises(KeyboardInterrupt):
            simulate.run(plan(), path)
    kept = simulate.Store(path).games
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 2
    kept.write_bytes(lines[0] + lines[1][: len(lines[1]) // 2])  # as if the power had failed while it was written
    told: list[int] = []
    simulate.run(plan(), path, told=lambda done, total: told.append(done))
    assert told == [1, 2, 3, 4]
    assert path.read_bytes() == expected


def test_other_arguments_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    with monkeypatch.context() as patch:
        interrupted_after(0, patch)
        with pytest.raises(KeyboardInterrupt):
            simulate.run(plan(), path)
    with pytest.raises(SteppeError, match="its games is 4, not 6"):
        simulate.run(plan(6), path)
    with pytest.raises(SteppeError, match=r"options are others \(campaign fog "):
        simulate.run(replace(plan(), variants=(Variant.of("dom", {"fog": False}),)), path)
    monkeypatch.setattr("steppe.lab.plan.code_digest", lambda title: "other")
    with pytest.raises(SteppeError, match="bots or the laboratory have changed"):
        simulate.run(plan(), path)


def test_a_variant_is_of_a_scenario() -> None:
    made = Variant.of("pm", {}, scenario="learning")
    assert (made.scenario, made.options["learning"]) == ("learning", True)
    assert Variant.of("pm", {"learning": True}).scenario == "learning"
    assert Variant.of("pm", {}).scenario == "campaign"
    with pytest.raises(SteppeError, match="kiev"):
        Variant.of("pm", {}, scenario="kiev")
    first, second = (replace(plan(1, "pm"), variants=(variant,)) for variant in (plain("pm"), made))
    (told,) = first.told_apart(second.document)
    assert "scenario" in told
    assert "learning learning" in told  # the scenario, and the option that belongs to it
    row = play(replace(second, turns=1), made.load("pm"), second.jobs[0])
    assert row["scenario"] == "learning"
    assert [turn["turn"] for turn in row["turns"]] == [0, 1]


def test_a_result_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    first = simulate.run(plan(1), path)
    with pytest.raises(SteppeError, match="exists already"):
        simulate.run(plan(1), path)
    assert simulate.run(plan(1), path, again=True) == first
    with pytest.raises(SteppeError, match="another simulation"):
        simulate.run(plan(2), path, again=True)


def begun(path: Path, *more: str) -> subprocess.Popen[str]:
    """A simulation in a process of its own, after its first game."""
    command = ["simulate", "dom", "--german", "random", "--soviet", "random", "--games", "4", "-o", str(path), *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "steppe.cli.main", *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    kept = simulate.Store(path).games
    for _ in range(1200):
        if (kept.exists() and kept.stat().st_size) or process.poll() is not None:
            break
        time.sleep(0.05)
    return process


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_killed_simulation_goes_on(tmp_path: Path, number: str, expected: bytes) -> None:
    path = tmp_path / "a.parquet"
    process = begun(path, "--workers", number)
    process.kill()
    process.communicate(timeout=60)
    simulate.run(plan(), path)
    assert path.read_bytes() == expected


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "a.parquet"
    process = begun(path, "--workers", "2")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group hears it
    _, err = process.communicate(timeout=60)
    if process.returncode != 0:  # else it was quicker than we
        assert process.returncode == 130
        assert "of 4 games are kept in" in err
        assert "the same command goes on" in err
        assert "Traceback" not in err
        simulate.run(plan(), path)
    assert path.read_bytes() == expected


# -- failures ---------------------------------------------------------------------------------------------------------


class Clumsy(RandomBot):
    """Fails in games with an odd seed."""

    def choose(self, view: Any, rng: Any) -> Any:
        if rng.getstate() == odd_state(view.title.seats[view.seat]):
            raise ZeroDivisionError("clumsy")
        return super().choose(view, rng)


@cache
def odd_state(seat: str) -> Any:
    import random

    return random.Random(f"2 {seat}").getstate()


def test_a_failure_names_the_seed_and_spares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: bytes
) -> None:
    path = tmp_path / "a.parquet"
    with monkeypatch.context() as patch:
        patch.setattr(bots, "make", lambda name, title: Clumsy())
        with pytest.raises(SteppeError, match=r"game 1 with seed 2 .* ZeroDivisionError: clumsy .*failed-1.txt"):
            simulate.run(plan(), path)
    assert "ZeroDivisionError" in (simulate.Store(path).folder / "failed-1.txt").read_text()
    simulate.run(plan(), path)
    assert path.read_bytes() == expected


def test_a_worker_that_dies_is_replaced() -> None:
    made = plan(6)
    games = workers.played(made, made.jobs, 2)
    found = [next(games)]
    multiprocessing.active_children()[0].kill()
    found += list(games)
    assert sorted(finished.job.number for finished in found) == list(range(6))
    (dead,) = [finished for finished in found if finished.row is None]
    assert "the worker died (signal 9" in dead.error
    assert multiprocessing.active_children() == []


def test_workers_leave_when_nobody_waits_for_them() -> None:
    made = plan(4)
    games = workers.played(made, made.jobs, 2)
    next(games)
    games.close()
    assert multiprocessing.active_children() == []
