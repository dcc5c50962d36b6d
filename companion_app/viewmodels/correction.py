"""The picker for one card: the likeliest first, and what each would change in the settlement."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import CardFace, Choice, Group, Pictured, Tone


@dataclass(frozen=True, slots=True)
class Effect:
    """One line of what would change: `Anna +2 → −3`, `Renonce von Bert entfällt`."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Likely:
    """A likely card with what it would change."""

    choice: Choice
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionView:
    title: str
    """`Stich 3 · Bert legte`"""
    now: CardFace
    picture: Pictured | None
    likely: tuple[Likely, ...]
    """At most six; one touch corrects."""
    groups: tuple[Group, ...]
    """All 54 by suit; a card that lies elsewhere can be chosen too (both are exchanged), `detail` says where."""
    seats: Group
    remove: tuple[Choice, ...]
    """It was never laid; it was taken back in time."""
    hint: str = ""
