"""Whole deals read from films, compared with what happened in them: the figures of `kiebitz bench watch`."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.cards import BY_ID
from engine.record_reading import read_deal
from engine.terms import SEATS
from server.benchmarks.films import public_rulings
from server.benchmarks.watch_compare import Reading, compare
from server.watching.session import Session
from vision.bench import share
from vision.decks import Deck, enrolled_names, load_deck, load_shipped
from vision.detector import MODEL_NAME as FINDER_FILE
from vision.detector import load_finder
from vision.reader.table_reader import Recogniser
from vision.reading import NAMER_FILE, PROTOTYPES_FILE, TRUST_FILE, Reader, load_reader, load_trust
from vision.runtime import MODELS, in_folder, load_network, manifest
from vision.sources.files import VideoFile

TO_REACH: Final = {
    "cards": 0.999,
    "tricks": 0.995,
    "deals": 0.95,
    "deals_with_one_question": 0.99,
    "false_events_per_deal": 0.02,
    "revokes_found_at_first_proof": 1.0,
    "false_accusations": 0,
    "latency_median": 0.3,
    "latency_p95": 0.7,
    "frames_per_second": 15,
    "memory_mb": 700,
}
WARM: Final = 5
"""Minutes of film until everything that is loaded when first needed has been."""
ROOT: Final = Path(__file__).resolve().parents[2]
Row = dict[str, Any]


class FilmsError(Exception):
    """Films that cannot be used; the message says what would be right."""


def load_recogniser(deck: str | None, models: Path | None) -> Reader:
    """The shipped networks, or those of another folder with the decks that they and this user know."""
    if models is None:
        return load_reader(deck, film=True)
    namer = load_network(models / NAMER_FILE)
    checksum = str(manifest(models)[NAMER_FILE]["sha256"])
    decks = [
        *load_shipped(models / PROTOTYPES_FILE),
        *(load_deck(n, namer, checksum) for n in enrolled_names()),
    ]
    chosen = [each for each in decks if deck is None or each.name == deck]
    finder = load_finder(in_folder(models, FINDER_FILE), fast=True)
    return Reader(finder, namer, chosen, load_trust(models / TRUST_FILE, named=deck is not None))


def films_in(folder: Path) -> list[Path]:
    """The whole films of a folder, by their truths."""
    found = sorted(folder.glob("*.truth.json"))
    if not found:
        raise FilmsError(
            f"{folder}: no films (NAME.mp4, NAME.start.json, NAME.truth.json);"
            " python -m server.benchmarks.films --count 100 makes them"
        )
    return [path.with_name(path.name.removesuffix(".truth.json")) for path in found]


@dataclass(frozen=True, slots=True)
class Run:
    """All that was told of a film, its frames, and the seconds that reading took by clock and by processor."""

    rows: list[Row]
    frames: int
    seconds: float
    cpu_seconds: float
    answered: list[Row] = field(default_factory=list)
    """The deal once more, after one question was answered; empty where none was open."""
    kept: bool = False
    """Read before, by another process."""


def watch_film(place: Path, recogniser: Recogniser) -> Run:
    """Reads a film, decoding included, as fast as it goes."""
    start = read_deal(json.loads(place.with_name(place.name + ".start.json").read_text(encoding="utf-8")))
    session = Session(start, recogniser)
    rows: list[Row] = []
    frames, begin, cpu = 0, time.perf_counter(), time.process_time()
    with closing(VideoFile(place.with_name(place.name + ".mp4"))) as source:
        for frame in source:
            rows += [told.row for told in session.feed(frame)]
            frames += 1
    rows += [told.row for told in session.finish()]
    seconds, cpu_seconds = time.perf_counter() - begin, time.process_time() - cpu
    truth = json.loads(place.with_name(place.name + ".truth.json").read_text(encoding="utf-8"))
    return Run(rows, frames, seconds, cpu_seconds, one_answer(session, truth))


def one_answer(session: Session, truth: Row) -> list[Row]:
    """Somebody who saw everything answers the least sure of the questions that are open at the end, and no other."""
    asked = [(card, q) for q in session.open_questions if (card := session.asked_about(q)) is not None]
    if not asked:
        return []
    card, question = min(asked, key=lambda pair: (pair[0].read, pair[0].name.confidence))
    laid = [*truth["cards"], *truth["taken_back"], *truth["gifts"]]
    seat = None if card.seat < 0 else SEATS[card.seat]
    lies = session.fold.find(card.track)
    trick = -card.track if lies is None else lies[0]
    # A gift is nobody's card; of the others trick and seat are known better than the moment.

    def away(row: Row) -> float:
        # A card that only stuck to another one has no time of its own but that of its going.
        moment: float = row["t_rest"] if "t_rest" in row else row["t"]
        elsewhere = 30.0 if row.get("trick", trick) != trick else 0.0
        return abs(moment - card.rest) + 15.0 * (seat not in (None, row["seat"])) + elsewhere

    right = min(laid, key=away)
    rows = session.answer(question, BY_ID[right["card"]])
    return [told.row for told in (*rows, *session.finish()) if told.row["event"] == "deal"]


def fingerprint(models: Path, decks: Sequence[Deck]) -> str:
    """What a reading depends on: the networks, the decks, and the code that reads."""
    digest = hashlib.sha256()
    for deck in sorted(decks, key=lambda deck: deck.name):
        digest.update(deck.name.encode() + deck.prototypes.vectors.tobytes())
    files = [
        path
        for folder in {models, MODELS}
        for kind in ("onnx", "toml", "npz")
        for path in folder.glob(f"*.{kind}")
    ]
    for folder in ("vision", "vision/reader", "vision/table", "vision/sources", "server/watching"):
        files += (ROOT / folder).glob("*.py")
    for path in sorted([*files, *(ROOT / "engine").rglob("*.py")]):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def read_once(place: Path, recogniser: Recogniser, mark: str | None) -> Run:
    """The film's reading; one that was kept with the same mark is not made again."""
    kept = place.parent / "readings" / f"{place.name}.json"
    mark = None if mark is None else f"{mark}-{_drawn(place)}"
    if mark is not None and kept.is_file():
        data = json.loads(kept.read_text(encoding="utf-8"))
        if data.pop("mark", None) == mark:
            return Run(**data | {"kept": True})
    run = watch_film(place, recogniser)
    if mark is not None:
        kept.parent.mkdir(exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_text(json.dumps({"mark": mark} | asdict(run), ensure_ascii=False), encoding="utf-8")
        part.replace(kept)
    return run


def _drawn(place: Path) -> str:
    """Tells a film from another one of its name: films can be drawn anew."""
    film = place.with_name(place.name + ".mp4")
    start = place.with_name(place.name + ".start.json").read_bytes()
    return hashlib.sha256(start + str(film.stat().st_size).encode()).hexdigest()[:8]


def angle_of(reading: Reading) -> str:
    """The band of the camera's angle that a film belongs to."""
    tilt = float(reading.truth.get("tilt", 0.0))
    return next(f"{low}-{low + 15}°" for low in (30, 15, 0) if tilt >= low)


GROUPS: Final[dict[str, Callable[[Reading], str]]] = {
    "angle": angle_of,
    "print": lambda r: str(r.truth["deck"]),
    "tempo": lambda r: str(r.truth.get("tempo", "unknown")),
}


def figures(readings: Sequence[Reading]) -> Row:
    """The figures of some films, with 95 % intervals."""
    revokes = [r for r in readings if r.revoke_found is not None]
    talons = [r for r in readings if r.talon_right is not None]
    delays = [t for r in readings for t in r.latencies]
    clean = sum(r.deal_right for r in readings)
    nearly = sum(r.right_with_one_answer for r in readings)
    frames, seconds = sum(r.frames for r in readings), sum(r.seconds for r in readings)
    cpu = sum(r.cpu_seconds for r in readings)
    return {
        "films": len(readings),
        "cards": share(sum(r.cards_right for r in readings), sum(r.cards for r in readings)),
        "tricks": share(sum(r.tricks_right for r in readings), sum(r.tricks for r in readings)),
        "collectors": share(sum(r.collectors_right for r in readings), sum(r.tricks for r in readings)),
        "deals": share(clean, len(readings)),
        "deals_with_one_question": share(nearly, len(readings)),
        "questions": sum(r.questions for r in readings),
        "talons": share(sum(bool(r.talon_right) for r in talons), len(talons)),
        "false_events_per_deal": round(sum(r.false_events for r in readings) / max(1, len(readings)), 3),
        "revokes_found": share(sum(bool(r.revoke_found) for r in revokes), len(revokes)),
        "revokes_found_at_first_proof": share(sum(bool(r.revoke_in_time) for r in revokes), len(revokes)),
        "false_accusations": sum(r.accusations for r in readings),
        "latency_median": round(float(np.median(delays)), 3) if delays else None,
        "latency_p95": round(float(np.percentile(delays, 95)), 3) if delays else None,
        "frames_per_second": round(frames / seconds, 1) if seconds else None,
        "frames_per_cpu_second": round(frames / cpu, 1) if cpu else None,
    }


def bench_watch(
    folder: Path,
    recogniser: Recogniser,
    progress: Callable[[Row], None] | None = None,
    mark: str | None = None,
) -> Row:
    """Reads every film of a folder. With a mark, readings are kept beside the films and made once for each mark."""
    readings: list[Reading] = []
    held: list[tuple[float, float]] = []
    kept = False
    for place in films_in(folder):
        truth = json.loads(place.with_name(place.name + ".truth.json").read_text(encoding="utf-8"))
        if "rulings" not in truth:
            truth["rulings"] = public_rulings(read_deal(truth["record"]))
        run = read_once(place, recogniser, mark)
        kept |= run.kept
        reading = compare(place.name, truth, run.rows, run.answered)
        reading.frames, reading.seconds, reading.cpu_seconds = run.frames, run.seconds, run.cpu_seconds
        readings.append(reading)
        minutes = sum(float(r.truth.get("duration", 0.0)) for r in readings) / 60
        held.append((minutes, resident_mb() or 0.0))
        if progress is not None:
            progress(reading.as_json())
    # A process that has only looked readings up says nothing about memory.
    memory: Row = {"memory_mb": None} if kept else {"memory_mb": _memory(), **growth(held)}
    report = figures(readings) | memory | {"to_reach": TO_REACH}
    for group, of in GROUPS.items():
        report[f"by_{group}"] = {name: figures(some) for name, some in _grouped(readings, of)}
    return report


def _grouped(readings: Iterable[Reading], of: Callable[[Reading], str]) -> list[tuple[str, list[Reading]]]:
    groups: dict[str, list[Reading]] = {}
    for reading in readings:
        groups.setdefault(of(reading), []).append(reading)
    return sorted(groups.items())


def resident_mb() -> float | None:
    """What this process holds now; Linux alone tells it without a library."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def growth(held: Sequence[tuple[float, float]]) -> Row:
    """By how much memory grew, deal after deal, once everything that is loaded when first needed has been."""
    warm = [each for each in held if each[0] >= WARM]
    if len(warm) < 2:
        return {}
    (begin, first), (end, last) = warm[0], warm[-1]
    return {"memory_growth_mb": round(last - first, 1), "growth_minutes": round(end - begin, 1)}


def _memory() -> int | None:
    """The most that this process has held, in MB; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(kilobytes / (1 << 20 if sys.platform == "darwin" else 1 << 10))
