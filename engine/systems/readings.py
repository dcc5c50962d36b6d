"""Agreements that several systems share: the other readings of sentences that can be read in two ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.systems.base import Kaiserstich, Option, Source, System, Untaken, assumed


def _radl(system: System, value: Any) -> System:
    return replace(system, count_double=bool(value))


def radl_option(source: Source) -> Option:
    return Option("radl", False, source, "diese Runde zählt doppelt", "this deal counts double", apply=_radl)


def silent_bird_option() -> Option:
    """A38: whether a silent bird that is caught in its trick costs its value."""
    return Option(
        "stiller_vogel_verloren",
        "zählt nicht",
        assumed("A38: kein System sagt, ob ein still gespielter und verlorener Vogel Minus bringt"),
        "ein im vorgeschriebenen Stich verlorener stiller Vogel",
        "a silent bird lost in its own trick",
        choices=("zählt nicht", "minus"),
        apply=lambda s, v: replace(s, silent_bird_minus=v == "minus"),
    )


def silent_kings_option() -> Option:
    """A7: whether silent four kings count in suit games."""
    return Option(
        "stille_koenige_im_farbspiel",
        True,
        assumed(
            "A7: «Nur die Ansagen 4 Könige und Valat sind möglich» sagt nicht, ob stille 4 Könige zählen"
        ),
        "stille vier Könige zählen in Farbspielen",
        "silent four kings count in suit games",
        apply=lambda s, v: (
            s if v else replace(s, suit_game_bonuses=s.suit_game_bonuses | {"only_announced_kings"})
        ),
    )


def talon_material_option(default: bool) -> Option:
    """A9: whether Trull and kings of the untaken talon half belong to the opponents' tricks."""
    return Option(
        "talon_zaehlt_fuer_praemien",
        default,
        assumed(
            "A9: ob Trullstücke und Könige der liegen gebliebenen Hälfte für Trull und 4 Könige der Gegner zählen"
        ),
        "der liegen gebliebene Talon zählt für Trull und 4 Könige der Gegner",
        "the untaken talon counts for the opponents' Trull and four kings",
        apply=lambda s, v: replace(s, untaken=Untaken.OPPONENTS if v else Untaken.NOBODY),
    )


def trumping_tarock_option() -> Option:
    """A6: whether Tarock trumps in suit games."""
    return Option(
        "tarock_sticht_im_farbspiel",
        False,
        assumed("A6: «Tarock zugeben» sagt nicht ausdrücklich, dass Tarock im Farbspiel nicht sticht"),
        "Tarock sticht auch in Farbspielen",
        "Tarock trumps in suit games too",
        apply=lambda s, v: replace(s, tarock_trumps_in_suit_games=bool(v)),
    )


def suit_game_kaiserstich_option() -> Option:
    """A8: the Kaiserstich in suit games."""
    return Option(
        "kaiserstich_im_farbspiel",
        "wenn Tarock ausgespielt",
        assumed("A8: ob der Kaiserstich auch gilt, wenn in einem Farbspiel eine Farbe ausgespielt wurde"),
        "der Kaiserstich gilt im Farbspiel",
        "the Kaiserstich in suit games",
        choices=("wenn Tarock ausgespielt", "immer", "nie"),
        apply=lambda s, v: replace(s, kaiserstich_in_suit_games={"immer": "always", "nie": "never"}[v]),
    )


def lost_valat_option() -> Option:
    """A5: whether a lost announced Valat doubles once more in a Sechserdreier."""
    return Option(
        "verlorener_valat_im_sechserdreier",
        "doppelt",
        assumed("A5: ob ein angesagter und verlorener Valat im Sechserdreier noch einmal doppelt zählt"),
        "ein angesagter, verlorener Valat im Sechserdreier zählt",
        "a lost announced Valat in a Sechserdreier counts",
        choices=("doppelt", "einfach"),
        apply=lambda s, v: replace(s, lost_valat_doubles_sechser=v == "doppelt"),
    )


def consecutive_kaiserstich_option() -> Option:
    """A21: whether «in dieser Reihenfolge» means one right after the other."""
    return Option(
        "kaiserstich_unmittelbar",
        False,
        assumed("A21: ob «in dieser Reihenfolge» auch «unmittelbar nacheinander» heißt"),
        "Kaiserstich nur unmittelbar nacheinander",
        "Kaiserstich only one right after the other",
        apply=lambda s, v: replace(s, kaiserstich=Kaiserstich.CONSECUTIVE) if v else s,
    )


def sacks_option() -> Option:
    """A22: whether both Säcke count when both were announced."""
    return Option(
        "saecke",
        "beide",
        assumed("A22: ob 1. und 2. Sack, beide angesagt, beide zählen"),
        "sind beide Säcke angesagt, zählen",
        "with both Säcke announced, these count",
        choices=("beide", "nur der zweite"),
        apply=lambda s, v: replace(s, second_sack_alone=v == "nur der zweite"),
    )


def mondfang_by_pagat_option() -> Option:
    """A26: whether the Pagat catches the Mond in a Kaiserstich."""
    return Option(
        "mondfang_durch_pagat",
        True,
        assumed("A26: ob der Pagat, der im Kaiserstich sticht, den Mond fängt"),
        "im Kaiserstich fängt der Pagat den Mond",
        "in a Kaiserstich the Pagat catches the Mond",
        apply=lambda s, v: replace(s, mondfang_by_pagat=bool(v)),
    )
