"""One picture in, its named cards out: the finder's outlines, rectified, looked at and assigned."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BACK_ID, IDS, UNKNOWN_ID
from vision.between import between, hidden_by
from vision.decks import Deck, DeckError, load_deck, load_shipped
from vision.identity import (
    FULL,
    Embedder,
    Image,
    Looks,
    Names,
    Quad,
    Trust,
    chosen,
    compare,
    concatenated,
    fit_of_deck,
    look,
    name,
    ordered,
    rectify,
    refine,
    vivid,
)
from vision.proposals import corner_distance

_log = logging.getLogger(__name__)

NAMER_FILE: Final = "namer.onnx"
PROTOTYPES_FILE: Final = "prototypes.npz"
TRUST_FILE: Final = "namer.toml"
SAME_CARD: Final = 0.55
"""Two outlines that overlap so much and look like the same card are one card."""
MISSED_LIKELY: Final = 0.8
"""So sure must the namer be that a card lies where only its neighbours say that one is missing;"""
MISSED_SCORE: Final = 0.3
"""it counts as found with so little confidence,"""
MISSED_APART: Final = 0.1
"""and must lie so far from what was found, in card lengths."""
LIKELY: Final = 0.4
"""An unsure outline is asked about only if a card lies there with at least this probability,"""
AMONG: Final = 0.2
"""or with this one where another card of the picture was named: cards lie where cards lie."""
ECHO: Final = 0.25
"""An unsure outline that overlaps a named card so much and looks like that very card is none of its own."""

SLACK: Final = 0.3
"""How much of a card visible share and outlines may err together, for a card that is believed."""
DOUBT: Final = 0.5
"""The same for one that is doubted: in fans the namer takes neighbours for the card, and calls it too visible."""

PALE: Final = -0.08
"""Looks that stay further behind what a known deck's cards would reach may be of a faded deck;"""
FADED: Final = 0.01
"""they are, if with stronger colours they are so much more like one,"""
VIVID: Final = (1.8, 3.2)
"""so many times as strong."""

SURELY_BACK: Final = 0.9
"""A back of which the finder is less sure is looked at as well: it may be a face of which little shows."""
LIKELY_BACK: Final = 0.75
"""One that is less likely than this gets no entry."""
FARTHER: Final = 0.7
"""A border of so many times the longer side makes a close-up as small as the cards that the finder knows."""
WIDE: Final = 1920
"""A picture that is seen from farther away needs no more pixels: what the finder outlines there is large."""
SURELY_OPEN: Final = 0.97
"""So sure must the namer be that a face lies there before it overrules the finder."""


class Found(Protocol):
    """What a finder saw: outlines (N, 4, 2), whether each lies face down, and how sure it is."""

    @property
    def quads(self) -> NDArray[np.float32]: ...
    @property
    def back(self) -> NDArray[np.bool_]: ...
    @property
    def scores(self) -> NDArray[np.float32]: ...


class Finder(Protocol):
    """Anything that finds cards in a picture."""

    def find(self, frame: Image, /) -> Found: ...


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a picture: its id (`??` if unsure, `BACK` if face down) and its whole outline."""

    card: str
    quad: Quad
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()
    visible: float = 1.0


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen of a picture before anything was named."""

    quads: list[Quad]
    looks: Looks
    scores: NDArray[np.float32]
    """How sure the finder was that each outline is a card that lies open."""
    backs: tuple[SeenCard, ...] = ()
    """The cards that lie face down."""


class _Moved:
    """What was found in a picture that was made smaller and given a border, as it lies in the picture itself."""

    def __init__(self, found: Found, pad: int, scale: float) -> None:
        # Pixel centres are whole numbers: the first one of a smaller picture lies between several of the large one.
        self.quads = np.asarray((found.quads - np.float32(pad) + 0.5) / np.float32(scale) - 0.5, np.float32)
        self.back, self.scores = found.back, found.scores


def _cards_in(sight: Sight) -> bool:
    """Whether any outline is, to the namer, surely a card that lies open, or surely one that lies face down."""
    backs = any(back.confidence >= SURELY_BACK for back in sight.backs)
    return backs or bool((sight.looks.genuine >= SURELY_OPEN).any())


def reduced(picture: Image, side: int) -> tuple[Image, float]:
    """The picture with at most so many pixels on its longer side, and how much smaller it is."""
    scale = min(1.0, side / max(picture.shape[:2]))
    return (picture if scale == 1 else scaled(picture, scale)), scale


