"""One place for the newest frame: what cannot be processed in time is dropped and counted, never waited for."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class NewestSlot(Generic[T]):
    """Holds the newest thing that was put in. Safe between one writer and one reader thread."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._item: T | None = None
        self._closed = False
        self.dropped = 0

    def put(self, item: T) -> None:
        with self._lock:
            if self._closed:
                return
            self.dropped += self._item is not None
            self._item = item
            self._lock.notify()

    def take(self, timeout: float | None = None) -> T | None:
        """The newest thing, waiting for it; None after the time, or when the slot is closed and empty."""
        with self._lock:
            self._lock.wait_for(lambda: self._item is not None or self._closed, timeout)
            item, self._item = self._item, None
            return item

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._lock.notify_all()

    @property
    def closed(self) -> bool:
        with self._lock:
            return self._closed and self._item is None
