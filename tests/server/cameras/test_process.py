"""A reader's process: started anew when it dies, given up when it dies too often, fed with the newest picture."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from server.cameras.process import RESTARTS, Budget, Keeper
from vision.sources.piped import PipedPictures


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_budget_is_five_a_minute() -> None:
    clock = Clock()
    budget = Budget(clock=clock)
    assert [budget.take() for _ in range(RESTARTS + 1)] == [True] * 5 + [False]
    clock.now = 59.0
    assert not budget.take()
    clock.now = 61.0
    assert budget.take()


def keeper(script: str, told: list[tuple[str, str]], **more: object) -> Keeper:
    async def tell(state: str, words: str) -> None:
        told.append((state, words))

    command = [sys.executable, "-c", script]
    return Keeper(command, {}, tell, budget=Budget(most=2), pause=0.01, **more)  # type: ignore[arg-type]


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("script", "states", "words"),
    [
        ("raise SystemExit('the lens is gone')", ["starting", "restarting", "restarting", "failed"], "the lens is gone"),
        ("import sys; sys.stderr.write('camera 9 cannot be opened\\n'); sys.exit(2)", ["starting", "failed"], "camera 9 cannot be opened"),
        ("pass", ["starting", "ended"], ""),
    ],
)  # fmt: skip
def test_a_process_that_dies(script: str, states: list[str], words: str) -> None:
    told: list[tuple[str, str]] = []

    async def story() -> None:
        process = keeper(script, told)
        process.start()
        await until(lambda: not process.running)

    run(story)
    assert [state for state, _ in told] == states
    assert told[-1][1] == words


def test_a_killed_process_is_started_anew() -> None:
    told: list[tuple[str, str]] = []

    async def story() -> None:
        process = keeper("import time; time.sleep(60)", told)
        process.start()
        await until(lambda: process.pid is not None)
        first = process.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await until(lambda: process.pid not in (None, first))
        await process.stop()
        assert process.pid is None and not process.running

    run(story)
    assert told == [("starting", ""), ("restarting", "signal 9")]


_SLOW = """
import sys, time, os
sys.path.insert(0, os.environ["HERE"])
from vision.sources.piped import PipedPictures
pictures = PipedPictures(os.fdopen(0, "rb", buffering=0))
for frame in pictures:
    open(os.environ["SEEN"], "a").write(f"{frame.t:.1f} {frame.image.shape[1]}\\n")
    time.sleep(0.3)
"""


def test_pictures_that_come_too_fast_are_replaced_by_newer_ones(tmp_path: Path) -> None:
    from tests.server.cameras.pictures import jpeg

    seen = tmp_path / "seen"
    pictures = [jpeg(64 + 16 * n, 64) for n in range(20)]

    async def story() -> None:
        async def tell(state: str, words: str) -> None:
            assert state == "starting", words

        here = str(Path(__file__).parents[3])
        process = Keeper([sys.executable, "-c", _SLOW], {"HERE": here, "SEEN": str(seen)}, tell)
        process.start()
        process.push(100.0, pictures[0])
        await until(seen.is_file)
        for n, picture in enumerate(pictures[1:], 1):
            process.push(100.0 + n / 10, picture)
            await asyncio.sleep(0.02)
        await until(lambda: "1.9 368" in seen.read_text())
        await process.stop()

    run(story)
    rows = seen.read_text().splitlines()
    assert rows[0] == "0.0 64" and len(rows) < 10


def test_a_pipe_that_ends_or_lies_ends_the_pictures(tmp_path: Path) -> None:
    from tests.server.cameras.pictures import jpeg
    from vision.sources.piped import HEADER

    picture = jpeg(96, 64)
    for tail in (b"", HEADER.pack(3.0, 50) + b"short", HEADER.pack(3.0, 2**32 - 1)):
        bad: list[str] = []
        file = tmp_path / "pipe"
        file.write_bytes(HEADER.pack(1.0, len(picture)) + picture + tail)
        with file.open("rb") as pipe:
            frames = list(PipedPictures(pipe, on_bad=bad.append))
        assert [frame.t for frame in frames] == [0.0] and not bad
    file.write_bytes(HEADER.pack(1.0, 4) + b"evil")
    with file.open("rb") as pipe:
        pictures = PipedPictures(pipe, on_bad=bad.append)
        assert list(pictures) == [] and pictures.bad == 1 and "not a picture" in bad[0]


def test_a_senders_clock_that_is_set_back_does_not_turn_time_back() -> None:
    pictures = PipedPictures(sys.stdin.buffer)
    times = [pictures._time(t) for t in (1000.0, 1000.5, 400.0, 400.5, 400.4)]
    assert times[:2] == [0.0, 0.5] and times == sorted(times) and times[3] == pytest.approx(1.05)


def test_a_senders_clock_that_is_set_forward_by_years_does_not_jump() -> None:
    pictures = PipedPictures(sys.stdin.buffer)
    times = [pictures._time(t) for t in (5.0, 5.1, 1.7e9, 1.7e9 + 0.1)]
    assert times == pytest.approx([0.0, 0.1, 0.15, 0.25])
