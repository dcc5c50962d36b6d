"""Sounds, caller, heralds, the local server, and the command."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import wave
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion_app import actions as a
from companion_app.caller import Caller, command_for
from companion_app.local_server import CannotStart, LocalServer
from companion_app.presenters.spoken import spoken
from companion_app.sounds import RATE, SOUNDS, samples, sound_file, wav
from companion_app.state.heralds import Herald, heralds
from server.benchmarks.story import say
from tests.companion_app.desk import Desk
from tests.companion_app.table_server import RUN, free_port


@pytest.mark.parametrize("kind", SOUNDS)
def test_a_sound_is_short_quiet_and_does_not_click(kind: str, tmp_path: Path) -> None:
    data = samples(kind)
    longest = 2.0 if kind == "signal" else 0.6  # the end of a round is meant to be heard over the play
    assert 0.03 < len(data) / RATE < longest
    assert 1000 < max(abs(s) for s in data) < 10000
    assert abs(data[0]) < 400 and abs(data[-1]) < 400
    path = sound_file(tmp_path, kind)
    with wave.open(io.BytesIO(path.read_bytes())) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (1, RATE, len(data))
    assert wav(kind) == path.read_bytes()


def having(*programs: str) -> Callable[[str], str | None]:
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("platform", "programs", "start"),
    [
        ("linux", ("espeak-ng", "spd-say"), ["/bin/espeak-ng", "-v", "de"]),
        ("linux", ("spd-say",), ["/bin/spd-say", "-w", "-l", "de"]),
        ("darwin", ("say",), ["say", "-v", "Anna"]),
        ("win32", ("powershell",), ["/bin/powershell", "-NoProfile"]),
        ("linux", (), None),
    ],
)
def test_the_caller_has_the_systems_voice_or_none(
    platform: str, programs: tuple[str, ...], start: list[str] | None
) -> None:
    command = command_for(platform, having(*programs), "de", "Bert: Herz-König")
    if start is None:
        assert command is None
    else:
        assert command is not None and command[: len(start)] == start and "Herz-König" in command[-1]


def test_a_name_cannot_leave_the_sentence() -> None:
    command = command_for("win32", having("powershell"), "de", "O'Brien'); Remove-Item C:")
    assert command is not None and "Speak('O''Brien''); Remove-Item C:')" in command[-1]
    plain = command_for("linux", having("espeak"), "de", "--help")
    assert plain is not None and plain[-2:] == ["--", "--help"]


def test_a_caller_that_lags_leaves_sentences_out() -> None:
    spoken_: list[str] = []

    async def story() -> None:
        def take(command: Sequence[str]) -> None:
            spoken_.append(command[-1])

        caller = Caller("linux", having("espeak"), take)
        for number in range(6):
            caller.say("de", f"Stich {number}")
        await asyncio.sleep(0)
        await asyncio.sleep(0.05)

    asyncio.run(story())
    assert spoken_ == ["Stich 4", "Stich 5"]


def test_what_happens_is_heralded_once_and_spoken_with_names() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit")
    heard: list[tuple[Herald, str]] = []
    for card, seat in (("HJ", "A"), ("HQ", "B"), ("H4", "C"), ("H3", "D")):
        before = desk.state
        desk.noted(say("card_laid", by=seat, card=card))
        heard += [(h, spoken(desk.state, h)) for h in heralds(before, desk.state)]
        assert not heralds(desk.state, desk.state)
    kinds = [herald.kind for herald, _ in heard]
    assert kinds == ["card", "card", "card", "card", "trick"]
    assert heard[1][1] == "Cilli: Herz-Dame" and heard[-1][1] == "Stich an Cilli"
    desk.noted(say("card_laid", by="B", card="??", source="camera"))
    before = desk.state
    desk.noted(say("question_asked", id="q1", trick=2, position=1))
    assert [h.kind for h in heralds(before, desk.state)] == ["question"]
    desk.do(a.Change("lang", "en"))
    assert spoken(desk.state, Herald("card", "B", "HQ", 1)) == "Cilli: queen of hearts"


def test_what_is_heard_again_after_a_break_makes_no_noise() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards")
    before = desk.state
    desk.touch("card.HJ", "card.HQ")
    assert heralds(before, desk.state)
    assert not heralds(before, replace(desk.state, generation=before.generation + 1))


# --- the server of this machine ---------------------------------------------------------------------------------------------


def test_the_local_server_is_started_used_and_ended(tmp_path: Path) -> None:
    async def story() -> None:
        local = LocalServer(free_port(), tmp_path / "data")
        assert await local.start() == local.address
        process = local.process
        assert process is not None and process.returncode is None
        other = LocalServer(local.port, tmp_path / "data")
        assert await other.start() == local.address and other.process is None  # it runs already
        await other.stop()
        assert process.returncode is None
        await local.stop()
        assert process.returncode is not None

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the place of the folder", encoding="utf-8")

    async def story() -> None:
        local = LocalServer(free_port(), tmp_path / "data")
        with pytest.raises(CannotStart, match="data"):
            await local.start()
        await local.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


# --- the command -------------------------------------------------------------------------------------------------------------


def kiebitz(*arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", before + RUN, "app", *arguments], capture_output=True, text=True, timeout=60
    )


def test_without_kivy_the_command_says_how_to_get_it() -> None:
    hidden = "import importlib.util as u; find = u.find_spec; u.find_spec = lambda n, *a: None if n == 'kivy' else find(n, *a); "
    done = kiebitz(before=hidden)
    assert (
        done.returncode == 2
        and done.stderr.strip()
        == "kiebitz: the tablet app needs Kivy, which is not installed: .venv/bin/pip install -e '.[app]'"
    )


@pytest.mark.parametrize(
    ("arguments", "word"), [(("--size", "big"), "1280x800"), (("--server", "x", "--local"), "--local")]
)
def test_a_wrong_call_is_one_line(arguments: tuple[str, ...], word: str) -> None:
    done = kiebitz(*arguments)
    assert done.returncode == 2 and word in done.stderr and len(done.stderr.splitlines()) == 1


def test_without_a_display_the_command_says_so(tmp_path: Path) -> None:
    hidden = f"import os; os.environ.update(SDL_VIDEODRIVER='none', KIVY_WINDOW='sdl2', KIVY_HOME={str(tmp_path)!r}); "
    done = kiebitz("--data", str(tmp_path / "app"), before=hidden)
    assert done.returncode == 2 and "no window can be opened here" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_app_imports_neither_kivy_nor_server_before_its_window() -> None:
    probe = "import sys, companion_app.core, companion_app.app; bad = [m for m in sys.modules if m.split('.')[0] in ('kivy', 'server', 'vision', 'cv2', 'numpy', 'pydantic')]; print(bad)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
