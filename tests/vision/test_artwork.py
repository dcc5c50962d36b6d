"""The house deck: complete, self-contained, as committed, and every card apart from every other at 40 pixels."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from engine.cards import BY_ID, IDS, TAROCKS, roman
from vision.artwork import BACKS, RADIUS, SIZE, back_svg, drawings, face_svg
from vision.artwork.numerals import roman_width
from vision.artwork.tarocks import NUMERAL_HEIGHT

DECK = Path(__file__).parents[2] / "models" / "deck"
DRAWN = drawings()
NAMES = (*IDS, *(f"BACK-{kind}" for kind in BACKS))
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {SVG + tag for tag in ("svg", "g", "path", "circle", "ellipse", "rect")}

# What looks another way up side down, and why: pips that stand upright on the middle line, the suit sign on a
# belt, the maker's mark.
UPRIGHT = {"H1", "H3", "S7", "S8", "S9", "C7", "C8", "C9"}
BELT_SIGNS = {suit + rank for suit in "HSC" for rank in "KQCJ"}

Image = npt.NDArray[np.float64]


@cache
def committed(name: str) -> npt.NDArray[np.uint8]:
    """The committed PNG, blue-green-red-alpha."""
    pixels = cv2.imread(str(DECK / "png" / f"{name}.png"), cv2.IMREAD_UNCHANGED)
    assert pixels is not None, f"models/deck/png/{name}.png is missing"
    return np.asarray(pixels, np.uint8)


@cache
def small(name: str) -> Image:
    """As on a tablet in a hand of twelve: 40 pixels wide."""
    return cv2.resize(committed(name)[:, :, :3], (40, 74), interpolation=cv2.INTER_AREA).astype(np.float64)


def grey(image: Image) -> Image:
    return np.asarray(image @ np.array([0.114, 0.587, 0.299]), np.float64)


def deuteranope(image: Image) -> Image:
    """As an eye without green cones sees it (Machado, Oliveira and Fernandes 2009)."""
    matrix = np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    )
    linear = (image[:, :, ::-1] / 255) ** 2.2
    return np.asarray(np.clip(linear @ matrix.T, 0, 1) ** (1 / 2.2) * 255, np.float64)


def distance(one: Image, other: Image) -> float:
    """Root mean square of the pixels' differences, whichever way up the cards lie."""
    ways = (other, other[::-1, ::-1])
    return min(float(np.sqrt(((one - way) ** 2).mean())) for way in ways)


def test_every_card_and_three_backs_are_drawn() -> None:
    assert tuple(DRAWN) == NAMES
    assert len(set(DRAWN.values())) == 57


def test_drawing_twice_gives_the_same_text() -> None:
    assert drawings() == DRAWN


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_needs_nothing_but_itself(name: str) -> None:
    svg = DRAWN[name]
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {SIZE[0]} {SIZE[1]}"
    assert {node.tag for node in root.iter()} <= SHAPES
    attributes = {key for node in root.iter() for key in node.attrib}
    assert not [key for key in attributes if "href" in key or key in ("id", "style", "class", "clip-path")]
    assert "url(" not in svg
    assert not re.search(r"nan|inf|e[+-]\d", svg)


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_drawing_is_what_the_code_draws(name: str) -> None:
    assert (DECK / f"{name}.svg").read_text(encoding="utf-8") == DRAWN[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_picture_shows_the_drawing(name: str) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py (extra dev) turns drawings into pictures")
    from vision.artwork.raster import rasterise

    fresh = cv2.cvtColor(rasterise(DRAWN[name], 400), cv2.COLOR_RGBA2BGRA).astype(np.float64)
    difference = np.abs(fresh - committed(name))
    assert difference.mean() < 1.0  # the palette rounds the colours of some edges
    assert (difference.max(axis=2) > 64).mean() < 0.001


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_printed_outside_the_cut_paper(name: str) -> None:
    pixels = committed(name)
    assert pixels.shape == (741, 400, 4)
    scale = 400 / SIZE[0]
    y, x = np.mgrid[0:741, 0:400] + 0.5
    inner = RADIUS * scale
    beyond_x = np.maximum(inner - np.minimum(x, 400 - x), 0)
    beyond_y = np.maximum(inner - np.minimum(y, 741 - y), 0)
    corner = np.hypot(beyond_x, beyond_y)
    assert pixels[:, :, 3][corner > inner + 1].max() == 0
    assert pixels[:, :, 3][corner < inner - 1].min() == 255


@pytest.mark.parametrize("name", NAMES)
def test_a_card_looks_the_same_from_both_ends(name: str) -> None:
    turned_away = float(np.sqrt(((small(name) - small(name)[::-1, ::-1]) ** 2).mean()))
    if name in UPRIGHT:
        assert turned_away > 10
    else:
        assert turned_away < (5 if name in BELT_SIGNS else 3)


@pytest.mark.parametrize(
    ("eye", "least"),
    [(lambda image: image, 17.0), (grey, 14.0), (deuteranope, 17.0)],
    ids=["colours", "grey", "without green"],
)
def test_any_two_cards_differ_at_forty_pixels(eye: object, least: float) -> None:
    """The closest pairs are the same pips in two suits, and one pip more or less in one suit."""
    assert callable(eye)
    seen = {card: eye(small(card)) for card in IDS}
    pairs = sorted((distance(seen[a], seen[b]), a, b) for a, b in itertools.combinations(IDS, 2))
    assert pairs[0][0] >= least, f"closest at 40 px: {pairs[:5]}"
    assert all(a[0] != "T" and b[0] != "T" for _, a, b in pairs[:20]), "no two Tarocks are among the closest"


def test_a_back_is_no_face() -> None:
    closest = min(distance(small(f"BACK-{kind}"), small(card)) for kind in BACKS for card in IDS)
    assert closest > 40


def test_the_longest_numeral_stays_in_its_frame() -> None:
    widths = {number: roman_width(roman(number), NUMERAL_HEIGHT) for number in range(1, 22)}
    assert max(widths, key=widths.__getitem__) == 18
    assert 54 + widths[18] < SIZE[0] - 54


def test_all_tarocks_but_the_sküs_carry_a_numeral() -> None:
    numeral = f"scale({NUMERAL_HEIGHT / 100:g})"
    with_numeral = [card for card in range(54) if f"translate(54 56) {numeral}" in face_svg(card)]
    assert with_numeral == [card for card in range(54) if 1 << card & TAROCKS and card != BY_ID["T22"]]


def test_a_back_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match=r"back 4 does not exist; expected one of 1, 2, 3"):
        back_svg(4)


def test_the_deck_stays_small() -> None:
    assert sum(path.stat().st_size for path in DECK.rglob("*") if path.is_file()) < 4_000_000
