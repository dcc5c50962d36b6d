"""A person at the tablet: sees what a frame shows, touches it by its key, and counts the touches."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from companion_app.actions import Action
from companion_app.core import Companion
from companion_app.presenters.frame import frame_of
from companion_app.state.model import AppState
from companion_app.state.update import update
from companion_app.viewmodels.common import Choice
from companion_app.viewmodels.frame import Frame


def walk(value: Any) -> Iterator[Any]:
    """Every value inside a view model."""
    yield value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset):
        for part in value:
            yield from walk(part)


def choices(frame: Frame) -> dict[str, Choice]:
    """What can be touched, by its key; the first of equal keys is the one in sight."""
    found: dict[str, Choice] = {}
    for value in walk(frame):
        if isinstance(value, Choice) and value.key:
            found.setdefault(value.key, value)
    return found


def texts(frame: Frame) -> list[str]:
    """Every text in the picture."""
    return [v for v in walk(frame) if isinstance(v, str) and not isinstance(v, Enum) and v]


def chosen(frame: Frame, key: str) -> Choice:
    found = choices(frame).get(key)
    assert found is not None, f"nothing with the key {key!r} to touch; there is {sorted(choices(frame))}"
    assert found.enabled, f"{key!r} cannot be touched: {found.why}"
    return found


class Fingers:
    """Touches a state that no server hears."""

    def __init__(self, state: AppState) -> None:
        self.state = state
        self.taps = 0

    def touch(self, *keys: str) -> None:
        for key in keys:
            self.do(chosen(frame_of(self.state), key).action)
            self.taps += 1

    def do(self, action: Action) -> None:
        self.state, _ = update(self.state, action)

    @property
    def said(self) -> list[dict[str, Any]]:
        """Everything that waits to be told to the server."""
        return [event for pending in self.state.outbox for event in pending.say]


class LiveFingers:
    """Touches a running app."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.taps = 0

    @property
    def frame(self) -> Frame:
        return self.companion.frame()

    @property
    def state(self) -> AppState:
        return self.companion.state

    async def touch(self, *keys: str) -> None:
        for key in keys:
            await self.until(lambda key=key: key in choices(self.frame), f"the key {key}")  # type: ignore[misc]
            self.companion.dispatch(chosen(self.frame, key).action)
            self.taps += 1

    async def until(self, true: Callable[[], bool], what: str, seconds: float = 15) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not true():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"waited {seconds} s for {what}") from None

    async def settled(self) -> None:
        """Everything that was said is on the server's disk, and heard back."""
        await self.until(lambda: not self.state.outbox, "the server to confirm")
        await asyncio.sleep(0.05)
