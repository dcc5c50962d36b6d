"""What is not surely read accuses nobody, wherever it lies; and an answer can be put right."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.cards import BY_ID, IDS, Card
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record_reading import read_deal
from engine.systems import SYSTEMS
from engine.terms import SEATS
from server.benchmarks.films import start_of
from server.watching.fair_play import FairPlay
from server.watching.session import Session
from tests.server.test_watch_doubts import RUFER, Table
from tests.server.test_watch_mistakes import plays, seen
from tests.server.test_watch_shown import HALVES, beside_east, play_a_trick, put, read, take, with_talon
from tests.vision.table_stand_ins import recogniser
from vision.reader.events import Event, Given, Laid, Name, TakenBack
from vision.reader.open_cards import OpenCard

SILENT: dict[str, Any] = RUFER | {"talon": None, "taken": None, "discards": None}
OUVERT: dict[str, Any] = RUFER | {
    "contract": {"game": "bettler_ouvert", "declarer": "A"}, "talon": None, "taken": "none", "discards": None,
}  # fmt: skip
TALON = ("T15", "HQ", "S7", "D1", "C8", "T14")
HELD = ("C7", "C8", "C9", "C10", "CJ", "CC", "D1", "D2", "D3", "D4", "H2")


def open_card(
    number: int, card: str, x: float, y: float, since: float, sure: float = 0.99, gone: float | None = None
) -> OpenCard:
    known: Card = BY_ID[card]
    name = Name(known, sure, ((known, sure),))
    return OpenCard(number, name, (x, y), "S", "S", 70.0, False, since, gone)


def beside(table: Table, cards: list[OpenCard]) -> Table:
    """What the reader has seen to lie openly."""
    table.session.reader._open = SimpleNamespace(all=lambda: cards, left=[], lying=[])  # type: ignore[assignment]
    return table


@pytest.mark.parametrize(("sure", "accused"), [(0.75, False), (0.99, True)])
def test_a_discard_accuses_only_if_it_was_surely_read(sure: float, accused: bool) -> None:
    """Read as a king, which may never be discarded; it may be the queen."""
    cards = [
        open_card(i, card, 100 + 40 * i + (90 if i > 2 else 0), 170, 0.1, gone=0.4 if i < 3 else None)
        for i, card in enumerate(TALON)
    ]
    cards.append(open_card(7, "DK", 300, 340, 0.6, sure))
    table = beside(Table(SILENT), cards).say("S HK, E H4, N H2, W H1, S!")
    assert ("A" in table.accused_of_a_renonce) is accused
    judged = table.finish()["judgement"]["rulings"]
    assert any(ruling["kind"] == "ablage" for ruling in judged) is accused


@pytest.mark.parametrize(("sure", "accused"), [(0.75, False), (0.99, True)])
def test_an_open_hand_accuses_only_if_it_was_surely_read(sure: float, accused: bool) -> None:
    cards = [
        open_card(i, card, 60 + 52 * i, 320, 5.5, sure if card == "H2" else 0.99)
        for i, card in enumerate(HELD)
    ]
    table = beside(Table(OUVERT), cards).say("S T05, E T06, N T07, W T08, W!, W HK, S C7")
    assert ("A" in table.accused) is accused


def test_what_the_declarer_shows_after_the_first_trick_is_no_discard() -> None:
    """«The rest is mine»: he has a king and XXI in his hand, where they belong."""
    stage = with_talon(beside_east)
    take(stage, 0)
    play_a_trick(stage)
    put(stage, ["DK", "T21"])
    for seat, card in (("N", "S10"), ("W", "S9"), ("S", "SJ"), ("E", "S8")):
        stage.lay(seat, card)
    stage.wait(8)
    rows, record = read(stage)
    assert set(record["discards"]) == {"??"}
    assert not [row for row in rows if row["event"] == "ruling" and row["ruling"]["kind"] == "ablage"]
    assert record["talon"] == [list(half) for half in HALVES]


def test_at_the_end_nothing_is_said_of_anybody_that_rests_on_a_doubtful_card() -> None:
    """A heart read as a Tarock: it would have taken the trick, and N would have had to follow."""
    story = "S HK, E H4, N T10/H3 0.85, W H1, S!, S D1, E D2, N H2, W D3"
    table = Table(SILENT).say(story)
    judged = table.finish()["judgement"]["rulings"]
    assert table.told("ruling") == [] and [r for r in judged if r["status"] != "notice"] == []


def test_a_missed_card_is_asked_about_although_another_one_seems_to_be_of_that_seat() -> None:
    table = Table(SILENT).say("S HK, E H4").say("E H1", seat_sure=0.6).say("S!")
    cards = table.told("trick")[0]["cards"]
    assert [row["position"] for row in table.told("question")] == [1 + [c for _, c in cards].index("??")]


def test_an_answered_question_can_be_answered_anew() -> None:
    table = Table(SILENT).say("S HK, E H4, N C7? 0.5, W H1, S!")
    (question,) = [row["id"] for row in table.told("question")]
    for card in ("S7", "C8", "C8"):
        table.session.answer(question, BY_ID[card])
    with pytest.raises(KeyError):
        table.session.answer("q9", BY_ID["C8"])


def test_who_has_mistyped_what_nobody_saw_answers_anew() -> None:
    """And what he said first is free again."""
    table = Table(SILENT).say("S HK, E H4, W H1, S!")
    (question,) = [row["id"] for row in table.told("question")]
    table.session.answer(question, BY_ID["S7"])
    table.session.answer(question, BY_ID["C8"])
    table.say("S D1, E D2, N S7, W D3")
    tricks = table.finish()["record"]["tricks"]
    assert ["C", "C8"] in tricks[0]["cards"] and ["C", "S7"] in tricks[1]["cards"]
    assert not table.session.reader.out_of_play >> BY_ID["S7"] & 1


def corrected(told: list[Event], rng: Random) -> None:
    """Somebody lays a wrong card, the next one lays on it in his turn, then the first one puts it right."""
    cards = plays(told, rng.randint(1, 10))
    place = rng.choice([0, 1, 2])
    i, laid = cards[place]
    later = [e.name for e in told[i + 1 :] if isinstance(e, Laid) and e.seat == laid.seat]
    told[i] = replace(laid, name=rng.choice(later), track=2000)
    j, following = cards[place + 1]
    again = replace(laid, t=following.t + 0.75, rest=following.rest + 0.7)
    told[j + 1 : j + 1] = [TakenBack(following.t + 0.4, 2000), again]


def test_a_card_put_right_in_time_changes_no_sheet_and_makes_nobody_play_out_of_turn() -> None:
    recognise, _ = recogniser()
    for seed in range(40):
        rng = Random(f"corrected {seed}")
        deal = random_deal(rng, rng.choice(sorted(SYSTEMS)), announce=0)
        told = seen(deal, rng)
        corrected(told, rng)
        session = Session(read_deal(start_of(deal)), recognise)
        rows = [each.row for event in told for each in session._tell([event])]
        rows += [each.row for each in session.finish()]
        kinds = {row["ruling"]["kind"] for row in rows if row["event"] == "ruling"}
        assert "ausspiel" not in kinds, seed
        assert rows[-1]["judgement"]["sheet"] == judge(replace(deal, hands=None)).as_json()["sheet"], seed


def test_a_fair_table_hears_of_a_renonce_as_soon_as_a_card_shows_it_and_of_no_hidden_card() -> None:
    """Also where exclusion had proven it before: that names cards that are still in a hand."""
    recognise, _ = recogniser()
    heard = 0
    for seed in range(40):
        rng = Random(f"fair {seed}")
        revoke = with_revoke(rng, random_deal(rng, rng.choice(sorted(SYSTEMS)), announce=0))
        if revoke is None:
            continue
        session = Session(read_deal(start_of(revoke.deal)), recognise, fair_play=FairPlay.FAIR)
        rulings = []
        lying: set[str] = set()
        for event in seen(revoke.deal, rng):
            if isinstance(event, Laid | Given) and event.name.card is not None:
                lying.add(IDS[event.name.card])
            for told in session._tell([event]):
                if told.row["event"] == "ruling":
                    rulings.append(told.row["ruling"])
                    assert set(told.row["ruling"]["because"]["cards"]) <= lying
        for ruling in judge(replace(revoke.deal, hands=None)).rulings:
            if ruling.status == "renonce" and ruling.trick is not None and ruling.shown is not None:
                heard += 1
                by = None if ruling.by is None else SEATS[ruling.by]
                assert any((each["trick"], each["by"]) == (ruling.trick, by) for each in rulings), seed
    assert heard > 20
