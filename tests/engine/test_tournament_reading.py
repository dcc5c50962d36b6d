"""Reading: every defect is found with its place, in the order of the document, and nothing makes the reader stumble."""

from __future__ import annotations

import copy
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament import (
    MODES,
    Unusable,
    as_json,
    cup_as_json,
    cup_standings,
    parse,
    rank,
    read_cup,
    read_tournament,
)

SEEDS = Path(__file__).parents[3] / "shared" / "rules" / "seeds"
Change = Callable[[dict[str, Any]], object]


def table(
    names: str = "ABCD", points: tuple[object, ...] = (3, 1, -1, -3), games: object = 16
) -> dict[str, Any]:
    return {"players": list(names), "games": games, "points": list(points)}


def good(mode: str = "total") -> dict[str, Any]:
    rounds = [{"tables": [table(), table("EFGH")], "sitting_out": []} for _ in range(3)]
    return {
        "format": "kiebitz-tournament/1",
        "mode": mode,
        "options": {},
        "players": list("ABCDEFGH"),
        "rounds": rounds,
        "final": None,
    }


def problems(tree: object, *, seats_only: bool = False) -> list[str]:
    with pytest.raises(Unusable) as raised:
        read_tournament(tree, seats_only=seats_only)
    for problem in raised.value.problems:
        for lang in ("de", "en"):
            assert problem.message(lang).isprintable()
            assert "{" not in problem.message(lang).replace("{…}", "").replace('{"tables": […]}', "").replace(
                "{… ", ""
            )
    return [p.at for p in raised.value.problems]


def at(path: str) -> tuple[Callable[[dict[str, Any]], Any], str | int]:
    steps: list[str | int] = [int(s) if s.isdigit() else s for s in re.findall(r"[^.\[\]]+", path)]

    def parent(tree: dict[str, Any]) -> Any:
        node: Any = tree
        for step in steps[:-1]:
            node = node[step]
        return node

    return parent, steps[-1]


def changed(path: str, value: object, mode: str = "total") -> dict[str, Any]:
    tree = good(mode)
    parent, step = at(path)
    parent(tree)[step] = value
    return tree


def test_the_good_record_is_good_in_every_mode() -> None:
    for mode in MODES:
        read_tournament(good(mode))


T = "rounds[0].tables[0]"


