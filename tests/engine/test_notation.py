"""The text of a deal: what is written is read back, and what is wrong is said with its line."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import KINGS, QUEENS, Card, members
from engine.dealing import random_deal
from engine.fields import InputError
from engine.notation import looks_like_notation, read_notation, write_notation
from engine.record import (
    ENDS,
    FOURTH,
    Announcement,
    Call,
    Collection,
    Contract,
    Deal,
    Trick,
    write_deal,
)
from engine.record_reading import read_deal
from engine.result import KontraCall
from engine.systems import SYSTEMS, agreed
from engine.systems.base import BIRDS, Family, System
from engine.terms import BONUS_IDS, COMPASS, GAME_IDS, LEVELS

SEAT = st.integers(0, 3)


@st.composite
def contracts(draw: st.DrawFn, system: System) -> Contract:
    row = draw(st.sampled_from(system.games))
    declarer = draw(SEAT)
    others = [s for s in range(4) if s != declarer]
    bird = draw(st.none() | st.sampled_from(system.birds_of(row.id))) if system.birds_of(row.id) else None
    called: Card | str | None = None
    partner: int | None = None
    beside: tuple[int, ...] = ()
    if row.nature.family is Family.CALLING:
        called = draw(st.none() | st.just(FOURTH) | st.sampled_from(tuple(members(KINGS | QUEENS))))
        partner = draw(st.none() | st.sampled_from(others))
    elif row.nature.family is Family.NEGATIVE:
        beside = tuple(draw(st.lists(st.sampled_from(others), unique=True)))
    return Contract(row.id, declarer, bird, called, beside, partner)


@st.composite
def records(draw: st.DrawFn) -> Deal:
    """Any readable record, regular or not: partial, doubled, out of turn, with cards that nobody could see."""
    deck = list(range(54))
    draw(st.randoms(use_true_random=False)).shuffle(deck)
    system_id = draw(st.sampled_from(tuple(SYSTEMS)))
    options = {
        o.name: draw(st.sampled_from(o.choices)) if o.choices else draw(st.booleans())
        for o in SYSTEMS[system_id].options
        if draw(st.integers(0, 3)) == 0
    }
    system = agreed(system_id, options)

    def cards(low: int, high: int) -> tuple[Card | None, ...]:
        count: int = draw(st.integers(low, high))
        return tuple(deck.pop() if deck and draw(st.integers(0, 5)) > 0 else None for _ in range(count))

    talon = (cards(3, 3), cards(3, 3)) if draw(st.booleans()) else None
    read = [c for half in talon or () for c in half if c is not None]
    words: list[str | Card | None] = [None, "first", "second", "all", "none", *read]
    taken = draw(st.sampled_from(words))
    tricks = []
    for _ in range(draw(st.integers(0, 12))):
        collection = draw(st.sampled_from(Collection))
        laid = tuple((draw(SEAT), card) for card in cards(0, 5))
        gifts = cards(0, 2) if draw(st.integers(0, 4)) == 0 else ()
        back = tuple((draw(SEAT), deck[0]) for _ in range(draw(st.integers(0, 2)))) if deck else ()
        by = draw(SEAT) if collection is Collection.TAKEN else None
        tricks.append(Trick(laid, collection, by, gifts, back))
    discards = cards(0, 6) if draw(st.booleans()) else None
    contract = draw(st.none() | contracts(system))
    ends = [e for e in ENDS if contract is not None or e not in ("schleifen", "blank")]
    if contract is not None and contract.nature.family is not Family.CALLING:
        ends = ["played", "running"]
    elif not system.blank_rufer or (contract is not None and contract.game != "rufer"):
        ends = [e for e in ends if e != "blank"]
    kontra = ("game", *(b.id for b in system.bonuses))
    birds = st.none() | st.sampled_from(tuple(BIRDS))
    return Deal(
        system=system,
        contract=contract,
        tricks=tuple(tricks),
        end=draw(st.sampled_from(ends)),
        options=tuple(sorted(options.items())),
        forehand=draw(st.none() | st.sampled_from(COMPASS)),
        auction=draw(
            st.none()
            | st.lists(
                st.builds(Call, SEAT, st.sampled_from(("vorhand", "weiter", *GAME_IDS)), birds), max_size=5
            ).map(tuple)
        ),
        talon=talon,
        taken=taken,
        discards=discards,
        announcements=tuple(
            draw(st.lists(st.builds(Announcement, SEAT, st.sampled_from(BONUS_IDS)), max_size=3))
        ),
        kontra=tuple(
            draw(
                st.lists(
                    st.builds(
                        KontraCall, SEAT, st.sampled_from(kontra), st.sampled_from(LEVELS), st.none() | SEAT
                    ),
                    max_size=3,
                )
            )
        ),
    )


@given(records())
@settings(max_examples=40)
def test_record_text_record_loses_nothing(deal: Deal) -> None:
    text = write_notation(deal)
    assert read_notation(text) == deal
    assert write_notation(read_notation(text)) == text


@given(records())
@settings(max_examples=40)
def test_record_json_record_loses_nothing(deal: Deal) -> None:
    data = json.loads(json.dumps(write_deal(deal)))
    assert read_deal(data) == deal
    assert write_deal(read_deal(data)) == data


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_played_deals_with_their_hands_go_both_ways(system_id: str) -> None:
    rng = Random(system_id)
    for _ in range(5):
        deal = random_deal(rng, system_id)
        assert read_notation(write_notation(deal)) == deal
        assert read_deal(write_deal(deal)) == deal


HEAD = "Kiebitz steiermark-2017\n"


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        ("\ufeffKiebitz steiermark-2017\nEnde running\n", HEAD),
        ("KIEBITZ steiermark-2017\r\nende running\r\n", HEAD),
        (HEAD + "\n\n   # a remark\nEnde running # and one more", HEAD),
        ("Ende running\nVorhand S\n" + HEAD, HEAD + "Vorhand S\n"),
        (HEAD + "1. A:herz-könig B:♥d C:xvii D:SKÜS", HEAD + "1 A:HK B:HQ C:T17 D:T22"),
        (HEAD + "1 A:? B:?? → liegt", HEAD + "1 A:? B:? -> liegt"),
        (HEAD + "Ansage A:trull\nAnsage B:pagat", HEAD + "Ansage A:trull B:pagat"),
        (HEAD + "Spiel A rufer ruft den Vierten", HEAD + "Spiel A rufer ruft fourth"),
    ],
)
def test_what_people_write_is_understood(text: str, same_as: str) -> None:
    assert read_notation(text) == read_notation(same_as)


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", "line 1", "Kiebitz steiermark-2017"),
        ("hello", "line 1", "expected one of Kiebitz"),
        ("Kiebitz", "line 1", "expected the rule system"),
        ("Kiebitz nowhere", "rules", "expected one of steiermark-2017"),
        (HEAD + "Kiebitz tirol-deluxe", "line 2", "twice"),
        (HEAD + "Ende running\nEnde played", "line 3", "twice"),
        (HEAD + "Blatt A I\nBlatt A II", "line 3", "twice"),
        (HEAD + "Blatt Z I", "hands.Z", "unknown field"),
        (HEAD + "1 A:XXX", "line 2", "no card"),
        (HEAD + "1 A:I A", "line 2", "expected a seat and a colon"),
        (HEAD + "2 A:I", "line 2", "expected trick 1"),
        (HEAD + "² A:I", "line 2", "expected"),
        (HEAD + "1 A:I\n\n3 B:II", "line 4", "expected trick 2"),
        (HEAD + "1 Z:I", "tricks[0].cards[0][0]", "expected one of A, B, C, D"),
        (HEAD + "1 A:I B:I", "tricks[0].cards[1]", "stands twice"),
        (HEAD + "Talon I II | III", "talon[0]", "expected three cards"),
        (HEAD + "Spiel A", "line 2", "expected the declarer and the game"),
        (HEAD + "Spiel A rufer und", "line 2", "expected «ruft CARD»"),
        (HEAD + "Spiel A skat", "contract.game", "expected one of rufer"),
        (HEAD + "Kontra A:game", "line 2", "expected what and level"),
        (HEAD + "Nimmt", "line 2", "expected 1, 2, alle"),
        (HEAD + "Ende\n", "line 2", "expected one word"),
        (HEAD + "Ende weg\n", "end", "expected one of played"),
        (HEAD.strip() + " radl\n", "line 1", "expected an option"),
        (HEAD.strip() + " radl=vielleicht\n", "options.radl", "expected true or false"),
        (HEAD + "#" * 200_001, "", "expected at most"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, at: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_notation(text)
    assert caught.value.first.at == at
    assert words in caught.value.first.message


@given(st.data())
@settings(max_examples=80)
def test_no_damage_to_a_text_does_more_than_an_input_error(data: st.DataObject) -> None:
    text = write_notation(random_deal(Random(data.draw(st.integers(0, 20))), "tirol-deluxe"))
    for _ in range(data.draw(st.integers(1, 3))):
        cut = data.draw(st.integers(0, len(text)))
        junk = data.draw(
            st.text(max_size=4) | st.sampled_from(["\n", " | ", " -> ", "+ ", "zurück ", "A:", "\x00"])
        )
        text = text[:cut] + junk + text[cut + data.draw(st.integers(0, 8)) :]
    try:
        read_notation(text)
    except InputError as error:
        assert all(problem.message.isprintable() for problem in error.problems)


@pytest.mark.parametrize(
    ("data", "is_text"),
    [(b'{"a": 1}', False), (b"\xef\xbb\xbf {}", False), (b" [1]", False), (b"Kiebitz x", True), (b"", True)],
)
def test_text_and_json_are_told_apart(data: bytes, is_text: bool) -> None:
    assert looks_like_notation(data) is is_text
