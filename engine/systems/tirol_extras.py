"""What a table in Tirol may agree on: the readings that the text leaves open, and the extras of its §7."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from engine.systems.base import Bonus, Family, Game, KontraEffect, Opening, Option, Source, System, assumed
from engine.systems.readings import (
    consecutive_kaiserstich_option,
    mondfang_by_pagat_option,
    radl_option,
    sacks_option,
    silent_bird_option,
    talon_material_option,
)
from engine.systems.trischaken import read_as

POSITIV = "3) Positivspiele"
NEGATIV = "4) Negativspiele"
EXTRAS = "7) Ergänzungen"

FOUR_BIRDS = ("pagat", "uhu", "kakadu", "quapil")

RADL = Source(
    EXTRAS,
    "doppelte Runden nach Trischaken, Fängen, Punkteteilung (35:35) oder Nullern (Fensterbankl), d.h. diese Spiele zählen "
    "doppelt (einmal reihum, kein vierfach).",
)
_SKOTY = Source(EXTRAS, "**Skoty Trophy:** keine **blanken Rufer**")
_SONSTIGES = Source(
    EXTRAS,
    "Pflicht-ouvert, Königsbesser (4 Könige statt Vogel), Besserdreier, Pagatfang, Königfang, Honneurs...",
)


def _after(games: tuple[Game, ...], before: str, *new: Game) -> tuple[Game, ...]:
    index = next(i for i, g in enumerate(games) if g.id == before) + 1
    return games[:index] + new + games[index:]


def _skoty(system: System, value: Any) -> System:
    if not value:
        return system
    triccolo = Game("triccolo_ouvert", 7, Source(EXTRAS, "**Triccolo-ouvert**"), level=2)
    return replace(
        system,
        games=_after(system.games, "zwiccolo_ouvert", triccolo),
        kontra=KontraEffect.SHEET_ONCE,
        blank_rufer=True,
    )


def _zwiccolo(system: System, value: Any) -> System:
    if not value:
        return system
    source = Source(EXTRAS, "Zwiccolo(-bei)")
    games = tuple(replace(g, level=3) if g.id == "piccolo" else g for g in system.games)
    return replace(system, games=_after(games, "piccolo", Game("zwiccolo", 2, source, level=3)))


def _stichzwang(system: System, value: Any) -> System:
    families = system.stichzwang | {Family.TRISCHAKEN} if value else system.stichzwang - {Family.TRISCHAKEN}
    return replace(system, stichzwang=families)


def _game_change(game_id: str, **change: Any) -> Callable[[System, Any], System]:
    def apply(system: System, value: Any) -> System:
        if not value:
            return system
        return replace(
            system, games=tuple(replace(g, **change) if g.id == game_id else g for g in system.games)
        )

    return apply


def _koenigfang(system: System, value: Any) -> System:
    """Worth what the Mondfang is worth; the text names it without a value."""
    if not value:
        return system
    bonus = Bonus("koenigfang", 2, 1, _SONSTIGES)
    return replace(system, bonuses=(*system.bonuses, bonus), claims=system.claims | {"koenigfang"})


def _without(game_id: str) -> Callable[[System, Any], System]:
    return lambda system, value: (
        replace(system, games=tuple(g for g in system.games if g.id != game_id)) if value else system
    )


def _settle_trischaken(**reading: Any) -> Callable[[System], System]:
    """One more reading of the settlement, beside those already agreed."""

    def apply(system: System) -> System:
        rule = system.trischaken
        return replace(system, trischaken=replace(rule, settle=partial(rule.settle, **reading)))

    return apply


def _bird_rufers(system: System, value: Any) -> System:
    """«„Besserrufer“ darf dann nur mit Pagat oder Uhu lizitiert werden»; Kakadu- und Quapilrufer stand where Solobesser was."""
    if not value:
        return system
    source = Source(EXTRAS, "**Kakadu-/Quapilrufer** statt Solobesser (Besserrufer aufgeteilt)")
    games: list[Game] = []
    for game in system.games:
        if game.id == "besserrufer":
            games.append(replace(game, birds=("pagat", "uhu")))
        elif game.id == "solobesser":
            games += [
                Game("besserrufer", 2, source, birds=("kakadu",)),
                Game("besserrufer", 2, source, birds=("quapil",)),
            ]
        else:
            games.append(game)
    return replace(system, games=tuple(games))


OPTIONS = (
    Option(
        "skoty",
        False,
        _SKOTY,
        "Regeln der Skoty Trophy (Triccolo ouvert 7: angenommen)",
        "rules of the Skoty Trophy (Triccolo ouvert 7: assumed)",
        apply=_skoty,
    ),
    radl_option(RADL),
    Option(
        "trischaken_stichzwang",
        True,
        Source(NEGATIV, "Die Vorhand kann bestimmen, ob **mit oder ohne Stichzwang** gespielt wird"),
        "Trischaken mit Stichzwang",
        "Trischaken with the obligation to beat",
        apply=_stichzwang,
    ),
    Option(
        "trischaken_talon",
        "first_six",
        Source(
            NEGATIV, "ob der **Talon zu den ersten sechs oder zum letzten Stich** dazugegeben wird (offen)."
        ),
        "wohin der Talon im Trischaken kommt",
        "where the talon goes in Trischaken",
        choices=("first_six", "last_trick"),
        apply=lambda s, v: replace(s, trischaken=replace(s.trischaken, talon=v)),
    ),
    Option(
        "trischaken_vorhand_gleichstand",
        "alleine",
        assumed("A20: ob eine punktgleiche Vorhand alleine zahlt oder teilt, steht nicht da"),
        "eine punktgleiche Vorhand zahlt",
        "a forehand among equal losers pays",
        choices=("alleine", "teilt"),
        apply=lambda s, v: _settle_trischaken(forehand_shares=v == "teilt")(s),
    ),
    Option(
        "trischaken_vorhand_buergermeister",
        "vierfach",
        assumed(
            "A18: «Vorhand und Bürgermeister zahlen doppelt» sagt nicht, was eine Vorhand zahlt, die Bürgermeister ist"
        ),
        "eine Vorhand, die Bürgermeister ist, zahlt",
        "a forehand who is Bürgermeister pays",
        choices=("vierfach", "doppelt"),
        apply=lambda s, v: _settle_trischaken(stack=v == "vierfach")(s),
    ),
    Option(
        "kontra_im_negativspiel",
        True,
        assumed(
            "A17: «In negativen Spielen kontriert jeder für sich» steht gegen «Stichzwang, keine Zusätze, kein Talon, kein Kontra»"
        ),
        "in Negativspielen (außer Trischaken) kontriert jeder für sich",
        "in negative games (but Trischaken) each may say Kontra for himself",
        apply=lambda s, v: replace(s, kontra_in_negative=bool(v)),
    ),
    Option(
        "zwiccolo",
        False,
        Source(EXTRAS, "Zwiccolo(-bei)"),
        "auch Zwiccolo wird gespielt (Wert 2, gleichwertig mit Piccolo: angenommen)",
        "Zwiccolo is played too (value 2, equal to Piccolo: assumed)",
        apply=_zwiccolo,
    ),
    Option(
        "semi_revers",
        False,
        Source(
            EXTRAS,
            "**Semi-ouvert** mit **revers** (evtl. ohne Zwiccolo-semi): Der Spieler bestimmt, wer aufdeckt (Spieler oder Gegner).",
        ),
        "semi-ouvert: die Gegner decken auf",
        "semi-ouvert: the opponents lay open",
    ),
    Option(
        "ohne_zwiccolo_semi",
        False,
        Source(EXTRAS, "(evtl. ohne Zwiccolo-semi)"),
        "Zwiccolo semi-ouvert wird nicht gespielt",
        "Zwiccolo semi-ouvert is not played",
        apply=_without("zwiccolo_semi"),
    ),
    Option(
        "sechserdreier_hinten",
        False,
        Source(
            POSITIV,
            "Soll der Sechserdreier hintennach angesagt werden dürfen, muss das vorab vereinbart werden.",
        ),
        "Sechserdreier auch hintennach",
        "Sechserdreier may be bid after the passes",
        apply=_game_change("sechserdreier", opening=Opening.FIRST_OR_LAST),
    ),
    Option(
        "kakadu_quapilrufer",
        False,
        Source(EXTRAS, "**Kakadu-/Quapilrufer** statt Solobesser (Besserrufer aufgeteilt)"),
        "Kakadu- und Quapilrufer statt Solobesser",
        "Kakadu- and Quapilrufer instead of Solobesser",
        apply=_bird_rufers,
    ),
    Option(
        "koenigsbesser",
        False,
        Source(EXTRAS, "Königsbesser (4 Könige statt Vogel)"),
        "Besserrufer auch mit 4 Königen statt Vogel",
        "Besserrufer may be bid on four kings instead of a bird",
        apply=_game_change("besserrufer", optional_bird=True),
    ),
    Option(
        "besserdreier",
        False,
        Source(EXTRAS, "Besserdreier"),
        "Dreier auch mit Vogel (5+V: angenommen)",
        "Dreier may be bid with a bird (5 + bird: assumed)",
        apply=_game_change("dreier", birds=FOUR_BIRDS, optional_bird=True),
    ),
    Option(
        "bunter_farbendreier",
        False,
        Source(EXTRAS, "bunter Farbendreier (Tarock als echte fünfte Farbe)"),
        "Tarock ist im Farbendreier eine gewöhnliche fünfte Farbe",
        "in suit games Tarock is an ordinary fifth suit",
        apply=lambda s, v: replace(s, suit_tarock_is_plain=bool(v)),
    ),
    Option(
        "koenigfang",
        False,
        _SONSTIGES,
        "Königfang zählt (1 still, 2 angesagt: angenommen)",
        "Königfang counts (1 silent, 2 announced: assumed)",
        apply=_koenigfang,
    ),
    silent_bird_option(),
    talon_material_option(True),
    consecutive_kaiserstich_option(),
    sacks_option(),
    mondfang_by_pagat_option(),
    Option(
        "trischaken_gleichstand",
        "teilen",
        assumed("A19: ob «Punktegleiche Spieler teilen sich Gewinn/Verlust» den einfachen Verlust teilt"),
        "punktegleiche Verlierer",
        "equal losers",
        choices=("teilen", "jeder voll"),
        apply=lambda s, v: read_as(s, tied_pay_full=v == "jeder voll"),
    ),
)
