"""Contract entry: who plays what, called king, talon half, announcements and Kontra by seat."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Group


@dataclass(frozen=True, slots=True)
class SpokenBonus:
    """An announcement in the grid: one touch says it for the speaking seat, the next takes it back."""

    choice: Choice
    """`detail` is its value; `chosen` if it is announced."""
    by: str = ""
    """Who announced it."""
    kontra: Choice | None = None
    """The next level against it, by the speaking seat; `label` reads `Kontra`, `Re`, `Sub`."""
    level: str = ""
    """How far it went: `Kontra`, `Re`, `Sub`."""


@dataclass(frozen=True, slots=True)
class ContractView:
    title: str
    sentence: str
    """What is entered so far, as one would say it: `Anna spielt Rufer, ruft Herz-König, sagt Trull an`."""
    declarers: Group
    games: tuple[Group, ...]
    """Vorhandspiele, Rufer, Dreier, Negativspiele, Farbspiele; each choice with its value."""
    quick: tuple[Choice, ...] = ()
    called: Group | None = None
    """Kings (queens, «der Vierte») with their cards; None where nobody is called."""
    talon: Group | None = None
    beside: Group | None = None
    speakers: Group | None = None
    """Whose announcements and Kontra the touches are."""
    bonuses: tuple[SpokenBonus, ...] = ()
    game_kontra: SpokenBonus | None = None
    hint: str = ""
    """What is still missing, or what the rules say to what was entered."""
    commit: Choice | None = None
    undo: Choice | None = None
    result: Choice | None = None
    """Straight to the result."""
