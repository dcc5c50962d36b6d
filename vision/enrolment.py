"""Teaches a printed deck from pictures of its cards: finds each card, judges the picture, reports what looks alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import ALL_CARDS, BY_ID
from vision.decks import (
    MAX_PICTURES,
    DamagedDeckError,
    Deck,
    DeckError,
    deck_path,
    make_prototypes,
    put_aside,
    save_deck,
    stamp,
    taught_before,
)
from vision.identity import Embedder, Image, Looks, Prototypes, Quad, compare, look, rectify, refine
from vision.images import FOREIGN, SUFFIXES, PictureError, read_picture
from vision.reading import FARTHER, Finder, bordered, overlap, portrait, reduced, scaled

ALIKE: Final = 0.73
"""Two cards of a deck whose pictures are as like as this are reported."""
MISNAMED: Final = 0.64
LEAD: Final = 0.18
"""A picture that is so like another card, and by so much more than like its own, is named wrongly."""
WORKING_SIDE: Final = 1600
SMALL: Final = 90
DARK: Final = 75
BLURRED: Final = 0.215
GENUINE: Final = 0.95
FOUND: Final = 0.5
"""There is a card if the namer or the finder is as sure as this; of bare tables both are less, or the namer sees little of it."""
SCAN: Final = 0.25
"""As much better as if the finder were rather sure of it: the picture itself, if the namer takes it for a card."""
INSIDE: Final = 0.95
VISIBLE: Final = 0.68
"""A card of which less lies inside the picture, or shows, is cut off."""
SEVERAL: Final = 0.6
"""Another outline that finder and namer are so sure of is another card,"""
APART: Final = 0.4
"""if the two share no more than this,"""
PARTLY: Final = 0.4
"""so much of it shows,"""
AS_LARGE: Final = 0.5
"""and it is not much smaller."""
LEARNT: Final = 0.9
"""A card of which less lies inside the picture is not learnt,"""
SHOWN: Final = 0.5
"""nor one of which the namer sees less: it is covered, or no card."""
_FILE: Final = re.compile(r"([A-Za-z]\d{1,2}|[A-Za-z][A-Za-z])(?:-\d+)?")


@dataclass(frozen=True, slots=True)
class Poor:
    """A picture that could not be used, or only with doubts; `code` names the reason."""

    file: str
    code: str
    detail: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What came of it."""

    name: str
    pictures: int
    cards: int
    missing: tuple[int, ...]
    poor: tuple[Poor, ...]
    alike: tuple[tuple[int, int, float], ...]
    ignored: tuple[str, ...]
    path: Path
    kept: int = 0
    """So many cards of them were taught before and stay as they were."""
    aside: Path | None = None
    """Where a deck of this name lies now that was damaged."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """The one card of a picture."""

    crop: Image
    length: float
    """In pixels."""
    inside: float = 1.0
    """The share of its outline that lies inside the picture."""
    visible: float = 1.0
    """What the namer calls visible."""
    alone: bool = True
    """No other card lies in the picture."""


@dataclass(slots=True)
class _Gathered:
    cards: list[int] = field(default_factory=list)
    crops: list[Image] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    poor: list[Poor] = field(default_factory=list)

    def without(self, doubts: Sequence[Poor]) -> None:
        """The pictures that are in doubt are not used."""
        named = {poor.file for poor in doubts}
        for i in reversed([i for i, file in enumerate(self.files) if file in named]):
            del self.cards[i], self.crops[i], self.files[i]
        self.poor = [replace(poor, used=False) if poor.file in named else poor for poor in self.poor]
        self.poor += doubts


def pictures_in(folder: Path) -> tuple[list[tuple[Path, int]], list[str], list[Poor]]:
    """The pictures named by card ids, the other files, and pictures in formats that cannot be read."""
    if not folder.is_dir():
        raise DeckError(f"{folder} is no folder; expected one with pictures T01.jpg … C10.jpg")
    taken, ignored, foreign = [], [], []
    for path in sorted(folder.iterdir()):
        fits = _FILE.fullmatch(path.stem)
        named = fits is not None and fits[1].upper() in BY_ID
        if path.suffix.lower() in SUFFIXES and fits and named:
            taken.append((path, BY_ID[fits[1].upper()]))
        elif path.suffix.lower() in FOREIGN and named:
            foreign.append(path)
        elif not path.name.startswith("."):
            ignored.append(path.name)
    if foreign and not taken:
        kinds = ", ".join(sorted({path.suffix.lower() for path in foreign}))
        raise DeckError(f"pictures in {folder} cannot be read ({kinds}: {len(foreign)}); save them as JPEG")
    if not taken:
        raise DeckError(
            f"no picture in {folder} is named by a card; expected T01.jpg … C10.jpg (or .png, .webp, .bmp)"
        )
    if len(taken) > MAX_PICTURES:
        raise DeckError(
            f"{len(taken)} pictures in {folder} are too many; at most {MAX_PICTURES}, 54 are enough"
        )
    done = {path.stem for path, _ in taken}
    return taken, ignored, [Poor(path.name, "format") for path in foreign if path.stem not in done]


def enroll(
    name: str,
    folder: Path,
    embedder: Embedder,
    namer: str,
    finder: Finder | None,
    known: Sequence[Deck] = (),
    *,
    progress: Callable[[int, int], None] | None = None,
    store: Path | None = None,
    as_named: bool = False,
) -> Enrolment:
    """Makes and stores the deck `name`.

    `known` decks tell when a file shows another card than it is named after: it is not learnt, but for `as_named`.
    """
    deck_path(name, store)  # a bad name is told before any work
    if any(deck.shipped and deck.name == name for deck in known):
        raise DeckError(f"deck {name} belongs to Kiebitz; choose another name")
    taken, ignored, foreign = pictures_in(folder)
    gathered = _Gathered(poor=list(foreign))
    for number, (path, card) in enumerate(taken):
        _gather(path, card, embedder, finder, gathered)
        if progress is not None:
            progress(number + 1, len(taken))
    if gathered.crops:
        doubts = _misnamed(look(embedder, gathered.crops), gathered, known)
        gathered.without([] if as_named else doubts)
        gathered.poor += [replace(poor, used=True) for poor in doubts if as_named]
    if not gathered.crops:
        first = gathered.poor[len(foreign)]
        why = first.detail if first.code == "unreadable" else first.code.replace("_", " ")
        raise DeckError(
            f"no card was found in {'any picture' if len(taken) > 1 else 'the picture'} ({first.file}: {why})"
        )
    aside = None
    while True:
        # Somebody may teach other cards of the same deck in this very moment: his stay, too.
        seen = stamp(name, store)
        try:
            before = taught_before(name, set(gathered.cards), store)
        except DamagedDeckError:
            aside = put_aside(name, store)
            continue
        # Cards without a new picture stay as they were: a person retakes the poor pictures only.
        crops = np.concatenate([np.stack(gathered.crops), before[0]])
        cards = [*gathered.cards, *before[1].tolist()]
        if len(cards) > MAX_PICTURES:
            raise DeckError(
                f"{len(cards)} pictures of deck {name} are too many; at most {MAX_PICTURES}; begin anew with: kiebitz deck remove {name}"
            )
        looks = look(embedder, crops)
        prototypes = make_prototypes(embedder, crops, cards)
        if stamp(name, store) == seen:
            break
    path = save_deck(name, crops, np.array(cards, np.int16), prototypes, namer, store)
    present = set(cards)
    missing = tuple(card for card in ALL_CARDS if card not in present)
    alike = look_alikes(looks.vectors, cards, prototypes)
    kept = len(present - set(gathered.cards))
    return Enrolment(
        name,
        len(taken),
        len(present),
        missing,
        tuple(gathered.poor),
        alike,
        tuple(ignored),
        path,
        kept,
        aside,
    )


def _gather(path: Path, card: int, embedder: Embedder, finder: Finder | None, into: _Gathered) -> None:
    try:
        picture = read_picture(path)
    except PictureError as error:
        into.poor.append(Poor(path.name, "unreadable", str(error)))
        return
    try:
        found = find_card(picture, embedder, finder)
    except cv2.error:  # a strip, or another shape that no card has
        into.poor.append(Poor(path.name, "unreadable", "not of a card's shape"))
        return
    if found is None:
        into.poor.append(Poor(path.name, "no_card"))
        return
    if not found.alone:
        into.poor.append(Poor(path.name, "several"))
        return
    if found.inside < LEARNT or found.visible < SHOWN:
        into.poor.append(Poor(path.name, "cut", f"{100 * min(found.inside, found.visible):.0f} %"))
        return
    into.cards.append(card)
    into.crops.append(found.crop)
    into.files.append(path.name)
    into.poor += [Poor(path.name, code, detail, used=True) for code, detail in defects(found)]


def find_card(picture: Image, embedder: Embedder, finder: Finder | None) -> CutOut | None:
    """The one card in a picture: a scan, or a photograph on any background."""
    picture, scale = reduced(picture, WORKING_SIDE)
    pad = int(0.12 * max(picture.shape[:2]))
    padded = np.asarray(
        cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(96, 96, 96)), np.uint8
    )
    whole = _whole(picture)
    guesses = [(q, 0.0) for q in (*whole, *_contours(picture))]
    if finder is not None:
        guesses += [*_found(picture, finder, 0.0), *_found(picture, finder, FARTHER)]
    quads = [np.asarray(quad + pad, np.float32) for quad, _ in guesses]
    if not quads:
        return None
    quads, looks, crops = _settled(padded, [portrait(q) for q in quads], embedder)
    unrest = np.abs(looks.offsets).mean((1, 2))
    sizes = np.array([cv2.contourArea(q) for q in quads]) ** 0.5
    clipped = np.clip(looks.genuine, 1e-3, 1 - 1e-3)
    scores = 0.2 * np.log(clipped / (1 - clipped)) + looks.visible - 2 * unrest + 0.05 * sizes / sizes.max()
    scores = scores + 0.3 * np.array([score for _, score in guesses])
    # A scan that fills its picture: no finder knows cards as large as that, and outlines that run beyond it are guesses.
    scores[: len(whole)] += SCAN
    best = int(scores.argmax())
    sure = looks.genuine[best] >= GENUINE and looks.visible[best] >= VISIBLE
    if not sure and guesses[best][1] < FOUND:
        return None
    length = float(np.linalg.norm(quads[best][3] - quads[best][0])) / scale
    inside = _share_inside(quads[best] - pad, picture)
    others = [
        i
        for i, (_, score) in enumerate(guesses)
        if score >= SEVERAL
        and looks.genuine[i] >= GENUINE
        and looks.visible[i] >= PARTLY
        and sizes[i] ** 2 >= AS_LARGE * sizes[best] ** 2
        and overlap(quads[i], quads[best]) <= APART
    ]
    return CutOut(crops[best], length, inside, float(looks.visible[best]), alone=not others)


def _share_inside(quad: Quad, picture: Image) -> float:
    """The share of an outline that lies inside the picture."""
    height, width = picture.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    hull = cv2.convexHull(np.asarray(quad, np.float32))
    area = cv2.contourArea(hull)
    return float(cv2.intersectConvexConvex(hull, frame)[0] / area) if area > 0 else 0.0


def _settled(picture: Image, quads: list[Quad], embedder: Embedder) -> tuple[list[Quad], Looks, list[Image]]:
    """Outlines moved to where the namer sees the corners, as long as that gets better."""
    pairs = [rectify(picture, q) for q in quads]
    looks = look(embedder, [crop for crop, _ in pairs])
    for _ in range(2):
        moved = [
            refine(q, m, looks.offsets[i]) if looks.genuine[i] > 0.2 else q
            for i, (q, (_, m)) in enumerate(zip(quads, pairs, strict=True))
        ]
        quads = moved
        pairs = [rectify(picture, q) for q in quads]
        looks = look(embedder, [crop for crop, _ in pairs])
    return quads, looks, [crop for crop, _ in pairs]


def _whole(picture: Image) -> list[Quad]:
    """A scan that fills its picture."""
    height, width = picture.shape[:2]
    if not 1.4 < max(height, width) / min(height, width) < 2.4:
        return []
    return [np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5]


def _found(picture: Image, finder: Finder, border: float) -> list[tuple[Quad, float]]:
    """The finder's outlines; a border makes a close-up as small as the cards that the finder knows."""
    picture, pad = bordered(picture, border) if border else (picture, 0)
    found = finder.find(picture)
    order = np.argsort(-found.scores)[:4]
    return [(np.asarray(found.quads[i] - pad, np.float32), float(found.scores[i])) for i in order]


