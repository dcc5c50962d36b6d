"""Labels beside a column: each as near to its place as the others and the column's two ends allow."""

from __future__ import annotations

from collections.abc import Sequence


def apart(middles: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """The lower edge of each label, in the order given; they keep the order of their middles, equal ones their own."""
    order = sorted(range(len(middles)), key=lambda i: middles[i])
    places = [0.0] * len(order)
    floor = low
    for i in order:
        places[i] = max(middles[i] - heights[i] / 2, floor)
        floor = places[i] + heights[i]
    ceiling = high
    for i in reversed(order):  # only those that stand in the way of one that was pushed too far come down
        places[i] = min(places[i], ceiling - heights[i])
        ceiling = places[i]
    return places
