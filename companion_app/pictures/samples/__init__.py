"""Sample pictures: one evening with Anna, Bert, Cilli and Dora, in both languages, for every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion_app.pictures.samples import after, around, deal, hall, table
from companion_app.viewmodels.frame import Appearance, Frame

Sample = Callable[[Appearance], Frame]

SAMPLES: Final[dict[str, Sample]] = {
    **around.SAMPLES,
    **table.SAMPLES,
    **deal.SAMPLES,
    **after.SAMPLES,
    **hall.SAMPLES,
}
