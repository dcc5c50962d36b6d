"""Training pictures for the finder, rendered while it trains: no picture is seen twice and none is stored."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from engine.cards import BACK_ID, IDS
from vision.rendering import Assets, Scene, SceneSpec, load_assets, render_scene

INPUT_WIDTH, INPUT_HEIGHT = 640, 384
GREY = 114
FACE, BACK = 0, 1
# What is hidden more than this cannot be outlined, so it is not asked for.
LEAST_VISIBLE = {FACE: 0.12, BACK: 0.25}
# Shapes of pictures inside the network's input, as letterboxing leaves them: 16:9, 5:3, 4:3, 3:2.
_SHAPES = ((1.0, 0.9375), (1.0, 1.0), (0.8, 1.0), (0.9, 1.0))
_SHARES = (0.62, 0.12, 0.16, 0.10)
# How each picture is shown again, and how many of those wait for their turn in each worker.
WAYS = (0, 1, 2)
WAITING = 400
# Covered cards are what is learnt last: so many more of the pictures are tricks, some with a card laid across them.
TRICKS = 0.3
GIFTS = 0.25
# A mirrored card is no card of that name: only turned by half it can be shown again.
NAMED_WAYS = (2,)
_CARD_CLASS = {card: number for number, card in enumerate((*IDS, BACK_ID))}


@dataclass(frozen=True, slots=True)
class Sample:
    """A network input (3×384×640, RGB, bytes) with classes (N) and outlines (N,4,2) in its pixels."""

    image: NDArray[np.uint8]
    classes: NDArray[np.int64]
    quads: NDArray[np.float32]


def letterboxed(image: NDArray[np.uint8], width: int, height: int) -> tuple[NDArray[np.uint8], int, int]:
    """The picture in the middle of a grey input; and how far it was moved."""
    h, w = image.shape[:2]
    left, top = (width - w) // 2, (height - h) // 2
    full = np.full((height, width, 3), GREY, np.uint8)
    full[top : top + h, left : left + w] = image
    return full, left, top


def to_sample(
    scene: Scene, width: int = INPUT_WIDTH, height: int = INPUT_HEIGHT, *, named: bool = False
) -> Sample:
    """Keeps the cards that can be asked for: faces and backs, or, `named`, a class for each card and BACK."""
    image, left, top = letterboxed(scene.image, width, height)
    classes, quads = [], []
    for card in scene.cards:
        kind = BACK if card.card == BACK_ID else FACE
        if card.visible >= LEAST_VISIBLE[kind]:
            classes.append(_CARD_CLASS[card.card] if named else kind)
            quads.append(card.quad + np.array([left, top], np.float32))
    return Sample(
        np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)),
        np.array(classes, np.int64),
        np.array(quads, np.float32).reshape(-1, 4, 2),
    )


class TablePictures(IterableDataset[Sample]):  # type: ignore[misc]
    """An endless stream. Each picture has its own seed, so a resumed run goes on where it stopped."""

    def __init__(
        self,
        root: Path,
        *,
        part: str = "training",
        seed: int = 0,
        start: int = 0,
        size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT),
        more: tuple[Path, ...] = (),
        classes: int = 2,
    ) -> None:
        super().__init__()
        self.named = classes > 2
        self.ways = NAMED_WAYS if self.named else WAYS
        self.root, self.part, self.seed, self.start, self.more = root, part, seed, start, more
        self.size = size

    def __iter__(self) -> Iterator[Sample]:
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        cv2.setNumThreads(1)
        assets = load_assets(self.root, self.part, more=list(self.more))
        index = self.start // (1 + len(self.ways)) + number
        waiting: list[Sample] = []
        while True:
            # Invented faces bear no card's name.
            scene = one_scene(assets, self.seed, index, self.size, 0.0 if self.named else 1.0)
            sample = to_sample(scene, *self.size, named=self.named)
            yield sample
            # Drawing is half of the work, so every picture comes again each way round, when it is out of sight.
            rng = np.random.default_rng((self.seed, index, 2))
            waiting += [mirrored(rng, sample, way) for way in self.ways]
            while len(waiting) > WAITING:
                yield waiting.pop(int(rng.integers(len(waiting))))
            index += workers


def one_scene(
    assets: Assets,
    seed: int,
    index: int,
    size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT),
    variety: float = 1.0,
) -> Scene:
    """Picture number `index` of the stream. A smaller input sees its cards closer, so that they keep their pixels."""
    rng = np.random.default_rng((seed, index))
    wide, high = _SHAPES[int(rng.choice(len(_SHAPES), p=_SHARES))]
    width, height = round(size[0] * wide), round(size[1] * high)
    closer = INPUT_WIDTH / size[0]
    kind = "trick" if rng.random() < TRICKS else None
    spec = SceneSpec(width, height, kind=kind, closer=closer, variety=variety, gifts=GIFTS)
    if rng.random() < 0.15:
        # A larger picture shrunk, as at run time; most are drawn at the input's size because that is faster.
        scene = render_scene(rng, assets, replace(spec, width=2 * width, height=2 * height))
        small = cv2.resize(scene.image, (width, height), interpolation=cv2.INTER_AREA)
        cards = [type(c)(c.card, ((c.quad - 0.5) / 2).astype(np.float32), c.visible) for c in scene.cards]
        return Scene(np.asarray(small, np.uint8), cards, scene.kind, scene.tilt, scene.deck)
    return render_scene(rng, assets, spec)


def mirrored(rng: np.random.Generator, sample: Sample, way: int) -> Sample:
    """The picture left to right (0), upside down (1), or turned by half (2), in slightly other light."""
    height, width = sample.image.shape[1:]
    image, quads = sample.image, sample.quads.copy()
    if way != 1:
        image = image[:, :, ::-1]
        quads[..., 0] = width - 1 - quads[..., 0]
    if way != 0:
        image = image[:, ::-1]
        quads[..., 1] = height - 1 - quads[..., 1]
    if way != 2:
        # A mirror turns clockwise around; the outline starts at the same end again.
        quads = quads[:, [1, 0, 3, 2]]
    light = np.clip(
        np.arange(256)[None] * rng.normal(1, 0.12, (3, 1)) * rng.normal(1, 0.15) + rng.normal(0, 8), 0, 255
    )
    image = np.stack(
        [cv2.LUT(np.ascontiguousarray(c), t) for c, t in zip(image, light.astype(np.uint8), strict=True)]
    )
    return Sample(np.asarray(image, np.uint8), sample.classes, np.ascontiguousarray(quads))


def collate(samples: list[Sample]) -> dict[str, torch.Tensor]:
    """One batch: pictures, and all cards of all pictures with the number of their picture."""
    which = [np.full(len(s.classes), i, np.int64) for i, s in enumerate(samples)]
    return {
        "img": torch.from_numpy(np.stack([s.image for s in samples])),
        "batch_idx": torch.from_numpy(np.concatenate(which)),
        "cls": torch.from_numpy(np.concatenate([s.classes for s in samples])),
        "quads": torch.from_numpy(np.concatenate([s.quads for s in samples])),
    }


def loader(data: TablePictures, *, batch: int, workers: int) -> DataLoader[Any]:
    """Batches from worker processes that keep to one thread each."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    extra: dict[str, Any] = {"prefetch_factor": 4, "persistent_workers": True} if workers else {}
    return DataLoader(data, batch_size=batch, num_workers=workers, collate_fn=collate, **extra)
