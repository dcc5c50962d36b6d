"""Nobody is accused on a doubtful reading: rulings wait, questions are asked, and in the end doubt is for the accused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from engine.cards import BY_ID, Card
from engine.record import Deal
from engine.record_reading import read_deal
from server.cli.watch import Console
from server.watching.session import Session
from server.watching.whole_tricks import whole
from tests.vision.reader_stand_ins import seen_as, track
from tests.vision.table_stand_ins import recogniser
from vision.reader.events import Event, Given, Laid, Name, Swept, TakenBack

QUAD = np.zeros((4, 2), np.float32)
RUFER: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "options": {},
    "forehand": "S",
    "contract": {"game": "rufer", "declarer": "A", "called": "SK"},
    "talon": [["T15", "T10", "T09"], ["C10", "T02", "T13"]],
    "taken": "first",
    "discards": ["??", "??", "??"],
}
TRISCHAKEN: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "kantine-2.0",
    "options": {},
    "forehand": "S",
    "contract": {"game": "trischaken", "declarer": "A"},
    "taken": "none",
}
RENONCE = "S HK, E H4, N C7, W H1, S!, S D1, E D2, N H2"
"""N holds a heart and throws a club; the heart falls in the next trick."""


class Table:
    """Says to a session what a reader would say. `S HK 0.9` is a card with its confidence; `S!` takes the trick in.

    `late S HK` is a card that was seen first when its trick was taken in.
    """

    def __init__(self, start: dict[str, Any]) -> None:
        recognise, _ = recogniser()
        self.session = Session(self.deal(start), recognise)
        self.rows: list[dict[str, Any]] = []
        self.t = 0.0
        self.tracks: dict[str, int] = {}
        self._trick, self._numbers = 1, 0

    @staticmethod
    def deal(start: dict[str, Any]) -> Deal:
        return read_deal(start)

    def say(self, story: str, seat_sure: float = 1.0) -> Table:
        for words in (part.split() for part in story.split(", ")):
            self.t += 1.0
            self.session.t = self.t
            self.tell(self._events(words, seat_sure))
        return self

    def tell(self, events: Iterator[Event] | Sequence[Event]) -> None:
        self.rows += [told.row for told in self.session._tell(list(events))]

    def _events(self, words: list[str], seat_sure: float) -> Iterator[Event]:
        if words[0].endswith("!"):
            yield Swept(self.t, self._trick, words[0][0])
            self._trick += 1
            return
        if words[0] == "back":
            yield TakenBack(self.t, self.tracks[words[1]])
            return
        late = words[0] == "late"
        words = words[late:]
        confidence = float(words[2]) if len(words) > 2 else 0.99
        name = self.name(words[1], confidence)
        self._numbers += 1
        self.tracks[words[1]] = self._numbers
        if words[0] == "+":
            yield Given(self.t, self._numbers, self._trick, name, self.t, QUAD)
        else:
            common = self.t, self._numbers, self._trick
            yield Laid(*common, words[0], name, self.t, QUAD, seat_sure=seat_sure, in_time=not late)

    @staticmethod
    def name(word: str, confidence: float) -> Name:
        """`C7` is that card, `C7?` an unread one, `C7/C8` is read as C7 and else is C8."""
        first, *others = word.strip("?").split("/")
        card: Card | None = BY_ID.get(first)
        rest = tuple((BY_ID[other], (1 - confidence) / len(others)) for other in others)
        candidates = () if card is None else ((card, confidence), *rest)
        return Name(None if "?" in word else card, confidence, candidates)

    def finish(self) -> dict[str, Any]:
        self.rows += [told.row for told in self.session.finish()]
        return self.rows[-1]

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [row for row in self.rows if row["event"] == kind]

    @property
    def accused(self) -> list[str]:
        return [row["ruling"]["by"] for row in self.told("ruling")]

    @property
    def accused_of_a_renonce(self) -> list[str]:
        rulings = [row["ruling"] for row in self.told("ruling")]
        return [ruling["by"] for ruling in rulings if ruling["status"] == "renonce"]


def judged(deal: dict[str, Any]) -> list[str]:
    return [r["by"] for r in deal["judgement"]["rulings"] if r["status"] == "renonce"]


def test_a_card_that_nobody_saw_is_asked_about_when_its_trick_is_taken_in() -> None:
    table = Table(RUFER).say("S HK, E H4, W H1, S!, S D1")
    (asked,) = table.told("question")
    assert (asked["trick"], asked["position"], asked["candidates"]) == (1, 3, [])
    table.session.answer(asked["id"], BY_ID["C7"])
    assert table.session.open_questions == []
    cards = table.finish()["record"]["tricks"][0]["cards"]
    assert cards == [["A", "HK"], ["B", "H4"], ["C", "C7"], ["D", "H1"]]


def test_the_answer_about_a_card_that_nobody_saw_can_prove_a_renonce() -> None:
    table = Table(RUFER).say(RENONCE.replace(" N C7,", ""))
    assert "C" not in table.accused
    table.rows += [told.row for told in table.session.answer("m1", BY_ID["C7"])]
    assert "C" in table.accused
    assert judged(table.finish()) == ["C"]


@pytest.mark.parametrize(
    ("thrown", "accused"),
    [
        ("C7/C8 0.9", ["C"]),  # whichever club it is, it is no heart
        ("C7/H3 0.9", []),
        ("C7/C8/H3 0.9", []),
        ("C7/S7/D4 0.9", ["C"]),
    ],
)
def test_a_doubt_that_changes_nothing_keeps_no_ruling_waiting(thrown: str, accused: list[str]) -> None:
    table = Table(RUFER).say(RENONCE.replace("C7", thrown))
    assert table.accused == accused
    assert len(table.told("question")) == (0 if accused else 1)
    deal = table.finish()
    assert judged(deal) == accused
    assert deal["record"]["tricks"][0]["cards"][2] == ["C", "C7" if accused else "??"]


def test_what_is_beyond_doubt_is_told_at_once() -> None:
    table = Table(RUFER).say(RENONCE)
    assert table.accused == ["C"]
    assert table.told("question") == []
    assert judged(table.finish()) == ["C"]


@pytest.mark.parametrize(
    "story",
    [
        RENONCE.replace("N C7", "N C7 0.85"),  # the irregular card
        RENONCE.replace("S HK", "S HK 0.85"),  # what was led
        RENONCE.replace("N H2", "N H2 0.85"),  # the card that proves it
    ],
)
def test_an_accusation_that_rests_on_an_unsure_card_is_a_question_first(story: str) -> None:
    table = Table(RUFER).say(story)
    assert table.accused == []
    assert len(table.told("question")) == 1
    assert judged(table.finish()) == []


def test_an_unsure_card_that_is_not_needed_does_not_hold_the_ruling_back() -> None:
    table = Table(RUFER).say(RENONCE.replace("W H1", "W H1 0.85"))
    assert table.accused == ["C"]
    assert table.told("question") == []
    assert table.finish()["record"]["tricks"][0]["cards"][3] == ["D", "H1"]


@pytest.mark.parametrize(("kept", "asked"), [("S H3", 0), ("S H3 0.85", 1)])
def test_a_discard_is_told_by_the_kept_card_that_shows_it_was_not_forced(kept: str, asked: int) -> None:
    table = Table(RUFER | {"discards": ["T10", "??", "??"]}).say(f"S HK, E H4, N C7, W H1, S!, {kept}")
    assert table.accused == ([] if asked else ["A"])
    assert len(table.told("question")) == asked


def test_the_answer_that_it_was_so_brings_the_ruling() -> None:
    table = Table(RUFER).say(RENONCE.replace("N C7", "N C7 0.85"))
    question = table.told("question")[0]["id"]
    track = table.session._questions[question]
    found = table.session.fold.find(track)
    assert found is not None
    found[1].name = Name(BY_ID["C7"], 1.0)  # what the reader says of an answered card
    table.rows += [told.row for told in table.session.answer(question, BY_ID["C7"])]
    assert table.accused == ["C"]
    assert judged(table.finish()) == ["C"]


def test_the_record_of_an_unanswered_doubt_has_the_card_as_unread() -> None:
    deal = Table(RUFER).say(RENONCE.replace("N C7", "N C7 0.85")).finish()
    assert deal["record"]["tricks"][0]["cards"][2] == ["C", "??"]
    assert deal["record"]["tricks"][0]["cards"][1] == ["B", "H4"]


def test_an_unsure_card_on_which_nothing_rests_stays_as_read() -> None:
    deal = Table(RUFER).say("S HK, E H4 0.85, N H2, W H1, N!").finish()
    assert deal["record"]["tricks"][0]["cards"][1] == ["B", "H4"]


def test_nobody_is_accused_for_a_card_that_may_be_anothers() -> None:
    table = Table(RUFER).say("S HK, E H4").say("N C7", seat_sure=0.6).say("W H1, S!, S D1, E D2, N H2")
    assert table.accused == []
    assert judged(table.finish()) == []


def test_a_gift_seen_before_the_fourth_card_is_no_second_card() -> None:
    table = Table(TRISCHAKEN).say("S CK, E T03, N CQ").say("E T18", seat_sure=0.7)
    assert table.accused == []
    track = table.tracks["T18"]
    table.tell([Given(4.5, track, 1, Name(BY_ID["T18"], 0.99), 4.0, QUAD)])
    table.say("W C8, E!")
    assert table.accused == []
    trick = table.finish()["record"]["tricks"][0]
    assert [seat for seat, _ in trick["cards"]] == ["A", "B", "C", "D"]
    assert trick["gift"] == "T18"


def test_two_cards_that_are_surely_one_seats_are_told() -> None:
    table = Table(RUFER).say("S HK, E H4, E D2")
    assert [(row["ruling"]["kind"], row["ruling"]["by"]) for row in table.told("ruling")] == [
        ("zwei_karten", "B")
    ]


def test_who_took_a_trick_by_mistake_is_told_when_he_leads_the_next() -> None:
    table = Table(RUFER).say("S HK, E H4, N H2, W H1, N!")
    assert table.accused == []
    assert table.say("S D1").accused == []  # S won, and leads: the sweep was seen wrong
    table = Table(RUFER).say("S HK, E H4, N H2, W H1, N!, N D1")
    assert [row["ruling"]["kind"] for row in table.told("ruling")] == ["falsch_eingezogen", "ausspiel"]


def test_a_reader_that_lost_the_thread_accuses_nobody() -> None:
    story = "S HK, E H4, N C7, E D3, S D1, E D2, N H2, W H1, S!"
    table = Table(RUFER).say(story)
    assert [kind for row in table.told("ruling") if (kind := row["ruling"]["kind"]) != "zwei_karten"] == []
    assert judged(table.finish()) == []


def test_a_second_card_that_was_not_read_surely_is_no_second_card() -> None:
    table = Table(RUFER).say("S HK, E H4, N D2 0.94, N H2, W H1, S!")
    assert table.accused == []
    deal = table.finish()
    assert deal["record"]["tricks"][0]["cards"] == [["A", "HK"], ["B", "H4"], ["C", "H2"], ["D", "H1"]]
    assert judged(deal) == []


def test_an_outline_drawn_between_the_cards_leaves_no_trace_in_the_record() -> None:
    table = Table(RUFER).say("S HK, E H4, N H2, W H1").say("W D?? 0.1", seat_sure=0.5).say("S!")
    assert [seat for seat, _ in table.finish()["record"]["tricks"][0]["cards"]] == ["A", "B", "C", "D"]


def test_a_trick_that_is_taken_in_had_four_cards() -> None:
    table = Table(RUFER).say("S HK, E H4, W H1, S!")
    expected = [["A", "HK"], ["B", "H4"], ["C", "??"], ["D", "H1"]]
    assert [row["cards"] for row in table.told("trick")] == [expected]
    assert table.finish()["record"]["tricks"][0]["cards"] == expected


class Seen:
    def __init__(self, seat: int, seat_sure: float = 1.0, read: bool = True) -> None:
        self.seat, self.seat_sure, self.sure, self.rest = seat, seat_sure, read, 0.0


@pytest.mark.parametrize(
    ("cards", "leader", "expected"),
    [
        ([Seen(0), Seen(1), Seen(2), Seen(3)], 0, [0, 1, 2, 3]),
        ([Seen(2), Seen(0), Seen(1), Seen(3)], 2, [2, 0, 1, 3]),  # the order is never changed
        ([Seen(1), Seen(2), Seen(0)], 1, [1, 2, 3, 0]),
        ([Seen(1), Seen(2), Seen(3)], 1, [1, 2, 3, 0]),
        ([Seen(1), Seen(2), Seen(3)], 0, [0, 1, 2, 3]),  # who took the last trick has led
        ([Seen(0), Seen(1), Seen(1, 0.6), Seen(3)], 0, [0, 1, 2, 3]),  # four cards: an unsure seat is the missing one
        ([Seen(0), Seen(1), Seen(1), Seen(3)], 0, [0, 1, 1, 3]),  # what is sure stays
        ([Seen(0), Seen(1), Seen(2), Seen(3), Seen(3, 0.5)], 0, [0, 1, 2, 3]),
        ([Seen(0), Seen(1), Seen(2), Seen(3), Seen(3)], 0, [0, 1, 2, 3, 3]),
    ],
)  # fmt: skip
def test_a_trick_that_is_over_is_four_cards_of_four_seats(
    cards: list[Seen], leader: int | None, expected: list[int]
) -> None:
    assert [seat for seat, _ in whole(cards, leader)] == expected


def test_nothing_rests_on_what_came_after_a_trick_with_a_fifth_card() -> None:
    """One of the five was no card of that trick, so which card is whose is not known any more."""
    table = Table(RUFER).say("S DK, E D4, E T05, N D3, W D1, S!, " + RENONCE)
    assert {row["ruling"]["kind"] for row in table.told("ruling")} == {"zwei_karten"}
    assert "C" not in judged(table.finish())
    assert judged(Table(RUFER).say("S DK, E D4, N D3, W D1, S!, " + RENONCE).finish()) == ["C"]


def test_an_outline_beside_a_sure_card_of_its_seat_does_not_lose_the_thread() -> None:
    """Film 1173: of ♣9 under a hand the pips of a ♣7 were seen. But of the trick itself nobody is accused."""
    table = Table(RUFER).say(
        "S DK, E D4 0.9, E D2, N D3, W D1, S!, S HK, E H4, N C7, W H1, S!, S C1, E C9, N H2"
    )
    assert judged(table.finish()) == ["C"]
    last = Table(RUFER).say("S DK, E D2, N D3, W D1, W D4 0.9, S!, " + RENONCE)
    assert "C" not in judged(last.finish()), "what came last may be a lead of which the sweep was missed"
    blurred = Table(RUFER).say("S DK, E T05, E D2 0.9, N D3, W D1, S!, S D4, E D7")
    assert "B" not in judged(blurred.finish())


@pytest.mark.parametrize("again", [False, True], ids=["vanished", "laid again"])
def test_a_card_taken_back_was_in_that_hand_only_if_it_is_laid_again(again: bool) -> None:
    """A gift that was taken for a lead vanishes with its trick: nobody held it, so it proves nothing of anybody."""
    cards = [name for name in BY_ID if name != "HC"][:48]
    if again:
        cards[7 * 4] = "HC"  # S leads it in the eighth trick
    table = Table(TRISCHAKEN)
    for number in range(12):
        if number == 4:
            table.say("S HC, back HC")
        laid = ", ".join(f"{seat} {card}" for seat, card in zip("SENW", cards[4 * number :], strict=False))
        table.say(f"{laid}, S!")
    assert len(table.session.fold.deal().tricks) == 12
    assert table.session.fold.deal().tricks[4].taken_back == (((0, BY_ID["HC"]),) if again else ())
    assert table.session.fold.tricks[4].taken_back  # it was told of, and stays so


def test_an_answer_that_cannot_be_is_refused_and_the_question_stays() -> None:
    table = Table(RUFER).say("S HK, E H4, W H1, S!, S D1? 0.3, E D2? 0.3")
    session = table.session
    assert set(session.open_questions) == {"m1", "q1", "q2"}
    with pytest.raises(ValueError, match="in trick 1"):
        session.answer("m1", BY_ID["HK"])
    for number in (table.tracks["D1?"], table.tracks["D2?"]):
        each = track(number, "S", 1.0)
        each.views = seen_as((3, 1.0), (9, 1.0))
        session.reader.book.add(each)
    session.answer("q1", BY_ID["T17"])
    with pytest.raises(ValueError, match="in trick 2"):
        session.answer("q2", BY_ID["T17"])
    session.answer("m1", BY_ID["H2"])
    with pytest.raises(ValueError, match="another question"):
        session.answer("q2", BY_ID["H2"])
    with pytest.raises(KeyError):
        session.answer("q9", BY_ID["H2"])
    assert session.open_questions == ["q2"]


def test_a_deal_that_no_record_could_be_read_from_is_still_told_to_people(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """START says which cards a hand holds, and one of them was read for another seat."""
    hand = ["HK", "H4", *(f"T{n:02}" for n in range(1, 11))]
    table = Table(RUFER | {"hands": {"B": hand}}).say("S HK, E T01, N H2, W H1, S!")
    Console(False, "de").tell(table.session.finish()[-1].row, table.session.judgement)
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(("late", "accused"), [("D4", True), ("D4?", False), ("D4 0.9", False)])
def test_nobody_is_accused_of_following_a_lead_that_may_have_been_the_second_card(
    late: str, accused: bool
) -> None:
    """E took the trick before; his white card on a white cloth was read when the trick was taken in, if at all."""
    story = f"S SK, E T05, N S7, W S8, E!, S HK, N C7, W H1, E {late}, S!, S D1, E D2, N H2, W D3, S!"
    table = Table(RUFER | {"talon": None, "taken": None}).say(story)
    assert ("C" in table.accused) is accused
    final = table.finish()
    farbzwang = [r for r in final["judgement"]["rulings"] if r["kind"] == "farbzwang" and r["by"] == "C"]
    assert bool([r for r in farbzwang if r["status"] == "renonce"]) is accused


@pytest.mark.parametrize(
    ("story", "accused"),
    [
        ("S HK, E H4, N C7, W H1, S!, S D1, E D2, N H2, W D3, S!", True),
        ("S HK, E H4, N C7, W H1, back HK, N!, N H2, W H7, S H8, E H9, N!", False),
        ("W S1, S S2, E S3, N S4, S!, S HK, E H4, N C7, S!, S D1, E D2, N H2, W D3, S!", True),
        ("W S1, S S2, E S3, N S4, E!, S HK, E H4, N C7, S!, N H2, W H7, S H8, E H9, N!", False),
    ],
    ids=["whole", "the lead was taken for taken back", "he took the trick before", "somebody else did"],
)
def test_nobody_is_accused_of_a_trick_of_which_the_lead_may_not_have_been_seen(
    story: str, accused: bool
) -> None:
    """Three cards in turn: the fourth was the first or the last of them."""
    final = Table(RUFER | {"talon": None, "taken": None}).say(story).finish()
    farbzwang = [r for r in final["judgement"]["rulings"] if r["kind"] == "farbzwang"]
    assert bool([r for r in farbzwang if r["status"] == "renonce"]) is accused


def test_a_card_seen_first_when_its_trick_was_taken_in_lies_where_it_was_its_turn() -> None:
    """E took the trick before: of his lead, white on a white cloth, nothing was seen until it went."""
    before = "S SK, E T05, N S7, W S8, E!, "
    table = Table(RUFER | {"talon": None, "taken": None})
    (asked,) = table.say(before + "N D2, W D3, S DK, late E DQ?, S!").told("question")
    assert (asked["trick"], asked["position"]) == (2, 1)
    cards = table.finish()["record"]["tricks"][1]["cards"]
    assert cards == [["B", "??"], ["C", "D2"], ["D", "D3"], ["A", "DK"]]
    table = Table(RUFER | {"talon": None, "taken": None}).say(before + "E DQ, N D2, W D3, late S DK, S!")
    assert [seat for seat, _ in table.finish()["record"]["tricks"][1]["cards"]] == ["B", "C", "D", "A"]


def test_nobody_is_accused_of_following_a_lead_that_was_seen_too_late() -> None:
    """By turn it was the lead; but that nobody led out of turn before it was not seen."""
    story = "S SK, E T05, N S7, W S8, E!, N C7, W H1, S HK, late E H4, S!, S D1, E D2, N H2, W D3, S!"
    table = Table(RUFER | {"talon": None, "taken": None}).say(story)
    assert table.accused_of_a_renonce == []
    assert judged(table.finish()) == []


@pytest.mark.parametrize(
    ("story", "by"),
    [
        ("S H2, E HK, N H3, W H4, W!, E D1", "B"),
        ("S H2, E HK, N H3, W H4, W!, W D1", "D"),
        ("S H2, E HK, N H3, W H4, W!, N D1", "D"),
        ("S H2, E HK, N H3, late W H4, W!, E D1", "B"),
        ("S H2, E HK, N H3, W H4, S!, E D1", "A"),
    ],
    ids=["the winner leads", "he leads himself", "somebody else leads", "he was seen late", "another arm"],
)
def test_an_arm_that_had_just_laid_took_the_trick_only_if_the_winner_does_not_lead(
    story: str, by: str
) -> None:
    """The resting hand of who laid last, and a sleeve like the cloth: the next lead says whose trick it was."""
    table = Table(RUFER | {"talon": None, "taken": None}).say(story)
    assert [row["by"] for row in table.told("collected")] == [by]
    assert table.finish()["record"]["tricks"][0]["collected_by"] == by


def test_who_took_the_last_trick_is_said_at_the_end() -> None:
    table = Table(RUFER | {"talon": None, "taken": None}).say("S H2, E HK, N H3, W H4, W!")
    assert table.told("collected") == []
    assert table.finish()["record"]["tricks"][0]["collected_by"] == "D"
    assert [row["by"] for row in table.told("collected")] == ["D"]


NEXT_CARD = RUFER | {"rules": "kantine-2.0", "talon": None, "taken": None}
"""A Renonce stands from the next card on."""


@pytest.mark.parametrize(
    "story",
    [
        "E H4, N C7, W H1, late S CK, S!, S D1, E C9, N H2",
        "S SK, E T05, N S7, W S8, E!, E HK, N C7, W H1, S H2, back HK, E HK, E!, E C9, N C8",
        "S H2, E H3, N HC, W H4, W!, W S7, S D1, E D3, N!, N D2, W DK, S S8, E S9, W!",
        "S HK, E H4, E D2? 0.3, W H1, S!, S DK, E D4, N D3, W D1, S!",
        "S HK, E H4, N C7, W H1, S!, S D1, E D2, N H2/D4 0.9, W D3, S!, S DK, E DQ, N H3/DC 0.9, W DJ, S!",
    ],
    ids=[
        "the first lead was seen late",
        "the lead was told as taken back",
        "the lead was not seen and another one was told to have taken the trick before",
        "an outline beside a missed card",
        "two doubts of which each alone would not matter",
    ],
)
def test_nobody_is_accused_because_of_what_the_reader_missed(story: str) -> None:
    table = Table(NEXT_CARD).say(story)
    assert table.accused_of_a_renonce == []
    assert judged(table.finish()) == []


def test_the_answer_what_a_missed_first_lead_was_does_not_say_that_it_was_first() -> None:
    table = Table(NEXT_CARD).say("E H4, N C7, W H1, S!")
    (asked,) = table.told("question")
    assert asked["position"] == 1
    table.session.answer(asked["id"], BY_ID["CK"])
    assert table.say("S D1, E C9, N H2").accused_of_a_renonce == []
    assert judged(table.finish()) == []


@pytest.mark.parametrize(("apart", "accused"), [(0.3, []), (1.0, ["B", "C"])])
def test_a_lead_just_before_the_leaders_card_may_have_been_the_second_one(
    apart: float, accused: list[str]
) -> None:
    """E took the trick before. Hearts on S's club are Renonces if S led out of turn, and none if E's heart was first."""
    table = Table(NEXT_CARD).say("S SK, E T05, N S7, W S8, E!")
    table.say("S C7")
    table.t -= 1.0 - apart
    table.say("E HK, N H4, W H1, E!, E C9, N C8")
    assert table.accused_of_a_renonce == accused


@pytest.mark.parametrize(("pause", "accused"), [(0.0, ["D"]), (4.0, [])])
def test_two_cards_of_one_seat_a_trick_apart_are_no_two_cards(pause: float, accused: list[str]) -> None:
    """The sweep and another one's card were missed: who lays again may lead the next trick."""
    start = RUFER | {"rules": "hopfgarten-2023", "talon": None, "taken": None}
    table = Table(start).say("S H2, E HK")
    table.t += pause
    table.say("E D1, N H3")
    assert table.accused_of_a_renonce == accused