@pytest.mark.parametrize(
    ("mode", "path", "value", "expected"),
    [
        # the record
        ("total", "format", "kiebitz-cup/1", "format"),
        ("total", "format", None, "format"),
        ("total", "mode", "preisschnapsen", "mode"),
        ("total", "mode", ["total"], "mode"),
        ("total", "mode", None, "mode"),
        ("total", "extra", 1, "extra"),
        ("total", "rounds", 3, "rounds"),
        ("total", "rounds[1]", [], "rounds[1]"),
        ("total", "players", "ABCD", "players"),
        ("total", "players[7]", "A", "players[7]"),
        ("total", "players[7]", 7, "players[7]"),
        ("total", "players[7]", " ", "players[7]"),
        ("total", "players[7]", "H\n", "players[7]"),
        # options
        ("total", "options", [], "options"),
        ("total", "options.ties", "shared", "options.ties"),
        ("total", "options.bye", "zero", "options.bye"),
        ("kantine", "options.ties", "shared", "options.ties"),
        ("kantine", "options.bye", "none", "options.bye"),
        ("kantine", "options.bye", True, "options.bye"),
        ("steirischer-cup", "options.bye", "zero", "options.bye"),
        ("steirischer-cup", "options.ties", None, "options.ties"),
        ("hopfgarten", "options.final", "x", "options.final"),
        # names
        ("total", f"{T}.players[2]", "Niemand", f"{T}.players[2]"),
        ("total", f"{T}.players[2]", 3, f"{T}.players[2]"),
        ("total", f"{T}.players[2]", "A", f"{T}.players[2]"),
        ("total", f"{T}.players[2]", "H", "rounds[0].tables[1].players[3]"),
        ("total", "rounds[2].sitting_out", ["A"], "rounds[2].sitting_out[0]"),
        ("total", "rounds[2].sitting_out", ["X"], "rounds[2].sitting_out[0]"),
        ("total", "rounds[2].sitting_out", "A", "rounds[2].sitting_out"),
        # tables
        ("total", f"{T}.seats", [], f"{T}.seats"),
        ("total", f"{T}.players", None, f"{T}.players"),
        ("hopfgarten", "rounds[0].sitting_out", ["A"], "rounds[0].sitting_out"),
        # points
        ("total", f"{T}.points", [3, 1, -1, -2], f"{T}.points"),
        ("total", f"{T}.points", [3, 1, -4], f"{T}.points"),
        ("total", f"{T}.points", [3, 1, -1, -3, 0], f"{T}.points"),
        ("total", f"{T}.points", "3 1 -1 -3", f"{T}.points"),
        ("total", f"{T}.points[1]", "1", f"{T}.points[1]"),
        ("total", f"{T}.points[1]", 1.0, f"{T}.points[1]"),
        ("total", f"{T}.points[1]", True, f"{T}.points[1]"),
        ("total", f"{T}.points[1]", None, f"{T}.points[1]"),
        ("total", f"{T}.points[1]", 10**17, f"{T}.points[1]"),
        # games
        ("kantine", f"{T}.games", 0, f"{T}.games"),
        ("total", f"{T}.games", -1, f"{T}.games"),
        ("hopfgarten", f"{T}.games", 21, f"{T}.games"),
        ("total", f"{T}.games", 10**6, f"{T}.games"),
        ("total", f"{T}.games", "16", f"{T}.games"),
        ("total", f"{T}.games", True, f"{T}.games"),
        # finals
        ("total", "final", {"tables": []}, "final"),
        ("kantine", "final", {}, "final"),
        ("steirischer-cup", "final", False, "final"),
        ("hopfgarten", "final", {"tables": []}, "final"),
        ("hopfgarten", "final", 3, "final"),
        ("hopfgarten", "final", {"tables": [table()]}, "final"),
    ],
)  # fmt: skip
def test_one_defect_and_its_place(mode: str, path: str, value: object, expected: str) -> None:
    tree = changed(path, value, mode)
    if path.endswith("players[7]") and path.startswith("players"):
        for played in tree["rounds"]:
            del played["tables"][1]  # where H would be missed again
    found = problems(tree)
    assert found[0] == expected
    if not path.endswith(("players[2]", "sitting_out")):
        assert found == [expected]


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6, 7])
@pytest.mark.parametrize("mode", list(MODES))
def test_the_size_of_a_table(mode: str, count: int) -> None:
    tree = good(mode)
    tree["rounds"] = [{"tables": [{"players": list("ABCDEFGH"[:count]), "games": 9, "points": [0] * count}]}]
    if mode in ("total", "steirischer-cup") and count in (5, 6):
        read_tournament(tree)
    else:
        assert problems(tree) == [f"{T}.players"]


@pytest.mark.parametrize("field", ["format", "mode", "players", "rounds"])
def test_a_missing_field_of_the_record(field: str) -> None:
    tree = good()
    del tree[field]
    assert problems(tree) == [field]


@pytest.mark.parametrize("field", ["players", "games", "points"])
def test_a_missing_field_of_a_table(field: str) -> None:
    tree = good()
    del tree["rounds"][0]["tables"][0][field]
    assert problems(tree) == [f"{T}.{field}"]


def test_what_may_be_left_out() -> None:
    tree = good()
    del tree["options"], tree["final"], tree["rounds"][0]["sitting_out"]
    read_tournament(tree)
    read_tournament(tree | {"options": None})


def test_all_defects_in_the_order_of_the_document() -> None:
    tree = good()
    tree["mode"] = "x"
    tree["rounds"][1]["tables"][0] = table("ABCX", (1, 0, 0, 0), "16")
    tree["rounds"][1]["tables"][1]["points"][3] = 0.5
    tree["more"] = 1
    text = json.dumps({"final": 3, **tree, "rounds": tree.pop("rounds")})
    parsed, _ = parse(text)
    assert problems(parsed) == [
        "mode",
        "rounds[1].tables[0].players[3]",
        "rounds[1].tables[0].games",
        "rounds[1].tables[0].points",
        "rounds[1].tables[1].points[3]",
        "more",
    ]


