"""`kiebitz detect` and `kiebitz deck` as other programs and people use them."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from server.cli import app, recognise
from server.cli.output import json_line
from vision.identity import Image
from vision.reading import Reading, SeenCard

PICTURE = np.full((90, 160, 3), 90, np.uint8)
QUAD = np.array([[10, 10], [40, 10], [40, 66], [10, 66]], np.float32)


class ToldReader:
    """Sees XVII, a doubtful card and a back in every picture."""

    def read(self, picture: Image) -> Reading:
        doubt = SeenCard("??", QUAD + 40, 0.55, (("T17", 0.55), ("T18", 0.41)))
        return Reading((SeenCard("T17", QUAD, 0.9931), doubt, SeenCard("BACK", QUAD + 80, 0.8)), "piatnik")


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(recognise, "_reader", lambda deck_name: ToldReader())
    monkeypatch.setenv("KIEBITZ_DATA", str(tmp_path / "home"))


def kiebitz(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(a) for a in arguments])


def rows(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def picture(path: Path) -> Path:
    cv2.imwrite(str(path), PICTURE)
    return path


def test_one_json_line_per_picture_in_the_form_of_the_contract(tmp_path: Path) -> None:
    file = picture(tmp_path / "tisch.jpg")
    result = kiebitz("detect", "--json", file)
    assert result.exit_code == 0
    (row,) = rows(result)
    assert list(row) == ["file", "width", "height", "ms", "cards"]
    assert (row["file"], row["width"], row["height"]) == (str(file), 160, 90)
    assert row["cards"][0] == {"card": "T17", "quad": QUAD.tolist(), "confidence": 0.9931}
    assert row["cards"][1]["candidates"] == [["T17", 0.55], ["T18", 0.41]]
    assert row["cards"][2]["card"] == "BACK"


def test_bad_pictures_have_their_line_in_their_place_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = picture(tmp_path / "good.png")
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "cut.jpg").write_bytes(picture(tmp_path / "whole.jpg").read_bytes()[:-50])
    (tmp_path / "folder.jpg").mkdir()
    os.mkfifo(tmp_path / "pipe.jpg")
    names = ["empty.jpg", "good.png", "text.jpg", "cut.jpg", "folder.jpg", "pipe.jpg", "none.jpg", "good.png"]
    result = kiebitz("detect", "--json", *(tmp_path / n for n in names))
    assert result.exit_code == 1
    found = rows(result)
    assert [Path(r["file"]).name for r in found] == names
    codes = [r.get("error", {}).get("code") for r in found]
    assert codes == [
        "empty",
        None,
        "not_a_picture",
        "truncated",
        "directory",
        "not_a_file",
        "not_found",
        None,
    ]
    assert found[1]["file"] == str(good)


def test_folders_and_globs_are_opened(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.png", "c.webp"):
        picture(tmp_path / name)
    (tmp_path / "notes.txt").touch()
    assert [Path(r["file"]).name for r in rows(kiebitz("detect", "--json", tmp_path))] == [
        "a.png",
        "b.jpg",
        "c.webp",
    ]
    assert [Path(r["file"]).name for r in rows(kiebitz("detect", "--json", tmp_path / "*.jpg"))] == ["b.jpg"]


def test_folders_that_a_glob_means_are_opened_and_no_picture_is_read_twice(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        picture(tmp_path / name / "t.jpg")
    (tmp_path / "a" / "._t.jpg").write_bytes(b"what a Mac leaves")
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a")
    shutil.copy(tmp_path / "a" / "t.jpg", tmp_path / "b" / "u.jfif")
    for pattern in (tmp_path / "*", tmp_path / "**" / "[tu].*"):
        found = [Path(r["file"]).name for r in rows(kiebitz("detect", "--json", pattern))]
        assert sorted(found) == ["t.jpg", "t.jpg", "u.jfif"]


@pytest.mark.parametrize("arguments", [("detect", ""), ("deck", "enroll", "mine", "")])
def test_an_empty_name_is_not_the_current_folder(arguments: tuple[str, ...]) -> None:
    result = kiebitz(*arguments)
    assert result.exit_code == 2
    assert "is empty" in result.stderr or "no folder" in result.stderr


def test_a_file_name_that_is_no_unicode_comes_back_as_given(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    strange = os.fsdecode(os.fsencode(tmp_path) + b"/t\xfcr.jpg")
    Path(strange).write_bytes(data)
    answer, _, _ = recognise.read_one(strange, ToldReader())  # type: ignore[arg-type]
    assert json.loads(json_line(answer))["file"] == strange


@pytest.mark.parametrize(
    ("lang", "words"), [("de", ["XVII", "verdeckt", "vielleicht"]), ("en", ["XVII", "face down", "perhaps"])]
)
def test_people_read_sentences(tmp_path: Path, lang: str, words: list[str]) -> None:
    result = kiebitz("detect", "--lang", lang, picture(tmp_path / "tisch.jpg"))
    assert result.exit_code == 0
    assert all(word in result.stdout for word in words)


def test_drawn_pictures_are_written_and_numbered(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        picture(tmp_path / folder / "tisch.jpg")
    out = tmp_path / "drawn"
    result = kiebitz("detect", "--json", "--draw", out, tmp_path / "one", tmp_path / "two")
    assert result.exit_code == 0
    assert sorted(p.name for p in out.iterdir()) == ["tisch-2.jpg", "tisch.jpg"]
    assert result.stderr.count("→") == 2, "programs read the answers, people where the drawings are"
    drawn = cv2.imread(str(out / "tisch.jpg"))
    assert drawn is not None
    assert np.abs(drawn.astype(int) - PICTURE).max() > 100


def test_a_place_that_cannot_be_drawn_to_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = kiebitz("detect", "--draw", tmp_path / "file", picture(tmp_path / "a.jpg"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "expected a folder" in result.stderr


def test_a_drawing_that_the_disk_cannot_hold_leaves_no_piece_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.open

    class Full:
        def __init__(self, path: Path) -> None:
            self.file = real(path, "xb")

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> None:
            self.file.write(data[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(
        Path, "open", lambda path, mode="r", **more: Full(path) if mode == "xb" else real(path, mode, **more)
    )
    result = kiebitz("detect", "--draw", tmp_path / "out", picture(tmp_path / "a.jpg"))
    assert result.exit_code == 1
    assert "No space left" in result.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    result = kiebitz("detect", "--json", "--draw", tmp_path / "out", picture(tmp_path / "a.jpg"))
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("way", ["the folder", "a link to the folder", "a link to the picture"])
def test_originals_are_never_drawn_over(tmp_path: Path, way: str) -> None:
    (tmp_path / "photos").mkdir()
    file = picture(tmp_path / "photos" / "tisch.jpg")
    before, place = file.read_bytes(), file.parent
    if way == "a link to the folder":
        place = tmp_path / "link"
        place.symlink_to(file.parent)
    elif way == "a link to the picture":
        (tmp_path / "link.jpg").symlink_to(file)
        file = tmp_path / "link.jpg"
    result = kiebitz("detect", "--draw", place, file)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert (tmp_path / "photos" / "tisch.jpg").read_bytes() == before


def test_other_files_where_it_draws_stay(tmp_path: Path) -> None:
    out = tmp_path / "drawn"
    out.mkdir()
    (out / "tisch.jpg").write_text("mine")
    (out / "tisch-2.jpg").symlink_to(tmp_path / "nowhere.jpg")
    result = kiebitz("detect", "--draw", out, picture(tmp_path / "tisch.jpg"))
    assert result.exit_code == 0
    assert str(out / "tisch-3.jpg") in result.stdout
    assert (out / "tisch.jpg").read_text() == "mine"
    assert not (tmp_path / "nowhere.jpg").exists()
    assert cv2.imread(str(out / "tisch-3.jpg")) is not None


@pytest.mark.parametrize("name", ["../up", "", "A B", "x" * 50])
@pytest.mark.parametrize("command", ["remove", "enroll"])
def test_bad_deck_names_are_refused_in_one_line(tmp_path: Path, command: str, name: str) -> None:
    more = [tmp_path] if command == "enroll" else []
    result = kiebitz("deck", command, name, *more)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_a_deck_that_is_not_there_cannot_be_removed() -> None:
    result = kiebitz("deck", "remove", "stammtisch")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_a_shipped_deck_cannot_be_removed() -> None:
    result = kiebitz("deck", "remove", "piatnik")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "belongs to Kiebitz" in result.stderr


def test_whatever_happens_to_one_picture_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stumbling(ToldReader):
        def read(self, picture: Image) -> Reading:
            if picture.shape[0] == 50:
                raise RuntimeError("stumbled")
            return super().read(picture)

    monkeypatch.setattr(recognise, "_reader", lambda deck_name: Stumbling())
    cv2.imwrite(str(tmp_path / "a.png"), PICTURE[:50])
    picture(tmp_path / "b.png")
    (tmp_path / "c.heic").write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    result = kiebitz("detect", "--json", tmp_path)
    assert result.exit_code == 1
    assert [row.get("error", {}).get("code") for row in rows(result)] == ["failed", None, "not_a_picture"]


def test_names_with_control_signs_are_escaped_for_people(tmp_path: Path) -> None:
    result = kiebitz("detect", picture(tmp_path / "a\x1b[2Jb\nc.png"), tmp_path / "\x1bnone.png")
    assert "\x1b" not in result.output
    assert len(result.stdout.splitlines()) == 4


def test_an_output_that_takes_nothing_is_one_line() -> None:
    for shell in (">/dev/full", ">&-"):
        call = f"{sys.executable} -c 'from server.cli import main; main()' deck list {shell}"
        done = subprocess.run(["sh", "-c", call], capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr


def test_a_refused_call_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.decks.remove_deck", lambda name: pytest.fail(f"{name} was removed"))
    assert kiebitz("deck", "remove", "kitchen", "--lang", "fr").exit_code == 2


def test_a_folder_without_pictures_says_so(tmp_path: Path) -> None:
    result = kiebitz("detect", tmp_path)
    assert result.exit_code == 1
    assert "no pictures in this folder" in result.stderr
