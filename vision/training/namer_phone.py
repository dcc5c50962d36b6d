"""Casual phone pictures of single cards, to try enrolment with: `python -m vision.training.namer_phone --shared DIR --copy NAME --out DIR`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from engine.cards import IDS
from vision.identity import Image
from vision.training.namer_faces import load_pictures, read_scan
from vision.training.namer_light import shade

WIDTH: Final = 1080
HEIGHT: Final = 1440
CORNER: Final = 4 / 113
"""The radius of a card's corner, in card lengths."""


def phone_picture(rng: Generator, scan: Image, surface: Image) -> Image:
    """A card on some surface, seen a little from the side, by the light that there is."""
    background = cv2.resize(surface, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    quad = _outline(rng)
    h, w = scan.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, quad)
    size = (WIDTH, HEIGHT)
    card = cv2.warpPerspective(scan, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(_rounded(w, h), matrix, size, flags=cv2.INTER_LINEAR)
    cast = cv2.GaussianBlur(np.roll(mask, int(rng.integers(-8, 9)), axis=1), (0, 0), 7)
    picture = background.astype(np.float32) * (1 - 0.45 * cast[..., None] / 255)
    ink = mask[..., None].astype(np.float32) / 255
    picture = np.asarray(picture * (1 - ink) + card * ink, np.float32)
    small = cv2.resize(shade(rng, np.full((240, 240, 3), 128, np.float32), 0.7), size)
    picture = picture * (small / 128)
    picture *= rng.uniform(0.6, 1.1) * rng.uniform(0.88, 1.12, 3)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 2.2)), np.float64)
    picture = picture + rng.normal(0, rng.uniform(1, 6), picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _outline(rng: Generator) -> Image:
    """Where the card lies: most of the picture's height, turned a little, the far end a little shorter."""
    length = HEIGHT * rng.uniform(0.45, 0.8)
    width = length * 61 / 113
    far, lean = rng.uniform(0.78, 1.0), rng.uniform(-0.08, 0.08) * width
    shape = np.array([[-far, -1], [far, -1], [1, 1], [-1, 1]]) * [width / 2, length / 2 * rng.uniform(0.8, 1)]
    shape[:2, 0] += lean
    turn = rng.normal(0, 0.15) + rng.choice([0, np.pi, np.pi / 2], p=[0.7, 0.2, 0.1])
    c, s = np.cos(turn), np.sin(turn)
    middle = np.array([WIDTH, HEIGHT]) / 2 + rng.normal(0, 25, 2)
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + middle, np.float32)


def _rounded(width: int, height: int) -> Image:
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(CORNER * height))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--copy", required=True, help="a folder of decks/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    surfaces = load_pictures(args.shared / "textures" / "surfaces", held_out=True)
    args.out.mkdir(parents=True, exist_ok=True)
    for path in sorted((args.shared / "decks" / args.copy).iterdir()):
        if path.stem in IDS:
            surface = surfaces[int(rng.integers(len(surfaces)))]
            picture = phone_picture(rng, read_scan(path), surface)
            cv2.imwrite(str(args.out / f"{path.stem}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
