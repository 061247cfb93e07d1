"""Bots at the table: they think in processes of their own, so that no game waits for another's bot."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from typing import Any, NamedTuple
from zlib import crc32

from steppe import bots, titles
from steppe.dice import Dice
from steppe.errors import SteppeError
from steppe.server.faults import StaleError, UnkeptError, report
from steppe.server.room import Room
from steppe.title import Title
from steppe.view import View

NO_DICE = b"a bot holds no dice"
LONGEST_NOTE = 300
START = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
"""How a bot's process begins: without the server's threads and sockets; Windows knows one way alone."""
PATIENCE = 5.0
"""Seconds to wait after the disk has failed."""


class Thought(NamedTuple):
    """Everything a bot is given: what its seat may see, as bytes."""

    game: str
    title: str
    scenario: str
    options: tuple[tuple[str, Any], ...]
    seat: int
    bot: str
    dump: str


class Said(NamedTuple):
    """A bot's order, and what it says about it."""

    order: str
    note: str = ""


@lru_cache(maxsize=16)
def _title(key: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Title[Any]:
    return titles.load(key, scenario, dict(options))


@lru_cache(maxsize=256)
def _bot(
    game: str, seat: int, name: str, key: str, scenario: str, options: tuple[tuple[str, Any], ...]
) -> tuple[bots.Bot, random.Random]:
    """A bot keeps its plans from one order to the next."""
    return bots.make(name, _title(key, scenario, options)), random.Random(f"{game} {seat}")


def think(thought: Thought) -> Said:
    """One decision of a bot, in a process of its own."""
    what = thought.title, thought.scenario, thought.options
    title = _title(*what)
    state = title.restored(thought.dump, Dice(NO_DICE))
    bot, rng = _bot(thought.game, thought.seat, thought.bot, *what)
    order = bot.choose(View.of_masked(title, state, thought.seat), rng)
    return Said(title.notation.write(order, title.names), bot.note[:LONGEST_NOTE])


def _begin() -> None:
    """A bot's process: Ctrl-C is for the server, and when that is gone, however it went, the bot goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


class BotPlay:
    """Lets the bots of all rooms move when it is their turn."""

    def __init__(self, workers: int | None = None) -> None:
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        # A game's bot keeps its memory by always coming to the same process.
        self._pools = [self._new_pool() for _ in range(number)]
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @staticmethod
    def _new_pool() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=get_context(START), initializer=_begin)

    def wake(self, room: Room) -> None:
        """Have the room's bots move on, if it is their turn and nobody holds them."""
        running = self._tasks.get(room.id)
        if (running is None or running.done()) and self.is_due(room):
            task = self._tasks[room.id] = asyncio.create_task(self._play(room))
            task.add_done_callback(lambda done: self._rested(room.id, done))

    def _rested(self, game: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(game) is task:
            del self._tasks[game]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            report(f"bot of game {game}", error)

    def is_due(self, room: Room) -> bool:
        state = room.game.state
        return not room.held and not state.over and bool(room.bot_of(room.game.title.prompt(state).seat))

    def hold(self, room: Room, *, held: bool) -> bool:
        """Stop the bot after the order that it thinks about, or let it go on."""
        room.held = held
        self.wake(room)
        return held

    async def _play(self, room: Room) -> None:
        while self.is_due(room):
            async with room:
                if not self.is_due(room):
                    return
                title, at = room.game.title, room.at
                seat = title.prompt(room.game.state).seat
                seen = room.seen(seat).for_thinking()
            options = tuple(sorted(title.options.items()))
            what = title.key, title.scenario.key, options
            thought = Thought(room.id, *what, seat, room.bot_of(seat), seen.dump())
            try:
                said = await self._think(thought)
                await room.order(seat, said.order, at, said.note)
            except StaleError:
                continue  # somebody took an order back while it thought
            except UnkeptError:
                await asyncio.sleep(PATIENCE)
            except SteppeError as error:
                # A bot that errs must not stop the game: the rules choose for it.
                report(f"bot {thought.bot} of game {room.id}", error)
                order = title.pick(seen, random.Random(f"{room.id} {at}"))
                await room.order(seat, title.notation.write(order, title.names), at)

    async def _think(self, thought: Thought) -> Said:
        number = crc32(thought.game.encode()) % len(self._pools)
        pool = self._pools[number]
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, thought)
        except SteppeError:
            raise
        except Exception as error:
            report(f"bot {thought.bot} of game {thought.game}", error)
            if self._pools[number] is pool:
                pool.shutdown(wait=False)
                self._pools[number] = self._new_pool()
            raise SteppeError("the bot has failed") from None

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for pool in self._pools:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:  # a thought may take long, and nobody waits for it any more
                worker.terminate()