def scaled(picture: Image, scale: float) -> Image:
    """The picture so many times as large; of a strip one pixel stays."""
    height, width = picture.shape[:2]
    size = max(1, round(scale * width)), max(1, round(scale * height))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def bordered(picture: Image, share: float) -> tuple[Image, int]:
    """The picture in a border of its own colour, so that what fills it is small; and how wide the border is."""
    pad = int(share * max(picture.shape[:2]))
    colour = [float(v) for v in np.median(picture.reshape(-1, 3)[::97], axis=0)]
    around = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour)
    return np.asarray(around, np.uint8), pad


@dataclass(frozen=True, slots=True)
class Reading:
    cards: tuple[SeenCard, ...]
    deck: str | None = None


class Reader:
    """Reads pictures with the given decks. Everything is loaded once, here."""

    def __init__(self, finder: Finder, embedder: Embedder, decks: Sequence[Deck], trust: Trust) -> None:
        if not decks:
            raise DeckError("there is no deck to read with")
        self.finder = finder
        self.embedder = embedder
        self.decks = [replace(deck, prototypes=ordered(deck.prototypes)) for deck in decks]
        self.trust = trust
        self._prototypes = [deck.prototypes for deck in self.decks]

    def read(self, picture: Image) -> Reading:
        cards, deck = self.name_all(self.see(picture))
        return Reading(tuple(cards), deck)

    def see(self, picture: Image) -> Sight:
        """Finds outlines and looks at all that may be open cards.

        Where none of them is a card the picture may be a close-up, and they its pieces: it is seen from farther away, too.
        """
        sight = self._seen(picture, self.finder.find(picture))
        if _cards_in(sight):
            return sight
        small, scale = reduced(picture, WIDE)
        around, pad = bordered(small, FARTHER)
        farther = self._seen(picture, _Moved(self.finder.find(around), pad, scale))
        return farther if _cards_in(farther) else sight

    def _seen(self, picture: Image, found: Found) -> Sight:
        """What the finder takes, with little confidence, for a back is an open card if the namer surely sees one there."""
        doubted = found.back & (found.scores < SURELY_BACK)
        looked = np.flatnonzero(~found.back | doubted)
        quads, looks = self.look_at(picture, found.quads[looked])
        face = ~doubted[looked] | (looks.genuine >= SURELY_OPEN)
        down = np.setdiff1d(np.flatnonzero(found.back), looked[face])
        # Most of what may be a back with less confidence is no card: grain of wood, patterns, photographs.
        backs = [
            _back(found.quads[i], found.scores[i]) for i in down.tolist() if found.scores[i] >= LIKELY_BACK
        ]
        scores = np.where(found.back, 1 - found.scores, found.scores)[looked[face]]
        rows = np.flatnonzero(face).tolist()
        sight = Sight([quads[i] for i in rows], chosen(looks, rows), scores, tuple(backs))
        return self._with_missed(picture, sight)

    def _with_missed(self, picture: Image, sight: Sight) -> Sight:
        """With the cards of which only what they hide was noticed."""
        known = self.worth_naming(sight)
        places = between([sight.quads[i] for i in known], sight.looks.visible[known])
        if not places:
            return sight
        quads, looks = self.look_at(picture, np.array(places, np.float32))
        found = np.array(sight.quads, np.float32)
        rows = [
            k
            for k, quad in enumerate(quads)
            if looks.genuine[k] >= MISSED_LIKELY and corner_distance(quad, found).min() >= MISSED_APART
        ]
        scores = np.full(len(rows), MISSED_SCORE, np.float32)
        return Sight(
            [*sight.quads, *(quads[k] for k in rows)],
            concatenated(sight.looks, chosen(looks, rows)),
            np.concatenate([sight.scores, scores]),
            sight.backs,
        )

    def look_at(self, picture: Image, quads: NDArray[np.float32]) -> tuple[list[Quad], Looks]:
        """Embeds every outline; outlines that are a little off are corrected and looked at again."""
        outlines = [portrait(np.asarray(q, np.float32)) for q in quads]
        crops, matrices = _rectified(picture, outlines)
        looks = look(self.embedder, crops)
        again = [
            i for i in range(len(outlines)) if _worth_refining(looks.offsets[i], float(looks.genuine[i]))
        ]
        moved = [refine(outlines[i], matrices[i], looks.offsets[i]) for i in again]
        nearer = _rectified(picture, moved)[0]
        second = look(self.embedder, nearer)
        better = [k for k, i in enumerate(again) if second.genuine[k] >= min(0.5, float(looks.genuine[i]))]
        for k in better:
            outlines[again[k]], crops[again[k]] = moved[k], nearer[k]
        return outlines, self._colours(crops, _replaced(looks, second, [(again[k], k) for k in better]))

    def _colours(self, crops: Sequence[Image], looks: Looks) -> Looks:
        """Cards that fit no deck are looked at with stronger colours as well, if that is how they fit one: decks fade."""
        plain, short = self._fit(looks.vectors, looks)
        if short >= PALE:
            return looks
        seen = [look(self.embedder, [vivid(crop, times) for crop in crops]).vectors for times in VIVID]
        alike = [self._fit(vectors, looks)[0] for vectors in seen]
        best = int(np.argmax(alike))
        return replace(looks, vectors=seen[best]) if alike[best] >= plain + FADED else looks

    def _fit(self, vectors: NDArray[np.float32], looks: Looks) -> tuple[float, float]:
        """How alike the open ones of these looks are to the deck that they fit best, and how far behind they stay."""
        weight = looks.genuine * looks.visible**2
        best = [compare(vectors, prototypes).cosines.max(axis=1) for prototypes in self._prototypes]
        alike, row = max(((float((weight * row).sum()), row) for row in best), key=lambda each: each[0])
        return alike / (float(weight.sum()) + 1e-6), fit_of_deck(
            row, looks.genuine, looks.visible, self.trust.expected
        )[0]

    def name_all(self, sight: Sight) -> tuple[list[SeenCard], str | None]:
        """Names what was looked at; strangers and second outlines of one card are left out."""
        keep = self.worth_naming(sight)
        if not keep:
            return list(sight.backs), None
        quads, looks = [sight.quads[i] for i in keep], chosen(sight.looks, keep)
        names = name(looks, self._prototypes, self.trust, sight.scores[keep])
        plausible = self.trust.plausible(names.marks)
        impossible = contradictions(quads, looks.visible, names.confidence + 0.1 * plausible)
        possible = [i for i in range(len(quads)) if i not in impossible]
        cards = {i: self._card(i, quads[i], names, float(looks.visible[i])) for i in possible}
        named = {i for i, card in cards.items() if card.card != UNKNOWN_ID}
        likely = AMONG if named else LIKELY
        told = [
            card
            for i, card in cards.items()
            if i in named or (plausible[i] >= likely and not self._echo(i, quads, names))
        ]
        return [*told, *sight.backs], self.decks[names.deck].name

    def worth_naming(self, sight: Sight) -> list[int]:
        """What may be an open card, each card once."""
        real = sight.looks.genuine >= self.trust.stranger
        return _without_doubles(np.flatnonzero(real).tolist(), sight.quads, sight.looks)

    def _echo(self, i: int, quads: Sequence[Quad], names: Names) -> bool:
        """Whether an unsure outline only repeats a card that another one, lying over it, was named as."""
        sure = names.confidence >= self.trust.limit(names.marks)
        taken = np.flatnonzero((names.cards == names.favourite[i]) & sure)
        return any(overlap(quads[i], quads[j]) > ECHO for j in taken.tolist() if j != i)

    def _card(self, i: int, quad: Quad, names: Names, visible: float) -> SeenCard:
        card, confidence = int(names.cards[i]), float(names.confidence[i])
        quad = np.roll(quad, 2, axis=0) if names.flipped[i] else quad
        candidates = tuple((IDS[c], share) for c, share in names.candidates[i])
        sure = card >= 0 and confidence >= self.trust.limit(names.marks)
        return SeenCard(IDS[card] if sure else UNKNOWN_ID, quad, confidence, candidates, visible)


