"""Teaching a deck from pictures: what is used, what is refused, and what people are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import BY_ID, IDS
from tests.vision.namer_stand_ins import ColourNamer, ToldFinder, crops, deck, face, outline, table
from vision import enrolment
from vision.decks import DeckError, enrolled_names, load_deck, make_prototypes
from vision.enrolment import CutOut, Enrolment, defects, enroll, find_card, look_alikes, sharpness
from vision.identity import Image, look

EYES = ColourNamer()


def write(folder: Path, **pictures: Image) -> Path:
    """Pictures by name; `_` stands for the hyphen of a second picture."""
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        cv2.imwrite(str(folder / f"{name.replace('_', '-')}.png"), picture)
    return folder


def run(folder: Path, tmp_path: Path, **more: object) -> Enrolment:
    return enroll("mine", folder, EYES, "first", None, store=tmp_path / "store", **more)  # type: ignore[arg-type]


def test_a_whole_deck_of_scans_is_learned_and_recognises_itself(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", **{IDS[c]: face(c) for c in range(54)})
    seen: list[tuple[int, int]] = []
    report = run(folder, tmp_path, progress=lambda done, total: seen.append((done, total)))
    assert (report.pictures, report.cards, report.missing, report.poor) == (54, 54, (), ())
    assert seen[-1] == (54, 54)
    loaded = load_deck("mine", EYES, "first", tmp_path / "store")
    crop = find_card(face(17), EYES, None)
    assert crop is not None
    best = loaded.prototypes.vectors @ EYES.run(_batch(crop.crop))[0][0]
    assert loaded.prototypes.cards[int(best.argmax())] == 17


def _batch(crop: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return (crop[..., ::-1].transpose(2, 0, 1)[None] / 255).astype(np.float32)


def test_several_pictures_of_a_card_are_all_kept_and_missing_cards_are_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0), T01_2=face(0), t02=face(1), HK=face(BY_ID["HK"]))
    report = run(folder, tmp_path)
    assert (report.pictures, report.cards) == (4, 3)
    assert len(report.missing) == 51
    assert BY_ID["HK"] not in report.missing


def test_what_cannot_be_used_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0), T02=np.full((226, 122, 3), 200, np.uint8))
    (folder / "T03.jpg").write_bytes(b"no picture")
    (folder / "holiday.jpg").write_bytes(b"")
    (folder / ".hidden").touch()
    report = run(folder, tmp_path)
    assert report.cards == 1
    assert {(p.file, p.code, p.used) for p in report.poor} == {
        ("T02.png", "no_card", False),
        ("T03.jpg", "unreadable", False),
    }
    assert report.ignored == ("holiday.jpg",)


def test_a_picture_named_after_another_card_is_noticed(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0), T05=face(BY_ID["T06"]))
    known = [deck("known", EYES)]
    report = run(folder, tmp_path, known=known)
    assert [(p.file, p.code, p.detail, p.used) for p in report.poor] == [
        ("T05.png", "other_card", "T06", False)
    ]
    assert BY_ID["T05"] in report.missing
    report = run(folder, tmp_path, known=known, as_named=True)
    assert [(p.file, p.used) for p in report.poor] == [("T05.png", True)]
    assert BY_ID["T05"] not in report.missing


def test_a_poor_picture_of_another_card_is_nowhere_called_used(tmp_path: Path) -> None:
    small = np.asarray(cv2.resize(face(BY_ID["T06"]), None, fx=0.15, fy=0.15), np.uint8)
    report = run(write(tmp_path / "scans", T01=face(0), T05=small), tmp_path, known=[deck("known", EYES)])
    told = {(p.code, p.used) for p in report.poor if p.file == "T05.png"}
    assert ("other_card", False) in told and len(told) > 1
    assert all(not used for _, used in told)


def test_of_two_that_teach_the_same_deck_at_once_neither_loses_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, others = write(tmp_path / "mine", T01=face(0)), write(tmp_path / "others", T02=face(1))
    real, once = make_prototypes, iter([True])

    def meanwhile(*arguments: Any) -> Any:
        if next(once, False):
            run(others, tmp_path)
        return real(*arguments)

    monkeypatch.setattr(enrolment, "make_prototypes", meanwhile)
    assert run(mine, tmp_path).cards == 2
    assert set(load_deck("mine", EYES, "first", tmp_path / "store").prototypes.cards.tolist()) == {0, 1}


def test_a_damaged_deck_is_put_aside_and_said(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0))
    path = run(folder, tmp_path).path
    path.write_bytes(path.read_bytes()[:3000])
    report = run(folder, tmp_path)
    assert report.cards == 1
    assert report.aside is not None
    assert report.aside.stat().st_size == 3000


def test_cards_that_look_alike_are_reported(tmp_path: Path) -> None:
    twin = cv2.addWeighted(face(3), 0.93, face(40), 0.07, 0)
    folder = write(tmp_path / "scans", T04=face(3), T09=np.asarray(twin, np.uint8), T10=face(9))
    report = run(folder, tmp_path)
    assert [(IDS[a], IDS[b]) for a, b, _ in report.alike] == [("T04", "T09")]
    seen = look(EYES, crops()).vectors
    assert look_alikes(seen, range(54), deck("distinct", EYES).prototypes) == ()


def test_a_photograph_on_a_table_is_cut_out(tmp_path: Path) -> None:
    quad = outline(600, 350, 0.5, 420)
    picture = table([(12, quad)])
    found = find_card(picture, EYES, ToldFinder([quad], [False]))
    assert found is not None
    crop = found.crop
    assert found.inside == pytest.approx(1.0)
    assert found.length == pytest.approx(420, rel=0.05)
    wanted = find_card(face(12), EYES, None)
    assert wanted is not None
    assert np.abs(crop[14:-14, 8:-8].astype(int) - wanted.crop[14:-14, 8:-8]).mean() < 20


def test_poor_pictures_are_told_by_their_defects() -> None:
    found = find_card(face(5), EYES, None)
    assert found is not None
    crop = found.crop
    assert defects(CutOut(crop, 300)) == []
    assert [code for code, _ in defects(CutOut(crop, 60))] == ["small"]
    assert [code for code, _ in defects(CutOut(crop, 300, inside=0.93))] == ["cut"]
    assert [code for code, _ in defects(CutOut(crop, 300, visible=0.6))] == ["cut"]
    assert "dark" in [code for code, _ in defects(CutOut(crop // 5, 300))]
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), 5), np.uint8)
    assert sharpness(soft) < sharpness(crop) / 3
    assert "blurred" in [code for code, _ in defects(CutOut(soft, 300))]
    for size in ((1, 17), (17, 1)):
        moved = np.asarray(cv2.blur(crop, size), np.uint8)
        assert "blurred" in [code for code, _ in defects(CutOut(moved, 300))]


def test_a_card_that_the_picture_cuts_off_is_not_learnt(tmp_path: Path) -> None:
    quad = outline(600, 80, 0.5, 420)
    folder = write(tmp_path / "photos", T01=face(0), T13=table([(12, quad)]))
    finder = ToldFinder([quad], [False])
    report = enroll("mine", folder, EYES, "first", finder, store=tmp_path / "store")
    assert [(p.file, p.code, p.used) for p in report.poor if p.file == "T13.png"] == [
        ("T13.png", "cut", False)
    ]


@pytest.mark.parametrize("size", [(18, 19000), (19000, 18)])
def test_a_strip_is_no_card(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = write(tmp_path / "scans", T01=face(0), T02=np.full((*size, 3), 90, np.uint8))
    report = run(folder, tmp_path)
    assert [(p.file, p.used) for p in report.poor] == [("T02.png", False)]


def test_pictures_in_formats_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0))
    for name in ("T01.heic", "T02.HEIC", "T03.tiff", "holiday.heic"):
        (folder / name).touch()
    report = run(folder, tmp_path)
    assert [(p.file, p.code, p.used) for p in report.poor] == [
        ("T02.HEIC", "format", False),
        ("T03.tiff", "format", False),
    ]
    assert report.ignored == ("holiday.heic",)
    (folder / "T01.png").unlink()
    with pytest.raises(DeckError, match="save them as JPEG"):
        run(folder, tmp_path)


def test_cards_without_a_new_picture_stay_as_they_were(tmp_path: Path) -> None:
    run(write(tmp_path / "all", T01=face(0), T02=face(1), HK=face(BY_ID["HK"])), tmp_path)
    report = run(write(tmp_path / "again", T02=face(1, edition=3)), tmp_path)
    assert (report.cards, report.kept, report.missing) == (
        3,
        2,
        tuple(c for c in range(54) if c not in {0, 1, BY_ID["HK"]}),
    )
    deck_now = load_deck("mine", EYES, "first", tmp_path / "store").prototypes
    for card, edition in ((0, 0), (1, 3), (BY_ID["HK"], 0)):
        seen = look(EYES, crops(edition, [card])).vectors[0]
        rows = deck_now.vectors[deck_now.cards == card] @ seen
        assert float(rows.max()) > 0.9


def test_two_cards_in_one_picture_teach_neither(tmp_path: Path) -> None:
    places = [outline(320, 360, 0.1, 300), outline(900, 360, -0.2, 300)]
    folder = write(tmp_path / "scans", T02=table([(1, places[0]), (2, places[1])]))
    with pytest.raises(DeckError, match=r"no card was found in the picture \(T02.png: several\)"):
        enroll("mine", folder, EYES, "first", ToldFinder(places, [False, False]), store=tmp_path / "store")


def test_a_deck_taught_twice_and_a_shipped_one_never(tmp_path: Path) -> None:
    folder = write(tmp_path / "scans", T01=face(0), T02=face(1))
    assert run(folder, tmp_path).kept == 0
    assert run(folder, tmp_path).kept == 0
    with pytest.raises(DeckError, match="belongs to Kiebitz"):
        run(folder, tmp_path, known=[replace(deck("mine", EYES), shipped=True)])


@pytest.mark.parametrize("kind", ["nothing there", "a file", "no picture", "only bad ones"])
def test_a_folder_without_cards_is_one_clear_error(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "scans"
    if kind == "a file":
        folder.touch()
    elif kind != "nothing there":
        folder.mkdir()
        (folder / "notes.txt").touch()
    if kind == "only bad ones":
        (folder / "T01.jpg").write_bytes(b"no picture")
    with pytest.raises(DeckError) as caught:
        run(folder, tmp_path)
    assert "\n" not in str(caught.value)
    assert enrolled_names(tmp_path / "store") == []
