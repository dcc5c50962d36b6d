"""The cameras of all tables: who watches which, how it goes, and what the tables are told of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from server.api.pictures import Picture
from server.cameras.notes import Notes
from server.cameras.orders import by_hand, for_phone, orders_for
from server.cameras.process import Keeper
from server.cameras.proposals import corrected_by_people
from server.cameras.view import Orders, Sync
from server.security.pairing import Device
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import Refused, TableError
from server.tables.events import CameraNoted
from server.tables.roles import Role
from vision.sources.cameras import without_password
from vision.table import Calibration, CalibrationError

SILENT: Final = 4.0
"""Seconds without a word after which a reader is said to be silent."""
LOST: Final = 12.0
"""Seconds after which it counts as lost: the table goes on by hand, and another camera may come."""
PATIENCE: Final = 90.0
"""Seconds that a reader may take to load its networks on a slow machine."""
IDLE: Final = 120.0
"""Seconds without a picture after which a phone's reader is put down."""
CLOCK_SET_BACK: Final = 5.0
"""A picture taken so many seconds before the newest was not overtaken on its way: the phone's clock was set back."""
AGAIN: Final = 60.0
"""Seconds before a phone's reader that was given up is tried again."""
PAUSE: Final = 1.5
"""Seconds without a picture after which a phone that was put down may begin anew: its page stops when it is told."""
NOTICES: Final = {
    "failed": "Die Kamera ging zu oft verloren, von Hand weiter / the camera was lost too often, go on by hand",
    "lost": "Von der Kamera kommt nichts mehr, von Hand weiter / nothing comes from the camera, go on by hand",
    "stopped": "Die Kamera ist aus / the camera is off",
}
Status = Literal["watching", "manual", "lost"]
_LOG = logging.getLogger("kiebitz.server")
Make = Callable[[str, str, "Lent", Callable[[str, str], Awaitable[None]]], Keeper]
"""From table, source and access to the process that reads it."""


class CameraBusy(TableError):
    status = 409


class NoReaders(TableError):
    status = 409


@dataclass(frozen=True, slots=True)
class Lent:
    """A device that lives as long as the process it is lent to."""

    device: Device
    token: str


@dataclass(slots=True, eq=False)
class Camera:
    """What watches one table now."""

    table: str
    kind: str
    """`local`: a process of this machine; `phone`: one that is fed by a phone; `remote`: a reader elsewhere."""
    source: str
    owner: str
    """The device whose words count."""
    state: str = "starting"
    words: str = ""
    started: float = 0.0
    heard: float | None = None
    sync: Sync | None = None
    keeper: Keeper | None = None
    lent: Lent | None = None
    last_picture: float = 0.0
    newest: float = float("-inf")
    """When the newest picture was taken, by the phone's clock."""
    corners: list[tuple[float, float]] | None = None
    aim: int = 0
    wants_picture: bool = False


