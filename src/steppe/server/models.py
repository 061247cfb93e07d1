"""The shapes of requests, checked before anything is done with them."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool


def _printable(text: str) -> str:
    """Names are stored and shown: no control characters, no halves of characters."""
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
        raise ValueError("control characters are not allowed")
    return text


def _writable(text: str) -> str:
    """Longer texts have lines."""
    _printable(text.replace("\n", " ").replace("\t", " "))
    return text


Short = Annotated[str, Field(max_length=80), AfterValidator(_printable)]
Word = Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9_-]*$")]
Number = Annotated[int, Field(ge=0, le=10**9, strict=True)]
PathNumber = Annotated[int, Field(ge=0, le=10**9)]
"""A number in an address, where everything is text."""


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Message(BaseModel):
    """What comes over a socket, or is asked; whatever else it holds does not matter."""

    model_config = ConfigDict(extra="ignore")


class NewGame(Request):
    """A game to begin. Seats that no bot plays are held by secret links."""

    title: Word
    name: Short = ""
    scenario: Word = ""
    """The first of the title if none is named."""
    options: dict[Word, bool] = Field(default_factory=dict, max_length=20)
    bots: dict[Word, Word] = Field(default_factory=dict, max_length=4)
    players: dict[Word, Short] = Field(default_factory=dict, max_length=4)
    setup: Literal["historical", "random", "free"] | None = None
    hotseat: bool = False
    open_notes: bool = False
    """Everybody may read at once what bots say about their orders, though it may tell what is hidden."""
    salts: dict[Word, Short] = Field(default_factory=dict, max_length=4)


class OrderRequest(Request):
    """An order as text, for the position numbered ``at``; ``key`` makes a repeated request harmless."""

    text: Annotated[str, Field(max_length=4000)]
    at: Number | None = None
    key: Annotated[str, Field(max_length=64)] = ""
    seat: Word | None = None


class UndoRequest(Request):
    """Take back the last order, if the position is still the one numbered ``at``."""

    at: Number | None = None
    key: Annotated[str, Field(max_length=64)] = ""
    seat: Word | None = None


class Imported(Request):
    """A record to go on with or to look at."""

    record: Annotated[str, Field(max_length=8_000_000)]
    name: Short = ""
    bots: dict[Word, Word] = Field(default_factory=dict, max_length=4)
    hotseat: bool = False


class SharedPosition(Request):
    """A position as text, or the present one of a game as everybody may know it."""

    text: Annotated[str, Field(max_length=400_000)] = ""
    game: Word = ""


class Note(Request):
    """A note or a bookmark on an order of the log; ``seat`` for who holds several."""

    n: Number
    text: Annotated[str, Field(max_length=2000), AfterValidator(_writable)] = ""
    bookmark: bool = False
    seat: Word | None = None


class Credentials(Request):
    name: Annotated[str, Field(min_length=2, max_length=40, pattern=r"^[\w.-]+$")]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class Notice(Request):
    """Where to tell a seat that it is its turn; ``seat`` for who holds several."""

    webhook: Annotated[str, Field(max_length=500)] = ""
    mail: Annotated[str, Field(max_length=200)] = ""
    seat: Word | None = None


# -- what a page does over its socket ---------------------------------------------------------------------------------

Key = Annotated[str, Field(max_length=64)]


class Act(Message):
    """Something done for a seat: the one that must decide, unless it is named."""

    seat: str | None = None
    at: Number | None = None
    key: Key = ""


class DoOrder(Act):
    """Give an order."""

    do: Literal["order"]
    text: Annotated[str, Field(max_length=4000)]


class DoUndo(Act):
    """Take the last order back."""

    do: Literal["undo"]


class DoAskUndo(Act):
    """Ask the opponent to let an order be taken back; a bot always agrees."""

    do: Literal["ask-undo"]


class DoAnswerUndo(Message):
    """Agree that an order is taken back, or do not."""

    do: Literal["answer-undo"]
    agree: StrictBool = False


class DoLook(Message):
    """See with the eyes of another seat of one's own."""

    do: Literal["look"]
    seat: str


class DoHoldBot(Message):
    """Hold the bot after its next order, or let it go on."""

    do: Literal["hold-bot"]
    hold: StrictBool = True


Action = Annotated[
    DoOrder | DoUndo | DoAskUndo | DoAnswerUndo | DoLook | DoHoldBot,
    Field(discriminator="do"),
]
