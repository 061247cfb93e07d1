#!/usr/bin/env python3
"""Fifty games at one server: how long from an order until it is kept, acknowledged and told to the other side.

    python tools/load_table.py [--games 50] [--title dom] [--seconds 20] [--pace 1.0] [--database URL|FILE]

Starts a real server in a process of its own and drives every game over two sockets, one for each seat. Prints what it
measured; compares nothing. How fast the disk flushes is measured first, because no order can be faster than that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

READY_SECONDS = 60
WARM_SECONDS = 4
SERVE = ("serve", "--port", "0", "--games-per-hour", "1000000", "--requests-per-second", "100000")


class Counting(ClientConnection):
    """A socket that counts what comes over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Seat:
    """One page: hears of changes and waits for its answers."""

    def __init__(self, socket: ClientConnection, name: str) -> None:
        self.socket, self.name = socket, name
        self.at, self.number = 0, 0
        self.told: dict[int, float] = {}
        """When each position was heard of."""
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.prompt: dict[str, Any] = {}
        self.first_view = 0
        self.units: list[str] = []
        """Its own units that stood on the map when it came."""

    @classmethod
    async def join(cls, host: str, game: str, token: str, name: str) -> Seat:
        socket = await connect(f"ws://{host}/api/games/{game}/play", max_size=None, create_connection=Counting)
        seat = cls(socket, name)
        assert isinstance(socket, Counting)
        before = socket.received
        await socket.send(json.dumps({"token": token}))
        seat.take(json.loads(await socket.recv()))
        seat.first_view = socket.received - before
        return seat

    def take(self, message: dict[str, Any]) -> None:
        if "re" in message:
            waiting = self.waiting.pop(message["re"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif "prompt" in message:
            if "view" in message:
                ours = (unit for unit in message["view"]["units"] if unit.get("side") == self.name)
                self.units = [unit["unit"] for unit in ours if unit["at"][:1].isdigit()]
            self.at, self.prompt = message["at"], message["prompt"]
            self.told[self.at] = time.perf_counter()

    async def listen(self) -> None:
        async for text in self.socket:
            self.take(json.loads(text))

    async def send(self, **message: Any) -> dict[str, Any]:
        self.number += 1
        answer = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.number, **message}))
        found: dict[str, Any] = await answer
        return found


class Figures:
    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.told: list[float] = []
        self.asked: list[float] = []
        self.refused = 0
        self.first_views: list[int] = []
        self.used = 0.0
        """Processor time of the server."""


async def play(host: str, links: dict[str, Any], until: float, pace: float, figures: Figures, seed: int) -> None:
    """One game between two random players who take their time."""
    rng = random.Random(seed)
    seats = {name: await Seat.join(host, links["game"], token, name) for name, token in links["play"].items()}
    figures.first_views += [seat.first_view for seat in seats.values()]
    listening = [asyncio.create_task(seat.listen()) for seat in seats.values()]
    try:
        await asyncio.sleep(rng.uniform(0, pace))
        while time.perf_counter() < until:
            await turn(seats, rng, figures)
            await asyncio.sleep(rng.expovariate(1 / pace))
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*(seat.socket.close() for seat in seats.values()), return_exceptions=True)


async def turn(seats: dict[str, Seat], rng: random.Random, figures: Figures) -> None:
    """One order, by whoever must decide."""
    newest = max(seats.values(), key=lambda seat: seat.at)
    name = newest.prompt["seat"]
    if name is None:
        return
    mine, other = seats[name], next(seat for seat in seats.values() if seat.name != name)
    text = "done"
    if rng.random() > 0.04 or "done" not in newest.prompt["verbs"]:
        begun = time.perf_counter()
        orders = (await mine.send(ask="legal", about=[rng.choice(mine.units)]))["orders"]
        figures.asked.append(time.perf_counter() - begun)
        orders = orders or (await mine.send(ask="legal"))["orders"]
        text = rng.choice(orders)
    begun = time.perf_counter()
    answer = await mine.send(do="order", text=text, at=newest.at, key=f"{rng.random()}")
    if "error" in answer:
        figures.refused += 1
        return
    figures.acknowledged.append(time.perf_counter() - begun)
    while answer["at"] not in other.told:
        await asyncio.sleep(0.0005)
    figures.told.append(other.told[answer["at"]] - begun)


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def times(values: Sequence[float]) -> str:
    return "p50 {:.1f} ms, p99 {:.1f} ms, most {:.1f} ms".format(
        *(1000 * percentile(values, part) for part in (0.5, 0.99, 1.0))
    )


def flushes(folder: Path, number: int = 200) -> list[float]:
    """How long this disk takes to keep a line."""
    found = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(number):
            file.write(b"x" * 4096)
            file.flush()
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - begun)
    return found


async def drive(host: str, server: int, arguments: argparse.Namespace) -> Figures:
    figures = Figures()
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=READY_SECONDS) as http:
        begun = time.perf_counter()
        made = []
        for _ in range(arguments.games):
            answer = await http.post("/api/games", json={"title": arguments.title})
            answer.raise_for_status()
            made.append(answer.json())
        print(f"{arguments.games} games of {arguments.title} begun in {time.perf_counter() - begun:.1f} s")
        answer = await http.get(f"/api/titles/{arguments.title}")
        wire, whole = answer.num_bytes_downloaded / 1000, len(answer.content) / 1000
        print(f"title data over the wire: {wire:.1f} kB ({whole:.0f} kB)")
    until = time.perf_counter() + WARM_SECONDS + arguments.seconds
    games = [asyncio.create_task(play(host, links, until, arguments.pace, figures, n)) for n, links in enumerate(made)]
    await asyncio.sleep(WARM_SECONDS)  # until everybody has come and every title is loaded
    for values in (figures.acknowledged, figures.told, figures.asked):
        values.clear()
    before = cpu_seconds(server)
    for failure in await asyncio.gather(*games, return_exceptions=True):
        if failure is not None:
            print(f"a game broke off: {failure!r}")
    figures.used = cpu_seconds(server) - before
    return figures


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--title", default="dom")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=1.0, help="mean seconds between two orders of a game")
    parser.add_argument("--database", help="a file or URL; a new file in a temporary folder by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="steppe-load-") as folder:
        database = arguments.database or str(Path(folder) / "games.db")
        where = Path(database).parent if "://" not in database else Path(folder)
        print(f"the disk flushes: {times(flushes(where))}")
        server = subprocess.Popen(
            [sys.executable, "-m", "steppe.cli.main", *SERVE, "--database", database],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            host = server.stdout.readline().partition("http://")[2].partition("/")[0]
            figures = asyncio.run(drive(host, server.pid, arguments))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(READY_SECONDS)
        number, seconds = len(figures.acknowledged), arguments.seconds
        print(f"{number} orders in {seconds:.0f} s ({number / seconds:.0f}/s), {figures.refused} refused")
        print(f"order to acknowledged and on the disk: {times(figures.acknowledged)}")
        print(f"order to told to the other side:       {times(figures.told)}")
        print(f"legal orders asked for:                {times(figures.asked)}")
        print(f"first view over the wire: at most {max(figures.first_views) / 1000:.1f} kB")
        each = 1000 * figures.used / max(1, number)
        print(
            f"the server's processor time: {figures.used:.1f} s, {each:.1f} ms for an order and the question before it"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
