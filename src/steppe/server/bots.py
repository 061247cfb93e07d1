"""Bots at the table: they think in processes of their own, so that no game waits for another's bot."""

from __future__ import annotations

import asyncio
import os
import random
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, NamedTuple

from steppe import bots, titles
from steppe.dice import Dice
from steppe.errors import SteppeError
from steppe.server.rooms import Room, StaleError
from steppe.title import Title
from steppe.view import View

NO_DICE = b"a bot holds no dice"


class Thought(NamedTuple):
    """Everything a bot is given: what its seat may see, as bytes."""

    game: str
    title: str
    options: tuple[tuple[str, Any], ...]
    seat: int
    bot: str
    dump: str


@lru_cache(maxsize=16)
def _title(key: str, options: tuple[tuple[str, Any], ...]) -> Title[Any]:
    return titles.load(key, dict(options))


@lru_cache(maxsize=256)
def _bot(game: str, seat: int, name: str) -> tuple[bots.Bot, random.Random]:
    """A bot keeps its plans from one order to the next."""
    return bots.make(name), random.Random(f"{game} {seat}")


def think(thought: Thought) -> str:
    """One decision of a bot, in a process of its own."""
    title = _title(thought.title, thought.options)
    state = title.restored(thought.dump, Dice(NO_DICE))
    bot, rng = _bot(thought.game, thought.seat, thought.bot)
    order = bot.choose(View.of_masked(title, state, thought.seat), rng)
    return title.notation.write(order, title.names)


class BotPlay:
    """Lets the bots of all rooms move when it is their turn."""

    def __init__(self, workers: int | None = None) -> None:
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        # A game's bot keeps its memory by always coming to the same process.
        self._pools: list[Executor] = [
            ProcessPoolExecutor(1, mp_context=get_context("forkserver")) for _ in range(number)
        ]
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: set[str] = set()

    def wake(self, room: Room) -> None:
        """Have the room's bots move on, if it is their turn and nobody holds them."""
        running = self._tasks.get(room.id)
        if (running is None or running.done()) and self.is_due(room) and room.id not in self._held:
            self._tasks[room.id] = asyncio.create_task(self._play(room))

    def is_due(self, room: Room) -> bool:
        state = room.game.state
        return state.winner < 0 and bool(room.bot_of(room.game.title.prompt(state).seat))

    def hold(self, room: Room, *, held: bool) -> bool:
        """Stop the bot after the order that it thinks about, or let it go on."""
        if held:
            self._held.add(room.id)
        else:
            self._held.discard(room.id)
            self.wake(room)
        return held

    async def _play(self, room: Room) -> None:
        pool = self._pools[hash(room.id) % len(self._pools)]
        loop = asyncio.get_running_loop()
        while self.is_due(room) and room.id not in self._held:
            game, at = room.game, room.at
            seat = game.title.prompt(game.state).seat
            seen = game.title.masked(game.state, seat)
            options = tuple(sorted(game.title.options.items()))
            thought = Thought(room.id, game.title.key, options, seat, room.bot_of(seat), seen.dump())
            text = await loop.run_in_executor(pool, think, thought)
            try:
                await room.order(seat, text, at)
            except StaleError:
                continue  # somebody took an order back while it thought
            except SteppeError:
                # A bot that errs must not stop the game: the rules choose for it.
                order = game.title.pick(game.state, random.Random(f"{room.id} {at}"))
                await room.order(seat, game.write(order), at)

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
