"""What whoever runs a server may set: where it is found, how it sends mail, where it may call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self
from urllib.parse import unquote, urlsplit

from steppe.errors import SteppeError


@dataclass(frozen=True)
class Mail:
    """A mail server. ``tls``: encrypted from the start (smtps), else as soon as the server offers it."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False

    @classmethod
    def of_url(cls, url: str, sender: str) -> Self:
        """smtp://user:password@host:587 or smtps://host."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise SteppeError("a mail server is wanted as smtp://user:password@host:587 or smtps://host")
        if not sender or any(ord(c) < 33 for c in sender) or "@" not in sender:
            raise SteppeError("mail needs a sender's address (STEPPE_MAIL_FROM)")
        tls = parts.scheme == "smtps"
        return cls(
            parts.hostname,
            port or (465 if tls else 587),
            sender,
            unquote(parts.username or ""),
            unquote(parts.password or ""),
            tls,
        )

    def __repr__(self) -> str:
        return f"Mail({self.host}:{self.port})"  # the password stays out of logs


class Rate(NamedTuple):
    """How often something may be done: so many a second, and so many at once."""

    per_second: float
    burst: float


class Settings(NamedTuple):
    """Everything that is not a game's own."""

    address: str = ""
    """Where people find this server, for links in notices: https://steppe.example."""
    mail: Mail | None = None
    private_webhooks: bool = False
    """Whether webhooks may go to this machine and to private networks."""
    notice_wait: float = 10.0
    """Seconds before a notice goes out, so that an order taken back or answered at once disturbs nobody."""
    notice_retry: float = 5.0
    """Seconds before a notice that was not taken is sent again, for the last time."""
    logins: Rate = Rate(0.1, 10)
    """Attempts to log in or to make an account, by address and by name."""
    reports: Rate = Rate(0.2, 20)
    """Reports and luck, which cost seconds, by address."""
    keeps: Rate = Rate(1 / 30, 10)
    """Imports and shared positions, which stay on the disk, by address."""

    @classmethod
    def of_environment(cls, environment: Mapping[str, str]) -> Settings:
        url = environment.get("STEPPE_SMTP", "")
        return cls(
            address=environment.get("STEPPE_ADDRESS", "").rstrip("/"),
            mail=Mail.of_url(url, environment.get("STEPPE_MAIL_FROM", "")) if url else None,
            private_webhooks=environment.get("STEPPE_PRIVATE_WEBHOOKS", "") == "1",
        )
