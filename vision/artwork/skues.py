"""The Sküs (Gstieß): the harlequin, the only Tarock without a numeral, with the lapwing on his hand."""

from __future__ import annotations

from vision.artwork.birds import lapwing
from vision.artwork.dress import face, hand, neck, ruff
from vision.artwork.palette import INK, OCHRE, PETROL, RED, ROSE, SAND, SNOW, WINE
from vision.artwork.svg import (
    CENTRE,
    Point,
    blob,
    both_ends,
    box,
    disc,
    line,
    mirror,
    path,
    polar,
    poly,
    star,
)

_X, _SEAM = CENTRE
_HEAD = 246.0
_HALF_WIDTH, _HALF_HEIGHT = 279.0, 539.0


def skues_card() -> str:
    return _rays() + both_ends(_harlequin()) + _belt()


def _rays() -> str:
    """A sun of paper and sand behind him, as far as the frame."""
    rays = "".join(poly([CENTRE, *_to_frame(angle)], SAND) for angle in range(0, 360, 15))
    return box(26, 26, 558, 1078, ROSE) + rays


def _to_frame(angle: float) -> list[Point]:
    """Where the ray from this angle, 7.5° wide, meets the frame (and its corner, if that lies between)."""
    meets = []
    for side in (angle, angle + 7.5):
        dx, dy = polar(0, 0, 1, side)
        reach = min(
            _HALF_WIDTH / abs(dx) if abs(dx) > 1e-9 else 1e9,
            _HALF_HEIGHT / abs(dy) if abs(dy) > 1e-9 else 1e9,
        )
        meets.append((_X + dx * reach, _SEAM + dy * reach))
    first, last = meets
    on_side = abs(abs(first[0] - _X) - _HALF_WIDTH) < 1e-6
    if on_side == (abs(abs(last[0] - _X) - _HALF_WIDTH) < 1e-6):
        return meets
    corner = (first[0], last[1]) if on_side else (last[0], first[1])
    return [first, corner, last]


def _harlequin() -> str:
    return (
        _arm_with_drum()
        + blob(mirror(_X, "0,318 70,326 114,352 100,440 84,560 80,579 0,580"), OCHRE)
        + _lozenges()
        + _arm_with_bird()
        + neck(_X, _HEAD + 66)
        + _collar()
        + face(_X, _HEAD)
        + _mask()
        + _cap()
    )


def _lozenges() -> str:
    drawn = ""
    for row in range(6):
        y = 356 + row * 42
        half = 108 - row * 5
        count = 5 if row % 2 == 0 else 4
        step = 2 * half / 5
        for i in range(count):
            x = _X + (i - (count - 1) / 2) * step
            fill = (RED, PETROL, WINE)[(row // 2 + i) % 3] if row % 2 == 0 else (SNOW, PETROL)[i % 2]
            drawn += poly([(x, y - 40), (x + step / 2 - 2, y), (x, y + 40), (x - step / 2 + 2, y)], fill)
    return drawn


def _collar() -> str:
    tips = [(-118, 336), (-70, 388), (-28, 350), (0, 404), (28, 350), (70, 388), (118, 336)]
    outline = [(_X - 40, 306), *[(_X + dx, y) for dx, y in tips], (_X + 40, 306)]
    bells = "".join(disc(_X + dx, y + 8, 10, OCHRE) for dx, y in tips if y > 380)
    return poly(outline, PETROL, INK, 4) + bells + ruff(_X, 318, SNOW)


def _mask() -> str:
    x, y = _X, _HEAD - 4
    holes = "".join(disc(x + s * 20, y, 11, SNOW) + disc(x + s * 20 - 3, y, 6, INK) for s in (-1, 1))
    cut = f"M{x - 54:g},{y - 20:g}Q{x:g},{y - 6:g} {x + 54:g},{y - 20:g}C{x + 54:g},{y + 18:g} {x + 20:g},{y + 26:g} {x:g},{y + 8:g}C{x - 20:g},{y + 26:g} {x - 54:g},{y + 18:g} {x - 54:g},{y - 20:g}Z"
    return path(cut, INK) + holes


def _cap() -> str:
    """Three horns with bells, one in each colour."""
    x, y = _X, _HEAD - 30
    left = f"M{x - 60:g},{y:g}C{x - 64:g},{y - 90:g} {x - 130:g},{y - 100:g} {x - 164:g},{y - 20:g}C{x - 128:g},{y - 44:g} {x - 100:g},{y - 30:g} {x - 58:g},{y + 22:g}Z"
    right = f"M{x + 60:g},{y:g}C{x + 40:g},{y - 70:g} {x + 70:g},{y - 112:g} {x + 104:g},{y - 88:g}C{x + 84:g},{y - 80:g} {x + 84:g},{y - 20:g} {x + 56:g},{y + 22:g}Z"
    top = f"M{x - 64:g},{y + 8:g}C{x - 60:g},{y - 60:g} {x - 20:g},{y - 80:g} {x - 6:g},{y - 158:g}C{x + 26:g},{y - 90:g} {x + 60:g},{y - 60:g} {x + 62:g},{y + 8:g}Q{x:g},{y - 20:g} {x - 64:g},{y + 8:g}Z"
    band = line([(x - 60, y + 8), (x, y - 8), (x + 60, y + 8)], OCHRE, 15)
    bells = (
        disc(x - 164, y - 12, 15, OCHRE, INK, 4)
        + disc(x + 106, y - 80, 15, OCHRE, INK, 4)
        + disc(x - 6, y - 162, 15, OCHRE, INK, 4)
    )
    return path(left, PETROL) + path(right, WINE) + path(top, RED) + band + bells


def _arm_with_bird() -> str:
    sleeve = line([(_X + 92, 366), (_X + 150, 424), (_X + 184, 392)], RED, 48) + line(
        [(_X + 152, 424), (_X + 182, 394)], OCHRE, 10
    )
    return (
        sleeve
        + line([(_X + 168, 366), (_X + 206, 396)], SNOW, 16)
        + hand(_X + 194, 356)
        + lapwing(_X + 178, 248, 0.82)
    )


def _arm_with_drum() -> str:
    """A tambourine in the other hand."""
    x, y = 112.0, 438.0
    bells = "".join(disc(*polar(x, y, 66, angle), 11, OCHRE, INK, 3) for angle in range(0, 360, 45))
    drum = disc(x, y, 66, WINE) + disc(x, y, 52, SNOW) + star(x, y, 36, 15, 5, RED) + bells
    sleeve = line([(_X - 92, 366), (_X - 142, 424), (_X - 146, 470)], PETROL, 48)
    return drum + sleeve + hand(_X - 146, 492)


def _belt() -> str:
    wide = 112
    band = poly(
        [(_X - wide, _SEAM - 24), (_X + wide, _SEAM - 24), (_X + wide, _SEAM + 24), (_X - wide, _SEAM + 24)],
        INK,
    )
    beads = "".join(disc(_X + dx, _SEAM, 9, OCHRE) for dx in (-90, -60, 60, 90))
    return (
        band
        + beads
        + disc(_X, _SEAM, 40, SNOW, INK, 5)
        + star(_X, _SEAM, 31, 13, 8, RED)
        + disc(_X, _SEAM, 7, OCHRE)
    )
