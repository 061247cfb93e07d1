"""Who plays the games of a plan: this process, some of this machine's, or a Ray cluster.

Every game is a task of its own, and its row depends on the plan and its number alone. So the rows are the same whoever
plays them, and only the order in which they come differs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from steppe.errors import SteppeError
from steppe.game import Loaded
from steppe.lab.plan import Job, Plan, code_digest
from steppe.lab.rows import Row, play

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Workers share the cores among themselves; libraries that would start threads of their own only disturb them."""
PATIENCE = 5.0


class Finished(NamedTuple):
    """A game that was played, or what went wrong."""

    job: Job
    row: Row | None
    error: str = ""
    trace: str = ""


Games = Generator[Finished, None, None]


class Table:
    """Plays games of one plan; each variant is loaded once."""

    def __init__(self, plan: Plan, pulse: Callable[[], None] | None = None) -> None:
        self.plan, self.pulse = plan, pulse
        self.loaded: dict[int, Loaded] = {}

    def play(self, job: Job) -> Finished:
        try:
            if not self.loaded and code_digest(self.plan.title) != self.plan.document["code"]:
                raise SteppeError("the bots or the laboratory have changed since the command was given")
            if job.variant not in self.loaded:
                self.loaded[job.variant] = self.plan.variants[job.variant].load(self.plan.title)
            return Finished(job, play(self.plan, self.loaded[job.variant], job, self.pulse))
        except Exception as error:
            text = " ".join(str(error).split())
            return Finished(job, None, f"{type(error).__name__}: {text}", traceback.format_exc())


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(plan: Plan, jobs: Sequence[Job], workers: int, ray: str | None = None) -> Games:
    """The games, each as soon as it is over."""
    if ray is not None:
        return _by_ray(plan, jobs, ray, workers)
    workers = min(workers, len(jobs))
    return _alone(plan, jobs) if workers <= 1 else _together(plan, jobs, workers)


def _alone(plan: Plan, jobs: Sequence[Job]) -> Games:
    table = Table(plan)
    for job in jobs:
        yield table.play(job)


# -- processes of this machine ----------------------------------------------------------------------------------------


class Worker:
    """A process that plays one game after another, and the job that it has in hand."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, plan), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job | None) -> None:
        self.job = job
        with suppress(OSError):  # it may have died; whoever waits for it will see
            self.pipe.send(job)

    def take(self) -> Finished:
        assert self.job is not None
        try:
            finished: Finished = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(PATIENCE)
            return Finished(self.job, None, f"the worker died ({_end(self.process.exitcode)})")
        return finished

    @property
    def is_alive(self) -> bool:
        return self.process.is_alive()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(PATIENCE)
        self.pipe.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, not even before they can say that they would not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(code: int | None) -> str:
    if code is not None and code < 0:
        return f"signal {-code}, {signal.strsignal(-code) or 'unknown'}"
    return f"exit status {code}"


def _serve(pipe: Connection, plan: Plan) -> None:
    """The life of a worker. Ctrl-C is the business of the process that started it; it does not outlive that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows nothing of the kind is inherited
    parent = os.getppid()

    def pulse() -> None:
        if os.getppid() != parent:
            os._exit(0)

    table = Table(plan, pulse)
    with suppress(EOFError, OSError):
        while (job := pipe.recv()) is not None:
            pipe.send(table.play(job))


def _together(plan: Plan, jobs: Sequence[Job], number: int) -> Games:
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    waiting = iter(jobs)
    crew: list[Worker] = []
    try:
        crew = [Worker(plan) for _ in range(number)]
        for worker in crew:
            worker.give(next(waiting, None))
        while busy := {worker.pipe: worker for worker in crew if worker.job is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                finished = worker.take()
                following = next(waiting, None)
                if finished.row is None and not worker.is_alive and following is not None:
                    crew.remove(worker)
                    worker = Worker(plan)
                    crew.append(worker)
                worker.give(following)
                yield finished
    finally:
        for worker in crew:
            worker.stop()


# -- a cluster --------------------------------------------------------------------------------------------------------

_tables: dict[int, Table] = {}


def _task(plan: Plan, job: Job) -> Finished:
    """A task of the cluster; whatever a worker has loaded for a plan serves its later tasks."""
    key = hash(str(plan.document))
    if key not in _tables:
        _tables.clear()
        _tables[key] = Table(plan)
    return _tables[key].play(job)


def _by_ray(plan: Plan, jobs: Sequence[Job], address: str, workers: int) -> Games:
    ray = _begin_ray(address, workers)
    try:
        task = ray.remote(max_retries=0)(_task)
        shared = ray.put(plan)
        most = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        waiting = iter(jobs)
        running: dict[Any, Job] = {}
        while True:
            while len(running) < most and (job := next(waiting, None)) is not None:
                running[task.remote(shared, job)] = job
            if not running:
                break
            for reference in ray.wait(list(running), num_returns=1)[0]:
                job = running.pop(reference)
                try:
                    yield Finished(*ray.get(reference))
                except ray.exceptions.RayError as error:
                    yield Finished(job, None, f"the worker died ({type(error).__name__})", str(error))
    finally:
        ray.shutdown()


def _begin_ray(address: str, workers: int) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        raise SteppeError("--ray needs Ray: pip install 'steppe[scale]'") from None
    _knock(address)
    own = {"num_cpus": workers, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise SteppeError(f"--ray {address}: no cluster answers there: {error}") from None
    return ray


def _knock(address: str) -> None:
    """Whether anybody is at an address; Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise SteppeError(f"--ray {address}: no cluster answers there: {error}") from None
