"""A game in play: a title, a state, the record that proves it, and the way back.

Undo is free until something is rolled or revealed; going back over the end of a phase, or over a moment at which the
other seat had to decide, needs the opponent's consent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, Self

from steppe import titles
from steppe.dice import LoggedDice, commit, game_key
from steppe.errors import DataError, NotAskedError, OrderError, RecordError, SteppeError
from steppe.events import ENDS_UNDO, Log
from steppe.orders import Order
from steppe.record import Header, OrderEntry, Record, RulesEntry, UndoEntry
from steppe.title import Refusal, Title, Trouble
from steppe.view import View

KERNEL = ("steppe", "steppe.titles")
"""The packages whose code every game is pinned to, besides those of its title and of the title's system."""


class RefusalError(SteppeError):
    """A legal-looking order that the rules forbid."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        self.refusal, self.rule, self.why = refusal, refusal.rule, refusal.why
        super().__init__(f"{text}: refused by rule {refusal.rule}: {refusal.why}")


class OtherRulesError(RecordError):
    """A record that was played by other rules or data than these."""


class Loaded(NamedTuple):
    """A title ready to play, and the hash of its rules and data. Many games may share it."""

    title: Title[Any]
    rules: str


class Snapshot(NamedTuple):
    state: Any
    seat: int
    """Who gave the order that this undoes."""
    consent: bool
    """Whether the opponent must agree."""


def rules_digest(title: Title[Any], data_digest: str) -> str:
    """The hash of the rules and data that a game begins with: those of all scenarios, because they share them."""
    return hashlib.sha256(f"{data_digest} {code_digest(title.packages())}".encode()).hexdigest()


def load(key: str, scenario: str = "", options: Mapping[str, Any] | None = None, data: Path | None = None) -> Loaded:
    title = titles.load(key, scenario, options, data)
    return Loaded(title, rules_digest(title, titles.folder(key, data).digest()))


@cache
def code_digest(packages: tuple[str, ...]) -> str:
    """The hash of the code that plays a title, as it was when this process first looked: that is what it runs."""
    digest = hashlib.sha256()
    for file in code_files(packages):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def code_files(packages: Iterable[str]) -> Iterator[Traversable]:
    """The modules of the kernel and of a title's packages; not those of packages within them."""
    for package in (*KERNEL, *packages):
        for file in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
            if file.name.endswith(".py"):
                yield file


