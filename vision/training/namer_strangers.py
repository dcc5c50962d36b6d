"""What is no open Tarock card and must get no name: backs, French cards, paper, beer mats, bare tables, bad outlines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.namer_crops import Crop, Desk, Pyramid, World, _cover, _turned, cut, shaky
from vision.training.namer_faces import FACE_HEIGHT, FACE_WIDTH, Image, pyramid
from vision.training.namer_inventions import glyph, stamp
from vision.training.namer_light import shade, through_camera

_FRENCH_COURTS = "JQKBDOUVR"
_SYMBOLS = "♥♦♠♣"


def back(rng: Generator, world: World) -> Image:
    """The back of a card: a small pattern, often with a pale border."""
    face = np.empty((FACE_HEIGHT, FACE_WIDTH, 3), np.uint8)
    one, two = rng.integers(0, 256, 3), rng.integers(0, 256, 3)
    kind = rng.random()
    ys, xs = np.mgrid[0:FACE_HEIGHT, 0:FACE_WIDTH].astype(np.float32)
    step, turn = rng.uniform(6, 40), rng.uniform(0, np.pi)
    u = (xs * np.cos(turn) + ys * np.sin(turn)) / step
    v = (ys * np.cos(turn) - xs * np.sin(turn)) / step
    if kind < 0.7:
        waves = [
            np.sin(6.28 * u),
            np.sin(6.28 * u) * np.sin(6.28 * v),
            np.sin(6.28 * (u + np.sin(v * 3) * 0.3)),
        ]
        mix = (waves[int(rng.integers(3))] > rng.uniform(-0.5, 0.5)).astype(np.float32)[..., None]
        face[:] = (one * mix + two * (1 - mix)).astype(np.uint8)
    elif kind < 0.9:
        texture = world.surfaces[int(rng.integers(len(world.surfaces)))]
        face[:] = cv2.resize(texture, (FACE_WIDTH, FACE_HEIGHT))
    else:
        face[:] = one
    if rng.random() < 0.6:
        width = int(rng.uniform(6, 22))
        pale = 255 - rng.integers(0, 40, 3)
        cv2.rectangle(face, (0, 0), (FACE_WIDTH - 1, FACE_HEIGHT - 1), pale.tolist(), width)
    return face


def french(rng: Generator, world: World, fonts: Sequence[Path]) -> Image:
    """A card of a French pack with its index letters, stretched as its outline would be when rectified."""
    face = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8) - rng.integers(0, 25, 3).astype(np.uint8)
    fate = rng.random()
    count = (
        1 if fate < 0.3 else int(rng.integers(2, 11)) if fate < 0.75 else 0
    )  # an ace is nearest to our aces
    suit = _SYMBOLS[int(rng.integers(4))]
    colour = [30, 30, int(rng.integers(150, 250))] if suit in "♥♦" else [25, 20, 20]
    font = [f for f in fonts if "DejaVu" in f.name] or list(fonts)
    chosen = font[int(rng.integers(len(font)))]
    if count:
        rank = "A" if count == 1 else str(count)
        _french_pips(rng, face, count, (suit, chosen), colour)
    else:
        rank = _FRENCH_COURTS[int(rng.integers(len(_FRENCH_COURTS)))]
        photo = world.photos[int(rng.integers(len(world.photos)))]
        picture = cv2.resize(photo, (FACE_WIDTH - 84, FACE_HEIGHT // 2 - 40))
        face[40 : FACE_HEIGHT // 2, 42:-42] = picture
        face[FACE_HEIGHT // 2 : -40, 42:-42] = picture[::-1, ::-1]
    wide = int(rng.uniform(14, 34))
    index = glyph(rank, chosen, wide, int(wide * rng.uniform(1.2, 2.0)))
    small = glyph(suit, chosen, int(wide * rng.uniform(0.7, 1)), int(wide * rng.uniform(0.8, 1.3)))
    for _ in range(2):
        stamp(face, index, 8, 12, colour)
        stamp(face, small, 10, 18 + index.shape[0], colour)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def _french_pips(
    rng: Generator, face: Image, count: int, symbol: tuple[str, Path], colour: Sequence[int]
) -> None:
    """One to ten pips in a column or two; an ace's is often large, and those below the middle stand on their heads."""
    wide = rng.uniform(34, 110) if count == 1 else rng.uniform(30, 48)
    pip = glyph(*symbol, int(wide), int(wide * rng.uniform(1.2, 1.6)))
    columns = 1 if count < 4 else 2
    rows = -(-count // columns)
    for i in range(count):
        x = 0.5 if columns == 1 else (0.33, 0.67)[i % 2]
        y = 0.5 if rows == 1 else 0.2 + 0.6 * (i // columns) / (rows - 1)
        drawn = np.ascontiguousarray(pip[::-1]) if y > 0.5 else pip
        left, top = FACE_WIDTH * x - pip.shape[1] / 2, FACE_HEIGHT * y - pip.shape[0] / 2
        stamp(face, drawn, int(left), int(top), colour)
    if count == 1 and rng.random() < 0.3:  # an ornament around it
        middle = (FACE_WIDTH // 2, FACE_HEIGHT // 2)
        size = (int(wide * rng.uniform(0.7, 0.95)), int(wide * rng.uniform(0.9, 1.6)))
        cv2.ellipse(face, middle, size, 0, 0, 360, list(colour), int(rng.integers(1, 6)), cv2.LINE_AA)


def paper(rng: Generator, fonts: Sequence[Path]) -> Image:
    """A score pad, a menu, a bill, a blank card."""
    face = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8) - rng.integers(0, 60, 3).astype(np.uint8)
    ink = rng.integers(0, 140, 3).tolist()
    font = fonts[int(rng.integers(len(fonts)))]
    step = int(rng.uniform(14, 60))
    columns = int(rng.integers(1, 6))
    if rng.random() < 0.5:
        for y in range(int(rng.uniform(8, 40)), FACE_HEIGHT, step):
            cv2.line(face, (0, y), (FACE_WIDTH, y), ink, 1)
    for i in range(1, columns):
        x = FACE_WIDTH * i // columns
        cv2.line(face, (x, 0), (x, FACE_HEIGHT), ink, int(rng.integers(1, 4)))
    if rng.random() < 0.5:  # figures in columns, down to where the writer stopped
        tall, empty = int(step * rng.uniform(0.4, 0.9)), rng.uniform(0, 0.6)
        for y in range(4, int(FACE_HEIGHT * rng.uniform(0.2, 1)), step):
            for x in (np.arange(columns) * FACE_WIDTH // columns + 5).tolist():
                if rng.random() > empty:
                    text = str(rng.integers(-40, 140))
                    stamp(face, glyph(text, font, int(tall * 0.6 * len(text)), tall), x, y, ink)
    else:
        for _ in range(int(rng.integers(0, 14))):
            text = "".join(rng.choice(list("0123456789-+IVXabcdefghinorstu"), int(rng.integers(1, 7))))
            height = int(rng.uniform(8, 60))
            mask = glyph(text, font, int(height * 0.6 * len(text)), height)
            stamp(face, mask, int(rng.integers(-20, FACE_WIDTH)), int(rng.integers(-10, FACE_HEIGHT)), ink)
    if rng.random() < 0.2:
        face = np.asarray(np.rot90(cv2.resize(face, (FACE_HEIGHT, FACE_WIDTH))), np.uint8)
    return np.ascontiguousarray(face, np.uint8)


def printed(rng: Generator, world: World) -> Image:
    """A photograph, a booklet, a box: a printed rectangle, often with a pale rim."""
    photo = world.photos[int(rng.integers(len(world.photos)))]
    face = np.asarray(cv2.resize(photo, (FACE_WIDTH, FACE_HEIGHT)), np.uint8).copy()
    rim = int(rng.integers(0, 26))
    if rim:
        pale = (255 - rng.integers(0, 60, 3)).tolist()
        cv2.rectangle(face, (0, 0), (FACE_WIDTH - 1, FACE_HEIGHT - 1), pale, rim)
    return face


def make_stranger(rng: Generator, world: World, faces: Sequence[Pyramid], fonts: Sequence[Path]) -> Crop:
    """A crop that shows no open Tarock card, or one so badly outlined that it must not be named."""
    desk = Desk(rng, world, float(np.exp(rng.uniform(np.log(56), np.log(270)))))
    quad = desk.outline(rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), rng.uniform(0, 6.3))
    kind = rng.random()
    guess = shaky(rng, quad, 0.8)
    if kind < 0.2:
        desk.lay(pyramid(back(rng, world)), quad, over=False)
    elif kind < 0.46:
        desk.lay(pyramid(french(rng, world, fonts)), quad, over=False)
    elif kind < 0.63:
        desk.lay(pyramid(paper(rng, fonts)), quad, over=False)
    elif kind < 0.7:
        desk.lay(pyramid(printed(rng, world)), quad, over=False)
    elif kind < 0.9 and faces:  # an outline that belongs to no card: between two cards, or across one
        for _ in range(int(rng.integers(1, 3))):
            where, far = rng.uniform(0, 6.3), rng.uniform(0.45, 0.8)
            fate = rng.random()
            if fate < 0.4:  # far too wide or far too narrow an outline
                factor = float(rng.choice([rng.uniform(0.3, 0.68), rng.uniform(1.5, 2.6)]))
                beside = (quad - quad.mean(0)) * np.float32(factor) + quad.mean(0)
                beside = beside + rng.normal(0, 0.05, 2).astype(np.float32) * desk.length
            elif fate < 0.6:
                beside = _turned(quad, rng.uniform(0.9, 2.2) * rng.choice([-1, 1]))
            else:
                beside = quad + (far * desk.length * np.array([np.cos(where), np.sin(where)])).astype(
                    np.float32
                )
            desk.lay(faces[int(rng.integers(len(faces)))], beside, over=False)
    if rng.random() < 0.4:
        _cover(desk, quad, faces)
    picture = through_camera(rng, shade(rng, desk.image, 1.0), desk.length, 1.0)
    crop = cut(picture, np.zeros((desk.size, desk.size), np.uint8), guess, quad, 0.0)
    return Crop(crop.picture, crop.cells, np.zeros(8, np.float32), 0.0)