def test_the_second_place_is_the_one_that_stands_later() -> None:
    tree = good()
    tree["rounds"][0] = {"sitting_out": ["A"], "tables": [table()]}
    assert problems(tree) == [f"{T}.players[0]"]
    tree["rounds"][0] = {"tables": [table()], "sitting_out": ["A"]}
    assert problems(tree) == ["rounds[0].sitting_out[0]"]


class TestFinal:
    def record(self, final: list[dict[str, Any]], rounds: int = 3) -> dict[str, Any]:
        tree = good("hopfgarten")
        tree["players"] = list("ABCDEFGHIJKLMNOP")
        seats = [table("ABCD", (8, 7, -7, -8)), table("EFGH", (6, 5, -5, -6)), table("IJKL", (4, 3, -3, -4))]
        tree["rounds"] = [{"tables": [*seats, table("MNOP", (2, 1, -1, -2))]}] * rounds
        return tree | {"final": {"tables": final}}

    def seats(self, names: str) -> list[dict[str, Any]]:
        return [table(names[i : i + 4]) for i in range(0, len(names), 4)]

    @pytest.mark.parametrize(
        ("names", "expected"),
        [
            ("ABEFIJKLMNOP", []),
            ("ABEFIJKLMNOC", ["final.tables[2].players[3]"]),
            ("ABEFIJKL", ["final"]),
            ("ABEFIJKLMNOO", ["final.tables[2].players[3]"]),
        ],
    )
    def test_exactly_the_finalists(self, names: str, expected: list[str]) -> None:
        tree = self.record(self.seats(names))
        assert (problems(tree) if expected else read_tournament(tree).final and []) == expected

    def test_only_after_three_rounds(self) -> None:
        assert problems(self.record(self.seats("ABEFIJKLMNOP"), rounds=2)) == ["final"]

    def test_a_fourth_round_is_one_too_many(self) -> None:
        assert problems(self.record(self.seats("ABEFIJKLMNOP"), rounds=4)) == ["rounds[3]"]

    def test_it_is_read_like_a_round(self) -> None:
        tree = self.record(self.seats("ABEFIJKLMNOP"))
        tree["final"]["sitting_out"] = []
        tree["final"]["tables"][1]["games"] = 21
        tree["final"]["tables"][2]["points"] = [1, 1, 1, 1]
        assert problems(tree) == ["final.tables[1].games", "final.tables[2].points", "final.sitting_out"]

    def played(self, points: tuple[int, ...], tables: int = 4) -> dict[str, Any]:
        groups = ("ABCD", "EFGH", "IJKL", "MNOP")[:tables]
        return {"tables": [table(names, points) for names in groups]}

    def test_who_never_came_is_no_finalist(self) -> None:
        tree = self.record(self.seats("ABEFIJKLMNOP")) | {"rounds": [self.played((1, 1, 1, -3), 3)] * 3}
        assert problems(tree) == [f"final.tables[2].players[{i}]" for i in range(4)]

    def test_no_final_follows_from_vorrunden_that_are_only_seated(self) -> None:
        tree = self.record(self.seats("ABEFIJKLMNOP"))
        del tree["rounds"][0]["tables"][2]["points"]
        with pytest.raises(Unusable) as raised:
            read_tournament(tree, seats_only=True)
        assert [p.at for p in raised.value.problems] == ["rounds[0].tables[2].points"]

    def test_the_lot_chooses_among_those_who_share_the_last_place(self) -> None:
        tree = self.record([]) | {"rounds": [self.played((0, 0, 0, 0))] * 3}
        for twelve in ("ABCDEFGHIJKL", "EFGHIJKLMNOP"):
            read_tournament(tree | {"final": {"tables": self.seats(twelve)}})
        assert problems(tree | {"final": {"tables": self.seats("ABCDEFGH")}}) == ["final"]

    def test_who_is_sure_of_the_final_plays_whatever_the_lot_says(self) -> None:
        tree = self.record(self.seats("BCDEFGHJKLNO")) | {"rounds": [self.played((1, 0, 0, -1))] * 3}
        assert problems(tree)[0] == "final.tables[0].players[2]"
        tree["final"] = {"tables": self.seats("BCFGJKNOEFGH")}
        assert "final.tables[2].players[1]" in problems(tree)
        assert problems(tree | {"final": {"tables": self.seats("BCFGJKNO")}}) == ["final"]


