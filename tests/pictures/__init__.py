"""The pictures of README and docs: the product as it runs, with the demo's deal. `make pictures` makes them all."""

from pathlib import Path

OUT = Path(__file__).parents[2] / "docs" / "pictures"
