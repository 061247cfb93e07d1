"""The shapes of requests, checked before anything is done with them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Short = Annotated[str, Field(max_length=80)]
Word = Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9_-]*$")]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class NewGame(Request):
    """A game to begin. Seats that no bot plays are held by secret links."""

    title: Word
    name: Short = ""
    options: dict[Word, bool] = Field(default_factory=dict, max_length=20)
    bots: dict[Word, Word] = Field(default_factory=dict, max_length=4)
    players: dict[Word, Short] = Field(default_factory=dict, max_length=4)
    setup: Literal["historical", "random", "free"] | None = None
    hotseat: bool = False
    salts: dict[Word, Short] = Field(default_factory=dict, max_length=4)


class OrderRequest(Request):
    """An order as text, for the position numbered ``at``; ``key`` makes a repeated request harmless."""

    text: Annotated[str, Field(max_length=4000)]
    at: int | None = Field(default=None, ge=0)
    key: Annotated[str, Field(max_length=64)] = ""
    seat: Word | None = None


class Question(Request):
    """What a program may ask: the same as over the socket."""

    model_config = ConfigDict(extra="allow")

    ask: Word


class Imported(Request):
    """A record to go on with or to look at."""

    record: Annotated[str, Field(max_length=20_000_000)]
    name: Short = ""


class SharedPosition(Request):
    text: Annotated[str, Field(max_length=400_000)]


class Note(Request):
    n: int = Field(ge=0)
    text: Annotated[str, Field(max_length=2000)] = ""
    bookmark: bool = False


class Credentials(Request):
    name: Annotated[str, Field(min_length=2, max_length=40, pattern=r"^[\w.-]+$")]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class Notice(Request):
    """Where to tell a seat that it is its turn."""

    webhook: Annotated[str, Field(max_length=500)] = ""
    mail: Annotated[str, Field(max_length=200)] = ""
