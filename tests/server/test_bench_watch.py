"""The figures of `kiebitz bench watch`: what counts as right, as false and as found in time. And the films' scripts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.cards import BY_ID, IDS
from engine.dealing import random_deal
from engine.judge import judge
from engine.record_reading import read_deal
from engine.systems import SYSTEMS, agreed
from server.benchmarks.demo_film import demo_deal
from server.benchmarks.film_scripts import HABITS, write_script
from server.benchmarks.films import play, public_rulings, start_of
from server.benchmarks.watch import (
    FilmsError,
    Run,
    figures,
    films_in,
    fingerprint,
    growth,
    one_answer,
    read_once,
)
from server.benchmarks.watch_compare import compare
from server.watching.fold import LaidCard
from server.watching.session import Told
from tests.vision.namer_stand_ins import ColourNamer, deck
from vision.filming import Give, Lay, ShowHand, Sweep, TakeBack, TakeHalf
from vision.reader.events import Name

Row = dict[str, Any]
CARDS = (("A", "HK", 1.0), ("B", "H4", 2.0), ("C", "T05", 3.0), ("D", "H1", 4.0))
TRICK: Row = {"cards": [[seat, card] for seat, card, _ in CARDS], "collected_by": "C", "gift": None}


def truth(**changes: Any) -> Row:
    return {
        "cards": [{"seat": seat, "card": card, "t_rest": t} for seat, card, t in CARDS],
        "taken_back": [],
        "gifts": [],
        "collections": [{"trick": 1, "by": "C"}],
        "record": {"tricks": [TRICK], "rules": "steiermark-2017", "contract": {"game": "rufer"}},
        "rulings": [],
        "deck": "kiebitz",
        "special": [],
        "tilt": 20.0,
        "tempo": "brisk",
    } | changes


def card(seat: str, name: str, rest: float, late: float = 0.25) -> Row:
    return {"event": "card", "t": rest + late, "seat": seat, "card": name}


def events(*rows: Row, tricks: list[Row] | None = None, rulings: list[Row] | None = None) -> list[Row]:
    record = {"tricks": [TRICK] if tricks is None else tricks}
    end = {"event": "deal", "t": 9.0, "record": record, "judgement": {"rulings": rulings or []}}
    return [*rows, {"event": "collected", "t": 6.0, "trick": 1, "by": "C"}, end]


RIGHT = [card(*row) for row in CARDS]
SEEN = {**TRICK, "cards": [["A", "HK"], ["B", "H3"], ["C", "T05"], ["D", "H1"]]}
TURNED = {**TRICK, "cards": [["B", "H4"], ["A", "HK"], ["C", "T05"], ["D", "H1"]]}


@pytest.mark.parametrize(
    ("rows", "tricks", "right", "false", "deal"),
    [
        (RIGHT, None, 4, 0, True),
        ([RIGHT[0], card("B", "H3", 2.0), *RIGHT[2:]], [SEEN], 3, 1, False),
        ([RIGHT[1], RIGHT[0], *RIGHT[2:]], [TURNED], 3, 1, False),
        ([RIGHT[0], *RIGHT[2:]], [], 3, 0, False),
        ([*RIGHT, card("A", "SK", 5.0)], None, 4, 1, True),
        ([RIGHT[0], card("B", "??", 2.0), *RIGHT[2:]], None, 3, 0, True),
        ([*RIGHT, {"event": "taken_back", "t": 5.0, "seat": "A", "card": "HK"}], None, 4, 1, True),
        ([*RIGHT, {"event": "gift", "t": 5.0, "trick": 1, "card": "T01"}], None, 4, 1, True),
    ],
    ids=["right", "misread", "out of order", "missed", "invented", "unread", "not taken back", "no gift"],
)
def test_what_is_right_and_what_is_false(
    rows: list[Row], tricks: list[Row] | None, right: int, false: int, deal: bool
) -> None:
    reading = compare("a", truth(), events(*rows, tricks=tricks))
    assert (reading.cards_right, reading.false_events, reading.deal_right) == (right, false, deal)


def test_telling_of_a_card_that_is_taken_back_is_no_mistake() -> None:
    back = {"event": "taken_back", "t": 2.4, "seat": "B", "card": "T17"}
    rows = [RIGHT[0], card("B", "T17", 1.5), back, *RIGHT[1:]]
    reading = compare("a", truth(taken_back=[{"seat": "B", "card": "T17"}]), events(*rows))
    assert (reading.cards_right, reading.false_events) == (4, 0)


def test_the_delay_is_from_the_rest_of_each_card() -> None:
    reading = compare("a", truth(), events(*[card(seat, name, t, 0.4) for seat, name, t in CARDS]))
    assert reading.latencies == pytest.approx([0.4] * 4)


RULING: Row = {
    "kind": "farbzwang", "by": "D", "trick": 1, "card": "H1", "proven": {"trick": 1, "card": 4}, "status": "renonce",
}  # fmt: skip
TOLD: Row = {"event": "ruling", "t": 4.3, "ruling": RULING}


@pytest.mark.parametrize(
    ("rows", "final", "found", "in_time"),
    [
        ([*RIGHT, TOLD], [RULING], True, True),
        ([*RIGHT, card("A", "S7", 4.0, 0.3), TOLD], [RULING], True, True),
        ([*RIGHT, TOLD | {"ruling": RULING | {"trick": None, "card": None}}], [RULING], True, True),
        ([*RIGHT, card("A", "S7", 5.0), TOLD | {"t": 5.5}], [RULING], True, False),
        (RIGHT, [], False, False),
    ],
    ids=[
        "with the card that proves it",
        "and another one in the same frame",
        "by exclusion, the card still open",
        "a card later",
        "never",
    ],
)
def test_a_renonce_is_found_in_time_or_late_or_not(
    rows: list[Row], final: list[Row], found: bool, in_time: bool
) -> None:
    what = truth(revoke={"by": "D", "trick": 1, "card": "H1", "position": 4}, rulings=[RULING])
    reading = compare("a", what, events(*rows, rulings=final))
    assert (bool(reading.revoke_found), bool(reading.revoke_in_time)) == (found, in_time)
    assert reading.accusations == 0


@pytest.mark.parametrize("opened", [True, False])
def test_an_open_hand_may_prove_a_renonce_before_the_card_does(opened: bool) -> None:
    """Film 1203: by the end the declarer's open hand has been read, which proves it at the act itself."""
    earlier = RULING | {"proven": {"trick": 1, "card": 3}}
    what = truth(revoke={"by": "D", "trick": 1, "card": "H1", "position": 4}, rulings=[RULING])
    told = events(*RIGHT, TOLD, rulings=[earlier])
    told[-1]["record"] |= {"hands": {"D": ["H1"]}} if opened else {}
    reading = compare("a", what, told)
    assert (bool(reading.revoke_found), bool(reading.revoke_in_time)) == (opened, opened)


