"""Picture files that nobody vouches for: one clear error each, and never a large allocation."""

from __future__ import annotations

import os
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.images import MAX_BYTES, PictureError, decode, read_picture, size_of

PICTURE = np.random.default_rng(1).integers(0, 255, (60, 40, 3), np.uint8)


def encoded(suffix: str) -> bytes:
    return cv2.imencode(suffix, PICTURE)[1].tobytes()


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims to be as large as you like and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def forged_jpeg(width: int, height: int) -> bytes:
    data = bytearray(encoded(".jpg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def forged_bmp(width: int, height: int) -> bytes:
    data = bytearray(encoded(".bmp"))
    data[18:26] = struct.pack("<ii", width, height)
    return bytes(data)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_whole_pictures_of_every_kind_are_read(suffix: str) -> None:
    data = encoded(suffix)
    assert size_of(data) == (40, 60)
    assert decode(data).shape == (60, 40, 3)


@pytest.mark.parametrize(("suffix", "depth"), [(".png", np.uint8), (".webp", np.uint8), (".png", np.uint16)])
def test_what_is_transparent_lies_on_white(suffix: str, depth: type) -> None:
    """Drawn cards often have ink only; flattened onto black they would be no cards."""
    most = np.iinfo(depth).max
    drawn: np.ndarray[Any, Any] = np.zeros((60, 40, 4), depth)
    drawn[20:40, 10:30] = most * np.array([0, 0, 1, 1])
    drawn[50:, :, 3] = most // 2
    options = [cv2.IMWRITE_WEBP_QUALITY, 101] if suffix == ".webp" else []
    read = decode(cv2.imencode(suffix, drawn, options)[1].tobytes())
    assert read[5, 5].tolist() == [255, 255, 255]
    assert read[30, 20].tolist() == [0, 0, 255]
    assert np.abs(read[55, 20].astype(int) - 128).max() <= 1


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@pytest.mark.parametrize(("orientation", "corner"), [(1, (5, 5)), (3, (54, 34)), (6, (5, 54)), (8, (34, 5))])
def test_what_is_transparent_is_turned_with_its_picture(orientation: int, corner: tuple[int, int]) -> None:
    drawn = np.zeros((60, 40, 4), np.uint8)
    drawn[..., 3] = 255
    drawn[:20, :15, 3] = 0  # the upper left, as it is stored
    drawn[40:, 20:, 2] = 200
    data = cv2.imencode(".png", drawn)[1].tobytes()
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00" + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + bytes(4)
    read = decode(data[:33] + chunk(b"eXIf", tiff) + data[33:])
    assert int((read == 255).all(axis=2).sum()) == 300
    assert read[corner].tolist() == [255, 255, 255]


def test_a_colour_that_is_named_transparent_is_found_behind_a_long_text() -> None:
    """A PNG with a palette says behind its palette which colours are none."""
    rows = b"".join(b"\0" + bytes([0] * 20 + [1] * 20) for _ in range(60))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 40, 60, 8, 3, 0, 0, 0))
    palette = chunk(b"PLTE", bytes([9, 9, 9, 200, 0, 0]))
    body = (
        palette
        + chunk(b"tEXt", b"k\0" + b"x" * 9000)
        + chunk(b"tRNS", b"\0")
        + chunk(b"IDAT", zlib.compress(rows))
    )
    read = decode(b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b""))
    assert read[30, 5].tolist() == [255, 255, 255]
    assert read[30, 35].tolist() == [0, 0, 200]


def test_bytes_between_two_segments_of_a_jpeg_are_passed_over() -> None:
    data = encoded(".jpg")
    (length,) = struct.unpack_from(">H", data, 4)
    stray = data[: 4 + length] + b"\0\0" + data[4 + length :]
    assert size_of(stray) == (40, 60)
    assert decode(stray).shape == (60, 40, 3)


def test_a_bmp_with_the_first_header_says_its_size() -> None:
    pixels = bytes(64 * 64 * 3)
    data = (
        b"BM"
        + struct.pack("<IHHI", 26 + len(pixels), 0, 0, 26)
        + struct.pack("<IHHHH", 12, 64, 64, 1, 24)
        + pixels
    )
    assert size_of(data) == (64, 64)
    with pytest.raises(PictureError, match="ends too early"):
        size_of(data[:-500])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"hello, I am a text", "not_a_picture"),
        (b"\x00" * 64, "not_a_picture"),
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40, "not_a_picture"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "not_a_picture"),
        (encoded(".jpg")[:200], "truncated"),
        (encoded(".jpg")[:-40], "truncated"),
        (encoded(".png")[:-40], "truncated"),
        (encoded(".webp")[:-40], "truncated"),
        (encoded(".bmp")[:-400], "truncated"),
        (b"\xff\xd8\xff", "truncated"),
        (b"\x89PNG\r\n\x1a\n", "truncated"),
        (png_header(60_000, 60_000), "too_large"),
        (png_header(2_000_000_000, 2), "too_small"),
        (png_header(300, 300), "damaged"),
        (forged_jpeg(65_500, 65_500), "too_large"),
        (forged_bmp(30_000, 30_000), "truncated"),
        (cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))[1].tobytes(), "too_small"),
    ],
)
def test_a_bad_file_has_one_reason(data: bytes, code: str) -> None:
    with pytest.raises(PictureError) as caught:
        decode(data)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_bad_paths_are_told(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    os.mkfifo(tmp_path / "pipe.jpg")
    huge = tmp_path / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    codes = {}
    for name in ("empty.jpg", "pipe.jpg", "huge.jpg", ".", "none.jpg", "a\0b.jpg", "x" * 300):
        with pytest.raises(PictureError) as caught:
            read_picture(tmp_path / name)
        codes[name[:10]] = caught.value.code
    assert codes == {
        "empty.jpg": "empty",
        "pipe.jpg": "not_a_file",
        "huge.jpg": "too_large",
        ".": "directory",
        "none.jpg": "not_found",
        "a\0b.jpg": "unreadable",
        "x" * 10: "unreadable",
    }


def test_orientation_is_respected(tmp_path: Path) -> None:
    """A phone's upright picture is stored lying, with a note to turn it; outlines are in what a person sees."""
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00" + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + b"\x00" * 4
    app1 = b"Exif\x00\x00" + tiff
    data = encoded(".jpg")
    turned = data[:2] + b"\xff\xe1" + struct.pack(">H", len(app1) + 2) + app1 + data[2:]
    assert size_of(turned) == (40, 60)
    assert decode(turned).shape == (40, 60, 3)


@settings(max_examples=300)
@given(
    st.sampled_from([".jpg", ".png", ".webp", ".bmp"]),
    st.integers(0, 10**6),
    st.binary(min_size=1, max_size=6),
)
def test_damaged_bytes_are_read_or_refused(suffix: str, at: int, patch: bytes) -> None:
    data = bytearray(encoded(suffix))
    at %= len(data)
    data[at : at + len(patch)] = patch
    try:
        picture = decode(bytes(data))
    except PictureError:
        return
    assert picture.dtype == np.uint8
    assert picture.ndim == 3


def test_of_a_damaged_file_only_our_own_line_is_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(encoded(".png"))
    data[len(data) // 2] ^= 0xFF
    path = tmp_path / "T01.png"
    path.write_bytes(data)
    with pytest.raises(PictureError) as told:
        read_picture(path)
    assert told.value.code == "damaged"
    print("and then", file=sys.stderr)
    assert capfd.readouterr().err == "and then\n"
