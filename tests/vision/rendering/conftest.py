"""A deck and a table for the renderer's tests, drawn here, so that no picture from outside is needed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import IDS
from vision.rendering import Assets, Deck


def drawn_deck(name: str = "drawn") -> Deck:
    """Fifty-four plain faces: white with a coloured bar that differs from card to card."""
    faces = {}
    for number, card in enumerate(IDS):
        face = np.full((212, 114, 3), 245, np.uint8)
        cv2.rectangle(face, (20, 20), (94, 24 + 3 * number), (40 + 3 * number, 200 - 3 * number, 90), -1)
        faces[card] = face
    return Deck(name, faces, 212 / 114)


@pytest.fixture(scope="session")
def assets() -> Assets:
    return Assets([drawn_deck()])
