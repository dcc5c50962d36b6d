"""Who may do what: every operation of the server with the roles that it is open to. One table, asserted by a test."""

from __future__ import annotations

from enum import Enum
from typing import Final

from server.tables.errors import Forbidden
from server.tables.events import Said


class Role(Enum):
    VIEWER = "viewer"  # the board, spectators
    PLAYER = "player"  # one of the four, with a tablet of his own
    SCORER = "scorer"  # enters what happened
    CAMERA = "camera"  # a phone or a reader at the table
    REFEREE = "referee"
    ADMIN = "admin"  # the host


_ALL = frozenset(Role)
_HANDS = frozenset({Role.SCORER, Role.REFEREE, Role.ADMIN})
_WATCHERS = _ALL - {Role.CAMERA}
_ADMIN = frozenset({Role.ADMIN})

OPERATIONS: Final[dict[str, frozenset[Role]]] = {
    "rules.read": _ALL,
    "me.read": _ALL,
    "tables.list": _ALL,
    "table.read": _ALL,
    "table.preview": _HANDS,
    "table.follow": _WATCHERS,
    "table.events": _WATCHERS,
    "table.sheet": _WATCHERS,
    "table.deal": _WATCHERS,
    "table.export": _HANDS,
    "table.create": _ADMIN,
    "camera.report": frozenset({Role.CAMERA, Role.ADMIN}),
    "camera.picture": frozenset({Role.CAMERA, Role.ADMIN}),
    "camera.look": frozenset({Role.CAMERA, Role.SCORER, Role.REFEREE, Role.ADMIN}),
    "camera.manage": _HANDS,
    "evidence.crop": _WATCHERS,  # a card that lay openly on the table
    "evidence.frame": _HANDS,  # the whole picture, which may show more
    "pairing.offer": _ADMIN,
    "devices.manage": _ADMIN,
    "lan.open": _ADMIN,
    "checkup.read": _ADMIN,
    "docs.read": _ADMIN,
    "tournaments.list": _WATCHERS,
    "tournament.read": _WATCHERS,
    "tournament.follow": _WATCHERS,
    "tournament.command": _WATCHERS,  # the words themselves are below
    "tournament.events": frozenset({Role.REFEREE, Role.ADMIN}),
    "tournament.export": _HANDS,
    "tournament.create": _ADMIN,
    "tournament.decide": frozenset({Role.REFEREE, Role.ADMIN}),
    "cups.list": _WATCHERS,
    "cup.read": _WATCHERS,
    "cup.export": _HANDS,
    "cup.create": _ADMIN,
    "cup.command": _ADMIN,
}
"""What the API does, beside commands."""

_TABLE_MATTERS = frozenset({Role.REFEREE, Role.ADMIN})
COMMANDS: Final[dict[str, frozenset[Role]]] = {
    "table_created": frozenset(),  # only by creating a table
    "players_seated": _HANDS,
    "player_renamed": _HANDS,
    "options_agreed": _TABLE_MATTERS,
    "fair_play_chosen": _TABLE_MATTERS,
    "camera_noted": _HANDS | {Role.CAMERA},
    "deal_opened": _HANDS,
    "call_said": _HANDS | {Role.PLAYER},
    "contract_set": _HANDS,
    "talon_shown": _HANDS | {Role.CAMERA},
    "talon_taken": _HANDS | {Role.CAMERA},
    "discarded": _HANDS | {Role.CAMERA},
    "hand_shown": _HANDS | {Role.CAMERA},
    "announced": _HANDS | {Role.PLAYER},
    "kontra_said": _HANDS | {Role.PLAYER},
    "card_laid": _HANDS | {Role.CAMERA},
    "card_taken_back": _HANDS | {Role.CAMERA},
    "trick_collected": _HANDS | {Role.CAMERA},
    "gift_laid": _HANDS | {Role.CAMERA},
    "question_asked": _HANDS | {Role.CAMERA},
    "question_answered": _HANDS,  # whether a card can be this one may depend on hidden ones: trying would tell
    "deal_ended": _HANDS | {Role.CAMERA},
    "result_entered": _HANDS,
    "deal_struck": _HANDS,
    "deal_corrected": _HANDS,
    "retracted": _HANDS | {Role.CAMERA},  # a camera only what a camera laid, see commands.py
    "corrected": _HANDS | {Role.CAMERA},
    "settled": frozenset(),  # the server's own word
}
"""Every event type with the roles that may say it."""

TOURNAMENT_WORDS: Final[dict[str, frozenset[Role]]] = {
    "tournament_created": frozenset(),  # only by creating a tournament
    "players_listed": _ADMIN,
    "player_renamed": _ADMIN,
    "player_struck": _ADMIN,
    "player_left": _ADMIN,
    "player_came": _ADMIN,
    "seat_fixed": _ADMIN,
    "seed_announced": _ADMIN,
    "rounds_drawn": _ADMIN,
    "draw_withdrawn": _ADMIN,
    "round_opened": _ADMIN,
    "clock_started": _ADMIN,
    "clock_paused": _ADMIN,
    "clock_resumed": _ADMIN,
    "clock_extended": _ADMIN,
    "table_taken": _HANDS,
    "sheet_handed_in": frozenset({Role.SCORER, Role.ADMIN}),
    "slip_entered": frozenset({Role.SCORER, Role.ADMIN}),
    "sheet_corrected": _ADMIN,
    "referee_called": _HANDS | {Role.PLAYER},
    "referee_comes": _TABLE_MATTERS,
    "call_decided": _TABLE_MATTERS,
    "tournament_closed": _ADMIN,
}
"""Every word of a tournament with the roles that may say it. The director is the host."""


def may(role: Role, operation: str) -> bool:
    return role in OPERATIONS[operation]


def demand(role: Role, operation: str) -> None:
    if not may(role, operation):
        raise Forbidden("role", f"the role {role.value} may not do this ({operation})")


def demand_command(role: Role, event: Said, at: str) -> None:
    if role not in COMMANDS[event.type]:
        raise Forbidden("role", f"the role {role.value} may not say {event.type}", at)
