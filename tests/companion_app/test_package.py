"""What the Android package holds is enough for the app, and nothing of the server or the recognition."""

from __future__ import annotations

import configparser
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from companion_app.package import ROOMS, assemble

ALLOWED = {"kivy", "websockets", "plyer"}
PROBE = """
import sys, importlib.abc, importlib.util
from pathlib import Path
class Wall(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {walled!r}:
            raise ImportError(f"{{name}} is not in the package")
        return None
sys.meta_path.insert(0, Wall())
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {walled!r} else real(name, *more)
sys.path.insert(0, {stage!r})
import companion_app
assert Path(companion_app.__file__).is_relative_to({stage!r}), companion_app.__file__
import asyncio, tempfile
import companion_app.app
from companion_app.core import Companion
from companion_app.memory import Memory
from companion_app import actions as a
async def story():
    companion = Companion(Memory(Path(tempfile.mkdtemp())), Path(tempfile.mkdtemp()))
    companion.begin()
    companion.dispatch(a.RunHere())
    await asyncio.sleep(0.1)
    assert companion.state.start.message == "start.no_server", companion.state.start
    await companion.end()
asyncio.run(story())
print("fine")
"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    assemble(folder)
    return folder


def test_the_definition_names_light_requirements_only(stage: Path) -> None:
    spec = configparser.ConfigParser()
    spec.read(stage / "buildozer.spec", encoding="utf-8")
    wanted = {name.strip().split("==")[0] for name in spec["app"]["requirements"].split(",")}
    assert wanted == ALLOWED | {"python3"}
    assert spec["app"]["version"] == version("kiebitz")
    assert "INTERNET" in spec["app"]["android.permissions"]
    kinds = set(spec["app"]["source.include_exts"].split(","))
    assert {path.suffix.lstrip(".") for path in stage.rglob("*") if path.is_file()} <= kinds | {"spec"}


def test_the_package_holds_the_screens_and_the_cards_and_no_server(stage: Path) -> None:
    assert (stage / "main.py").is_file() and (stage / "companion_app" / "theme" / "cards.png").is_file()
    assert len(list(stage.rglob("*.kv"))) == len(list(Path("companion_app").rglob("*.kv")))
    assert {path.name for path in stage.iterdir()} == {*ROOMS, "main.py", "buildozer.spec"}
    assert sum(path.stat().st_size for path in stage.rglob("*") if path.is_file()) < 3 * 1024 * 1024


def test_the_app_starts_from_the_package_alone(stage: Path) -> None:
    """Everything that this project needs elsewhere is walled off; only what the definition names may be imported."""
    walled = {
        "server",
        "vision",
        "numpy",
        "cv2",
        "scipy",
        "pydantic",
        "typer",
        "rich",
        "fastapi",
        "uvicorn",
        "starlette",
        "segno",
        "cryptography",
        "reportlab",
        "zeroconf",
        "onnxruntime",
        "openvino",
    }
    code = PROBE.format(walled=walled, stage=str(stage))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=stage)
    assert done.stdout.strip() == "fine", done.stderr