def _back(quad: Quad, score: float) -> SeenCard:
    return SeenCard(BACK_ID, quad, float(score))


def portrait(quad: Quad) -> Quad:
    """The outline beginning at an end of a long side's left, so that the crop stands upright or on its head."""
    wide = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])
    high = np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])
    return np.roll(quad, -1, axis=0) if wide > 1.15 * high else quad


def _rectified(picture: Image, quads: Sequence[Quad]) -> tuple[list[Image], list[NDArray[np.float64]]]:
    pairs = [rectify(picture, quad) for quad in quads]
    return [crop for crop, _ in pairs], [matrix for _, matrix in pairs]


def _worth_refining(offsets: NDArray[np.float32], genuine: float) -> bool:
    """Only where the outline is a card's and off by more than the namer shrugs off."""
    shift = float(np.abs(offsets).mean())
    return genuine > 0.2 and 0.012 < shift < 0.25


def _replaced(looks: Looks, second: Looks, pairs: Sequence[tuple[int, int]]) -> Looks:
    fields = [np.array(f) for f in (looks.vectors, looks.genuine, looks.visible, looks.offsets)]
    for i, k in pairs:
        for field, other in zip(
            fields, (second.vectors, second.genuine, second.visible, second.offsets), strict=True
        ):
            field[i] = other[k]
    return Looks(*fields)


