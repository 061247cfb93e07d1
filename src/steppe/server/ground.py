"""The ground of a title's map as one picture, drawn once and kept ready to be sent."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from functools import cache
from threading import Lock
from typing import NamedTuple

from fastapi import Request, Response

from steppe import mapdraw, titles
from steppe.server.faults import GoneError

_drawing = Lock()


class Ground(NamedTuple):
    """A picture in SVG: a hex centre lies at ``mapdraw.HEX`` times its place in the grid."""

    packed: bytes
    tag: str


def ground_of(key: str) -> Ground:
    """The ground of a title; whoever comes while it is being drawn waits for it."""
    with _drawing:
        return _drawn(key)


@cache
def _drawn(key: str) -> Ground:
    svg = mapdraw.ground(titles.drawing(titles.load(key), titles.folder(key))).encode()
    return Ground(gzip.compress(svg, 6, mtime=0), f'"{hashlib.sha256(svg).hexdigest()[:16]}"')


async def picture(title: str, request: Request) -> Response:
    """The ground of a title's map as SVG, packed once for all; nothing if the browser has it."""
    if title not in titles.known():
        raise GoneError(f"there is no such title; known are {', '.join(titles.known())}")
    ground = await asyncio.to_thread(ground_of, title)
    headers = {"ETag": ground.tag, "Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == ground.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(ground.packed, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})
    body = await asyncio.to_thread(gzip.decompress, ground.packed)
    return Response(body, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "identity"})
