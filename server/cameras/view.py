"""What a reader tells of its view now and then, and what it is told in return."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from server.cameras.reports import ReaderId
from server.tables.words import Card, Compass, Confidence, Seat

Share = Annotated[float, Field(ge=-2, le=3)]
"""A place in the picture: 0 is its left or upper edge, 1 the other one. Outlines may reach beyond."""
Spot = tuple[Share, Share]
Length = Annotated[float, Field(ge=0, le=3)]
Four = Annotated[list[Spot], Field(min_length=4, max_length=4)]
Trouble = Literal["unplugged", "stalled", "frozen", "black", "resized"]
Defect = Literal["dark", "bright", "glare", "blurred", "moved", "nothing"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeenNow(_Strict):
    """A card that lies in view, and its outline."""

    card: Card | Literal["BACK"]
    quad: Four
    seat: Seat | None = None
    confidence: Confidence | None = None


class View(_Strict):
    """The picture as the reader understands it. Places are shares of its width and height."""

    width: Annotated[int, Field(ge=1, le=20_000)]
    height: Annotated[int, Field(ge=1, le=20_000)]
    middle: Spot
    reach: tuple[Length, Length]
    """How far cards of a trick lie from the middle, across and down."""
    seats: dict[Compass, Spot]
    corners: Four | None = None
    cards: Annotated[list[SeenNow], Field(max_length=60)] = Field(default_factory=list)


class Sync(_Strict):
    """How a reader is, two or three times a second."""

    id: ReaderId
    source: Annotated[str, Field(max_length=200)]
    deal: Annotated[int, Field(ge=1, le=10_000)] | None = None
    view: View | None = None
    defects: Annotated[list[Defect], Field(max_length=8)] = Field(default_factory=list)
    trouble: Trouble | None = None
    frames_per_second: Annotated[float, Field(ge=0, le=1000)] = 0.0
    frame_ms: Annotated[float, Field(ge=0, le=1e6)] = 0.0
    """What reading a frame takes: faster than that none need come."""
    dropped: Annotated[int, Field(ge=0)] = 0
    waiting: Annotated[int, Field(ge=0)] = 0
    """Events that are not acknowledged yet."""
    aimed: Annotated[int, Field(ge=0)] = 0
    """The number of the corners that it uses."""


class Corners(_Strict):
    """The table's four corners, as shares of the picture's width and height, in any order."""

    corners: Annotated[
        list[tuple[Annotated[float, Field(ge=0, le=1)], Annotated[float, Field(ge=0, le=1)]]],
        Field(min_length=4, max_length=4),
    ]


class Start(_Strict):
    """Which camera is to watch: the number of one on this machine, or (for the host) an address or a film."""

    source: Annotated[
        str, Field(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f-][^\x00-\x1f\x7f]*$")
    ]
    realtime: bool = True


Orders = dict[str, Any]
