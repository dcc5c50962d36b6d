"""What the state asks of the outside: finding and pairing, tables and deals, pictures and exports. Each answers with a message."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion_app import discovery, local_server
from companion_app.client.http import Answered, Api, ClientError, Unreachable, Untrusted
from companion_app.client.trust import fingerprint, first_certificate
from companion_app.state import messages as m
from companion_app.state.model import AppState, Server
from companion_app.viewmodels.frame import Frame

LATER: Final = (2.0, 4.0, 8.0, 15.0)
"""Seconds until a picture that was not there is asked for once more: it comes after the event that names it."""


@dataclass(slots=True)
class Errands:
    """Runs them beside each other inside the app's loop; what fails becomes a word that people can read."""

    state: Callable[[], AppState]
    dispatch: Callable[[m.Message], None]
    local: local_server.LocalServer
    folder: Path
    """For the pictures of the camera."""
    exports: Path
    """Where exported sheets are put."""
    open_file: Callable[[Path], None] | None = None
    """Shows an exported sheet with the system's own viewer, for printing."""
    waits: tuple[float, ...] = LATER
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)
    _authorities: dict[str, str] = field(default_factory=dict)

    async def end(self) -> None:
        """Whatever runs is let go; a server that was started here is ended."""
        running = list(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.local.stop()

    def do(self, effect: m.Effect) -> None:
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
            case m.FindTournament(table=table):
                self._run(self._find_tournament(table))
            case m.SaveExport(kind=kind):
                self._run(self._export(kind))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def api(self, server: Server | None = None) -> Api:
        found = server or self.state().server
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
        known = self.state().server
        try:
            if known is not None and known.address == address and known.token:
                await self.api(known).get("/api/me")
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
            told = await self.api().get("/api/tables?tournaments=false")
            found = await self.api().get("/api/tournaments")
            running = tuple(one for one in found["tournaments"] if not one["closed"])
            # A server of before told nothing of damaged logs.
            damaged = (*told.get("damaged", ()), *found.get("damaged", ()))
            self.dispatch(m.Tables(tuple(told["tables"]), running, damaged))
        except Answered as error:
            self.dispatch(m.Revoked() if error.status == 401 else m.Failed(_key_of(error), error.message))
        except (ClientError, KeyError, TypeError) as error:
            if self.state().table is None:
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
            made = await self.api().post(f"/api/tables?command={asked.command}", body)
            self.dispatch(m.Made(made["id"]))
        except (ClientError, KeyError, TypeError) as error:
            self.dispatch(m.Failed("start.not_made", str(error)))

    async def _find_tournament(self, table: str) -> None:
        try:
            told = await self.api().get(f"/api/tables/{table}/tournament")
            place = None if told["tournament"] is None else (int(told["round"]), int(told["table"]))
            self.dispatch(m.Belongs(table, told["tournament"], place))
        except (ClientError, KeyError, TypeError, ValueError):
            return  # asked again with the next connection

    async def _fetch_deal(self, number: int) -> None:
        table = self.state().table
        try:
            data = await self.api().get(f"/api/tables/{table}/deals/{number}")
            self.dispatch(m.DealCame(number, data, table))
        except (ClientError, TypeError) as error:
            self.dispatch(m.Failed("fetch.failed", str(error)))

    # --- pictures and exports ---------------------------------------------------------------------------------------------

    def fetch_pictures(self, frame: Frame) -> None:
        """What the screen would show, if it were on this device."""
        view = frame.view
        shown = [frame.picture, getattr(view, "picture", None)]
        shown += [frame.strip.picture] if frame.strip is not None else []
        shown += [evidence.picture for evidence in getattr(view, "evidence", ())]
        for picture in shown:
            if picture is not None and not picture.path:
                self._ask_picture(picture.id)

    def _ask_picture(self, picture: str) -> None:
        table = self.state().table
        name = f"{table}/{picture}"
        if table is not None and name not in self._asked and picture.isdigit():
            self._asked.add(name)
            self._run(self._fetch_picture(table, picture))

    async def _fetch_picture(self, table: str, picture: str) -> None:
        path = self.folder / f"{table}-{picture}.jpg"
        try:
            if not path.is_file():
                data = await self._uploaded(table, picture)
                path.parent.mkdir(parents=True, exist_ok=True)
                part = path.with_suffix(".part")
                part.write_bytes(data)
                part.replace(path)
                _tidy(path.parent)
            self.dispatch(m.PictureCame(picture, str(path), table))
            # It is on the disk: what the screens forget is found again.
            self._asked.discard(f"{table}/{picture}")
        except Answered:
            return  # there is none; the screens show the drawn card alone
        except (ClientError, OSError):
            self._asked.discard(f"{table}/{picture}")

    async def _uploaded(self, table: str, picture: str) -> bytes:
        """The picture, waited for some time while it is still on its way to the server."""
        path = f"/api/tables/{table}/evidence/{picture}"
        for wait in self.waits:
            try:
                return await self.api().raw("GET", path)
            except Answered as error:
                if error.status != 404:
                    raise
            await asyncio.sleep(wait)
        return await self.api().raw("GET", path)

    async def _export(self, kind: str) -> None:
        table, wanted = self.state().table, "sheet.pdf" if kind == "print" else kind
        name = ((self.state().section("table") or {}).get("name") or table or "table").replace("/", "-")
        try:
            data = await self.api().raw(
                "GET", f"/api/tables/{table}/exports/{wanted}?lang={self.state().lang}"
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
