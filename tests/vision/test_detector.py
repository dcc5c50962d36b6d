"""From a picture to outlines: the way into the network's input and back, and one outline per card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detector import Detections, NetworkFinder, load_finder
from vision.letterbox import INPUT_HEIGHT, INPUT_WIDTH, Letterbox
from vision.proposals import corner_distance, decode, merge, pieces

CARD = np.array([[100, 100], [160, 100], [160, 211], [100, 211]], np.float32)


def raw_rows(*cards: tuple[NDArray[np.float32], float, bool]) -> NDArray[np.float32]:
    """What the network would say, one column per proposal."""
    rows = np.zeros((10, max(1, len(cards))), np.float32)
    for column, (quad, score, back) in enumerate(cards):
        rows[1 if back else 0, column] = score
        rows[2:, column] = quad.ravel()
    return rows


@dataclass
class FixedNetwork:
    """Says the same whatever it is shown."""

    rows: NDArray[np.float32]
    engine: str = "fixed"
    rounded: bool = False
    seen: list[NDArray[np.float32]] = field(default_factory=list)

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.seen.append(batch)
        return [self.rows[None]]


@pytest.mark.parametrize(
    "size", [(1280, 720), (1920, 1080), (640, 480), (4032, 3024), (720, 1280), (300, 300), (97, 33), (7, 900)]
)
def test_letterbox_there_and_back(size: tuple[int, int]) -> None:
    width, height = size
    box = Letterbox.of(width, height)
    frame = np.zeros((height, width, 3), np.uint8)
    assert box.apply(frame).shape == (INPUT_HEIGHT, INPUT_WIDTH, 3)
    # A white patch comes back to where it was.
    x, y = int(0.7 * width), int(0.2 * height)
    r = max(1, min(width, height) // 16)
    frame[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1] = 255
    seen = box.apply(frame)[..., 0].astype(float)
    seen[seen == 114] = 0
    rows, columns = np.mgrid[0:INPUT_HEIGHT, 0:INPUT_WIDTH]
    middle = np.array([[(seen * columns).sum(), (seen * rows).sum()]]) / seen.sum()
    assert np.linalg.norm(box.back(middle.astype(np.float32))[0] - [x, y]) < 1 + 0.6 / box.scale


def test_turned_pictures_keep_the_direction_of_outlines() -> None:
    box = Letterbox.of(720, 1280)
    back = box.back(CARD)
    side = np.roll(back, -1, axis=0) - back
    follow = np.roll(side, -1, axis=0)
    assert (side[:, 0] * follow[:, 1] - side[:, 1] * follow[:, 0] > 0).all()


def test_corner_distance_knows_no_top() -> None:
    assert corner_distance(CARD, np.roll(CARD, 2, axis=0)[None])[0] == 0
    assert corner_distance(CARD, (CARD + np.array([0, 11.1], np.float32))[None])[0] == pytest.approx(
        0.1, abs=1e-3
    )


def test_proposals_of_one_card_are_averaged_by_their_scores() -> None:
    quads = np.stack([CARD, np.roll(CARD + 2, 2, axis=0)]).astype(np.float32)
    kept, which = merge(quads, np.array([0.9, 0.45], np.float32), same=0.1, close=0.05)
    assert which.tolist() == [0]
    assert np.allclose(kept[0], CARD + 2 / 3, atol=1e-3)


def test_a_card_that_covers_another_does_not_swallow_it() -> None:
    quads = np.stack([CARD, CARD + np.array([22, 0], np.float32)])
    kept, _ = merge(quads, np.array([0.9, 0.8], np.float32), same=0.11, close=0.05)
    assert len(kept) == 2


def test_a_strip_of_a_card_is_no_card() -> None:
    strip = CARD[[0, 1, 1, 0]] + np.array([[0, 0], [0, 0], [0, 40], [0, 40]], np.float32)
    beside, small = CARD + np.array([20, 30], np.float32), CARD * 0.6 + np.array([300, 0], np.float32)
    quads = np.stack([CARD, strip, beside, small])
    scores = np.array([0.8, 0.6, 0.5, 0.4], np.float32)
    assert pieces(quads, scores).tolist() == [False, True, False, False]
    assert not pieces(quads[::-1], scores).any(), "a surer outline is not given up for one around it"


def test_unsure_broken_and_mirrored_proposals_are_dropped() -> None:
    broken = CARD.copy()
    broken[0, 0] = np.nan
    bowtie = CARD[[0, 2, 1, 3]]
    rows = raw_rows(
        (CARD, 0.9, False),
        (CARD + 300, 0.2, False),
        (broken, 0.9, False),
        (bowtie, 0.9, False),
        (CARD[::-1], 0.9, True),
    )
    quads, back, scores = decode(rows, threshold=0.35)
    assert len(quads) == 1
    assert np.allclose(quads[0], CARD)
    assert back.tolist() == [False]
    assert scores.tolist() == pytest.approx([0.9])


def test_the_finder_answers_in_the_pixels_of_the_picture() -> None:
    network = FixedNetwork(raw_rows((CARD, 0.8, True)))
    found = NetworkFinder(network, once=True).find(np.zeros((720, 1280, 3), np.uint8))
    assert network.seen[0].shape == (1, 3, INPUT_HEIGHT, INPUT_WIDTH)
    assert found.back.tolist() == [True]
    # Twice as large, and without the grey bar of twelve pixels above.
    assert np.allclose(found.quads[0], (CARD - [0, 12] + 0.5) * 2 - 0.5)


@pytest.mark.parametrize(("score", "asked"), [(0.9, 0), (0.29, 0), (0.26, 1), (0.24, 1), (0.1, 0)], ids=str)
def test_where_rounding_may_decide_the_exact_network_is_asked(score: float, asked: int) -> None:
    quick = FixedNetwork(raw_rows((CARD, score, True)), rounded=True)
    exact = FixedNetwork(raw_rows((CARD, 0.8, True)))
    found = NetworkFinder(quick, once=True, threshold=0.25, exact=exact).find(
        np.zeros((720, 1280, 3), np.uint8)
    )
    assert (len(quick.seen), len(exact.seen)) == (1, asked)
    assert found.scores.tolist() == pytest.approx([0.8] if asked else [score] if score > 0.25 else [])


@dataclass
class SeeingNetwork:
    """Sees a white card that is from `least` to `most` pixels long in its input, and nothing else."""

    least: float = 20
    most: float = 200
    score: float = 0.9
    looks: int = 0
    engine: str = "seeing"
    rounded: bool = False

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.looks += 1
        rows, columns = np.nonzero(batch[0].min(axis=0) > 0.9)
        if not len(rows) or not self.least <= np.ptp(rows) + 1 <= self.most:
            return [raw_rows()[None]]
        x0, y0, x1, y1 = columns.min(), rows.min(), columns.max(), rows.max()
        quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        return [raw_rows((quad, self.score, False))[None]]


@pytest.mark.parametrize(
    ("length", "known", "looks"),
    [(100, 200, 2), (200, 200, 1), (480, 200, 1), (600, 200, 2), (1000, 160, 3)],
    ids=["tiny", "ordinary", "large", "too long", "a close-up"],
)
def test_cards_are_looked_at_from_the_distance_that_suits_them(length: int, known: float, looks: int) -> None:
    frame = np.zeros((1080, 1920, 3), np.uint8)
    x, y, width = 1100, 20, round(0.54 * length)
    frame[y : y + length, x : x + width] = 255
    network = SeeingNetwork(most=known)
    found = NetworkFinder(network).find(frame)
    card = [[x, y], [x + width - 1, y], [x + width - 1, y + length - 1], [x, y + length - 1]]
    assert len(found) == 1
    assert np.abs(found.quads[0] - card).max() <= 0.02 * length + 2
    assert network.looks == looks


@pytest.mark.parametrize(
    ("cards", "looks"),
    [
        (((0, 0.9),), 1),
        (((0, 0.9), (200, 0.9)), 1),
        (((0, 0.9), (30, 0.9)), 2),
        (((0, 0.9), (30, 0.28)), 2),
        (((0, 0.5),), 2),
    ],
    ids=["one", "apart", "on each other", "perhaps on each other", "doubtful"],
)
def test_only_cards_that_may_lie_on_each_other_are_looked_at_twice(
    cards: Sequence[tuple[float, float]], looks: int
) -> None:
    network = FixedNetwork(
        raw_rows(*((CARD + np.array([x, 0], np.float32), score, False) for x, score in cards))
    )
    NetworkFinder(network).find(np.zeros((720, 1280, 3), np.uint8))
    assert len(network.seen) == looks


@pytest.mark.parametrize(("score", "looks"), [(0.9, 2), (0.45, 4)], ids=["sure", "doubtful"])
def test_a_small_card_is_looked_at_from_nearer_however_doubtful_it_is(score: float, looks: int) -> None:
    """Where nothing is sure it may be too large as well: that is tried first."""
    frame = np.zeros((1080, 1920, 3), np.uint8)
    frame[400:440, 900:922] = 255
    network = SeeingNetwork(least=6, score=score)
    found = NetworkFinder(network).find(frame)
    assert len(found) == 1
    assert network.looks == looks


def test_what_no_look_explains_is_nothing() -> None:
    frame = np.zeros((720, 1280, 3), np.uint8)
    frame[100:105, 100:103] = 255
    network = SeeingNetwork()
    assert len(NetworkFinder(network).find(frame)) == 0
    assert network.looks == 3


def test_nothing_found_is_an_empty_answer() -> None:
    found = NetworkFinder(FixedNetwork(raw_rows((CARD, 0.1, False)))).find(np.zeros((90, 160, 3), np.uint8))
    assert len(found) == 0 == len(Detections.none())
    assert found.quads.shape == (0, 4, 2)


def test_the_shipped_finder_runs_on_any_shape() -> None:
    finder = load_finder()
    for shape in ((720, 1280), (1280, 720), (20, 20)):
        found = finder.find(np.full((*shape, 3), 90, np.uint8))
        assert len(found) == 0
