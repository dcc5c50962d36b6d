"""What a table answers when it cannot do what was asked: one small tree, each error with code, message and place.

TableError
├── Refused      what was said cannot be true here (a card that lies already, no deal open)
├── Conflict     the table went on meanwhile; `seq` is where it stands
├── Forbidden    this role may not do that
├── NotFound     there is no such table, deal or device
├── Unwritable   the store cannot be written: read-only until it can
└── Damaged      a log is not what was written: it cannot be followed, the others can
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class TableError(Exception):
    """Code for programs, message for people, place in what was sent."""

    status = 400

    def __init__(self, code: str, message: str, at: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.at = code, message, at

    def as_json(self) -> dict[str, object]:
        return {"error": {"code": self.code, "message": self.message, "at": self.at}}


class Refused(TableError):
    status = 422


class Conflict(TableError):
    status = 409

    def __init__(self, code: str, message: str, seq: int, at: str = "expect") -> None:
        super().__init__(code, message, at)
        self.seq = seq

    def as_json(self) -> dict[str, object]:
        return {"error": {"code": self.code, "message": self.message, "at": self.at, "seq": self.seq}}


class Forbidden(TableError):
    status = 403


class NotFound(TableError):
    status = 404


class Unwritable(TableError):
    status = 503


class TooFast(TableError):
    """The same may be asked again in a moment."""

    status = 503


class Damaged(TableError):
    status = 500


@contextmanager
def readable(log: str) -> Iterator[None]:
    """Around whatever follows a stored log: what changed bytes do to it, whichever way, is one error with the log's id."""
    try:
        yield
    except Damaged:
        raise
    except (TableError, ValueError, LookupError, TypeError, AttributeError) as error:
        message = f"the log {log} is damaged and cannot be read; `kiebitz verify` tells where"
        raise Damaged("log_damaged", message) from error
