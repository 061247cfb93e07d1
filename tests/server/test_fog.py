"""Nothing that a seat is sent depends on what is hidden from it.

Two games are played by the same orders. Before every step the second is given another world that agrees with what one
seat knows: hidden units permuted, unknown faces dealt anew. Everything that this seat is answered or told must then be
the same, byte for byte.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from steppe.events import ENDS_UNDO
from steppe.server.room import Room
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
        {"ask": "ready"},
        *({"ask": "joiners", "hex": where, "with": [units[0]]} for where in hexes),
        *({"ask": "range", "units": [unit]} for unit in units),
        {"ask": "path", "units": [units[0]], "hex": hexes[0]},
        {"ask": "path", "units": [units[0]], "way": f"{hexes[0]}-{hexes[1]}"},
        {"ask": "path", "units": [units[1]], "way": hexes[0]},
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
        self.compared = self.named = 0

    def permute(self) -> None:
        """The second game becomes another world that this seat cannot tell from the first."""
        title, state = self.rooms[0].game.title, self.rooms[0].game.state
        world = title.sample_world(title.masked(state, self.eyes), self.eyes, self.rng)
        world.dice = state.dice
        other = self.rooms[1]
        other.game.state = world
        other.history.entries[:] = self.rooms[0].history.entries
        other.game.past.clear()
        other._seen.clear()
        for listener in other.listeners:
            listener.base = other.seen(listener.eyes)
        for room, page in zip(self.rooms, self.pages, strict=True):
            page.view = dict(room.seen(self.eyes).data)

    def same(self, what: str, answers: list[Any]) -> None:
        first, second = (
            str(answer).replace(links.game, "GAME") for answer, links in zip(answers, self.links, strict=True)
        )
        assert first == second, what
        self.compared += 1

    def ask(self) -> None:
        name = self.seats[self.eyes]
        for path in ("", "/record"):
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
        answers = []
        for room, page, links in zip(self.rooms, self.pages, self.links, strict=True):
            if room is self.rooms[1] and seat != self.eyes and game.title.refuse(room.game.state, game.read(text)):
                return self.catch_up(text, seat)
            page.heard.clear()
            found = self.table.post(f"{links.path}/orders", links.play[self.seats[seat]], text=text)
            assert found.status_code == 200, (text, found.text)
            page.wait(room.at)
            answers.append(found.text)
            self.names_nobody_hidden(page, room)
        events = [room.game.history[-1] for room in self.rooms]
        # Victors who advance uncover whoever lay under them: that is seen, and so it may differ.
        telling = ENDS_UNDO | {"advanced"}
        certain = any(event.kind in telling or event.only == self.eyes for log in events for event in log)
        if seat == self.eyes and not certain:
            self.same(text, answers)
            self.same(text, ["\n".join(page.heard) for page in self.pages])
        return None

    def names_nobody_hidden(self, page: Page, room: Room) -> None:
        """What is told of a place names no unit that lies hidden; a battle may have shown some before."""
        if any(event.kind in ENDS_UNDO for event in room.game.history[-1]):
            return
        shown = {unit.get("unit") for unit in page.view["units"]}
        hidden = set(room.game.title.names.unit) - shown
        told = (told for told in page.entries[-1]["told"] if told["hexes"])
        for line in told:
            assert not hidden & set(re.findall(r"\w+", line["text"])), line
            self.named += 1

    def catch_up(self, text: str, seat: int) -> None:
        """An order that only the first world allows: the second is only given a line for it, to count alike."""
        self.rooms[1].game.record.append_order(self.seats[seat], text, ())
        self.pages[1].at = self.rooms[1].at

    def close(self) -> None:
        for page in self.pages:
            page.close()


@pytest.mark.parametrize("eyes", [0, 1])
@pytest.mark.parametrize(("title", "steps"), [("dom", 48), ("lwe", 18)])
def test_no_answer_depends_on_what_is_hidden(table: Table, title: str, steps: int, eyes: int) -> None:
    twins = Twins(table, title, eyes, seed=1)
    for n in range(steps):
        if any(room.is_over for room in twins.rooms):
            break
        if n % 6 == 0:
            twins.permute()
            for page in twins.pages:
                page.quiet(0.02)
            twins.ask()
        twins.step()
    twins.close()
    assert twins.compared > 40
    assert twins.named > 0


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
