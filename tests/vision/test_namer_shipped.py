"""The namer that is shipped: the same answers on both runtimes, and the project's own deck read at any size."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import BY_ID, IDS
from vision.decks import Deck, load_shipped
from vision.detector import load_finder
from vision.identity import Image, Looks, Quad, compare, look, rectify
from vision.reading import NAMER_FILE, TRUST_FILE, Reader, load_namer, load_reader, load_trust, shipped_decks
from vision.rendering import Assets, Scene, SceneSpec, render_scene
from vision.rendering import load_deck as load_faces
from vision.runtime import MODELS, engines, load_network

FACES = MODELS / "deck" / "png"


def faces() -> dict[int, Image]:
    found: dict[int, Image] = {}
    for path in sorted(Path(FACES).glob("*.png")):
        if path.stem in BY_ID:
            raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            assert raw is not None
            alpha = raw[..., 3:].astype(np.float32) / 255
            found[BY_ID[path.stem]] = (raw[..., :3] * alpha + 70 * (1 - alpha)).astype(np.uint8)
    return found


def on_a_table(face: Image, length: int, side: int = 720) -> tuple[Image, Quad]:
    """The card as a camera would show it, `length` pixels long, turned, in the middle of a table."""
    picture = np.full((side, side, 3), (60, 110, 60), np.uint8)
    half = np.array([[-0.27, -0.5], [0.27, -0.5], [0.27, 0.5], [-0.27, 0.5]], np.float32) * length
    quad = (half @ np.array([[0.8, 0.6], [-0.6, 0.8]], np.float32) + side / 2).astype(np.float32)
    scale = min(1.0, 1.2 * length / face.shape[0])
    small = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    h, w = small.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    drawn = cv2.warpPerspective(small, matrix, (side, side), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(drawn, np.uint8), quad


@pytest.fixture(scope="module")
def decks() -> dict[str, Deck]:
    return {deck.name: deck for deck in shipped_decks()}


def seen(length: int) -> tuple[list[int], Looks]:
    pictures = faces()
    embedder, _ = load_namer(threads=1)
    return list(pictures), look(
        embedder, [rectify(*on_a_table(face, length))[0] for face in pictures.values()]
    )


def test_every_shipped_deck_has_all_54_cards(decks: dict[str, Deck]) -> None:
    assert "kiebitz" in decks
    assert {name: deck.missing for name, deck in decks.items() if deck.missing} == {}


@pytest.mark.parametrize("length", [90, 160, 400])
def test_the_projects_own_deck_is_read(decks: dict[str, Deck], length: int) -> None:
    cards, looks = seen(length)
    assert len(cards) == 54
    likeness = compare(looks.vectors, decks["kiebitz"].prototypes)
    wrong = [
        (IDS[c], IDS[b]) for c, b in zip(cards, likeness.cosines.argmax(1).tolist(), strict=True) if c != b
    ]
    assert wrong == []
    assert float((looks.genuine > 0.5).mean()) > 0.95


@pytest.mark.parametrize("length", [120, 400, 700])
def test_a_close_up_is_read_like_a_card_farther_away(length: int) -> None:
    """As somebody does it who holds the phone right above the card."""
    reader, pictures = load_reader(), faces()
    cards = [BY_ID[name] for name in ("T21", "T02", "HK", "S8", "CJ", "D2")]
    seen = [reader.read(on_a_table(pictures[card], length, 1200)[0]).cards for card in cards]
    assert [[each.card for each in found] for found in seen] == [[IDS[card]] for card in cards]


def test_both_runtimes_give_the_same_answers() -> None:
    if len(engines()) < 2:
        pytest.skip("only one inference runtime is installed")
    batch = np.random.default_rng(3).random((5, 3, 192, 96), np.float32)
    answers = [load_network(MODELS / NAMER_FILE, threads=1, engine=engine).run(batch) for engine in engines()]
    for one, two in zip(*answers, strict=True):
        assert np.abs(one - two).max() < 2e-3


def test_the_answer_does_not_depend_on_what_else_is_in_the_batch() -> None:
    embedder, _ = load_namer(threads=1)
    batch = np.random.default_rng(4).random((6, 3, 192, 96), np.float32)
    whole, single = embedder.run(batch), embedder.run(batch[2:3])
    assert np.allclose(whole[0][2], single[0][0], atol=1e-4)


@pytest.fixture(scope="module")
def tables() -> list[Scene]:
    """Tricks of the project's own deck on drawn tables."""
    deck = load_faces(MODELS / "deck" / "png")
    assets = Assets([deck])
    spec = SceneSpec(kind="trick", deck=deck.name, card_px=130, tilt=12.0, variety=0.3, invented=0.0)
    return [render_scene(np.random.default_rng(seed), assets, spec) for seed in range(40, 46)]


def answers(tables: list[Scene], engine: str) -> list[list[str]]:
    embedder = load_network(MODELS / NAMER_FILE, threads=1, engine=engine)
    reader = Reader(
        load_finder(threads=1, engine=engine), embedder, shipped_decks(), load_trust(MODELS / TRUST_FILE)
    )
    return [sorted(card.card or "??" for card in reader.read(t.image).cards) for t in tables]


def test_the_whole_chain_gives_the_same_answers_on_both_runtimes(tables: list[Scene]) -> None:
    if len(engines()) < 2:
        pytest.skip("only one inference runtime is installed")
    one, two = (answers(tables, engine) for engine in engines())
    assert one == two
    assert sum(card not in ("??", "BACK") for cards in one for card in cards) >= 12


def test_the_held_out_namer_is_whole_and_knows_no_print_that_is_measured_with_it() -> None:
    folder = MODELS / "held-out"
    if not folder.is_dir():
        pytest.skip("an installed Kiebitz brings no networks for measuring")
    assert load_network(folder / NAMER_FILE, threads=1).run(np.zeros((1, 3, 192, 96), np.float32))
    names = {deck.name for deck in load_shipped(folder / "prototypes.npz")}
    assert {"kiebitz", "piatnik"} <= names
    assert not names & {"slovenia-modern", "type-d"}
    assert load_trust(folder / TRUST_FILE).threshold >= 0.6