class Game:
    """One game. Everything that changes it goes through ``order`` and ``undo``."""

    def __init__(self, title: Title[Any], state: Any, record: Record, dice: LoggedDice) -> None:
        self.title, self.state, self.record, self.dice = title, state, record, dice
        self.past: list[Snapshot] = []
        self.history: list[Log] = []
        """The events of every order that stands."""

    @classmethod
    def new(
        cls,
        key: str,
        *,
        secret: bytes,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        salts: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        data: Path | None = None,
        keep_secret: bool = False,
        loaded: Loaded | None = None,
    ) -> Self:
        """Begin a game. An open record tells its secret from the start; a server keeps it until the end.

        ``loaded`` is the title with this scenario and these options, for who has it already.
        """
        title, rules = loaded or load(key, scenario, options, data)
        salts = dict(salts or {})
        dice = LoggedDice(game_key(secret, salts))
        state = title.setup(dice)
        record = Record.create(
            key,
            title.scenario.key,
            seats={seat: (players or {}).get(seat, "") for seat in title.seats},
            commit=commit(secret),
            rules=rules,
            options=dict(title.options),
            salts=salts,
            setup_dice=state.drawn if keep_secret else dice.drawn(0, state.drawn),
            secret=None if keep_secret else secret,
        )
        return cls(title, state, record, dice)

    # -- play -----------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> View[Any]:
        return View(self.title, self.state, seat)

    def read(self, text: str) -> Order:
        return self.title.notation.read(text, self.title.names)

    def write(self, order: Order) -> str:
        return self.title.notation.write(order, self.title.names)

    def order(self, seat: int, order: Order) -> Log:
        """Carry out an order of a seat, or raise RefusalError; nothing changes if it is refused."""
        self.check(seat, order)
        return self.carry_out(seat, order)

    def check(self, seat: int, order: Order) -> None:
        """Raise RefusalError, or OrderError, if a seat may not give an order now."""
        self._check_seat(seat, order)
        refusal = self.title.refuse(self.state, order)
        if refusal:
            raise RefusalError(self.write(order), refusal)

    def _check_seat(self, seat: int, order: Order) -> None:
        if order.verb in self.title.out_of_turn:
            if order.seat != seat:
                raise OrderError(f"{self.title.seats[seat]} cannot give that order for another seat")
        elif not self.state.over and self.title.prompt(self.state).seat != seat:
            turn = self.title.seats[self.title.prompt(self.state).seat]
            raise NotAskedError(f"it is not {self.title.seats[seat]}'s decision but {turn}'s")

    def carry_out(self, seat: int, order: Order) -> Log:
        """Carry out an order that is known to be legal, and record it."""
        before = self.state.clone()
        text = self.write(order)
        events = self.title.apply(self.state, order)
        self.record.append_order(self.title.seats[seat], text, self.dice.drawn(before.drawn, self.state.drawn))
        if self.state.drawn > before.drawn or any(event.kind in ENDS_UNDO for event in events):
            self.past.clear()
        else:
            frame_before, frame_after = before.frame(), self.state.frame()
            self.past.append(
                Snapshot(before, seat, before.step != self.state.step or frame_before[1] != frame_after[1])
            )
        self.history.append(events)
        return events

    # -- the way back ---------------------------------------------------------------------------------------------

    def undo_refusal(self, seat: int, *, consent: bool = False) -> Refusal | None:
        """Why the last order cannot be taken back."""
        rule = self.title.going_back_rule
        if not self.past:
            return Refusal(rule, "nothing can be taken back: something was rolled, drawn or revealed")
        last = self.past[-1]
        if last.seat != seat:
            return Refusal(rule, "the last order was the other seat's")
        if last.consent and not consent:
            why = "a phase has ended or the other seat was asked: the opponent must agree"
            return Refusal(rule, why, Trouble.CONSENT)
        return None

    def undo(self, seat: int, *, consent: bool = False) -> None:
        """Take back the last order."""
        refusal = self.undo_refusal(seat, consent=consent)
        if refusal:
            raise RefusalError("undo", refusal)
        self.state = self.past.pop().state
        self.history.pop()
        self.record.append_undo(self.title.seats[seat])

    # -- the end --------------------------------------------------------------------------------------------------

    def close(self, secret: bytes) -> None:
        """Reveal the secret and write down how the game has come out."""
        outcome = self.title.outcome(self.state)
        self.record.close(secret, {} if outcome is None else outcome._asdict())

    # -- from a record --------------------------------------------------------------------------------------------

    @classmethod
    def replay(
        cls,
        record: Record,
        data: Path | None = None,
        secret: bytes | None = None,
        watch: Callable[[Self, OrderEntry | UndoEntry], None] | None = None,
        begin: Callable[[Self], None] | None = None,
        loaded: Loaded | None = None,
        carry: bool = False,
    ) -> Self:
        """Play a record again, order by order; RecordError names the line that does not hold.

        ``begin`` is shown the game before its first order, ``watch`` after each. ``carry`` lets a game that was
        played by other rules go on by these: if every order is still legal and draws the same, and the game is not
        over, the change of rules is written into the record; else OtherRulesError.
        """
        header = record.header
        if header.title not in titles.known():
            raise RecordError(f"line 1: there is no title {header.title!r}")
        title, pinned = loaded or _loaded_for(header, data)
        if record.rules == pinned:
            return cls._replayed(record, title, secret, watch, begin)
        what = "was played" if record.rules_changes() else "began"
        others = f"the game {what} with other rules or data ({record.rules[:12]}) than these ({pinned[:12]})"
        if not carry:
            raise OtherRulesError(f"line 1: {others}")
        try:
            again = cls._replayed(record, title, secret, watch, begin)
        except RecordError as error:
            raise OtherRulesError(f"{others} and does not hold under them: {error}") from None
        if record.closing is None:
            record.append_rules(pinned)
        return again

    @classmethod
    def _replayed(
        cls,
        record: Record,
        title: Title[Any],
        secret: bytes | None,
        watch: Callable[[Self, OrderEntry | UndoEntry], None] | None,
        begin: Callable[[Self], None] | None,
    ) -> Self:
        header = record.header
        dice = LoggedDice(record.key(secret))
        again = cls(title, title.setup(dice), _blank_copy(record), dice)
        if again.state.drawn != header.setup_draws:
            raise RecordError("line 1: the set-up drew another number of times")
        if begin is not None:
            begin(again)
        for line, entry in enumerate(record.entries, start=2):
            if isinstance(entry, RulesEntry):
                continue
            again._replay_entry(line, entry)
            if watch is not None:
                watch(again, entry)
        if record.closing is not None:
            outcome = title.outcome(again.state)
            if dict(record.closing.outcome) != ({} if outcome is None else outcome._asdict()):
                raise RecordError(f"line {len(record.entries) + 2}: the outcome is not what the orders led to")
        again.record = record
        return again

    def _replay_entry(self, line: int, entry: OrderEntry | UndoEntry) -> None:
        seat = self.title.seats.index(entry.seat) if entry.seat in self.title.seats else -1
        if seat < 0:
            raise RecordError(f"line {line}: there is no seat {entry.seat!r}")
        try:
            if isinstance(entry, UndoEntry):
                for _ in range(entry.undo):
                    self.undo(seat, consent=True)
                return
            before = self.state.drawn
            order = self.read(entry.order)
            self.order(seat, order)
        except SteppeError as error:
            raise RecordError(f"line {line}: {error}") from None
        if tuple(entry.dice) != self.dice.drawn(before, self.state.drawn):
            raise RecordError(f"line {line}: the dice are not those that the order drew")


def _loaded_for(header: Header, data: Path | None) -> Loaded:
    """The title that a record was played with."""
    try:
        return load(header.title, header.scenario, dict(header.options), data)
    except DataError:
        raise
    except SteppeError as error:
        raise RecordError(f"line 1: {error}") from None


def _blank_copy(record: Record) -> Record:
    """A record with the same header and nothing played yet, to replay into."""
    header = record.header
    return Record.create(
        header.title,
        header.scenario,
        seats=header.seats,
        commit=header.commit,
        rules=header.rules,
        options=header.options,
        setup=header.setup,
        salts=header.salts,
        setup_dice=header.setup_dice,
        secret=header.secret,
    )


def verify(record: Record, data: Path | None = None, secret: bytes | None = None) -> Game:
    """Certify a record: hash chain, commitment, dice, hidden draws, legality of every order, outcome."""
    record.verify(secret)
    return Game.replay(record, data, secret)
