"""The settlement of a deal: its lines, adding up before one's eyes."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, LaidCard, Tone


@dataclass(frozen=True, slots=True)
class AmountLine:
    """`Pagat, angesagt` `+2`, and what the sum is with it. Points per opponent, from the declarers' side."""

    text: str
    points: str
    running: str
    tone: Tone
    detail: str = ""
    """`Kontra`, `verloren`, `von Bert`."""


@dataclass(frozen=True, slots=True)
class PayView:
    """What a player gets or pays, and where he stands then."""

    name: str
    points: str
    total: str
    tone: Tone
    cents: str = ""
    """Kontra money and Pagatkassa of this deal: `€ 0,40`; empty where there is none."""


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A trick of the deal, each card to be touched for correcting it."""

    number: str
    cards: tuple[LaidCard, ...]
    taken_by: str
    points: str


@dataclass(frozen=True, slots=True)
class SettlementView:
    title: str
    """`Spiel 7 · Besserrufer (Pagat)`"""
    outcome: str
    """`Bert und Dora gewinnen mit 43 Punkten und 2 Blatt`"""
    tone: Tone
    lines: tuple[AmountLine, ...]
    sum_text: str
    """`zusammen +4 je Gegner`"""
    pay: tuple[PayView, ...]
    check: str
    """`Summe 0`"""
    double: str = ""
    reason: str = ""
    """Why it was corrected."""
    rulings: tuple[Choice, ...] = ()
    tricks: tuple[TrickLine, ...] = ()
    next: Choice | None = None
    secondary: tuple[Choice, ...] = ()
    """Replay, correct the result, strike."""
    open_hint: str = ""
    """Why there is no settlement yet."""