def test_a_lead_that_lay_before_the_trick_was_seen_to_go_decides_at_once() -> None:
    table = Table(NEXT_CARD).say("S H2, E HK, N H3, W H4")
    early = Laid(4.5, 9, 2, "W", table.name("D1", 0.99), 4.5, QUAD)
    table.tell([early])
    table.say("W!, E D2")
    assert [row["by"] for row in table.told("collected")] == ["D"]


def test_an_unread_outline_says_nothing_of_who_took_the_trick() -> None:
    table = Table(RUFER | {"talon": None, "taken": None}).say("S H2, E HK, N H3, W H4, W!, E D1? 0.2")
    assert [row["by"] for row in table.told("collected")] == ["D"]


def test_a_card_that_would_accuse_by_a_trick_not_seen_well_is_withheld_from_others_who_judge() -> None:
    table = Table(NEXT_CARD).say("S HK, E H4, N C7, W H1, back HK, S HK, S!, S D1, E D2, N H2")
    assert table.session.withheld == {table.tracks["C7"]}
    assert Table(NEXT_CARD).say("S HK, E H4, N C7, W H1, S!, S D1, E D2, N H2").session.withheld == set()


def test_a_session_that_begins_in_mid_deal_asks_about_what_is_not_sure() -> None:
    """What lay before cannot contradict a misreading there."""
    table = Table(RUFER)
    recognise, _ = recogniser()
    table.session = Session(table.deal(RUFER), recognise, tricks_before=1)
    assert [row["position"] for row in table.say("S D1, E D2, N H2 0.9").told("question")] == [3]


