"""What is no open Tarock card and must get no name: backs, French cards, paper, beer mats, bare tables, bad outlines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.namer_crops import Crop, Desk, Pyramid, World, _cover, _cut, _turned, shaky
from vision.training.namer_faces import FACE_HEIGHT, FACE_WIDTH, Image, pyramid
from vision.training.namer_inventions import glyph, stamp
from vision.training.namer_light import shade, through_camera

_FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
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
    number = 0 if rng.random() < 0.25 else int(rng.integers(13))  # an ace is nearest to our aces
    suit = _SYMBOLS[int(rng.integers(4))]
    colour = [30, 30, int(rng.integers(170, 240))] if suit in "♥♦" else [25, 20, 20]
    font = [f for f in fonts if "DejaVu" in f.name] or list(fonts)
    chosen = font[int(rng.integers(len(font)))]
    index = glyph(_FRENCH_RANKS[number], chosen, int(rng.uniform(18, 32)), int(rng.uniform(34, 52)))
    small = glyph(suit, chosen, int(rng.uniform(16, 26)), int(rng.uniform(24, 40)))
    if number >= 10:
        photo = world.photos[int(rng.integers(len(world.photos)))]
        picture = cv2.resize(photo, (FACE_WIDTH - 84, FACE_HEIGHT // 2 - 40))
        face[40 : FACE_HEIGHT // 2, 42:-42] = picture
        face[FACE_HEIGHT // 2 : -40, 42:-42] = picture[::-1, ::-1]
    else:
        pip = glyph(suit, chosen, int(rng.uniform(34, 48)), int(rng.uniform(48, 70)))
        for i in range(number + 1):
            column, row = (i % 2, i // 2) if number > 2 else (0.5, i + 0.5)
            x = int(FACE_WIDTH * (0.32 + 0.36 * column) - pip.shape[1] / 2)
            y = int(
                40 + (FACE_HEIGHT - 130) * (row + 0.3) / max(1.0, (number + 1) / (2 if number > 2 else 1))
            )
            stamp(face, pip, x, y, colour)
    for _ in range(2):
        stamp(face, index, 8, 12, colour)
        stamp(face, small, 10, 18 + index.shape[0], colour)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def paper(rng: Generator, fonts: Sequence[Path]) -> Image:
    """A score pad, a menu, a bill, a blank card."""
    face = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8) - rng.integers(0, 60, 3).astype(np.uint8)
    ink = rng.integers(0, 140, 3).tolist()
    if rng.random() < 0.5:
        for y in range(int(rng.uniform(8, 40)), FACE_HEIGHT, int(rng.uniform(14, 60))):
            cv2.line(face, (0, y), (FACE_WIDTH, y), ink, 1)
    for _ in range(int(rng.integers(0, 14))):
        text = "".join(rng.choice(list("0123456789-+IVXabcdefghinorstu"), int(rng.integers(1, 7))))
        height = int(rng.uniform(8, 60))
        mask = glyph(text, fonts[int(rng.integers(len(fonts)))], int(height * 0.6 * len(text)), height)
        stamp(face, mask, int(rng.integers(-20, FACE_WIDTH)), int(rng.integers(-10, FACE_HEIGHT)), ink)
    return face


def make_stranger(rng: Generator, world: World, faces: Sequence[Pyramid], fonts: Sequence[Path]) -> Crop:
    """A crop that shows no open Tarock card, or one so badly outlined that it must not be named."""
    desk = Desk(rng, world, float(np.exp(rng.uniform(np.log(56), np.log(270)))))
    quad = desk.outline(rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), rng.uniform(0, 6.3))
    kind = rng.random()
    guess = shaky(rng, quad, 0.8)
    if kind < 0.25:
        desk.lay(pyramid(back(rng, world)), quad, over=False)
    elif kind < 0.5:
        desk.lay(pyramid(french(rng, world, fonts)), quad, over=False)
    elif kind < 0.65:
        desk.lay(pyramid(paper(rng, fonts)), quad, over=False)
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
    crop = _cut(picture, np.zeros((desk.size, desk.size), np.uint8), guess, quad, 0.0)
    return Crop(crop.picture, crop.cells, np.zeros(8, np.float32), 0.0)
