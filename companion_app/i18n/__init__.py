"""Words of the app in German and English, chosen anew with every picture, so that the language switches live."""

from __future__ import annotations

from typing import Final

from companion_app.i18n.game import GAME_WORDS
from companion_app.i18n.logic import LOGIC_WORDS
from companion_app.i18n.places import PLACE_WORDS
from companion_app.i18n.screens import SCREEN_WORDS
from companion_app.i18n.tournament import TOURNAMENT_WORDS

LANGUAGES: Final = ("de", "en")
WORDS: Final[dict[str, tuple[str, str]]] = {
    **GAME_WORDS,
    **LOGIC_WORDS,
    **PLACE_WORDS,
    **SCREEN_WORDS,
    **TOURNAMENT_WORDS,
}
"""Every word by its key: German, English. Both have the same placeholders; a test holds them to it."""


def text(lang: str, key: str, **fields: object) -> str:
    """The word of a key in a language, its placeholders filled; what a newer server calls by a word unknown here keeps it."""
    known = WORDS.get(key)
    if known is None:
        return key.rpartition(".")[2]
    word = known[LANGUAGES.index(lang)]
    return word.format(**fields) if fields else word
