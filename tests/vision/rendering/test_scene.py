"""A rendered table and its labels: repeatable, and true to the pixel."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import BACK_ID, IDS
from vision.rendering import (
    KINDS,
    Assets,
    Placed,
    SceneSpec,
    look_at,
    paint_scene,
    read_labels,
    render_scene,
    write_scenes,
)
from vision.rendering.backs import make_back, make_face
from vision.rendering.canvas import Canvas
from vision.rendering.cards import any_finish, card_corners, paint_card
from vision.rendering.objects import MAKERS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_renders_the_same_from_the_same_seed(assets: Assets, kind: str) -> None:
    first, second = (
        render_scene(np.random.default_rng(5), assets, SceneSpec(320, 180, kind=kind)) for _ in "ab"
    )
    assert np.array_equal(first.image, second.image)
    assert first.label() == second.label()
    assert first.image.shape == (180, 320, 3)
    assert first.image.dtype == np.uint8


def test_another_seed_gives_another_picture(assets: Assets) -> None:
    first, second = (render_scene(np.random.default_rng(s), assets, SceneSpec(320, 180)) for s in (1, 2))
    assert not np.array_equal(first.image, second.image)


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [("empty", 0, 0), ("single", 1, 1), ("talon", 6, 6), ("fan", 3, 12), ("trick", 1, 4)],
)
def test_a_kind_has_the_faces_that_it_promises(assets: Assets, kind: str, least: int, most: int) -> None:
    for seed in range(6):
        scene = render_scene(np.random.default_rng(seed), assets, SceneSpec(320, 180, kind=kind))
        faces = [c.card for c in scene.cards if c.card != BACK_ID]
        assert least <= len(faces) <= most
        assert len(set(faces)) == len(faces)
        assert set(faces) <= set(IDS)


def test_outlines_run_clockwise_and_shares_are_shares(assets: Assets) -> None:
    for seed in range(12):
        for card in render_scene(np.random.default_rng(seed), assets, SceneSpec(320, 180)).cards:
            assert 0.0 <= card.visible <= 1.0
            assert card.quad.shape == (4, 2)
            assert cv2.contourArea(card.quad, oriented=True) > 0


@pytest.mark.parametrize(("tilt", "angle", "lift"), [(0, 0, 0), (0, 37, 0), (40, 110, 0), (25, 250, 12)])
def test_the_label_is_where_the_card_is_painted(tilt: float, angle: float, lift: float) -> None:
    camera = look_at(640, 360, card_px=120, tilt=tilt)
    canvas = Canvas(np.zeros((360, 640, 3), np.uint8))
    rng = np.random.default_rng(1)
    finish = any_finish(rng, 0.0)
    picture = np.full((226, 122, 3), 255, np.uint8)
    picture[:30, :30] = (0, 0, 255)
    laid = Placed("T01", 20, -10, angle, lift)
    paint_card(canvas, camera, picture, laid, finish, 0)
    quad = camera.straight(card_corners(laid, finish, 226 / 122))
    drawn = np.zeros((360, 640), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    owned = canvas.owner == 0
    common = (owned & (drawn > 0)).sum() / (owned | (drawn > 0)).sum()
    assert common > 0.96  # round corners and half pixels apart
    # The red mark sits at the first corner: the printed top left.
    red = np.argwhere((canvas.image[..., 2] > 150) & (canvas.image[..., 0] < 100))[:, ::-1].mean(axis=0)
    assert int(np.linalg.norm(quad - red, axis=1).argmin()) == 0


def test_a_covered_card_keeps_its_outline_and_loses_its_share(assets: Assets) -> None:
    camera = look_at(640, 360, card_px=100)
    laid = [Placed("T01", 0, 0, 0), Placed("T02", 30, 0, 0)]
    rng = np.random.default_rng(8)
    scene = paint_scene(rng, Assets(assets.decks), assets.decks[0], camera, laid, kind="trick", variety=0.0)
    below, above = scene.cards
    width = float(np.linalg.norm(below.quad[1] - below.quad[0]))
    # Thirty of about sixty-one millimetres are still seen, unless a thing fell on it.
    assert below.visible < 0.56
    assert abs(float(np.linalg.norm(above.quad[1] - above.quad[0])) - width) < 0.5


def test_the_part_outside_the_picture_is_not_seen(assets: Assets) -> None:
    camera = look_at(640, 360, card_px=100)
    edge = 320 * 113 / 100
    scene = paint_scene(
        np.random.default_rng(0),
        assets,
        assets.decks[0],
        camera,
        [Placed("T01", edge, 0, 0)],
        kind="single",
        variety=0.0,
    )
    assert 0.4 < scene.cards[0].visible < 0.6
    assert scene.cards[0].quad[:, 0].max() > 640


@pytest.mark.parametrize("k1", [-0.12, 0.12])
def test_what_the_lens_moves_out_of_the_picture_is_not_seen(assets: Assets, k1: float) -> None:
    """A card at the rim: as much of it is seen as of its outline in the finished picture lies within that."""
    camera = look_at(640, 360, card_px=100, k1=k1)
    edge = 320 * 113 / 100
    scene = paint_scene(
        np.random.default_rng(0),
        Assets(assets.decks),
        assets.decks[0],
        camera,
        [Placed("T01", edge, 0, 0)],
        kind="single",
        variety=0.0,
    )
    quad = scene.cards[0].quad
    picture = np.array([[0, 0], [640, 0], [640, 360], [0, 360]], np.float32)
    within = cv2.intersectConvexConvex(quad, picture)[0] / cv2.contourArea(quad)
    assert scene.cards[0].visible == pytest.approx(within, abs=0.05)


def test_scenes_are_written_and_read_in_the_common_format(assets: Assets, tmp_path: Path) -> None:
    scenes = [render_scene(np.random.default_rng(s), assets, SceneSpec(320, 180)) for s in range(3)]
    assert write_scenes(tmp_path, scenes) == 3
    rows = read_labels(tmp_path)
    assert sorted(rows) == ["0000.jpg", "0001.jpg", "0002.jpg"]
    for scene, row in zip(scenes, rows.values(), strict=True):
        assert (row["width"], row["height"], row["kind"]) == (320, 180, scene.kind)
        assert [c["card"] for c in row["cards"]] == [c.card for c in scene.cards]
        for card, told in zip(scene.cards, row["cards"], strict=True):
            assert np.allclose(card.quad, told["quad"], atol=0.051)
    picture = cv2.imread(str(tmp_path / "0000.jpg"))
    assert picture is not None
    assert picture.shape == (180, 320, 3)


def test_an_unknown_kind_is_named(assets: Assets) -> None:
    with pytest.raises(ValueError, match="kind: expected one of trick"):
        render_scene(np.random.default_rng(0), assets, SceneSpec(320, 180, kind="poker"))


@pytest.mark.parametrize("maker", MAKERS)
def test_things_on_the_table_have_a_shape(maker: object) -> None:
    art = np.random.default_rng(0).integers(0, 255, (90, 120, 3)).astype(np.uint8)
    for seed in range(4):
        sprite = maker(np.random.default_rng(seed), art)  # type: ignore[operator]
        assert sprite.colour.shape[:2] == sprite.mask.shape
        assert sprite.mask.max() > 100
        assert min(sprite.size_mm) > 3


def test_no_other_thing_is_shaped_like_a_tarock_card() -> None:
    """What is not to be found must not look like it: their ratio of sides is another one."""
    art = np.zeros((90, 120, 3), np.uint8)
    for maker in MAKERS:
        if maker.__name__ not in ("french_card", "paper_thing", "score_pad"):
            continue
        for seed in range(40):
            width, height = maker(np.random.default_rng(seed), art).size_mm
            ratio = max(width, height) / min(width, height)
            assert ratio < 1.8 or ratio > 2.2


def test_backs_and_invented_faces_are_cards() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        back, face = make_back(rng), make_face(rng, make_back(rng))
        assert abs(back.shape[0] / back.shape[1] - 1.852) < 0.03
        assert 1.7 < face.shape[0] / face.shape[1] < 2.0