def test_after_the_last_trick_nobody_waits_for_a_lead() -> None:
    table = Table(RUFER | {"talon": None, "taken": None})
    table.session._tricks = 1
    assert [row["by"] for row in table.say("S H2, E HK, N H3, W H4, W!").told("collected")] == ["D"]


BETTLER: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "kantine-2.0",
    "options": {},
    "forehand": "S",
    "contract": {"game": "bettler", "declarer": "A"},
    "taken": "none",
}


def test_what_is_laid_for_a_card_that_was_taken_back_has_its_place() -> None:
    """N corrects in time what W has laid on in his turn: W did not play out of turn, and N need not beat his knave."""
    table = Table(BETTLER).say("S S7, E S9, N H4, W SJ, back H4, N S10, W!, W SQ, S S8, E C7, N SK")
    assert table.finish()["record"]["tricks"][0]["cards"] == [
        ["A", "S7"],
        ["B", "S9"],
        ["C", "S10"],
        ["D", "SJ"],
    ]
    assert table.told("card")[4]["card"] == "S10" and not table.accused_of_a_renonce
    assert all(row["ruling"]["kind"] != "ausspiel" for row in table.told("ruling"))


def test_nobody_is_accused_of_what_he_laid_on_a_lead_that_was_taken_back_later() -> None:
    table = Table(RUFER).say("S D1, E D2, back D1, S HK, N H1, W H4, S!, S H2, E H3, N S7, W D3")
    assert not table.accused_of_a_renonce


@pytest.mark.parametrize(("leads", "by"), [("E", "B"), ("W", "D")])
def test_where_it_is_noticed_late_that_a_trick_is_gone_the_next_lead_says_who_took_it(
    leads: str, by: str
) -> None:
    """In the dark the sweep was not seen; the arm that is seen by now belongs to the next trick."""
    table = Table(RUFER | {"talon": None, "taken": None}).say("S H2, E HK, N H3, W H4")
    table._trick = 2
    table.say(f"{leads} D1")
    table.tell([Swept(table.t + 1, 1, "W")])
    assert [row["by"] for row in table.told("collected")] == [by]
