"""`kiebitz rules`: what is implemented of a rule system, from which sentence, and which readings are options."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from engine.systems import SYSTEMS
from engine.systems.base import (
    Bonus,
    Game,
    Kaiserstich,
    KontraEffect,
    Moment,
    Opening,
    Option,
    Source,
    System,
)
from engine.texts import KINDS
from server.cli.common import fail
from server.cli.show import WHAT, plain

_OPENINGS = {
    Opening.ANYONE: "",
    Opening.AFTER_PASSES: "nur Vorhand, wenn alle gepasst haben",
    Opening.AT_ONCE: "nur Vorhand, sofort",
}
_MOMENTS = {
    Moment.WINNER_COLLECTS: "sobald, wer den Stich gemacht hat, ihn eingezogen hat",
    Moment.COLLECTED_OR_NEXT_LEAD: "sobald der Stich eingezogen (umgedreht) oder zum nächsten ausgespielt ist",
    Moment.NEXT_CARD: "sobald die nächste Karte liegt",
}
_KONTRA = {
    KontraEffect.SHEET: "vervielfacht die Ansage auf der Schrift",
    KontraEffect.SHEET_ONCE: "das einfache Kontra auf der Schrift, der Rest bar",
    KontraEffect.CASH: "nur in der Auszahlung, nicht auf der Schrift",
    KontraEffect.FIXED: "feste Beträge, nicht auf der Schrift",
}
_KAISERSTICH = {
    Kaiserstich.NONE: "keiner",
    Kaiserstich.ANY_ORDER: "in beliebiger Reihenfolge",
    Kaiserstich.IN_ORDER: "nur in der Reihenfolge Mond, Sküs, Pagat",
}

_TOPICS = {
    "win": "Gewinn",
    "renonce": "Renonce",
    "moment": "ab wann Renonce",
    "stichzwang_trischaken": "Stichzwang im Trischaken",
    "pagat_zuletzt_trischaken": "Pagat zuletzt im Trischaken",
    "ansage_farbspiel": "Ansage im Farbspiel",
    "ablage_farbspiel": "Ablage im Farbspiel",
    "ablage_minimum": "Farbkarten nach der Ablage",
    "kontra_effect": "Wirkung des Kontra",
    "kontra_trischaken": "Kontra im Trischaken",
    "kontra_unknowing": "unwissentliches Kontra unter Partnern",
    "bei": "Bei-Spiele",
    "solo": "Solo-Spiele",
    "valat": "Valat",
    "valat_kontra": "Valat und Kontra",
    "valat_lost": "verlorener Valat",
    "schleifen": "Schleifen",
    "kaiserstich": "Kaiserstich",
    "trischaken": "Trischaken",
    "trischaken_renonce": "Renonce im Trischaken",
    "claim": "Nachforderung nach Renonce",
    "talon": "Talon",
    "direction": "Spielrichtung",
    "deal": "Geben",
    "misdeal": "Vergeben",
    "blank": "leerer (blanker) Rufer",
    "radl": "Radl",
    "kein_vogel": "Besserrufer ohne Vogel im Blatt",
    "pagatkassa": "Pagatkassa",
    "king_left": "gerufener König bleibt liegen",
    "thrown_in": "Zusammenwerfen",
    "overplayed": "überspielte Renonce",
}
"""What a club calls the topics of a text that are no kind of ruling."""


def rules_command(
    system: str = typer.Argument(
        None, help=f"One of {', '.join(SYSTEMS)}; without it, the list.", metavar="[SYSTEM]"
    ),
) -> None:
    """Show a rule system as it is implemented: games, bonuses, rulings and options, each with the words of its text."""
    if system is None:
        for found in SYSTEMS.values():
            typer.echo(f"{found.id:18} {found.name}")
        return
    if system not in SYSTEMS:
        fail(f"there is no rule system {system[:40]!r}; there are {', '.join(SYSTEMS)}")
    typer.echo(rulebook(SYSTEMS[system]), nl=False)


def rulebook(system: System) -> str:
    """The system as a page of Markdown."""
    return "\n".join(_lines(system)) + "\n"


def _quote(source: Source) -> str:
    words = plain(source.quote).replace("|", "\\|")
    return f"*{words}*" if source.section == "assumed" else f"«{words}» ({source.section.replace('|', '/')})"


def _lines(system: System) -> Iterator[str]:
    yield f"# {system.name}"
    yield ""
    yield f"`{system.id}` · gespielt wird {'im' if system.clockwise else 'gegen den'} Uhrzeigersinn."
    if system.assumed_tariff:
        yield "Der Text nennt keine Werte: **der Tarif ist angenommen** und überall so gekennzeichnet."
    yield "Diese Seite entsteht aus den Daten der Regelmaschine (`kiebitz rules " + system.id + "`)."
    yield ""
    yield from _summary(system)
    yield from _games(system.games)
    yield from _bonuses(system.bonuses)
    yield from _rulings(system)
    yield from _options(system.options)


def _summary(system: System) -> Iterator[str]:
    points, blatt = divmod(system.win_thirds, 3)
    yield f"- Gewonnen ist ein positives Spiel mit {points} Punkten und {blatt} Blatt ({system.win_thirds} Drittel): {_quote(system.source('win'))}"
    yield f"- Kaiserstich: {_KAISERSTICH[system.kaiserstich]}: {_quote(system.source('kaiserstich'))}"
    yield f"- Eine irreguläre Karte wird zur Renonce, {_MOMENTS[system.moment]}: {_quote(system.source('moment'))}"
    yield f"- Kontra {_KONTRA[system.kontra]}: {_quote(system.source('kontra_effect'))}"
    yield f"- Renonce: {_quote(system.source('renonce'))}"
    yield f"- Talon und Ablage: {_quote(system.source('talon'))}"
    yield ""


def _games(games: tuple[Game, ...]) -> Iterator[str]:
    yield "## Spiele, in steigendem Rang"
    yield ""
    yield "| Spiel | Wert | | Quelle |"
    yield "|---|---|---|---|"
    for game in games:
        name = f"`{game.id}`" + (f" + {' / '.join(game.birds)}" if game.birds else "")
        notes = [_OPENINGS[game.opening]]
        if game.loss_factor != 1:
            notes.append(f"verloren ×{game.loss_factor}")
        if game.solo:
            notes.append("Prämien doppelt")
        if game.ends_auction:
            notes.append("beendet die Lizitation")
        yield f"| {name} | {game.value} | {', '.join(n for n in notes if n)} | {_quote(game.source)} |"
    yield ""


def _bonuses(bonuses: tuple[Bonus, ...]) -> Iterator[str]:
    yield "## Prämien, je Gegner"
    yield ""
    yield "| Prämie | angesagt | still | Quelle |"
    yield "|---|---|---|---|"
    for bonus in bonuses:
        announced = "–" if bonus.announced is None else str(bonus.announced)
        silent = "–" if bonus.silent is None else str(bonus.silent)
        yield f"| {WHAT[bonus.id][0]} (`{bonus.id}`) | {announced} | {silent} | {_quote(bonus.source)} |"
    yield ""


def _rulings(system: System) -> Iterator[str]:
    yield "## Worauf sich Entscheidungen berufen"
    yield ""
    yield "| | Quelle |"
    yield "|---|---|"
    for topic, source in system.sources.items():
        name = KINDS[topic][0] if topic in KINDS else _TOPICS[topic]
        yield f"| {name} | {_quote(source)} |"
    yield ""


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    yield "## Was der Tisch vereinbaren kann (`options`)"
    yield ""
    yield "| Option | ohne Angabe | | Quelle |"
    yield "|---|---|---|---|"
    for option in options:
        default = (
            {True: "true", False: "false"}.get(option.default, str(option.default))
            if isinstance(option.default, bool)
            else str(option.default)
        )
        choices = f" ({' / '.join(option.choices)})" if option.choices else ""
        yield f"| `{option.name}` | `{default}`{choices} | {option.de} | {_quote(option.source)} |"
