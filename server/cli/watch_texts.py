"""What `kiebitz watch` says to people, one sentence per event, in German and English."""

from __future__ import annotations

from typing import Any, Final

from engine.cards import BY_ID, UNKNOWN_ID, short_name

_TEXTS: Final[dict[str, dict[str, str]]] = {
    "card": {"de": "{seat} legt {card}", "en": "{seat} lays {card}"},
    "trick": {
        "de": "Stich {number}: {cards} – {winner} sticht",
        "en": "Trick {number}: {cards} – {winner} wins",
    },
    "collected": {"de": "{by} zieht Stich {trick} ein", "en": "{by} takes in trick {trick}"},
    "gift": {"de": "Talonkarte zum {trick}. Stich: {card}", "en": "Talon card to trick {trick}: {card}"},
    "taken_back": {"de": "{seat} nimmt {card} zurück", "en": "{seat} takes {card} back"},
    "gift_taken_back": {
        "de": "Talonkarte {card} wird zurückgenommen",
        "en": "Talon card {card} is taken back",
    },
    "revised": {
        "de": "Berichtigt: Stich {trick}, Karte {position} ist {card}, nicht {was}",
        "en": "Revised: trick {trick}, card {position} is {card}, not {was}",
    },
    "question": {
        "de": "Frage {id}: Was ist Karte {position} in Stich {trick}? {candidates}   (Antwort: z. B. {id} {likeliest})",
        "en": "Question {id}: what is card {position} of trick {trick}? {candidates}   (answer: e.g. {id} {likeliest})",
    },
}
NO_FOREHAND: Final = {
    "de": "In START steht nicht, wo die Vorhand sitzt: es wird angenommen, dass sie am unteren Bildrand sitzt (S).",
    "en": "START does not say where forehand sits: the lower edge of the picture (S) is assumed.",
}
_WELL: Final = {"de": "Das Bild der Kamera ist in Ordnung.", "en": "The camera's picture is in order."}


def card_name(card_id: str, lang: str) -> str:
    return "??" if card_id == UNKNOWN_ID else short_name(BY_ID[card_id], "en" if lang == "en" else "de")


def sentence(row: dict[str, Any], lang: str) -> str:
    """An event for people, with its time in front."""
    minutes, tenths = divmod(round(10 * row["t"]), 600)
    stamp = f"{minutes:3d}:{tenths / 10:04.1f}  "
    if row["event"] == "ruling":
        return stamp + "! " + str(row["ruling"]["because"]["text"][lang])
    words = dict(row)
    for key in ("card", "was"):
        if key in words:
            words[key] = card_name(words[key], lang)
    if row["event"] == "trick":
        words["cards"] = " ".join(f"{seat} {card_name(card, lang)}" for seat, card in row["cards"])
        words["winner"] = row["winner"] or "?"
    if row["event"] == "taken_back" and row["seat"] is None:
        return stamp + _TEXTS["gift_taken_back"][lang].format(**words)
    if row["event"] == "question":
        words["likeliest"] = card_name(row["candidates"][0][0] if row["candidates"] else "T17", lang)
        words["candidates"] = ", ".join(
            f"{card_name(card, lang)} {100 * share:.0f} %" for card, share in row["candidates"][:3]
        )
    return stamp + _TEXTS[row["event"]][lang].format(**words)


def trouble_sentence(trouble: Any, lang: str) -> str:
    """What is wrong with the camera and what to do; None is that all is well again."""
    from vision.sources.watchdog import SENTENCES

    return _WELL[lang] if trouble is None else SENTENCES[trouble][lang]
