"""What `detect` and `deck` say to people, in German and English."""

from __future__ import annotations

from typing import Final

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "deck": ("Blatt", "deck"),
    "card": ("{} Karte", "{} card"),
    "cards": ("{} Karten", "{} cards"),
    "back": ("verdeckt", "face down"),
    "perhaps": ("vielleicht", "perhaps"),
    "shipped": ("mitgeliefert", "shipped"),
    "own": ("selbst eingelernt", "enrolled here"),
    "removed": ("Blatt {name} ist vergessen.", "Deck {name} is forgotten."),
    "enrolled": (
        "Blatt {name} ist eingelernt: {cards} aus {pictures}.",
        "Deck {name} is enrolled: {cards} from {pictures}.",
    ),
    "picture": ("{} Bild", "{} picture"),
    "pictures": ("{} Bildern", "{} pictures"),
    "missing": ("Nicht dabei ({count}): {names}", "Missing ({count}): {names}"),
    "alike": (
        "Einander ähnlich sind in diesem Blatt: {pairs}. Ein zweites, schärferes Bild von ihnen hilft.",
        "These look alike in this deck: {pairs}. A second, sharper picture of each helps.",
    ),
    "ignored": (
        "Nicht nach Karten benannt (T01 bis T22, HK, H1 …) und ausgelassen: {names}",
        "Not named by cards (T01 to T22, HK, H1 …) and left out: {names}",
    ),
    "unreadable": (
        "nicht lesbar; nochmals aufnehmen oder kopieren",
        "cannot be read; take it or copy it again",
    ),
    "no_card": (
        "keine Karte gefunden; die ganze Karte auf einen ruhigen, andersfarbigen Grund legen",
        "no card found; lay the whole card on a plain surface of another colour",
    ),
    "cut": (
        "abgeschnitten oder verdeckt; die ganze Karte muss im Bild sein, weiter weg gehen",
        "cut off or covered; the whole card must be in the picture; step back",
    ),
    "format": ("nicht lesbar; als JPEG speichern", "cannot be read; save as JPEG"),
    "several": ("mehrere Karten im Bild; nur eine hinlegen", "several cards in the picture; lay only one"),
    "used": ("trotzdem verwendet", "used all the same"),
    "unused": ("nicht verwendet", "not used"),
    "kept": (
        "{cards} davon bleiben, wie sie früher eingelernt wurden (ganz neu beginnen: kiebitz deck remove {name}).",
        "{cards} of them stay as they were taught before (to begin anew: kiebitz deck remove {name}).",
    ),
    "small": ("Karte zu klein; näher herangehen", "the card is too small; move closer"),
    "dark": ("zu dunkel; mehr Licht, ohne Spiegelung", "too dark; more light, without glare"),
    "blurred": ("unscharf; ruhig halten und scharfstellen", "blurred; hold still and focus"),
    "other_card": (
        "sieht aus wie eine andere Karte; Name und Bild vergleichen (stimmt beides: mit --as-named noch einmal)",
        "looks like another card; compare name and picture (if both are right: again with --as-named)",
    ),
    "aside": (
        "Das frühere Blatt dieses Namens war beschädigt; es liegt hier: {path}",
        "The earlier deck of this name was damaged; it lies here: {path}",
    ),
}


def counted(count: int, one: str, lang: str) -> str:
    """So many cards, or pictures."""
    return phrase(one if count == 1 else f"{one}s", lang).format(count)


def phrase(key: str, lang: str) -> str:
    return _TEXTS[key][0 if lang == "de" else 1]
