"""A ruling: the sentence, the evidence, the proof step by step, the rule's words, and what the table can do."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import CardFace, Choice, Group, Pictured, Tone


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One of the cards that show it, with the camera's picture where there is one."""

    caption: str
    """`Stich 1: Bert gab XVII zu`"""
    card: CardFace
    picture: Pictured | None = None


@dataclass(frozen=True, slots=True)
class RulingView:
    title: str
    """`Farbzwang`"""
    sentence: str
    status: str
    """`Renonce`, `kann noch zurückgenommen werden`."""
    tone: Tone
    evidence: tuple[EvidenceView, ...]
    """At most two, side by side."""
    steps: tuple[str, ...]
    quote: str
    source: str
    """`Steirischer Tarockcup 2017/2018 · Renonce`"""
    choices: tuple[Choice, ...]
    claims: Group | None = None
    """What an injured seat may still demand."""
    pager: tuple[Choice, ...] = ()
    """To the other rulings of this deal."""
