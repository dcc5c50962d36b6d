"""Keeps pictures and frames beside a reading, as long as there is room for them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from server.watching.evidence import Evidence
from server.watching.session import Told
from server.watching.store import SessionStore
from vision.sources.base import Frame


class Keeping:
    """What is written beside the reading. A full disk ends that, and not the deal."""

    def __init__(
        self, evidence: Evidence | None, store: SessionStore | None, notice: Callable[[str], None]
    ) -> None:
        self.evidence, self.store, self._notice = evidence, store, notice

    def frame(self, frame: Frame) -> None:
        with self._storing():
            if self.store is not None:
                self.store.frame(frame)

    def event(self, told: Told, frame: Frame | None) -> None:
        with self._storing():
            if self.store is not None:
                self.store.event(told.row)
        try:
            if self.evidence is not None and told.quad is not None and frame is not None:
                self.evidence.keep(told.row, frame.image, told.quad)
        except OSError as error:
            assert self.evidence is not None
            self._notice(
                f"--evidence {self.evidence.folder}: {error.strerror or error}; nothing more is kept"
            )
            self.evidence = None

    def close(self) -> None:
        with self._storing():
            if self.store is not None:
                self.store.close()

    @contextlib.contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            assert self.store is not None
            self._notice(f"--store {self.store.folder}: {error.strerror or error}; nothing more is stored")
            store, self.store = self.store, None
            with contextlib.suppress(OSError):
                store.close()
