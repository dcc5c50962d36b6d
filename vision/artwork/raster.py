"""Drawings to pixels: PNGs with a palette, and contact sheets; a tool for building the deck."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.artwork.svg import HEIGHT, WIDTH

Pixels = npt.NDArray[np.uint8]
TABLE_GREEN: Final = (97, 112, 101, 255)


def height_for(width: int) -> int:
    return round(width * HEIGHT / WIDTH)


def rasterise(svg: str, width: int) -> Pixels:
    """RGBA pixels of a card, straight alpha."""
    import resvg_py

    encoded = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height_for(width), skip_system_fonts=True
    )
    bgra: Any = cv2.imdecode(np.frombuffer(bytes(encoded), np.uint8), cv2.IMREAD_UNCHANGED)
    return np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2RGBA), np.uint8)


def palette_png(pixels: Pixels, colours: int = 256) -> bytes:
    """A PNG with a palette: the commonest colours stay exact, the rare ones of edges take the nearest."""
    height, width, _ = pixels.shape
    flat = pixels.reshape(-1, 4).copy()
    flat[flat[:, 3] == 0] = 0
    packed, inverse, counts = np.unique(
        flat.view(np.uint32).reshape(-1), return_inverse=True, return_counts=True
    )
    found = packed.view(np.uint8).reshape(-1, 4)
    palette = found[np.lexsort((packed, -counts.astype(np.int64)))[:colours]]
    nearest = np.empty(len(found), np.uint8)
    for index, colour in enumerate(found.astype(np.int64)):
        nearest[index] = np.argmin(((palette.astype(np.int64) - colour) ** 2).sum(axis=1))
    rows = nearest[inverse.reshape(-1)].reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows])
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", np.ascontiguousarray(palette[:, :3]).tobytes()),
            _chunk(b"tRNS", np.ascontiguousarray(palette[:, 3]).tobytes()),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def contact_sheet(cards: Sequence[Pixels], columns: int, gap: int) -> Pixels:
    """The cards in rows on a table, for looking at them side by side."""
    height, width = cards[0].shape[:2]
    rows = -(-len(cards) // columns)
    sheet = np.empty((rows * (height + gap) + gap, columns * (width + gap) + gap, 4), np.uint8)
    sheet[:] = TABLE_GREEN
    for index, card in enumerate(cards):
        y = gap + index // columns * (height + gap)
        x = gap + index % columns * (width + gap)
        alpha = card[:, :, 3:].astype(np.float64) / 255
        under = sheet[y : y + height, x : x + width, :3]
        sheet[y : y + height, x : x + width, :3] = np.rint(
            card[:, :, :3] * alpha + under * (1 - alpha)
        ).astype(np.uint8)
    return sheet
