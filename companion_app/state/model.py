"""Everything that the app knows at one moment: the copy of the server's truth, and what is this device's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion_app.actions import Action, Screen
from companion_app.settings import Settings
from companion_app.state.drafts import ContractEntry, ResultEntry, TableForm

Json = dict[str, Any]
SECTIONS = ("table", "deal", "judgement", "last", "sheet")
Place = tuple[int, int]
"""A table of a tournament: round and number."""


class Link(StrEnum):
    OFF = "off"
    SEARCHING = "searching"
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that this device is paired with; kept on the disk."""

    address: str
    token: str = ""
    """Empty for the host at the server's own machine."""
    role: str = "admin"
    device: str = ""
    bound: str | None = None
    """The one table that this device may see, if it is bound to one."""
    authority: str = ""
    """The server's own authority (PEM), as it was at pairing: the connection trusts nobody else."""
    here: bool = False
    """This app starts and ends it, on this machine."""


@dataclass(frozen=True, slots=True)
class Parted:
    """The server that was left while something waited here: paired with it anew, the device is at its table again."""

    address: str
    authority: str
    table: str | None


@dataclass(frozen=True, slots=True)
class TableCopy:
    """A table as the server told it. It can be thrown away and fetched again."""

    id: str
    seq: int = 0
    sections: Mapping[str, Any] = field(default_factory=dict)
    log: tuple[tuple[int, Json], ...] = ()
    """The numbered events of the deal that was opened last: what a correction refers to."""

    def section(self, name: str) -> Any:
        return self.sections.get(name)


@dataclass(frozen=True, slots=True)
class Pending:
    """A command that the server has not confirmed yet. Its id makes sending it twice harmless."""

    id: str
    table: str
    say: tuple[Json, ...]
    label: str = ""
    undo: tuple[Json, ...] | None = None
    """What takes it back; an `event` of -1, -2 … stands for the command's own first, second … event."""
    cancelled: bool = False
    """Taken back before the server confirmed it; what takes it back stands behind it, and waits with it."""
    deal: int | None = None
    """The number of the deal that its words belong to; None for words about the table, or about a closed deal."""
    of: str = ""
    """The waiting command of which it takes something back, and whose events its -1, -2 … are until that has numbers."""

    @property
    def about(self) -> int | None:
        """The number of the deal that it is about: also of the closed one that it writes anew."""
        anew = (event["number"] for event in self.say if event["type"] == "deal_corrected")
        return next(anew, None) if self.deal is None else self.deal


@dataclass(frozen=True, slots=True)
class Undoable:
    """What was noted at the table by this device and can be taken back."""

    label: str
    say: tuple[Json, ...]
    deal: int | None = None
    """As of the command that it takes back: with the end of that deal it goes."""


@dataclass(frozen=True, slots=True)
class Notice:
    key: str
    fields: tuple[tuple[str, str], ...] = ()
    tone: str = "plain"
    undo: bool = False
    sure: Action | None = None
    """Where it asks before something is thrown away: what is done if a person means it."""


@dataclass(frozen=True, slots=True)
class Start:
    """Finding and pairing."""

    step: str = "find"
    found: tuple[tuple[str, str], ...] = ()
    """Name and address of each server in the local network."""
    searching: bool = False
    address: str = ""
    fingerprint: str = ""
    code: str = ""
    busy: bool = False
    message: str = ""
    """The key of a word that says what went wrong,"""
    detail: str = ""
    """and what it has to name."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The 54 cards to lay by hand."""

    seat: str | None = None
    """Who lays, where a person chose it."""
    talon: tuple[str, ...] = ()
    """What was touched so far of the untaken talon cards."""


