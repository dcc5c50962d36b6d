"""The pictures of Tarock I to XXI: each the upper half of a card, on its own sky."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vision.artwork.palette import MIST, NIGHT, ROSE, SAND, SKY
from vision.artwork.scenes import birds, creatures, places, pleasures, travel

SCENES: Final[dict[int, tuple[str, Callable[[], str]]]] = {
    1: (ROSE, birds.pagat),
    2: (SAND, birds.uhu),
    3: (SKY, birds.kakadu),
    4: (SAND, birds.quapil),
    5: (SKY, places.mountain),
    6: (ROSE, travel.lake),
    7: (SAND, travel.railway),
    8: (SAND, pleasures.vine),
    9: (SKY, places.windmill),
    10: (MIST, pleasures.dance),
    11: (ROSE, places.castle),
    12: (SKY, travel.balloon),
    13: (MIST, creatures.trout),
    14: (SAND, creatures.stag),
    15: (SKY, creatures.bees),
    16: (MIST, creatures.sunflowers),
    17: (ROSE, pleasures.coffee),
    18: (SKY, travel.great_wheel),
    19: (MIST, pleasures.music),
    20: (SKY, places.winter),
    21: (NIGHT, places.moon),
}
"""The sky, and what is drawn on it."""
