"""Card backs of many patterns and colours, and faces of prints that do not exist."""

from __future__ import annotations

import cv2
import numpy as np

from vision.rendering.canvas import Image

Rng = np.random.Generator


def colour(rng: Rng, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    """Any colour, as OpenCV wants it."""
    b, g, r = rng.integers(low, high + 1, 3)
    return int(b), int(g), int(r)


def paper(rng: Rng) -> tuple[int, int, int]:
    """White, cream or greyish paper."""
    light = int(rng.integers(205, 256))
    return max(0, light - int(rng.integers(0, 45))), max(0, light - int(rng.integers(0, 14))), light


def ink(rng: Rng) -> tuple[int, int, int]:
    """A printing colour: mostly strong blue, red, green, violet, black or brown."""
    hue, sat, val = int(rng.integers(180)), int(rng.integers(60, 256)), int(rng.integers(20, 200))
    pixel = cv2.cvtColor(np.array([[[hue, sat, val]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def _lattice(rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    h, w = back.shape[:2]
    step, thick = int(rng.integers(7, 30)), int(rng.integers(1, 4))
    slope = float(rng.choice([1.0, 0.6, 1.7]))
    for x in range(-int(h / slope) - w, 2 * w + int(h / slope), step):
        cv2.line(back, (x, 0), (x + int(h / slope), h), c, thick, cv2.LINE_AA)
        cv2.line(back, (x, 0), (x - int(h / slope), h), c, thick, cv2.LINE_AA)


def _dots(rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    h, w = back.shape[:2]
    step = int(rng.integers(8, 28))
    for i, y in enumerate(range(0, h + step, step)):
        for x in range(-(i % 2) * step // 2, w + step, step):
            cv2.circle(back, (x, y), max(1, step // 4), c, -1, cv2.LINE_AA)


def _stripes(rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    h, w = back.shape[:2]
    step = int(rng.integers(6, 26))
    upright = rng.random() < 0.5
    for k in range(0, w if upright else h, step):
        a, b = ((k, 0), (k, h)) if upright else ((0, k), (w, k))
        cv2.line(back, a, b, c, max(1, step // 3))


def _noise(rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    h, w = back.shape[:2]
    grain = int(rng.integers(3, 14))
    field = rng.random((h // grain + 2, w // grain + 2)).astype(np.float32)
    big = cv2.resize(field, (w, h), interpolation=cv2.INTER_CUBIC)
    back[big > rng.uniform(0.42, 0.58)] = c


def _ornament(rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    h, w = back.shape[:2]
    for _ in range(int(rng.integers(8, 40))):
        centre = int(rng.integers(w)), int(rng.integers(h))
        axes = int(rng.integers(2, w // 3)), int(rng.integers(2, w // 3))
        turn = float(rng.uniform(0, 360))
        cv2.ellipse(
            back, centre, axes, turn, 0, float(rng.uniform(90, 360)), c, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    # Backs look the same from both ends.
    half = back[: h // 2]
    half[:] = np.maximum(half, half[:, ::-1]) if rng.random() < 0.5 else half
    back[h - h // 2 :] = half[::-1, ::-1]


def _plain(_rng: Rng, back: Image, c: tuple[int, int, int]) -> None:
    back[:] = c


_PATTERNS = (_lattice, _dots, _stripes, _noise, _noise, _ornament, _lattice, _plain)


def make_back(rng: Rng, height: int = 212, ratio: float = 1.852) -> Image:
    """A random back: a pattern in one or two layers, mostly with a paper rim."""
    width = round(height / ratio)
    back = np.empty((height, width, 3), np.uint8)
    back[:] = paper(rng) if rng.random() < 0.6 else ink(rng)
    main = ink(rng)
    for pattern in rng.choice(len(_PATTERNS), int(rng.integers(1, 3))):
        _PATTERNS[pattern](rng, back, main if rng.random() < 0.7 else ink(rng))
    if rng.random() < 0.25:
        cv2.circle(back, (width // 2, height // 2), int(rng.integers(width // 8, width // 3)), paper(rng), -1)
        cv2.circle(back, (width // 2, height // 2), int(rng.integers(width // 12, width // 4)), main, 2)
    if rng.random() < 0.75:
        rim = int(rng.integers(2, max(3, width // 9)))
        cv2.rectangle(back, (0, 0), (width - 1, height - 1), paper(rng), 2 * rim)
        if rng.random() < 0.4:
            cv2.rectangle(back, (rim, rim), (width - 1 - rim, height - 1 - rim), main, 1)
    return np.asarray(cv2.GaussianBlur(back, (3, 3), 0.6), np.uint8)


_ROMAN = (
    "I",
    "II",
    "III",
    "IIII",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
)
_SHAPES = "HDSC"


def pip(
    picture: Image, suit: str, x: float, y: float, size: float, c: tuple[int, int, int], *, down: bool = False
) -> None:
    """A suit mark of that size around x, y."""
    s = -1.0 if down else 1.0

    def at(dx: float, dy: float) -> tuple[int, int]:
        return round(x + dx * size), round(y + s * dy * size)

    def disc(dx: float, dy: float, r: float) -> None:
        cv2.circle(picture, at(dx, dy), max(1, round(r * size)), c, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        cv2.fillPoly(picture, [np.array([at(*p) for p in points], np.int32)], c, cv2.LINE_AA)

    if suit == "D":
        shape((0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0))
    elif suit == "H":
        disc(-0.22, -0.2, 0.25)
        disc(0.22, -0.2, 0.25)
        shape((-0.45, -0.1), (0.45, -0.1), (0, 0.5))
    elif suit == "S":
        disc(-0.22, 0.12, 0.24)
        disc(0.22, 0.12, 0.24)
        shape((-0.44, 0.04), (0.44, 0.04), (0, -0.5))
        shape((0, 0.1), (0.16, 0.5), (-0.16, 0.5))
    else:
        disc(-0.24, 0.08, 0.22)
        disc(0.24, 0.08, 0.22)
        disc(0, -0.26, 0.22)
        shape((0, 0), (0.16, 0.5), (-0.16, 0.5))


def suit_ink(rng: Rng, suit: str) -> tuple[int, int, int]:
    """Red or black as printers mix them."""
    if suit in "HD":
        return int(rng.integers(10, 90)), int(rng.integers(10, 70)), int(rng.integers(150, 250))
    return (int(rng.integers(5, 60)),) * 3


def make_face(rng: Rng, art: Image, height: int = 300) -> Image:
    """A Tarock face of a print that does not exist: numerals or suit marks around any picture, or pips only."""
    width = round(height / rng.uniform(1.75, 1.95))
    face = np.empty((height, width, 3), np.uint8)
    face[:] = paper(rng)
    kind = rng.random()
    if kind < 0.3:
        _pips(rng, face)
        return face
    rim = round(width * rng.uniform(0.02, 0.12))
    inner = np.asarray(
        cv2.resize(art, (width - 2 * rim, height - 2 * rim), interpolation=cv2.INTER_AREA), np.uint8
    )
    if rng.random() < 0.7:
        half = inner.shape[0] // 2
        inner[inner.shape[0] - half :] = inner[:half][::-1, ::-1]
    if kind > 0.65:
        # A figure on blank paper, as courts and the Sküs are printed.
        figure = np.zeros(inner.shape[:2], np.uint8)
        middle = (inner.shape[1] // 2, inner.shape[0] // 2)
        axes = int(inner.shape[1] * rng.uniform(0.25, 0.45)), int(inner.shape[0] * rng.uniform(0.35, 0.48))
        cv2.ellipse(figure, middle, axes, 0, 0, 360, 255, -1)
        inner[figure == 0] = face[0, 0]
    face[rim : height - rim, rim : width - rim] = inner
    if rng.random() < 0.6:
        cv2.rectangle(face, (rim, rim), (width - rim, height - rim), (int(rng.integers(0, 90)),) * 3, 1)
    _indices(rng, face, rim, court=kind > 0.65)
    return face


def _pips(rng: Rng, face: Image) -> None:
    height, width = face.shape[:2]
    suit = _SHAPES[int(rng.integers(4))]
    c = suit_ink(rng, suit)
    size = width * rng.uniform(0.15, 0.3)
    columns = [0.5] if rng.random() < 0.4 else [0.25, 0.75]
    rows = np.linspace(rng.uniform(0.1, 0.25), 0.5, int(rng.integers(1, 4)))
    for column in columns:
        for y in rows:
            pip(face, suit, column * width, y * height, size, c)
            pip(face, suit, (1 - column) * width, (1 - y) * height, size, c, down=True)


def _indices(rng: Rng, face: Image, rim: int, *, court: bool) -> None:
    height, width = face.shape[:2]
    if court:
        suit = _SHAPES[int(rng.integers(4))]
        size, c = width * rng.uniform(0.12, 0.24), suit_ink(rng, suit)
        x, y = rim + size * 0.7, rim + size * 0.7
        pip(face, suit, x, y, size, c)
        pip(face, suit, width - x, height - y, size, c, down=True)
        return
    text = str(rng.choice(_ROMAN))
    box = face[rim : rim + round(height * rng.uniform(0.08, 0.16)), rim : width - rim]
    box[:] = paper(rng)
    scale = box.shape[0] / 34
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_TRIPLEX, scale, 2)
    start = (max(2, (box.shape[1] - w) // 2) if rng.random() < 0.5 else 3, (box.shape[0] + h) // 2)
    cv2.putText(
        box, text, start, cv2.FONT_HERSHEY_TRIPLEX, scale, (int(rng.integers(60)),) * 3, 2, cv2.LINE_AA
    )
    face[height - rim - box.shape[0] : height - rim, rim : width - rim] = box[::-1, ::-1]
