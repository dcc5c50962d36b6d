"""Makes `cards.png`, all faces and backs in one small texture: `python -m companion_app.theme.atlas`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from companion_app.theme.faces import CELL_H, CELL_W, COLUMNS, FACE_H, FACE_W, MARGIN, NAMES, SHEET, SIDE


def make(deck: Path, out: Path) -> None:
    """Faces side by side with a margin, so that a smaller rendering never borrows from its neighbour."""
    sheet = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    for i, name in enumerate(NAMES):
        face = Image.open(deck / f"{name}.png").convert("RGBA")
        small = face.resize((FACE_W, FACE_H), Image.Resampling.LANCZOS)
        sheet.paste(small, (i % COLUMNS * CELL_W + MARGIN, i // COLUMNS * CELL_H + MARGIN))
    sheet.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, optimize=True)


def main() -> None:
    deck = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "models/deck/png"
    make(deck, SHEET)
    print(f"{SHEET.name}: {SHEET.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
