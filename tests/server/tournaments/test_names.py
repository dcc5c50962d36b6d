"""Lists of names as people have them."""

from __future__ import annotations

import pytest

from server.tournaments.names import read_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna\nBert\n\n  Cilli  \n", ["Anna", "Bert", "Cilli"]),
        ("Anna, Bert, Cilli", ["Anna", "Bert", "Cilli"]),
        ("\ufeff1;Anna Huber;Graz\r\n2;Bert Huber;Wien\r\n", ["Anna Huber", "Bert Huber"]),
        ("Nr.;Nachname;Vorname\n1;Huber;Anna\n2;Maier;Bert", ["Anna Huber", "Bert Maier"]),
        ("Name\nAnna", ["Anna"]),
        ("Verein;Spieler\nGraz;Anna\nWien;Bert", ["Anna", "Bert"]),
        ("1. Anna\n2) Bert\n- Cilli\n• Dora", ["Anna", "Bert", "Cilli", "Dora"]),
        ('"Huber; Anna";x\n"Maier";y', ["Huber; Anna", "Maier"]),
        ("Anna\tGraz\nBert\tWien", ["Anna", "Bert"]),
        ("Jose\u0301\nJosé", ["José"]),
        ("Name;Vorname\nHuber;Anna\nHuber;Karl", ["Anna Huber", "Karl Huber"]),
        ("Vorname\nAnna\nBert", ["Anna", "Bert"]),
        ("Huber, Anna\nHuber, Karl\nMaier, Sepp", ["Anna Huber", "Karl Huber", "Sepp Maier"]),
        (
            "1. Huber, Anna\n2. von Hohenstein, Max\nMaier, Sepp Karl",
            ["Anna Huber", "Max von Hohenstein", "Sepp Karl Maier"],
        ),
        ("Anna Huber, Karl Maier", ["Anna Huber", "Karl Maier"]),
        (
            "Anna Huber, Karl Maier\nSepp Gruber, Lisl Moser",
            ["Anna Huber", "Karl Maier", "Sepp Gruber", "Lisl Moser"],
        ),
        ("van der Berg, Jan", ["Jan van der Berg"]),
        ("Nachname,Vorname\nHuber,Anna", ["Anna Huber"]),
        (
            "Anna Huber,Graz\nBert Maier,Bad Ischl\nCilli Gruber,Wien",
            ["Anna Huber", "Bert Maier", "Cilli Gruber"],
        ),
        ("1,Anna Huber\n2,Bert Maier", ["Anna Huber", "Bert Maier"]),
        ("Anna Huber,\nBert Maier,", ["Anna Huber", "Bert Maier"]),
        ("", []),
        ("\n \n", []),
        (",", []),
    ],
)
def test_a_list(text: str, names: list[str]) -> None:
    assert list(read_names(text).names) == names


def test_a_line_that_no_table_could_hold_is_refused_and_the_others_are_read() -> None:
    found = read_names("Anna;Graz\n" + "x" * 140_000 + "\nBert;Wien")
    assert found.names == ("Anna", "Bert") and [line for line, _, _ in found.refused] == [2]


def test_what_is_doubtful_is_shown() -> None:
    found = read_names(
        "Anna Huber\nHuber Anna\nMüller Franz\nFranz Mueller\nAnna Huber\n123\n" + "x" * 61 + "\nA\u202eB"
    )
    assert found.twice == ("Anna Huber",)
    assert found.alike == (("Anna Huber", "Huber Anna"), ("Müller Franz", "Franz Mueller"))
    assert [line for line, _, _ in found.refused] == [6, 7, 8]
