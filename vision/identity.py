"""From outlines to names: rectify the crop, embed it, compare it with a deck's prototypes, assign each card once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import IDS

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]
Numbers = NDArray[np.float32]

CROP_WIDTH: Final = 96
CROP_HEIGHT: Final = 192
MARGIN: Final = 0.035
"""Share of the crop on each side that lies outside the outline, so that a shaky outline cuts no index off."""


def card_in_crop() -> Quad:
    """Where a perfectly outlined card's corners lie in the crop."""
    x, y = CROP_WIDTH * MARGIN, CROP_HEIGHT * MARGIN
    corners = [[x, y], [CROP_WIDTH - x, y], [CROP_WIDTH - x, CROP_HEIGHT - y], [x, CROP_HEIGHT - y]]
    return np.array(corners, np.float32)


def rectify(picture: Image, quad: Quad) -> tuple[Image, NDArray[np.float64]]:
    """The card upright, 96 × 192, and the matrix that leads from the picture to it. What is outside stays black."""
    quad = np.asarray(quad, np.float32)
    length = float(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
    shrink = np.eye(3)
    if length > 1.8 * CROP_HEIGHT:  # a close-up: shrink it first, or the warp would skip pixels
        picture, shrink = _smaller(picture, quad, 1.2 * CROP_HEIGHT / length)
    warp = cv2.getPerspectiveTransform(
        cv2.perspectiveTransform(quad[None], shrink)[0].astype(np.float32), card_in_crop()
    )
    crop = cv2.warpPerspective(picture, warp, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR)
    return np.asarray(crop, np.uint8), warp @ shrink


def _smaller(picture: Image, quad: Quad, scale: float) -> tuple[Image, NDArray[np.float64]]:
    """The part of the picture around the outline, reduced, and the matrix to it."""
    height, width = picture.shape[:2]
    pad = 0.1 * float(np.ptp(quad, axis=0).max())
    x0, y0 = np.clip((quad.min(0) - pad).astype(int), 0, [max(0, width - 2), max(0, height - 2)])
    x1, y1 = np.clip((quad.max(0) + pad).astype(int), [x0 + 2, y0 + 2], [width, height])
    size = max(1, round(scale * (x1 - x0))), max(1, round(scale * (y1 - y0)))
    part = cv2.resize(picture[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    sx, sy = part.shape[1] / (x1 - x0), part.shape[0] / (y1 - y0)
    matrix = np.array([[sx, 0, (0.5 - x0) * sx - 0.5], [0, sy, (0.5 - y0) * sy - 0.5], [0, 0, 1]])
    return np.asarray(part, np.uint8), matrix


class Embedder(Protocol):
    """A loaded network: crops (N, 3, 192, 96), RGB from 0 to 1 → [embeddings (N, 704), extras (N, 10), prototypes (N, 704)]."""

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]: ...


@dataclass(frozen=True, slots=True)
class Looks:
    """What the namer sees in N crops."""

    vectors: NDArray[np.float32]
    """(N, D), of unit length."""
    genuine: NDArray[np.float32]
    """How sure it is that this is an open Tarock card, rightly outlined: 0 to 1."""
    visible: NDArray[np.float32]
    """Share of the crop that shows the card."""
    offsets: NDArray[np.float32]
    """(N, 4, 2): where the true corners lie, in shares of the crop from where they should lie."""

    def __len__(self) -> int:
        return len(self.vectors)


def look(embedder: Embedder, crops: Sequence[Image] | Image, *, most: int = 16) -> Looks:
    """Embeds crops (BGR, 192 × 96), `most` of them at a time."""
    answers = _answers(embedder, crops, most)
    if not answers:
        return Looks(*(np.zeros(shape, np.float32) for shape in ((0, 1), (0,), (0,), (0, 4, 2))))
    vectors, extra = answers[:2]
    offsets = extra[:, :8].reshape(-1, 4, 2)
    return Looks(vectors, _logistic(extra[:, 8]), extra[:, 9], offsets)


def chosen(looks: Looks, keep: Sequence[int]) -> Looks:
    """The looks with these numbers."""
    index = np.array(keep, np.int64)
    return Looks(looks.vectors[index], looks.genuine[index], looks.visible[index], looks.offsets[index])


def concatenated(one: Looks, two: Looks) -> Looks:
    """The looks of both, those of the first before those of the second."""
    return Looks(
        np.concatenate([one.vectors, two.vectors]),
        np.concatenate([one.genuine, two.genuine]),
        np.concatenate([one.visible, two.visible]),
        np.concatenate([one.offsets, two.offsets]),
    )


def portrayed(embedder: Embedder, crops: Sequence[Image] | Image, *, most: int = 16) -> NDArray[np.float32]:
    """The vectors of known cards that looks are compared with: the network's third answer, where it has one."""
    answers = _answers(embedder, crops, most)
    return answers[2 if len(answers) > 2 else 0] if answers else np.zeros((0, 1), np.float32)


def _answers(embedder: Embedder, crops: Sequence[Image] | Image, most: int) -> list[NDArray[np.float32]]:
    """All that the network says of the crops; nothing if there are none."""
    parts = []
    for start in range(0, len(crops), most):
        stack = np.stack(list(crops[start : start + most]))
        batch = np.ascontiguousarray(stack[..., ::-1].transpose(0, 3, 1, 2), np.float32) * np.float32(1 / 255)
        parts.append(embedder.run(batch))
    return [np.concatenate(answer) for answer in zip(*parts, strict=True)]


PAPER: Final = 65
"""What is lighter than so many per cent of a crop is mostly the card's paper."""


def vivid(crop: Image, strength: float) -> Image:
    """The crop with stronger colours, as seen against its own paper: of a card that faded, or under a pale light."""
    pixels = crop.astype(np.float32)
    light = pixels.mean(axis=2)
    if not light.any():
        return crop
    lightest = light >= np.percentile(light[light > 0], PAPER)
    paper = np.maximum(np.median(pixels[lightest], axis=0), 1)
    shade = pixels / paper
    grey = shade.mean(axis=2, keepdims=True)
    return np.asarray(np.clip((grey + (shade - grey) * strength) * paper, 0, 255), np.uint8)


def refine(quad: Quad, matrix: NDArray[np.float64], offsets: NDArray[np.float32]) -> Quad:
    """The outline moved to where the namer saw the corners; `matrix` led from the picture to the crop."""
    corners = card_in_crop() + offsets * np.array([CROP_WIDTH, CROP_HEIGHT], np.float32)
    moved = cv2.perspectiveTransform(corners[None].astype(np.float64), np.linalg.inv(matrix))[0]
    return np.asarray(moved, np.float32) if np.isfinite(moved).all() else quad


@dataclass(frozen=True, slots=True)
class Prototypes:
    """What a deck's cards look like to the namer: one or more vectors for each card and end up."""

    vectors: NDArray[np.float32]
    """(M, D), of unit length."""
    cards: NDArray[np.int16]
    """(M,): the card that each vector shows."""
    flipped: NDArray[np.bool_]
    """(M,): whether the vector shows the card upside down."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike N looks are to the 54 cards of one deck; cards that the deck has no picture of are at -1."""

    cosines: NDArray[np.float32]
    """(N, 54)"""
    flipped: NDArray[np.bool_]
    """(N, 54): whether it would lie upside down if it were this card."""


def _places(prototypes: Prototypes) -> NDArray[np.int64]:
    return prototypes.flipped * np.int64(54) + prototypes.cards


def ordered(prototypes: Prototypes) -> Prototypes:
    """The vectors of one card and end up side by side; a reader does this once, so that comparing copies nothing."""
    places = _places(prototypes)
    if (np.diff(places) >= 0).all():
        return prototypes
    order = np.argsort(places, kind="stable")
    return Prototypes(prototypes.vectors[order], prototypes.cards[order], prototypes.flipped[order])


def compare(vectors: NDArray[np.float32], prototypes: Prototypes) -> Likeness:
    """The best prototype of each card, either end up."""
    cosines = np.full((2, 54, len(vectors)), -1, np.float32)
    if len(vectors) and len(prototypes.cards):
        prototypes = ordered(prototypes)
        every = prototypes.vectors @ vectors.T
        present, starts = np.unique(_places(prototypes), return_index=True)
        cosines.reshape(108, -1)[present] = np.maximum.reduceat(every, starts, axis=0)
    upright, upended = cosines[0].T, cosines[1].T
    return Likeness(np.maximum(upright, upended), upended > upright)


def assign(cosines: NDArray[np.float32], floor: float) -> NDArray[np.int64]:
    """The card of each look, every card at most once, best in total; -1 where even the best is below `floor`."""
    from scipy.optimize import linear_sum_assignment

    count = len(cosines)
    if not count:
        return np.zeros(0, np.int64)
    nothing = np.full((count, count), floor, np.float32)
    rows, columns = linear_sum_assignment(np.hstack([cosines, nothing]), maximize=True)
    chosen = np.full(count, -1, np.int64)
    chosen[rows] = np.where(columns < cosines.shape[1], columns, -1)
    return chosen


@dataclass(frozen=True, slots=True)
class Marks:
    """What speaks for the names of N looks."""

    margin: Numbers
    """The lead over the next card, of whatever deck."""
    reached: Numbers
    """The likeness to the card that was named."""
    best: Numbers
    """The likeness to the card that it is most like, even if another look has it."""
    genuine: Numbers
    visible: Numbers
    finder: Numbers
    """How sure the finder was of the outline."""
    pips: Numbers
    """The hidden share of a number card: what is hidden may be another pip."""
    short: float
    """How far all looks together stay behind what a known deck's cards would reach."""
    alike: float
    """The share of looks that are as like as a known deck's cards."""


FULL: Final = 0.82
"""What the namer calls visible of an open card; the rest is the crop's margin."""


def fit_of_deck(best: Numbers, genuine: Numbers, visible: Numbers, expected: float) -> tuple[float, float]:
    """How well one deck fits all looks of a picture: `short` and `alike` of the marks. What is open tells most."""
    share = np.clip(visible / FULL, 0.05, 1)
    behind = best - expected * np.sqrt(share)
    weight = genuine * share**2
    total = float(weight.sum()) + 0.3
    short = float((weight * np.clip(behind, -0.5, 0)).sum()) / total
    return short, float((weight * _logistic((behind + 0.1) / 0.03)).sum()) / total


NUMBER_CARDS: Final = np.array([name[0] != "T" and name[1:].isdigit() for name in IDS])


def hidden_pips(cards: NDArray[np.int64], visible: Numbers) -> Numbers:
    """How much is hidden of each card that is told by its pips alone."""
    return np.asarray(np.clip(1 - visible / FULL, 0, 0.6) * NUMBER_CARDS[cards], np.float32)


FITS: Final = 1.0
"""From these log odds on the deck counts as the one that lies on the table."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How much a look is worth: weights of logistic regressions that were fitted on pictures kept aside."""

    bias: float
    margin: float
    best: float
    genuine: float
    visible: float
    threshold: float
    """At this confidence and above a card is named, where the deck fits."""
    floor: float
    """A likeness below this is no likeness."""
    stranger: float
    """What is less likely to be an open Tarock card than this gets no entry."""
    expected: float = 0.95
    """The likeness of an open card of a known deck; it falls with the root of what is visible."""
    finder: float = 0.0
    pips: float = 0.0
    deck: float = 0.0
    """The weight of `known_deck`."""
    deck_bias: float = 0.0
    deck_short: float = 0.0
    deck_alike: float = 0.0
    card_bias: float = 20.0
    card_best: float = 0.0
    card_genuine: float = 0.0
    card_visible: float = 0.0
    card_finder: float = 0.0
    doubtful: float = 0.0
    """The same where nobody may have taught the deck on the table: there one is wrong with more confidence."""
    named: float = 0.0
    """The same where somebody said which deck it is; 0: as where the deck fits."""

    def limit(self, marks: Marks) -> float:
        """At this confidence and above a card of this picture is named."""
        fits = self.known_deck(marks.short, marks.alike) >= FITS
        return self.threshold if fits else max(self.threshold, self.doubtful)

    def of_named_deck(self) -> Trust:
        """The same where somebody said which deck lies on the table: that it may be another one is no reason to ask."""
        return replace(self, threshold=self.named or self.threshold, doubtful=0.0)

    def confidence(self, marks: Marks) -> NDArray[np.float32]:
        """How likely each name is right."""
        seen = self.genuine * odds(marks.genuine) + self.visible * marks.visible + self.finder * marks.finder
        own = self.bias + self.margin * marks.margin + self.best * marks.reached + self.pips * marks.pips
        return _logistic(own + seen + self.deck * self.known_deck(marks.short, marks.alike))

    def known_deck(self, short: float, alike: float) -> float:
        """The log odds that the deck on the table is the one it is read with, and not one that nobody taught."""
        return float(np.clip(self.deck_bias + self.deck_short * short + self.deck_alike * alike, -2, 2))

    def plausible(self, marks: Marks) -> NDArray[np.float32]:
        """How likely there is a card along this outline at all, whatever it is called."""
        seen = self.card_genuine * odds(marks.genuine) + self.card_visible * marks.visible
        return _logistic(
            self.card_bias + self.card_best * marks.best + seen + self.card_finder * marks.finder
        )


ODDLESS: Final = 0.007
"""Beyond such certainty the namer's word counts no more: of backs and French cards it is sometimes too sure."""


def odds(share: Numbers) -> Numbers:
    """The logarithm of the odds, within what the namer's word is worth."""
    clipped = np.clip(share, ODDLESS, 1 - ODDLESS)
    return np.asarray(np.log(clipped / (1 - clipped)), np.float32)


def _logistic(score: NDArray[np.floating[Any]]) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(score, -30, 30))), np.float32)


