"""What the app does when something around it fails: a connection that is refused, a full disk, a picture that is late."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import socketserver
import struct
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion_app import actions as a
from companion_app.client.files import Keeper
from companion_app.client.hall import Hall
from companion_app.client.http import Answered, Api, Unreachable
from companion_app.client.live import Live
from companion_app.core import Companion
from companion_app.errands import LATER, Errands
from companion_app.local_server import LocalServer
from companion_app.memory import Memory
from companion_app.state import messages as m
from companion_app.state.model import AppState, Link, Pending, Server, TableCopy, Tournament
from companion_app.state.update import update
from companion_app.viewmodels.frame import Frame
from tests.companion_app.desk import TABLE
from tests.companion_app.fingers import texts
from tests.companion_app.table_server import TableServer
from tests.companion_app.test_evening import app, run

STANDS = {"type": "state", "table": TABLE, "seq": 1, "sections": {}}
MANY = {"error": {"code": "connections", "message": "this device follows too many tables at once", "at": ""}}


class Tablet:
    """A device with three entries that wait, and its line to a server that the test plays."""

    def __init__(self) -> None:
        words = tuple(
            Pending(f"k.{n}", TABLE, ({"type": "call_said", "by": "A", "call": "weiter"},)) for n in range(3)
        )
        self.state = AppState(table=TABLE, copy=TableCopy(TABLE, 1), outbox=words)
        self.told: list[m.Message] = []

    def tell(self, message: m.Message) -> None:
        self.told.append(message)
        self.state, _ = update(self.state, message)

    @property
    def waiting(self) -> list[str]:
        return [pending.id for pending in self.state.outbox]

    async def follows(
        self, answers: Callable[[ServerConnection, int], Awaitable[None]], until: Callable[[], bool]
    ) -> None:
        """Against a server whose n-th connection is answered so."""
        count = 0

        async def connected(socket: ServerConnection) -> None:
            nonlocal count
            count += 1
            await answers(socket, count)

        async with serve(connected, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            live = Live(Api(f"http://127.0.0.1:{port}"), TABLE, lambda: self.state, self.tell, delays=(0.01,))
            running = asyncio.create_task(live.run())
            async with asyncio.timeout(10):
                while not until():
                    await asyncio.sleep(0.01)
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


async def notes(socket: ServerConnection, said: list[str]) -> None:
    """Tells how the table stands, then notes everything."""
    await socket.send(json.dumps(STANDS))
    async for text in socket:
        command = json.loads(text)["id"]
        said.append(command)
        await socket.send(json.dumps({"type": "done", "command": command, "first": 2, "last": 2}))


@pytest.mark.parametrize("told_first", [True, False])
def test_a_refused_connection_costs_no_entry(told_first: bool) -> None:
    """The refusal comes after the handshake, once before anything was told, once with a command under way."""
    tablet, said, early = Tablet(), list[str](), list[str]()

    async def answers(socket: ServerConnection, number: int) -> None:
        if number > 3:
            return await notes(socket, said)
        if told_first:
            await socket.send(json.dumps(STANDS))
            early.append(json.loads(await socket.recv())["id"])
        await asyncio.sleep(0.03)
        await socket.send(json.dumps(MANY))
        return await socket.close(4429, "connections")

    asyncio.run(tablet.follows(answers, lambda: not tablet.waiting))
    assert said == ["k.0", "k.1", "k.2"] and early == (["k.0"] * 3 if told_first else [])
    assert not [message for message in tablet.told if isinstance(message, m.Refused)]


@pytest.mark.parametrize("named", [True, False])
def test_an_answer_that_refuses_drops_the_command_that_it_answers(named: bool) -> None:
    """One that could not read the command cannot name it: it is the one under way."""
    tablet, said = Tablet(), list[str]()

    async def answers(socket: ServerConnection, number: int) -> None:
        await socket.send(json.dumps(STANDS))
        command = json.loads(await socket.recv())["id"]
        error = {"code": "card", "message": "no", "at": ""}
        await socket.send(
            json.dumps({"type": "error", "command": command if named else None, "error": error})
        )
        await notes(socket, said)

    asyncio.run(tablet.follows(answers, lambda: not tablet.waiting))
    assert said == ["k.1", "k.2"]
    assert [x.command for x in tablet.told if isinstance(x, m.Refused)] == ["k.0"]


def test_nothing_is_said_before_it_is_heard_how_the_table_stands() -> None:
    """What waits may be for a deal that others have closed: it is held, and never sent."""
    tablet, said = Tablet(), list[str]()
    late = Pending("k.9", TABLE, ({"type": "call_said", "by": "A", "call": "weiter"},), deal=1)
    tablet.state = AppState(table=TABLE, copy=TableCopy(TABLE, 1), outbox=(late, *tablet.state.outbox))
    closed = STANDS | {"sections": {"sheet": {"rows": [{"number": 1}]}}}

    async def answers(socket: ServerConnection, number: int) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await socket.recv()
        await socket.send(json.dumps(closed))
        await notes(socket, said)

    asyncio.run(tablet.follows(answers, lambda: not tablet.waiting))
    assert said == ["k.0", "k.1", "k.2"] and tablet.state.held == (late,)


# --- answers that break off --------------------------------------------------------------------------------------------------


@contextmanager
def answering(*answers: bytes, reset: bool = False) -> Iterator[tuple[int, list[bytes]]]:
    """A socket that answers each connection with these bytes, the last for ever, and hangs up; its port, what it heard."""
    asked: list[bytes] = []

    class Answer(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                asked.append(self.request.recv(4096))
                self.request.sendall(answers[min(len(asked), len(answers)) - 1])
            if reset:
                time.sleep(0.05)
                self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.request.close()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answer) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.server_address[1], asked
        server.shutdown()


BROKEN = {
    "cut in a chunk": b'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"a":',
    "too short": b'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":',
    "an error cut in a chunk": b"HTTP/1.1 502 Bad\r\ntransfer-encoding: chunked\r\n\r\n40\r\n<html",
    "no HTTP": b"SSH-2.0-OpenSSH_9.6\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("broken", BROKEN)
def test_an_answer_that_breaks_off_is_as_good_as_none(broken: str) -> None:
    with answering(BROKEN[broken]) as (port, _), pytest.raises(Unreachable):
        asyncio.run(Api(f"http://127.0.0.1:{port}").get("/api/me"))


def test_a_connection_that_is_reset_in_an_error_is_as_good_as_none() -> None:
    begun = b"HTTP/1.1 409 Conflict\r\ncontent-length: 100\r\n\r\n"
    with answering(begun, reset=True) as (port, _), pytest.raises(Unreachable):
        asyncio.run(Api(f"http://127.0.0.1:{port}").get("/api/me"))


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_who_breaks_off_while_he_identifies_himself_is_not_taken_for_another_server(answer: bytes) -> None:
    with answering(answer) as (port, _), pytest.raises(Unreachable):
        asyncio.run(Api(f"https://127.0.0.1:{port}").get("/api/me"))


@pytest.mark.parametrize("broken", BROKEN)
def test_the_lines_to_table_and_tournament_go_on_after_a_broken_answer(broken: str) -> None:
    async def asks_again(line: Live | Hall, asked: list[bytes]) -> None:
        running = asyncio.create_task(line.run())
        async with asyncio.timeout(10):
            while len(asked) < 3:
                assert not running.done(), running
                await asyncio.sleep(0.01)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    with answering(BROKEN[broken]) as (port, asked):
        hall_ = AppState(tournament=Tournament("e1"))
        api = Api(f"http://127.0.0.1:{port}")
        asyncio.run(asks_again(Hall(api, "e1", lambda: hall_, lambda message: None, every=0.01), asked))
        asked.clear()
        table = AppState(table=TABLE)
        asyncio.run(asks_again(Live(api, TABLE, lambda: table, lambda message: None, delays=(0.01,)), asked))


def test_pairing_with_something_else_ends_with_a_word(tmp_path: Path) -> None:
    told: list[m.Message] = []
    errands = Errands(AppState, told.append, LocalServer(), tmp_path / "pictures", tmp_path)

    async def story(address: str) -> None:
        errands.do(m.Reach(address))
        async with asyncio.timeout(10):
            while not told:
                await asyncio.sleep(0.01)

    with answering(BROKEN["no HTTP"]) as (port, _):
        asyncio.run(story(f"http://127.0.0.1:{port}"))
    assert [message.key for message in told if isinstance(message, m.Failed)] == ["start.unreachable"]


def test_a_device_that_was_revoked_while_the_app_was_off_is_told_so() -> None:
    """It knows nothing of its table yet: the first question is refused, before any connection."""
    body = b'{"error":{"code":"unpaired","message":"x","at":""}}'
    refusal = b"HTTP/1.1 401 Unauthorized\r\ncontent-length: %d\r\n\r\n" % len(body) + body
    told: list[m.Message] = []
    state = AppState(server=Server("http://127.0.0.1"), table=TABLE)
    with answering(refusal) as (port, _):
        live = Live(Api(f"http://127.0.0.1:{port}"), TABLE, lambda: state, told.append, delays=(0.01,))
        asyncio.run(asyncio.wait_for(live.run(), 10))
    assert told == [m.Revoked()]


# --- the disk -----------------------------------------------------------------------------------------------------------------


class Disk:
    """The tablet's disk, which can be full."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = Keeper.write

        def written(keeper: Keeper, data: dict[str, Any]) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            write(keeper, data)

        patch.setattr(Keeper, "write", written)


