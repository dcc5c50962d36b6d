"""The whole table on this machine: starts `kiebitz serve` as a process of its own, and ends it with the app."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion_app.client.address import HOST_PORT
from companion_app.client.http import Answered, Api, ClientError

_SECONDS: Final = 30.0
_RUN: Final = "import sys; sys.argv[0] = 'kiebitz'; from server.cli import main; main()"


class CannotStart(Exception):
    """The server did not start; the text says why."""


def available() -> bool:
    """Whether the server is installed here: it is not, in the package for telephones."""
    return find_spec("server") is not None


@dataclass(slots=True)
class LocalServer:
    """At most one process. A server that runs here already is used and left running."""

    port: int = HOST_PORT
    data: Path | None = None
    """Folder of its store; left out: the user's own."""
    process: asyncio.subprocess.Process | None = field(default=None)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> str:
        """Its address, once it answers."""
        if await self._answers():
            return self.address
        arguments = ["serve", "--port", str(self.port)]
        if self.data is not None:
            arguments += ["--data", str(self.data)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _RUN,
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _SECONDS
        while loop.time() < deadline:
            if self.process.returncode is not None:
                raise CannotStart(await self._last_words())
            if await self._answers():
                return self.address
            await asyncio.sleep(0.1)
        await self.stop()
        raise CannotStart(f"no answer within {_SECONDS:.0f} seconds")

    async def _answers(self) -> bool:
        try:
            await Api(self.address).get("/api/me")
        except Answered as error:
            return error.status == 401
        except ClientError:
            return False
        return True

    async def _last_words(self) -> str:
        stream = self.process.stderr if self.process is not None else None
        text = (await stream.read(2000)).decode("utf-8", "replace") if stream is not None else ""
        return " ".join(text.split())[-200:] or "it ended at once"

    async def stop(self) -> None:
        """Ends the process that this app has started, and waits for its last write."""
        process, self.process = self.process, None
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(8):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
