"""Games for the tests of what the server does beside play."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from steppe import bots
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from steppe.orders import Order
from tests.server.table import Links, Table

SECRET = secret_from_seed(7)


@cache
def record(key: str = "dom", *, orders: int = 150, over: bool = True, told: bool = True) -> str:
    """The record of a game that two bots began: given up after some orders, or still open."""
    game = Game.new(key, secret=SECRET, players={"german": "Anna"}, keep_secret=not told)
    set_up(game)
    with pytest.raises(AssertionError, match="has not ended"):
        play_out(game, {seat: bots.make("greedy", game.title) for seat in game.title.seats}, 7, most=orders)
    if over:
        game.order(1, Order("resign", seat=1))
        game.close(SECRET)
    return game.record.text


def brought(table: Table, text: str, **more: Any) -> Links:
    """A game that was begun elsewhere, on the server."""
    answer = table.post("/api/games/import", record=text, **more)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return Links(table, found["game"], found["play"], found["watch"])


def prompt(links: Links) -> dict[str, Any]:
    found: dict[str, Any] = links.table.get(links.path).json()["prompt"]
    return found


def do_nothing(links: Links, seat: str) -> None:
    """Give the order that does the least."""
    token = links.play[seat]
    if links.table.post(f"{links.path}/orders", token, text="done").status_code == 200:
        return
    orders = links.table.post(f"{links.path}/questions", token, ask="legal").json()["orders"]
    answer = links.table.post(f"{links.path}/orders", token, text=orders[0])
    assert answer.status_code == 200, answer.text


def pass_the_turn(links: Links) -> str:
    """Let the seat that must decide do nothing until the other must; who that is."""
    seat = prompt(links)["seat"]
    while prompt(links)["seat"] == seat:
        do_nothing(links, seat)
    return str(prompt(links)["seat"])
