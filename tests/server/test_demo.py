"""The demo: what it tells of a table, and that it says why it cannot go on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from server import demo
from server.benchmarks import demo_film
from server.demo import DemoError, House, Teller, _closed, free_port, house, lay_table, look_after_app

SEATS = {"A": "Bert", "B": "Cilli", "C": "Dora", "D": "Anna"}
RULING = {
    "kind": "farbzwang",
    "by": "D",
    "trick": 1,
    "card": "DK",
    "status": "renonce",
    "because": {"text": {"de": "D gab in Stich 1 ♦K auf ♠D zu.", "en": "D laid ♦K on ♠Q in trick 1."}},
    "rule": {"quote": "Es besteht Farbzwang.", "section": "Allgemeines"},
}
FIRST = {"cards": [["A", "T10"], ["B", "T09"], ["C", "SQ"], ["D", "??"]], "collected_by": "C"}


def sections(*tricks: dict[str, Any], rulings: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "deal": {"seats": SEATS, "record": {"tricks": list(tricks)}},
        "judgement": {"rulings": list(rulings)},
    }


def test_tricks_and_rulings_are_told_once_with_names() -> None:
    said: list[str] = []
    teller = Teller(said.append, "de")
    teller.hear(sections({"cards": FIRST["cards"]}))
    assert said == [] and not teller.unread  # it still lies
    for _ in range(2):
        teller.hear(sections(FIRST, rulings=(RULING,)))
    assert said == [
        "   1  Bert X  Cilli IX  Dora ♠D  Anna ?  → Dora",
        "      ⚑ Anna gab in Stich 1 ♦K auf ♠D zu.",
        "        «Es besteht Farbzwang.» (Allgemeines)",
    ]
    assert teller.unread  # its "?" is explained when the deal is over


def test_a_ruling_that_becomes_a_renonce_is_told_again() -> None:
    said: list[str] = []
    teller = Teller(said.append, "en")
    teller.hear(sections(rulings=({**RULING, "status": "correctable"},)))
    teller.hear(sections(rulings=(RULING,)))
    assert sum(line.startswith("      ⚑ Anna laid ♦K on ♠Q") for line in said) == 2


def test_a_film_that_ends_too_early_is_not_settled(tmp_path: Path) -> None:
    (tmp_path / "camera.log").write_text("no table is seen\n", encoding="utf-8")
    with pytest.raises(DemoError, match="after 0 of 12 tricks; the reader said: no table is seen"):
        _closed(House(tmp_path, free_port()), "t", Teller(print, "de"))


def test_its_server_has_the_deal_as_it_stands_before_the_first_card(tmp_path: Path) -> None:
    start = {
        "rules": "steiermark-2017",
        "forehand": "S",
        "contract": {"game": "rufer", "declarer": "A", "called": "SK"},
    }
    with house(tmp_path) as found:
        table = lay_table(found, start)
        record = found.ask(f"/api/tables/{table}")["sections"]["deal"]["record"]
        assert record["contract"] == {"game": "rufer", "declarer": "A", "called": "SK", "with": []}
        assert not record.get("tricks")
    assert found.server is not None and found.server.poll() is not None


def an_app(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(demo, "KIEBITZ", (sys.executable, "-c", code))


def test_the_app_has_a_folder_of_its_own_and_ends_with_the_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_app(monkeypatch, "import sys, json, time; print(json.dumps(sys.argv[1:]), flush=True); time.sleep(60)")
    monkeypatch.setattr(House, "start", House.open_app)
    with house(tmp_path) as found:
        app = found.app
        assert app is not None
        log = tmp_path / "app.log"
        while not log.read_text(encoding="utf-8").strip():
            assert app.poll() is None
        said: list[str] = []
        look_after_app(found, "de", said.append)
        assert json.loads(log.read_text(encoding="utf-8")) == [
            "app", "--server", found.url, "--data", str(tmp_path / "app"),
        ]  # fmt: skip
    assert app.poll() is not None and said == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sys; sys.exit('starting\\nno window can be opened here')", ["no window can be opened here"]),
        ("pass", []),  # its window was closed by hand
    ],
)
def test_an_app_that_dies_is_told_once_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: list[str]
) -> None:
    an_app(monkeypatch, code)
    found = House(tmp_path, free_port())
    found.open_app()
    assert found.app is not None
    found.app.wait(30)
    said: list[str] = []
    for _ in range(2):
        look_after_app(found, "en", said.append)
    assert said == [f"The tablet app has gone: {why}" for why in told]


def test_where_no_browser_opens_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    said: list[str] = []
    found = House(tmp_path, 8000)
    demo._open_windows(found, "t1", "de", said.append)
    assert said == ["http://127.0.0.1:8000/board/t1", demo.NO_BROWSER["de"]]


@pytest.mark.parametrize(
    ("truth", "drawn"), [({"seed": demo_film.LOOK}, True), ({"seed": 4}, False), ([], False), (None, False)]
)
def test_a_film_of_an_earlier_version_is_drawn_anew(tmp_path: Path, truth: object, drawn: bool) -> None:
    (tmp_path / "demo.mp4").touch()
    if truth is not None:
        (tmp_path / "demo.truth.json").write_text(json.dumps(truth), encoding="utf-8")
    assert demo_film.is_drawn(tmp_path) is drawn
