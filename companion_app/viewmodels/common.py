"""What all view models are made of: faces of cards, touchable choices, and how loudly something is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion_app.actions import Action


class Tone(StrEnum):
    """How something is shown; colours and marks are the theme's."""

    PLAIN = "plain"
    QUIET = "quiet"
    GOOD = "good"
    BAD = "bad"
    NOTICE = "notice"
    WARNING = "warning"


class Place(StrEnum):
    """Where a seat is on the screen, seen by who holds this device."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to be drawn: its id names the picture; `??` is a card that nobody could read, `BACK` lies face down."""

    id: str
    short: str
    """As written: `XVII`, `♥K`. Its suit sign may be missing in a font: `suit` says which to draw."""
    name: str
    """As spoken: Herz-König."""
    suit: str = ""
    """`T`, `H`, `D`, `S`, `C`; empty for `??` and `BACK`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be touched. A screen draws it and hands `action` on."""

    label: str
    action: Action
    detail: str = ""
    """A second, smaller line: a value, what would change."""
    chosen: bool = False
    enabled: bool = True
    why: str = ""
    """Why it cannot be touched just now."""
    card: CardFace | None = None
    tone: Tone = Tone.PLAIN
    key: str = ""
    """A stable name for tests and for finding the widget again: `game.rufer`, `card.HK`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under one heading, in order."""

    title: str
    choices: tuple[Choice, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture from the camera: `path` is a file on this device, empty while it is still coming or there is none."""

    id: str
    path: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in a trick, at the place of who laid it."""

    card: CardFace
    place: Place
    seat: str
    player: str
    order: int
    """The how-manieth card of the trick, from 1; later ones lie above earlier ones."""
    action: Action | None = None
    """What touching it does: correct it."""
    winning: bool = False
    waiting: bool = False
    """Laid on this device and not yet noted by the server."""
    warned: bool = False
    """A warning speaks of this card."""
    gift: bool = False
    picture: Pictured | None = None
