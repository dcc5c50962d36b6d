"""One server for each data folder: two would not hear of each other's words, and their pages would show an old evening."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from server.store.protocol import Unwritable

FILE: Final = "serving.lock"
_TAKEN: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """As long as it lasts no other server begins with this folder. The system frees it, however this process ends."""
    with (folder / FILE).open("a+b") as file:
        try:
            _claim(file)
        except OSError as error:
            # A file system that knows no locks keeps nobody from working.
            if error.errno in _TAKEN:
                raise Unwritable(
                    f"{folder}: another server works with this store already; stop it, or name another folder with --data"
                ) from None
        yield


def _claim(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
