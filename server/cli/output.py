"""How `detect` and `deck` answer: lines for people, JSON for programs, a bar where there is much to do."""

from __future__ import annotations

import json
import sys
from typing import Any

from engine.fields import printable
from server.cli.common import standard_output

MANY = 8
"""From this many pictures on a progress bar is shown."""


class progress:  # noqa: N801 - used like a function
    """A progress bar on standard error, where a person sits and there is much to do."""

    def __init__(self, total: int, title: str) -> None:
        self.shown = total > MANY and sys.stderr.isatty()
        self.total, self.title = total, title
        self._bar: Any = None

    def __enter__(self) -> Any:
        if self.shown:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=self.total)
        return self.step

    def step(self, done: int | None = None, total: int | None = None) -> None:
        if self._bar is not None and done is None:
            self._bar.advance(self._task)
        elif self._bar is not None:
            self._bar.update(self._task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def json_line(value: Any) -> str:
    """UTF-8 where the text allows it; a file name that is not Unicode is escaped, so it reads back as given."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def say(text: str) -> None:
    out = standard_output().buffer
    out.write(text.encode("utf-8", "replace") + b"\n")
    out.flush()


def complain(text: str) -> None:
    sys.stderr.write(printable(" ".join(text.split())) + "\n")
