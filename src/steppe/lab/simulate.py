"""Simulations: a plan is played, its games are kept one by one as they end, and then become one file.

While it runs, a folder beside the result holds the plan and what is finished. Whoever gives the same command again goes
on there, after Ctrl-C, a power cut or a failure alike.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from steppe.errors import SteppeError
from steppe.lab import results, workers
from steppe.lab.plan import Job, Plan
from steppe.lab.results import Results
from steppe.lab.rows import Row

Told = Callable[[int, int], None]
"""Is told how many games are done, of how many."""


class Store:
    """The folder beside a result: the plan, the finished games a line each, and traces of failures."""

    def __init__(self, path: Path) -> None:
        self.folder = path.with_name(path.name + ".part")
        self.plan, self.games = self.folder / "plan.json", self.folder / "games.jsonl"

    def open(self, plan: Plan) -> dict[int, Row]:
        """Begin, or take up what is there: the finished games by their numbers."""
        if self.plan.exists():
            self._compare(plan)
        else:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.plan.write_text(json.dumps(plan.document, indent=1), encoding="utf-8")
        return self._finished()

    def _compare(self, plan: Plan) -> None:
        try:
            begun = json.loads(self.plan.read_text(encoding="utf-8"))
        except ValueError:
            begun = {}
        differences = plan.told_apart(begun)
        if differences:
            raise SteppeError(
                f"{self.folder} holds games of another simulation: {'; '.join(differences)}. "
                "Finish that one with its own arguments, or delete the folder"
            )

    def _finished(self) -> dict[int, Row]:
        """The games that were written whole; a last line that was cut off is dropped."""
        if not self.games.exists():
            return {}
        data = self.games.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.games.write_bytes(whole)
        rows = [json.loads(line) for line in whole.splitlines()]
        return {row["game"]: row for row in rows}

    def keep(self, row: Row) -> None:
        with self.games.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(row) + "\n")

    def keep_trace(self, job: Job, trace: str) -> Path:
        path = self.folder / f"failed-{job.number}.txt"
        path.write_text(trace, encoding="utf-8")
        return path

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def run(
    plan: Plan, path: Path, *, number: int = 1, ray: str | None = None, told: Told | None = None, again: bool = False
) -> Results:
    """Play what is not played yet, and write the result. With ``again``, a result that is there already is read."""
    results.check_installed()
    plan.check()
    if path.exists():
        return _there_already(plan, path, again)
    store = Store(path)
    rows = store.open(plan)
    rest = [job for job in plan.jobs if job.number not in rows]
    failures: list[str] = []
    if told is not None:
        told(len(rows), len(plan.jobs))
    games = workers.played(plan, rest, number, ray)
    try:
        for finished in games:
            if finished.row is not None:
                rows[finished.job.number] = finished.row
                store.keep(finished.row)
            else:
                failures.append(_failure(plan, finished, store))
            if told is not None:
                told(len(rows), len(plan.jobs))
    finally:
        games.close()
    if failures:
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        raise SteppeError(f"{failures[0]}{more}. The other games are kept; the same command tries again")
    results.write(path, plan, rows.values())
    store.remove()
    return results.read(path)


def _there_already(plan: Plan, path: Path, again: bool) -> Results:
    if not again:
        raise SteppeError(f"{path}: exists already")
    found = results.read(path)
    head = {name: value for name, value in found.head.items() if name != "seats"}
    differences = plan.told_apart(head)
    if differences:
        raise SteppeError(f"{path} is the result of another simulation: {'; '.join(differences)}. Name another file")
    return found


def _failure(plan: Plan, finished: workers.Finished, store: Store) -> str:
    job = finished.job
    variant = plan.variants[job.variant].name
    who = " against ".join(job.bots) + (f", {variant}" if variant else "")
    where = f" (traceback: {store.keep_trace(job, finished.trace)})" if finished.trace else ""
    return f"game {job.number} with seed {job.seed} ({who}) failed: {finished.error}{where}"
