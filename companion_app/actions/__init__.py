"""What a touch means: the small set of typed actions that screens emit and the app understands.

View models carry the actions of their buttons (`Choice.action`); a screen makes an action itself only where a
person gives something freely: a text, a place on a slider, a step of the replay.
"""

from __future__ import annotations

from companion_app.actions.contract import (
    CommitContract,
    OfContract,
    PickCalled,
    PickDeclarer,
    PickGame,
    PickTalon,
    QuickDeal,
    SayKontra,
    SpeakFor,
    ToggleAnnouncement,
    ToggleBeside,
)
from companion_app.actions.going import Back, Change, CloseNotice, Going, Open, Screen, Undo
from companion_app.actions.held import DiscardElsewhere, DiscardHeld, OfHeld, ReplaceByHeld, SendHeld
from companion_app.actions.pairing import (
    ChooseServer,
    ChooseTable,
    CreateTable,
    FillTable,
    FindServers,
    Forget,
    Pairing,
    PairText,
    RunHere,
    TypeAddress,
    TypeCode,
)
from companion_app.actions.results import (
    CommitResult,
    Export,
    OfResults,
    OpenReplay,
    OpenResult,
    OpenSettlement,
    PlayReplay,
    Seek,
    SetAmount,
    SetBonus,
    SetResult,
    StrikeClosed,
)
from companion_app.actions.rulings import (
    Answer,
    Correct,
    CorrectSeat,
    OfRulings,
    OpenCorrection,
    OpenRuling,
    RemoveCard,
    Rule,
)
from companion_app.actions.table import (
    AtTable,
    Collect,
    EndDeal,
    LayCard,
    NoteCamera,
    OpenDeal,
    SayCall,
    ShowLastTrick,
    ShowPad,
    ShowPicture,
    StrikeDeal,
)
from companion_app.tournament_actions import TournamentAction

Action = Going | Pairing | AtTable | OfContract | OfRulings | OfResults | OfHeld | TournamentAction

__all__ = [
    "Action", "Answer", "Back", "Change", "ChooseServer", "ChooseTable", "CloseNotice", "Collect",
    "CommitContract", "CommitResult", "Correct", "CorrectSeat", "CreateTable", "DiscardElsewhere", "DiscardHeld",
    "EndDeal", "Export",
    "FillTable", "FindServers", "Forget", "LayCard", "NoteCamera", "Open", "OpenCorrection", "OpenDeal",
    "OpenReplay", "OpenResult", "OpenRuling", "OpenSettlement", "PairText", "PickCalled", "PickDeclarer",
    "PickGame", "PickTalon", "PlayReplay", "QuickDeal", "RemoveCard", "ReplaceByHeld", "Rule", "RunHere", "SayCall",
    "SayKontra", "Screen", "Seek", "SendHeld", "SetAmount", "SetBonus", "SetResult", "ShowLastTrick", "ShowPad",
    "ShowPicture", "SpeakFor", "StrikeClosed", "StrikeDeal", "ToggleAnnouncement", "ToggleBeside",
    "TypeAddress", "TypeCode", "Undo",
]  # fmt: skip
