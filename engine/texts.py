"""What a ruling says to people, in German and in English."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import BY_ID, SUIT_SETS, Card, CardSet, above, card_set, members, short_name
from engine.renonce import Squeeze
from engine.terms import SEATS

KINDS = {
    "farbzwang": ("Farbzwang", "following suit"),
    "tarockzwang": ("Tarockzwang", "playing Tarock"),
    "stichzwang": ("Stichzwang", "beating"),
    "pagat_zuletzt": ("Pagat zuletzt", "Pagat last"),
    "farbspiel_ausspiel": ("Ausspiel im Farbspiel", "leading in a suit game"),
    "vogel_pflicht": ("Vogelpflicht", "duty of an announced bird"),
    "vogel_reihenfolge": ("Reihenfolge der Vögel", "order of the birds"),
    "falsche_ansage": ("Falsche Ansage", "false announcement"),
    "ansage": ("Ansage", "announcement"),
    "selbstruf": ("Selbstruf", "self-call"),
    "ablage": ("Ablage", "discard"),
    "kartenzahl": ("Kartenzahl", "card count"),
    "ausspiel": ("Ausspiel", "turn"),
    "zwei_karten": ("Zwei Karten", "two cards"),
    "falsch_eingezogen": ("Falsch eingezogen", "wrong collection"),
    "kontra": ("Kontra", "Kontra"),
    "lizitation": ("Lizitation", "auction"),
}

STATUS = {
    "correctable": ("kann noch zurückgenommen werden", "can still be taken back"),
    "renonce": ("Renonce", "Renonce"),
    "lost_bird": ("die Ansage ist verloren, keine Renonce", "the announcement is lost, no Renonce"),
    "notice": ("Hinweis", "notice"),
    None: ("offen", "open"),
}

_DUTIES = {
    "farbzwang": ("musste aber {led} bedienen", "but had to follow {led}"),
    "tarockzwang": ("musste aber Tarock zugeben", "but had to play Tarock"),
    "stichzwang": ("musste aber stechen", "but had to beat the trick"),
    "pagat_zuletzt": ("durfte den Pagat aber erst als letztes Tarock spielen", "but may play the Pagat only as the last Tarock"),
    "farbspiel_ausspiel": ("durfte aber kein Tarock ausspielen, solange noch Farben auf der Hand waren", "but may not lead Tarock while holding suits"),
    "vogel_pflicht": ("musste aber die angesagte Karte zum vorgeschriebenen Stich spielen", "but had to play the announced card to its own trick"),
    "vogel_reihenfolge": ("musste aber den höheren angesagten Vogel zuerst aufgeben", "but had to give up the higher announced bird first"),
    None: ("hat dabei eine Pflicht verletzt", "and broke an obligation"),
}  # fmt: skip


_SEAT = re.compile(r"(?<![♠♥♦♣\w])[A-D](?!\w)")
"""A seat in the words of a ruling; ♠D is a card."""


def with_names(text: str, players: Sequence[str]) -> str:
    """A ruling's words with the players' names in place of their seats."""
    return _SEAT.sub(lambda seat: players[SEATS.index(seat[0])], text)


def names(cards: Sequence[Card], lang: str) -> str:
    return ", ".join(short_name(c, lang) for c in cards)


def _led(prefix: Sequence[Card | None], lang: str) -> str:
    led = prefix[0] if prefix else None
    if led is None:
        return "die Farbe" if lang == "de" else "suit"
    return "Tarock" if led < 22 else short_name(led, lang)[0]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows an irregular card; cards with their tricks."""

    shown: tuple[int, Card] | None
    squeeze: Squeeze | None
    proven: tuple[int, int]
    explained: tuple[int, Card] | None = None
    """What shows which rule it was, if `shown` showed only that there was one."""
    lies_open: Card | None = None


def play_text(
    kind: str | None,
    seat: int,
    trick: int,
    card: Card,
    prefix: Sequence[Card | None],
    evidence: Evidence,
) -> dict[str, str]:
    """«B gab in Stich 1 XVII auf ♠R zu, musste aber ♠ bedienen: In Stich 5 kam ♠B.»"""
    who = SEATS[seat]
    duty = _DUTIES.get(kind, _DUTIES[None])
    text: dict[str, str] = {}
    for i, lang in enumerate(("de", "en")):
        on = short_name(prefix[0], lang) if prefix and prefix[0] is not None else None
        laid = short_name(card, lang)
        if lang == "de":
            act = (
                f"{who} spielte in Stich {trick} {laid} aus"
                if on is None
                else f"{who} gab in Stich {trick} {laid} auf {on} zu"
            )
        else:
            act = (
                f"{who} led {laid} in trick {trick}"
                if on is None
                else f"{who} played {laid} on {on} in trick {trick}"
            )
        why = duty[i].format(led=_led(prefix, lang))
        text[lang] = f"{act}, {why}{_evidence(lang, evidence)}."
    return text


def _evidence(lang: str, evidence: Evidence) -> str:
    """First what shows this very rule, then what had shown before that something was amiss."""
    if evidence.lies_open is not None:
        name = short_name(evidence.lies_open, lang)
        return f": {name} lag in der offenen Hand" if lang == "de" else f": {name} lay in the open hand"
    words = [_came(lang, each) for each in (evidence.explained, evidence.shown) if each is not None]
    if evidence.squeeze is not None:
        words.append(_squeezed(lang, evidence.squeeze, evidence.proven))
    earlier = {"de": "; sicher war es schon früher: ", "en": "; it was certain before: "}[lang]
    return f": {earlier.join(words)}" if words else ""


