"""Builds the deck: every drawing, its PNG and a contact sheet, written to models/deck."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from vision.artwork import drawings
from vision.artwork.raster import contact_sheet, palette_png, rasterise

PNG_WIDTH: Final = 400
SHEET_WIDTH: Final = 100


def build(folder: Path) -> None:
    """Writes `T01.svg … BACK-3.svg`, `png/<id>.png` and `sheet.png` into the folder."""
    (folder / "png").mkdir(parents=True, exist_ok=True)
    made = drawings()
    for name, svg in made.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
        (folder / "png" / f"{name}.png").write_bytes(palette_png(rasterise(svg, PNG_WIDTH)))
    _write_sheet(folder / "sheet.png", made, SHEET_WIDTH, 19)


def _write_sheet(target: Path, made: dict[str, str], width: int, columns: int) -> None:
    cards = [rasterise(svg, width) for svg in made.values()]
    target.write_bytes(palette_png(contact_sheet(cards, columns, max(2, width // 20))))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.artwork", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("models/deck"), help="where the deck goes (default: %(default)s)"
    )
    parser.add_argument(
        "--sheets", type=Path, help="write contact sheets of cards 40 and 400 pixels wide here instead"
    )
    arguments = parser.parse_args()
    if arguments.sheets is None:
        build(arguments.out)
        return
    arguments.sheets.mkdir(parents=True, exist_ok=True)
    for width, columns in ((40, 19), (400, 8)):
        _write_sheet(arguments.sheets / f"sheet-{width}.png", drawings(), width, columns)


if __name__ == "__main__":
    main()
