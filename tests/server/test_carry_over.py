"""Games after an upgrade: they go on if their orders still hold, and are kept for the old version if not."""

from __future__ import annotations

import asyncio
import json

import pytest
from sqlalchemy import update

from steppe.errors import RecordError
from steppe.game import Game, OtherRulesError, load, verify
from steppe.record import OrderEntry, Record, RulesEntry
from steppe.server.chairs import Pass
from steppe.server.room import Wish
from steppe.server.rooms import Rooms, ShelvedError, Wanted
from steppe.server.schema import lines
from steppe.server.store import Store
from tests.server.table import Links, Table
from tools import verify_record

OLD = "0" * 64
GERMAN = Pass(frozenset({0}), 0)


def rewritten(text: str, rules: str = OLD, change: tuple[str, str] = ("", "")) -> list[str]:
    """A record as another version of the rules would have written it."""
    old = Record.parse(text.encode())
    header = old.header
    new = Record.create(
        header.title, header.scenario, seats=header.seats, commit=header.commit, rules=rules, options=header.options,
        setup=header.setup, salts=header.salts, setup_dice=header.setup_dice, secret=header.secret,
    )  # fmt: skip
    for entry in old.entries:
        if isinstance(entry, OrderEntry):
            new.append_order(entry.seat, entry.order.replace(*change), entry.dice)
        elif isinstance(entry, RulesEntry):
            new.append_rules(entry.rules)
        else:
            new.append_undo(entry.seat, entry.undo)
    if old.closing is not None:
        new.close(old.closing.reveal, old.closing.outcome)
    return list(new.lines)


def forge(store: Store, game: str, text: list[str]) -> None:
    """Write the lines of a record over those that are kept."""

    def write(connection: object) -> None:
        for n, line in enumerate(text):
            where = (lines.c.game == game, lines.c.n == n)
            connection.execute(update(lines).where(*where).values(text=line))  # type: ignore[attr-defined]

    store.change(write).result(10)


def begun(rooms: Rooms) -> str:
    async def begin() -> str:
        room, _ = await rooms.create(Wanted("dom"))
        await room.change(GERMAN, Wish("order move-fight", key="k"))
        return room.id

    return asyncio.run(begin())


def kept_text(store: Store, game: str) -> str:
    return "".join(f"{line.text}\n" for line in store.record_lines(game))


def test_a_game_whose_orders_still_hold_goes_on_by_the_new_rules(store: Store) -> None:
    rooms = Rooms(store)
    game = begun(rooms)
    rooms.close()
    forge(store, game, rewritten(kept_text(store, game)))

    async def play() -> None:
        rooms = Rooms(store)
        room = await rooms.open(game)
        entries = list(room.game.record.entries)
        assert isinstance(entries[-1], RulesEntry)
        assert (room.game.record.header.rules, room.game.record.rules) == (OLD, load("dom").rules)
        assert room.at == len(entries)
        assert len(room.history.entries) == len(entries) - 1
        assert (await room.change(GERMAN, Wish("order move-fight", key="k"))).at == len(entries) - 1
        move = next(o for o in room.game.title.legal(room.game.state) if o.verb == "move")
        assert (await room.change(GERMAN, Wish(room.game.write(move)))).at == len(entries) + 1
        assert (await room.change(GERMAN, Wish(None))).at == len(entries) + 2
        again = Rooms(store)
        assert (await again.open(game)).game.record.text == room.game.record.text
        assert len((await again.open(game)).game.record.rules_changes()) == 1
        # Whoever verifies it is told the truth, with our tool and without it.
        proved = verify(room.game.record, secret=room.secret)
        assert proved.state.key() == room.game.state.key()
        text = kept_text(store, game)
        problems, summary = verify_record.check(text.encode(), room.secret.hex())
        assert problems == []
        assert "other rules" in summary
        rooms.close()
        again.close()

    asyncio.run(play())