def _came(lang: str, shown: tuple[int, Card]) -> str:
    trick, card = shown
    name = short_name(card, lang)
    return f"In Stich {trick} kam {name}" if lang == "de" else f"{name} came in trick {trick}"


def _squeezed(lang: str, squeeze: Squeeze, proven: tuple[int, int]) -> str:
    cards = list(members(squeeze.cards))
    some = names(cards, lang)
    where = ", ".join(squeeze.places)
    if lang == "de":
        if not squeeze.places:
            return f"seit Stich {proven[0]}, Karte {proven[1]}, kann {some} sonst nirgends mehr sein"
        return f"seit Stich {proven[0]}, Karte {proven[1]}, haben {some} nur noch bei {where} Platz, dort aber nur für {squeeze.room}"
    if not squeeze.places:
        return f"since trick {proven[0]}, card {proven[1]}, {some} can be nowhere else"
    return f"since trick {proven[0]}, card {proven[1]}, {some} can only be with {where}, where there is room for {squeeze.room}"


def exclusion_text(
    suspects: Sequence[int], squeeze: Squeeze | None, proven: tuple[int, int]
) -> dict[str, str]:
    """Somebody has erred, but the open cards do not yet say who, or with which card."""
    who = ", ".join(SEATS[s] for s in suspects)
    text: dict[str, str] = {}
    for lang in ("de", "en"):
        why = "" if squeeze is None else ": " + _squeezed(lang, squeeze, proven)
        if lang == "de":
            start = (
                f"{who} hat eine Pflicht verletzt"
                if len(suspects) == 1
                else f"Jemand hat eine Pflicht verletzt ({who or 'wer, ist offen'})"
            )
        else:
            start = (
                f"{who} broke an obligation"
                if len(suspects) == 1
                else f"Somebody broke an obligation ({who or 'who, is open'})"
            )
        text[lang] = f"{start}{why}."
    return text


def act_text(seat: int, trick: int | None, de: str, en: str, cards: Sequence[Card]) -> dict[str, str]:
    who = SEATS[seat]
    at_de = f" (Stich {trick})" if trick is not None else ""
    at_en = f" (trick {trick})" if trick is not None else ""
    with_de = f": {names(cards, 'de')}" if cards else ""
    with_en = f": {names(cards, 'en')}" if cards else ""
    return {"de": f"{who} {de}{at_de}{with_de}.", "en": f"{who} {en}{at_en}{with_en}."}


def condensed(cards: CardSet, lang: str) -> str:
    """A set in few words: whole suits by their sign, runs of high Tarocks as «Tarock über XV», single cards by name."""
    words: list[str] = []
    for suit, whole in enumerate(SUIT_SETS):
        part = cards & whole
        if not part:
            continue
        missing = whole & ~part
        lowest = (part & -part).bit_length() - 1
        name = "Tarock" if suit == 0 else short_name(lowest, lang)[0]
        if missing.bit_count() <= 1:
            words.append(
                name if not missing else f"{name} {_EXCEPT[lang]} {names(list(members(missing)), lang)}"
            )
        elif lowest and part == above(lowest - 1) and part.bit_count() > 2:
            words.append(f"{name} {_FROM[lang].format(short_name(lowest, lang))}")
        else:
            words += [short_name(c, lang) for c in members(part)]
    return ", ".join(words)


_EXCEPT = {"de": "außer", "en": "but"}
_FROM = {"de": "ab {0}", "en": "from {0} up"}


def proof_steps(certificate: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
    """The certificate as sentences that a referee follows card by card."""
    return [_STEPS[lang][step["step"]].format(**_worded(step, lang)) for step in certificate]


def _worded(step: Mapping[str, Any], lang: str) -> dict[str, Any]:
    def words(ids: Sequence[str]) -> str:
        return condensed(card_set(BY_ID[i] for i in ids), lang) or _NOTHING[lang]

    worded = dict(step)
    if "card" in step:
        worded["card"] = short_name(BY_ID[step["card"]], lang)
    for name in ("legal_only_without", "cards"):
        if name in step:
            worded[name] = words(step[name])
    if "places" in step:
        worded["places"] = ", ".join(step["places"]) or _NOWHERE[lang]
    return worded


_NOTHING = {"de": "nichts", "en": "nothing"}
_NOWHERE = {"de": "nirgends", "en": "nowhere"}
_STEPS = {
    "de": {
        "act": "Stich {trick}, Karte {place}: {seat} legt {card}; erlaubt nur ohne: {legal_only_without}",
        "shown": "Stich {trick}, Karte {place}: {seat} legt {card}, also war sie schon auf der Hand",
        "excludes": "Stich {trick}, Karte {place}: {seat} legt {card}; nach den Regeln also ohne: {cards}",
        "taken": "{cards} nahm {seat} aus dem Talon: nur auf dieser Hand oder in der Ablage",
        "no_discard": "In der Ablage darf nicht liegen: {cards}",
        "no_room": "Noch nicht gesehen: {cards}; Platz dafür: {places}, nur für {room}",
    },
    "en": {
        "act": "Trick {trick}, card {place}: {seat} lays {card}; legal only without: {legal_only_without}",
        "shown": "Trick {trick}, card {place}: {seat} lays {card}, so it was in hand already",
        "excludes": "Trick {trick}, card {place}: {seat} lays {card}; by the rules thus without: {cards}",
        "taken": "{seat} took {cards} from the talon: only in this hand or among the discards",
        "no_discard": "May not lie among the discards: {cards}",
        "no_room": "Not yet seen: {cards}; room for them: {places}, for {room} only",
    },
}
