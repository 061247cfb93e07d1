"""PNG files of few colours: a screenshot with 256 of them is a third of the size and looks the same."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from playwright.sync_api import Page

COLOURS = 256
PIXELS = """async (data) => {
  const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const bytes = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return [bitmap.width, bitmap.height, btoa(text)];
}"""


def smaller(png: bytes, blank: Page) -> bytes:
    """The same picture with 256 colours; a blank page of the browser takes it apart."""
    wide, high, data = blank.evaluate(PIXELS, base64.b64encode(png).decode())
    pixels = np.frombuffer(base64.b64decode(data), np.uint8).reshape(high, wide, 4)[..., :3].astype(np.int32)
    # Colours that differ in their last two bits are counted as one; the commonest make the palette.
    keys = (pixels[..., 0] >> 2) << 12 | (pixels[..., 1] >> 2) << 6 | pixels[..., 2] >> 2
    _, index, counts = np.unique(keys.ravel(), return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(index, pixels[..., c].ravel()) / counts for c in range(3)], axis=1)
    palette = means[np.argsort(-counts)[:COLOURS]]
    distance = ((means[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    nearest = distance.argmin(axis=1).astype(np.uint8)[index].reshape(high, wide)
    rows = np.hstack([np.zeros((high, 1), np.uint8), nearest])
    header = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    parts = (("IHDR", header), ("PLTE", palette.round().astype(np.uint8).tobytes()))
    body = (*parts, ("IDAT", zlib.compress(rows.tobytes(), 9)), ("IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name.encode(), content) for name, content in body)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