@pytest.mark.faults_expected
def test_a_game_whose_orders_do_not_hold_is_kept_for_its_own_version(table: Table) -> None:
    links = table.new()
    table.post(f"{links.path}/orders", links.play["german"], text="order move-fight")
    before = kept_text(table.store, links.game)
    forge(table.store, links.game, rewritten(before, change=("order move-fight", "done")))
    forget(table, links)
    for token in ("", *links.play.values()):
        looked = table.get(links.path, token)
        assert looked.status_code == 200
        assert (looked.json()["view"], looked.json()["title"]) == (None, "dom")
        needs = looked.json()["needs"]
        assert "needs the version it began with" in needs["why"]
        assert (needs["rules"], needs["record"]) == (OLD, False)
        assert "order move" not in looked.text
        assert table.get(f"{links.path}/record", token).status_code == 403
    refused = table.post(f"{links.path}/orders", links.play["german"], text="done")
    assert (refused.status_code, refused.json()["error"]["kind"]) == (409, "version")
    both = ",".join(links.play.values())
    assert table.get(links.path, both).json()["needs"]["record"] is True
    downloaded = table.get(f"{links.path}/record", both).text
    assert downloaded == kept_text(table.store, links.game)
    assert "rules" not in json.loads(downloaded.splitlines()[-1])


def forget(table: Table, links: Links) -> None:
    table.inside.rooms._recent.pop(links.game, None)
    table.inside.rooms._rooms.pop(links.game, None)


@pytest.mark.faults_expected
def test_a_damaged_record_is_not_played_on(table: Table) -> None:
    links = table.new()
    text = kept_text(table.store, links.game).splitlines()
    forge(table.store, links.game, [*text[:-1], text[-1].replace("done", "dome")])
    forget(table, links)
    assert "does not hold" in table.get(links.path).json()["needs"]["why"]


def test_a_finished_game_of_other_rules_can_be_looked_at_and_is_not_written_to(store: Store) -> None:
    rooms = Rooms(store)
    game = begun(rooms)

    async def end() -> None:
        await (await rooms.open(game)).change(GERMAN, Wish("resign german"))

    asyncio.run(end())
    rooms.close()
    forge(store, game, rewritten(kept_text(store, game)))
    before = kept_text(store, game)

    async def look() -> None:
        rooms = Rooms(store)
        room = await rooms.open(game)
        assert room.is_over
        rooms.close()

    asyncio.run(look())
    assert kept_text(store, game) == before


def test_replay_carries_over_only_when_asked(store: Store) -> None:
    rooms = Rooms(store)
    game = begun(rooms)
    secret = asyncio.run(rooms.open(game)).secret
    rooms.close()
    text = kept_text(store, game)
    old = "".join(f"{line}\n" for line in rewritten(text))
    with pytest.raises(OtherRulesError, match="began with other rules or data"):
        Game.replay(Record.parse(old.encode()), secret=secret)
    carried = Game.replay(Record.parse(old.encode()), secret=secret, carry=True)
    assert carried.record.rules == load("dom").rules
    # Carried on to yet other rules, it does not hold by these without being carried over again.
    carried.record.append_rules("1" * 64)
    with pytest.raises(OtherRulesError, match="was played with other rules"):
        Game.replay(carried.record, secret=secret)
    bad = "".join(f"{line}\n" for line in rewritten(text, change=("order move-fight", "done")))
    with pytest.raises(OtherRulesError, match="does not hold under them: line"):
        Game.replay(Record.parse(bad.encode()), secret=secret, carry=True)


def test_the_rules_of_a_record_change_only_to_others() -> None:
    record = Record.create("dom", "campaign", seats={"german": "", "soviet": ""}, commit="", rules="a")
    record.append_order("german", "x")
    assert record.append_rules("b") == RulesEntry(2, "b")
    record.append_undo("german")
    assert record.effective_orders() == ()
    with pytest.raises(RecordError, match="played before"):
        record.append_rules("b")
    again = Record.parse(record.text.encode())
    assert (again.rules, again.rules_changes(), again.entries) == ("b", (RulesEntry(2, "b"),), record.entries)
    assert again.text == record.text
    for wrong in ({"n": 4, "rules": 7}, {"n": 4, "rules": "c", "seat": "german"}, {"n": 5, "rules": "c"}):
        broken = Record.parse(record.text.encode())
        broken._write(wrong)
        with pytest.raises(RecordError, match="line 5"):
            Record.parse(broken.text.encode())


def test_a_shelved_game_raises_the_same_again(store: Store) -> None:
    rooms = Rooms(store)
    with pytest.raises(Exception, match="no such game"):
        asyncio.run(rooms.open("AAAAAAAAAAAA"))
    rooms._shelved["AAAAAAAAAAAA"] = ShelvedError("AAAAAAAAAAAA", "dom", "", [], "", "this game waits")
    for _ in range(3):
        with pytest.raises(ShelvedError, match="waits"):
            asyncio.run(rooms.open("AAAAAAAAAAAA"))
    rooms.close()
