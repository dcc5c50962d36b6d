"""Decks that people enrol: stored under plain names, read with suspicion, kept across versions of the namer."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from tests.vision.namer_stand_ins import ColourNamer, crops
from vision.decks import (
    DeckError,
    card_count,
    deck_path,
    enrolled_names,
    load_deck,
    make_prototypes,
    remove_deck,
    save_deck,
    taught_before,
)
from vision.folders import data_folder

EYES = ColourNamer()


def store(folder: Path, name: str = "stammtisch", cards: range = range(54), namer: str = "first") -> Path:
    pictures = crops(cards=cards)
    prototypes = make_prototypes(EYES, pictures, cards)
    return save_deck(name, pictures, np.array(cards, np.int16), prototypes, namer, folder)


@pytest.mark.parametrize(
    "name", ["", "..", "../up", "a/b", "a\\b", ".hidden", "Großes", "x" * 41, "con", "a\0", "-x", "a b"]
)
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(DeckError, match="expected"):
        deck_path(name)


def test_a_deck_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    store(tmp_path)
    assert enrolled_names(tmp_path) == ["stammtisch"]
    assert card_count("stammtisch", tmp_path) == 54
    loaded = load_deck("stammtisch", EYES, "first", tmp_path)
    assert loaded.missing == ()
    assert np.allclose(np.linalg.norm(loaded.prototypes.vectors, axis=1), 1, atol=1e-3)
    remove_deck("stammtisch", tmp_path)
    assert enrolled_names(tmp_path) == []
    with pytest.raises(DeckError, match="there is no deck"):
        remove_deck("stammtisch", tmp_path)


def test_a_partial_deck_says_what_it_lacks(tmp_path: Path) -> None:
    store(tmp_path, cards=range(22))
    assert load_deck("stammtisch", EYES, "first", tmp_path).missing == tuple(range(22, 54))


def test_another_namer_looks_at_the_kept_crops_anew(tmp_path: Path) -> None:
    class Mirrored(ColourNamer):
        def run(self, batch: np.ndarray) -> list[np.ndarray]:
            vectors, extras = super().run(batch)
            return [-vectors, extras]

    store(tmp_path)
    old = load_deck("stammtisch", EYES, "first", tmp_path)
    new = load_deck("stammtisch", Mirrored(), "second", tmp_path)
    assert np.allclose(new.prototypes.vectors, -old.prototypes.vectors, atol=2e-3)
    again = load_deck("stammtisch", EYES, "second", tmp_path)
    assert np.allclose(again.prototypes.vectors, new.prototypes.vectors, atol=2e-3)


@pytest.mark.parametrize("damage", ["text", "half", "pickle", "shape", "cards", "nan", "keys"])
def test_a_damaged_deck_is_told_in_one_line(tmp_path: Path, damage: str) -> None:
    path = store(tmp_path)
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    if damage == "text":
        path.write_text("no deck at all")
    elif damage == "half":
        path.write_bytes(path.read_bytes()[:5000])
    else:
        if damage == "pickle":
            arrays["vectors"] = np.array([{"a": 1}], dtype=object)
        elif damage == "shape":
            arrays["crops"] = arrays["crops"][:, :50]
        elif damage == "cards":
            arrays["cards"] = arrays["cards"] + 40
        elif damage == "nan":
            arrays["vectors"] = arrays["vectors"] * np.float16("nan")
        else:
            del arrays["flipped"]
        np.savez(path, **arrays)
    with pytest.raises(DeckError, match="damaged") as caught:
        load_deck("stammtisch", EYES, "first", tmp_path)
    assert "\n" not in str(caught.value)


def test_a_deck_that_cannot_be_read_now_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who enrolls anew what is only locked loses all its cards."""
    store(tmp_path)

    def locked(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", locked)
    for reads in (
        lambda: load_deck("stammtisch", EYES, "first", tmp_path),
        lambda: taught_before("stammtisch", set(), tmp_path),
        lambda: card_count("stammtisch", tmp_path),
    ):
        with pytest.raises(DeckError, match=r"cannot be read .*Permission denied") as caught:
            reads()
        assert "damaged" not in str(caught.value)


def test_only_ordinary_files_are_decks(tmp_path: Path) -> None:
    store(tmp_path)
    os.mkfifo(tmp_path / "pipe.npz")
    (tmp_path / "folder.npz").mkdir()
    assert enrolled_names(tmp_path) == ["stammtisch"]


def test_one_changed_byte_anywhere_is_a_deck_or_one_line(tmp_path: Path) -> None:
    path = store(tmp_path, cards=range(3))
    whole = path.read_bytes()
    told = 0
    for at in [*range(0, len(whole), len(whole) // 80), *range(12), *range(len(whole) - 400, len(whole), 5)]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            load_deck("stammtisch", EYES, "first", tmp_path)
        except DeckError as error:
            told += "stammtisch is damaged" in str(error) and "enroll it again" in str(error)
    assert told > 50


def test_vectors_of_another_width_are_made_anew(tmp_path: Path) -> None:
    path = store(tmp_path, cards=range(3))
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    width = arrays["vectors"].shape[1]
    np.savez(path, **arrays | {"vectors": arrays["vectors"][:, :7]})
    assert load_deck("stammtisch", EYES, "first", tmp_path, width=width).prototypes.vectors.shape[1] == width


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert deck_path("mine") == tmp_path / "decks" / "mine.npz"


def test_a_home_that_there_is_not_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_DATA", "~nobody-of-this-name/kiebitz")
    assert data_folder() == Path("~nobody-of-this-name/kiebitz")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DeckError, match="cannot be stored"):
        store(tmp_path / "file")
