"""How people lay cards: tricks, talon, fans, heaps, rows, discards. Positions in millimetres on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.cards import BACK_ID
from vision.rendering.faces import CARD_HEIGHT, CARD_WIDTH

SEATS = "SENW"
_TOWARDS = {"S": (0.0, 1.0), "E": (1.0, 0.0), "N": (0.0, -1.0), "W": (-1.0, 0.0)}
_TURN = {"S": 0.0, "E": 270.0, "N": 180.0, "W": 90.0}


@dataclass(frozen=True, slots=True)
class Placed:
    """A card's middle, how far it is turned clockwise (0: its top points to N), its height and its bend in mm."""

    card: str
    x: float
    y: float
    angle: float
    lift: float = 0.0
    bend: float = 0.0


Rng = np.random.Generator


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return float(c * x - s * y), float(s * x + c * y)


def trick(rng: Rng, cards: list[str]) -> list[Placed]:
    """One to four cards laid towards the middle, each turned to its player, the later ones on top."""
    first = int(rng.integers(4))
    way = 1 if rng.random() < 0.8 else -1
    reach, spread, skew = rng.uniform(12, 85), rng.uniform(2, 18), rng.uniform(2, 22)
    laid = []
    for i, card in enumerate(cards):
        seat = SEATS[(first + way * i) % 4]
        dx, dy = _TOWARDS[seat]
        r = reach + rng.normal(0, spread / 2)
        angle = _TURN[seat] + rng.normal(0, skew) + (180.0 if rng.random() < 0.08 else 0.0)
        laid.append(
            Placed(card, dx * r + rng.normal(0, spread), dy * r + rng.normal(0, spread), angle, 0.3 * i)
        )
    return laid


def gift(rng: Rng, deck: Iterable[str], laid: list[Placed]) -> Placed:
    """One more card of the deck across a whole trick, turned towards nobody."""
    lying = {p.card for p in laid}
    left = sorted(card for card in deck if card not in lying)
    x, y = rng.normal(0, 16, 2)
    return Placed(str(rng.choice(left)), float(x), float(y), float(rng.uniform(0, 360)), 0.3 * len(laid))


def row(rng: Rng, cards: list[str], step: float, *, jitter: float = 1.5, skew: float = 1.5) -> list[Placed]:
    """Cards side by side, `step` mm apart; a step below the card's width makes them overlap."""
    half = step * (len(cards) - 1) / 2
    over = 1 if rng.random() < 0.7 else -1
    laid = [
        Placed(
            c, i * step - half + rng.normal(0, jitter), rng.normal(0, jitter), rng.normal(0, skew), 0.15 * i
        )
        for i, c in enumerate(cards)
    ]
    return laid[::over]


def fan(rng: Rng, cards: list[str]) -> list[Placed]:
    """A hand laid open, fanned around a point below it."""
    radius = rng.uniform(130, 500)
    step = rng.uniform(0.22, 0.62) * CARD_WIDTH / radius
    laid = []
    for i, card in enumerate(cards):
        a = (i - (len(cards) - 1) / 2) * step
        x, y = radius * np.sin(a), radius * (1 - np.cos(a))
        laid.append(
            Placed(
                card, x + rng.normal(0, 1), y + rng.normal(0, 2), np.degrees(a) + rng.normal(0, 1.5), 0.15 * i
            )
        )
    return laid[:: 1 if rng.random() < 0.8 else -1]


def column(rng: Rng, cards: list[str]) -> list[Placed]:
    """Cards overlapping downwards, as one sorts them; the tops stay visible."""
    step = rng.uniform(0.2, 0.6) * CARD_HEIGHT
    half = step * (len(cards) - 1) / 2
    return [
        Placed(c, rng.normal(0, 1.5), i * step - half + rng.normal(0, 1), rng.normal(0, 1), 0.15 * i)
        for i, c in enumerate(cards)
    ]


def grid(rng: Rng, cards: list[str]) -> list[Placed]:
    """Cards laid out in lines, apart or just touching."""
    columns = int(rng.integers(2, 8))
    gap_x, gap_y = rng.uniform(-4, 25), rng.uniform(-8, 25)
    laid = []
    for i, card in enumerate(cards):
        x = (i % columns - (min(columns, len(cards)) - 1) / 2) * (CARD_WIDTH + gap_x)
        y = (i // columns - (len(cards) - 1) // columns / 2) * (CARD_HEIGHT + gap_y)
        laid.append(Placed(card, x + rng.normal(0, 2), y + rng.normal(0, 2), rng.normal(0, 2.5)))
    return laid


def talon(rng: Rng, cards: list[str]) -> list[Placed]:
    """Two halves of three, beside or above one another."""
    step = rng.uniform(24, 70)
    gap = rng.uniform(4, 50)
    halves = [row(rng, half, step, skew=rng.uniform(0.5, 4)) for half in (cards[:3], cards[3:6]) if half]
    if rng.random() < 0.6:
        return [p for i, half in enumerate(halves) for p in moved(half, 0, (i - 0.5) * (CARD_HEIGHT + gap))]
    return [
        p for i, half in enumerate(halves) for p in moved(half, (i - 0.5) * (2 * step + CARD_WIDTH + gap), 0)
    ]


def scatter(rng: Rng, cards: list[str]) -> list[Placed]:
    """Thrown on the table anyhow."""
    size = rng.uniform(20, 70) * np.sqrt(len(cards))
    return [
        Placed(c, rng.normal(0, size), 0.7 * rng.normal(0, size), rng.uniform(0, 360), 0.2 * i)
        for i, c in enumerate(cards)
    ]


def heap(rng: Rng, count: int, *, neat: float | None = None) -> list[Placed]:
    """Face-down cards on one another, gathered tricks or a stack."""
    jitter = neat if neat is not None else float(rng.choice([0.8, 3.0, 8.0]))
    return [
        Placed(BACK_ID, rng.normal(0, jitter), rng.normal(0, jitter), rng.normal(0, jitter), 0.32 * i)
        for i in range(count)
    ]


def moved(laid: list[Placed], x: float, y: float, angle: float = 0.0) -> list[Placed]:
    """The same cards, turned about the origin and carried elsewhere."""
    result = []
    for p in laid:
        px, py = _turned(p.x, p.y, angle)
        result.append(Placed(p.card, px + x, py + y, p.angle + angle, p.lift, p.bend))
    return result
