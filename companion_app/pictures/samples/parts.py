"""What the samples are made of: cards, choices and frames in either language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion_app.actions import Action, Back, Open, Screen
from companion_app.viewmodels.common import CardFace, Choice, LaidCard, Pictured, Place, Tone
from companion_app.viewmodels.frame import Appearance, ConnectionView, Frame, ScreenView
from engine.cards import BY_ID, IDS, SUIT_NAMES, short_name

NAMES: Final = ("Anna", "Bert", "Cilli", "Dora")
SEATS: Final = ("A", "B", "C", "D")
PLACES: Final = (Place.BOTTOM, Place.RIGHT, Place.TOP, Place.LEFT)


class Words:
    """Picks the word of a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, de: str, en: str) -> str:
        return de if self.lang == "de" else en


def pictured(card: str) -> Pictured:
    """What a camera might have seen: a card's drawing stands in for its photograph, where it is installed."""
    path = Path(__file__).parents[3] / "models" / "deck" / "png" / f"{card}.png"
    return Pictured(f"picture-{card}", str(path) if path.exists() else "")


def face(card: str, lang: str = "de") -> CardFace:
    if card in ("??", "BACK"):
        return CardFace(card, "?", "?")
    short = short_name(BY_ID[card], lang)
    suit = card[0]
    name = f"{SUIT_NAMES[lang][suit].capitalize()} {short[1:]}" if suit in "HDSC" else short
    return CardFace(card, short, name, suit)


def choice(
    label: str,
    action: Action,
    detail: str = "",
    chosen: bool = False,
    enabled: bool = True,
    why: str = "",
    card: CardFace | None = None,
    tone: Tone = Tone.PLAIN,
    key: str = "",
) -> Choice:
    return Choice(label, action, detail, chosen, enabled, why, card, tone, key or label)


def laid(card: str, seat: int, order: int, action: Action | None = None, winning: bool = False, warned: bool = False,
         lang: str = "de") -> LaidCard:  # fmt: skip
    return LaidCard(
        face(card, lang), PLACES[seat], SEATS[seat], NAMES[seat], order, action, winning, warned=warned
    )


def tabs(lang: str, chosen: Screen) -> tuple[Choice, ...]:
    t = Words(lang)
    named = ((Screen.TABLE, t("Tisch", "Table")), (Screen.SHEET, t("Schrift", "Sheet")),
             (Screen.SETTINGS, t("Einstellungen", "Settings")))  # fmt: skip
    return tuple(
        choice(name, Open(screen), chosen=screen is chosen, key=f"tab.{screen}") for screen, name in named
    )


def frame(
    title: str,
    view: ScreenView,
    look: Appearance,
    chosen: Screen = Screen.TABLE,
    back: bool = False,
    tabbed: bool = True,
) -> Frame:
    t = Words(look.lang)
    return Frame(
        title,
        view,
        look,
        ConnectionView("connected"),
        tabs=tabs(look.lang, chosen) if tabbed else (),
        back=choice(t("Zurück", "Back"), Back(), key="back") if back else None,
    )


__all__ = ["IDS", "NAMES", "PLACES", "SEATS", "Words", "choice", "face", "frame", "laid", "pictured", "tabs"]
