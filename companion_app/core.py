"""The app without a window: takes messages, keeps the state, does what it asks for outside, and says what to draw."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion_app import discovery, local_server
from companion_app.actions import Action, ChooseServer, CloseNotice, RunHere, Screen
from companion_app.client.http import Answered, Api, ClientError, Unreachable, Untrusted
from companion_app.client.live import Live
from companion_app.client.trust import fingerprint, first_certificate
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.heralds import Herald, heralds
from companion_app.state.model import AppState, Server
from companion_app.state.update import update
from companion_app.viewmodels.frame import Frame

STEP: Final = 0.9
"""Seconds between the cards of a running replay."""
NOTICE: Final = 7.0
"""Seconds that a notice stays, with its undo; what went wrong stays until it is read."""
Watcher = Callable[[AppState, AppState], None]


@dataclass(slots=True)
class Companion:
    """Everything between the screens and the server. Runs inside one asyncio loop."""

    memory: Memory
    exports: Path
    """Where exported sheets are put."""
    local: local_server.LocalServer = field(default_factory=local_server.LocalServer)
    state: AppState = field(default_factory=AppState)
    show: Callable[[Frame], None] | None = None
    herald: Callable[[AppState, Herald], None] | None = None
    open_file: Callable[[Path], None] | None = None
    """Shows an exported sheet with the system's own viewer, for printing."""
    delays: tuple[float, ...] | None = None
    _live: Live | None = None
    _following: asyncio.Task[None] | None = None
    _followed: tuple[Server, str] | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _ticking: asyncio.Task[None] | None = None
    _noticed: asyncio.TimerHandle | None = None
    _asked: set[str] = field(default_factory=set)
    _authorities: dict[str, str] = field(default_factory=dict)

    # --- life ----------------------------------------------------------------------------------------------------

    def begin(self, server: str | None = None, here: bool = False) -> None:
        """Takes up where the last time ended, or goes where the command line says."""
        self.state = self.memory.load()
        if self.state.server is not None and self.state.table is not None:
            self.state = _at_table(self.state)
        if here:
            self.dispatch(RunHere())
        elif server is not None:
            self.dispatch(ChooseServer(server))
        elif self.state.server is None:
            self._do(m.Discover())
        elif self.state.server.here:  # it ended with the app the last time
            self._do(m.StartHere())
        else:
            self._do(m.LoadTables())
        self._follow()
        self._draw()

    async def end(self) -> None:
        """Lets go of everything; what was not confirmed is on the disk."""
        if self._noticed is not None:
            self._noticed.cancel()
        running = [t for t in (*self._tasks, self._following, self._ticking) if t is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self.memory.save(self.state)
        await self.local.stop()

    def wake(self) -> None:
        """After sleep: the old connection is not waited for."""
        if self._following is not None:
            self._following.cancel()
        self._followed = self._following = self._live = None
        self._follow()

    # --- one step --------------------------------------------------------------------------------------------------

    def dispatch(self, message: Action | m.Message) -> None:
        """The next state, on the disk before anything else happens; then what it asks for."""
        before = self.state
        self.state, effects = update(before, message)
        if self.state is before and not effects:
            return
        self.memory.save(self.state)
        for effect in effects:
            self._do(effect)
        self._follow()
        self._let_notices_go(before)
        if self.herald is not None:
            for what in heralds(before, self.state):
                self.herald(self.state, what)
        self._draw()

    def _let_notices_go(self, before: AppState) -> None:
        notice = self.state.notice
        if notice is before.notice:
            return
        if self._noticed is not None:
            self._noticed.cancel()
            self._noticed = None
        if notice is not None and notice.tone != "bad":
            loop = asyncio.get_running_loop()
            self._noticed = loop.call_later(NOTICE, lambda: self.dispatch(CloseNotice()))

    def _draw(self) -> None:
        frame = frame_of(self.state)
        self._fetch_pictures(frame)
        if self.show is not None:
            self.show(frame)

    def frame(self) -> Frame:
        return frame_of(self.state)

    def _follow(self) -> None:
        """The live connection belongs to one server and one table; another pair has another."""
        state = self.state
        wanted = None if state.server is None or state.table is None else (state.server, state.table)
        if wanted != self._followed:
            if self._following is not None:
                self._following.cancel()
            self._followed, self._live, self._following = wanted, None, None
            if wanted is not None:
                self._live = Live(self._api(wanted[0]), wanted[1], lambda: self.state, self.dispatch)
                if self.delays is not None:
                    self._live.delays = self.delays
                self._following = asyncio.get_running_loop().create_task(self._live.run())
        if self._live is not None and state.outbox:
            self._live.poke()
        replay = state.replay
        running = state.screen is Screen.REPLAY and replay is not None and replay.running
        if running and (self._ticking is None or self._ticking.done()):
            self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        while (
            self.state.screen is Screen.REPLAY and self.state.replay is not None and self.state.replay.running
        ):
            await asyncio.sleep(STEP)
            self.dispatch(m.Tick())

    # --- what is asked of the outside ----------------------------------------------------------------------------------

    def _do(self, effect: m.Effect) -> None:
        match effect:
            case m.Discover():
                self._run(self._discover())
            case m.Reach(address=address):
                self._run(self._reach(address))
            case m.Pair():
                self._run(self._pair(effect))
            case m.StartHere():
                self._run(self._start_here())
            case m.LoadTables():
                self._run(self._load_tables())
            case m.MakeTable():
                self._run(self._make_table(effect))
            case m.FetchDeal(number=number):
                self._run(self._fetch_deal(number))
            case m.FetchPicture(id=picture):
                self._ask_picture(picture)
            case m.SaveExport(kind=kind):
                self._run(self._export(kind))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _api(self, server: Server | None = None) -> Api:
        found = server or self.state.server
        return Api("") if found is None else Api(found.address, found.token, found.authority)

    async def _discover(self) -> None:
        await discovery.look_around(lambda found, searching: self.dispatch(m.Found(found, searching)))

    async def _authority(self, address: str) -> str:
        """The server's own authority, fetched once before pairing; people can compare its sign."""
        if not address.startswith("https:"):
            return ""
        if address not in self._authorities:
            try:
                raw = await Api(address, verify=False).raw("GET", "/pair/authority.pem")
                self._authorities[address] = first_certificate(raw.decode("ascii"))
            except Answered as error:
                if error.status != 404:
                    raise
                self._authorities[address] = ""  # a server behind a public certificate has none of its own
        return self._authorities[address]

    async def _reach(self, address: str, here: bool = False) -> None:
        known = self.state.server
        try:
            if known is not None and known.address == address and known.token:
                await self._api(known).get("/api/me")
                self.dispatch(m.Paired(known))
                return
            authority = await self._authority(address)
            me = await Api(address, authority=authority).get("/api/me")
            self.dispatch(
                m.Paired(Server(address, "", me["role"], me["device"], me["table"], authority, here))
            )
        except Answered as error:
            if error.status == 401:
                sign = self._authorities.get(address, "")
                self.dispatch(m.NeedsPairing(address, fingerprint(sign) if sign else ""))
            else:
                self.dispatch(m.Failed(_key_of(error), error.message))
        except (ClientError, ValueError, KeyError, TypeError) as error:
            self.dispatch(m.Failed(_key_of(error), str(error)))

    async def _pair(self, asked: m.Pair) -> None:
        body = {"name": _device_name(), **({"code": asked.code} if asked.code else {"secret": asked.secret})}
        try:
            authority = await self._authority(asked.address)
            told = await Api(asked.address, authority=authority).post("/api/pair", body)
            server = Server(
                asked.address, told["token"], told["role"], told["device"], told["table"], authority
            )
            self.dispatch(m.Paired(server))
        except (ClientError, ValueError, KeyError, TypeError) as error:
            self.dispatch(m.Failed(_key_of(error), str(error)))

    async def _start_here(self) -> None:
        if not local_server.available():
            self.dispatch(m.Failed("start.no_server"))
            return
        try:
            address = await self.local.start()
        except (local_server.CannotStart, OSError) as error:
            self.dispatch(m.Failed("start.server_failed", str(error)))
            return
        await self._reach(address, here=True)

    async def _load_tables(self) -> None:
        try:
            told = await self._api().get("/api/tables")
            self.dispatch(m.Tables(tuple(told["tables"])))
        except Answered as error:
            self.dispatch(m.Revoked() if error.status == 401 else m.Failed(_key_of(error), error.message))
        except (ClientError, KeyError, TypeError) as error:
            if self.state.table is None:
                self.dispatch(m.Failed(_key_of(error), str(error)))

    async def _make_table(self, asked: m.MakeTable) -> None:
        form = asked.form
        body: dict[str, Any] = {
            "name": form.name.strip() or "Tisch 1",
            "rules": form.rules,
            "options": dict(form.options),
            "players": [name.strip() for name in form.players[: form.count]],
            "first_dealer": form.dealer,
            "radl": form.radl,
            "fair_play": form.fair_play,
        }
        if form.kassa is not None:
            body["pagatkassa_cents"] = form.kassa
        try:
            made = await self._api().post(f"/api/tables?command={asked.command}", body)
            self.dispatch(m.Made(made["id"]))
        except (ClientError, KeyError, TypeError) as error:
            self.dispatch(m.Failed("start.not_made", str(error)))

    async def _fetch_deal(self, number: int) -> None:
        try:
            data = await self._api().get(f"/api/tables/{self.state.table}/deals/{number}")
            self.dispatch(m.DealCame(number, data))
        except (ClientError, TypeError) as error:
            self.dispatch(m.Failed("fetch.failed", str(error)))

    # --- pictures and exports ---------------------------------------------------------------------------------------------

    def _fetch_pictures(self, frame: Frame) -> None:
        """What the screen would show, if it were on this device."""
        view = frame.view
        shown = [frame.picture, getattr(view, "picture", None)]
        shown += [frame.strip.picture] if frame.strip is not None else []
        shown += [evidence.picture for evidence in getattr(view, "evidence", ())]
        for picture in shown:
            if picture is not None and not picture.path:
                self._ask_picture(picture.id)

    def _ask_picture(self, picture: str) -> None:
        name = f"{self.state.table}/{picture}"
        if name not in self._asked and picture.isdigit() and self.state.table is not None:
            self._asked.add(name)
            self._run(self._fetch_picture(self.state.table, picture))

    async def _fetch_picture(self, table: str, picture: str) -> None:
        path = self.memory.folder / "pictures" / f"{table}-{picture}.jpg"
        try:
            if not path.is_file():
                data = await self._api().raw("GET", f"/api/tables/{table}/evidence/{picture}")
                path.parent.mkdir(parents=True, exist_ok=True)
                part = path.with_suffix(".part")
                part.write_bytes(data)
                part.replace(path)
                _tidy(path.parent)
            self.dispatch(m.PictureCame(picture, str(path)))
        except Answered:
            return  # there is none; the screens show the drawn card alone
        except (ClientError, OSError):
            self._asked.discard(f"{table}/{picture}")

    async def _export(self, kind: str) -> None:
        table, wanted = self.state.table, "sheet.pdf" if kind == "print" else kind
        name = ((self.state.section("table") or {}).get("name") or table or "table").replace("/", "-")
        try:
            data = await self._api().raw(
                "GET", f"/api/tables/{table}/exports/{wanted}?lang={self.state.lang}"
            )
            self.exports.mkdir(parents=True, exist_ok=True)
            path = self.exports / f"Kiebitz {name} {wanted}"
            path.write_bytes(data)
        except (ClientError, OSError) as error:
            self.dispatch(m.Failed("export.failed", str(error)))
            return
        self.dispatch(m.Exported(str(path)))
        if kind == "print" and self.open_file is not None:
            self.open_file(path)


def _at_table(state: AppState) -> AppState:
    return replace(state, screen=Screen.TABLE)


def _tidy(folder: Path, most: int = 400) -> None:
    """The oldest pictures go."""
    files = sorted(folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime)
    for path in files[:-most]:
        path.unlink(missing_ok=True)


def _key_of(error: Exception) -> str:
    """The word for what went wrong."""
    match error:
        case Untrusted():
            return "start.changed"
        case Unreachable():
            return "start.unreachable"
        case Answered(code="pairing"):
            return "start.wrong_code"
        case Answered(status=429):
            return "start.too_many"
    return "start.not_ours"


def _device_name() -> str:
    name = "".join(c for c in socket.gethostname() if c.isprintable()).strip()
    return name[:60] or "Tablet"
