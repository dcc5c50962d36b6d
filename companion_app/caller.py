"""The spoken caller: says cards and tricks with the voice of the system, where it has one; silently absent otherwise."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

_WAITING: Final = 2
"""Sentences that may wait: a caller that lags behind the cards is worse than one that leaves some out."""


def command_for(platform: str, which: Callable[[str], str | None], lang: str, text: str) -> list[str] | None:
    """The system's own speech program with its arguments; None where there is none."""
    if platform == "darwin":
        return ["say", "-v", "Anna" if lang == "de" else "Samantha", text] if which("say") else None
    if platform == "win32":
        shell = which("powershell")
        quoted = text.replace("'", "''")
        script = f"Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak('{quoted}')"
        return [shell, "-NoProfile", "-Command", script] if shell else None
    for name in ("espeak-ng", "espeak"):
        if found := which(name):
            return [found, "-v", lang, "--", text]
    if found := which("spd-say"):
        return [found, "-w", "-l", lang, "--", text]
    return None


@dataclass(slots=True)
class Caller:
    """One sentence after the other, never two at once."""

    platform: str = sys.platform
    which: Callable[[str], str | None] = shutil.which
    run: Callable[[Sequence[str]], None] | None = None
    """For tests: takes the command instead of running it."""
    _queue: list[tuple[str, str]] = field(default_factory=list)
    _task: asyncio.Task[None] | None = field(default=None)

    @property
    def available(self) -> bool:
        return command_for(self.platform, self.which, "de", "") is not None or find_spec("plyer") is not None

    def say(self, lang: str, text: str) -> None:
        self._queue.append((lang, text))
        del self._queue[:-_WAITING]
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._speak())

    async def _speak(self) -> None:
        while self._queue:
            lang, text = self._queue.pop(0)
            command = command_for(self.platform, self.which, lang, text)
            if command is None:
                self._with_plyer(text)
            elif self.run is not None:
                self.run(command)
            else:
                await self._run(command)

    async def _run(self, command: Sequence[str]) -> None:
        with suppress(OSError, TimeoutError):
            quiet = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(*command, stdin=quiet, stdout=quiet, stderr=quiet)
            async with asyncio.timeout(8):
                await process.wait()

    def _with_plyer(self, text: str) -> None:
        """Telephones: through plyer, if the package has it."""
        if find_spec("plyer") is None:
            return
        from importlib import import_module

        with suppress(Exception):  # a voice that fails is no reason to stop anything
            import_module("plyer").tts.speak(text)
