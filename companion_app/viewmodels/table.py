"""The table as it lies between the players: names, trick, turn, contract, what was said, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import CardFace, Choice, Group, LaidCard, Pictured, Place, Tone


@dataclass(frozen=True, slots=True)
class SeatView:
    """One of the four who play, at their place around the table."""

    place: Place
    seat: str
    """`A` … `D`; A is the forehand."""
    name: str
    role: str = ""
    """`Spieler`, `Partner`, `daneben`: empty for the others and while it is unknown."""
    declaring: bool = False
    dealer: bool = False
    forehand: bool = False
    turn: bool = False
    said: tuple[str, ...] = ()
    """Announcements and Kontra of this seat, short."""
    tricks: str = ""
    """`3 Stiche`: empty where the mode does not show it."""
    points: str = ""
    """`21 P. 2 Bl.`"""
    total: str = ""
    """Where he stands on the sheet: `+12`."""
    call: str = ""
    """His last word in the auction."""


@dataclass(frozen=True, slots=True)
class ContractLine:
    """The contract as people name it."""

    title: str
    """`Besserrufer · Pagat`"""
    by: str
    """`Bert spielt`"""
    called: CardFace | None = None
    partner: str = ""
    """`mit Dora`, `Partner noch unbekannt`, `allein`."""
    value: str = ""
    kontra: str = ""
    """`Re` on the game."""
    edit: Choice | None = None


@dataclass(frozen=True, slots=True)
class SaidLine:
    """An announcement with what was said against it."""

    text: str
    by: str
    kontra: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True)
class WarningView:
    """Something irregular, noticed without shouting; touching it opens the ruling."""

    text: str
    tone: Tone
    choice: Choice


@dataclass(frozen=True, slots=True)
class TrickView:
    title: str
    """`Stich 4`"""
    cards: tuple[LaidCard, ...]
    taken_by: str = ""
    """`an Dora`, once it is decided."""
    points: str = ""
    gift: str = ""
    """`dazu ♥K`: the talon card that goes with a trick of Trischaken."""


@dataclass(frozen=True, slots=True)
class PadView:
    """The cards for laying by hand: only what has not been seen yet can be touched."""

    title: str
    """`Bert legt`"""
    seats: tuple[Choice, ...]
    """Who lays, if it is not the one whose turn it is."""
    groups: tuple[Group, ...]
    """Tarock, hearts, diamonds, spades, clubs; the choices carry their cards."""
    unknown: Choice
    close: Choice


@dataclass(frozen=True, slots=True)
class TableView:
    phase: str
    """`idle` (no deal open), `bidding`, `play`, `over` (all twelve tricks lie, or somebody ended it)."""
    title: str
    """`Spiel 7 · Dora gibt`"""
    seats: tuple[SeatView, ...]
    """Always four, in the order bottom, right, top, left."""
    system: str = ""
    sitting_out: str = ""
    double: str = ""
    """`Radl`: this deal counts double."""
    contract: ContractLine | None = None
    said: tuple[SaidLine, ...] = ()
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    """Present while it is shown on request."""
    show_last: Choice | None = None
    counts: str = ""
    """`Spieler 24 P. 1 Bl. · Gegner 12 P.`: empty where the mode does not show it."""
    talon: tuple[CardFace, ...] = ()
    """The opened half that nobody took."""
    warnings: tuple[WarningView, ...] = ()
    auction: tuple[Choice, ...] = ()
    """What the seat whose turn it is may say now."""
    auction_turn: str = ""
    """`Cilli ist am Wort`"""
    quick: tuple[Choice, ...] = ()
    """In one touch: Trischaken, an empty Rufer with each partner."""
    primary: Choice | None = None
    """The one thing to do now."""
    secondary: tuple[Choice, ...] = ()
    pad: PadView | None = None
    camera: str = ""
    camera_tone: Tone = Tone.PLAIN
    camera_picture: Pictured | None = None
    collect: tuple[Choice, ...] = ()
    """Who took the trick in, where that has to be told by hand."""
