"""The demo: what it tells of a table, and that it says why it cannot go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.demo import DemoError, House, Teller, _closed, free_port, house, lay_table

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
