"""The house in which the tournaments of these tests are held."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, house


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        yield built