def test_a_renonce_that_nobody_committed_is_a_false_accusation() -> None:
    reading = compare("a", truth(), events(*RIGHT, rulings=[RULING]))
    assert reading.accusations == 1


def test_figures_have_intervals_and_nothing_is_divided_by_none() -> None:
    some = figures(
        [compare("a", truth(), events(*RIGHT)), compare("b", truth(), events(*RIGHT[:2], tricks=[]))]
    )
    assert some["cards"]["count"] == 6
    assert some["cards"]["of"] == 8
    low, high = some["deals"]["interval"]
    assert 0 < low < 0.5 < high < 1
    assert figures([])["deals"]["share"] is None


def test_a_folder_without_films_says_how_to_make_some(tmp_path: Path) -> None:
    with pytest.raises(FilmsError, match="makes them"):
        films_in(tmp_path)


# --- scripts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.parametrize("seed", range(6))
def test_a_script_lays_every_card_of_the_deal_in_its_order(system: str, seed: int) -> None:
    rng = Random(seed)
    deal = random_deal(rng, system)
    scene = write_script(rng, deal, frozenset(HABITS))
    back = [act.card for act in scene.script.acts if isinstance(act, TakeBack)]
    laid = [act.card for act in scene.script.acts if isinstance(act, Lay)]
    for card_ in back:
        if card_ in laid and laid.count(card_) > 1:
            laid.remove(card_)
    wanted = [IDS[c] for trick in scene.deal.tricks for _, c in trick.cards if c is not None]
    assert laid == wanted
    assert len([act for act in scene.script.acts if isinstance(act, Sweep)]) == 12
    assert back == [IDS[c] for trick in scene.deal.tricks for _, c in trick.taken_back if c is not None]


def test_gifts_open_hands_and_talons_are_filmed() -> None:
    rng = Random(4)
    games = {game.id: game for game in agreed("tirol-deluxe", {}).games}
    trischaken = write_script(rng, random_deal(rng, "tirol-deluxe", games["trischaken"]))
    assert len([a for a in trischaken.script.acts if isinstance(a, Give)]) == 6
    assert trischaken.script.stock == 6
    ouvert = write_script(rng, random_deal(rng, "tirol-deluxe", games["bettler_ouvert"]))
    assert len([a for a in ouvert.script.acts if isinstance(a, ShowHand)]) == 4
    rufer = [write_script(rng, random_deal(rng, "tirol-deluxe", games["rufer"])) for _ in range(12)]
    assert any(isinstance(a, TakeHalf) for scene in rufer for a in scene.script.acts)
    assert all(scene.script.talon for scene in rufer)


def test_corrections_and_order_in_a_film_accuse_nobody_of_a_renonce() -> None:
    for seed in range(40):
        rng = Random(seed)
        scene = write_script(rng, play(rng, revoke=False).deal, frozenset(HABITS))
        assert not [r for r in judge(scene.deal).rulings if r.status == "renonce" and r.kind != "ausspiel"], (
            seed
        )


