"""A small stage: cards of coloured fields on a table, hands that come from the edges, and a finder that is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BY_ID
from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, face, outline
from vision.detector import Detections
from vision.identity import Image, Quad
from vision.reading import Reader

WIDTH, HEIGHT = 640, 360
LENGTH = 70.0
RATE = 12
TOWARD = {"S": (0.0, 1.0), "E": (1.0, 0.0), "N": (0.0, -1.0), "W": (-1.0, 0.0)}
SKIN = (120, 150, 205)


@dataclass(frozen=True, slots=True)
class Shot:
    """A frame with what the finder sees in it."""

    image: Image
    t: float
    quads: tuple[Quad, ...]


class Stage:
    """Plays a scene frame by frame; `shots` is the film."""

    def __init__(self, seed: int = 0, talon: Sequence[str] = ()) -> None:
        """`talon` lies open in the middle from the beginning, one card beside the other."""
        self.shots: list[Shot] = []
        self.lying: list[tuple[int, Quad]] = []
        for i, card in enumerate(talon):
            beside = np.array([(i - (len(talon) - 1) / 2) * 0.62 * LENGTH, 0], np.float32)
            upright = place("S", 0.0, 0.0)
            self.lying.append((BY_ID[card], np.asarray(upright + beside, np.float32)))
        self.light = 1.0
        self.skin = SKIN
        self._random = np.random.default_rng(seed)
        self._grain = self._random.normal(0, 1.5, (HEIGHT, WIDTH, 3)).astype(np.float32)
        grain = self._random.normal(0, 4, (HEIGHT // 4, WIDTH // 4, 1)).repeat(3, axis=2)
        wood = np.array([40, 70, 60]) + cv2.resize(grain.astype(np.float32), (WIDTH, HEIGHT))
        self._table = np.clip(wood, 0, 255).astype(np.uint8)
        self.wait(6)

    @property
    def t(self) -> float:
        return len(self.shots) / RATE

    # --- what players do ------------------------------------------------------------------------------------

    def wait(self, frames: int = 6) -> None:
        for _ in range(frames):
            self._shoot()

    def lay(
        self,
        seat: str,
        card: str,
        *,
        away: float = 0.62,
        turn: float = 0.1,
        linger: int = 2,
        leaves: bool = True,
    ) -> float:
        """A hand brings a card, leaves it, and goes; the time at which the card came to rest."""
        quad = place(seat, away, turn)
        number = BY_ID[card]
        self._carry(seat, number, quad)
        rest = self.t
        self.lying.append((number, quad))
        for _ in range(linger):
            self._shoot(seat, grip(seat, quad))
        if leaves:
            self._leave(seat, quad)
        return rest

    def lay_together(self, one: tuple[str, str], two: tuple[str, str]) -> None:
        """The second card comes while the first player's hand is still on his own, and both hands go at once."""
        (seat, card), (other, next_card) = one, two
        quad, next_quad = place(seat, 0.62, 0.1), place(other, 0.62, 0.1)
        self._carry(seat, BY_ID[card], quad)
        self.lying.append((BY_ID[card], quad))
        for step in (0.9, 0.4):
            held = next_quad + np.array(TOWARD[other], np.float32) * 150 * step
            self._shoot(seat, grip(seat, quad), [(BY_ID[next_card], held)])
            draw_arm(self.shots[-1].image, other, grip(other, held))
        self.lying.append((BY_ID[next_card], next_quad))
        for step in (0.5, 1.0, 1.6, 2.5):
            self._shoot(seat, grip(seat, quad + np.array(TOWARD[seat], np.float32) * 150 * step))
            draw_arm(self.shots[-1].image, other, grip(other, next_quad))
        self._leave(other, next_quad)

    def hover(self, seat: str, card: str, frames: int = 8) -> None:
        """A hand holds a card over the table, thinks again, and goes back with it."""
        quad = place(seat, 0.9, -0.05)
        number = BY_ID[card]
        self._carry(seat, number, quad)
        for _ in range(frames):
            self._shoot(seat, grip(seat, quad), [(number, quad)])
        for step in (0.5, 1.0, 1.6):
            moved = quad + np.array(TOWARD[seat], np.float32) * 150 * step
            self._shoot(seat, grip(seat, moved), [(number, moved)])
        self.wait(3)

    def reach(self, seat: str, frames: int = 4) -> None:
        """A hand crosses the trick and goes back, with nothing in it."""
        for depth in [0.3, 0.7, *[1.1] * frames, 0.7, 0.3]:
            self._shoot(seat, tip(seat, depth))
        self.wait(3)

    def take_back(self, seat: str, card: str) -> None:
        number = BY_ID[card]
        quad = next(q for c, q in self.lying if c == number)
        for _ in range(2):
            self._shoot(seat, grip(seat, quad))
        self.lying = [(c, q) for c, q in self.lying if c != number]
        for step in (0.3, 0.8, 1.5):
            moved = quad + np.array(TOWARD[seat], np.float32) * 150 * step
            self._shoot(seat, grip(seat, moved), [(number, moved)])
        self.wait(5)

    def sweep(self, seat: str, keep: Sequence[str] = ()) -> None:
        """A hand gathers the trick and draws it to its side."""
        kept = {BY_ID[card] for card in keep}
        trick = [(c, q) for c, q in self.lying if c not in kept]
        for depth in (0.4, 0.8, 1.0):
            self._shoot(seat, tip(seat, depth))
        self.lying = [(c, q) for c, q in self.lying if c in kept]
        for step in (0.15, 0.4, 0.8, 1.3, 2.0):
            shift = np.array(TOWARD[seat], np.float32) * 150 * step
            moved = [(c, q + shift) for c, q in trick]
            self._shoot(seat, tip(seat, 1.0 - step * 0.5), moved)
        self.wait(5)

    def give(self, seat: str, card: str, turn: float = 0.8) -> None:
        """The trick's winner lays a card of the talon on it."""
        quad = outline(WIDTH / 2 + 6, HEIGHT / 2 - 4, turn, LENGTH)
        self._carry(seat, BY_ID[card], quad)
        self.lying.append((BY_ID[card], quad))
        self._shoot(seat, grip(seat, quad))
        self._leave(seat, quad)

    # --- how it looks ---------------------------------------------------------------------------------------

    def _carry(self, seat: str, number: int, quad: Quad) -> None:
        for step in (1.5, 0.9, 0.4):
            moved = quad + np.array(TOWARD[seat], np.float32) * 150 * step
            self._shoot(seat, grip(seat, moved), [(number, moved)])

    def _leave(self, seat: str, quad: Quad) -> None:
        for step in (0.4, 0.9, 1.5):
            self._shoot(seat, grip(seat, quad + np.array(TOWARD[seat], np.float32) * 150 * step))
        self.wait(4)

    def _shoot(
        self,
        seat: str | None = None,
        hand: tuple[float, float] | None = None,
        held: Sequence[tuple[int, Quad]] = (),
    ) -> None:
        image = self._table.copy()
        for number, quad in [*self.lying, *held]:
            draw_card(image, number, quad)
        if seat is not None and hand is not None:
            draw_arm(image, seat, hand, self.skin)
        grain = np.roll(self._grain, self._random.integers(0, 99, 2), axis=(0, 1))
        bright = image.astype(np.float32) * self.light + grain
        shown = tuple(q for _, q in [*self.lying, *held] if inside(q))
        self.shots.append(Shot(np.clip(bright, 0, 255).astype(np.uint8), self.t, shown))


