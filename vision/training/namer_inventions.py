"""Decks that never existed: numerals, pips and pictures at random, so that the namer learns to read any print.

A few real prints would teach the network these prints. What it has to learn is which marks tell cards apart: so in
an invented deck many Tarocks share one picture and differ by their numerals alone, and courts by their pips.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image as Pil
from PIL import ImageDraw, ImageFont

from engine.cards import IDS, roman
from vision.training.namer_faces import FACE_HEIGHT, FACE_WIDTH, Copy, Image

_PIP_PLACES: Final = {
    "1": ((0.5, 0.5),),
    "2": ((0.5, 0.13), (0.5, 0.87)),
    "3": ((0.5, 0.13), (0.5, 0.5), (0.5, 0.87)),
    "4": ((0.26, 0.13), (0.74, 0.13), (0.26, 0.87), (0.74, 0.87)),
    "7": ((0.24, 0.13), (0.76, 0.13), (0.24, 0.5), (0.76, 0.5), (0.24, 0.87), (0.76, 0.87), (0.5, 0.3)),
    "8": (
        *((0.24, 0.13), (0.76, 0.13), (0.24, 0.5), (0.76, 0.5), (0.24, 0.87), (0.76, 0.87)),
        *((0.5, 0.3), (0.5, 0.7)),
    ),
    "9": (
        *((0.24, 0.12), (0.76, 0.12), (0.24, 0.37), (0.76, 0.37), (0.5, 0.5)),
        *((0.24, 0.63), (0.76, 0.63), (0.24, 0.88), (0.76, 0.88)),
    ),
    "10": (
        *((0.24, 0.12), (0.76, 0.12), (0.24, 0.37), (0.76, 0.37), (0.5, 0.24)),
        *((0.24, 0.63), (0.76, 0.63), (0.24, 0.88), (0.76, 0.88), (0.5, 0.76)),
    ),
}
_UNFIT: Final = ("Display", "Mono", "Math", "ExtraLight")
_GLYPHS: Final = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}


def find_fonts() -> list[Path]:
    """Fonts of the machine that have Latin capitals; those of matplotlib are there with the training extra."""
    folders = [Path("/usr/share/fonts"), *_matplotlib_fonts()]
    names = ("DejaVuSerif", "DejaVuSans", "STIXGeneral", "LiberationSerif", "LiberationSans", "FreeSerif")
    found = {p.name: p for f in folders if f.is_dir() for p in f.rglob("*.ttf") if p.name.startswith(names)}
    return [path for name, path in sorted(found.items()) if not any(w in name for w in _UNFIT)]


def _matplotlib_fonts() -> list[Path]:
    import importlib.util

    spec = importlib.util.find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return []
    return [Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"]


def glyph(text: str, font: Path, width: int, height: int) -> Image:
    """The ink of a text as a mask of exactly this size: so any font becomes narrow, wide, tall or squat."""
    face = ImageFont.truetype(str(font), 96)
    left, top, right, bottom = (int(v) for v in face.getbbox(text))
    mask = Pil.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face)
    small = cv2.resize(np.asarray(mask), (max(1, width), max(1, height)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def stamp(face: Image, mask: Image, x: int, y: int, colour: Sequence[int]) -> None:
    """Prints a mask's ink with its top left corner at (x, y); what hangs over the edge is cut."""
    h, w = mask.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(FACE_WIDTH, x + w), min(FACE_HEIGHT, y + h)
    if x0 >= x1 or y0 >= y1:
        return
    ink = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = face[y0:y1, x0:x1]
    part[:] = (part * (1 - ink) + np.asarray(colour, np.float32) * ink).astype(np.uint8)