@dataclass(frozen=True, slots=True)
class Names:
    """What N looks are, read with one deck."""

    deck: int
    """Index of the deck among those compared."""
    cards: NDArray[np.int64]
    """(N,): the card, or -1."""
    confidence: NDArray[np.float32]
    candidates: tuple[tuple[tuple[int, float], ...], ...]
    """For each look the likeliest cards with their shares, best first."""
    flipped: NDArray[np.bool_]
    favourite: NDArray[np.int64]
    """(N,): the card that each look is most like, even if another look has it."""
    marks: Marks


RIVALRY: Final = 0.5
"""How much of the other looks' evidence for this deck counts against what another deck would say of one look."""
CANDIDATES: Final = 5
_SHARPNESS: Final = 25.0


def name(
    looks: Looks,
    decks: Sequence[Prototypes],
    trust: Trust,
    scores: NDArray[np.float32] | None = None,
    *,
    fit: tuple[float, float] | None = None,
) -> Names:
    """Reads all looks of a picture with the one deck that fits them best, each card at most once.

    `fit` says how well the deck fits where more cards than these have told it.
    """
    count = len(looks)
    sure = np.ones(count, np.float32) if scores is None else scores
    if not count:
        nothing = np.zeros(0, np.float32)
        no_card = nothing.astype(np.int64)
        marks = Marks(nothing, nothing, nothing, nothing, nothing, nothing, nothing, 0.0, 0.0)
        return Names(0, no_card, nothing, (), nothing.astype(np.bool_), no_card, marks)
    likeness = [compare(looks.vectors, deck) for deck in decks]
    worth = np.clip(looks.genuine, 0.05, 1) * np.clip(looks.visible, 0.1, 1)
    best = np.stack([li.cosines.max(1) for li in likeness])
    evidence = best * worth
    deck = int(evidence.sum(1).argmax())
    chosen = likeness[deck]
    cards = assign(chosen.cosines, trust.floor)
    favourite = chosen.cosines.argmax(1)
    # What gets no card is shown as what it is most like.
    shown = np.where(cards < 0, favourite, cards)
    rows = np.arange(count)
    reached = chosen.cosines[rows, shown]

    rival = np.full(count, -1, np.float32)
    for number, other in enumerate(likeness):
        different = other.cosines.copy()
        different[rows, shown] = -1
        lead = (evidence[deck].sum() - evidence[deck]) - (evidence[number].sum() - evidence[number])
        rival = np.maximum(rival, different.max(1) - RIVALRY * np.maximum(lead, 0))
    fit = fit or fit_of_deck(best[deck], looks.genuine, looks.visible, trust.expected)
    marks = Marks(
        reached - rival,
        reached,
        best[deck],
        looks.genuine,
        looks.visible,
        sure,
        hidden_pips(shown, looks.visible),
        *fit,
    )
    confidence = np.where(cards < 0, 0, trust.confidence(marks)).astype(np.float32)
    candidates = tuple(
        _candidates(chosen.cosines[i], int(cards[i]), float(confidence[i])) for i in range(count)
    )
    return Names(deck, cards, confidence, candidates, chosen.flipped[rows, shown], favourite, marks)


def _candidates(cosines: NDArray[np.float32], card: int, confidence: float) -> tuple[tuple[int, float], ...]:
    """The likeliest cards of the deck; the named one has its confidence, the others share what is left by likeness.

    None that is less like it gets more than in proportion to that: what then is left belongs to no card that was thought of.
    """
    order = [int(c) for c in np.argsort(-cosines)[: CANDIDATES + 1] if cosines[c] > -1]
    if not order:
        return ()
    weights = np.exp((cosines[order] - cosines[order[0]]) * _SHARPNESS)
    if card < 0:
        shares = weights / weights.sum() * 0.9
        ranked = list(zip(order, shares.tolist(), strict=True))
    else:
        others = [(c, float(w)) for c, w in zip(order, weights, strict=True) if c != card]
        total = sum(w for _, w in others) or 1.0
        own = float(np.exp((cosines[card] - cosines[order[0]]) * _SHARPNESS))
        ranked = [(card, confidence)]
        for c, w in others:
            rest = (1 - confidence) * w / total
            ranked.append((c, rest if w > own else min(rest, confidence * w / own)))
    ranked.sort(key=lambda pair: -pair[1])
    return tuple((c, round(share, 4)) for c, share in ranked[:CANDIDATES])
