"""How many cards are found and named right, on pictures of prints that were kept out of training: `kiebitz bench accuracy`.

The scans of printed decks stay outside the project, so the pictures are drawn here, from a folder that has them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]

LEAST: Final = 90.0
"""Shorter cards, in pixels, are not asked for; what is measured of all lengths stands beside it."""


CODE: Final = Path(__file__).resolve().parents[2] / "vision"
TAUGHT_BY: Final = ("measure", "namer_phone", "namer_faces", "namer_light")
"""What makes the taught decks and compares."""


class AccuracyError(Exception):
    """Why it cannot be measured; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pictures of one sort, the same ones on every machine."""

    name: str
    kinds: tuple[str, ...]
    count: int
    seed: int


def batches(scenes: int, tricks: int, bare: int) -> list[Batch]:
    """Everything that can lie on a table; tricks as people lay them; and tables without any card."""
    from vision.rendering import KINDS

    wanted = (
        Batch("scenes", tuple(KINDS), scenes, 303),
        Batch("tricks", ("trick",), tricks, 404),
        Batch("bare", ("empty",), bare, 505),
    )
    return [batch for batch in wanted if batch.count]


def draw(batch: Batch, shared: Path, place: Path) -> Path:
    """The pictures of one sort in a folder of their own; they are drawn only once."""
    from vision.training.measure import render_held_out

    folder = place / f"{batch.name}-{batch.count}-{batch.seed}-{_drawn_by()}"
    if not (folder / "labels.json").is_file():
        render_held_out(shared, folder, batch.kinds, batch.count, batch.seed)
    return folder


def accuracy(shared: Path, models: Path, place: Path, wanted: Sequence[Batch], threads: int = 2) -> Json:
    """The report: each sort of pictures, read with a known print, one scan, one phone picture per card, or unknown."""
    missing = [name for name in ("decks", "textures", "hands") if not (shared / name).is_dir()]
    if missing:
        return {
            "skipped": f"{shared} has no {missing[0]}/: the scans of printed decks are not part of the project"
        }
    if not (models / "manifest.toml").is_file():
        raise AccuracyError(f"--models {models}: expected finder, namer, prototypes.npz and manifest.toml")
    from vision.runtime import MODELS, manifest
    from vision.training.measure import WAYS, load_chain, measure

    chain = cache(lambda: load_chain(models, shared, WAYS, threads=threads))
    entries = manifest(MODELS) | manifest(models)
    place.mkdir(parents=True, exist_ok=True)
    networks = ("finder.onnx", "outline.onnx", "namer.onnx")
    report: Json = {
        "networks": {name: str(entries[name]["sha256"])[:12] for name in networks if name in entries}
    }
    mark = _fingerprint(models)
    measured: Json = {}
    for batch in wanted:
        folder = draw(batch, shared, place)
        done = place / f"{folder.name}.{mark}.json"
        if not done.is_file():
            scores = measure(chain(), [folder], least=(0.0, LEAST))
            rows = {way: score.report() for way, score in scores.items()}
            done.write_text(json.dumps(rows), encoding="utf-8")
        measured[batch.name] = json.loads(done.read_text(encoding="utf-8"))
    return report | {"pictures": {b.name: b.count for b in wanted}} | summary(measured)


def _fingerprint(models: Path) -> str:
    """What was measured with the same networks and the same code need not be measured again."""
    from vision.runtime import MODELS, in_folder

    files = [MODELS / "manifest.toml", *(in_folder(models, name) for name in ("manifest.toml", "namer.toml"))]
    return _digest([*files, *CODE.glob("*.py"), *(CODE / "training" / f"{name}.py" for name in TAUGHT_BY)])


def _drawn_by() -> str:
    """Pictures of another renderer are other pictures."""
    return _digest([*(CODE / "rendering").glob("*.py"), CODE / "training" / "measure.py"])


def _digest(files: Sequence[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:12]


def summary(measured: Json) -> Json:
    """The lines of the table, and beside them each print and what was confused; the two ways of empty pictures as one."""
    long = f", from {LEAST:.0f} px"
    lines: Json = {}
    prints: Json = {}
    covered: Json = {}
    confused: Json = {}
    for way in ("known", "scan", "phone", "none"):
        scores = measured.get("scenes", {}).get(way + long)
        if scores is not None:
            lines[way], prints[way] = scores["by_visible_share"], scores["by_deck"]
        tricks = measured.get("tricks", {}).get(way + long)
        if tricks is not None:
            lines[f"tricks_{way}"] = tricks["whole_tricks"]
            covered[way] = tricks["whole_tricks_by_least_visible"]
        for name, ways in measured.items():
            if way in ways:
                confused[f"{name}, {way}"] = ways[way]["confusions"]
    bare = [measured.get("bare", {}).get(way) for way in ("known", "none")]
    if all(bare):
        from vision.bench import share

        parts = [each["pictures_without_cards_named"] for each in bare if each is not None]
        lines["bare_named"] = share(sum(p["count"] for p in parts), sum(p["of"] for p in parts))
    return {"lines": lines, "prints": prints, "tricks_by_least_visible": covered, "confused": confused}