def test_a_start_is_a_record_without_tricks() -> None:
    start = start_of(play(Random(3), revoke=False).deal)
    assert "tricks" not in start
    assert "hands" not in start
    assert read_deal(start).tricks == ()


def test_the_demo_shows_a_renonce_that_comes_to_light_within_three_tricks() -> None:
    played = demo_deal()
    assert played.revoke is not None
    ruling = public_rulings(played.deal)[0]
    assert ruling["by"] == played.revoke["by"]
    assert ruling["status"] == "renonce"
    assert ruling["proven"]["trick"] - ruling["trick"] in (1, 2, 3)
    assert all(BY_ID[c] >= 0 for c in (played.revoke["card"], ruling["card"]))


@pytest.mark.parametrize(
    ("at_once", "after", "right", "with_one_answer"),
    [
        ("H4", None, True, True),
        ("??", "H4", False, True),
        ("??", None, False, False),  # nothing was asked
        ("H3", "H2", False, False),
    ],
)
def test_a_deal_is_right_with_one_answer_if_the_record_after_it_is(
    at_once: str, after: str | None, right: bool, with_one_answer: bool
) -> None:
    def read_as(name: str) -> list[Row]:
        cards = [TRICK["cards"][0], ["B", name], *TRICK["cards"][2:]]
        return events(*RIGHT, tricks=[{**TRICK, "cards": cards}])

    reading = compare("one", truth(), read_as(at_once), [] if after is None else read_as(after))
    assert (reading.deal_right, reading.right_with_one_answer) == (right, with_one_answer)


def test_the_answer_is_the_asked_seats_card_of_the_asked_trick() -> None:
    """A card that was seen late is nearer in time to others than to itself."""
    answered: list[int] = []

    class Asked:
        open_questions = ("q1",)
        fold = SimpleNamespace(find=lambda track: (2, None))

        def asked_about(self, question: str) -> LaidCard:
            return LaidCard(7, 1, 21.0, Name(None, 0.1))

        def answer(self, question: str, card: int) -> list[Told]:
            answered.append(card)
            return []

        def finish(self) -> list[Told]:
            return []

    laid = [("B", "H4", 1, 12.0), ("B", "D2", 2, 14.0), ("C", "D3", 2, 20.9), ("B", "D4", 3, 22.0)]
    cards = [{"seat": s, "card": c, "trick": n, "t_rest": t} for s, c, n, t in laid]
    session: Any = Asked()
    one_answer(session, truth(cards=cards))
    assert answered == [BY_ID["D2"]]


@pytest.mark.parametrize(("taken", "right"), [("first", True), ("second", False), (None, False)])
def test_where_start_is_silent_the_talon_is_compared(taken: str | None, right: bool) -> None:
    talon = [["T15", "HQ", "S7"], ["D1", "C8", "T14"]]
    told = events(*RIGHT)
    told[-1]["record"] |= {"talon": talon, "taken": taken}
    film = truth(unsaid=True)
    film["record"] = film["record"] | {"talon": talon, "taken": "first"}
    assert compare("one", film, told).talon_right is right
    assert compare("one", truth(), told).talon_right is None


def test_a_reading_that_was_kept_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def read(place: Path, _: object) -> Run:
        made.append(place.name)
        return Run([{"event": "deal"}], 3, 1.0, 0.5)

    monkeypatch.setattr("server.benchmarks.watch.watch_film", read)
    recogniser: Any = None
    film = tmp_path / "0001.mp4"
    film.write_bytes(b"film")
    (tmp_path / "0001.start.json").write_text("{}")
    first = read_once(tmp_path / "0001", recogniser, "mark")
    assert read_once(tmp_path / "0001", recogniser, "mark") == replace(first, kept=True)
    assert made == ["0001"]
    read_once(tmp_path / "0001", recogniser, "other networks")
    assert made == ["0001", "0001"]
    film.write_bytes(b"another film of this name")
    assert not read_once(tmp_path / "0001", recogniser, "other networks").kept


def test_the_mark_of_a_reading_changes_with_networks_and_decks(tmp_path: Path) -> None:
    (tmp_path / "namer.onnx").write_bytes(b"one")
    taught, again, other = (
        deck(*row) for row in (("own", ColourNamer()), ("own", ColourNamer(), 1), ("b", ColourNamer()))
    )
    mark = fingerprint(tmp_path, [taught])
    assert fingerprint(tmp_path, [taught]) == mark
    assert len({mark, fingerprint(tmp_path, [again]), fingerprint(tmp_path, [taught, other])}) == 3
    (tmp_path / "namer.onnx").write_bytes(b"two")
    assert fingerprint(tmp_path, [taught]) != mark


def test_memory_is_compared_once_all_that_is_loaded_late_is_there() -> None:
    assert growth([(2.0, 150.0), (4.1, 300.0)]) == {}
    assert growth([(2.0, 150.0), (6.0, 300.0), (30.0, 302.5), (66.0, 301.26)]) == {
        "memory_growth_mb": 1.3,
        "growth_minutes": 60.0,
    }
