"""The printed decks that are known: those shipped with the model, and those that were enrolled on this machine.

A deck is the crops of its cards and the vectors that the namer made of them. An enrolled deck keeps its crops, so
that it goes on working when a new version brings another namer: the vectors are then made anew.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import zipfile
from collections.abc import Iterable, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import ALL_CARDS
from vision.folders import data_folder
from vision.identity import CROP_HEIGHT, CROP_WIDTH, Embedder, Prototypes, portrayed

MAX_DECK_BYTES: Final = 64 << 20
MAX_PICTURES: Final = 54 * 12
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)

Crops = NDArray[np.uint8]


class DeckError(Exception):
    """A deck that cannot be stored, found or read. The message says what would be right."""


class DamagedDeckError(DeckError):
    """The file of an enrolled deck holds no deck."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A printed deck as the namer knows it."""

    name: str
    prototypes: Prototypes
    shipped: bool = False

    @property
    def missing(self) -> tuple[int, ...]:
        """Cards that it has no picture of."""
        present = set(self.prototypes.cards.tolist())
        return tuple(card for card in ALL_CARDS if card not in present)


def deck_path(name: str, folder: Path | None = None) -> Path:
    """The file of an enrolled deck. A name is a plain word, so it leads nowhere else."""
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise DeckError(
            f"{name[:60]!r} is no name for a deck; expected up to 40 of a-z, 0-9, - and _, beginning with a letter or digit"
        )
    return (folder or data_folder() / "decks") / f"{name}.npz"


def enrolled_names(folder: Path | None = None) -> list[str]:
    place = folder or data_folder() / "decks"
    try:
        found = [path for path in place.iterdir() if path.suffix == ".npz" and path.is_file()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise DeckError(f"the enrolled decks in {place} cannot be read: {error.strerror or error}") from error
    return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))


def make_prototypes(embedder: Embedder, crops: Crops, cards: Iterable[int]) -> Prototypes:
    """The vectors of each crop, either end up, as sharp as it is and as a small, soft picture would show it."""
    import cv2

    soft = [cv2.GaussianBlur(crop, (0, 0), 1.6) for crop in crops]
    views = [*crops, *soft]
    turned = [np.ascontiguousarray(view[::-1, ::-1]) for view in views]
    vectors = portrayed(embedder, [*views, *turned])
    numbers = np.array(list(cards), np.int16)
    flipped = np.repeat([False, True], len(views))
    return Prototypes(vectors, np.tile(numbers, 4), flipped)


def save_deck(
    name: str,
    crops: Crops,
    cards: NDArray[np.int16],
    prototypes: Prototypes,
    namer: str,
    folder: Path | None = None,
) -> Path:
    """Stores an enrolled deck; a half-written file never takes the place of a good one."""
    path = deck_path(name, folder)
    part = path.with_name(f".{name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            np.savez_compressed(
                file,
                namer=np.array(namer),
                crops=crops,
                crop_cards=cards.astype(np.int16),
                vectors=prototypes.vectors.astype(np.float16),
                cards=prototypes.cards,
                flipped=prototypes.flipped,
            )
        part.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise DeckError(
            f"deck {name} cannot be stored in {path.parent}: {error.strerror or error}"
        ) from error
    return path


def load_deck(
    name: str, embedder: Embedder, namer: str, folder: Path | None = None, *, width: int | None = None
) -> Deck:
    """An enrolled deck; its vectors are made anew if another namer made them, or if they have not this `width`."""
    path = deck_path(name, folder)
    if not path.is_file():
        known = ", ".join(enrolled_names(folder)) or "none"
        raise DeckError(
            f"there is no deck {name!r}; enrolled: {known}. Teach it with: kiebitz deck enroll {name} PICTURES"
        )
    stored = _read(path)
    if str(stored["namer"]) == namer and width in (None, stored["vectors"].shape[1]):
        prototypes = _prototypes(stored)
    else:
        crops, cards = stored["crops"], stored["crop_cards"]
        prototypes = make_prototypes(embedder, crops, cards.tolist())
        with contextlib.suppress(
            DeckError
        ):  # a folder that cannot be written to costs a second each time, and not the deck
            save_deck(name, crops, cards, prototypes, namer, folder)
    return Deck(name, prototypes)


