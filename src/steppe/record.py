"""The record of a game: a file of JSON lines, only ever added to, each chained to the one before by a hash.

    {"steppe":1,"title":"dom","scenario":...,"commit":...,"salts":...,"hash":...}       the header
    {"n":1,"seat":"german","order":"move ...","dice":[[6,4]],"hash":...}                an order and what it drew
    {"n":2,"seat":"german","undo":1,"hash":...}                                         the last order taken back
    {"n":3,"rules":"<digest>","hash":...}                                               other rules from here on
    {"reveal":"<secret>","outcome":{...},"hash":...}                                    the end, if it has ended

Lines are canonical JSON (sorted keys, no spaces, ASCII), so that a changed byte cannot hide. The hash of a line is
SHA-256 over the previous line's hash and the line without its own. Dice are pairs of bound and value in 0..bound-1,
numbered through the whole game; the draws of the setup come first. What the chain cannot show is that whole lines are
missing at the end of an open game; the reveal line settles that.

An outcome has a winner (a seat's name; "" in a draw), a level, the deciding rule and the turn; it is {} if the game was
not over. The scenario is one of the title's; records from before there were several say "campaign".
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from filelock import lock_descriptor

from steppe.dice import Dice, Draw, commit, game_key
from steppe.errors import RecordError

FORMAT: Final = 1
HASH_SHOWN: Final = 12  # digits of a hash in messages
LOCK_POLL: Final = 0.01  # seconds between looks at a file that somebody else is writing to


@dataclass(frozen=True, slots=True)
class Header:
    """What a game began with."""

    title: str
    scenario: str
    options: Mapping[str, Any]
    setup: Mapping[str, Any]
    seats: Mapping[str, str]
    commit: str
    salts: Mapping[str, str]
    rules: str
    setup_dice: int | tuple[Draw, ...]
    secret: bytes | None = None

    @property
    def setup_draws(self) -> int:
        """How many draws the setup took; the first order goes on from there."""
        return self.setup_dice if isinstance(self.setup_dice, int) else len(self.setup_dice)


@dataclass(frozen=True, slots=True)
class OrderEntry:
    """An order that was carried out, with the draws it took."""

    n: int
    seat: str
    order: str
    dice: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """The last ``undo`` orders were taken back."""

    n: int
    seat: str
    undo: int


@dataclass(frozen=True, slots=True)
class RulesEntry:
    """From here on the game is played by other rules; all orders before were played again by them and held."""

    n: int
    rules: str


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a game: its secret, and how it came out."""

    reveal: bytes
    outcome: Mapping[str, Any]


Entry = OrderEntry | UndoEntry | RulesEntry


