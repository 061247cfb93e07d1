"""Games on disk, in SQLite and in PostgreSQL: kept whole, kept once, or not at all."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select, text

from steppe.dice import new_secret
from steppe.errors import SteppeError
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.server.chairs import Pass, hashed
from steppe.server.faults import UnkeptError
from steppe.server.room import Wish
from steppe.server.rooms import Rooms, Wanted
from steppe.server.schema import chairs, games, lines, standings
from steppe.server.serving import database_url
from steppe.server.standings import Standing
from steppe.server.store import Store, sqlite_url

GERMAN = Pass(frozenset({0}), 0)
STANDING = Standing(1, "german", False)


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store in each database."""
    url = sqlite_url(tmp_path / "games.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    store = Store(url)
    yield store
    store.close()


def row(game: str) -> dict[str, Any]:
    return {
        "id": game, "title": "dom", "name": "a game", "secret": b"\0\1", "settings": {}, "created": 1.0,
        "touched": 1.0, "over": False,
    }  # fmt: skip


def seats(game: str) -> list[dict[str, Any]]:
    return [{"game": game, "seat": s, "token": hashed(s), "watch": hashed(s + "w")} for s in ("german", "soviet")]


def texts(store: Store, game: str) -> list[str]:
    return [line.text for line in store.record_lines(game)]


def standing(store: Store, game: str) -> Standing:
    (found,) = store.rows(select(standings).where(standings.c.game == game))
    return Standing(found.turn, found.asked, bool(found.setting_up))


def new_id() -> str:
    return f"g{time.monotonic_ns()}"


def test_lines_are_kept_in_order_and_once(kept: Store) -> None:
    game = new_id()
    kept.add_game(row(game), seats(game), ["a", "b"], STANDING).result(10)
    kept.add_lines(game, 2, ["c", "d"], STANDING, key="k").result(10)
    assert texts(kept, game) == ["a", "b", "c", "d"]
    assert [line.key for line in kept.record_lines(game)] == ["", "", "k", ""]
    found = kept.row(select(games).where(games.c.id == game))
    assert found is not None
    assert found.touched > 1


def test_how_a_game_stands_is_kept_with_its_lines(kept: Store) -> None:
    game = new_id()
    kept.add_game(row(game), seats(game), ["a"], Standing(0, "german", True)).result(10)
    assert standing(kept, game) == Standing(0, "german", True)
    for n, after in enumerate((STANDING, Standing(2, "soviet", False), Standing(2, "", False)), start=1):
        kept.add_lines(game, n, ["b"], after).result(10)
        assert standing(kept, game) == after
        found = kept.row(select(games.c.over).where(games.c.id == game))
        assert found is not None
        assert bool(found.over) == after.over


@pytest.mark.faults_expected
def test_lines_that_are_not_kept_leave_the_game_standing_as_it_did(kept: Store) -> None:
    game = new_id()
    kept.add_game(row(game), seats(game), ["a"], STANDING).result(10)
    with pytest.raises(Exception, match=r"(?i)unique"):
        kept.add_lines(game, 0, ["x"], Standing(9, "", False)).result(10)
    assert standing(kept, game) == STANDING


@pytest.mark.faults_expected
def test_a_change_that_fails_harms_no_other(kept: Store) -> None:
    game = new_id()
    kept.add_game(row(game), seats(game), ["a"], STANDING).result(10)

    def wait(connection: Any) -> None:
        time.sleep(0.2)  # so that the others are committed together

    slow = kept.change(wait)
    good, twice, better = (kept.add_lines(game, n, [t], STANDING) for n, t in ((1, "b"), (0, "x"), (2, "c")))
    slow.result(10)
    good.result(10)
    better.result(10)
    with pytest.raises(Exception, match=r"(?i)unique"):
        twice.result(10)
    with pytest.raises(Exception, match=r"(?i)foreign"):
        kept.add_lines("no such", 0, ["x"], STANDING).result(10)
    assert texts(kept, game) == ["a", "b", "c"]


def test_what_waits_is_written_before_the_end(kept: Store) -> None:
    game = new_id()
    kept.add_game(row(game), seats(game), ["a"], STANDING)
    waiting = [kept.add_lines(game, n, [str(n)], STANDING) for n in range(1, 40)]
    kept.close()
    assert all(future.done() and future.exception() is None for future in waiting)
    with kept.engine.connect() as connection:
        assert connection.execute(select(func.count()).where(lines.c.game == game)).scalar() == 40


def test_a_whole_game_in_either_database(kept: Store) -> None:
    async def play() -> tuple[str, str, int]:
        rooms = Rooms(kept)
        room, _ = await rooms.create(Wanted("dom", name="Größe ✓", bots={"soviet": "random"}))
        at = (await room.change(GERMAN, Wish("order move-fight", key="one"))).at
        name, head = room.id, room.game.record.head
        rooms.close()
        return name, head, at

    async def again(name: str) -> tuple[str, int]:
        rooms = Rooms(kept)
        room = await rooms.open(name)
        assert room.bot_of(1) == "random"
        repeated = await room.change(GERMAN, Wish("order move-fight", key="one"))
        rooms.close()
        return room.game.record.head, repeated.at

    name, head, at = asyncio.run(play())
    assert asyncio.run(again(name)) == (head, at)


@pytest.mark.faults_expected
def test_a_disk_that_fails(kept: Store) -> None:
    """The order is refused whole, the game stands where it stood, and goes on when the disk does."""
    full = False

    def fail(connection: Any) -> None:
        if full:
            raise OSError(28, "No space left on device")

    event.listen(kept.engine, "commit", fail)

    async def play() -> None:
        nonlocal full
        rooms = Rooms(kept)
        room, _ = await rooms.create(Wanted("dom"))

        class Ear:
            eyes = 0
            base: Any = room.seen(0)
            heard: list[bytes] = []  # noqa: RUF012
            greeted = 0

            def hear(self, message: bytes) -> None:
                self.heard.append(message)

            def greet(self) -> None:
                self.greeted += 1
                self.base = room.seen(0)

        ear = Ear()
        room.listeners.add(ear)
        before, at, count = room.game.state.key(), room.at, len(texts(kept, room.id))
        full = True
        for _ in range(3):
            with pytest.raises(UnkeptError, match="does not count"):
                await room.change(GERMAN, Wish("order move-fight", at=at, key="k"))
            assert ear.heard == []
            with pytest.raises(UnkeptError):
                await rooms.create(Wanted("dom"))
        async with room:
            assert (room.game.state.key(), room.at) == (before, at)
        full = False
        assert (await room.change(GERMAN, Wish("order move-fight", at=at, key="k"))).at == at + 1
        assert len(texts(kept, room.id)) == count + 1
        assert len(ear.heard) == 1
        assert ear.greeted
        assert await rooms.open(room.id) is room
        rooms.close()

    asyncio.run(play())


@pytest.mark.faults_expected
def test_a_commit_whose_answer_is_lost(kept: Store) -> None:
    """The order was kept although the disk seemed to fail: whoever sends it again is told so, and it counts once."""
    lost = False

    def write(what: Any) -> Any:
        future = real(what)
        if lost:
            future.result(10)
            broken: Any = type(future)()
            broken.set_exception(OSError("the line is dead"))
            return broken
        return future

    real, kept.change = kept.change, write  # type: ignore[method-assign]

    async def play() -> None:
        nonlocal lost
        rooms = Rooms(kept)
        room, _ = await rooms.create(Wanted("dom"))
        at = room.at
        lost = True
        with pytest.raises(UnkeptError):
            await room.change(GERMAN, Wish("order move-fight", at=at, key="k"))
        lost = False
        assert (await room.change(GERMAN, Wish("order move-fight", at=at, key="k"))).at == at + 1
        assert room.at == at + 1
        rooms.close()

    asyncio.run(play())


def test_a_client_that_goes_does_not_stop_an_order_half_way(store: Store) -> None:
    async def play() -> None:
        rooms = Rooms(store)
        room, _ = await rooms.create(Wanted("dom"))
        task = asyncio.create_task(room.change(GERMAN, Wish("order move-fight")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with room:
            assert len(room.game.record.lines) == len(texts(store, room.id))
            assert len(room.history.entries) == len(room.game.record.effective_orders())
        rooms.close()

    asyncio.run(play())


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a database, " * 100)
    for url, words in (
        ("nonsense://x", "cannot be used"),
        (sqlite_url(tmp_path / "file"), "cannot be opened"),
        (sqlite_url(tmp_path / "no" / "such" / "folder"), "cannot be opened"),
        ("postgresql+psycopg://user:hidden@127.0.0.1:9/none", "cannot be opened"),
    ):
        with pytest.raises(SteppeError, match=words) as error:
            Store(url)
        assert "hidden" not in str(error.value)
        assert "\n" not in str(error.value)


def test_a_driver_that_is_not_installed_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SteppeError, match=r"without its driver: pip install 'steppe\[postgres\]'$") as error:
        Store("postgresql+psycopg://user:hidden@127.0.0.1:9/none")
    assert "hidden" not in str(error.value)


def test_urls(tmp_path: Path) -> None:
    assert database_url("postgres://a@b/c") == "postgresql+psycopg://a@b/c"
    assert database_url("sqlite:///x.db") == "sqlite:///x.db"
    assert database_url(str(tmp_path / "new" / "x.db")) == f"sqlite:///{tmp_path}/new/x.db"
    assert (tmp_path / "new").is_dir()


def test_sqlite_flushes_every_commit(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_secrets_stay_out_of_errors(store: Store) -> None:
    with store.engine.connect() as connection, pytest.raises(Exception, match="constraint") as error:
        connection.execute(chairs.insert(), [{**seats("g")[0], "token": b"secret"}])
    assert "secret" not in str(error.value)


def test_fifty_games_side_by_side(store: Store) -> None:
    """Many games written at once are each kept whole."""
    secret = new_secret()
    game = Game.new("dom", secret=secret, keep_secret=True)
    set_up(game)
    found = list(game.record.lines)
    waiting = []
    for n in range(50):
        waiting.append(store.add_game({**row(f"g{n}"), "secret": secret}, seats(f"g{n}"), found[:2], STANDING))
    for i in range(2, len(found)):
        waiting += [store.add_lines(f"g{n}", i, [found[i]], STANDING) for n in range(50)]
    for future in waiting:
        future.result(30)
    assert all(texts(store, f"g{n}") == found for n in range(50))
