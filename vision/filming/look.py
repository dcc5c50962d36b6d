"""How a film looks: camera, print, table, light, lens and tempo, chosen by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rendering.backs import make_back
from vision.rendering.camera import Camera, look_at
from vision.rendering.canvas import Image
from vision.rendering.cards import Finish, any_finish
from vision.rendering.faces import CARD_HEIGHT, Deck
from vision.rendering.light import Field, glare_field, light_field

BRIGHTEST: Final = 1.06
"""How far the brightest part of the middle may be lit beyond a white card's own white."""
TEMPI: Final = {"slow": 0.75, "ordinary": 1.0, "brisk": 1.35}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a film is asked to look like; what is left out is chosen at random. `calm` is a plain, steady picture."""

    width: int = 1280
    height: int = 720
    fps: float = 12.0
    tilt: float | None = None
    yaw: float | None = None
    tempo: str | None = None
    calm: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about a film but what happens in it."""

    seed: int
    fps: float
    camera: Camera
    yaw: float
    deck: Deck
    finish: Finish
    size: tuple[int, int]
    """Width and height of the cards' pictures: no finer than this camera sees."""
    back: Image
    tempo_name: str
    tempo: float
    shutter: float
    """Seconds that a frame is exposed."""
    reach: float
    """How far from the middle cards are laid, in millimetres, and how unevenly."""
    spread: float
    skew: float
    heaps_seen: bool
    turning: int
    neatness: float
    field: Field
    glare: Field | None
    curve: NDArray[np.float32]
    """Tone curves: 256 × 3."""
    lamps: tuple[tuple[float, float, float], ...]
    """Changes of light: when, to how much, within how many seconds."""
    exposure: float
    """How strongly the camera answers with its exposure."""
    shakes: tuple[tuple[float, float], ...]
    """When the camera is knocked against, and by how many pixels."""
    grain: float
    blur: float
    jpeg: int | None
    things: int
    calm: bool

    @property
    def ratio(self) -> float:
        """Height by width of a card's picture."""
        return self.size[1] / self.size[0]


def choose_look(seed: int, deck: Deck, wish: Wish | None = None, back: Image | None = None) -> Look:
    """The look of the film of that seed. `back` is the deck's own back; another one is made up without it."""
    wish = wish if wish is not None else Wish()
    rng = np.random.default_rng([seed, 0])
    yaw = float(rng.uniform(-14, 14)) if wish.yaw is None else wish.yaw
    camera = _camera(rng, wish, yaw)
    name = wish.tempo or str(rng.choice(list(TEMPI)))
    calm = wish.calm
    invented = make_back(rng, 212, deck.ratio)
    finish = any_finish(rng, 0.0 if calm else 0.7)
    width, height = camera.width, camera.height
    return Look(
        seed=seed,
        fps=wish.fps,
        camera=camera,
        yaw=yaw,
        deck=deck,
        finish=finish,
        size=_size(camera, deck),
        back=invented if back is None else back,
        tempo_name=name,
        tempo=TEMPI[name] * float(rng.uniform(0.92, 1.08)),
        shutter=float(rng.uniform(0.2, 0.6)) / wish.fps,
        reach=float(rng.uniform(46, 76) if calm or rng.random() < 0.8 else rng.uniform(32, 46)),
        spread=float(rng.uniform(2, 9)),
        skew=float(rng.uniform(2, 11)),
        heaps_seen=bool(rng.random() < 0.8),
        turning=int(rng.integers(3)),
        neatness=float(rng.choice([1.0, 3.0, 7.0])),
        field=np.ones((180, 320, 3), np.float32) if calm else _exposed(rng, light_field(rng, width, height)),
        glare=None if calm else _mild(glare_field(rng, width, height)),
        curve=_curve(rng, calm=calm),
        lamps=() if calm or rng.random() < 0.55 else _lamps(rng),
        exposure=0.0 if calm or rng.random() < 0.4 else float(rng.uniform(0.2, 0.7)),
        shakes=() if calm or rng.random() < 0.6 else _shakes(rng),
        grain=1.0 if calm else float(rng.uniform(0.5, 4.5)),
        blur=0.0 if calm else float(rng.choice([0.0, 0.5, 0.8])) * width / 1280,
        jpeg=None if calm or rng.random() < 0.7 else int(rng.integers(60, 95)),
        things=0 if calm else int(rng.poisson(2.2)),
        calm=calm,
    )