def _contours(picture: Image) -> list[Quad]:
    """The largest bright or distinct quadrangles of a card's proportions."""
    scale = 400 / max(picture.shape[:2])
    small = scaled(picture, scale)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    edges = cv2.morphologyEx(cv2.Canny(grey, 40, 120), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    quads: list[tuple[float, Quad]] = []
    for mask in (bright, 255 - bright, edges):
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            share = cv2.contourArea(hull) / (small.shape[0] * small.shape[1])
            if not 0.03 < share < 0.97:  # a speck, or the picture itself
                continue
            corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
            box = corners[:, 0] if len(corners) == 4 else cv2.boxPoints(cv2.minAreaRect(hull))
            quads.append((float(cv2.contourArea(hull)), _clockwise(np.asarray(box, np.float32)) / scale))
    quads.sort(key=lambda pair: -pair[0])
    return [quad for _, quad in quads[:4]]


def _clockwise(quad: Quad) -> Quad:
    one, two = quad[1] - quad[0], quad[2] - quad[1]
    return quad if one[0] * two[1] - one[1] * two[0] > 0 else quad[[0, 3, 2, 1]]


def sharpness(crop: Image) -> float:
    """The steepest edges of the crop in shares of its contrast per pixel, in the direction that has fewer.

    A blurred picture has none; one that was moved while it was taken has them along the way of the movement only.
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)[10:-10, 6:-6]
    contrast = float(np.percentile(grey, 99.5) - np.percentile(grey, 0.5))
    slopes = (np.abs(cv2.Sobel(grey, cv2.CV_32F, *along)) / 8 for along in ((1, 0), (0, 1)))
    return min(float(np.percentile(each, 99.5)) for each in slopes) / max(contrast, 8.0)


def defects(card: CutOut) -> list[tuple[str, str]]:
    """What is wrong with a picture of a card, with the measure."""
    found, crop = [], card.crop
    if card.inside < INSIDE or card.visible < VISIBLE:
        found.append(("cut", ""))
    if card.length < SMALL:
        found.append(("small", f"{card.length:.0f} px"))
    if float(np.percentile(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), 90)) < DARK:
        found.append(("dark", ""))
    if sharpness(crop) < BLURRED:
        found.append(("blurred", ""))
    return found


def _misnamed(looks: Looks, gathered: _Gathered, known: Sequence[Deck]) -> list[Poor]:
    """Files that show, in the eyes of all known decks, clearly another card than they are named after; their looks come first."""
    from engine.cards import IDS

    doubts = []
    every = [compare(looks.vectors, deck.prototypes).cosines for deck in known]
    for i, (card, file) in enumerate(zip(gathered.cards, gathered.files, strict=True)):
        rows = np.stack([c[i] for c in every]) if every else np.zeros((0, 54), np.float32)
        if not len(rows):
            continue
        best = rows.max(0)
        rival = int(best.argmax())
        if rival != card and best[rival] > MISNAMED and best[rival] - best[card] > LEAD:
            doubts.append(Poor(file, "other_card", IDS[rival]))
    return doubts


def look_alikes(
    vectors: NDArray[np.float32], cards: Sequence[int], prototypes: Prototypes, most: int = 8
) -> tuple[tuple[int, int, float], ...]:
    """The pairs of cards of one deck that the namer finds most alike, the worst first; the looks are of these cards."""
    likeness = np.full((54, 54), -1.0)
    for card, row in zip(cards, compare(vectors, prototypes).cosines, strict=True):
        likeness[card] = np.maximum(likeness[card], row)
    likeness = np.maximum(likeness, likeness.T)
    pairs = [
        (one, two, round(float(likeness[one, two]), 3))
        for one, two in np.argwhere(np.triu(likeness, 1) >= ALIKE).tolist()
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair[2])[:most])
