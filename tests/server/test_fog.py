"""Nothing that a seat is sent depends on what is hidden from it.

Two games are played by the same orders. Before every step the second is given another world that agrees with what one
seat knows: hidden units permuted, unknown faces dealt anew. Everything that this seat is answered or told must then be
the same, byte for byte.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from steppe.events import CERTAIN
from steppe.server.views import masked
from tests.server.table import Links, Page, RefusedError, Table, bearer


def questions(view: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """What somebody may ask of a position: about units of both sides, seen or not, and about hexes."""
    names = [unit["unit"] for unit in view["units"] if "unit" in unit]
    hexes = rng.sample(sorted(view["stacks"]), 3)
    units = rng.sample(names, 4)
    return [
        {"ask": "supply"},
        {"ask": "log"},
        {"ask": "legal"},
        *({"ask": "legal", "about": [unit]} for unit in units[:2]),
        *({"ask": "options", "units": [unit]} for unit in units),
        *({"ask": "threat", "hex": where} for where in hexes),
        *({"ask": "sheet", "text": f"assault {where} with {units[0]}"} for where in hexes),
        *({"ask": "why", "text": f"move {unit} {hexes[0]}-{hexes[1]}"} for unit in units),
        {"ask": "why", "text": f"assault {hexes[0]} with {units[0]}+{units[1]}"},
    ]


class Twins:
    """Two games that look the same to one seat."""

    def __init__(self, table: Table, title: str, eyes: int, seed: int) -> None:
        self.table, self.eyes, self.rng = table, eyes, random.Random(f"{title} {eyes} {seed}")
        self.links = [table.new(title), table.new(title)]
        self.seats = list(self.links[0].play)
        self.rooms = [table.room(links.game) for links in self.links]
        # The same dice for both, so that the second can follow.
        for room in self.rooms[1:]:
            room.game.dice = self.rooms[0].game.dice
            room.game.state = self.rooms[0].game.state.clone()
            room.secret = self.rooms[0].secret
            room.history.entries[:] = self.rooms[0].history.entries
            room._seen.clear()
        name = self.seats[eyes]
        self.pages = [links.seat(name) for links in self.links]
        self.compared = 0

    def permute(self) -> None:
        """The second game becomes another world that this seat cannot tell from the first."""
        title, state = self.rooms[0].game.title, self.rooms[0].game.state
        world = title.sample_world(title.masked(state, self.eyes), self.eyes, self.rng)
        world.dice = state.dice
        other = self.rooms[1]
        other.game.state = world
        other.game.past.clear()
        other._seen.clear()
        for listener in other.listeners:
            listener.base = other.seen(listener.eyes)
        for room, page in zip(self.rooms, self.pages, strict=True):
            page.view = room.seen(self.eyes).data

    def same(self, what: str, answers: list[Any]) -> None:
        first, second = (
            str(answer).replace(links.game, "GAME") for answer, links in zip(answers, self.links, strict=True)
        )
        assert first == second, what
        self.compared += 1

    def ask(self) -> None:
        name = self.seats[self.eyes]
        for links in self.links:
            assert links.play
        paths = ("", "/record")
        for path in paths:
            tokens = [links.play[name] for links in self.links]
            found = [self.table.get(k.path + path, t) for k, t in zip(self.links, tokens, strict=True)]
            self.same(f"GET {path}", [f"{answer.status_code} {answer.text}" for answer in found])
        for question in questions(self.pages[0].view, self.rng):
            self.same(str(question), [self.answer(page, question) for page in self.pages])
            found = [
                self.table.http.post(f"{k.path}/questions", json=question, headers=bearer(k.play[name]))
                for k in self.links
            ]
            self.same(str(question), [f"{answer.status_code} {answer.text}" for answer in found])
        wild = f"move {self.rng.choice(self.rooms[0].game.title.names.unit)} 1010-1011"
        self.same(wild, [self.order(page, wild) for page in self.pages])

    @staticmethod
    def answer(page: Page, question: dict[str, Any]) -> str:
        try:
            return str({k: v for k, v in page.send(**question).items() if k != "re"})
        except RefusedError as refused:
            return str(refused)

    @staticmethod
    def order(page: Page, text: str) -> str:
        try:
            return f"at {page.order(text)}"
        except RefusedError as refused:
            return str(refused)

    def step(self) -> None:
        """One order in both games; what this seat hears of it is compared unless it must differ."""
        game = self.rooms[0].game
        seat = game.title.prompt(game.state).seat
        text = game.write(game.title.pick(game.state, self.rng))
        self.permute()
        if seat == self.eyes or game.title.refuse(self.rooms[1].game.state, game.read(text)) is None:
            answers = []
            for page, links in zip(self.pages, self.links, strict=True):
                page.heard.clear()
                found = self.table.post(f"{links.path}/orders", links.play[self.seats[seat]], text=text)
                answers.append(f"{found.status_code} {found.text}")
            events = [room.game.history[-1] for room in self.rooms]
            certain = any(event.kind in CERTAIN or event.only == self.eyes for log in events for event in log)
            if not certain and seat == self.eyes:
                for page, room in zip(self.pages, self.rooms, strict=True):
                    page.wait(room.at)
                self.same(text, answers)
                self.same(text, ["\n".join(page.heard) for page in self.pages])
        else:
            assert self.table.post(
                f"{self.links[0].path}/orders", self.links[0].play[self.seats[seat]], text=text
            ).is_success
            self.catch_up(text, seat)
        self.rooms[1].history.entries[:] = self.rooms[0].history.entries

    def catch_up(self, text: str, seat: int) -> None:
        """An order that only the first world allows: the second is only given a line for it, to count alike."""
        self.rooms[1].game.record.append_order(self.seats[seat], text, ())

    def close(self) -> None:
        for page in self.pages:
            page.close()


@pytest.mark.parametrize("eyes", [0, 1])
@pytest.mark.parametrize(("title", "steps"), [("dom", 60), ("lwe", 24)])
@pytest.mark.faults_expected  # lines of a made-up world do not fit the disk
def test_no_answer_depends_on_what_is_hidden(table: Table, title: str, steps: int, eyes: int) -> None:
    twins = Twins(table, title, eyes, seed=1)
    for n in range(steps):
        if twins.rooms[0].is_over:
            break
        if n % 6 == 0:
            twins.permute()
            for page in twins.pages:
                page.quiet(0.02)
            twins.ask()
        twins.step()
    twins.close()
    assert twins.compared > 50


def hidden_names(table: Table, links: Links, eyes: int) -> set[str]:
    room = table.room(links.game)
    title = room.game.title
    shown = title.visible_data(masked(title, room.game.state, eyes))["units"]
    return set(title.names.unit) - {unit["unit"] for unit in shown if "unit" in unit}


def test_the_log_of_the_server_tells_nothing(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """RefusedError and broken requests leave no trace of tokens or orders."""
    begun = table.new()
    caplog.set_level("DEBUG", logger="steppe.server")
    for token in (*begun.play.values(), ""):
        table.post(f"{begun.path}/orders", token, text="move SECRET 1010-1011")
        table.get(f"{begun.path}?token={token}")
    with begun.seat("german") as page, pytest.raises(RefusedError):
        page.order("move SECRET 1010-1011")
    assert "SECRET" not in caplog.text
    assert not any(token in caplog.text for token in begun.play.values())


def test_a_stranger_sees_no_more_than_either_seat(table: Table) -> None:
    begun = table.new()
    stranger = hidden_names(table, begun, -1)
    assert hidden_names(table, begun, 0) | hidden_names(table, begun, 1) <= stranger