def panned(stage: Stage, across: int, down: int) -> Stage:
    """The same scene by a camera that looks so many pixels beside the middle."""
    shift = np.array([[1.0, 0.0, across], [0.0, 1.0, down]])
    for i, shot in enumerate(stage.shots):
        image = cv2.warpAffine(shot.image, shift, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        quads = tuple(np.asarray(q + np.array([across, down]), np.float32) for q in shot.quads)
        stage.shots[i] = Shot(np.asarray(image, np.uint8), shot.t, tuple(q for q in quads if inside(q)))
    return stage


def place(seat: str, away: float, turn: float) -> Quad:
    x, y = TOWARD[seat]
    angle = turn + (np.pi / 2 if seat in "EW" else 0.0)
    return outline(WIDTH / 2 + x * away * LENGTH, HEIGHT / 2 + y * away * LENGTH, angle, LENGTH)


def grip(seat: str, quad: Quad) -> tuple[float, float]:
    """Where the fingertips hold a card: at its outer end."""
    middle = quad.mean(axis=0) + np.array(TOWARD[seat]) * LENGTH * 0.42
    return float(middle[0]), float(middle[1])


def tip(seat: str, depth: float) -> tuple[float, float]:
    """The fingertips `depth` of the way from the edge to the middle."""
    x, y = TOWARD[seat]
    return WIDTH / 2 * (1 + x * (1 - depth)), HEIGHT / 2 * (1 + y * (1 - depth))


def inside(quad: Quad) -> bool:
    x, y = quad.mean(axis=0)
    return bool(0 <= x < WIDTH and 0 <= y < HEIGHT)


def draw_card(image: Image, number: int, quad: Quad) -> None:
    picture = face(number)
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, np.asarray(quad, np.float32))
    drawn = cv2.warpPerspective(picture, warp, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(np.round(quad), np.int32), 1)
    image[mask > 0] = drawn[mask > 0]


def draw_arm(image: Image, seat: str, hand: tuple[float, float], skin: tuple[int, int, int] = SKIN) -> None:
    x, y = TOWARD[seat]
    root = (round(hand[0] + x * 700), round(hand[1] + y * 700))
    point = (round(hand[0] + x * 16), round(hand[1] + y * 16))
    cv2.line(image, point, root, skin, 36)
    cv2.circle(image, point, 20, skin, -1)


@dataclass(slots=True)
class SeeingFinder:
    """Finds what the stage shows, a little off."""

    quads: tuple[Quad, ...] = ()
    blur: float = 0.4
    calls: int = 0
    face_down: tuple[Quad, ...] = ()

    def find(self, frame_bgr: Image) -> Detections:
        self.calls += 1
        seen = [*self.quads, *self.face_down]
        if not seen:
            return Detections.none()
        random = np.random.default_rng(self.calls)
        quads = np.stack(seen) + random.normal(0, self.blur, (len(seen), 4, 2))
        back = np.arange(len(seen)) >= len(self.quads)
        return Detections(quads.astype(np.float32), back, np.ones(len(seen), np.float32))


def recogniser() -> tuple[Reader, SeeingFinder]:
    """A reader of the coloured deck."""
    namer = ColourNamer()
    finder = SeeingFinder()
    return Reader(finder, namer, [deck("colours", namer)], TRUST), finder


def play(shots: Sequence[Shot], finder: SeeingFinder) -> Iterator[tuple[NDArray[np.uint8], float]]:
    """The film's frames, the finder being told of each."""
    for shot in shots:
        finder.quads = shot.quads
        yield shot.image, shot.t
