"""Measures the whole chain on labelled pictures of decks that were kept out: `python -m vision.training measure`.

A known print is read with the copies that training saw; a print that it never saw is enrolled with one scan, with one
phone picture per card, or not at all. Each picture is searched and looked at once and then named in every way.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.cards import IDS
from vision.bench import BINS, Score, read_labels
from vision.decks import Deck, load_deck, load_shipped
from vision.detector import MODEL_NAME as FINDER_FILE
from vision.detector import Finder, load_finder
from vision.enrolment import enroll
from vision.identity import Embedder, Trust
from vision.images import read_picture
from vision.reading import NAMER_FILE, PROTOTYPES_FILE, TRUST_FILE, Reader, load_trust
from vision.runtime import in_folder, load_network, manifest
from vision.training.namer_calibrate import LabelFinder
from vision.training.namer_faces import load_copies, load_pictures, prototypes_of, read_scan
from vision.training.namer_phone import phone_picture

KNOWN_COPY: Final = "piatnik-b2"
WAYS: Final = ("known", "scan", "phone", "none")
NAMED: Final = ("scan", "phone")
"""Read with one deck, as with `--deck`; otherwise with all that are known."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The networks of one folder, and every deck that they are asked to read with, by way and copy."""

    finder: Finder
    embedder: Embedder
    decks: dict[tuple[str, str], list[Deck]]
    trust: Trust

    def reader(self, way: str, copy: str) -> Reader | None:
        decks = self.decks.get((way, copy))
        trust = self.trust.of_named_deck() if way in NAMED else self.trust
        return Reader(self.finder, self.embedder, decks, trust) if decks else None


def load_chain(
    models: Path, shared: Path, ways: Sequence[str], *, finder: Finder | None = None, threads: int = 2
) -> Chain:
    """Loads a folder of models; its prototypes are of the prints that its namer was trained with."""
    namer = models / NAMER_FILE
    embedder = load_network(namer, threads=threads)
    shipped = load_shipped(models / PROTOTYPES_FILE)
    finder = finder or load_finder(in_folder(models, FINDER_FILE), threads=threads)
    decks: dict[tuple[str, str], list[Deck]] = {}
    for copy in load_copies(shared / "decks", held_out=True):
        if copy.name == KNOWN_COPY:
            decks["known", copy.name] = shipped
            continue
        if "scan" in ways:
            decks["scan", copy.name] = [Deck(copy.name, prototypes_of(embedder, copy.faces))]
        if "phone" in ways:
            checksum = str(manifest(models)[namer.name]["sha256"])
            decks["phone", copy.name] = [_phone_deck(copy.name, shared, embedder, checksum, finder)]
        if "none" in ways:
            decks["none", copy.name] = shipped
    chosen = {key: value for key, value in decks.items() if key[0] in ways}
    return Chain(finder, embedder, chosen, load_trust(models / TRUST_FILE))


