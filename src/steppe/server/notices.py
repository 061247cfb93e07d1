"""Telling people that it is their turn: by a web address of theirs, or by mail.

A notice goes out when somebody else's order has made it a seat's turn: once, and not again before that seat has acted.
It waits a moment first, so that an order that is taken back, or a question that is answered at once, disturbs nobody.
Nothing in it is secret: no link to the seat, nothing that the game hides.
"""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections import OrderedDict
from email.message import EmailMessage
from typing import Any, NamedTuple

from sqlalchemy import select

from steppe.errors import SteppeError
from steppe.server.faults import report
from steppe.server.limits import Budgets
from steppe.server.room import Room
from steppe.server.schema import chairs, games
from steppe.server.settings import Mail, Settings
from steppe.server.store import Store
from steppe.server.webhooks import call, read_url

MAIL_SECONDS = 20.0
REMEMBERED = 10_000
AT_ONCE = 16
"""How many notices are under way at the same time."""
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


class Turn(NamedTuple):
    """What a notice tells."""

    game: str
    name: str
    title: str
    scenario: str
    seat: str
    turn: int
    asked: str
    when: str
    """The set-up, or which turn it is, in words."""

    def data(self, address: str) -> dict[str, Any]:
        text = self.text(address)
        # ``text`` and ``content`` are what the usual chat services show.
        return {"steppe": 1, **self._asdict(), "link": self.link(address), "text": text, "content": text}

    def link(self, address: str) -> str:
        return f"{address}/g/{self.game}" if address else ""

    def text(self, address: str) -> str:
        link = self.link(address)
        where = f" {link}" if link else ""
        return f"{self.name}: it is your turn ({self.seat}, {self.when}). {self.asked}{where}"


class Notices:
    """Sends what is due."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._told: OrderedDict[tuple[str, int], None] = OrderedDict()
        """Seats that were told, or are being told, and have not acted since."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._recipients = Budgets(per_second=1 / 60, burst=20)

    def check(self, webhook: str, mail: str) -> None:
        """Complain about settings that could not be used."""
        if webhook:
            read_url(webhook, private=self._settings.private_webhooks)
        if mail:
            if self._settings.mail is None:
                raise SteppeError("this server sends no mail")
            if not ADDRESS.fullmatch(mail):
                raise SteppeError("that is not a mail address")

    def hear(self, room: Room, by: int) -> None:
        """An order of a seat was kept (-1: one was taken back)."""
        title, state = room.game.title, room.game.state
        if by < 0:
            return
        self._told.pop((room.id, by), None)
        seat = title.prompt(state).seat if not state.over else -1
        if seat < 0 or seat == by or room.bot_of(seat) or room.bot_of(by) or (room.id, seat) in self._told:
            return
        if room.chairs[seat].token == room.chairs[by].token:
            return  # both sides at one screen
        self._told[room.id, seat] = None
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        task = asyncio.ensure_future(self._tell(room, seat))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell(self, room: Room, seat: int) -> None:
        try:
            await asyncio.sleep(self._settings.notice_wait)
            async with self._slots:
                await self._send(room, seat)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            report(f"game {room.id}: notice", error)

    async def _send(self, room: Room, seat: int) -> None:
        title = room.game.title
        wanted = chairs.c.game == room.id, chairs.c.seat == title.seats[seat]
        found = select(chairs.c.notice, games.c.name).join(games, games.c.id == chairs.c.game).where(*wanted)
        row = await asyncio.to_thread(self._store.row, found)
        notice = dict(row.notice or {}) if row is not None else {}
        if row is None or not any(notice.values()):
            return
        async with room:
            state = room.game.state
            if state.over or title.prompt(state).seat != seat:
                self._told.pop((room.id, seat), None)  # taken back meanwhile, or answered
                return
            asked = title.prompt(state).text
            where = title.name, title.scenario.name, title.seats[seat], state.turn
            turn = Turn(room.id, row.name, *where, asked, title.when(state))
        if notice.get("webhook"):
            await self._twice(lambda: self._call(notice["webhook"], turn))
        if notice.get("mail") and self._settings.mail is not None and self._recipients.take(notice["mail"].lower()):
            await self._twice(lambda: asyncio.to_thread(send_mail, self._settings, notice["mail"], turn))

    async def _call(self, url: str, turn: Turn) -> bool:
        settings = self._settings
        try:
            return await call(url, turn.data(settings.address), private=settings.private_webhooks)
        except SteppeError:
            return True  # it was allowed when it was set and is no more: no use in trying again

    async def _twice(self, send: Any) -> None:
        if not await send():
            await asyncio.sleep(self._settings.notice_retry)
            await send()


def send_mail(settings: Settings, to: str, turn: Turn) -> bool:
    """Hand a mail to the mail server; False if it could not be reached."""
    mail = settings.mail
    assert mail is not None
    message = EmailMessage()
    message["From"], message["To"] = mail.sender, to
    message["Subject"] = _line(f"Your turn: {turn.name}, {turn.when}")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(
        f"{turn.text(settings.address)}\n\nYou get this because you asked for it in this game's settings; there you "
        "can also stop it. Open the game with your own link: this mail does not hold it.\n"
    )
    try:
        with _connection(mail) as server:
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException):
        return False
    return True


def _connection(mail: Mail) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if mail.tls:
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=MAIL_SECONDS, context=context)
    server = smtplib.SMTP(mail.host, mail.port, timeout=MAIL_SECONDS)
    server.ehlo()
    if server.has_extn("starttls"):
        server.starttls(context=context)
    elif mail.user:
        server.close()
        raise smtplib.SMTPException("no password goes over an open line")
    return server


def _line(text: str) -> str:
    return " ".join(text.split())
