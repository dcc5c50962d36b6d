"""`python -m companion_app.pictures.pace`: first picture, frames while tricks come in, memory over a thousand deals."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

BORN = time.time()
GAP = 0.22  # seconds between two cards: all frames are of a card that slides in


@dataclass(frozen=True, slots=True)
class FrameTime:
    wall: float
    own: float
    """Processor time of the window's thread."""


def percentile(values: Sequence[float], share: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def _trick(number: int, laid: int, still: bool) -> Any:
    """The table with some cards of a trick on it, the turn gone on."""
    from companion_app.pictures.samples.parts import IDS
    from companion_app.pictures.samples.parts import laid as card
    from companion_app.pictures.samples.table import play
    from companion_app.viewmodels.frame import Appearance
    from companion_app.viewmodels.table import TableView, TrickView

    frame = play(Appearance(motion=not still))
    view = frame.view
    assert isinstance(view, TableView)
    cards = tuple(card(IDS[(number * 4 + i) % 54], i, i + 1, winning=i == laid - 1) for i in range(laid))
    seats = tuple(replace(s, turn=i == laid % 4, tricks=f"{number} Stiche") for i, s in enumerate(view.seats))
    trick = TrickView(f"Stich {number}", cards)
    return replace(frame, view=replace(view, trick=trick, seats=seats, warnings=(), counts=f"{number}"))


def frames_of_tricks(scene: Any, tricks: int) -> list[FrameTime]:
    """Card after card slides in; every frame of it, drawn to its end."""
    from kivy.graphics.opengl import glFinish

    frames: list[FrameTime] = []
    scene.show(_trick(0, 0, still=False))
    scene.frames(5)
    for number in range(1, tricks + 1):
        for laid in range(5):
            until = time.monotonic() + GAP
            drawn = 0
            while drawn < 6 or time.monotonic() < until:
                wall, own = time.perf_counter(), time.thread_time()
                if not drawn:
                    scene.root.show(_trick(number, laid, still=False))
                drawn += 1
                scene.frames(1)
                glFinish()  # else the pictures queue up, and the next upload waits for all of them
                frames.append(FrameTime(time.perf_counter() - wall, time.thread_time() - own))
                time.sleep(max(0.0, 1 / 60 - frames[-1].wall))
    return frames


def _resident() -> int:
    """Kilobytes in memory now; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def deals_shown(scene: Any, warm: int, deals: int) -> tuple[int, int]:
    """Objects and kilobytes that are more after the deals than before: bidding, tricks, settlement, sheet each time."""
    from companion_app.pictures.samples import SAMPLES
    from companion_app.viewmodels.frame import Appearance

    look = Appearance(motion=False)
    others = [
        SAMPLES[name](look) for name in ("table-bidding", "table-pad", "settlement", "sheet", "table-idle")
    ]

    def deal(number: int) -> None:
        for laid in range(5):
            scene.show(_trick(number % 12, laid, still=True))
        for frame in others:
            scene.show(frame)

    def tidied() -> None:
        for _ in range(2):
            scene.root.tidy.now()
            gc.collect()

    for number in range(warm):
        deal(number)
    tidied()
    before, memory = len(gc.get_objects()), _resident()
    for number in range(deals):
        deal(number)
        if number % 20 == 19:
            scene.root.tidy.now()
    tidied()
    return len(gc.get_objects()) - before, _resident() - memory


def _age() -> float:
    """Seconds since the program was started, the interpreter's own start included where the system tells."""
    try:
        ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
        up = float(Path("/proc/uptime").read_text().split()[0])
        return up - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return time.time() - BORN


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion_app.pictures.pace", description=__doc__)
    parser.add_argument("--start", action="store_true", help="only the time to the first picture")
    parser.add_argument("--tricks", type=int, default=12)
    parser.add_argument("--deals", type=int, default=1000)
    args = parser.parse_args()
    from companion_app.pictures import studio

    with tempfile.TemporaryDirectory() as home:
        studio.prepare(Path(home))
        from companion_app.pictures.samples import SAMPLES
        from companion_app.viewmodels.frame import Appearance

        scene = studio.Studio()
        scene.resize(1024, 600)
        scene.show(SAMPLES["start-find"](Appearance()))
        scene.frames(1)
        print(f"first picture after s: {_age():.2f}")
        if args.start:
            return
        frames = [
            f for f in frames_of_tricks(scene, args.tricks) if f.own > 0.0005
        ]  # those with something to draw
        for name in ("wall", "own"):
            times = [getattr(frame, name) * 1000 for frame in frames]
            figures = ", ".join(f"p{share} {percentile(times, share):.1f}" for share in (50, 95, 99))
            print(f"frame ms, {name}: {figures} of {len(frames)}")
        objects, kilobytes = deals_shown(scene, warm=20, deals=args.deals)
        print(f"after {args.deals} deals: {objects:+d} objects, {kilobytes:+d} kB")
        load = "/".join(f"{value:.1f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
        print(f"machine: {os.cpu_count()} cores, load {load}, {platform.system()}, software GL")


if __name__ == "__main__":
    main()