def _camera(rng: np.random.Generator, wish: Wish, yaw: float) -> Camera:
    tilt = float(rng.uniform(0, 45)) if wish.tilt is None else wish.tilt
    calm = wish.calm
    # What a camera sees of a table of about a metre; an oblique one stands nearer, for it sees cards shortened.
    share = float(rng.uniform(0.165, 0.215) if calm else rng.uniform(0.125, 0.225)) * (1 + 0.1 * tilt / 45)
    return look_at(
        wish.width,
        wish.height,
        card_px=share * wish.height,
        tilt=tilt,
        yaw=yaw,
        roll=0.0 if calm else float(rng.normal(0, 1.5)),
        fov=float(rng.uniform(45, 70)),
        # Nobody hangs a camera exactly over the middle.
        shift=(0.0, 0.0) if calm else (float(rng.uniform(-0.1, 0.1)), float(rng.uniform(-0.07, 0.07))),
        k1=float(rng.normal(0, 0.02)) if not calm and rng.random() < 0.3 else 0.0,
    )


def _size(camera: Camera, deck: Deck) -> tuple[int, int]:
    seen = camera.project(np.array([[0.0, 0.0, 0.0], [0.0, CARD_HEIGHT, 0.0], [CARD_HEIGHT, 0.0, 0.0]]))
    height = int(
        1.15 * max(float(np.linalg.norm(seen[1] - seen[0])), float(np.linalg.norm(seen[2] - seen[0])))
    )
    return max(8, round(height / deck.ratio)), max(12, height)


def _exposed(rng: np.random.Generator, field: Field) -> Field:
    """A camera sets its exposure by what it sees in the middle, so that white cards are not burnt out there."""
    h, w = field.shape[:2]
    middle = field[h // 4 : -h // 4, w // 3 : -w // 3]
    level = float(rng.uniform(0.75, 1.05)) / float(middle.mean())
    return np.asarray(field * min(level, BRIGHTEST / float(np.percentile(middle, 95))), np.float32)


def _mild(glare: Field | None) -> Field | None:
    """A lamp that blinds whole cards would make a film that no one can read."""
    return None if glare is None else np.minimum(glare, 60.0).astype(np.float32)


def _curve(rng: np.random.Generator, *, calm: bool) -> NDArray[np.float32]:
    level = np.linspace(0, 1, 256, dtype=np.float32)[:, None]
    if calm:
        return np.repeat(level * 255, 3, axis=1)
    balance = 1.0 + rng.normal(0, 0.05, 3)
    gain = min(float(np.exp(rng.normal(0, 0.12))), 1.05)
    gamma = float(np.exp(rng.normal(0, 0.12)))
    low = float(rng.uniform(0, 18))
    return np.asarray(low + (255 - low) * np.clip(level * balance * gain, 0, 1.2) ** gamma, np.float32)


def _lamps(rng: np.random.Generator) -> tuple[tuple[float, float, float], ...]:
    times = np.sort(rng.uniform(4, 90, int(rng.integers(1, 4))))
    return tuple((float(t), float(rng.uniform(0.7, 1.2)), float(rng.choice([0.15, 0.8, 3.0]))) for t in times)


def _shakes(rng: np.random.Generator) -> tuple[tuple[float, float], ...]:
    return tuple(
        (float(t), float(rng.uniform(1.0, 6.0))) for t in np.sort(rng.uniform(3, 90, int(rng.integers(1, 4))))
    )


def card_picture(look: Look, card: str) -> Image:
    """A card's print, in the proportions that the truth counts with."""
    source = look.back if card not in look.deck.faces else look.deck.face(card, look.size[1])
    return np.asarray(cv2.resize(source, look.size, interpolation=cv2.INTER_AREA), np.uint8)