def test_a_full_disk_is_said_once_and_the_app_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, frames = Disk(monkeypatch), list[Frame]()
    companion = Companion(Memory(tmp_path), tmp_path / "exports", LocalServer(data=tmp_path / "server"))
    companion.show = frames.append
    disk.full = True
    companion.state = AppState(screen=a.Screen.SETTINGS)

    async def story() -> None:
        companion.dispatch(a.Change("contrast", True))
        notice = frames[-1].notice
        assert notice is not None and notice.text.startswith("Auf diesem Gerät lässt sich nichts speichern.")
        companion.dispatch(a.CloseNotice())
        companion.dispatch(a.Change("lang", "en"))
        assert frames[-1].notice is None and "Settings" in texts(frames[-1])
        disk.full = False
        companion.dispatch(a.Change("motion", False))
        settings = Memory(tmp_path).load().settings
        assert settings.contrast and settings.lang == "en" and not settings.motion
        disk.full = True
        companion.dispatch(a.Change("contrast", False))
        assert frames[-1].notice is not None
        await companion.end()

    asyncio.run(story())


def test_with_a_full_disk_the_line_comes_back_and_entries_go_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = TableServer(tmp_path / "server")
    server.start()
    table = server.table()

    async def story() -> None:
        async with app(tmp_path / "tablet", server.address) as person:
            await person.until(lambda: person.state.section("table") is not None, "the table")
            Disk(monkeypatch).full = True
            server.kill()
            await person.until(lambda: person.state.link is Link.RECONNECTING, "the break")
            await person.touch("quick.trischaken")
            await asyncio.to_thread(server.start)
            await person.until(lambda: person.state.link is Link.CONNECTED, "the line")
            await person.settled()

    try:
        run(story())
        deal = server.ask(f"/api/tables/{table}")["sections"]["deal"]
        assert deal["record"]["contract"]["game"] == "trischaken"
    finally:
        server.stop()