def test_seats_that_are_only_drawn_are_enough_for_the_draw() -> None:
    tree = good()
    tree["rounds"][2] = {
        "tables": [{"players": list("ABCD")}, {"players": list("EFGH"), "games": None, "points": None}]
    }
    read_tournament(tree, seats_only=True)
    assert problems(tree) == [
        "rounds[2].tables[0].games",
        "rounds[2].tables[0].points",
        "rounds[2].tables[1].games",
        "rounds[2].tables[1].points",
    ]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (b"", "json", "line 1 column 1"),
        (b"{", "json", "line 1 column 2"),
        (b"\xff\xfe", "encoding", ""),
        (b"[" * 200_000, "too_deep", ""),
        (b'{"a":' * 200_000, "too_deep", ""),
    ],
)
def test_text_that_is_no_json(text: bytes, code: str, place: str) -> None:
    tree, problem = parse(text)
    assert tree is None
    assert problem is not None
    assert (problem.code, problem.at) == (code, place)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("null", [""]),
        ("[]", [""]),
        ("NaN", [""]),
        ('"\\ud800"', [""]),
        ('{"format": NaN}', ["format"]),
    ],
)
def test_json_that_is_no_record(text: str, places: list[str]) -> None:
    tree, problem = parse(text)
    assert problem is None
    assert problems(tree) == places


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"games": 16', '"games": 16, "games": 17', f"{T}.games"),
        ('"games": 16', '"games": 1' + "0" * 5000, f"{T}.games"),
        ("[3, 1, -1, -3]", "[3, NaN, -1, -3]", f"{T}.points[1]"),
        ("[3, 1, -1, -3]", "[3, 1, -1, -Infinity]", f"{T}.points[3]"),
        ("[3, 1, -1, -3]", "[1e999, 1, -1, -3]", f"{T}.points[0]"),
        ('"mode": "total"', '"mode": "total", "mode": "kantine"', "mode"),
        ('"H"]', '"\\ud83d"]', "players[7]"),
    ],
)  # fmt: skip
def test_what_json_lets_through(old: str, new: str, place: str) -> None:
    text = json.dumps(good())
    assert old in text
    tree, problem = parse(text.replace(old, new, 1))
    assert problem is None
    assert problems(tree)[0] == place


def test_half_a_character_in_a_field_name_can_still_be_reported() -> None:
    tree, _ = parse(
        '{"format": "kiebitz-tournament/1", "\\udcff": 1, "mode": "total", "players": [], "rounds": []}'
    )
    assert problems(tree) == ["\\udcff"]


def cup() -> dict[str, Any]:
    events = [
        {"name": "1", "points": {"A": "10", "B": "-1/2"}},
        {"name": "2", "points": {"A": "10", "C": "3"}},
    ]
    return {"format": "kiebitz-cup/1", "best": 1, "events": events, "final": {"points": {"B": "4/8"}}}


