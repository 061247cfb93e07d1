"""Calling a web address that a player gave: never this machine or a private network, never further than asked.

The name is looked up once and the connection goes to the address that was checked, so that a name that changes its mind
between the two leads nowhere else. Redirects are not followed and the answer is not read beyond its first line.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
import ssl
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from steppe.errors import SteppeError

SECONDS = 10.0
ORDINARY_PORTS = {"http": 80, "https": 443}
LOWEST_PORT = 1024
"""Below this only the ordinary ports: nobody shall talk to a mail server through us."""
PLAIN = re.compile(r"https?://[!-~]+")


class Target(NamedTuple):
    """Where to call."""

    scheme: str
    host: str
    port: int
    path: str


def read_url(url: str, *, private: bool) -> Target:
    """A web address that may be called, or an error that says why not."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise SteppeError("that is not a web address") from None
    if not PLAIN.fullmatch(url) or parts.scheme not in ORDINARY_PORTS or not parts.hostname:
        raise SteppeError("a web address is wanted: https://...")
    if parts.username is not None or parts.password is not None:
        raise SteppeError("a web address with a name or password in it is not taken")
    port = port or ORDINARY_PORTS[parts.scheme]
    if port < LOWEST_PORT and port not in ORDINARY_PORTS.values() and not private:
        raise SteppeError(f"port {port} is not one for the web")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    target = Target(parts.scheme, parts.hostname, port, path)
    if not private:
        if target.host == "localhost" or target.host.endswith(".localhost"):
            raise SteppeError("this server does not call itself")
        try:
            allowed = is_public(target.host)
        except ValueError:
            allowed = True  # a name; it is looked at when it is called
        if not allowed:
            raise SteppeError("this server does not call private addresses")
    return target


def is_public(address: str) -> bool:
    """Whether an address lies in the open internet; addresses within addresses are looked into."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None:
            found = inner
        elif found in ipaddress.ip_network("64:ff9b::/96"):
            found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast


async def call(url: str, body: dict[str, Any], *, private: bool = False, seconds: float = SECONDS) -> bool:
    """Send a small message; True if it was taken."""
    target = read_url(url, private=private)
    try:
        async with asyncio.timeout(seconds):
            return await _call(target, json.dumps(body).encode(), private)
    except (OSError, ssl.SSLError, ValueError, asyncio.IncompleteReadError):
        return False  # a timeout is an OSError


async def _call(target: Target, body: bytes, private: bool) -> bool:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not (private or all(is_public(address) for address in addresses)):
        return False
    context = ssl.create_default_context() if target.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        addresses[0], target.port, ssl=context, server_hostname=target.host if context else None, limit=4096
    )
    try:
        host = f"[{target.host}]" if ":" in target.host else target.host
        head = (
            f"POST {target.path} HTTP/1.1\r\nHost: {host}:{target.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nUser-Agent: steppe\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        status = await reader.readline()
        return re.match(rb"HTTP/1\.[01] 2\d\d", status) is not None
    finally:
        writer.close()
