"""`kiebitz detect`: cards in pictures.

Nothing heavy is imported before a command has something to do: the limits of the picture decoders are set by
`vision` first, and `--help` stays quick.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.fields import printable
from server.cli.common import LANG_OPTION, check_lang, fail, no_folder
from server.cli.output import complain, json_line, progress, say
from server.cli.recognise_texts import counted, phrase

if TYPE_CHECKING:
    from vision.identity import Image
    from vision.reading import Reader, Reading


def detect(
    images: Annotated[
        list[str], typer.Argument(metavar="IMAGE…", help="Pictures, folders of pictures, or globs.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per picture.")] = False,
    deck_name: Annotated[str | None, typer.Option("--deck", help="Look with this deck only.")] = None,
    draw: Annotated[
        Path | None, typer.Option("--draw", metavar="DIR", help="Write pictures with outlines and names.")
    ] = None,
    lang: str = LANG_OPTION,
) -> None:
    """Recognises the cards in pictures."""
    language = check_lang(lang)
    files = expand(images)
    if draw is not None:
        _make_place(draw, files)
    reader = _reader(deck_name)
    bad = 0
    mixed = sys.stdout is None or sys.stdout.isatty()  # the bar would run into the answers
    with progress(0 if mixed else len(files), "detect") as step:
        for file in files:
            answer, picture, reading = read_one(file, reader)
            bad += "error" in answer
            if as_json:
                say(json_line(answer))
            else:
                _tell(answer, reading, language)
            if draw is not None and picture is not None and reading is not None:
                drawn = _draw(draw, file, picture, reading, lang)
                bad += drawn is None
                if drawn is not None:
                    (complain if as_json else say)(f"  → {printable(str(drawn))}")
            step()
    raise typer.Exit(1 if bad else 0)


def expand(arguments: list[str]) -> list[str]:
    """Every picture that is meant, in the order given; what does not exist is kept, to be told as an error."""
    files: list[str] = []
    for argument in arguments:
        path = Path(argument)
        try:
            if not argument:
                fail("IMAGE is empty; expected a picture, a folder of pictures or a glob")
            if path.is_dir():
                files += _inside(path) or [argument]
            elif not path.exists() and any(c in argument for c in "*?["):
                files += _glob(argument) or [argument]
            else:
                files.append(argument)
        except (OSError, ValueError):  # a name that the system does not take: told when it is read
            files.append(argument)
    return files


def _inside(folder: Path) -> list[str]:
    """The pictures of a folder, without what systems hide there."""
    from vision.images import FOREIGN, SUFFIXES

    files = (p for p in folder.iterdir() if not p.name.startswith("."))
    return sorted(str(p) for p in files if p.suffix.lower() in SUFFIXES | FOREIGN)


def _glob(pattern: str) -> list[str]:
    """The files that it means, and the pictures of the folders that it means, as a shell would pass them; each once."""
    import glob

    found = [Path(name) for name in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207
    # Two stars mean all that lies below, so its files come by themselves.
    folders = [] if "**" in pattern else [path for path in found if path.is_dir()]
    names = [str(path) for path in found if path.is_file()]
    names += [name for folder in folders for name in _inside(folder)]
    return list({os.path.realpath(name): name for name in reversed(names)}.values())[::-1]


def read_one(file: str, reader: Reader) -> tuple[dict[str, Any], Image | None, Reading | None]:
    """One picture's answer in the form of the contract, never an exception."""
    from vision.images import PictureError, read_picture

    begin = time.perf_counter()
    try:
        picture = read_picture(Path(file))
        reading = reader.read(picture)
    except PictureError as error:
        return {"file": file, "error": {"code": error.code, "message": str(error)}}, None, None
    except Exception as error:  # the other pictures are still read
        message = f"the picture cannot be read ({type(error).__name__}: {error})"
        return {"file": file, "error": {"code": "failed", "message": message}}, None, None
    took = round(1000 * (time.perf_counter() - begin))
    height, width = picture.shape[:2]
    cards = [_row(card.card, card.quad, card.confidence, card.candidates) for card in reading.cards]
    return {"file": file, "width": width, "height": height, "ms": took, "cards": cards}, picture, reading


