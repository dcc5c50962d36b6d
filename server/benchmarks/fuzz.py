"""Malformed frames and messages by the hundred thousand: `python -m server.benchmarks.fuzz`. Every one a typed refusal."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from server.api.live import answer_frame
from server.benchmarks.kills import HOST
from server.benchmarks.story import a_table, evening
from server.security.pairing import HOST as HOST_DEVICE
from server.store.sqlite import SqliteStore
from server.store.verify import verify_table
from server.tables.actor import TableActor
from server.tables.events import event_json
from server.tables.registry import Tables

_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 10**30, 1.5, "", "A", "HK", "??", "T22", "x" * 300, "\u202e", "\ud800", [], {}, [[]], {"type": "card_laid"},
)  # fmt: skip
_BYTES = b'{}[]",:\\\x00\xff\xe2\x80'


@dataclass(slots=True)
class Report:
    frames: int = 0
    done: int = 0
    refused: int = 0
    untyped: int = 0
    """Answers that are neither done nor an error with code and message: has to be 0."""
    damaged: int = 0
    codes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


def mutated(rng: random.Random, document: Any) -> Any:
    """A document with one thing in it replaced, left out, doubled or added."""
    if isinstance(document, dict) and document and rng.random() < 0.85:
        name = rng.choice(list(document))
        changed = dict(document)
        match rng.randrange(4):
            case 0:
                del changed[name]
            case 1:
                changed[rng.choice(("extra", "type", "by", "", "id"))] = rng.choice(_VALUES)
            case _:
                changed[name] = mutated(rng, changed[name])
        return changed
    if isinstance(document, list) and document and rng.random() < 0.7:
        index = rng.randrange(len(document))
        return [*document[:index], mutated(rng, document[index]), *document[index + rng.randrange(2) :]]
    return rng.choice(_VALUES)


def damaged(rng: random.Random, data: bytes) -> bytes:
    """Bytes cut, doubled, flipped or strewn in."""
    at = rng.randrange(len(data) + 1)
    match rng.randrange(4):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([rng.choice(_BYTES)]) + data[at + 1 :]
        case 2:
            return data[:at] + rng.randbytes(rng.randrange(8)) + data[at:]
        case _:
            return rng.choice((b"[", b'{"say":', b'"')) * rng.randrange(1, 3000) + data


def frame(rng: random.Random, word: dict[str, Any], number: int) -> bytes:
    """A frame that a broken or hostile client could send."""
    document: Any = {"id": f"f{number}", "say": [word]}
    for _ in range(rng.randrange(3)):
        document = mutated(rng, document)
    data = json.dumps(document).encode()
    return damaged(rng, data) if rng.random() < 0.4 else data


async def _fuzz(folder: Path, frames: int, seed: int) -> Report:
    rng, report, codes = random.Random(seed), Report(), Counter[str]()
    store = SqliteStore(folder / "kiebitz.db")
    actor = await Tables(store).create(a_table(), HOST, "create")
    words = evening(seed)
    start = time.monotonic()
    for number in range(frames):
        data = frame(rng, event_json(next(words)), number)
        answer = await answer_frame(data, actor, HOST_DEVICE)
        report.frames += 1
        code = _code(answer)
        codes[code] += 1
        report.done += code == "done"
        report.untyped += code == ""
        if actor.state.seq > 3000:  # a long evening is slow to judge: begin another
            report.damaged += _damaged(store, actor)
            actor = await Tables(store).create(a_table(), HOST, f"create{number}")
    report.damaged += _damaged(store, actor)
    store.close()
    report.refused = report.frames - report.done - report.untyped
    report.codes = dict(codes.most_common(20))
    report.seconds = round(time.monotonic() - start, 1)
    return report


def _code(answer: dict[str, Any]) -> str:
    """`done`, the code of the refusal, or nothing if the answer is neither."""
    if answer.get("type") == "done":
        return "done"
    error = answer.get("error", {})
    json.dumps(answer).encode()  # whatever was sent, the answer can be
    return str(error["code"]) if error.get("code") and error.get("message") else ""


def _damaged(store: SqliteStore, actor: TableActor) -> int:
    return len(verify_table(store, actor.table).findings)


def fuzz(frames: int, seed: int = 0) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_fuzz(Path(folder), frames, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    report = fuzz(given.frames, given.seed)
    sys.stdout.write(json.dumps(asdict(report), indent=1) + "\n")
    sys.exit(1 if report.untyped or report.damaged else 0)


if __name__ == "__main__":
    main()