# --- pictures -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("missing", "status", "asked"), [(2, 404, 3), (9, 404, 4), (9, 403, 1)])
def test_a_picture_that_is_not_there_yet_is_asked_for_again_for_some_time(
    missing: int, status: int, asked: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is uploaded after its event; one that never comes is left alone in the end."""
    paths: list[str] = []

    async def raw(api: Api, method: str, path: str, body: Any = None) -> bytes:
        paths.append(path)
        if len(paths) <= missing:
            raise Answered(status, "not_found", "no such picture")
        return b"jpeg"

    monkeypatch.setattr(Api, "raw", raw)
    state = AppState(server=Server("http://127.0.0.1:8765"), table=TABLE)
    came: list[m.Message] = []
    errands = Errands(
        lambda: state, came.append, LocalServer(), tmp_path / "pictures", tmp_path, waits=(0.01, 0.01, 0.01)
    )

    async def story() -> None:
        for _ in range(3):  # every picture of the app asks anew for what it lacks
            errands.do(m.FetchPicture("17"))
            await asyncio.sleep(0.1)
        await errands.end()

    asyncio.run(story())
    assert paths == [f"/api/tables/{TABLE}/evidence/17"] * asked
    path = tmp_path / "pictures" / f"{TABLE}-17.jpg"
    assert set(came) == ({m.PictureCame("17", str(path), TABLE)} if missing < asked else set())
    assert 2 <= LATER[0] <= 5 and len(LATER) < 10