@dataclass(slots=True)
class Cameras:
    """The only place that starts and ends readers. Lives in the event loop."""

    actor_of: Callable[[str], Awaitable[TableActor]]
    lend: Callable[[str, str], Lent]
    take_back: Callable[[Lent], None]
    make: Make | None = None
    clock: Callable[[], float] = time.monotonic
    notes: Notes = field(default_factory=Notes)
    by_table: dict[str, Camera] = field(default_factory=dict)
    _ended: dict[str, Camera] = field(default_factory=dict)
    """The last camera of a table that has none, to say why."""
    _exchanged: set[str] = field(default_factory=set)
    """Tables whose camera is just being put down to make room for another."""
    _task: asyncio.Task[None] | None = None

    # --- life ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self._task = asyncio.create_task(self._look_after())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for camera in list(self.by_table.values()):
            await self._put_down(camera)
        self.by_table.clear()

    async def start(self, table: str, source: str) -> Camera:
        """A camera of this machine. The one that watched before is put down."""
        if self.make is None:
            raise NoReaders("no_readers", "this server starts no readers; use kiebitz watch --server")
        self._not_now(table)
        self._exchanged.add(table)
        try:
            await self.stop(table, note=False)
            return self._started(table, "local", source, owner="")
        finally:
            self._exchanged.discard(table)

    def _not_now(self, table: str) -> None:
        if table in self._exchanged:
            raise CameraBusy("camera", "another camera is just being started at this table", "table")

    def _started(self, table: str, kind: str, source: str, owner: str) -> Camera:
        assert self.make is not None
        lent = self.lend(table, kind)
        shown = without_password(source)
        camera = Camera(table, kind, shown, owner or lent.device.id, started=self.clock(), lent=lent)

        async def told(state: str, words: str) -> None:
            await self._process_says(camera, state, words)

        camera.keeper = self.make(table, "-" if kind == "phone" else source, lent, told)
        self.by_table[table] = camera
        camera.keeper.start()
        return camera

    async def stop(self, table: str, note: bool = True) -> None:
        """The camera of a table is put down; the deal goes on by hand."""
        camera = self.by_table.pop(table, None)
        if camera is None:
            return
        camera.state, camera.words = "stopped", ""
        self._ended[table] = camera
        await self._put_down(camera)
        if note:
            await self._note(table, "manual", NOTICES["stopped"])

    async def _put_down(self, camera: Camera) -> None:
        if camera.keeper is not None:
            await camera.keeper.stop()
        if camera.lent is not None:
            self.take_back(camera.lent)

    async def _process_says(self, camera: Camera, state: str, words: str) -> None:
        camera.state, camera.words, camera.sync = state, words, None
        camera.started, camera.heard = self.clock(), None
        if state == "failed":
            await self._give_up(camera, NOTICES["failed"])
        elif state == "ended":
            await self._give_up(camera, NOTICES["stopped"])
        elif state == "restarting":
            await self._note(camera.table, "lost", "Die Kamera startet neu / the camera starts anew")

    async def _give_up(self, camera: Camera, notice: str) -> None:
        if self.by_table.get(camera.table) is camera:
            del self.by_table[camera.table]
            self._ended[camera.table] = camera
            if camera.lent is not None:
                self.take_back(camera.lent)
        await self._note(camera.table, "manual", notice)

    async def _look_after(self) -> None:
        """Each second: who is silent, who hangs, who has nothing to read any more."""
        while True:
            await asyncio.sleep(1.0)
            for camera in list(self.by_table.values()):
                try:
                    await self._look_at(camera)
                except Exception:  # one camera's trouble is not the others'
                    _LOG.exception("the camera of table %s cannot be looked after", camera.table)

    async def _look_at(self, camera: Camera) -> None:
        now = self.clock()
        silence = now - (camera.heard if camera.heard is not None else camera.started)
        if camera.kind == "phone" and now - camera.last_picture > IDLE:
            await self.stop(camera.table)
        elif camera.keeper is not None and silence > (PATIENCE if camera.heard is None else LOST):
            camera.keeper.kill()
            camera.started, camera.heard = now, None
        elif camera.keeper is None and silence > LOST:
            camera.state = "lost"
            await self._give_up(camera, NOTICES["lost"])
        elif (camera.heard is not None and silence > SILENT) or self._sends_nothing(camera):
            camera.state = "silent"

    # --- what comes in -----------------------------------------------------------------------------------------

    async def sync(self, actor: TableActor, device: Device, told: Sync) -> Orders:
        """A reader says how it is and hears what it is to know."""
        if self._put_away(actor, device, told):
            return orders_for(actor.state) | {
                "deal": None,
                "corrected": {},
                "picture": False,
                "corners": None,
                "aim": 0,
            }
        camera = self._camera_of(actor.table, device, told)
        camera.heard, camera.sync, camera.words = self.clock(), told, ""
        camera.state = "watching" if told.deal is not None else "waiting"
        if told.trouble is not None:
            camera.state = "trouble"
        if self._sends_nothing(camera):
            camera.state = "silent"
        status = actor.state.camera
        if by_hand(actor.state):
            camera.state = "byhand"
        elif camera.state in ("watching", "waiting") and status.status != "watching":
            await self._note(actor.table, "watching", "")
        memory = await self.notes.memory(actor, told.id, told.deal)
        orders = orders_for(actor.state) | {
            "corrected": corrected_by_people(actor.state, memory),
            "picture": camera.wants_picture,
            "corners": camera.corners,
            "aim": camera.aim,
        }
        camera.wants_picture = False
        return orders

    def _put_away(self, actor: TableActor, device: Device, told: Sync) -> bool:
        """Whether people have put down this very reader of another machine, and have not called for it since."""
        ended = self._ended.get(actor.table)
        if ended is None or actor.table in self.by_table or actor.state.camera.status == "watching":
            return False
        same = ended.owner == device.id and ended.sync is not None and ended.sync.id == told.id
        return same and ended.kind == "remote" and ended.state == "stopped"

    def _camera_of(self, table: str, device: Device, told: Sync) -> Camera:
        camera = self.by_table.get(table)
        if camera is None or (camera.keeper is None and camera.owner != device.id and self._silent(camera)):
            camera = Camera(table, "remote", told.source, device.id, started=self.clock())
            self.by_table[table] = camera
        if device.id != (camera.lent.device.id if camera.lent is not None else camera.owner):
            raise CameraBusy("camera", f"this table is watched already, by {camera.source}", "table")
        camera.source = camera.source if camera.lent is not None else told.source
        return camera

    def _sends_nothing(self, camera: Camera) -> bool:
        """A phone whose battery is empty: its reader goes on saying that it waits for pictures."""
        return camera.kind == "phone" and self.clock() - camera.last_picture > SILENT

    def _silent(self, camera: Camera) -> bool:
        return camera.heard is None or self.clock() - camera.heard > SILENT

    def may_report(self, table: str, device: Device) -> None:
        """Two readers at one table would lay each card twice: the one that watches may report."""
        camera = self.by_table.get(table)
        if camera is None or (camera.keeper is None and camera.owner == device.id):
            return
        if camera.lent is not None and camera.lent.device.id == device.id:
            return
        if camera.keeper is None and self._silent(camera):
            return
        raise CameraBusy("camera", f"this table is watched already, by {camera.source}", "table")

    async def take(self, table: str, picture: Picture) -> dict[str, object]:
        """A phone's picture: handed on, and answered with what the reader saw last. Never waits."""
        if self.make is None:
            return {"reader": "none"}
        camera, ended = self.by_table.get(table), self._ended.get(table)
        now = self.clock()
        self._not_now(table)
        if camera is None and ended is not None:
            if ended.state == "failed" and now - ended.started < AGAIN:
                return {"reader": "failed", "words": ended.words}
            # Somebody put it down: it stays so until this phone begins anew.
            same = ended.kind == "phone" and ended.owner == picture.device
            if same and ended.state == "stopped" and now - ended.last_picture < PAUSE:
                ended.last_picture = now
                return {"reader": "stopped"}
        if camera is None or (camera.kind != "phone" and camera.keeper is None and self._silent(camera)):
            camera = self._started(table, "phone", picture.name or "phone", picture.device)
        if camera.kind != "phone" or camera.owner != picture.device:
            if self._sends_nothing(camera):
                camera.owner, camera.source = picture.device, picture.name or "phone"
            else:
                raise CameraBusy("camera", f"this table is watched already, by {camera.source}", "table")
        camera.last_picture = now
        assert camera.keeper is not None
        taken = picture.t if picture.t is not None else now
        if not camera.newest - CLOCK_SET_BACK < taken < camera.newest:
            camera.keeper.push(taken, picture.data)
            camera.newest = taken
        return {"reader": camera.state} | for_phone(camera.sync)

    # --- what goes out -----------------------------------------------------------------------------------------

    def aim(self, table: str, corners: list[tuple[float, float]]) -> int:
        """The table's corners as a person tapped them, for the reader's next question."""
        camera = self.by_table.get(table)
        if camera is None:
            raise CameraBusy("no_camera", "no camera watches this table", "table")
        try:
            Calibration.tapped(1000, 1000, [(1000 * x, 1000 * y) for x, y in corners])
        except CalibrationError as error:
            raise Refused("corners", str(error), "corners") from None
        camera.corners, camera.aim = corners, secrets.randbelow(2**31) + 1
        return camera.aim

    def want_picture(self, table: str) -> bool:
        camera = self.by_table.get(table)
        if camera is None:
            return False
        camera.wants_picture = True
        return True

    def shown(self, table: str) -> dict[str, Any]:
        """How the camera of a table is, for people."""
        camera = self.by_table.get(table) or self._ended.get(table)
        if camera is None:
            return {"table": table, "state": "off"}
        told = camera.sync
        return {
            "table": table,
            "kind": camera.kind,
            "source": camera.source,
            "state": camera.state,
            "words": camera.words,
            "heard_ago": None if camera.heard is None else round(self.clock() - camera.heard, 1),
            "aim": camera.aim,
            "reader": None if told is None else told.model_dump(mode="json", exclude={"id"}),
        }

    async def _note(self, table: str, status: Status, notice: str) -> None:
        """In the table's log, if it says something new and people have not sent the camera away."""
        try:
            actor = await self.actor_of(table)
            if by_hand(actor.state) or (actor.state.camera.status, actor.state.camera.notice) == (
                status,
                notice,
            ):
                return  # what people have said stays until they say otherwise
            word = CameraNoted(status=status, notice=notice)
            command = Command(id=f"camera-{secrets.token_hex(8)}", say=(word,))
            await actor.execute(Speaker("cameras", Role.CAMERA), command)
        except TableError as error:  # the camera goes on, or not, whether or not this can be written
            _LOG.warning("the camera's state of table %s is not noted: %s", table, error)
