"""The lapwing (Kiebitz), the bird of the house."""

from __future__ import annotations

from vision.artwork.palette import INK, OCHRE, PETROL, RED, SNOW
from vision.artwork.svg import blob, disc, line, path, placed


def lapwing(x: float, y: float, scale: float = 1, flip: bool = False, turn: float = 0) -> str:
    """A lapwing in profile, looking left: about 200 wide and 220 high round (x, y) at scale 1."""
    drawing = (
        line("-18,58 -20,104", RED, 7)
        + line("12,58 16,104", RED, 7)
        + line("-38,106 -20,102 -8,106", RED, 6)
        + line("-2,106 16,102 30,106", RED, 6)
        # belly, then the back with its folded wing over it
        + blob("-62,-10 -54,34 -20,62 30,54 62,26 40,-6 -20,-26", SNOW, INK, 4)
        + blob("-30,-44 12,-30 58,-4 112,40 104,50 54,40 8,30 -26,4 -44,-26", PETROL)
        + path("M58,40L116,64L104,50L70,30Z", INK)
        + blob("40,44 70,40 84,54 58,58", OCHRE)
        + line("-14,-10 24,14 74,34", SNOW, 4)
        + line("-6,6 26,24 60,34", SNOW, 4)
        # the black breast, the white cheek, the crest
        + blob("-66,-70 -40,-66 -28,-34 -34,4 -56,16 -70,-8 -72,-40", INK)
        + blob("-84,-78 -66,-96 -40,-92 -30,-74 -44,-58 -70,-58 -84,-66", INK)
        + blob("-62,-74 -46,-76 -40,-66 -50,-60 -64,-64", SNOW)
        + disc(-64, -80, 4.5, SNOW)
        + path("M-80,-78L-112,-68L-80,-62Z", INK)
        + path("M-44,-90C-20,-98 0,-112 14,-142C16,-108 -4,-84 -34,-78Z", INK)
        + path("M-40,-84C-18,-90 8,-98 30,-118C24,-92 0,-74 -32,-72Z", INK)
    )
    return placed(drawing, x, y, scale, turn, flip)
