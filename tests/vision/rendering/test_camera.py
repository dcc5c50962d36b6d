"""A camera's geometry: what it says about a point is where the point is painted."""

from __future__ import annotations

import numpy as np
import pytest

from vision.rendering import look_at


@pytest.mark.parametrize("k1", [-0.08, 0.0, 0.05])
def test_straightening_undoes_the_lens(k1: float) -> None:
    camera = look_at(1280, 720, card_px=130, tilt=30, k1=k1)
    points = np.random.default_rng(3).uniform([0, 0], [1279, 719], (50, 2))
    assert np.allclose(camera.distort(camera.straighten(points)), points, atol=0.02)


@pytest.mark.parametrize(("tilt", "tolerance"), [(0, 0.5), (20, 6), (45, 20)])
def test_a_card_at_the_target_is_about_as_long_as_asked(tilt: float, tolerance: float) -> None:
    camera = look_at(1280, 720, card_px=130, tilt=tilt)
    ends = camera.project(np.array([[-56.5, 0, 0], [56.5, 0, 0]]))
    assert abs(float(np.linalg.norm(ends[1] - ends[0])) - 130) < tolerance


def test_the_near_edge_of_the_table_is_the_bottom_and_larger() -> None:
    camera = look_at(1280, 720, card_px=100, tilt=35)
    near = camera.project(np.array([[0, 200, 0], [50, 200, 0]]))
    far = camera.project(np.array([[0, -200, 0], [50, -200, 0]]))
    assert near[0, 1] > far[0, 1]
    assert np.linalg.norm(near[1] - near[0]) > np.linalg.norm(far[1] - far[0])


def test_what_stands_off_the_table_leans_away_from_a_tilted_camera() -> None:
    camera = look_at(1280, 720, card_px=100, tilt=35)
    low, high = camera.project(np.array([[0, 0, 0], [0, 0, 40]]))
    assert high[1] < low[1]


def test_the_lens_map_and_the_labels_agree() -> None:
    camera = look_at(640, 360, card_px=60, k1=-0.06)
    across, down = camera.lens_map()
    x, y = 100, 60
    source = np.array([[across[y, x], down[y, x]]], float)
    assert np.allclose(camera.distort(source), [[x, y]], atol=0.1)
