"""Draws what was seen into the picture: outlines and names, so that a person can check it at a glance."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from engine.cards import BACK_ID, BY_ID, UNKNOWN_ID, short_name
from vision.identity import Image
from vision.reading import SeenCard

_SURE: Final = (80, 200, 60)
_UNSURE: Final = (40, 170, 255)
_BACK: Final = (200, 160, 120)
_PLATE: Final = (30, 30, 30)
_RED: Final = (90, 90, 255)
_WHITE: Final = (245, 245, 245)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_FINE: Final = 4
"""Bits below the pixel for smooth shapes."""


def draw_cards(picture: Image, cards: tuple[SeenCard, ...], lang: str = "de") -> Image:
    """A copy of the picture with every card's outline and name. A dot marks the printed top left corner."""
    canvas = picture.copy()
    thick = max(1, round(max(picture.shape[:2]) / 640))
    for seen in cards:
        colour = _BACK if seen.card == BACK_ID else _UNSURE if seen.card == UNKNOWN_ID else _SURE
        points = np.round(np.clip(seen.quad, -4000, 24000) * (1 << _FINE)).astype(np.int32)
        cv2.polylines(canvas, [points], True, colour, thick, cv2.LINE_AA, _FINE)
        if seen.card != BACK_ID:
            start = points[0].tolist()
            cv2.circle(canvas, start, (thick + 2) << _FINE, colour, -1, cv2.LINE_AA, _FINE)
    for seen in cards:
        if seen.card != BACK_ID:
            _plate(canvas, seen, lang)
    return canvas


def _plate(canvas: Image, seen: SeenCard, lang: str) -> None:
    """The name on a dark plate in the middle of the card."""
    text, suit = _label(seen, lang)
    length = float(np.linalg.norm(seen.quad[3] - seen.quad[0]))
    scale = float(np.clip(length / 260, 0.3, 1.6))
    thick = max(1, round(scale * 1.6))
    (width, height), _ = cv2.getTextSize(text, _FONT, scale, thick)
    symbol = round(height * 1.25) if suit else 0
    middle = np.clip(seen.quad.mean(0), [0, 0], [canvas.shape[1], canvas.shape[0]])
    x, y = int(middle[0] - (width + symbol) / 2), int(middle[1] + height / 2)
    pad = 2 + thick
    corner, opposite = (x - pad, y - height - pad), (x + width + symbol + pad, y + pad)
    cv2.rectangle(canvas, corner, opposite, _PLATE, -1)
    if suit:
        _symbol(canvas, suit, x + symbol / 2 - 1, y - height / 2, height * 0.52)
    cv2.putText(canvas, text, (x + symbol, y), _FONT, scale, _WHITE, thick, cv2.LINE_AA)


def _label(seen: SeenCard, lang: str) -> tuple[str, str]:
    """What the plate says, in letters that the font has, and the suit to draw before it."""
    if seen.card != UNKNOWN_ID:
        text, suit = _short(seen.card, lang)
        return f"{text} {min(99, int(100 * seen.confidence))}", suit
    if seen.candidates:
        text, suit = _short(seen.candidates[0][0], lang)
        return f"{text}?", suit
    return "?", ""


def _short(card_id: str, lang: str) -> tuple[str, str]:
    """As players write it, the suit by itself; the font knows no ü."""
    number = BY_ID[card_id]
    text = short_name(number, lang).replace("ü", "ue")
    return (text, "") if number < 22 else (text[1:], card_id[0])


def _symbol(canvas: Image, suit: str, x: float, y: float, r: float) -> None:
    """♥ ♦ ♠ ♣ of height 2r around (x, y), as polygons and circles."""
    colour = _RED if suit in "HD" else _WHITE
    if suit == "D":
        _fill(canvas, [(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], colour)
        return
    if suit == "H":
        for side in (-1, 1):
            _disc(canvas, x + side * 0.45 * r, y - 0.4 * r, 0.5 * r, colour)
        _fill(canvas, [(x - 0.92 * r, y - 0.2 * r), (x + 0.92 * r, y - 0.2 * r), (x, y + r)], colour)
        return
    lobes = [(-0.45, 0.25), (0.45, 0.25)] + ([(0.0, -0.5)] if suit == "C" else [])
    for dx, dy in lobes:
        _disc(canvas, x + dx * r, y + dy * r, 0.48 * r, colour)
    if suit == "S":
        _fill(canvas, [(x - 0.9 * r, y + 0.15 * r), (x + 0.9 * r, y + 0.15 * r), (x, y - r)], colour)
    _fill(canvas, [(x, y), (x + 0.35 * r, y + r), (x - 0.35 * r, y + r)], colour)


def _fill(canvas: Image, points: list[tuple[float, float]], colour: tuple[int, int, int]) -> None:
    fine = np.round(np.array(points) * (1 << _FINE)).astype(np.int32)
    cv2.fillPoly(canvas, [fine], colour, cv2.LINE_AA, _FINE)


def _disc(canvas: Image, x: float, y: float, r: float, colour: tuple[int, int, int]) -> None:
    scale = 1 << _FINE
    cv2.circle(canvas, (round(x * scale), round(y * scale)), round(r * scale), colour, -1, cv2.LINE_AA, _FINE)