def test_a_cup_counts_the_best_events_and_the_final() -> None:
    assert cup_as_json(cup_standings(read_cup(cup())))["standings"] == [
        {"place": 1, "player": "A", "points": "10", "counted": [1], "final": None},
        {"place": 2, "player": "C", "points": "3", "counted": [2], "final": None},
        {"place": 3, "player": "B", "points": "0", "counted": [1], "final": "1/2"},
    ]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("best", 0, "best"),
        ("best", "6", "best"),
        ("best", True, "best"),
        ("events", {}, "events"),
        ("events[1]", 1, "events[1]"),
        ("events[1].name", 1, "events[1].name"),
        ("events[1].date", "2017", "events[1].date"),
        ("events[1].points", [], "events[1].points"),
        ("events[1].points.C", 3, "events[1].points.C"),
        ("events[1].points.C", "1/0", "events[1].points.C"),
        ("events[1].points.C", "1.5", "events[1].points.C"),
        ("events[1].points.C", "", "events[1].points.C"),
        ("events[1].points.C", "٣", "events[1].points.C"),
        ("events[1].points.C", "9" * 5000, "events[1].points.C"),
        ("final", 1, "final"),
        ("final.name", "x", "final.name"),
        ("final.points", None, "final.points"),
        ("final.points.Niemand", "3", "final.points.Niemand"),
        ("extra", 1, "extra"),
    ],
)
def test_a_faulty_cup(path: str, value: object, expected: str) -> None:
    tree = cup()
    parent, step = at(path)
    parent(tree)[step] = value
    with pytest.raises(Unusable) as raised:
        read_cup(tree)
    assert [p.at for p in raised.value.problems] == [expected]


@pytest.mark.parametrize("field", ["format", "best", "events"])
def test_a_missing_field_of_a_cup(field: str) -> None:
    tree = cup()
    del tree[field]
    with pytest.raises(Unusable) as raised:
        read_cup(tree)
    assert [p.at for p in raised.value.problems] == [field]


@pytest.mark.parametrize("where", ["event", "final"])
def test_the_points_of_a_cup_are_an_object(where: str) -> None:
    """A tournament's are a list."""
    tree = cup()
    del (tree["events"][0] if where == "event" else tree["final"])["points"]
    with pytest.raises(Unusable) as raised:
        read_cup(tree)
    assert "object" in raised.value.problems[0].message("en")


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "total", "3"])
)
fields = st.sampled_from(["tables", "players", "games", "points", "sitting_out", "name", "A", "x", "\ud800"])
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(fields, inner, max_size=4),
    max_leaves=12,
)


def places_of(node: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a tree that could hold something else."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [found for step, value in inner for found in ((*path, step), *places_of(value, (*path, step)))]


@given(st.data())
@settings(max_examples=400)
def test_whatever_is_put_wherever_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    original, read = data.draw(
        st.sampled_from(
            [
                *((good(mode), lambda tree: as_json(rank(read_tournament(tree)))) for mode in MODES),
                (cup(), lambda tree: cup_as_json(cup_standings(read_cup(tree)))),
            ]
        )
    )
    tree = copy.deepcopy(original)
    for _ in range(data.draw(st.integers(1, 3))):
        spots = places_of(tree)
        *way, last = data.draw(st.sampled_from(spots))
        node: Any = tree
        for step in way:
            node = node[step]
        node[last] = data.draw(anything)
    try:
        json.dumps(read(tree), allow_nan=False).encode()
    except Unusable as error:
        assert error.problems
        for problem in error.problems:
            assert (problem.message("de") + problem.message("en") + problem.at).isprintable()


@given(anything)
@settings(max_examples=200)
def test_anything_at_all_is_refused(tree: object) -> None:
    for read in (read_tournament, read_cup):
        with pytest.raises(Unusable):
            read(tree)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda s: s.encode("utf-8", "surrogatepass")))
@settings(max_examples=300)
def test_bytes_are_parsed_or_refused(text: bytes) -> None:
    tree, problem = parse(text)
    assert (problem is None) or tree is None


def fold(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss")).casefold()
    return re.sub(r"[^a-z0-9]", "", text)


@pytest.mark.skipif(not SEEDS.exists(), reason="the rule texts are not here")
def test_every_quoted_word_stands_in_its_text() -> None:
    # The Hopfgarten text is a scan that reads umlauts wrongly: a, o and u (with a stray i) stand for them there.
    for mode in MODES.values():
        for name, source in mode.sources.items():
            text = fold((SEEDS / f"{source.system}.txt").read_text(encoding="utf-8"))
            quote = fold(source.quote)
            if source.system == "hopfgarten-2023":
                quote = quote.replace("fur", "fiir")
                text = text.replace("zdhlt", "zahlt")
            assert quote in text, (name, quote)