def canonical(value: object) -> str:
    """The one way to write a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def chained(previous: str, fields: Mapping[str, Any]) -> str:
    """The hash of a line, given the previous line's hash and the line's fields (a ``hash`` among them is left out)."""
    bare = {key: value for key, value in fields.items() if key != "hash"}
    return hashlib.sha256((previous + canonical(bare)).encode("ascii")).hexdigest()


class Record:
    """A game as it is written down. Make one with ``create`` or ``load``."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.closing: Closing | None = None
        self.path: Path | None = None
        self._lines: list[str] = []
        self._hashes: list[str] = []
        self._effective: list[OrderEntry] = []
        self._stored = 0  # lines known to be in the file at self.path
        self._size = 0  # bytes of that file

    # -- making ---------------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        title: str,
        scenario: str,
        *,
        seats: Mapping[str, str],
        commit: str,
        rules: str,
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        salts: Mapping[str, str] | None = None,
        setup_dice: int | Sequence[Draw] = (),
        secret: bytes | None = None,
    ) -> Self:
        """A new record. ``seats`` says who plays each; ``secret`` only in games that hide nothing from the machine."""
        fields: dict[str, Any] = {
            "steppe": FORMAT,
            "title": title,
            "scenario": scenario,
            "options": dict(options or {}),
            "setup": dict(setup or {}),
            "seats": dict(seats),
            "commit": commit,
            "salts": dict(salts or {}),
            "rules": rules,
            "setup_dice": setup_dice if isinstance(setup_dice, int) else [list(draw) for draw in setup_dice],
        }
        if secret is not None:
            fields["secret"] = secret.hex()
        record = cls(_header(fields, "header"))
        record._write(fields)
        return record

    def append_order(self, seat: str, order: str, dice: Iterable[Draw] = ()) -> OrderEntry:
        """Write down an order that was carried out."""
        fields = {"n": len(self.entries) + 1, "seat": seat, "order": order, "dice": [list(draw) for draw in dice]}
        entry = _entry(fields, self.header, "new entry")
        assert isinstance(entry, OrderEntry)
        self._take(entry, "new entry")
        self._write(fields)
        return entry

    def append_undo(self, seat: str, undo: int = 1) -> UndoEntry:
        """Write down that the last orders were taken back; what has drawn dice stands."""
        fields = {"n": len(self.entries) + 1, "seat": seat, "undo": undo}
        entry = _entry(fields, self.header, "new entry")
        assert isinstance(entry, UndoEntry)
        self._take(entry, "new entry")
        self._write(fields)
        return entry

    def append_rules(self, rules: str) -> RulesEntry:
        """Write down that the game goes on by other rules, under which every order so far still holds."""
        fields = {"n": len(self.entries) + 1, "rules": rules}
        entry = _entry(fields, self.header, "new entry")
        assert isinstance(entry, RulesEntry)
        self._take(entry, "new entry")
        self._write(fields)
        return entry

    def close(self, secret: bytes, outcome: Mapping[str, Any]) -> None:
        """Reveal the secret and end the record."""
        self._must_be_open("new entry")
        if commit(secret) != self.header.commit:
            raise RecordError("this secret is not the one that the record's commitment was made for")
        fields = {"reveal": secret.hex(), "outcome": dict(outcome)}
        self.closing = _closing(fields, "closing")
        self._write(fields)

    def _write(self, fields: dict[str, Any]) -> None:
        digest = chained(self.head, fields)
        self._lines.append(canonical({**fields, "hash": digest}))
        self._hashes.append(digest)

    def _take(self, entry: Entry, where: str) -> None:
        """Add an entry to the game, or refuse one that cannot follow."""
        self._must_be_open(where)
        if entry.n != len(self.entries) + 1:
            _fail(where, f"entry {entry.n} where {len(self.entries) + 1} should follow")
        if isinstance(entry, UndoEntry):
            if entry.undo > len(self._effective):
                _fail(where, f"{entry.undo} orders taken back where only {len(self._effective)} stand")
            for undone in self._effective[-entry.undo :]:
                if undone.dice:
                    _fail(where, f"order {undone.n} taken back although it has drawn dice")
            del self._effective[-entry.undo :]
        elif isinstance(entry, OrderEntry):
            self._effective.append(entry)
        elif entry.rules == self.rules:
            _fail(where, "the rules are those by which the game was played before")
        self.entries.append(entry)

    def _must_be_open(self, where: str) -> None:
        if self.closing is not None:
            _fail(where, "the record is closed; nothing can follow")

    # -- reading --------------------------------------------------------------------------------------------------

    @property
    def head(self) -> str:
        """The hash of the last line, which stands for the whole record."""
        return self._hashes[-1] if self._hashes else ""

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self._lines)

    @property
    def text(self) -> str:
        return "".join(line + "\n" for line in self._lines)

    def effective_orders(self) -> tuple[OrderEntry, ...]:
        """The orders that stand, after everything that was taken back."""
        return tuple(self._effective)

    @property
    def rules(self) -> str:
        """The digest of the rules by which the game is played now."""
        changes = self.rules_changes()
        return changes[-1].rules if changes else self.header.rules

    def rules_changes(self) -> tuple[RulesEntry, ...]:
        """Where the game was carried over to other rules."""
        return tuple(entry for entry in self.entries if isinstance(entry, RulesEntry))

    @property
    def drawn(self) -> int:
        """How many draws the game has taken so far."""
        return self.header.setup_draws + sum(len(e.dice) for e in self.entries if isinstance(e, OrderEntry))

    @property
    def secret(self) -> bytes | None:
        """The secret, if the record tells it."""
        return self.closing.reveal if self.closing else self.header.secret

    def key(self, secret: bytes | None = None) -> bytes:
        """The key of the dice, from a secret given or told by the record."""
        secret = secret if secret is not None else self.secret
        if secret is None:
            raise RecordError("the secret of this game is not revealed yet, so its dice cannot be known")
        return game_key(secret, self.header.salts)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a record and check its form and its chain."""
        path = Path(path)
        data = _read(path)
        record = cls.parse(data, path)
        record.path, record._stored, record._size = path, len(record._lines), len(data)
        return record

    @classmethod
    def parse(cls, data: bytes, name: object = "record") -> Self:
        """The record in these bytes; ``name`` is for messages."""
        record: Self | None = None
        previous = ""
        pieces = data.split(b"\n")
        if not data:
            _fail(f"{name}: line 1", "the file is empty")
        for number, piece in enumerate(pieces[:-1], 1):
            where = f"{name}: line {number}"
            fields, previous = _line(piece, previous, where)
            if record is None:
                record = cls(_header(fields, where))
            elif "reveal" in fields:
                record._must_be_open(where)
                record.closing = _closing(fields, where)
            else:
                record._take(_entry(fields, record.header, where), where)
            record._lines.append(piece.decode("ascii"))
            record._hashes.append(previous)
        if pieces[-1] or record is None:
            _fail(f"{name}: line {len(pieces)}", "the last line is cut off; without it the rest is whole")
        return record

    # -- checking -------------------------------------------------------------------------------------------------

    def check_chain(self) -> None:
        """Every line's hash follows from the line and from the hash before it."""
        previous = ""
        for number, line in enumerate(self._lines, 1):
            _, previous = _line(line.encode("ascii"), previous, f"line {number}")

    def check_commit(self, secret: bytes | None = None) -> None:
        """The secret, and every secret that the record tells, is the one committed to."""
        told = [(1, self.header.secret), (len(self._lines), self.closing.reveal if self.closing else None), (0, secret)]
        for number, value in told:
            if value is not None and commit(value) != self.header.commit:
                _fail(f"line {number}" if number else "secret", "the secret does not match the commitment")

    def check_dice(self, key: bytes) -> None:
        """Every recorded draw is what the key gives at its place."""
        dice = Dice(key)
        n = 0 if not isinstance(self.header.setup_dice, int) else self.header.setup_dice
        rolls: list[tuple[int, tuple[Draw, ...]]] = []
        if not isinstance(self.header.setup_dice, int):
            rolls.append((1, self.header.setup_dice))
        rolls += [(e.n + 1, e.dice) for e in self.entries if isinstance(e, OrderEntry)]
        for line, draws in rolls:
            for bound, value in draws:
                true = dice.draw(n, bound)
                if value != true:
                    _fail(f"line {line}", f"draw {n} of {bound} is recorded as {value}, the dice gave {true}")
                n += 1

    def verify(self, secret: bytes | None = None) -> None:
        """Chain, commitment and dice; the dice only if the secret is known."""
        self.check_chain()
        self.check_commit(secret)
        if secret is not None or self.secret is not None:
            self.check_dice(self.key(secret))

    # -- keeping --------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole record, so that a crash leaves either the old file or the new one."""
        path = Path(path)
        data = self.text.encode("ascii")
        temporary: str | None = None
        try:
            handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():  # a new file stays its owner's alone, because it may tell a secret
                os.chmod(temporary, path.stat().st_mode & 0o777)
            os.replace(temporary, path)
            temporary = None
            _sync_folder(path.parent)
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from None
        finally:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)
        self.path, self._stored, self._size = path, len(self._lines), len(data)

    def append_to(self, path: str | os.PathLike[str]) -> None:
        """Add the lines that the file does not hold yet; they are on the disk when this returns."""
        path = Path(path)
        if self.path is None or self.path.absolute() != path.absolute():
            if path.exists():
                raise RecordError(f"{path}: holds something else already; this record was not read from there")
            self.save(path)
            return
        new = "".join(line + "\n" for line in self._lines[self._stored :]).encode("ascii")
        try:
            with path.open("r+b") as file:
                lock_descriptor(file.fileno(), poll_interval=LOCK_POLL)  # until the file is closed, also by a crash
                if file.seek(0, os.SEEK_END) != self._size:
                    raise RecordError(f"{path}: was changed by somebody else since it was read; load it again")
                try:
                    file.write(new)
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    os.ftruncate(file.fileno(), self._size)  # a full disk must not leave half a line
                    raise
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from None
        self._stored, self._size = len(self._lines), self._size + len(new)


