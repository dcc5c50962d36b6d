"""Films of whole deals, drawn from a script, with exact truth: for tests, the benchmark and the demo."""

from vision.filming.director import Plan, direct
from vision.filming.look import TEMPI, Look, Wish, choose_look
from vision.filming.reel import FilmError, truth_of, write_json, write_video
from vision.filming.script import (
    Act,
    Discard,
    Fidget,
    Give,
    Hover,
    Lay,
    Onlook,
    PushAside,
    Reach,
    Rest,
    Script,
    ShowHand,
    Sweep,
    TakeBack,
    TakeHalf,
)
from vision.filming.shooting import shoot

__all__ = [
    "TEMPI",
    "Act",
    "Discard",
    "Fidget",
    "FilmError",
    "Give",
    "Hover",
    "Lay",
    "Look",
    "Onlook",
    "Plan",
    "PushAside",
    "Reach",
    "Rest",
    "Script",
    "ShowHand",
    "Sweep",
    "TakeBack",
    "TakeHalf",
    "Wish",
    "choose_look",
    "direct",
    "shoot",
    "truth_of",
    "write_json",
    "write_video",
]
