"""The reader's mistakes, simulated on random deals without pictures: nobody is accused because of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.cards import DECK, Card, card_set, members
from engine.dealing import random_deal, with_revoke
from engine.record import Deal, compass_from, write_deal
from engine.record_reading import read_deal
from engine.systems import SYSTEMS
from server.benchmarks.films import public_rulings, start_of
from server.watching.certainty import ACCUSING
from server.watching.session import Session
from tests.vision.table_stand_ins import recogniser
from vision.reader.events import Event, Given, Laid, Name, Swept, TakenBack

QUAD = np.zeros((4, 2), np.float32)
EACH = 12
"""So many deals with each mistake."""


def seen(deal: Deal, rng: Random) -> list[Event]:
    """What a reader without a mistake tells of a deal."""
    told: list[Event] = []
    t = 0.0

    def edge(seat: int) -> str:
        return compass_from(deal.forehand or "S", seat, deal.system)

    for number, trick in enumerate(deal.tricks, start=1):
        for seat, card in trick.cards:
            assert card is not None
            t += rng.uniform(0.8, 3.0)
            told.append(Laid(t + 0.2, len(told), number, edge(seat), surely(card), t, QUAD))
        for card in trick.gifts:
            assert card is not None
            t += 1.0
            told.append(Given(t + 0.2, len(told), number, surely(card), t, QUAD))
        t += 1.0
        told.append(Swept(t, number, None if trick.collected_by is None else edge(trick.collected_by)))
    return told


def surely(card: Card) -> Name:
    return Name(card, 0.99, ((card, 0.99), ((card + 1) % 54, 0.01)))


def plays(told: list[Event], trick: int | None = None) -> list[tuple[int, Laid]]:
    return [(i, e) for i, e in enumerate(told) if isinstance(e, Laid) and trick in (None, e.trick)]


def a_play(told: list[Event], rng: Random) -> tuple[int, Laid, Card]:
    i, laid = rng.choice(plays(told))
    assert laid.name.card is not None
    return i, laid, laid.name.card


def sweep_of(told: list[Event], trick: int) -> tuple[int, Swept]:
    return next((i, e) for i, e in enumerate(told) if isinstance(e, Swept) and e.trick == trick)


def unseen(told: list[Event], rng: Random) -> None:
    told.pop(a_play(told, rng)[0])


def unread(told: list[Event], rng: Random) -> None:
    i, laid, card = a_play(told, rng)
    told[i] = replace(laid, name=Name(None, 0.3, ((card, 0.4), ((card + 1) % 54, 0.3))))


def doubted(told: list[Event], rng: Random) -> None:
    """Read as a card that nobody was seen to lay; what it is comes second."""
    i, laid, card = a_play(told, rng)
    known = card_set(e.name.card for e in told if isinstance(e, Laid | Given) and e.name.card is not None)
    other = rng.choice(list(members(DECK & ~known)) or [(card + 1) % 54])
    told[i] = replace(laid, name=Name(other, 0.9, ((other, 0.9), (card, 0.1))))


def seen_late(told: list[Event], rng: Random) -> None:
    i, laid, _ = a_play(told, rng)
    told.pop(i)
    j, sweep = sweep_of(told, laid.trick)
    told.insert(j, replace(laid, t=sweep.t, rest=sweep.t - 0.3, in_time=False))


def swapped(told: list[Event], rng: Random) -> None:
    """The lead seems to have come a moment after the second card."""
    (one, lead), (two, second), *_ = plays(told, rng.randint(1, 12))
    told[one], told[two] = second, replace(lead, t=second.t, rest=second.rest + 0.2)


def told_back(told: list[Event], rng: Random) -> None:
    """It lay there all the time, but was told as taken back and as laid again."""
    _, laid, _ = a_play(told, rng)
    j, sweep = sweep_of(told, laid.trick)
    t = sweep.t - 0.5
    told[j:j] = [TakenBack(t - 0.2, laid.track), replace(laid, t=t, rest=t - 0.1, track=1000)]


def wrong_collector(told: list[Event], rng: Random) -> None:
    i, sweep = sweep_of(told, rng.randint(1, 12))
    told[i] = replace(sweep, seat=rng.choice(["S", "E", "N", "W", None]))


def strayed(told: list[Event], rng: Random) -> None:
    i, laid, _ = a_play(told, rng)
    told[i] = replace(laid, seat=rng.choice("SENW"), seat_sure=0.7)


def outline(told: list[Event], rng: Random) -> None:
    """Something between the cards was taken for one."""
    i, laid, _ = a_play(told, rng)
    drawn = replace(laid, track=1001, name=Name(None, 0.2), seat=rng.choice("SENW"), seat_sure=0.6)
    told.insert(i + 1, replace(drawn, t=laid.t + 0.1, rest=laid.rest + 0.1))


MISTAKES: list[Callable[[list[Event], Random], None]] = [
    unseen,
    unread,
    doubted,
    seen_late,
    swapped,
    told_back,
    wrong_collector,
    strayed,
    outline,
]


def watched(deal: Deal, told: list[Event]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    recognise, _ = recogniser()
    session = Session(read_deal(start_of(deal)), recognise)
    rows: list[dict[str, Any]] = []
    for event in told:
        session.t = event.t
        rows += [each.row for each in session._tell([event])]
    rows += [each.row for each in session.finish()]
    return rows, rows[-1]


def accusations(rows: list[dict[str, Any]]) -> set[tuple[str, int]]:
    """Who is said to have erred in which trick, at any time."""
    rulings = [row["ruling"] for row in rows if row["event"] == "ruling"]
    rulings += rows[-1]["judgement"]["rulings"]
    return {(r["by"], r["trick"]) for r in rulings if r["status"] in ACCUSING}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_nobody_is_accused_because_the_reader_erred(mistake: Callable[[list[Event], Random], None]) -> None:
    """Everybody kept the rules, and one thing was seen wrong."""
    for seed in range(EACH):
        rng = Random(f"{mistake.__name__} {seed}")
        deal = random_deal(rng, rng.choice(sorted(SYSTEMS)), announce=0.0)
        told = seen(deal, rng)
        mistake(told, rng)
        rows, _ = watched(deal, told)
        assert accusations(rows) == set(), (mistake.__name__, seed)


@pytest.mark.parametrize("seed", range(EACH))
def test_what_was_seen_without_a_mistake_is_the_record_and_proves_the_renonce(seed: int) -> None:
    rng = Random(seed)
    deal = None
    while deal is None:
        deal = with_revoke(rng, random_deal(rng, rng.choice(sorted(SYSTEMS)), announce=0.0))
    rows, last = watched(deal.deal, seen(deal.deal, rng))
    assert last["record"]["tricks"] == write_deal(deal.deal)["tricks"]
    assert "question" not in [row["event"] for row in rows]
    true = {(r["by"], r["trick"]) for r in public_rulings(deal.deal) if r["status"] in ACCUSING}
    assert accusations(rows) == true
