"""Names at the ends of the evening's lines: beside their line, never over each other, never out of the picture."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion_app.widgets.spread import apart


@pytest.mark.parametrize(
    ("middles", "places"),
    [
        ([10.0, 50.0, 90.0], [5.0, 45.0, 85.0]),  # nobody is in the way
        ([50.0, 50.0, 50.0, 10.0], [45.0, 55.0, 65.0, 5.0]),  # three equal totals, from their place upwards
        ([98.0, 98.0, 98.0, 2.0], [70.0, 80.0, 90.0, 0.0]),  # at the top they come down; who is last stays
        ([2.0, 2.0, 2.0, 98.0], [0.0, 10.0, 20.0, 90.0]),
        ([100.0, 100.0, 75.0, 0.0], [80.0, 90.0, 70.0, 0.0]),  # and push who was just beneath
        ([], []),
    ],
)
def test_only_those_in_the_way_are_moved(middles: list[float], places: list[float]) -> None:
    assert apart(middles, [10.0] * len(middles), 0.0, 100.0) == places


@given(st.lists(st.floats(0, 100), max_size=6))
def test_they_stay_in_the_picture_and_apart(middles: list[float]) -> None:
    places = apart(middles, [15.0] * len(middles), 0.0, 100.0)
    order = sorted(range(len(middles)), key=lambda i: middles[i])
    assert all(-1e-9 <= place <= 85 + 1e-9 for place in places)
    assert all(places[b] - places[a] >= 15 - 1e-9 for a, b in pairwise(order))