def _phone_deck(copy: str, shared: Path, embedder: Embedder, namer: str, finder: Finder) -> Deck:
    """Enrolled as a person does it: 54 casual pictures in a folder."""
    rng = np.random.default_rng(1)
    surfaces = load_pictures(shared / "textures" / "surfaces", held_out=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "pictures"
        folder.mkdir()
        for path in sorted((shared / "decks" / copy).iterdir()):
            if path.stem in IDS:
                picture = phone_picture(rng, read_scan(path), surfaces[int(rng.integers(len(surfaces)))])
                cv2.imwrite(str(folder / f"{path.stem}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
        report = enroll(copy, folder, embedder, namer, finder, store=Path(place))
        print(f"{copy}: {report.cards} of 54 enrolled with phone pictures", flush=True)
        return load_deck(copy, embedder, namer, Path(place))


def measure(chain: Chain, folders: Iterable[Path], *, least: Sequence[float] = (0.0,)) -> dict[str, Score]:
    """Way → what was measured with it; for each length in pixels below which a card is not asked for."""
    scores: dict[str, Score] = {}
    for folder in folders:
        for file, label in sorted(read_labels(folder).items()):
            copy = label.get("deck", KNOWN_COPY)
            readers = {way: chain.reader(way, copy) for way in WAYS}
            used = {way: reader for way, reader in readers.items() if reader is not None}
            if not used:
                continue
            if isinstance(chain.finder, LabelFinder):
                chain.finder.label = label
            picture = read_picture(folder / file)
            begin = time.perf_counter()
            sight = next(iter(used.values())).see(picture)
            spent = 1000 * (time.perf_counter() - begin)
            for way, reader in used.items():
                cards, _ = reader.name_all(sight)
                for pixels in least:
                    title = f"{way}, from {pixels:.0f} px" if pixels else way
                    score = scores.setdefault(title, Score(least=pixels))
                    score.milliseconds.append(spent)
                    score.add(label, cards)
    return scores


def render_held_out(shared: Path, out: Path, kinds: Sequence[str], count: int, seed: int) -> None:
    """Draws labelled pictures of the decks, surfaces and hands that training never saw."""
    from vision.rendering import SceneSpec, load_assets, render_scene, write_scenes

    assets = load_assets(shared, "held-out")
    decks = [deck.name for deck in assets.decks]
    scenes = (
        render_scene(
            np.random.default_rng((seed, i)),
            assets,
            SceneSpec(1280, 720, kind=kinds[i % len(kinds)], deck=decks[i % len(decks)], variety=0.0),
        )
        for i in range(count)
    )
    write_scenes(out, scenes)


def _cell(part: dict[str, Any]) -> str:
    if not part["of"]:
        return "–"
    low, high = part["interval"]
    digits = 2 if part["share"] > 0.99 else 1
    return f"{part['count']}/{part['of']} = {100 * part['share']:.{digits}f} % [{100 * low:.1f}–{100 * high:.1f}]"


def as_table(scores: dict[str, Score]) -> str:
    """A table for the model card: each way and print, by visible share."""
    names = [name for name, _, _ in BINS]
    lines = ["| | ≥ 90 % visible | 50–90 % | 25–50 % |", "|---|---|---|---|"]
    rows = (("found", "found"), ("answered", "answered"), ("right_of_answered", "right of answered"))
    for way, score in scores.items():
        report = score.report()
        for deck, bins in report["by_deck"].items():
            for key, title in (*rows, ("likeliest_right", "likeliest right")):
                cells = [_cell(bins[n][key]) if n in bins else "–" for n in names]
                lines.append(f"| {way}, `{deck}`: {title} | " + " | ".join(cells) + " |")
    for way, score in scores.items():
        report = score.report()
        confused = ", ".join(f"{a}→{b} {n}" for a, b, n in report["confusions"])
        extra = report["extra"]
        lines.append(f"\n{way}: whole tricks {_cell(report['whole_tricks'])}")
        lines.append(f"empty pictures with a name: {_cell(report['pictures_without_cards_named'])}")
        lines.append(f"named where no open card lies: {extra['named']}, unsure there: {extra['unsure']}")
        lines.append(f"confused: {confused}")
    return "\n".join(lines)


def run(
    models: Path,
    shared: Path,
    folders: Sequence[Path],
    *,
    ways: Sequence[str] = WAYS,
    outlines: str = "finder",
    least: Sequence[float] = (0.0,),
    threads: int = 2,
    write: Path | None = None,
) -> str:
    """Measures, keeps the counts as JSON where asked, and returns the table."""
    finder: Any = None if outlines == "finder" else LabelFinder(float(outlines == "shaky"))
    if finder is not None and "phone" in ways:
        ways = [way for way in ways if way != "phone"]
    chain = load_chain(models, shared, ways, finder=finder, threads=threads)
    scores = measure(chain, folders, least=least)
    if write is not None:
        reports = {way: score.report() for way, score in scores.items()}
        write.write_text(json.dumps(reports, indent=1) + "\n", encoding="utf-8")
    return as_table(scores)