def overlap(one: Quad, two: Quad) -> float:
    """Intersection over union of two outlines."""
    first, second = (cv2.convexHull(np.asarray(q, np.float32)) for q in (one, two))
    a, b = cv2.contourArea(first), cv2.contourArea(second)
    if a <= 0 or b <= 0:
        return 0.0
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / (a + b - common))


def contradictions(
    quads: Sequence[Quad], visible: NDArray[np.float32], worth: NDArray[np.float32]
) -> set[int]:
    """Outlines that cannot be true, given those that are worth more.

    Two cards cannot both be seen at one place. Where an outline lies over a card that is seen there, it must be the
    lower one, and then it must look as much hidden as that card and others hide of it. An outline that runs across
    two cards of a row looks open and lies on both.
    """
    open_share = np.minimum(visible / FULL, 1.0)
    kept: list[int] = []
    out: set[int] = set()
    for i in np.argsort(-worth, kind="stable").tolist():
        above = [quads[j] for j in kept if _must_be_above(quads[j], float(open_share[j]), quads[i])]
        if above and hidden_by(quads[i], above) > 1 - float(open_share[i]) + DOUBT:
            out.add(i)
        else:
            kept.append(i)
    return out


def _must_be_above(known: Quad, open_share: float, other: Quad) -> bool:
    """Whether so much of a card's outline lies in the other one that it could not look as open as it does below it."""
    return hidden_by(known, [other]) > 1 - open_share + SLACK


def _without_doubles(keep: Sequence[int], quads: Sequence[Quad], looks: Looks) -> list[int]:
    """Of outlines that show the same card twice, the one that shows more of it."""
    order = sorted(keep, key=lambda i: -float(looks.visible[i] * looks.genuine[i]))
    kept: list[int] = []
    for i in order:
        if not any(_same(i, j, quads, looks) for j in kept):
            kept.append(i)
    return sorted(kept)


def _same(i: int, j: int, quads: Sequence[Quad], looks: Looks) -> bool:
    shared = overlap(quads[i], quads[j])
    return shared > 0.85 or (shared > SAME_CARD and float(looks.vectors[i] @ looks.vectors[j]) > 0.6)


def load_trust(path: Path, *, named: bool = False) -> Trust:
    """How far the answers of this folder's networks are trusted; `named` where somebody said which deck it is."""
    with path.open("rb") as file:
        row: dict[str, Any] = tomllib.load(file)["trust"]
    trust = Trust(**{key: float(value) for key, value in row.items()})
    return trust.of_named_deck() if named else trust


def load_namer(*, threads: int = 2) -> tuple[Embedder, str]:
    """The shipped namer and the checksum that tells it from others."""
    from vision.runtime import MODELS, load_network, manifest

    network = load_network(MODELS / NAMER_FILE, threads=threads)
    return network, str(manifest()[NAMER_FILE]["sha256"])


def shipped_decks() -> list[Deck]:
    from vision.runtime import MODELS, check

    check(MODELS / PROTOTYPES_FILE)
    return load_shipped(MODELS / PROTOTYPES_FILE)


def load_reader(
    deck: str | None = None, *, threads: int = 2, finder: Finder | None = None, film: bool = False
) -> Reader:
    """The whole chain with the shipped networks: with the deck that somebody named, or with all that are known here.

    For a `film` the finder may be computed with 16-bit floats.
    """
    from vision.decks import enrolled_names
    from vision.runtime import MODELS

    embedder, checksum = load_namer(threads=threads)
    shipped = shipped_decks()
    width = shipped[0].prototypes.vectors.shape[1] if shipped else None
    own = enrolled_names()
    if deck is None:
        decks = list(shipped)
        for each in own:
            try:
                decks.append(load_deck(each, embedder, checksum, width=width))
            except DeckError as error:  # nobody asked for this one: the others go on
                _log.warning("%s", error)
    elif deck in own:
        decks = [load_deck(deck, embedder, checksum, width=width)]
    else:
        decks = [each for each in shipped if each.name == deck]
    if not decks:
        known = ", ".join([*own, *(each.name for each in shipped)])
        raise DeckError(
            f"there is no deck {deck!r}; known: {known}. Teach it with: kiebitz deck enroll NAME PICTURES"
        )
    if finder is None:
        from vision.detector import load_finder

        finder = load_finder(threads=threads, fast=film)
    return Reader(finder, embedder, decks, load_trust(MODELS / TRUST_FILE, named=deck is not None))
