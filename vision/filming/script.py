"""What happens in a film, as plain data: who lays which card, what is taken back, swept, given, and who fidgets.

Seats are the edges of the picture, S E N W. `gap` is the time since the act before came to its end, in seconds at
the table's ordinary pace. Acts of the hands alone (`Hover`, `Reach`, `Fidget`, `Rest`, `Onlook`) run beside the others.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lay:
    """A player lays a card; `stuck` is a second one that comes along with it and must be taken back."""

    seat: str
    card: str
    trick: int
    gap: float = 1.1
    stuck: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A player takes a card back into the hand."""

    seat: str
    card: str
    gap: float = 0.9


@dataclass(frozen=True, slots=True)
class Give:
    """A hand adds a card of the talon to the trick (Trischaken)."""

    by: str
    card: str
    trick: int
    gap: float = 0.9


@dataclass(frozen=True, slots=True)
class Sweep:
    """The trick is gathered and carried to its winner's heap."""

    by: str
    trick: int
    gap: float = 0.9


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A player lays his cards open before him (ouvert)."""

    seat: str
    cards: tuple[str, ...]
    gap: float = 0.8


@dataclass(frozen=True, slots=True)
class TakeHalf:
    """The declarer takes cards of the open talon; the others stay where they lie."""

    seat: str
    cards: tuple[str, ...]
    gap: float = 1.0


@dataclass(frozen=True, slots=True)
class PushAside:
    """Open cards are pushed out of the middle, towards an edge, and stay there."""

    seat: str
    cards: tuple[str, ...]
    towards: str
    gap: float = 0.6


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards are put down before a seat and stay there: open ones by id, others as BACK."""

    seat: str
    cards: tuple[str, ...]
    gap: float = 1.0


@dataclass(frozen=True, slots=True)
class Hover:
    """A hand comes out over the table, with a card or empty, thinks again, and goes back."""

    seat: str
    seconds: float = 0.8
    card: str | None = None
    gap: float = 0.3


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand reaches across the table towards another seat's side, and back."""

    seat: str
    towards: str
    gap: float = 0.2


@dataclass(frozen=True, slots=True)
class Fidget:
    """A hand moves about at its own edge."""

    seat: str
    seconds: float = 2.0
    gap: float = 0.1


@dataclass(frozen=True, slots=True)
class Rest:
    """A hand lies on the table before its seat, still."""

    seat: str
    seconds: float = 4.0
    gap: float = 0.1


@dataclass(frozen=True, slots=True)
class Onlook:
    """A spectator's hand comes in between the seats, points, and goes."""

    corner: int
    seconds: float = 1.0
    gap: float = 0.2


Act = (
    Lay
    | TakeBack
    | Give
    | Sweep
    | ShowHand
    | TakeHalf
    | PushAside
    | Discard
    | Hover
    | Reach
    | Fidget
    | Rest
    | Onlook
)


@dataclass(frozen=True, slots=True)
class Script:
    """A film's acts in order, and what lies on the table before the first."""

    acts: tuple[Act, ...]
    talon: tuple[tuple[str, ...], ...] = ()
    """Rows of cards that lie open."""
    talon_at: str = "E"
    """The edge that they lie near, or M for the middle."""
    stock: int = 0
    """So many face-down cards lie beside the middle, to be given (Trischaken)."""
    discards: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Cards that lie before a seat from the beginning, by id or BACK."""