# -- lines to values ----------------------------------------------------------------------------------------------


def _fail(where: str, what: str) -> NoReturn:
    raise RecordError(f"{where}: {what}")


def _read(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise RecordError(f"{path}: is not a file")
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from None


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can open folders."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _line(piece: bytes, previous: str, where: str) -> tuple[dict[str, Any], str]:
    """The fields of a line and its hash, both checked."""
    try:
        fields = json.loads(piece.decode("ascii"))
    except (ValueError, RecursionError):
        _fail(where, "not JSON")
    if not isinstance(fields, dict):
        _fail(where, "not a JSON object")
    found = _field(fields, "hash", str, where)
    if not previous and fields.get("steppe") != FORMAT:
        version = _field(fields, "steppe", int, where)
        _fail(where, f"record format {version}, but this version of Steppe reads format {FORMAT}")
    try:
        expected = chained(previous, fields)
        same = canonical(fields).encode("ascii") == piece
    except ValueError:  # NaN and the like
        _fail(where, "not canonical JSON")
    if found != expected:
        _fail(
            where,
            f"the hash is {found[:HASH_SHOWN]!r}, but the line gives {expected[:HASH_SHOWN]!r}: it has been changed",
        )
    if not same:
        _fail(where, "not canonical JSON (keys sorted, no spaces, ASCII)")
    return fields, found


def _field(fields: Mapping[str, Any], name: str, kind: type, where: str) -> Any:
    """A field that must be there and be of a kind (a bool is no int)."""
    if name not in fields:
        _fail(where, f"the field {name!r} is missing")
    value = fields[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        _fail(where, f"the field {name!r} should be {kind.__name__}, not {canonical(value)[:40]}")
    return value


def _only(fields: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    for name in sorted(set(fields).difference(names, ["hash"])):
        _fail(where, f"unknown field {name!r}")


def _texts(fields: Mapping[str, Any], name: str, where: str) -> Mapping[str, str]:
    value: dict[str, Any] = _field(fields, name, dict, where)
    for key in value:
        _field(value, key, str, where)
    return value


def _bytes(fields: Mapping[str, Any], name: str, where: str) -> bytes:
    value: str = _field(fields, name, str, where)
    try:
        return bytes.fromhex(value)
    except ValueError:
        _fail(where, f"the field {name!r} should be hexadecimal")


def _draws(value: object, name: str, where: str) -> tuple[Draw, ...]:
    if not isinstance(value, list):
        _fail(where, f"the field {name!r} should be a list of draws")
    for draw in value:
        if not (isinstance(draw, list) and len(draw) == 2 and all(type(v) is int for v in draw)):
            _fail(where, f"the field {name!r} holds {canonical(draw)[:40]}, which is no pair of bound and value")
        if not 0 <= draw[1] < draw[0] <= 2**64:
            _fail(where, f"the field {name!r} holds {canonical(draw)}, which no draw can give")
    return tuple((bound, value) for bound, value in value)


def _header(fields: Mapping[str, Any], where: str) -> Header:
    names = ("title", "scenario", "options", "setup", "seats", "commit", "salts", "rules", "setup_dice", "secret")
    _only(fields, (*names, "steppe"), where)
    if "setup_dice" not in fields:
        _fail(where, "the field 'setup_dice' is missing")
    dice = fields["setup_dice"]
    if type(dice) is not int:
        dice = _draws(dice, "setup_dice", where)
    elif dice < 0:
        _fail(where, "the field 'setup_dice' should be a count or a list of draws")
    return Header(
        title=_field(fields, "title", str, where),
        scenario=_field(fields, "scenario", str, where),
        options=_field(fields, "options", dict, where),
        setup=_field(fields, "setup", dict, where),
        seats=_texts(fields, "seats", where),
        commit=_field(fields, "commit", str, where),
        salts=_texts(fields, "salts", where),
        rules=_field(fields, "rules", str, where),
        setup_dice=dice,
        secret=_bytes(fields, "secret", where) if "secret" in fields else None,
    )


def _entry(fields: Mapping[str, Any], header: Header, where: str) -> Entry:
    n: int = _field(fields, "n", int, where)
    if "rules" in fields:
        _only(fields, ("n", "rules"), where)
        return RulesEntry(n, _field(fields, "rules", str, where))
    seat: str = _field(fields, "seat", str, where)
    if seat not in header.seats:
        _fail(where, f"there is no seat {seat!r} in this game")
    if "undo" in fields:
        _only(fields, ("n", "seat", "undo"), where)
        undo: int = _field(fields, "undo", int, where)
        if undo < 1:
            _fail(where, f"{undo} orders cannot be taken back")
        return UndoEntry(n, seat, undo)
    order: str = _field(fields, "order", str, where)
    _only(fields, ("n", "seat", "order", "dice"), where)
    if "dice" not in fields:
        _fail(where, "the field 'dice' is missing")
    return OrderEntry(n, seat, order, _draws(fields["dice"], "dice", where))


def _closing(fields: Mapping[str, Any], where: str) -> Closing:
    _only(fields, ("reveal", "outcome"), where)
    return Closing(_bytes(fields, "reveal", where), _field(fields, "outcome", dict, where))
