"""Reading JSON from outside: every defect with its place, one clear sentence each, and never anything but an InputError."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import IDS
from engine.dealing import random_deal
from engine.fields import MAX_TEXT, InputError, parse_json
from engine.judge import judge
from engine.record import write_deal
from engine.record_reading import read_deal
from engine.result import read_result
from engine.settle import settle
from engine.systems import SYSTEMS
from engine.terms import BONUS_IDS, SEATS

Json = dict[str, Any]

DEAL: Json = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "options": {},
    "forehand": "S",
    "auction": [{"by": "A", "call": "vorhand"}, {"by": "B", "call": "besserrufer", "bird": "pagat"}],
    "contract": {"game": "besserrufer", "bird": "pagat", "declarer": "B", "called": "HK", "with": []},
    "talon": [["T05", "HQ", "S7"], ["D1", "C8", "T14"]],
    "taken": "first",
    "discards": ["??", "??", "??"],
    "hands": {"A": ["S8", "T10"]},
    "announcements": [{"by": "D", "what": "trull"}],
    "kontra": [{"by": "C", "on": "game", "level": "kontra"}],
    "tricks": [
        {
            "cards": [["A", "S8"], ["B", "SK"], ["C", "S9"], ["D", "T04"]],
            "collected_by": "D",
            "taken_back": [],
        }
    ],
    "end": "running",
}
RESULT: Json = {
    "format": "kiebitz-result/1",
    "rules": "steiermark-2017",
    "options": {},
    "contract": {"game": "besserrufer", "bird": "pagat", "declarer": "B", "partner": "D", "with": []},
    "declarer_thirds": 131,
    "thirds": [60, 91, 30, 29],
    "tricks_won": [4, 5, 2, 1],
    "bonuses": [{"what": "pagat", "announced_by": "B", "side": "declarers", "made": True}],
    "kontra": [{"by": "C", "on": "game", "level": "kontra"}],
    "king_in_talon": False,
    "king_left": False,
    "end": "played",
}
MISSING = object()


def changed(document: Json, path: str, value: Any) -> Json:
    """A copy with one value set (or taken out) at `a.b[0].c`."""
    result = copy.deepcopy(document)
    at: Any = result
    steps: list[str | int] = []
    for part in path.split("."):
        name, *indices = part.replace("]", "").split("[")
        steps += [name, *map(int, indices)]
    for step in steps[:-1]:
        at = at[step]
    if value is MISSING:
        del at[steps[-1]]
    else:
        at[steps[-1]] = value
    return result


def problems_of(read: Any, document: object) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        read(document)
    return [(p.at, p.message) for p in caught.value.problems]


def test_the_examples_themselves_are_read() -> None:
    assert read_deal(DEAL).end == "running"
    assert read_result(RESULT).declarer == 1


@pytest.mark.parametrize(
    ("path", "value", "at", "words"),
    [
        ("format", "kiebitz-deal/2", "format", "expected one of kiebitz-deal/1"),
        ("format", MISSING, "format", "is missing"),
        ("rules", "wien", "rules", "expected one of steiermark-2017"),
        ("rules", None, "rules", "is missing"),
        ("players", 4, "players", "unknown field"),
        ("", 4, "", "unknown field"),
        ("options", {"skotty": True}, "options.skotty", "has no option"),
        ("options", {"radl": "ja"}, "options.radl", "expected true or false"),
        ("options", [], "options", "expected an object"),
        ("forehand", "X", "forehand", "expected one of S, E, N, W"),
        ("auction", {}, "auction", "expected a list"),
        ("auction[1].call", "skat", "auction[1].call", "expected one of vorhand"),
        ("auction[1].bird", "adler", "auction[1].bird", "expected one of pagat"),
        ("auction[0].by", 0, "auction[0].by", "expected one of A, B, C, D"),
        ("contract", "rufer", "contract", "expected an object"),
        ("contract.game", "farbeneiner", "contract.game", "steiermark-2017 has no game"),
        ("contract.game", MISSING, "contract.game", "is missing"),
        ("contract.bird", "adler", "contract.bird", "expected one of pagat"),
        ("contract.declarer", "b", "contract.declarer", "expected one of A, B, C, D"),
        ("contract.called", "T05", "contract.called", "a king's id"),
        ("contract.partner", "B", "contract.partner", "his own partner"),
        ("contract.with", ["C"], "contract.with", "side by side"),
        ("contract.with", ["B"], "contract.with[0]", "beside himself"),
        ("contract.wins", True, "contract.wins", "unknown field"),
        ("talon", [["T05", "HQ", "S7"]], "talon", "expected two halves"),
        ("talon[1]", ["D1", "C8"], "talon[1]", "expected three cards"),
        ("talon[1][2]", "T99", "talon[1][2]", "is no card"),
        ("talon[1][2]", "T05", "talon", "T05 stands twice"),
        ("taken", "third", "taken", "expected first, second, all, none"),
        ("taken", "T20", "taken", "does not lie in the talon"),
        ("discards[1]", 17, "discards[1]", "expected a text"),
        ("discards[1]", "SK", "discards[1]", "SK stands twice; first at tricks[0].cards[1]"),
        ("hands.E", [], "hands.E", "unknown field"),
        ("hands.A[1]", "S8", "hands.A[1]", "already in the hand of A"),
        ("hands.A[0]", "S10", "tricks[0].cards[0]", "which is not in his hand"),
        ("announcements[0].what", "durch", "announcements[0].what", "expected one of pagat"),
        ("announcements[0].by", MISSING, "announcements[0].by", "is missing"),
        ("kontra[0].level", "hirsch", "kontra[0].level", "expected one of kontra, re, sub"),
        ("kontra[0].on", "skat", "kontra[0].on", "expected one of game"),
        ("tricks", [{}] * 13, "tricks", "expected at most 12"),
        ("tricks[0]", [], "tricks[0]", "expected an object"),
        ("tricks[0].cards[1]", ["B"], "tricks[0].cards[1]", "a pair of seat and card"),
        ("tricks[0].cards[1]", ["B", "SK", 1], "tricks[0].cards[1]", "a pair of seat and card"),
        ("tricks[0].cards[1]", ["E", "SK"], "tricks[0].cards[1][0]", "expected one of A, B, C, D"),
        ("tricks[0].cards[1]", ["B", "XXIII"], "tricks[0].cards[1][1]", "is no card"),
        ("tricks[0].cards[1]", ["B", "BACK"], "tricks[0].cards[1][1]", "is no card"),
        ("tricks[0].cards[1]", ["B", "S8"], "tricks[0].cards[1]", "first at tricks[0].cards[0]"),
        ("tricks[0].collected_by", "E", "tricks[0].collected_by", "expected one of A, B, C, D"),
        ("tricks[0].gift", "D1", "talon", "was left in the talon and stands also at tricks[0].gift"),
        ("tricks[0].gift", [None], "tricks[0].gift[0]", "expected a text"),
        ("tricks[0].taken_back", [["B"]], "tricks[0].taken_back[0]", "a pair of seat and card"),
        ("end", "over", "end", "expected one of played"),
        ("end", "blank", "end", "an empty Rufer is played"),
    ],
)  # fmt: skip
def test_a_wrong_record_says_where_and_what_would_be_right(
    path: str, value: Any, at: str, words: str
) -> None:
    found = problems_of(read_deal, changed(DEAL, path, value))
    assert any(at == where and words in message for where, message in found), found


@pytest.mark.parametrize(
    ("path", "value", "at", "words"),
    [
        ("contract.game", "farbeneiner", "contract.game", "has no game"),
        ("contract.partner", "B", "contract.partner", "his own partner"),
        ("contract.with", ["B"], "contract.with[0]", "beside himself"),
        ("declarer_thirds", MISSING, "declarer_thirds", "is missing"),
        ("declarer_thirds", 211, "declarer_thirds", "from 0 to 210"),
        ("declarer_thirds", 131.0, "declarer_thirds", "a whole number"),
        ("declarer_thirds", True, "declarer_thirds", "a whole number"),
        ("thirds", [60, 91, 30, 30], "thirds", "expected 210"),
        ("thirds", [60, 91, 30], "thirds", "a list of four"),
        ("thirds", [60, 91, 30, -1], "thirds[3]", "from 0 to 210"),
        ("tricks_won", [4, 5, 2, 2], "tricks_won", "expected 12"),
        ("bonuses[0].what", "sack1", "bonuses[0].what", "has no bonus"),
        ("bonuses[0].side", "both", "bonuses[0].side", "expected one of declarers, opponents"),
        ("bonuses[0].made", None, "bonuses[0].made", "is missing"),
        ("bonuses", [], "bonuses", "is missing among the bonuses"),
        ("king_in_talon", True, "king_in_talon", "without a partner"),
        ("king_in_talon", "no", "king_in_talon", "expected true or false"),
        ("end", "running", "end", "expected one of played"),
        ("renonce", {"by": "C", "claims": [{"by": "C", "what": "pagat"}]}, "renonce.claims[0].by", "himself"),
        ("options", {"skoty": True}, "options.skoty", "has no option"),
    ],
)  # fmt: skip
def test_a_wrong_result_says_where_and_what_would_be_right(
    path: str, value: Any, at: str, words: str
) -> None:
    found = problems_of(read_result, changed(RESULT, path, value))
    assert any(at == where and words in message for where, message in found), found


def test_all_defects_are_reported_in_one_reading() -> None:
    document = changed(
        changed(changed(DEAL, "rules", "wien"), "end", "over"), "tricks[0].cards[1]", ["E", "Z"]
    )
    places = [at for at, _ in problems_of(read_deal, document)]
    assert places == ["rules", "tricks[0].cards[1][0]", "tricks[0].cards[1][1]", "end"]


def test_only_an_empty_rufer_is_blank() -> None:
    document = {
        "format": "kiebitz-deal/1",
        "rules": "hopfgarten-2023",
        "contract": {"game": "trischaken", "declarer": "A"},
        "end": "blank",
    }
    assert [at for at, _ in problems_of(read_deal, document)] == ["end"]  # reported


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "no JSON"),
        (b"\x00" * 50, "no JSON"),
        (b"\xff\xfe{\x00}\x00", "expected UTF-8, got another encoding at byte 0"),
        (b'{"format": "\xe9"}', "at byte 12"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"end": NaN}', "NaN is no JSON number"),
        (b'{"end": -Infinity}', "-Infinity is no JSON number"),
        (b'{"end": ' + b"9" * 10_000 + b"}", "too many digits"),
        (b'{"end": 1, "end": 2}', 'the field "end" stands twice'),
        (b'{"\\ud800": 1, "\\ud800": 2}', "\\ud800"),
        (b"{} {}", "line 1, column 4"),
        (b'{"end":\r\n oops}', "line 2, column 2"),
        (b"x" * (MAX_TEXT + 1), "expected at most 10,000,000"),
    ],
    ids=range(14),
)  # fmt: skip
def test_what_is_no_json_is_said_in_one_line(text: bytes, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text)
    problem = caught.value.first
    assert words in problem.message
    assert problem.message.isprintable()


def test_a_byte_order_mark_and_crlf_do_no_harm() -> None:
    text = b"\xef\xbb\xbf" + json.dumps(DEAL, indent=1).replace("\n", "\r\n").encode()
    assert read_deal(parse_json(text)) == read_deal(DEAL)


NONSENSE = st.recursive(
    st.sampled_from(
        [None, True, 0, -1, 10**400, 1.5, float("inf"), "", "??", "A", "\uff21", "\u042217", "\x00", "\ud800", "\u202e",
         "x" * 5_000, "first", "fourth", "rufer", "pagat", "kontra", *SEATS, *IDS[:4], *BONUS_IDS[:3]]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def damaged(data: st.DataObject, value: Any) -> Any:
    """The value with one part replaced, doubled, renamed or taken out, somewhere inside."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 9)):
        name = data.draw(st.sampled_from(sorted(value)))
        rest = {k: v for k, v in value.items() if k != name}
        how = data.draw(st.integers(0, 9))
        if how == 0:
            return rest
        if how == 1:
            return rest | {data.draw(st.text(max_size=3)): value[name]}
        return rest | {name: damaged(data, value[name])}
    if isinstance(value, list) and value and data.draw(st.integers(0, 9)):
        index = data.draw(st.integers(0, len(value) - 1))
        how = data.draw(st.integers(0, 9))
        if how == 0:
            return value[:index] + value[index + 1 :]
        if how == 1:
            return value[: index + 1] + value[index:]
        return [*value[:index], damaged(data, value[index]), *value[index + 1 :]]
    return data.draw(NONSENSE)


def _judged(document: object) -> Json:
    return judge(read_deal(document)).as_json()


def _settled(document: object) -> Json:
    return settle(read_result(document)).as_json()


@given(st.data())
@settings(max_examples=100)
def test_a_damaged_record_or_result_is_judged_or_refused_in_clear_words(data: st.DataObject) -> None:
    deal = write_deal(
        random_deal(Random(data.draw(st.integers(0, 9))), data.draw(st.sampled_from(list(SYSTEMS))))
    )
    for answer, whole in ((_judged, deal), (_settled, RESULT)):
        document = whole
        for _ in range(data.draw(st.integers(1, 2))):
            document = damaged(data, document)
        try:
            answer(document)
        except InputError as error:
            for problem in error.problems:
                assert problem.message.isprintable()
                assert problem.at.isprintable()
                assert len(str(problem)) < 1_500
