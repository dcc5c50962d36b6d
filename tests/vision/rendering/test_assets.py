"""Decks, surfaces and hands are read from folders, and what is held out stays out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.rendering import HELD_OUT_DECKS, held_out, load_assets, load_deck

SHARED = Path(__file__).resolve().parents[3].parent / "shared"


def write_faces(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True)
    for name in names:
        cv2.imwrite(str(folder / name), np.full((180, 100, 3), 200, np.uint8))


def test_a_deck_is_read_by_card_ids(tmp_path: Path) -> None:
    write_faces(tmp_path / "mine", ["T01.png", "HK.jpg", "cover.jpg"])
    deck = load_deck(tmp_path / "mine")
    assert sorted(deck.faces) == ["HK", "T01"]
    assert deck.name == "mine"
    assert abs(deck.ratio - 1.8) < 0.05
    assert deck.face("T01", 60).shape[0] == 75


def test_a_folder_without_faces_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no card faces"):
        load_deck(tmp_path)


def test_transparent_faces_get_paper(tmp_path: Path) -> None:
    (tmp_path / "clear").mkdir()
    cv2.imwrite(str(tmp_path / "clear" / "H1.png"), np.zeros((180, 100, 4), np.uint8))
    assert load_deck(tmp_path / "clear").faces["H1"].min() > 240


def test_parts_divide_decks_and_surfaces(tmp_path: Path) -> None:
    write_faces(tmp_path / "decks" / "common", ["T01.png"])
    write_faces(tmp_path / "decks" / "typeb-19c", ["T01.png"])
    surfaces = [f"s{i}.png" for i in range(40)]
    write_faces(tmp_path / "textures" / "surfaces", surfaces)
    training, kept, everything = (load_assets(tmp_path, part) for part in ("training", "held-out", "all"))
    assert [d.name for d in training.decks] == ["common"]
    assert [d.name for d in kept.decks] == ["typeb-19c"]
    assert len(everything.decks) == 2
    assert len(training.surfaces) + len(kept.surfaces) == len(everything.surfaces) == 40
    assert len(kept.surfaces) == sum(held_out(name) for name in surfaces)
    with pytest.raises(ValueError, match="part: expected"):
        load_assets(tmp_path, "some")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the scans of printed decks are not here")
def test_the_held_out_prints_exist() -> None:
    assert {p.name for p in (SHARED / "decks").iterdir()} >= HELD_OUT_DECKS
