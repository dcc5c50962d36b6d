"""What a touch means: the small set of typed actions that screens emit and the app understands.

View models carry the actions of their buttons (`Choice.action`); a screen makes an action itself only where a
person gives something freely: a text, a place on a slider, a step of the replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion_app.tournament_actions import TournamentAction


class Screen(StrEnum):
    """Where the app can be."""

    START = "start"
    NEW_TABLE = "new_table"
    TABLE = "table"
    CONTRACT = "contract"
    CORRECTION = "correction"
    RULING = "ruling"
    RESULT = "result"
    SETTLEMENT = "settlement"
    SHEET = "sheet"
    REPLAY = "replay"
    SETTINGS = "settings"
    TOURNAMENT = "tournament"


# --- going about ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Shows a screen."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Back:
    """To where one came from; what was half entered stays as a draft."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last step back: of a draft on this device, else of what was noted last at the table."""


@dataclass(frozen=True, slots=True)
class CloseNotice:
    """The notice at the foot of the screen was read."""


# --- start and pairing ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FindServers:
    """Looks around in the local network anew."""


@dataclass(frozen=True, slots=True)
class ChooseServer:
    """A server that was found or typed in: `https://192.168.1.5:8766`, or only `192.168.1.5`."""

    address: str


@dataclass(frozen=True, slots=True)
class TypeAddress:
    """The address field as it reads now."""

    text: str


@dataclass(frozen=True, slots=True)
class TypeCode:
    """The pairing code as far as it is typed; with its eighth digit it is sent by itself."""

    text: str


@dataclass(frozen=True, slots=True)
class PairText:
    """What a QR code said: the address with its one-time secret behind the #."""

    text: str


@dataclass(frozen=True, slots=True)
class RunHere:
    """The whole table on this machine: starts the server and pairs itself."""


@dataclass(frozen=True, slots=True)
class ChooseTable:
    table: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Leaves this server; pairing begins anew."""


@dataclass(frozen=True, slots=True)
class FillTable:
    """A field of the form for a new table: `name`, `rules`, `fair_play`, `player0` … `player5`, `players`, `dealer`,
    `radl`, `kassa`, or `option:<name>`."""

    field: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class CreateTable:
    """The form for a new table is complete."""


# --- the table -----------------------------------------------------------------------------------------------------


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


# --- contract entry ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PickDeclarer:
    seat: str


@dataclass(frozen=True, slots=True)
class PickGame:
    game: str
    bird: str | None = None


@dataclass(frozen=True, slots=True)
class PickCalled:
    """The king (or queen) called, or `fourth`; None takes it back."""

    card: str | None


@dataclass(frozen=True, slots=True)
class PickTalon:
    """`first`, `second`, `all`, `none`; None takes it back."""

    taken: str | None


@dataclass(frozen=True, slots=True)
class ToggleBeside:
    """Another seat plays the same negative game beside the declarer."""

    seat: str


@dataclass(frozen=True, slots=True)
class SpeakFor:
    """Whose announcements and Kontra the next touches are."""

    seat: str


@dataclass(frozen=True, slots=True)
class ToggleAnnouncement:
    """The speaking seat announces this, or takes it back."""

    what: str


@dataclass(frozen=True, slots=True)
class SayKontra:
    """The next level (Kontra, Re, Sub) on the game or on an announcement, by the speaking seat."""

    on: str = "game"
    to: str | None = None


@dataclass(frozen=True, slots=True)
class CommitContract:
    """What was entered is noted at the table."""


@dataclass(frozen=True, slots=True)
class QuickDeal:
    """In one touch: `trischaken` sets the contract; `blank` writes an empty Rufer with its partner down."""

    kind: str
    partner: str | None = None


# --- questions, corrections, rulings -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the reader's question; `??` if nobody can say."""

    question: str
    card: str


@dataclass(frozen=True, slots=True)
class OpenCorrection:
    """The picker for one card of a deal, all counted from 1; `deal` None is the open one."""

    trick: int
    position: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The card of the picker was this one."""

    card: str


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """The card of the picker was laid by this seat."""

    seat: str


@dataclass(frozen=True, slots=True)
class RemoveCard:
    """The card of the picker was never laid; `taken_back`: it was, and was corrected in time."""

    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class OpenRuling:
    """One of the rulings of the open deal (None) or of a closed one, from 0."""

    index: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What the table does with a ruling: `misread` (correct the reading), `taken_back`, `renonce`, `leave`, or
    `claim` with `what` by `seat`."""

    choice: str
    seat: str | None = None
    what: str | None = None


# --- result, settlement, sheet -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Types in a result: of the open deal (None), or a closed one anew."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class SetAmount:
    """A number of the result: `points` or `blatt` of the declarers, or of a seat (`points:A`, `blatt:A`, `tricks:A`)."""

    field: str
    value: int


@dataclass(frozen=True, slots=True)
class SetBonus:
    """How a bonus went: `made` or `lost`, announced or `silent`; an empty `outcome` takes it out."""

    what: str
    side: str
    outcome: str
    announced_by: str | None = None


@dataclass(frozen=True, slots=True)
class SetResult:
    """Another field of the result: `partner`, `end`, `king_in_talon`, `king_left`, `renonce`."""

    field: str
    value: str | bool | None


@dataclass(frozen=True, slots=True)
class CommitResult:
    """The typed result is noted."""


@dataclass(frozen=True, slots=True)
class OpenSettlement:
    """The settlement of a closed deal (None: the last one)."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class StrikeClosed:
    """A closed deal counts nothing any more; its line stays on the sheet."""

    deal: int


@dataclass(frozen=True, slots=True)
class Export:
    """`sheet.pdf`, `sheet.csv`, `sheet.xlsx`, `records.jsonl`, or `print`."""

    kind: str


# --- replay --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenReplay:
    deal: int


@dataclass(frozen=True, slots=True)
class Seek:
    """To this step of the replay, from 0 (nothing lies) on."""

    step: int


@dataclass(frozen=True, slots=True)
class PlayReplay:
    """The replay runs by itself, or stops."""

    running: bool


# --- settings ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A setting of this device (see `settings.Settings`), or `table.fair_play`, `table.camera` of the table."""

    setting: str
    value: str | bool | float


Action = (
    Open
    | Back
    | Undo
    | CloseNotice
    | FindServers
    | ChooseServer
    | TypeAddress
    | TypeCode
    | PairText
    | RunHere
    | ChooseTable
    | Forget
    | FillTable
    | CreateTable
    | OpenDeal
    | ShowPad
    | LayCard
    | Collect
    | ShowLastTrick
    | ShowPicture
    | SayCall
    | StrikeDeal
    | EndDeal
    | NoteCamera
    | PickDeclarer
    | PickGame
    | PickCalled
    | PickTalon
    | ToggleBeside
    | SpeakFor
    | ToggleAnnouncement
    | SayKontra
    | CommitContract
    | QuickDeal
    | Answer
    | OpenCorrection
    | Correct
    | CorrectSeat
    | RemoveCard
    | OpenRuling
    | Rule
    | OpenResult
    | SetAmount
    | SetBonus
    | SetResult
    | CommitResult
    | OpenSettlement
    | StrikeClosed
    | Export
    | OpenReplay
    | Seek
    | PlayReplay
    | Change
    | TournamentAction
)
