"""Whether a picture can be read: too dark, too bright, blurred, glare; and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np

from vision.images import Image

DARK: Final = 34.0
BRIGHT: Final = 225.0
GLARE: Final = 0.02
BLUR: Final = 0.012
WIDTH: Final = 640


class Defect(Enum):
    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    BLURRED = "blurred"


ADVICE: Final[dict[Defect, dict[str, str]]] = {
    Defect.DARK: {
        "de": "Es ist zu dunkel: eine Lampe über den Tisch, nicht hinter die Kamera.",
        "en": "It is too dark: put a lamp above the table, not behind the camera.",
    },
    Defect.BRIGHT: {
        "de": "Das Bild ist überstrahlt: Lampe dimmen oder Belichtung der Kamera senken.",
        "en": "The picture is overexposed: dim the lamp or lower the camera's exposure.",
    },
    Defect.GLARE: {
        "de": "Eine Lampe spiegelt sich in der Mitte: Lampe oder Kamera ein wenig zur Seite.",
        "en": "A lamp is mirrored in the middle: move the lamp or the camera a little aside.",
    },
    Defect.BLURRED: {
        "de": "Das Bild ist unscharf: auf den Tisch scharf stellen, Linse putzen.",
        "en": "The picture is blurred: focus on the table, clean the lens.",
    },
}


@dataclass(frozen=True, slots=True)
class Quality:
    """Figures of one picture. `sharpness` is the steepest edges' step, as a share of the picture's contrast."""

    brightness: float
    burnt: float
    sharpness: float

    @property
    def defects(self) -> tuple[Defect, ...]:
        found = []
        if self.brightness < DARK:
            found.append(Defect.DARK)
        if self.brightness > BRIGHT:
            found.append(Defect.BRIGHT)
        elif self.burnt > GLARE:
            found.append(Defect.GLARE)
        if self.sharpness < BLUR:
            found.append(Defect.BLURRED)
        return tuple(found)


def quality(image: Image) -> Quality:
    """Measures a picture; about two milliseconds at 1280 × 720."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDTH / width)
    size = max(8, round(width * scale)), max(8, round(height * scale))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    low, high = np.percentile(grey, (1, 99.5))
    # The light of a lit table, not of a dark one with white cards: the brightest tenth decides.
    brightness = float(np.percentile(grey, 90))
    contrast = max(float(high - low), 8.0)
    detail = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    sharpness = float(np.percentile(detail, 99)) / contrast / 8
    return Quality(brightness, _burnt(grey), sharpness)


def _burnt(grey: Image | cv2.typing.MatLike) -> float:
    """Share of the picture in large burnt-out spots: cards are white, but hardly a mirror."""
    spots = np.asarray(grey >= 253, np.uint8)
    spots = np.asarray(cv2.erode(spots, np.ones((5, 5), np.uint8)), np.uint8)
    return float(spots.mean())
