"""What a reader reports becomes the log: once, in its place, and never over what people entered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, house


class Reader:
    """A reader at a table: it numbers its events as `kiebitz watch --server` does."""

    def __init__(self, at: House, table: str, name: str = "r1") -> None:
        self.at, self.table, self.name, self.next = at, table, name, 0
        self.device = at.device("camera", table)
        self.deal: int | None = 1

    def tell(self, *events: dict[str, Any], first: int | None = None) -> list[dict[str, Any]]:
        number = self.next if first is None else first
        body = {"id": self.name, "first": number, "deal": self.deal, "events": list(events)}
        answer = self.device.post(f"/api/tables/{self.table}/camera/events", json=body)
        assert answer.status_code == 200, answer.text
        self.next = max(self.next, number + len(events))
        found: list[dict[str, Any]] = answer.json()["events"]
        return found

    def sync(self) -> dict[str, Any]:
        told = {"id": self.name, "source": "camera 0", "deal": self.deal}
        answer: dict[str, Any] = self.device.post(f"/api/tables/{self.table}/camera/sync", json=told).json()
        return answer


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        yield built


@pytest.fixture
def reader(at: House) -> Reader:
    table = at.table()
    at.say(table, {"type": "deal_opened"}, {"type": "contract_set", "game": "dreier", "declarer": "A"})
    return Reader(at, table)


def card(seat: str, name: str, trick: int = 1, position: int = 1, **more: Any) -> dict[str, Any]:
    place = {"t": 1.0, "event": "card", "seat": seat, "card": name, "trick": trick, "position": position}
    return place | more


def revised(of: int, name: str, trick: int = 1, position: int = 1) -> dict[str, Any]:
    return {
        "t": 2.0, "event": "revised", "trick": trick, "position": position, "card": name, "was": "??", "of": of,
    }  # fmt: skip


def deal(reader: Reader) -> dict[str, Any]:
    found: dict[str, Any] = reader.at.host.get(f"/api/tables/{reader.table}").json()["sections"]["deal"]
    return found


def tricks(reader: Reader) -> list[list[str]]:
    return [[f"{seat} {name}" for seat, name in trick["cards"]] for trick in deal(reader)["record"]["tricks"]]


FOUR = [card("A", "HK"), card("B", "H4", 1, 2), card("C", "H3", 1, 3), card("D", "T18", 1, 4)]


def test_a_report_sent_again_is_noted_once(reader: Reader) -> None:
    """Whole, in part, and overlapping: each event is known by its number."""
    reader.tell(*FOUR[:3])
    again = reader.tell(*FOUR[1:], first=1)
    assert [a["noted"] for a in again] == [True] * 3
    assert [a["repeated"] for a in again] == [True, True, False]
    assert tricks(reader) == [["A HK", "B H4", "C H3", "D T18"]]


def test_a_reader_that_died_lays_nothing_twice(reader: Reader) -> None:
    """Another process sees the cards lie there, and one more; the next trick goes on."""
    reader.tell(*FOUR[:3])
    reader.name, reader.next = "r2", 0
    answers = reader.tell(*FOUR)
    assert [a["noted"] for a in answers] == [False, False, False, True]
    assert {a["reason"] for a in answers[:3]} == {"known"}
    reader.tell({"t": 5, "event": "collected", "trick": 1, "by": "D"}, card("D", "S8", 2, 1))
    assert tricks(reader) == [["A HK", "B H4", "C H3", "D T18"], ["D S8"]]


def test_an_unread_card_is_read_by_the_next_process(reader: Reader) -> None:
    reader.tell(FOUR[0], card("B", "??", 1, 2))
    reader.name, reader.next = "r2", 0
    reader.tell(*FOUR[:2])
    assert tricks(reader) == [["A HK", "B H4"]]
    reader.name, reader.next = "r3", 0
    reader.tell(card("A", "??"), card("B", "??", 1, 2))
    assert tricks(reader) == [["A HK", "B H4"]]


def test_two_cards_of_one_seat_are_both_noted(reader: Reader) -> None:
    reader.tell(FOUR[0], FOUR[1], card("B", "H2", 1, 3))
    assert tricks(reader) == [["A HK", "B H4", "B H2"]]


def test_names_that_change_places(reader: Reader) -> None:
    """Each card exists once: what is still held by another card waits for that one to be revised."""
    reader.tell(*FOUR)
    reader.tell(revised(1, "H3"), revised(2, "H4"))
    assert tricks(reader) == [["A HK", "B H3", "C H4", "D T18"]]
    assert deal(reader)["questions"] == []


def test_a_new_card_whose_name_is_taken(reader: Reader) -> None:
    """Both are told of in one report: first the new one, then the better name of the old one."""
    reader.tell(FOUR[0], FOUR[1])
    reader.tell(card("C", "H4", 1, 3), revised(1, "H3"))
    assert tricks(reader) == [["A HK", "B H3", "C H4"]]


def test_a_card_that_cannot_be_is_asked_about(reader: Reader) -> None:
    reader.tell(FOUR[0], FOUR[1], card("C", "HK", 1, 3, confidence=0.9))
    assert tricks(reader) == [["A HK", "B H4", "C ??"]]
    question = deal(reader)["questions"][0]
    assert (question["trick"], question["position"], question["candidates"]) == (1, 3, [["HK", 0.9]])


def test_people_win(reader: Reader) -> None:
    """What was corrected, answered or entered by hand stays, and the reader is told."""
    answers = reader.tell(FOUR[0], FOUR[1], card("C", "??", 1, 3))
    asked = {"t": 1, "event": "question", "id": "q1", "trick": 1, "position": 3, "candidates": [], "of": 2}
    reader.tell(asked)
    fix = {"type": "card_laid", "by": "B", "card": "H1"}
    at, table = reader.at, reader.table
    at.say(table, {"type": "corrected", "event": answers[1]["seq"], "to": fix})
    at.say(table, {"type": "question_answered", "id": "q1", "card": "H2"})
    late = reader.tell(revised(1, "H3"), revised(2, "T05"))
    assert [a["error"]["code"] for a in late] == ["by_hand", "by_hand"]
    assert tricks(reader) == [["A HK", "B H1", "C H2"]]
    assert reader.sync()["corrected"] == {"1": "H1", "2": "H2"}


def test_a_card_entered_by_hand_first_is_not_laid_again(reader: Reader) -> None:
    reader.at.say(reader.table, {"type": "card_laid", "by": "A", "card": "HK"})
    reader.tell(card("A", "??"), *FOUR[1:])
    assert tricks(reader) == [["A HK", "B H4", "C H3", "D T18"]]


def test_by_hand_for_a_trick_and_back(reader: Reader) -> None:
    """The camera was covered for a whole trick: its next card belongs to the one after."""
    reader.tell(*FOUR)
    at, table = reader.at, reader.table
    at.say(table, {"type": "trick_collected", "trick": 1, "by": "D"})
    second = [("D", "S8"), ("A", "S7"), ("B", "SK"), ("C", "S9")]
    at.say(table, *({"type": "card_laid", "by": s, "card": c} for s, c in second))
    reader.tell(card("B", "D1", 2, 1), card("C", "D2", 2, 2))
    assert tricks(reader)[1:] == [["D S8", "A S7", "B SK", "C S9"], ["B D1", "C D2"]]


def test_what_was_played_by_hand_in_one_deal_says_nothing_of_the_next(reader: Reader) -> None:
    reader.tell(*FOUR)
    at, table = reader.at, reader.table
    at.say(table, {"type": "trick_collected", "trick": 1, "by": "D"})
    at.say(table, *({"type": "card_laid", "by": s, "card": c} for s, c in zip("DABC", ("S8", "S7", "SK", "S9"), strict=True)))  # fmt: skip
    reader.tell(card("B", "D1", 2, 1))
    assert len(tricks(reader)) == 3
    at.say(table, {"type": "deal_ended", "end": "played"}, {"type": "deal_opened"})
    reader.deal = 2
    reader.tell(*FOUR)
    assert tricks(reader) == [["A HK", "B H4", "C H3", "D T18"]]


def test_what_was_taken_back_unread(reader: Reader) -> None:
    reader.tell(FOUR[0], card("B", "??", 1, 2))
    reader.tell({"t": 3, "event": "taken_back", "seat": "B", "card": "??", "of": 1})
    reader.tell({"t": 3, "event": "taken_back", "seat": "A", "card": "HK", "of": 0})
    assert deal(reader)["record"]["tricks"] == [{"cards": [], "taken_back": [["A", "HK"]]}]


def test_what_comes_late_belongs_to_no_other_deal(reader: Reader) -> None:
    reader.deal = 2
    assert reader.tell(FOUR[0])[0]["error"]["code"] == "other_deal"
    reader.at.say(reader.table, {"type": "deal_ended", "end": "played"}, {"type": "deal_opened"})
    assert tricks(reader) == []


def test_gifts_are_read_asked_about_and_revised(at: House) -> None:
    table = at.table()
    at.say(table, {"type": "deal_opened"}, {"type": "contract_set", "game": "trischaken", "declarer": "A"})
    reader = Reader(at, table)
    reader.tell(*FOUR, {"t": 4, "event": "gift", "trick": 1, "card": "??"})
    reader.tell({"t": 4, "event": "question", "id": "q1", "trick": 1, "position": 5, "of": 4})
    assert deal(reader)["questions"][0]["position"] == 5
    reader.tell(revised(4, "D1", 1, 5))
    assert deal(reader)["record"]["tricks"][0]["gift"] == "D1" and deal(reader)["questions"] == []


def test_a_play_that_was_a_gift(at: House) -> None:
    """The reader took a talon card for a play, and knows better now."""
    table = at.table()
    at.say(table, {"type": "deal_opened"}, {"type": "contract_set", "game": "trischaken", "declarer": "A"})
    reader = Reader(at, table)
    reader.tell(*FOUR, card("D", "D1", 2, 1))
    reader.tell({"t": 4, "event": "gift", "trick": 1, "card": "D1", "of": 4})
    assert deal(reader)["record"]["tricks"][0]["gift"] == "D1" and len(tricks(reader)) == 1


def test_what_lies_openly_is_noted_once(reader: Reader) -> None:
    openly = {
        "t": 0.5,
        "event": "openly",
        "talon": [["T05", "HQ", "S7"], ["D1", "C8", "T14"]],
        "taken": "first",
    }
    reader.tell(openly)
    reader.tell(openly)
    assert deal(reader)["record"]["taken"] == "first"
    log = reader.at.host.get(f"/api/tables/{reader.table}/events").json()["events"]
    assert [row["event"]["type"] for row in log].count("talon_shown") == 1


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"t": 1, "event": "collected", "trick": 3, "by": "A"}, "trick"),
        (revised(7, "HK"), "of"),
        ({"t": 1, "event": "taken_back", "seat": "A", "card": "??"}, "of"),
        ({"t": 1, "event": "taken_back", "seat": "A", "card": "HK"}, "not_laid"),
    ],
)
def test_what_cannot_be_is_refused_and_holds_nothing_up(
    reader: Reader, event: dict[str, Any], code: str
) -> None:
    answers = reader.tell(event, FOUR[0])
    assert answers[0]["error"]["code"] == code
    assert answers[1]["noted"] is True


def test_one_camera_watches_a_table(reader: Reader) -> None:
    reader.sync()
    other = Reader(reader.at, reader.table, "r9")
    body = {"id": "r9", "deal": 1, "events": [FOUR[0]]}
    refused = other.device.post(f"/api/tables/{reader.table}/camera/events", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "camera")
    told = {"id": "r9", "source": "camera 1"}
    assert other.device.post(f"/api/tables/{reader.table}/camera/sync", json=told).status_code == 409


def test_a_revoked_camera_is_refused_in_the_middle(reader: Reader) -> None:
    reader.tell(FOUR[0])
    me = reader.device.get("/api/me").json()["device"]
    assert reader.at.host.delete(f"/api/devices/{me}").status_code == 200
    path = f"/api/tables/{reader.table}/camera/events"
    assert reader.device.post(path, json={"id": "r1", "first": 1, "events": [FOUR[1]]}).status_code == 401


def test_a_camera_of_another_table_does_not_see_this_one(reader: Reader) -> None:
    other = reader.at.table()
    path = f"/api/tables/{other}/camera/events"
    assert reader.device.post(path, json={"id": "r1", "events": [FOUR[0]]}).status_code == 404


def test_what_people_said_of_talon_discards_and_tricks_stands(reader: Reader) -> None:
    reader.tell(*FOUR[:3])
    by_hand = (
        {"type": "card_laid", "by": "D", "card": "T18"},
        {"type": "trick_collected", "trick": 1, "by": "D"},
        {"type": "discarded", "cards": ["HQ", "H1", "C7"]},
    )
    reader.at.say(reader.table, *by_hand)
    path = f"/api/tables/{reader.table}/commands"
    for number, word in enumerate(
        (
            {"type": "trick_collected", "trick": 1, "by": "A"},
            {"type": "discarded", "cards": ["C8", "C9", "C10"]},
            {"type": "card_taken_back", "by": "D", "card": "T18"},
        )
    ):
        answer = reader.device.post(path, json={"id": f"c{number}", "say": [word]})
        assert answer.json()["error"]["code"] == "by_hand"
    record = deal(reader)["record"]
    assert record["discards"] == ["HQ", "H1", "C7"] and record["tricks"][0]["collected_by"] == "D"
    assert tricks(reader) == [["A HK", "B H4", "C H3", "D T18"]]


def test_a_camera_may_correct_what_a_camera_saw(reader: Reader) -> None:
    reader.tell(*FOUR)
    path = f"/api/tables/{reader.table}/commands"
    for number, by in enumerate("AD"):
        word = {"type": "trick_collected", "trick": 1, "by": by}
        assert reader.device.post(path, json={"id": f"c{number}", "say": [word]}).status_code == 200
    assert deal(reader)["record"]["tricks"][0]["collected_by"] == "D"


@pytest.mark.parametrize("way", ["in memory", "by the receipts"])
def test_what_is_seen_later_of_a_card_that_was_read_at_second_look(reader: Reader, way: str) -> None:
    """It keeps the number that it was laid with: what the second reader says of it then is about that card."""
    reader.tell(card("A", "??"))
    reader.name, reader.next = "r2", 0
    reader.tell(card("A", "HK"))
    if way == "by the receipts":
        reader.at.app.app.state.services.cameras.notes._memories.clear()  # type: ignore[attr-defined]
    assert reader.tell(revised(0, "H4"))[0]["noted"]
    assert tricks(reader) == [["A H4"]]
    assert reader.tell({"t": 3, "event": "taken_back", "seat": "A", "card": "H4", "of": 0})[0]["noted"]
    assert tricks(reader) == [[]]


def test_after_a_restart_a_reader_still_hears_what_people_corrected(reader: Reader) -> None:
    """And the server still knows which cards are that reader's: what it says again is known, its next lead has its place."""
    reader.tell(*FOUR)
    path = f"/api/tables/{reader.table}/commands"
    seq = reader.at.host.get(f"/api/tables/{reader.table}").json()["seq"]
    events = reader.at.host.get(f"/api/tables/{reader.table}/events").json()["events"]
    laid = next(each["seq"] for each in events if each.get("event", {}).get("card") == "H3")
    to = {"type": "card_laid", "by": "C", "card": "H2"}
    word = {"type": "corrected", "event": laid, "to": to, "reason": "a misreading"}
    assert (
        reader.device is not None
        and reader.at.host.post(path, json={"id": "p1", "say": [word], "expect": seq}).status_code == 200
    )
    before = reader.sync()["corrected"]
    assert before == {"2": "H2"}
    reader.at.app.app.state.services.cameras.notes._memories.clear()  # type: ignore[attr-defined]
    assert reader.sync()["corrected"] == before


def test_a_gift_that_was_taken_back(at: House) -> None:
    table = at.table()
    at.say(table, {"type": "deal_opened"}, {"type": "contract_set", "game": "trischaken", "declarer": "A"})
    reader = Reader(at, table)
    reader.tell(*FOUR, {"t": 4, "event": "gift", "trick": 1, "card": "D1"})
    back = {"t": 5, "event": "taken_back", "seat": None, "card": "D1"}
    assert reader.tell(back)[0]["error"]["at"] == "of"  # nobody knows which
    assert reader.tell(back | {"of": 4})[0]["noted"]
    assert deal(reader)["record"]["tricks"][0].get("gift") is None
