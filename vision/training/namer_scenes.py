"""Crops for the namer out of whole tables: cards as finder and outline network leave them, and what they take for cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import BACK_ID, BY_ID, IDS
from vision.detector import Finder
from vision.proposals import corner_distance
from vision.rendering import Assets, Deck, LaidCard, Scene, SceneSpec, render_scene
from vision.training.namer_crops import Crop, Quad, cut, hidden_corners, mended, other_end_up, shaky
from vision.training.namer_faces import FACE_HEIGHT, FACE_WIDTH, Copy
from vision.training.namer_light import faded

KINDS: Final = {
    "trick": 0.42,
    "fan": 0.2,
    "row": 0.09,
    "column": 0.07,
    "grid": 0.05,
    "scatter": 0.08,
    "talon": 0.03,
    "pile": 0.03,
    "empty": 0.03,
}
FADED: Final = 0.12
LEAST_VISIBLE: Final = 0.14
SAME: Final = 0.13
"""Corners off by less, in card lengths: the outline is that card's."""
OTHER: Final = 0.3
"""Corners off by more from every card: the outline is no card's."""

Labelled = tuple[Crop, int]
"""A crop and the card's number; -1 for what is no open card."""


def decks_of(copies: list[Copy]) -> list[Deck]:
    """The copies as the table renderer wants them."""
    ratio = FACE_HEIGHT / FACE_WIDTH
    return [Deck(c.name, {IDS[card]: face for card, face in c.faces.items()}, ratio) for c in copies]


def some_scene(rng: Generator, assets: Assets, deck: str) -> Scene:
    """A table of that deck, seen as a camera at run time sees it."""
    kind = str(rng.choice(list(KINDS), p=np.array(list(KINDS.values())) / sum(KINDS.values())))
    size = (1280, 720) if rng.random() < 0.85 else (960, 720)
    variety = float(rng.choice([0.3, 0.6, 1.0]))
    scene = render_scene(rng, assets, SceneSpec(*size, kind=kind, deck=deck, variety=variety, invented=0.0))
    if rng.random() < FADED:
        pale = faded(rng, scene.image.astype(np.float32))
        scene = replace(scene, image=np.clip(pale, 0, 255).astype(np.uint8))
    return scene


def crops_of(rng: Generator, scene: Scene, finder: Finder) -> Iterator[Labelled]:
    """Each open card twice around an outline with invented errors, once as it was found; and a part of the rest."""
    owner = scene.owner
    if owner is None:
        return
    open_cards = [
        (number, card)
        for number, card in enumerate(scene.cards)
        if card.card != BACK_ID and card.visible >= LEAST_VISIBLE
    ]
    for number, card in open_cards:
        seen = _seen(owner, number)
        hidden = hidden_corners(seen, card.quad)
        # A scene costs more than its crops: each card is cut out with both sorts of errors.
        for rough in (shaky(rng, card.quad, card.visible), mended(rng, card.quad, hidden)):
            yield _labelled(rng, scene, seen, rough, card)
    found = finder.find(scene.image).quads
    away = np.array([corner_distance(card.quad, found) for card in scene.cards]).reshape(
        len(scene.cards), len(found)
    )
    for i, j in zip(*linear_sum_assignment(away), strict=True):
        card = scene.cards[i]
        if away[i, j] < SAME and card.card != BACK_ID and card.visible >= LEAST_VISIBLE:
            yield _labelled(rng, scene, _seen(owner, i), found[j], card)
        elif away[i, j] < SAME and card.card == BACK_ID and rng.random() < 0.2:
            yield _stranger(scene, found[j])
    nearest = away.min(axis=0) if len(scene.cards) else np.full(len(found), np.inf)
    for j in np.flatnonzero(nearest > OTHER):
        yield _stranger(scene, found[j])


def _seen(owner: NDArray[np.int16], number: int) -> NDArray[np.uint8]:
    return np.asarray((owner == number) * np.uint8(255), np.uint8)


def _labelled(rng: Generator, scene: Scene, seen: NDArray[np.uint8], rough: Quad, card: LaidCard) -> Labelled:
    """The crop with the end first that the outline has first; which that is says `flipped`."""
    if rng.random() < 0.5:
        rough = np.roll(rough, 2, axis=0)
    flip = other_end_up(rough, card.quad)
    true = np.roll(card.quad, 2, axis=0) if flip else card.quad
    return cut(scene.image, seen, rough, true, card.visible, flip), BY_ID[card.card]


def _stranger(scene: Scene, quad: Quad) -> Labelled:
    nothing = np.zeros(scene.image.shape[:2], np.uint8)
    crop = cut(scene.image, nothing, quad, quad, 0.0)
    return replace(crop, offsets=np.zeros(8, np.float32)), -1
