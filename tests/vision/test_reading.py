"""A whole picture: outlines in, named cards out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import BY_ID, IDS
from tests.vision.namer_stand_ins import TRUST, ColourNamer, ToldFinder, deck, outline, table
from vision.between import between
from vision.decks import DeckError
from vision.detector import Detections
from vision.drawing import draw_cards
from vision.identity import Image, Looks, Quad, compare
from vision.reading import LIKELY_BACK, WIDE, Reader, Sight, contradictions, load_reader, overlap, portrait

EYES = ColourNamer()
TRICK = [
    (BY_ID["T17"], outline(500, 300, 0.1)),
    (BY_ID["HK"], outline(760, 300, 1.7)),
    (BY_ID["S7"], outline(500, 560, 3.0)),
    (BY_ID["D1"], outline(800, 560, -0.6)),
]


def reader(finder: ToldFinder, *editions: int) -> Reader:
    return Reader(finder, EYES, [deck(f"edition-{n}", EYES, n) for n in editions or (0,)], TRUST)


def test_a_trick_is_named_and_outlined_from_the_printed_top_left() -> None:
    told = [np.roll(quad, 2 * (i % 2), axis=0) for i, (_, quad) in enumerate(TRICK)]
    reading = reader(ToldFinder(told, [False] * 4), 0, 1).read(table(TRICK))
    assert reading.deck == "edition-0"
    assert [c.card for c in reading.cards] == ["T17", "HK", "S7", "D1"]
    for seen, (_, quad) in zip(reading.cards, TRICK, strict=True):
        assert np.allclose(seen.quad, quad, atol=0.5)


def test_a_face_down_card_is_a_back_and_an_empty_table_is_empty() -> None:
    quads = [quad for _, quad in TRICK]
    reading = reader(ToldFinder(quads, [True, False, False, False])).read(table(TRICK))
    assert sorted(c.card for c in reading.cards) == ["BACK", "D1", "HK", "S7"]
    assert reader(ToldFinder([], [])).read(table([])).cards == ()


def test_what_is_no_card_gets_no_entry() -> None:
    bare = outline(200, 200, 0.3)
    reading = reader(ToldFinder([bare, TRICK[0][1]], [False, False])).read(table(TRICK[:1]))
    assert [c.card for c in reading.cards] == ["T17"]


@dataclass(slots=True)
class Unsure:
    """A finder that takes everything for backs, surely or not."""

    told: ToldFinder
    score: float

    def find(self, frame: Image, /) -> Detections:
        return replace(self.told.find(frame), scores=np.full(len(self.told.quads), self.score, np.float32))


@pytest.mark.parametrize(("score", "seen"), [(0.5, "T17"), (0.8, "T17"), (0.95, "BACK")])
def test_a_face_that_the_finder_hardly_takes_for_a_back_is_named(score: float, seen: str) -> None:
    finder = Unsure(ToldFinder([TRICK[0][1]], [True]), score)
    sure = Reader(finder, EYES, [deck("known", EYES)], replace(TRUST, bias=4))
    assert [c.card for c in sure.read(table(TRICK[:1])).cards] == [seen]
    elsewhere = table([(TRICK[0][0], outline(200, 200, 0.1))])
    left = ["BACK"] if score > LIKELY_BACK else []
    assert [c.card for c in sure.read(elsewhere).cards] == left, "what nobody is sure of gets no entry"


def pale(picture: Image, strength: float) -> Image:
    grey = picture.mean(axis=2, keepdims=True)
    return np.asarray(np.clip(grey + (picture - grey) * strength, 0, 255), np.uint8)


@pytest.mark.parametrize(("strength", "gained"), [(0.1, True), (0.25, True), (1.0, False)])
def test_a_deck_that_faded_is_looked_at_with_stronger_colours(
    strength: float, gained: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = pale(table(TRICK), strength)
    eyes = reader(ToldFinder([quad for _, quad in TRICK], [False] * 4))

    def alike() -> float:
        return float(
            compare(eyes.see(picture).looks.vectors, eyes.decks[0].prototypes).cosines.max(axis=1).mean()
        )

    assert [c.card for c in eyes.read(picture).cards] == ["T17", "HK", "S7", "D1"]
    with_help = alike()
    monkeypatch.setattr("vision.reading.PALE", -1.0)
    assert with_help > alike() + 0.01 if gained else with_help == alike()


def test_two_outlines_of_one_card_are_one_card() -> None:
    quad = TRICK[0][1]
    reading = reader(ToldFinder([quad, quad + 3], [False, False])).read(table(TRICK[:1]))
    assert [c.card for c in reading.cards] == ["T17"]


def test_a_second_loose_outline_of_a_named_card_is_no_card_of_its_own() -> None:
    quad = TRICK[0][1]
    loose = outline(508, 306, 0.1)
    told = ToldFinder([quad, loose], [False, False])
    assert [c.card for c in reader(told).read(table(TRICK[:1])).cards] == ["T17"]


@pytest.mark.parametrize(
    ("places", "why", "dropped"),
    [
        ([(0, 1.0), (61, 1.0), (30, 1.0)], "open cards side by side, and an outline across both", {2}),
        ([(0, 1.0), (30, 0.5), (60, 0.5)], "a fan: each card looks as hidden as it is", set()),
        ([(0, 1.0), (30, 1.0)], "half over one another and both open: one is not true", {1}),
        ([(0, 1.0), (200, 1.0)], "apart", set()),
    ],
)
def test_two_cards_are_not_seen_at_one_place(
    places: list[tuple[float, float]], why: str, dropped: set[int]
) -> None:
    quads = [outline(400 + x, 400, 0.0, 113) for x, _ in places]
    shares = np.array([0.82 * share for _, share in places], np.float32)
    worth = np.linspace(1, 0.5, len(places), dtype=np.float32)
    assert contradictions(quads, shares, worth) == dropped, why


def test_an_outline_that_the_finder_and_the_namer_doubt_gets_no_entry() -> None:
    """A picture of another deck, found with little confidence: what stays is neither a name nor a question."""
    strict = replace(TRUST, card_bias=-3, card_best=2, card_finder=3, threshold=0.99)
    foreign = table(TRICK[:1], edition=5)
    for score, expected in ((1.0, ["??"]), (0.1, [])):
        finder = ToldFinder([TRICK[0][1]], [False])
        found = finder.find(foreign)
        one = Reader(finder, EYES, [deck("known", EYES)], strict)
        sight = one.see(foreign)
        cards, _ = one.name_all(replace(sight, scores=found.scores * np.float32(score)))
        assert [c.card for c in cards] == expected


@pytest.mark.parametrize(("beside", "seen"), [(False, []), (True, ["??", "HK"])])
def test_a_doubtful_outline_is_asked_about_where_another_card_is_named(beside: bool, seen: list[str]) -> None:
    doubting = replace(TRUST, card_bias=-1.0)
    picture, quads = table(TRICK[:1], edition=5), [TRICK[0][1]]
    if beside:
        known = table(TRICK[1:2])
        picture, quads = np.where(known != table([]), known, picture), [*quads, TRICK[1][1]]
    told = ToldFinder(quads, [False] * len(quads))
    reading = Reader(told, EYES, [deck("known", EYES)], doubting).read(picture)
    assert [c.card for c in reading.cards] == seen


def test_a_card_that_an_enrolled_deck_lacks_is_asked_about() -> None:
    part = Reader(ToldFinder([TRICK[0][1]], [False]), EYES, [deck("part", EYES, 0, range(5))], TRUST)
    (seen,) = part.read(table(TRICK[:1])).cards
    assert seen.card == "??"
    assert {name for name, _ in seen.candidates} <= set(IDS[:5]), "only what the deck has pictures of"


def test_an_outline_that_begins_at_a_long_side_is_turned_upright() -> None:
    quad = TRICK[0][1]
    assert np.allclose(portrait(np.roll(quad, 1, axis=0)), quad)
    assert np.allclose(portrait(quad), quad)


@pytest.mark.parametrize(("shift", "expected"), [(0, 1.0), (200, 0.0)])
def test_overlap(shift: float, expected: float) -> None:
    quad = outline(400, 400, 0.0)
    beside = np.asarray(quad + np.array([shift, 0]), np.float32)
    assert overlap(quad, beside) == pytest.approx(expected, abs=1e-3)


def test_without_a_deck_there_is_nothing_to_read_with() -> None:
    with pytest.raises(DeckError):
        Reader(ToldFinder([], []), EYES, [], TRUST)


def test_the_drawing_marks_every_card_and_leaves_the_picture_alone() -> None:
    picture = table(TRICK)
    before = picture.copy()
    quads = [quad for _, quad in TRICK]
    reading = reader(ToldFinder(quads, [False, False, False, True])).read(picture)
    drawn = draw_cards(picture, reading.cards)
    assert (picture == before).all()
    assert drawn.shape == picture.shape
    for _, quad in TRICK:
        x, y = np.round(quad[0] + quad[1]).astype(int) // 2
        assert (drawn[y - 3 : y + 4, x - 3 : x + 4] != picture[y - 3 : y + 4, x - 3 : x + 4]).any()


def test_a_damaged_deck_stops_nothing_and_an_unknown_one_is_told_with_those_that_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("KIEBITZ_DATA", str(tmp_path))
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "broken.npz").write_text("no deck")
    loaded = load_reader(finder=ToldFinder([], []))
    assert loaded.decks == [one for one in loaded.decks if one.shipped]
    assert ["broken is damaged" in line for line in caplog.messages] == [True]
    for asked, told in (("broken", "enroll it again"), ("nope", loaded.decks[0].name)):
        with pytest.raises(DeckError, match=told):
            load_reader(asked, finder=ToldFinder([], []))


def test_who_names_the_deck_is_asked_less() -> None:
    every = load_reader(finder=ToldFinder([], []))
    named = load_reader("piatnik", finder=ToldFinder([], []))
    assert named.trust == every.trust.of_named_deck()
    assert named.trust.threshold < every.trust.threshold < every.trust.doubtful


class NearSighted:
    """Finds what is no card beside one that fills the picture, and the card itself once it is seen from farther away."""

    def __init__(self, whole: Quad, width: int) -> None:
        self.whole, self.width = whole, width

    def find(self, frame: Image) -> Detections:
        pad = (frame.shape[1] - self.width) // 2
        nothing = outline(150, 200, 0.0)
        return ToldFinder([nothing if pad == 0 else self.whole + np.float32(pad)], [False]).find(frame)


def test_a_close_up_of_which_only_pieces_are_found_is_seen_from_farther_away() -> None:
    whole = outline(640, 360, 0.0, 640)
    picture = table([(5, whole)])
    eyes = Reader(NearSighted(whole, 1280), ColourNamer(), [deck("one", ColourNamer())], TRUST)
    assert not (eyes.look_at(picture, NearSighted(whole, 1280).find(picture).quads)[1].genuine > 0.9).any()
    (seen,) = eyes.read(picture).cards
    assert seen.card == IDS[5]
    assert np.abs(seen.quad - whole).max() < 2


@pytest.mark.parametrize("shape", [(16, 20000), (2000, 2600), (3400, 600)])
def test_a_large_picture_is_seen_from_farther_away_in_little_memory(shape: tuple[int, int]) -> None:
    """With its border it has at most as many pixels as a large screen, and outlines come back to where they were."""
    seen: list[tuple[int, int]] = []

    class FromFarther:
        def find(self, frame_bgr: Image) -> Detections:
            seen.append(frame_bgr.shape[:2])
            if len(seen) == 1:
                return Detections.none()
            pad = (max(frame_bgr.shape[:2]) - min(WIDE, max(shape))) // 2
            scale = min(1.0, WIDE / max(shape))
            quad = np.array([[0, 0], [100, 0], [100, 190], [0, 190]], np.float32)
            small = (quad + 0.5) * scale - 0.5 + pad
            return Detections(
                np.asarray(small[None], np.float32), np.array([False]), np.array([0.9], np.float32)
            )

    reader = Reader(FromFarther(), ColourNamer(), [deck("one", ColourNamer())], TRUST)
    outlines: list[Quad] = []
    whole = reader.look_at

    def spied(picture: Image, quads: NDArray[np.float32]) -> tuple[list[Quad], Looks]:
        outlines.extend(quads)
        return whole(picture, quads)

    reader.look_at = spied  # type: ignore[method-assign]
    reader.see(np.full((*shape, 3), 90, np.uint8))
    assert max(seen[1]) <= WIDE * (1 + 2 * 0.7) + 2
    assert np.abs(outlines[-1] - [[0, 0], [100, 0], [100, 190], [0, 190]]).max() < 0.6


def in_a_row(step: float) -> list[tuple[int, Quad]]:
    """Three cards side by side, each upon the one before."""
    return [(BY_ID[card], outline(500 + step * i, 360, 0.1)) for i, card in enumerate(("T17", "HK", "S7"))]


@pytest.mark.parametrize(("visible", "found"), [(0.5, ["HK", "S7", "T17"]), (0.8, ["S7", "T17"])])
def test_a_card_that_was_missed_between_two_is_seen_by_what_it_hides(
    visible: float, found: list[str]
) -> None:
    """The last one covers nothing of the first: if that shows less than the whole, another one lies on it."""
    row = in_a_row(70)
    reader = Reader(ToldFinder([], []), EYES, [deck("one", EYES)], TRUST)
    outlines, looks = reader.look_at(table(row), np.array([row[0][1], row[2][1]]))
    looks = replace(looks, visible=np.array([visible, 0.82], np.float32))
    sight = reader._with_missed(table(row), Sight(outlines, looks, np.ones(2, np.float32)))
    assert sorted(card.card for card in reader.name_all(sight)[0]) == found


def test_nothing_is_looked_for_where_cards_show_what_they_should() -> None:
    row = [quad for _, quad in in_a_row(45)]
    apart = outline(900, 360, 0.1)
    assert between(row, np.array([0.5, 0.5, 0.82], np.float32)) == []  # there is none between neighbours
    assert between([row[0], apart], np.array([0.3, 0.82], np.float32)) == []  # too far from each other
    across = outline(545, 360, 1.6)
    assert between([row[0], across], np.array([0.3, 0.82], np.float32)) == []  # no row
    assert len(between([row[0], row[2]], np.array([0.3, 0.82], np.float32))) == 1
