"""Things on a card table that are no Tarock cards: glasses, score pads, pencils, phones, coins, mats, other cards."""

from __future__ import annotations

import cv2
import numpy as np

from vision.rendering.backs import colour, ink, make_back, paper, pip, suit_ink
from vision.rendering.canvas import Image, Sprite
from vision.rendering.faces import card_mask

Rng = np.random.Generator
_PER_MM = 2.0


def _blank(width_mm: float, height_mm: float, c: tuple[int, int, int]) -> Image:
    picture = np.empty((max(4, round(height_mm * _PER_MM)), max(4, round(width_mm * _PER_MM)), 3), np.uint8)
    picture[:] = c
    return picture


def _full(picture: Image) -> Image:
    mask = np.full(picture.shape[:2], 255, np.uint8)
    mask[[0, -1], :] = 0
    mask[:, [0, -1]] = 0
    return mask


def _disc(size: int) -> Image:
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (size // 2, size // 2), size // 2 - 2, 255, -1, cv2.LINE_AA)
    return mask


_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def score_pad(rng: Rng, _art: Image) -> Sprite:
    """A sheet or a pad with lines, columns or a grid, and figures or writing on it."""
    wide = rng.uniform(60, 210)
    page = _blank(wide, wide * rng.uniform(1.1, 1.55), paper(rng))
    h, w = page.shape[:2]
    pen = ink(rng) if rng.random() < 0.6 else (int(rng.integers(0, 70)),) * 3
    rule = pen if rng.random() < 0.5 else (int(rng.integers(90, 210)),) * 3
    thick = int(rng.integers(1, 4))
    columns = int(rng.integers(1, 7))
    step = int(rng.integers(14, 46))
    for i in range(1, columns):
        cv2.line(page, (w * i // columns, 0), (w * i // columns, h), rule, thick)
    if rng.random() < 0.55:
        for y in range(int(rng.integers(4, 30)), h, step):
            cv2.line(page, (0, y), (w, y), rule, max(1, thick - 1))
    if rng.random() < 0.25:
        cv2.rectangle(page, (4, 4), (w - 5, h - 5), rule, thick)
    _write(rng, page, columns, step, pen)
    if rng.random() < 0.5:
        page = np.ascontiguousarray(np.rot90(page))
    return Sprite(page, _full(page), _PER_MM)


def _write(rng: Rng, page: Image, columns: int, step: int, pen: tuple[int, int, int]) -> None:
    """Figures in columns, or words, down to where the writer stopped."""
    h, w = page.shape[:2]
    font, scale = _FONTS[int(rng.integers(len(_FONTS)))], step / rng.uniform(28, 60)
    stop, empty = h * rng.uniform(0.2, 1.0), rng.uniform(0, 0.5)
    words = rng.random() < 0.3
    for y in range(step, int(stop), step):
        for i in range(columns):
            if rng.random() < empty:
                continue
            text = "".join(rng.choice(list("abdegnostru 1237"), 14)) if words else str(rng.integers(-40, 140))
            cv2.putText(
                page, text, (w * i // columns + 4, y), font, scale, pen, 1 + (scale > 0.7), cv2.LINE_AA
            )


def beer_mat(rng: Rng, art: Image) -> Sprite:
    """Round or square, with a ring and a word."""
    mat = _blank(94, 94, paper(rng))
    size = mat.shape[0]
    c = ink(rng)
    if rng.random() < 0.3:
        mat[:] = cv2.resize(art, (size, size), interpolation=cv2.INTER_AREA)
    else:
        cv2.circle(
            mat, (size // 2, size // 2), int(size * rng.uniform(0.3, 0.46)), c, int(rng.integers(1, 9))
        )
    word = str(rng.choice(["Bier", "Prost", "Gösser", "Stiegl", "Zum Wirt", "Kaffee"])).replace("ö", "o")
    cv2.putText(mat, word, (size // 5, size // 2 + 8), cv2.FONT_HERSHEY_DUPLEX, 0.9, c, 2, cv2.LINE_AA)
    mask = _disc(size) if rng.random() < 0.6 else card_mask(size, size, rng.uniform(4, 24))
    return Sprite(mat, mask, _PER_MM)


def coin(rng: Rng, _art: Image) -> Sprite:
    tone = np.array([[60, 130, 180], [150, 150, 150], [70, 90, 150]])[int(rng.integers(3))]
    across = rng.uniform(16, 27)
    disc = _blank(across, across, (int(tone[0]), int(tone[1]), int(tone[2])))
    size = disc.shape[0]
    cv2.circle(disc, (size // 2, size // 2), size // 3, tuple(int(v) for v in tone * 0.7), 2)
    return Sprite(disc, _disc(size), _PER_MM)


def pencil(rng: Rng, _art: Image) -> Sprite:
    stick = _blank(rng.uniform(90, 180), rng.uniform(6, 11), ink(rng))
    h, w = stick.shape[:2]
    stick[: h // 3] = np.clip(stick[: h // 3].astype(int) + 50, 0, 255).astype(np.uint8)
    mask = _full(stick)
    tip = 2 * h
    stick[:, w - tip :] = (150, 190, 220)
    cv2.fillConvexPoly(mask, np.array([[w - tip, 0], [w, 0], [w, h // 2]], np.int32), 0)
    cv2.fillConvexPoly(mask, np.array([[w - tip, h], [w, h], [w, h // 2]], np.int32), 0)
    return Sprite(stick, mask, _PER_MM)


def phone(rng: Rng, art: Image) -> Sprite:
    """A dark slab with a screen, on or off."""
    body = _blank(rng.uniform(68, 78), rng.uniform(140, 162), (int(rng.integers(10, 60)),) * 3)
    h, w = body.shape[:2]
    if rng.random() < 0.5:
        rim = int(rng.integers(4, 12))
        screen = cv2.resize(art, (w - 2 * rim, h - 2 * rim), interpolation=cv2.INTER_AREA)
        body[rim : h - rim, rim : w - rim] = screen
    else:
        cv2.line(body, (0, int(rng.integers(h))), (w, int(rng.integers(h))), (90, 90, 90), 12, cv2.LINE_AA)
    return Sprite(body, card_mask(h, w, 16), _PER_MM)


def glass(rng: Rng, _art: Image) -> Sprite:
    """A glass or a cup from above: rings, a drink, a highlight."""
    across = rng.uniform(48, 92)
    cup = _blank(across, across, paper(rng) if rng.random() < 0.4 else colour(rng, 60, 220))
    size = cup.shape[0]
    middle = (size // 2, size // 2)
    cv2.circle(cup, middle, int(size * 0.42), colour(rng, 0, 200), -1, cv2.LINE_AA)
    cv2.circle(cup, middle, int(size * 0.46), (235, 235, 235), 2, cv2.LINE_AA)
    cv2.ellipse(cup, middle, (size // 3, size // 3), 0, 200, 250, (255, 255, 255), 4, cv2.LINE_AA)
    mask = _disc(size)
    if rng.random() < 0.5:
        mask = (mask * rng.uniform(0.5, 1.0)).astype(np.uint8)
    return Sprite(cup, mask, _PER_MM)


def french_card(rng: Rng, art: Image) -> Sprite:
    """A poker, bridge or Skat card: shorter than a Tarock card, with letters or figures in its corners."""
    wide, tall = [(63, 88), (57, 88), (59, 91), (56, 100)][int(rng.choice(4, p=[0.35, 0.3, 0.3, 0.05]))]
    card = _blank(wide, tall, paper(rng))
    h, w = card.shape[:2]
    if rng.random() < 0.3:
        card[:] = cv2.resize(make_back(rng, 212, tall / wide), (w, h), interpolation=cv2.INTER_AREA)
        return Sprite(card, card_mask(h, w, 3.2 * _PER_MM), _PER_MM)
    suit = "HDSC"[int(rng.integers(4))]
    c = suit_ink(rng, suit)
    rank = str(
        rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "B", "D", "O", "U"])
    )
    if rank.isdigit() or rank == "A":
        count = 1 if rank == "A" else int(rank)
        for i in range(count):
            x = w / 2 if count < 4 else w * (0.33 if i % 2 else 0.67)
            y = h * (
                0.2 + 0.6 * ((i // (1 if count < 4 else 2)) / max(1, (count - 1) // (1 if count < 4 else 2)))
            )
            pip(
                card,
                suit,
                x,
                y if count > 1 else h / 2,
                w * 0.18 if count > 1 else w * 0.35,
                c,
                down=y > h / 2,
            )
    else:
        inner = cv2.resize(art, (int(w * 0.7), int(h * 0.8)), interpolation=cv2.INTER_AREA)
        half = inner.shape[0] // 2
        inner[inner.shape[0] - half :] = inner[:half][::-1, ::-1]
        card[int(h * 0.1) : int(h * 0.1) + inner.shape[0], int(w * 0.15) : int(w * 0.15) + inner.shape[1]] = (
            inner
        )
    for _ in range(2):
        cv2.putText(card, rank, (4, 22), cv2.FONT_HERSHEY_DUPLEX, 0.7, c, 2, cv2.LINE_AA)
        pip(card, suit, 12, 34, 14, c)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return Sprite(card, card_mask(h, w, 3.2 * _PER_MM), _PER_MM)


def paper_thing(rng: Rng, art: Image) -> Sprite:
    """A photograph, a booklet, a box of cards: a printed rectangle that is not shaped like a Tarock card."""
    wide = rng.uniform(40, 220)
    ratio = rng.uniform(1.0, 1.5) if rng.random() < 0.7 else rng.uniform(2.3, 4.0)
    thing = _blank(wide, wide * ratio, paper(rng))
    h, w = thing.shape[:2]
    rim = int(rng.integers(0, 14))
    kind = rng.random()
    if kind < 0.7:
        thing[rim : h - rim, rim : w - rim] = cv2.resize(
            art, (w - 2 * rim, h - 2 * rim), interpolation=cv2.INTER_AREA
        )
    elif kind < 0.85:
        thing[:] = colour(rng)
    return Sprite(thing, _full(thing), _PER_MM)


def blob(rng: Rng, art: Image) -> Sprite:
    """Anything else: a rounded or jagged piece of a photograph."""
    wide, tall = rng.uniform(25, 180, 2)
    thing = np.asarray(cv2.resize(art, (round(wide * 1.2), round(tall * 1.2))), np.uint8)
    h, w = thing.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    n = int(rng.integers(3, 14))
    angles = np.sort(rng.uniform(0, 2 * np.pi, n))
    reach = rng.uniform(0.6, 1.0, n)
    if rng.random() < 0.4:
        cv2.ellipse(mask, (w // 2, h // 2), (w // 2 - 2, h // 2 - 2), 0, 0, 360, 255, -1, cv2.LINE_AA)
    else:
        points = np.stack(
            [w / 2 + w / 2 * reach * np.cos(angles), h / 2 + h / 2 * reach * np.sin(angles)], axis=1
        )
        cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return Sprite(thing, mask, 1.2)


MAKERS = (
    score_pad,
    score_pad,
    beer_mat,
    coin,
    pencil,
    phone,
    glass,
    glass,
    french_card,
    paper_thing,
    blob,
    blob,
)