def _row(card: str, quad: Any, confidence: float, candidates: Any) -> dict[str, Any]:
    points = [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
    row: dict[str, Any] = {"card": card, "quad": points, "confidence": round(confidence, 4)}
    if card == "??":
        row["candidates"] = [[name, share] for name, share in candidates]
    return row


def _reader(deck_name: str | None) -> Reader:
    from vision.decks import DeckError
    from vision.reading import load_reader
    from vision.runtime import ModelError

    try:
        return _warmed(load_reader(deck_name))
    except (DeckError, ModelError) as error:
        fail(str(error))
    except (OSError, ValueError, KeyError) as error:
        fail(f"the recognition models cannot be loaded ({error}): reinstall Kiebitz")


def _warmed(reader: Reader) -> Reader:
    """Has computed once: what is imported and set up at the first picture is no picture's time."""
    import numpy as np

    from vision.identity import CROP_HEIGHT, CROP_WIDTH, assign, look

    reader.read(np.full((720, 1280, 3), 96, np.uint8))
    look(reader.embedder, np.full((1, CROP_HEIGHT, CROP_WIDTH, 3), 96, np.uint8))
    assign(np.ones((1, 54), np.float32), 0.0)
    return reader


def _make_place(folder: Path, files: list[str]) -> None:
    """The folder to draw to. One that holds a picture to be read is refused: drawings would mix with originals."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        place = folder.resolve()
        with tempfile.TemporaryFile(dir=folder):  # told before an hour of reading, not after it
            pass
    except (OSError, RuntimeError, ValueError) as error:
        fail(f"--draw {folder}: {no_folder(error)}")
    for file in files:
        homes: tuple[Path, ...] = ()
        with contextlib.suppress(OSError, RuntimeError, ValueError):
            homes = (Path(file).parent.resolve(), Path(file).resolve().parent)
        if place in homes:
            fail(f"--draw {folder}: this folder holds {file}, a picture to be read; expected another one")


def _draw(folder: Path, file: str, picture: Image, reading: Reading, lang: str) -> Path | None:
    """Writes the picture with what was seen, and says where. What is there already stays: the new one gets a number."""
    import cv2

    from vision.drawing import draw_cards

    drawn = draw_cards(picture, reading.cards, lang)
    stem = Path(file).stem
    try:
        data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        for number in count(1):
            path = folder / (f"{stem}-{number}.jpg" if number > 1 else f"{stem}.jpg")
            with contextlib.suppress(FileExistsError), path.open("xb") as place:
                try:
                    place.write(data)
                    place.flush()
                except OSError:
                    path.unlink(missing_ok=True)
                    raise
                return path
    except (OSError, cv2.error) as error:
        complain(f"--draw {folder}: {file}: {getattr(error, 'strerror', None) or error}")
    return None


def _tell(answer: dict[str, Any], reading: Reading | None, lang: str) -> None:
    if "error" in answer:
        complain(f"{answer['file']}: {answer['error']['message']}")
        return
    known = f", {phrase('deck', lang)} {reading.deck}" if reading is not None and reading.deck else ""
    seen = len(answer["cards"])
    head = f"{printable(answer['file'])} ({answer['width']}×{answer['height']}, {answer['ms']} ms{known}): "
    say(head + counted(seen, "card", lang))
    for row in answer["cards"]:
        say("  " + _card_line(row, lang))


def _card_line(row: dict[str, Any], lang: str) -> str:
    from engine.cards import BY_ID, short_name

    if row["card"] == "BACK":
        return phrase("back", lang)
    if row["card"] == "??":
        guesses = ", ".join(f"{short_name(BY_ID[c], lang)} {100 * p:.0f} %" for c, p in row["candidates"][:3])
        return f"?? {phrase('perhaps', lang)} {guesses}" if guesses else "??"
    return f"{short_name(BY_ID[row['card']], lang):6s} {100 * row['confidence']:.1f} %"
