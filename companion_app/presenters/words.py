"""Names and numbers as they are shown: cards, games, bonuses, points and money, in German (Austria) and English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion_app.i18n import WORDS, text
from companion_app.state.record import UNSEEN
from companion_app.viewmodels.common import CardFace, Tone
from engine.cards import BY_ID, long_name, short_name
from engine.systems.base import Game, System

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Speaker:
    """The words of one language at one table: Hopfgarten says Auf, Fahrer, Maus and Durch."""

    lang: str
    rules: str = ""

    def __call__(self, key: str, **fields: object) -> str:
        return text(self.lang, key, **fields)

    def has(self, key: str) -> bool:
        return key in WORDS

    def own(self, kind: str, name: str) -> str:
        """A word that this table's rules may have their own name for."""
        special = f"{kind}.{self.rules}.{name}"
        return self(special if special in WORDS else f"{kind}.{name}")

    def game(self, game: str, bird: str | None = None) -> str:
        name = self.own("game", game)
        return name if bird is None else f"{name} · {self.bonus(bird)}"

    def bid(self, row: Game) -> str:
        """A row of the table of games: with its bird, where the row names one."""
        return self.game(row.id, row.birds[0] if len(row.birds) == 1 else None)

    def bonus(self, what: str) -> str:
        return self.own("bonus", what)

    def line(self, what: str) -> str:
        return self(f"line.{what}") if f"line.{what}" in WORDS else self.bonus(what)

    # --- cards ---------------------------------------------------------------------------------------------------

    def card(self, card: str) -> CardFace:
        if card == UNSEEN:
            return CardFace(card, "?", self("card.unknown"))
        if card == "BACK":
            return CardFace(card, "", self("card.back"))
        return CardFace(card, short_name(BY_ID[card], self.lang), long_name(BY_ID[card], self.lang), card[0])

    def short(self, card: str) -> str:
        return self.card(card).short

    def called(self, called: str | None) -> str:
        if called is None:
            return ""
        return self("called.fourth") if called == "fourth" else self.card(called).name

    # --- numbers ---------------------------------------------------------------------------------------------------

    def points(self, thirds: int) -> str:
        """107 thirds: `35 P. 2 Bl.`"""
        points, blatt = divmod(thirds, 3)
        return (
            self("points.short", points=points)
            if not blatt
            else self("points.both", points=points, blatt=blatt)
        )

    def long_points(self, thirds: int) -> str:
        points, blatt = divmod(thirds, 3)
        if not blatt:
            return self("points.long", points=points)
        return self("points.long_both", points=points, blatt=blatt)

    def euros(self, cents: int) -> str:
        """Austrian: `€ 0,40`, `€ −1,20`; English: `€0.40`, `−€1.20`."""
        whole, part = divmod(abs(cents), 100)
        if self.lang == "de":
            sign = MINUS if cents < 0 else ""
            return f"€\u00a0{sign}{grouped(whole, '.')},{part:02d}"
        return f"{MINUS if cents < 0 else ''}€{grouped(whole, ',')}.{part:02d}"

    def number(self, value: int) -> str:
        sign = MINUS if value < 0 else ""
        return sign + grouped(abs(value), "." if self.lang == "de" else ",")

    def listed(self, names: Sequence[str]) -> str:
        """`Anna`, `Anna und Bert`, `Anna, Bert und Cilli`."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"


def grouped(value: int, mark: str) -> str:
    return f"{value:,}".replace(",", mark)


def signed(value: int) -> str:
    """`+3`, `−3`, `0` with a real minus sign, so that figures stand under each other."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def tone_of(value: int) -> Tone:
    return Tone.GOOD if value > 0 else Tone.BAD if value < 0 else Tone.PLAIN


def speaker_for(lang: str, system: System | None) -> Speaker:
    return Speaker(lang, "" if system is None else system.id)
