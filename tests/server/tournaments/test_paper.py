"""Papers and spreadsheets: complete, with any letters, and nothing in them runs."""

from __future__ import annotations

import csv
import re
import zipfile
from io import BytesIO, StringIO

import pytest

from server.exports.fonts import face, vera
from server.exports.tournament_files import CUP_EXPORTS, TOURNAMENT_EXPORTS
from server.exports.tournament_lists import sort_key, standing_rows
from server.exports.words import harmless
from server.tournaments import events as e
from server.tournaments.fold import fold
from server.tournaments.record import standing
from tests.server.house import House
from tests.server.tournaments.evenings import Evening

EUROPE = (
    "=1+1", "@Đorđe", "Łukasz Żółć", "Őri Ágnes", "Šárka Čapková", "Ýmir Þórsson", "Γιώργος", "Nuñez-Çelik",
)  # fmt: skip


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("kind", list(TOURNAMENT_EXPORTS))
def test_every_file_can_be_had_at_every_time(at: House, kind: str, lang: str) -> None:
    evening = Evening(at, mode="steirischer-cup")
    path = f"{evening.path}/exports/{kind}?lang={lang}"
    assert at.host.get(path).status_code == 200
    evening.say("players_listed", players=list(EUROPE))
    evening.say("rounds_drawn", seed="7", count=3)
    assert at.host.get(path).status_code == 200
    evening.say("round_opened", round=1)
    evening.slips()
    answer = at.host.get(path)
    assert answer.status_code == 200 and len(answer.content) > 100
    assert answer.content.startswith(b"%PDF") == kind.endswith(".pdf")


def test_nothing_in_a_spreadsheet_runs(at: House) -> None:
    evening = Evening(at)
    evening.say("players_listed", players=list(EUROPE))
    evening.say("rounds_drawn", seed="7")
    evening.say("round_opened", round=1)
    evening.slips()
    evening.say("sheet_corrected", round=1, table=1, games=9, points=[5, 1, -2, -4], reason="=HYPERLINK(1)")
    text = at.host.get(f"{evening.path}/exports/standing.csv").content.decode("utf-8-sig")
    names = [row[1] for row in csv.reader(StringIO(text))][1:]
    assert "'=1+1" in names and "'@Đorđe" in names and len(names) == 8
    book = zipfile.ZipFile(BytesIO(at.host.get(f"{evening.path}/exports/standing.xlsx").content))
    sheets = "".join(book.read(n).decode() for n in book.namelist() if n.startswith("xl/worksheets/sheet"))
    assert "<f>" not in sheets
    assert "'=HYPERLINK(1)" in book.read("xl/sharedStrings.xml").decode()


@pytest.mark.parametrize(
    ("lang", "about"), [("de", ["0,5", "0", "-0,188", "-0,312"]), ("en", ["0.5", "0", "-0.188", "-0.312"])]
)
def test_no_spreadsheet_takes_a_score_for_a_date_or_for_thousands(
    at: House, lang: str, about: list[str]
) -> None:
    evening = Evening(at, mode="kantine", rules="kantine-2.0")
    evening.begin(4)
    evening.slips(1, (8, 0, -3, -5), games=16)
    path = f"{evening.path}/exports/standing"
    text = at.host.get(f"{path}.csv?lang={lang}").content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text)))[1:]
    scores = ["'1/2", "0", "'-3/16", "'-5/16"]
    assert [row[2:5] for row in rows] == [
        [score, near, score] for score, near in zip(scores, about, strict=True)
    ]
    actor = at.host.portal.call(at.app.app.state.services.tournaments.get, evening.id)  # type: ignore[union-attr, attr-defined]
    shown = standing_rows(standing(actor.state), lang)[1:]  # on paper, and where a cell has its type
    assert [row[2:4] for row in shown] == [
        ["1/2", about[0]],
        [0, about[1]],
        ["-3/16", about[2]],
        ["-5/16", about[3]],
    ]


