"""Where people sit and things lie, for one camera: seats at the picture's edges, heaps, rows, homes of the hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.rendering.camera import Camera
from vision.rendering.canvas import inverse, transform

SEATS: Final = "SENW"
TOWARDS: Final = {"S": (0.0, 1.0), "E": (1.0, 0.0), "N": (0.0, -1.0), "W": (-1.0, 0.0)}
TURN: Final = {"S": 0.0, "E": 270.0, "N": 180.0, "W": 90.0}
CORNERS: Final = ((0.1, 1.0), (0.9, 1.0), (0.9, 0.0), (0.1, 0.0))

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Places:
    """Places of the table by what the camera sees of it."""

    camera: Camera

    def at(self, across: float, down: float) -> Point:
        """The place of the table seen at these shares of the picture's width and height."""
        pixel = self.camera.straighten(np.array([[across * self.camera.width, down * self.camera.height]]))
        point = transform(inverse(self.camera.plane()), pixel)[0]
        return float(point[0]), float(point[1])

    def edge(self, seat: str, along: float, inside: float) -> Point:
        """`inside` of the picture's edge of that seat (a share; negative is outside), `along` it from -0.5 to 0.5."""
        return {
            "S": self.at(0.5 + along, 1.0 - inside),
            "E": self.at(1.0 - inside, 0.5 - along),
            "N": self.at(0.5 - along, inside),
            "W": self.at(inside, 0.5 + along),
        }[seat]

    def home(self, seat: str, along: float) -> Point:
        """Where a hand is out of sight, with the card that it holds."""
        return self.edge(seat, along, -0.34 if seat in "SN" else -0.2)

    def shoulder(self, seat: str, along: float) -> Point:
        """From where an arm comes."""
        x, y = self.home(seat, along)
        dx, dy = TOWARDS[seat]
        return x + 420 * dx, y + 420 * dy

    def corner(self, number: int) -> tuple[Point, Point]:
        """Home and shoulder of a hand that comes in between two seats."""
        across, down = CORNERS[number % 4]
        out = 1.25 if down else -0.25
        x, y = self.at(across, out)
        return (x, y), (x * 1.3, y + (500 if down else -500))

    @property
    def width_mm(self) -> float:
        left, right = self.at(0.0, 0.5), self.at(1.0, 0.5)
        return float(np.hypot(right[0] - left[0], right[1] - left[1]))
