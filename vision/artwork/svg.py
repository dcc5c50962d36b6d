"""Shapes as SVG text: the few strokes that every card is cut from.

Coordinates are tenths of a millimetre on the card, x to the right and y down. Points are written as the text
"x,y x,y …", because a drawing is read by its numbers. Nothing here has an id, a clip or a reference:
several cards can stand in one page, and simple renderers draw them alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

WIDTH: Final = 610
HEIGHT: Final = 1130
RADIUS: Final = 40
CENTRE: Final = (WIDTH / 2, HEIGHT / 2)

Point = tuple[float, float]
Points = str | Sequence[Point]


def number(value: float) -> str:
    """One decimal is a hundredth of a millimetre; more would only be noise that differs by platform."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points_of(points: Points) -> list[Point]:
    if not isinstance(points, str):
        return list(points)
    pairs = (pair.split(",") for pair in points.split())
    return [(float(x), float(y)) for x, y in pairs]


def _pair(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def curve(points: Points, closed: bool = True, tension: float = 1.0) -> str:
    """Path data of a smooth line through the points (Catmull-Rom as Bézier pieces)."""
    knots = points_of(points)
    count = len(knots)

    def at(index: int) -> Point:
        return knots[index % count] if closed else knots[min(max(index, 0), count - 1)]

    pieces = [f"M{_pair(knots[0])}"]
    for i in range(count if closed else count - 1):
        before, start, end, after = at(i - 1), at(i), at(i + 1), at(i + 2)
        pull = tension / 6
        first = (start[0] + (end[0] - before[0]) * pull, start[1] + (end[1] - before[1]) * pull)
        second = (end[0] - (after[0] - start[0]) * pull, end[1] - (after[1] - start[1]) * pull)
        pieces.append(f"C{_pair(first)} {_pair(second)} {_pair(end)}")
    return "".join(pieces) + ("Z" if closed else "")


def path(data: str, fill: str = "none", stroke: str = "", width: float = 0) -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" fill="{fill}"{edge if stroke else ""}/>'


def blob(points: Points, fill: str, stroke: str = "", width: float = 0) -> str:
    """A closed shape with a smooth edge through the points."""
    return path(curve(points), fill, stroke, width)


def outline(points: Points, steps: int = 10) -> list[Point]:
    """The smooth closed edge through the points as a fine polygon, for cutting."""
    knots = points_of(points)
    drawn = []
    for i in range(len(knots)):
        before, start, end, after = (knots[(i + k) % len(knots)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            weights = (
                -t / 2 + t**2 - t**3 / 2,
                1 - 2.5 * t**2 + 1.5 * t**3,
                t / 2 + 2 * t**2 - 1.5 * t**3,
                (t**3 - t**2) / 2,
            )
            corners = before, start, end, after
            x = sum(w * c[0] for w, c in zip(weights, corners, strict=True))
            drawn.append((x, sum(w * c[1] for w, c in zip(weights, corners, strict=True))))
    return drawn


def above(points: Points, slope: float) -> list[Point]:
    """What of a polygon lies above the seam, a line of this slope through the card's centre."""

    def depth(point: Point) -> float:
        return point[1] - CENTRE[1] - slope * (point[0] - CENTRE[0])

    corners = points_of(points)
    kept: list[Point] = []
    for i, end in enumerate(corners):
        start = corners[i - 1]
        before, after = depth(start), depth(end)
        if (before <= 0) != (after <= 0):
            t = before / (before - after)
            kept.append((start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])))
        if after <= 0:
            kept.append(end)
    return kept


def poly(points: Points, fill: str, stroke: str = "", width: float = 0) -> str:
    """A closed shape with straight edges."""
    return path("M" + "L".join(map(_pair, points_of(points))) + "Z", fill, stroke, width)


def mirror(axis: float, points: Points) -> list[Point]:
    """A symmetric outline from its right half: (distance from the axis, y), top to bottom."""
    half = points_of(points)
    return [(axis + x, y) for x, y in half] + [(axis - x, y) for x, y in reversed(half) if x > 0]


def line(points: Points, colour: str, width: float, smooth: bool = True) -> str:
    if smooth:
        return path(curve(points, closed=False), "none", colour, width)
    return path("M" + "L".join(map(_pair, points_of(points))), "none", colour, width)


def lines(strokes: Sequence[Points], colour: str, width: float) -> str:
    """Several straight strokes of one gouge, as one path."""
    data = "".join("M" + "L".join(map(_pair, points_of(stroke))) for stroke in strokes)
    return path(data, "none", colour, width)


def disc(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0) -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{edge}/>'


def dots(places: str, fill: str) -> str:
    """Several discs of one colour: "x,y,r x,y,r …"."""
    triples = (place.split(",") for place in places.split())
    return "".join(disc(float(x), float(y), float(r), fill) for x, y, r in triples)


def oval(x: float, y: float, rx: float, ry: float, fill: str, turn: float = 0) -> str:
    shape = f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" fill="{fill}"'
    return shape + (f' transform="rotate({number(turn)} {number(x)} {number(y)})"/>' if turn else "/>")


def box(
    x: float, y: float, w: float, h: float, fill: str, r: float = 0, stroke: str = "", width: float = 0
) -> str:
    shape = f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="{fill}"'
    rounding = f' rx="{number(r)}"' if r else ""
    edge = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f"{shape}{rounding}{edge}/>"


def group(content: str, transform: str) -> str:
    return f'<g transform="{transform}">{content}</g>'


def placed(content: str, x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False) -> str:
    """Something drawn round (0, 0), set down at (x, y)."""
    size = f"{scale:g}"
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if flip:
        steps.append(f"scale(-{size} {size})")
    elif scale != 1:
        steps.append(f"scale({size})")
    return group(content, " ".join(steps))


def pair(content: str, axis: float = 0) -> str:
    """Something on the right of the axis, and its mirror image on the left."""
    return content + group(content, f"matrix(-1 0 0 1 {number(2 * axis)} 0)")


def fitted(content: str, scale: float, x: float, y: float, dx: float = 0, dy: float = 0) -> str:
    """The same drawing, larger or smaller round the point (x, y), and moved by (dx, dy)."""
    return group(
        content,
        f"translate({number(x + dx)} {number(y + dy)}) scale({scale:g}) translate({number(-x)} {number(-y)})",
    )


def turned(content: str) -> str:
    """The other end of the card."""
    return group(content, f"rotate(180 {number(CENTRE[0])} {number(CENTRE[1])})")


def both_ends(half: str) -> str:
    return half + turned(half)


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """The point at a distance and an angle, 0° up and clockwise."""
    angle = math.radians(degrees)
    return (x + r * math.sin(angle), y - r * math.cos(angle))


def star(x: float, y: float, outer: float, inner: float, tips: int, fill: str, turn: float = 0) -> str:
    step = 180 / tips
    corners = [polar(x, y, inner if i % 2 else outer, turn + i * step) for i in range(2 * tips)]
    return poly(corners, fill)


def document(content: str) -> str:
    """A whole card: the cut paper with its round corners, and what is printed on it."""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    card = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{content}\n</svg>\n'
    return card.replace("><", ">\n<")
