"""The demo's film, drawn once for all tests of the whole house, and the browser of the pages' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.benchmarks.demo_film import demo_film
from tests.server.web.conftest import browser

__all__ = ["browser", "film"]


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_film(tmp_path_factory.mktemp("film"))
