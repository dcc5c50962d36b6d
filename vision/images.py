"""Opens picture files that nobody vouches for: sizes are read and checked before anything is decoded."""

from __future__ import annotations

import os
import stat
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

MAX_BYTES: Final = 64 << 20
MAX_PIXELS: Final = 64 << 20
MAX_SIDE: Final = 20_000
MIN_SIDE: Final = 16
BLACK: Final = 12
STRAY: Final = 64
"""So many bytes that mean nothing may stand between two segments of a JPEG."""
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp"})
FOREIGN: Final = frozenset({".heic", ".heif", ".avif", ".tif", ".tiff", ".gif", ".dng", ".jp2", ".jxl"})
"""Pictures as cameras and scanners write them that are not read here: they are named, not passed over."""

STRIPE: Final = 256
"""So many rows are laid on white at once."""
_TURNS: Final[tuple[Callable[[NDArray[Any]], NDArray[Any]], ...]] = (
    lambda p: p,
    lambda p: p[:, ::-1],
    lambda p: p[::-1, ::-1],
    lambda p: p[::-1],
    lambda p: p.swapaxes(0, 1),
    lambda p: p.swapaxes(0, 1)[:, ::-1],
    lambda p: p.swapaxes(0, 1)[::-1, ::-1],
    lambda p: p.swapaxes(0, 1)[::-1],
)
"""The eight ways in which a camera may have held a picture, in the order of EXIF's numbers."""

_EXPECTED: Final = "expected a JPEG, PNG, WebP or BMP picture"


class PictureError(Exception):
    """A picture file that cannot be used; `code` is for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def is_black(picture: Image) -> bool:
    """Whether hardly any light reached the camera: covered, switched off, or the first picture of one."""
    return float(np.percentile(picture[::16, ::16], 99)) <= BLACK


def read_picture(path: Path) -> Image:
    """The picture as BGR, turned as its EXIF orientation says, so as a viewer shows it."""
    data = _read_bytes(path)
    with _no_foreign_words():
        return decode(data)


@contextmanager
def _no_foreign_words() -> Iterator[None]:
    """What libpng and libjpeg print of a damaged file is left out: one line of ours says it."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    with ExitStack() as after:
        with suppress(OSError):  # there may be no standard error
            before = os.dup(2)
            after.callback(os.close, before)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 2)
            after.callback(os.dup2, before, 2)
            os.close(nowhere)
        yield


def decode(data: bytes) -> Image:
    """As `read_picture`, from bytes in memory."""
    width, height = size_of(data)
    if min(width, height) < MIN_SIDE:
        raise PictureError(
            "too_small", f"{width}×{height} pixels are too few; at least {MIN_SIDE}×{MIN_SIDE} needed"
        )
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        limit = f"{MAX_PIXELS >> 20} megapixels and {MAX_SIDE} a side"
        raise PictureError("too_large", f"{width}×{height} pixels are too many; the limit is {limit}")
    try:
        picture: NDArray[Any] | None = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if picture is not None and _may_be_transparent(data):
            picture = _on_white(picture, data)
    except (cv2.error, MemoryError) as error:
        raise PictureError("damaged", "the picture is damaged and cannot be decoded") from error
    if picture is None or picture.dtype != np.uint8 or picture.ndim != 3:
        raise PictureError("damaged", "the picture is damaged and cannot be decoded")
    if sorted(picture.shape[:2]) != sorted((height, width)):
        raise PictureError("damaged", "the picture is not of the size that its header says")
    return np.asarray(picture, np.uint8)


def _may_be_transparent(data: bytes) -> bool:
    """Whether the header of a PNG or WebP promises an alpha channel."""
    if data.startswith(b"\x89PNG"):
        return data[25] & 4 != 0 or data.find(b"tRNS", 0, data.find(b"IDAT")) > 0
    if data[12:16] == b"VP8X":
        return data[20] & 0x10 != 0
    return data[12:16] == b"VP8L" and data[24] & 0x10 != 0


