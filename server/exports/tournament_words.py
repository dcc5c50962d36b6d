"""The words on a tournament's papers and spreadsheets."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "de": {
        "by_name": "Wer sitzt wo?", "by_table": "Sitzplan nach Tischen", "round": "Runde", "final": "Finale", "table": "Tisch",
        "name": "Name", "out": "setzt aus", "outs": "Es setzen aus", "seed": "Auslosung mit der Startzahl", "place": "Platz",
        "points": "Punkte", "games": "Spiele", "score": "Ergebnis", "cup": "Cuppunkte", "standing": "Endstand",
        "provisional": "Zwischenstand", "preliminary": "nach den Vorrunden", "finalists": "Im Finale", "lot": "Das Los entscheidet zwischen",
        "slip": "Spielzettel", "line": "Nr.", "total": "Summe", "signed": "Unterschrift", "struck": "Ein Schreibfehler, der sich nicht klären lässt: Zeile streichen.",
        "mine": "Mein Platz und meine Punkte",
        "corrections": "Berichtigungen", "was": "war", "by": "von", "here": "anwesend", "counted": "gewertet", "best": "die besten {0} Turniere", "events": "Turniere",
        "decided": "Entscheidungen", "rules": "Regeln", "per_game": "Punkte ÷ Spiele, summiert", "never": "Niemand trifft jemanden zweimal.", "again": "Wiederholte Begegnungen: {0} (mindestens {1})", "slip_only": "von Hand eingetragen",
    },
    "en": {
        "by_name": "Who sits where?", "by_table": "Seats by table", "round": "Round", "final": "Final", "table": "Table",
        "name": "Name", "out": "sits out", "outs": "Sitting out", "seed": "Drawn with the seed", "place": "Place",
        "points": "Points", "games": "Games", "score": "Score", "cup": "Cup points", "standing": "Final standing",
        "provisional": "Standing so far", "preliminary": "after the Vorrunden", "finalists": "In the final", "lot": "The lot decides between",
        "slip": "Slip", "line": "No.", "total": "Total", "signed": "Signature", "struck": "A slip of the pen that nobody can explain: strike the line.",
        "mine": "My seat and my points",
        "corrections": "Corrections", "was": "was", "by": "by", "here": "present", "counted": "counted", "best": "the best {0} events", "events": "Events",
        "decided": "Decisions", "rules": "Rules", "per_game": "points ÷ games, added up", "never": "Nobody meets anybody twice.", "again": "Repeated meetings: {0} (at least {1})", "slip_only": "entered by hand",
    },
}  # fmt: skip


def round_name(number: int, final: bool, lang: str) -> str:
    words = WORDS[lang]
    return words["final"] if final else f"{words['round']} {number}"
