"""What comes to the app from outside, and what it asks of the outside: between both stands the pure state."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.state.drafts import TableForm
from companion_app.state.model import Json, Place, Server

# --- what comes --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Linked:
    """A new connection stands; everything from here on carries its generation."""

    generation: int


@dataclass(frozen=True, slots=True)
class Lost:
    generation: int


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the table's stream."""

    generation: int
    message: Json


@dataclass(frozen=True, slots=True)
class Confirmed:
    command: str
    first: int


@dataclass(frozen=True, slots=True)
class Refused:
    command: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Found:
    """The servers in the local network, by name and address."""

    servers: tuple[tuple[str, str], ...]
    searching: bool = False


@dataclass(frozen=True, slots=True)
class NeedsPairing:
    """The server at this address wants to be paired with first."""

    address: str
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Paired:
    server: Server


@dataclass(frozen=True, slots=True)
class Failed:
    """Reaching, pairing, starting or exporting did not work: the key of the word that says so."""

    key: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Revoked:
    """The server does not know this device any more."""


@dataclass(frozen=True, slots=True)
class Tables:
    tables: tuple[Json, ...]
    tournaments: tuple[Json, ...] = ()
    damaged: tuple[str, ...] = ()
    """The ids of those whose logs the server cannot read."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new table stands."""

    table: str


@dataclass(frozen=True, slots=True)
class DealCame:
    """A closed deal that was asked for."""

    number: int
    data: Json
    table: str | None = None
    """The table that it was asked of."""


@dataclass(frozen=True, slots=True)
class PictureCame:
    id: str
    path: str
    table: str | None = None
    """The table that it was asked of: every table counts its pictures from 1."""


@dataclass(frozen=True, slots=True)
class Exported:
    path: str


@dataclass(frozen=True, slots=True)
class Belongs:
    """To which tournament a table belongs, with its place there; nothing for a table of its own."""

    table: str
    tournament: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class DeskCame:
    """What the tournament tells a table's tablet; `offset` is how far the server's clock is ahead, in milliseconds."""

    tournament: str
    desk: Json
    offset: float


@dataclass(frozen=True, slots=True)
class Ordered:
    """The tournament has noted a word of ours."""

    order: str


@dataclass(frozen=True, slots=True)
class OrderRefused:
    order: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Signal:
    """The time of a round is up."""

    round: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time for the next step of a running replay."""


Message = (
    Linked
    | Lost
    | Heard
    | Confirmed
    | Refused
    | Found
    | NeedsPairing
    | Paired
    | Failed
    | Revoked
    | Tables
    | Made
    | DealCame
    | PictureCame
    | Exported
    | Belongs
    | DeskCame
    | Ordered
    | OrderRefused
    | Signal
    | Tick
)

# --- what is asked -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discover:
    """Look for servers in the local network."""


@dataclass(frozen=True, slots=True)
class Reach:
    """See who answers at an address."""

    address: str


@dataclass(frozen=True, slots=True)
class Pair:
    address: str
    code: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class StartHere:
    """Start the server on this machine."""


@dataclass(frozen=True, slots=True)
class LoadTables:
    pass


@dataclass(frozen=True, slots=True)
class MakeTable:
    form: TableForm
    command: str


@dataclass(frozen=True, slots=True)
class FetchDeal:
    number: int


@dataclass(frozen=True, slots=True)
class FetchPicture:
    id: str


@dataclass(frozen=True, slots=True)
class SaveExport:
    kind: str


@dataclass(frozen=True, slots=True)
class FindTournament:
    """Whether a table belongs to one."""

    table: str


Effect = (
    Discover
    | Reach
    | Pair
    | StartHere
    | LoadTables
    | MakeTable
    | FetchDeal
    | FetchPicture
    | SaveExport
    | FindTournament
)
