"""Memory over hours of film: `python -m server.benchmarks.endurance --films DIR --minutes 60`, one deal after the other."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from engine.record_reading import read_deal
from server.benchmarks.watch import WARM, films_in, resident_mb
from server.watching.session import Session
from vision.reader.table_reader import Recogniser
from vision.reading import load_reader
from vision.sources.base import Frame
from vision.sources.files import VideoFile

MINUTE: Final = 60.0


def _deals(places: Sequence[Path], recogniser: Recogniser) -> Iterator[tuple[Session, Frame]]:
    for place in cycle(places):
        start = json.loads(place.with_name(place.name + ".start.json").read_text(encoding="utf-8"))
        session = Session(read_deal(start), recogniser)
        with closing(VideoFile(place.with_name(place.name + ".mp4"))) as source:
            for frame in source:
                yield session, frame
        session.finish()


def endure(places: Sequence[Path], recogniser: Recogniser, minutes: float) -> dict[str, Any]:
    """Reads so many minutes of film; the memory held after each of them."""
    held: list[float] = []
    frames, seen, last = 0, 0.0, 0.0
    begin = time.perf_counter()
    for session, frame in _deals(places, recogniser):
        session.feed(frame)
        frames += 1
        seen += frame.t - last if frame.t > last else 0.0
        last = frame.t
        if seen >= MINUTE * (len(held) + 1):
            held.append(round(resident_mb() or 0.0, 1))
            sys.stderr.write(f"{len(held)} min: {held[-1]} MB\n")
        if seen >= MINUTE * minutes:
            break
    settled = held[WARM:] or held
    return {
        "minutes": len(held),
        "frames": frames,
        "frames_per_second": round(frames / (time.perf_counter() - begin), 1),
        "load": round(os.getloadavg()[0], 1),
        "most_mb": max(held, default=0.0),
        "growth_mb": round(settled[-1] - settled[0], 1) if settled else 0.0,
        "mb": held,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, default=Path("datasets/films"))
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args(arguments)
    report = endure(films_in(options.films), load_reader(film=True), options.minutes)
    sys.stdout.write(json.dumps(report) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