@dataclass(frozen=True, slots=True)
class Picking:
    """Which card is being corrected; counted from 1."""

    trick: int
    position: int
    deal: int | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    deal: int
    step: int = 0
    running: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A word for the tournament that the server has not confirmed yet; its id makes sending it twice harmless."""

    id: str
    kind: str
    """`take`, `call` or `hand_in`."""
    place: Place
    question: str = ""
    confirmed: tuple[str, ...] = ()
    games: int = 0
    points: tuple[int, ...] = ()
    """What the four confirmed, in the order of the table's players: a sheet that says otherwise is not handed in."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The tournament that this device works at, as far as it is known here; all of it survives on the disk."""

    id: str
    desk: Json = field(default_factory=dict)
    """What the server told last."""
    offset: float = 0.0
    """Milliseconds that the server's clock is ahead of this device's."""
    place: Place | None = None
    """The table that was taken over."""
    log: str = ""
    players: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    """Who has confirmed his points on this device."""
    orders: tuple[Order, ...] = ()
    signalled: int = 0
    """The round of which the signal was given here,"""
    rung: float = 0.0
    """and the end that was rung: a clock that is started anew, or goes on, rings once more."""

    @property
    def mine(self) -> Json | None:
        """Our table's line, if it is about the table that was taken over."""
        mine: Json | None = self.desk.get("mine")
        return mine if mine is not None and (mine["round"], mine["table"]) == self.place else None


@dataclass(frozen=True, slots=True)
class AppState:
    settings: Settings = field(default_factory=Settings)
    server: Server | None = None
    start: Start = field(default_factory=Start)
    link: Link = Link.OFF
    generation: int = 0
    """Counts connections: what an older one still says is dropped."""
    tables: tuple[Json, ...] = ()
    tournaments: tuple[Json, ...] = ()
    """Those that run on this server."""
    tournament: Tournament | None = None
    table: str | None = None
    """The table that this device is at."""
    copy: TableCopy | None = None
    ahead: Mapping[str, Any] | None = None
    """The sections as they will be when the server has noted the closed deals that wait here."""
    outbox: tuple[Pending, ...] = ()
    held: tuple[Pending, ...] = ()
    """What was said here for a deal and is not wanted from this device as it is: not sent until somebody decides."""
    parted: Parted | None = None
    landed: tuple[tuple[int, Pending], ...] = ()
    """Commands that the server has confirmed, with their first number, until the copy has come so far."""
    undoable: tuple[Undoable, ...] = ()
    counter: int = 0
    """For the ids of commands; with `device_key`, which every start of the app has anew, they are unique."""
    device_key: str = "d"
    form: TableForm = field(default_factory=TableForm)
    entry: ContractEntry | None = None
    result: ResultEntry | None = None
    screen: Screen = Screen.START
    trail: tuple[Screen, ...] = ()
    pad: Pad | None = None
    last_trick: bool = False
    picking: Picking | None = None
    ruling: tuple[int | None, int] | None = None
    shown_deal: int | None = None
    """Which closed deal the settlement shows; None: the last one."""
    deals: tuple[tuple[int, Json], ...] = ()
    """Closed deals that were asked for, the latest last; only a few are kept."""
    replay: Replay | None = None
    left: frozenset[str] = frozenset()
    """Warnings of the open deal that this table lets be."""
    notice: Notice | None = None
    pictures: tuple[tuple[str, str], ...] = ()
    """Pictures of the camera that lie on this device: id and file."""
    picture: str | None = None

    @property
    def lang(self) -> str:
        return self.settings.lang

    @property
    def role(self) -> str:
        return self.server.role if self.server is not None else "viewer"

    def section(self, name: str) -> Any:
        """What stands at the table, with the deals that were closed here and not confirmed yet."""
        if self.ahead is not None:
            return self.ahead.get(name)
        return None if self.copy is None else self.copy.section(name)


_TOURNAMENT = {
    "table_taken": frozenset({"scorer", "referee", "admin"}),
    "sheet_handed_in": frozenset({"scorer", "admin"}),
    "referee_called": frozenset({"scorer", "referee", "admin", "player"}),
}


def may_order(role: str, word: str) -> bool:
    """The same for the words of a tournament that a table's device says."""
    return role in _TOURNAMENT[word]


_HANDS = frozenset({"scorer", "referee", "admin"})
_PLAYER = frozenset({"call_said", "announced", "kontra_said"})
_TABLE = frozenset({"options_agreed", "fair_play_chosen"})


def may_say(role: str, event: str) -> bool:
    """What this device's role may say: buttons for the rest are not shown. The server decides all the same."""
    if event in _TABLE:
        return role in ("referee", "admin")
    return role in _HANDS or (role == "player" and event in _PLAYER)
