"""A question of the reader as a strip with pictures: one touch answers it, and it blocks nothing."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Pictured


@dataclass(frozen=True, slots=True)
class StripView:
    id: str
    text: str
    """`Stich 3: Was legte Bert?`"""
    picture: Pictured | None
    candidates: tuple[Choice, ...]
    """The likeliest first, at most four, with their cards."""
    other: Choice
    """Another card: opens the picker."""
    unknown: Choice
    more: str = ""
    """`noch 2 Fragen`"""
