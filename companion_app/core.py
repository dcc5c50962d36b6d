"""The app without a window: takes messages, keeps the state, does what it asks for outside, and says what to draw."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from companion_app import local_server
from companion_app.actions import Action, ChooseServer, CloseNotice, RunHere, Screen
from companion_app.client.hall import EVERY, Hall
from companion_app.client.live import Live
from companion_app.errands import Errands
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.heralds import Herald, heralds
from companion_app.state.model import AppState, Notice, Server
from companion_app.state.tournament import next_order
from companion_app.state.tournament_clock import LATE, signal_at
from companion_app.state.update import update
from companion_app.viewmodels.frame import Frame

STEP: Final = 0.9
"""Seconds between the cards of a running replay."""
NOTICE: Final = 7.0
"""Seconds that a notice stays, with its undo; what went wrong stays until it is read."""


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
    every: float = EVERY
    """Seconds between looks at the tournament."""
    _live: Live | None = None
    _following: asyncio.Task[None] | None = None
    _followed: tuple[Server, str] | None = None
    _hall: Hall | None = None
    _at_hall: tuple[Server, str] | None = None
    _asking: asyncio.Task[None] | None = None
    _ringing: tuple[tuple[int, float], asyncio.TimerHandle] | None = None
    _ticking: asyncio.Task[None] | None = None
    _noticed: asyncio.TimerHandle | None = None
    _unsaved: bool = False
    """The disk did not take the last state."""
    _errands: Errands = field(init=False)

    def __post_init__(self) -> None:
        self._errands = Errands(
            lambda: self.state,
            self.dispatch,
            self.local,
            self.memory.folder / "pictures",
            self.exports,
            self._opened,
        )

    def _opened(self, path: Path) -> None:
        if self.open_file is not None:
            self.open_file(path)

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
            self._errands.do(m.Discover())
        elif self.state.server.here:  # it ended with the app the last time
            self._errands.do(m.StartHere())
        else:
            self._errands.do(m.LoadTables())
        self._follow()
        self._draw()

    async def end(self) -> None:
        """Lets go of everything; what was not confirmed is on the disk."""
        if self._noticed is not None:
            self._noticed.cancel()
        if self._ringing is not None:
            self._ringing[1].cancel()
        running = [t for t in (self._following, self._ticking, self._asking) if t is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self.save()
        await self._errands.end()

    def wake(self) -> None:
        """After sleep: the old connection is not waited for."""
        if self._following is not None:
            self._following.cancel()
        self._followed = self._following = self._live = None
        if self._hall is not None:
            self._hall.poke()
        self._follow()

    # --- one step --------------------------------------------------------------------------------------------------

    def dispatch(self, message: Action | m.Message) -> None:
        """The next state, on the disk before anything else happens if that can be; then what it asks for."""
        before = self.state
        self.state, effects = update(before, message)
        if self.state is before and not effects:
            return
        self.save()
        for effect in effects:
            self._errands.do(effect)
        self._follow()
        self._let_notices_go(before)
        if self.herald is not None:
            for what in heralds(before, self.state):
                self.herald(self.state, what)
        self._draw()

    def save(self) -> None:
        """On the disk; while it takes nothing the app goes on, says so once, and tries again with the next step."""
        try:
            self.memory.save(self.state)
        except OSError:
            if not self._unsaved:
                self.state = replace(self.state, notice=Notice("disk.full", tone="bad"))
            self._unsaved = True
        else:
            self._unsaved = False

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
        self._errands.fetch_pictures(frame)
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
                self._live = Live(self._errands.api(wanted[0]), wanted[1], lambda: self.state, self.dispatch)
                if self.delays is not None:
                    self._live.delays = self.delays
                self._following = asyncio.get_running_loop().create_task(self._live.run())
        if self._live is not None and state.outbox:
            self._live.poke()
        self._ask_hall()
        replay = state.replay
        running = state.screen is Screen.REPLAY and replay is not None and replay.running
        if running and (self._ticking is None or self._ticking.done()):
            self._ticking = asyncio.get_running_loop().create_task(self._tick())

    def _ask_hall(self) -> None:
        """The line to the tournament that this device works at, and the signal at the end of its round."""
        state, known = self.state, self.state.tournament
        wanted = None if state.server is None or known is None else (state.server, known.id)
        if wanted != self._at_hall:
            if self._asking is not None:
                self._asking.cancel()
            self._at_hall, self._hall, self._asking = wanted, None, None
            if wanted is not None:
                api = self._errands.api(wanted[0])
                self._hall = Hall(api, wanted[1], lambda: self.state, self.dispatch, self.every)
                self._asking = asyncio.get_running_loop().create_task(self._hall.run())
        elif self._hall is not None and next_order(state) is not None:
            self._hall.poke()
        self._set_bell()

    def _set_bell(self) -> None:
        rings = signal_at(self.state)
        if rings == (None if self._ringing is None else self._ringing[0]):
            return
        if self._ringing is not None:
            self._ringing[1].cancel()
            self._ringing = None
        left = 0.0 if rings is None else rings[1] - time.time()
        if rings is not None and left > -LATE:
            number, loop = rings[0], asyncio.get_running_loop()
            timer = loop.call_later(max(0.0, left), lambda: self.dispatch(m.Signal(number)))
            self._ringing = (rings, timer)

    async def _tick(self) -> None:
        while (
            self.state.screen is Screen.REPLAY and self.state.replay is not None and self.state.replay.running
        ):
            await asyncio.sleep(STEP)
            self.dispatch(m.Tick())


def _at_table(state: AppState) -> AppState:
    return replace(state, screen=Screen.TABLE)
