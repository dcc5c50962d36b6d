"""How deep a text is nested is found in one pass, whatever it holds."""

from __future__ import annotations

import time

import pytest

from server.security.limits import depth_of


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        (b"", 0),
        (b'{"a": [1, {"b": []}]}', 4),
        (b'"[[[["', 0),
        (b'["\\"[[[", "]]"]', 1),
        (b'{"a\\\\": [[]]}', 3),
        (b"[" * 1000, 1000),
        (b"]]]][[", 0),
    ],
)
def test_depth(text: bytes, depth: int) -> None:
    assert depth_of(text) == depth


@pytest.mark.parametrize("part", [b'\\"', b'"', b'"\\', b"[", b"\\"])
def test_no_text_takes_long(part: bytes) -> None:
    text = part * (256 * 1024 // len(part))
    begin = time.process_time()
    depth_of(text)
    assert time.process_time() - begin < 0.5
