"""The Sküs (Gstieß): the harlequin, the only Tarock without a numeral, with the lapwing on his hand."""

from __future__ import annotations

from vision.artwork.birds import lapwing
from vision.artwork.headgear import ruff
from vision.artwork.heads import face, hand, neck
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
    placed,
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
        reach = min(_HALF_WIDTH / max(abs(dx), 1e-9), _HALF_HEIGHT / max(abs(dy), 1e-9))
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
    outline = [(265, 306), *[(_X + dx, y) for dx, y in tips], (345, 306)]
    bells = "".join((disc(_X + dx, y + 8, 10, OCHRE) for dx, y in tips if y > 380))
    return poly(outline, PETROL, INK, 4) + bells + ruff(_X, 318)


def _mask() -> str:
    hole = disc(20, 0, 11, SNOW) + disc(17, 0, 6, INK)
    eyes = hole + placed(hole, -40, 0)
    return placed(
        path("M-54,-20Q0,-6 54,-20C54,18 20,26 0,8C-20,26 -54,18 -54,-20Z", INK) + eyes, _X, _HEAD - 4
    )


def _cap() -> str:
    """Three horns with bells, one in each colour."""
    horns = (
        path("M-60,0C-64,-90 -130,-100 -164,-20C-128,-44 -100,-30 -58,22Z", PETROL)
        + path("M60,0C40,-70 70,-112 104,-88C84,-80 84,-20 56,22Z", WINE)
        + path("M-64,8C-60,-60 -20,-80 -6,-158C26,-90 60,-60 62,8Q0,-20 -64,8Z", RED)
    )
    bells = "".join(disc(x, y, 15, OCHRE, INK, 4) for x, y in ((-164, -12), (106, -80), (-6, -162)))
    return placed(horns + line("-60,8 0,-8 60,8", OCHRE, 15) + bells, _X, _HEAD - 30)


def _arm_with_bird() -> str:
    sleeve = line("397,366 455,424 489,392", RED, 48) + line("457,424 487,394", OCHRE, 10)
    return sleeve + line("473,366 511,396", SNOW, 16) + hand(499, 356) + lapwing(483, 248, 0.82)


def _arm_with_drum() -> str:
    """A tambourine in the other hand."""
    x, y = 112.0, 438.0
    bells = "".join(disc(*polar(x, y, 66, angle), 11, OCHRE, INK, 3) for angle in range(0, 360, 45))
    drum = disc(x, y, 66, WINE) + disc(x, y, 52, SNOW) + star(x, y, 36, 15, 5, RED) + bells
    sleeve = line("213,366 163,424 159,470", PETROL, 48)
    return drum + sleeve + hand(159, 492)


def _belt() -> str:
    return (
        poly("193,541 417,541 417,589 193,589", INK)
        + "".join(disc(_X + dx, _SEAM, 9, OCHRE) for dx in (-90, -60, 60, 90))
        + disc(_X, _SEAM, 40, SNOW, INK, 5)
        + star(_X, _SEAM, 31, 13, 8, RED)
        + disc(_X, _SEAM, 7, OCHRE)
    )
