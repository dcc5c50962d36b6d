"""One window for all tests of screens; where it cannot be opened they are skipped and say why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion_app.pictures.studio import Studio


@pytest.fixture(scope="session")
def studio() -> Studio:
    pytest.importorskip("kivy", reason="the extra [app] is not installed")
    try:
        scene = Studio()
    except (Exception, SystemExit) as problem:  # Kivy leaves the program where it finds no window
        pytest.skip(f"no window can be opened here: {problem}")
    return scene


@pytest.fixture
def scene(studio: Studio) -> Iterator[Studio]:
    studio.actions.clear()
    yield studio
    studio.actions.clear()
