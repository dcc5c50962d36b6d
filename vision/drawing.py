"""Draws what was seen into the picture: outlines and names, so that a person can check it at a glance."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BACK_ID, BY_ID, UNKNOWN_ID, short_name
from vision.identity import Image, Quad
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
_SPOTS: Final = [(u, v) for v in (0.5, 0.3, 0.7, 0.14, 0.86) for u in (0.5, 0.22, 0.78)]
"""Where on a card a plate may lie, in shares of its sides."""
_HIDES: Final = 20.0
"""So much worse than another card under it is another plate."""
Point = NDArray[np.float64]
_Box = tuple[float, float, float, float]


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
    named = [seen for seen in cards if seen.card != BACK_ID]
    written: list[_Box] = []
    for seen in named:
        others = [each.quad for each in named if each is not seen]
        written.append(_plate(canvas, seen, lang, others, written))
    return canvas


def _plate(canvas: Image, seen: SeenCard, lang: str, others: list[Quad], written: list[_Box]) -> _Box:
    """The name on a dark plate, where the card lies free of the others if it does; returns the plate's place."""
    text, suit = _label(seen, lang)
    length = float(np.linalg.norm(seen.quad[3] - seen.quad[0]))
    scale = float(np.clip(length / 260, 0.3, 1.6))
    thick = max(1, round(scale * 1.6))
    (width, height), _ = cv2.getTextSize(text, _FONT, scale, thick)
    symbol = round(height * 1.25) if suit else 0
    pad = 2 + thick
    half = np.array([(width + symbol) / 2 + pad, height / 2 + pad])
    middle = _place(seen.quad, half, others, written, np.array(canvas.shape[1::-1], np.float64))
    x, y = int(middle[0] - (width + symbol) / 2), int(middle[1] + height / 2)
    corner, opposite = (x - pad, y - height - pad), (x + width + symbol + pad, y + pad)
    cv2.rectangle(canvas, corner, opposite, _PLATE, -1)
    if suit:
        _symbol(canvas, suit, x + symbol / 2 - 1, y - height / 2, height * 0.52)
    cv2.putText(canvas, text, (x + symbol, y), _FONT, scale, _WHITE, thick, cv2.LINE_AA)
    return (*corner, *opposite)


def _place(quad: Quad, half: Point, others: list[Quad], written: list[_Box], size: Point) -> Point:
    """Where on the card its plate hides no other plate, lies on few other cards, and is near the card's middle."""
    best: Point = np.asarray(quad.mean(0), np.float64)
    least = np.inf
    for u, v in _SPOTS:
        top, bottom = quad[0] + u * (quad[1] - quad[0]), quad[3] + u * (quad[2] - quad[3])
        spot = np.asarray(np.clip(top + v * (bottom - top), half, np.maximum(size - half, half)), np.float64)
        hidden = sum(_common((*(spot - half), *(spot + half)), box) for box in written)
        on_others = sum(cv2.pointPolygonTest(other, spot.tolist(), False) >= 0 for other in others)
        cost = _HIDES * hidden / float(4 * half.prod()) + on_others + abs(u - 0.5) + abs(v - 0.5)
        if cost < least:
            best, least = spot, cost
    return best


def _common(one: _Box, two: _Box) -> float:
    """The area that two boxes share."""
    wide, high = (min(one[i + 2], two[i + 2]) - max(one[i], two[i]) for i in (0, 1))
    return float(max(wide, 0) * max(high, 0))


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