def invent_copy(rng: Generator, name: str, art: Sequence[Image], fonts: Sequence[Path]) -> Copy:
    """A whole deck in one invented style."""
    style = _Style(rng, fonts)
    shared = int(rng.choice([2, 4, 8, 22], p=[0.3, 0.25, 0.2, 0.25]))
    scenes = [_scene(rng, art) for _ in range(2 * shared)]
    courts = [_scene(rng, art) for _ in range(int(rng.choice([4, 16])))]
    faces: dict[int, Image] = {}
    for card, card_id in enumerate(IDS):
        if card_id[0] == "T":
            upper, lower = scenes[card % shared], scenes[shared + card % shared]
            faces[card] = style.tarock(rng, card + 1, upper, lower)
        elif card_id[1:] in "KQCJ":
            upper = courts[(4 * ((card - 22) // 8) + card % 4) % len(courts)]
            faces[card] = style.court(upper, card_id[0], card_id[1])
        else:
            faces[card] = style.pips(card_id[0], card_id[1:])
    return Copy(name, name, faces)


def _scene(rng: Generator, art: Sequence[Image]) -> Image:
    """A random cut of a random picture, as wide as the card and half as high, sometimes as a print of few colours."""
    picture = art[int(rng.integers(len(art)))]
    h, w = picture.shape[:2]
    size = int(min(h, w) * rng.uniform(0.4, 1.0))
    x, y = int(rng.integers(w - size + 1)), int(rng.integers(h - size + 1))
    cut = cv2.resize(picture[y : y + size, x : x + size], (FACE_WIDTH, FACE_HEIGHT // 2))
    if rng.random() < 0.5:
        cut = cut[:, ::-1]
    if rng.random() < 0.5:
        levels = int(rng.integers(3, 7))
        step = 255 / (levels - 1)
        cut = (np.round(cv2.medianBlur(np.ascontiguousarray(cut), 5) / step) * step).astype(np.uint8)
    if rng.random() < 0.5:
        grey = cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGR2GRAY)
        edges = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 11, 6)
        cut = np.minimum(cut, edges[..., None])
    lift = rng.uniform(0.1, 0.6)
    return np.asarray(cut * (1 - lift) + 255 * lift, np.uint8)


class _Style:
    """The paper, inks, frame, numerals and pips of one invented deck."""

    def __init__(self, rng: Generator, fonts: Sequence[Path]) -> None:
        self.font = fonts[int(rng.integers(len(fonts)))]
        symbols = [f for f in fonts if "DejaVu" in f.name] or list(fonts)
        self.symbols = symbols[int(rng.integers(len(symbols)))]
        self.paper = np.array([255, 255, 255]) - rng.integers(0, [70, 45, 25])
        self.ink = rng.integers(0, 60, 3).tolist()
        self.red = [int(rng.integers(0, 90)), int(rng.integers(0, 90)), int(rng.integers(150, 256))]
        self.margin = int(rng.integers(4, 14))
        self.frame = bool(rng.random() < 0.6)
        self.mirror = bool(rng.random() < 0.7)
        self.four = "IV" if rng.random() < 0.4 else "IIII"
        self.numeral = (int(rng.integers(20, 40)), int(rng.integers(38, 74)))
        self.boxed = bool(rng.random() < 0.3)
        self.centred = bool(rng.random() < 0.12)
        self.pip = (int(rng.integers(34, 58)), int(rng.integers(34, 62)))
        self.spread = rng.uniform(0.85, 1.08)
        self.inset = int(rng.integers(14, 34))
        self.indexed = bool(rng.random() < 0.3)
        self.letters = dict(zip("KQCJ", ("KDRB", "KQCJ", "KDCB")[int(rng.integers(3))], strict=True))
        self.index = (int(rng.integers(14, 24)), int(rng.integers(26, 40)))

    def _blank(self) -> Image:
        face = np.empty((FACE_HEIGHT, FACE_WIDTH, 3), np.uint8)
        face[:] = self.paper
        return face

    def _framed(self, face: Image) -> Image:
        if self.frame:
            m = self.margin - 2
            cv2.rectangle(face, (m, m), (FACE_WIDTH - 1 - m, FACE_HEIGHT - 1 - m), self.ink, 1, cv2.LINE_AA)
        return face

    def tarock(self, rng: Generator, number: int, upper: Image, lower: Image) -> Image:
        face, m = self._blank(), self.margin
        if number == 22 and rng.random() < 0.7:  # the Sküs has no numeral in most prints
            return self._framed(self._figure(face, upper))
        half = np.vstack([upper, (upper if self.mirror else lower)[::-1, ::-1]])
        face[m:-m, m:-m] = cv2.resize(half, (FACE_WIDTH - 2 * m, FACE_HEIGHT - 2 * m))
        text = self.four if number == 4 else roman(number)
        width = min(int(self.numeral[0] * (0.5 + 0.5 * len(text))), FACE_WIDTH - 2 * m)
        mask = glyph(text, self.font, width, self.numeral[1])
        x = (FACE_WIDTH - width) // 2 if self.centred else m + 4
        for _ in range(2):
            if self.boxed:
                cv2.rectangle(
                    face, (x - 4, m), (x + width + 4, m + self.numeral[1] + 8), self.paper.tolist(), -1
                )
            stamp(face, mask, x, m + 4, self.ink)
            face = np.ascontiguousarray(face[::-1, ::-1])
        return self._framed(face)

    def _figure(self, face: Image, scene: Image) -> Image:
        i = self.inset
        half = np.vstack([scene, scene[::-1, ::-1]])
        inner = cv2.resize(half, (FACE_WIDTH - 2 * i, FACE_HEIGHT - 2 * i))
        oval = np.zeros(inner.shape[:2], np.uint8)
        centre, axes = (inner.shape[1] // 2, inner.shape[0] // 2), (inner.shape[1] // 2, inner.shape[0] // 2)
        cv2.ellipse(oval, centre, axes, 0, 0, 360, 255, -1)
        part = face[i:-i, i:-i]
        part[oval > 0] = inner[oval > 0]
        return face

    def court(self, scene: Image, suit: str, rank: str) -> Image:
        face = self._figure(self._blank(), scene)
        mask = glyph(_GLYPHS[suit], self.symbols, self.pip[0], self.pip[1])
        for _ in range(2):
            stamp(face, mask, self.margin + 3, self.margin + 3, self.red if suit in "HD" else self.ink)
            face = np.ascontiguousarray(face[::-1, ::-1])
        return self._framed(self._indexed(face, suit, self.letters[rank]))

    def _indexed(self, face: Image, suit: str, text: str) -> Image:
        """Some modern prints say rank and suit once more in two corners."""
        if not self.indexed:
            return face
        colour = self.red if suit in "HD" else self.ink
        width = self.index[0] * (2 if len(text) > 1 else 1)
        for _ in range(2):
            stamp(face, glyph(text, self.font, width, self.index[1]), 8, 8, colour)
            small = glyph(_GLYPHS[suit], self.symbols, self.index[0], self.index[0])
            stamp(face, small, 8, 14 + self.index[1], colour)
            face = np.ascontiguousarray(face[::-1, ::-1])
        return face

    def pips(self, suit: str, rank: str) -> Image:
        face = self._blank()
        mask = glyph(_GLYPHS[suit], self.symbols, self.pip[0], self.pip[1])
        for x, y in _PIP_PLACES[rank]:
            px = int(FACE_WIDTH * (0.5 + (x - 0.5) * self.spread) - self.pip[0] / 2)
            py = int(FACE_HEIGHT * (0.5 + (y - 0.5) * self.spread) - self.pip[1] / 2)
            stamp(face, mask if y <= 0.5 else mask[::-1], px, py, self.red if suit in "HD" else self.ink)
        return self._indexed(face, suit, rank)