def _on_white(picture: NDArray[Any], data: bytes) -> NDArray[Any]:
    """What is transparent lies on white, as on the paper that it would be printed on."""
    coded = np.frombuffer(data, np.uint8)
    whole: NDArray[Any] | None = cv2.imdecode(coded, cv2.IMREAD_UNCHANGED)
    if whole is None or whole.shape[2:] != (4,):
        return picture
    alpha = whole[..., 3] if whole.dtype == np.uint8 else (whole[..., 3] >> 8).astype(np.uint8)
    del whole
    if alpha.min() == 255:
        return picture
    # Transparency is decoded as it is stored: it is turned as the picture was.
    stored = cv2.imdecode(coded, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    turned = (turn for turn in _TURNS if stored is not None and np.array_equal(turn(stored), picture))
    alpha = next(turned, _TURNS[0])(alpha)
    if alpha.shape != picture.shape[:2]:
        return picture
    for row in range(0, len(picture), STRIPE):
        # In 16 bits 255 times 255 fits; stripes keep large pictures from taking several times their memory.
        part, share = picture[row : row + STRIPE].astype(np.uint16), alpha[row : row + STRIPE, :, None]
        picture[row : row + STRIPE] = (part * share + np.uint16(255) * (255 - share) + 127) // 255
    return picture


def _read_bytes(path: Path) -> bytes:
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            if not os.access(path, os.R_OK | os.X_OK):
                raise PictureError("not_allowed", "the folder may not be read")
            raise PictureError(
                "directory", f"no pictures in this folder (folders in it are not searched); {_EXPECTED}"
            )
        if not stat.S_ISREG(about.st_mode):  # a pipe would wait for ever
            raise PictureError("not_a_file", f"not an ordinary file; {_EXPECTED}")
        if about.st_size == 0:
            raise PictureError("empty", f"the file is empty; {_EXPECTED}")
        if about.st_size > MAX_BYTES:
            raise PictureError(
                "too_large", f"{about.st_size >> 20} MiB are too many; the limit is {MAX_BYTES >> 20} MiB"
            )
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise PictureError("not_found", "there is no such file") from error
    except PermissionError as error:
        raise PictureError("not_allowed", "the file may not be read") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable path"
        raise PictureError("unreadable", f"the file cannot be read: {reason}") from error


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height as the header says, for a file that is whole; nothing is decoded."""
    for magic, reader in _READERS.items():
        if data.startswith(magic):
            try:
                return reader(data)
            except (struct.error, IndexError) as error:
                raise PictureError("truncated", "the picture ends too early; copy it again") from error
    if data[4:8] == b"ftyp":
        raise PictureError(
            "not_a_picture", f"HEIC, AVIF or a film cannot be read; save it as JPEG ({_EXPECTED})"
        )
    if data.startswith((b"II*\0", b"MM\0*", b"GIF8")):
        raise PictureError("not_a_picture", f"TIFF and GIF cannot be read; save it as JPEG ({_EXPECTED})")
    raise PictureError("not_a_picture", f"not a picture; {_EXPECTED}")


def _jpeg(data: bytes) -> tuple[int, int]:
    """Walks the segments to the first scan. The end marker must follow it (a thumbnail's comes before)."""
    at, size = 2, None
    while True:
        # Some cameras leave a few bytes between two segments; every viewer passes over them.
        if data[at] != 0xFF and (at := data.find(b"\xff", at, at + STRAY)) < 0:
            raise PictureError("damaged", "the picture is damaged: a JPEG segment is missing")
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if length < 2:
            raise PictureError("damaged", "the picture is damaged: an impossible JPEG segment")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 3)
            size = (int(width), int(height))
        if marker == 0xDA:
            break
        at += length
    if size is None:
        raise PictureError("damaged", "the picture is damaged: a JPEG without a size")
    if data.find(b"\xff\xd9", at) < 0:
        raise PictureError("truncated", "the picture ends too early; copy it again")
    return size


def _png(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    at = 8
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + int(length)
        if at > len(data):
            raise PictureError("truncated", "the picture ends too early; copy it again")
        if kind == b"IEND":
            return int(width), int(height)


def _webp(data: bytes) -> tuple[int, int]:
    if data[8:12] != b"WEBP":
        raise PictureError("not_a_picture", f"not a picture; {_EXPECTED}")
    if struct.unpack_from("<I", data, 4)[0] + 8 > len(data):
        raise PictureError("truncated", "the picture ends too early; copy it again")
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _bmp(data: bytes) -> tuple[int, int]:
    if struct.unpack_from("<I", data, 14)[0] == 12:  # the header of the first versions
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        if (width * bits + 31) // 32 * 4 * height > len(data):
            raise PictureError("truncated", "the picture ends too early; copy it again")
        return int(width), int(height)
    width, height = struct.unpack_from("<ii", data, 18)
    (bits,) = struct.unpack_from("<H", data, 28)
    (compression,) = struct.unpack_from("<I", data, 30)
    if compression == 0 and (abs(width) * bits + 31) // 32 * 4 * abs(height) > len(data):
        raise PictureError("truncated", "the picture ends too early; copy it again")
    return abs(int(width)), abs(int(height))


_READERS: Final[dict[bytes, Callable[[bytes], tuple[int, int]]]] = {
    b"\xff\xd8\xff": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"RIFF": _webp,
    b"BM": _bmp,
}
