"""What is around every screen: where one is, the connection, a question's strip, a notice with its undo."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Pictured, Tone
from companion_app.viewmodels.contract import ContractView
from companion_app.viewmodels.correction import CorrectionView
from companion_app.viewmodels.new_table import NewTableView
from companion_app.viewmodels.question import StripView
from companion_app.viewmodels.replay import ReplayView
from companion_app.viewmodels.result import ResultView
from companion_app.viewmodels.ruling import RulingView
from companion_app.viewmodels.settings import SettingsView
from companion_app.viewmodels.settlement import SettlementView
from companion_app.viewmodels.sheet import SheetView
from companion_app.viewmodels.start import StartView
from companion_app.viewmodels.table import TableView
from companion_app.viewmodels.tournament import RoundStrip, TournamentView

ScreenView = (
    StartView
    | NewTableView
    | TableView
    | ContractView
    | CorrectionView
    | RulingView
    | ResultView
    | SettlementView
    | SheetView
    | ReplayView
    | SettingsView
    | TournamentView
)


@dataclass(frozen=True, slots=True)
class Appearance:
    """How this device shows everything; the theme makes colours and distances of it."""

    lang: str = "de"
    theme: str = "light"
    """`light` or `dark`."""
    contrast: bool = False
    suits: str = "two"
    """`two`: red and black; `four`: a colour for each suit, told apart by colour-blind people too."""
    scale: float = 1.0
    hand: str = "right"
    """Where the things to touch are."""
    motion: bool = True


@dataclass(frozen=True, slots=True)
class ConnectionView:
    """`text` is empty while all is well; then nothing is shown."""

    state: str
    """`off`, `searching`, `connected`, `reconnecting`."""
    text: str = ""
    waiting: int = 0
    """Entries of this device that the server has not noted yet."""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class NoticeView:
    """What was just done, or why something was not, at the foot of the screen; it blocks nothing."""

    text: str
    tone: Tone = Tone.PLAIN
    choice: Choice | None = None
    """What can be done about it: take it back, or mean it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The whole picture of the app at one moment."""

    title: str
    view: ScreenView
    appearance: Appearance
    connection: ConnectionView
    tabs: tuple[Choice, ...] = ()
    """Table, sheet, settings: always there, once a table is chosen."""
    back: Choice | None = None
    strip: StripView | None = None
    round: RoundStrip | None = None
    """At a tournament: which table and round this is, and the clock."""
    notice: NoticeView | None = None
    picture: Pictured | None = None
    """The camera's picture, large, over the screen."""
    close_picture: Choice | None = None
