"""At the table: dealing, laying, collecting, the words of the auction."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """The next deal begins."""


@dataclass(frozen=True, slots=True)
class ShowPad:
    """Shows or hides the 54 cards for laying by hand; `seat` is who lays (None: whose turn it is)."""

    shown: bool
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class LayCard:
    """A card laid by hand, by the pad's seat."""

    card: str


@dataclass(frozen=True, slots=True)
class Collect:
    """Who took the trick in that lies."""

    seat: str


@dataclass(frozen=True, slots=True)
class ShowLastTrick:
    shown: bool


@dataclass(frozen=True, slots=True)
class ShowPicture:
    """The camera's picture behind a card or a question, large; None puts it away."""

    picture: str | None


@dataclass(frozen=True, slots=True)
class SayCall:
    """One word of the auction by the seat whose turn it is: `vorhand`, `weiter`, or a game with its bird."""

    call: str
    bird: str | None = None


@dataclass(frozen=True, slots=True)
class StrikeDeal:
    """The open deal is thrown in; with `redeal` the same dealer deals again."""

    redeal: bool = True


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The open deal is over: `played`, `schleifen`, or `blank`."""

    end: str = "played"


@dataclass(frozen=True, slots=True)
class NoteCamera:
    """`watching`: the camera goes on; `manual`: the table goes on by hand."""

    status: str


AtTable = (
    OpenDeal
    | ShowPad
    | LayCard
    | Collect
    | ShowLastTrick
    | ShowPicture
    | SayCall
    | StrikeDeal
    | EndDeal
    | NoteCamera
)