def test_a_face_without_a_letter_says_so() -> None:
    poor = vera()
    assert poor.fitted("Müller") == "Müller" and not poor.lacks(["Müller"])
    assert poor.fitted("Őri Ħamrun ẞ") == "Ori Hamrun SS"
    assert poor.fitted("Γ") == "?" and poor.lacks(["Őri"])


def test_the_machines_face_has_the_letters_of_europe() -> None:
    if face().regular == "vera":
        pytest.skip("no font of this system was found (Debian: apt-get install fonts-dejavu-core)")
    assert not face().lacks(list(EUROPE))


def test_names_stand_where_one_looks_for_them() -> None:
    names = ["Zach", "Őri", "Đorđe", "Ober", "Łukasz", "Emil", "Dora", "Mitzi", "öd"]
    expected = ["Dora", "Đorđe", "Emil", "Łukasz", "Mitzi", "Ober", "öd", "Őri", "Zach"]
    assert sorted(names, key=sort_key) == expected


def test_a_formula_behind_another_languages_mark_runs_neither() -> None:
    """There a semicolon begins the next cell."""
    assert harmless("Bert;=cmd|' /C calc'!A0;") == "Bert;'=cmd|' /C calc'!A0;"
    assert harmless("Huber, Anna; Graz") == "Huber, Anna; Graz"


def test_the_seats_of_many_rounds_fit_on_the_paper(at: House) -> None:
    evening = Evening(at)
    evening.say("players_listed", players=[f"Player {n}" for n in range(8)])
    evening.say("rounds_drawn", seed="7", count=14)
    for number in (0, 14):
        answer = at.host.get(f"{evening.path}/exports/seats-by-name.pdf?round={number}")
        assert answer.status_code == 200 and answer.content.startswith(b"%PDF")


def test_the_pages_of_slips_are_the_tables(at: House) -> None:
    evening = Evening(at, deals=12)
    evening.begin(16)
    pdf = at.host.get(f"{evening.path}/exports/slips.pdf").content
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == 4


@pytest.mark.parametrize("kind", list(CUP_EXPORTS))
def test_a_cups_files(at: House, kind: str) -> None:
    cup = at.host.post("/api/cups?command=c1", json={"name": "Cup", "best": 2}).json()["id"]
    word = {"type": "event_added", "name": "Graz", "points": dict.fromkeys(EUROPE, "10")}
    assert at.host.post(f"/api/cups/{cup}/commands", json={"id": "1", "say": [word]}).status_code == 200
    answer = at.host.get(f"/api/cups/{cup}/exports/{kind}")
    assert answer.status_code == 200
    if kind == "cup.csv":
        assert "'=1+1" in answer.text


NAMES = tuple(f"P{i:02d}" for i in range(16))
TABLES = tuple(NAMES[i : i + 4] for i in range(0, 16, 4))
SLIPS = ((4, -1, -1, -2), (3, -1, -1, -1), (6, -2, -2, -2), (9, -3, -3, -3))


def drawn(number: int) -> list[e.Said]:
    seats = e.Seats(tables=TABLES)
    opened = tuple(f"t{number}{i:011d}" for i in range(4))
    return [e.RoundsDrawn(count=1, seed="x", rounds=(seats,)), e.RoundOpened(round=number, tables=opened)]


def slips(number: int, tables: int = 4) -> list[e.Said]:
    return [e.SlipEntered(round=number, table=i + 1, games=20, points=SLIPS[i]) for i in range(tables)]


def test_no_paper_names_finalists_before_the_last_sheet_of_the_vorrunden_is_in() -> None:
    words: list[e.Said] = [
        e.TournamentCreated(name="Probe", mode="hopfgarten", rules="hopfgarten-2023"),
        e.PlayersListed(players=NAMES),
    ]
    for number in (1, 2):
        words += [*drawn(number), *slips(number)]
    words += drawn(3)
    for entered in (0, 2):
        told = standing(fold([*words, *slips(3, entered)]))
        assert told.finalists == told.undecided == ()
    whole = standing(fold([*words, *slips(3)]))
    assert len(whole.finalists) + len(whole.undecided) >= 12
