"""`make pictures`: the app's screens, the pages in a real browser, a reading."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2

from server.benchmarks.demo_film import demo_film
from server.demo import KIEBITZ
from tests.pictures import OUT, pages, tablet


def reading(_: Path, folder: Path) -> None:
    """A trick as `kiebitz detect --draw` shows it."""
    from vision.bench import sample_pictures

    picture = folder / "detect.jpg"
    cv2.imwrite(str(picture), sample_pictures(8)[7])
    subprocess.run([*KIEBITZ, "detect", "--json", "--draw", str(folder / "drawn"), str(picture)], check=True)
    drawn = cv2.imread(str(folder / "drawn" / "detect.jpg"))
    assert drawn is not None
    cv2.imwrite(str(OUT / "detect.jpg"), cv2.resize(drawn, (960, 540), interpolation=cv2.INTER_AREA))


MAKERS: Final[dict[str, Callable[[Path, Path], None]]] = {
    "around": pages.around,
    "director": pages.director,
    "hall": pages.hall,
    "pairing": pages.pairing,
    "phone": pages.aiming,
    "reading": reading,
    "table": tablet.table,
    "tournament": tablet.tournament,
}


def smaller(place: Path) -> None:
    """Pictures of a documentation need 256 colours."""
    from PIL import Image

    with Image.open(place) as picture:
        if picture.mode != "P":
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(place, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--film", type=Path, help="folder in which the demo's film lies, or is to lie")
    parser.add_argument("only", nargs="*", choices=MAKERS, default=tuple(MAKERS), help="these only")
    asked = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        film = demo_film(asked.film or Path(name))
        for maker in asked.only:
            folder = Path(name) / maker
            folder.mkdir()
            MAKERS[maker](film, folder)
    for place in OUT.glob("*.png"):
        smaller(place)
    sys.stdout.write(json.dumps(sorted(p.name for p in OUT.iterdir())) + "\n")


if __name__ == "__main__":
    main()