def taught_before(name: str, anew: Set[int], folder: Path | None = None) -> tuple[Crops, NDArray[np.int16]]:
    """Crops and numbers of the cards that a deck of this name has already and that are not taught `anew`."""
    path = deck_path(name, folder)
    if not path.exists():
        return np.zeros((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8), np.zeros(0, np.int16)
    stored = _read(path)
    stays = ~np.isin(stored["crop_cards"], list(anew))
    return stored["crops"][stays], np.asarray(stored["crop_cards"][stays], np.int16)


def stamp(name: str, folder: Path | None = None) -> tuple[int, int] | None:
    """What changes when somebody else teaches the same deck meanwhile; None where there is none."""
    try:
        about = deck_path(name, folder).stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_ino


def put_aside(name: str, folder: Path | None = None) -> Path:
    """A damaged deck stays beside the new one: perhaps somebody can make something of it."""
    path = deck_path(name, folder)
    aside = path.with_suffix(".bad")
    try:
        path.replace(aside)
    except OSError as error:
        raise DeckError(
            f"deck {name} is damaged and cannot be put aside: {error.strerror or error}"
        ) from error
    return aside


def card_count(name: str, folder: Path | None = None) -> int:
    """How many of the 54 cards an enrolled deck has pictures of."""
    return len(set(_read(deck_path(name, folder))["cards"].tolist()))


def remove_deck(name: str, folder: Path | None = None) -> None:
    path = deck_path(name, folder)
    try:
        path.unlink()
    except FileNotFoundError:
        known = ", ".join(enrolled_names(folder)) or "none"
        raise DeckError(f"there is no deck {name!r}; enrolled: {known}") from None
    except OSError as error:
        raise DeckError(f"deck {name} cannot be removed: {error.strerror or error}") from error


def load_shipped(path: Path) -> list[Deck]:
    """The prints that the shipped model knows. The caller has checked the file against the manifest."""
    with np.load(path, allow_pickle=False) as stored:
        names = sorted({key.split("/")[0] for key in stored.files})
        return [
            Deck(
                name,
                _prototypes({k: stored[f"{name}/{k}"] for k in ("vectors", "cards", "flipped")}),
                shipped=True,
            )
            for name in names
        ]


def _prototypes(stored: dict[str, Any]) -> Prototypes:
    vectors = np.asarray(stored["vectors"], np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return Prototypes(vectors, np.asarray(stored["cards"], np.int16), np.asarray(stored["flipped"], np.bool_))


def _read(path: Path) -> dict[str, Any]:
    """The arrays of a deck file, checked: it lies in the user's folder and may be anything."""
    damaged = DamagedDeckError(
        f"deck {path.stem} is damaged ({path}); enroll it again: kiebitz deck enroll {path.stem} PICTURES"
    )
    try:
        # What cannot be read now may be whole.
        if path.stat().st_size > MAX_DECK_BYTES:
            raise damaged
        data = path.read_bytes()
    except (OSError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or error or "not enough memory"
        raise DeckError(f"deck {path.stem} cannot be read ({path}): {reason}") from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_DECK_BYTES:
                raise damaged
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            arrays = {
                key: stored[key] for key in ("namer", "crops", "crop_cards", "vectors", "cards", "flipped")
            }
        checked = _sound(arrays)
    except DeckError:
        raise
    except Exception as error:  # one damaged byte lets the unpackers raise almost anything
        raise damaged from error
    if not checked:
        raise damaged
    return arrays


def _sound(arrays: dict[str, Any]) -> bool:
    """Whether the arrays fit one another and hold what a deck holds."""
    kinds = {"crops": "u", "crop_cards": "iu", "vectors": "f", "cards": "iu", "flipped": "b"}
    if any(arrays[key].dtype.kind not in kind for key, kind in kinds.items()):
        return False
    count, kept = len(arrays["cards"]), len(arrays["crop_cards"])
    shapes = (
        arrays["cards"].ndim == arrays["crop_cards"].ndim == 1
        and arrays["vectors"].ndim == 2
        and arrays["vectors"].shape[0] == count
        and arrays["flipped"].shape == (count,)
        and arrays["crops"].shape == (kept, CROP_HEIGHT, CROP_WIDTH, 3)
        and arrays["crops"].dtype == np.uint8
        and 0 < kept <= MAX_PICTURES
    )
    known = all(np.isin(arrays[k], list(ALL_CARDS)).all() for k in ("cards", "crop_cards"))
    return bool(shapes and known and np.isfinite(arrays["vectors"].astype(np.float32)).all())
