"""The 54 cards: ids, sets of cards, points in thirds, and every name that players have for them.

A card is an int from 0 to 53: the Tarocks I … XXI and the Sküs are 0 … 21, then eight cards each of hearts,
diamonds, spades and clubs, rising in rank. So in one suit, and among the Tarocks, the higher int is the higher
card. A set of cards is an int with one bit per card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

Card = int
CardSet = int

UNKNOWN_ID: Final = "??"
BACK_ID: Final = "BACK"


class Suit(IntEnum):
    """The five things that can be led."""

    TAROCK = 0
    HEARTS = 1
    DIAMONDS = 2
    SPADES = 3
    CLUBS = 4


_RED = ("4", "3", "2", "1", "J", "C", "Q", "K")
_BLACK = ("7", "8", "9", "10", "J", "C", "Q", "K")
_RANKS: Final = {"H": _RED, "D": _RED, "S": _BLACK, "C": _BLACK}

IDS: Final[tuple[str, ...]] = (
    *(f"T{n:02d}" for n in range(1, 23)),
    *(letter + rank for letter, ranks in _RANKS.items() for rank in ranks),
)
BY_ID: Final[dict[str, Card]] = {card_id: card for card, card_id in enumerate(IDS)}
ALL_CARDS: Final = range(54)

DECK: Final[CardSet] = (1 << 54) - 1
TAROCKS: Final[CardSet] = (1 << 22) - 1
SUIT_SETS: Final[tuple[CardSet, ...]] = (TAROCKS, *(0xFF << (22 + 8 * i) for i in range(4)))
SUITS: Final[CardSet] = DECK & ~TAROCKS

PAGAT: Final = BY_ID["T01"]
UHU: Final = BY_ID["T02"]
KAKADU: Final = BY_ID["T03"]
QUAPIL: Final = BY_ID["T04"]
MOND: Final = BY_ID["T21"]
SKUES: Final = BY_ID["T22"]
KINGS: Final[CardSet] = sum(1 << BY_ID[s + "K"] for s in "HDSC")
QUEENS: Final[CardSet] = sum(1 << BY_ID[s + "Q"] for s in "HDSC")
TRULL: Final[CardSet] = 1 << PAGAT | 1 << MOND | 1 << SKUES

_SUIT_OF: Final = tuple(Suit.TAROCK if c < 22 else Suit(1 + (c - 22) // 8) for c in ALL_CARDS)


def _value(card: Card) -> int:
    if 1 << card & (TRULL | KINGS):
        return 5
    if card < 22:
        return 1
    return {"Q": 4, "C": 3, "J": 2}.get(IDS[card][1:], 1)


VALUES: Final[tuple[int, ...]] = tuple(_value(c) for c in ALL_CARDS)
THIRDS: Final[tuple[int, ...]] = tuple(3 * v - 2 for v in VALUES)
DECK_THIRDS: Final = sum(THIRDS)


def suit_of(card: Card) -> Suit:
    return _SUIT_OF[card]


def is_tarock(card: Card) -> bool:
    return card < 22


def card_set(cards: Iterable[Card]) -> CardSet:
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def known_cards(cards: Iterable[Card | None]) -> CardSet:
    """Those of them that are known."""
    return card_set(card for card in cards if card is not None)


def members(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, in rising order."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def above(card: Card) -> CardSet:
    """The cards of the same suit (or Tarocks) that are higher."""
    return SUIT_SETS[_SUIT_OF[card]] & ~((2 << card) - 1)


def thirds_of(cards: Iterable[Card]) -> int:
    """Card points, in thirds of a point: 3·value − 2 each, 210 in the deck."""
    return sum(THIRDS[c] for c in cards)


def points_and_blatt(thirds: int) -> tuple[int, int]:
    """107 thirds are 35 points and 2 Blatt."""
    return divmod(thirds, 3)


# --- names for people ------------------------------------------------------------------------------------------

_ROMAN_DIGITS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """Tarock numerals as printed: 4 alone is IIII, 14 is XIV."""
    if number == 4:
        return "IIII"
    text = ""
    for value, digits in _ROMAN_DIGITS:
        while number >= value:
            text += digits
            number -= value
    return text


SYMBOLS: Final = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
SUIT_NAMES: Final = {
    "de": {"H": "Herz", "D": "Karo", "S": "Pik", "C": "Treff"},
    "en": {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"},
}
_RANK_LETTERS = {"de": {"Q": "D", "C": "R", "J": "B"}, "en": {}}
_RANK_NAMES = {
    "de": {"K": "König", "Q": "Dame", "C": "Reiter", "J": "Bube", "1": "Ass"},
    "en": {"K": "king", "Q": "queen", "C": "cavall", "J": "knave", "1": "ace"},
}
_TAROCK_NAMES = {PAGAT: "Pagat", UHU: "Uhu", KAKADU: "Kakadu", QUAPIL: "Quapil", MOND: "Mond", SKUES: "Sküs"}


def short_name(card: Card, lang: str = "de") -> str:
    """As players write it: XVII, Sküs, ♥K, ♠D (English ♠Q)."""
    if card == SKUES:
        return "Sküs"
    if card < 22:
        return roman(card + 1)
    suit, rank = IDS[card][0], IDS[card][1:]
    return SYMBOLS[suit] + _RANK_LETTERS[lang].get(rank, rank)


def long_name(card: Card, lang: str = "de") -> str:
    """As players say it: Pagat, Tarock XVII, Herz-König, king of hearts."""
    if card in _TAROCK_NAMES:
        return _TAROCK_NAMES[card]
    if card < 22:
        return f"Tarock {roman(card + 1)}"
    suit, rank = SUIT_NAMES[lang][IDS[card][0]], _RANK_NAMES[lang].get(IDS[card][1:], IDS[card][1:])
    return f"{suit}-{rank}" if lang == "de" else f"{rank} of {suit}"


def _fold(text: str) -> str:
    """Letter case, accents, ß, spaces and punctuation do not matter; suit symbols do."""
    text = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return re.sub(r"[^0-9a-z♥♡♦♢♠♤♣♧?]", "", text)


def _aliases() -> dict[str, str]:
    """Folded name → id. Ids win over every other reading."""
    names: dict[str, str] = {}
    suits = {
        "H": ("♥", "♡", "herz", "hearts", "heart", "coeur"),
        "D": ("♦", "♢", "karo", "diamonds", "diamond", "schell"),
        "S": ("♠", "♤", "pik", "spades", "spade", "pech"),
        "C": ("♣", "♧", "treff", "kreuz", "clubs", "club", "eichel", "holz"),
    }
    ranks = {
        "K": ("k", "koenig", "konig", "king"),
        "Q": ("q", "d", "dame", "queen"),
        "C": ("c", "r", "reiter", "cavall", "kavall", "knight"),
        "J": ("j", "b", "bube", "bub", "knave", "jack"),
        "1": ("1", "as", "ass", "ace"),
    }
    for letter, suit_names in suits.items():
        for rank in _RANKS[letter]:
            for rank_name in ranks.get(rank, (rank,)):
                for suit_name in suit_names:
                    names[suit_name + rank_name] = letter + rank
                    names[rank_name + "of" + suit_name] = letter + rank
                    if len(rank_name) > 1:
                        names[rank_name + suit_name] = letter + rank
                if len(rank_name) > 2:
                    names[letter.lower() + rank_name] = letter + rank
    for number in range(1, 22):
        for numeral in {roman(number).lower()} | ({"iv"} if number == 4 else set()):
            for prefix in ("", "t", "tarock"):
                names[prefix + numeral] = f"T{number:02d}"
        for prefix in ("t", "tarock"):
            names[prefix + str(number)] = f"T{number:02d}"
    names |= {"t22": "T22", "tarock22": "T22", "xxii": "T22"}
    for card_id, spoken in {
        "T01": ("pagat", "spatz"),
        "T02": ("uhu",),
        "T03": ("kakadu", "maus", "pelikan", "marabu"),
        "T04": ("quapil", "wildsau"),
        "T21": ("mond",),
        "T22": ("skues", "skus", "skis", "sk", "gstiess", "gstiss", "stiess", "excuse", "fool"),
    }.items():
        names |= dict.fromkeys(spoken, card_id)
    names |= {_fold(card_id): card_id for card_id in IDS}
    return names


_NAMES: Final = _aliases()


def parse_card(text: str) -> Card:
    """A card from its id or from what players write and say; `ValueError` if it is none."""
    card_id = _NAMES.get(_fold(text)) if len(text) <= 40 else None
    if card_id is None:
        raise ValueError(
            f"{text[:40]!r} is no card; expected an id such as T17 or HK, or a name such as XVII, Sküs, ♥K, Pik 10"
        )
    return BY_ID[card_id]
