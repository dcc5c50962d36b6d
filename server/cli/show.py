"""What judge and settle print for people, in German or English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.cards import points_and_blatt, short_name
from engine.compare import Comparison
from engine.facts import valid_plays
from engine.judge import Judgement, judge
from engine.record import Deal
from engine.rulings import Ruling
from engine.settle import Line, Settlement
from engine.systems.base import System
from engine.terms import SEATS
from engine.texts import KINDS, STATUS, proof_steps, with_names

WORDS = {
    "de": {
        "trick": "Stich", "winner": "macht", "points": "Punkte", "seat": "Platz", "sheet": "Schrift", "cash": "Kontra bar",
        "game": "Spiel", "lines": "Abrechnung", "rulings": "Regelverstöße", "none": "keine Regelverstöße", "running": "Das Spiel läuft noch.",
        "open": "Das Ergebnis ist offen: nicht alle Karten sind bekannt.", "declarers": "Spieler", "their": "Punkte der Spieler",
        "assumed": "Angenommener Tarif: der Text dieses Systems nennt keine Werte.", "proven": "bewiesen seit Stich {0}, Karte {1}",
        "direct": "durch eine Karte", "exclusion": "durch Ausschluss", "won": "gewonnen", "lost": "verloren", "announced": "angesagt",
        "silent": "still", "renonce": "Renonce", "per": "je Gegner", "each": "{0} zahlt jedem", "system": "System", "why": "Unterschied", "declarers_side": "Spieler", "opponents_side": "Gegner",
        "inferred": "(…) wurde nicht gelesen, aber keine andere Karte kann es gewesen sein.",
        "later": "aus den gelesenen Karten allein seit Stich {0}, Karte {1}", "never": "aus den gelesenen Karten allein nicht bewiesen",
    },
    "en": {
        "trick": "trick", "winner": "won by", "points": "points", "seat": "seat", "sheet": "sheet", "cash": "Kontra cash",
        "game": "game", "lines": "settlement", "rulings": "irregularities", "none": "no irregularities", "running": "The deal is still running.",
        "open": "The result is open: not all cards are known.", "declarers": "declarers", "their": "points of the declarers",
        "assumed": "Assumed tariff: the text of this system states no values.", "proven": "proven since trick {0}, card {1}",
        "direct": "by a card", "exclusion": "by exclusion", "won": "won", "lost": "lost", "announced": "announced",
        "silent": "silent", "renonce": "Renonce", "per": "per opponent", "each": "{0} pays each", "system": "system", "why": "difference", "declarers_side": "declarers", "opponents_side": "opponents",
        "inferred": "(…) was not read, but no other card can have been it.",
        "later": "from the cards that were read alone since trick {0}, card {1}", "never": "not proven from the cards that were read alone",
    },
}  # fmt: skip

WHAT = {
    "game": ("Spiel", "game"),
    "pagat": ("Pagat", "Pagat"),
    "uhu": ("Uhu", "Uhu"),
    "kakadu": ("Kakadu", "Kakadu"),
    "quapil": ("Quapil", "Quapil"),
    "koenig_ultimo": ("König ultimo", "King ultimo"),
    "trull": ("Trull", "Trull"),
    "vier_koenige": ("4 Könige", "4 kings"),
    "mondfang": ("Mondfang", "Mondfang"),
    "koenigfang": ("Königfang", "Königfang"),
    "sack1": ("1. Sack", "first Sack"),
    "sack2": ("2. Sack", "second Sack"),
    "zehn_tarock": ("10 Tarock", "10 Tarocks"),
    "valat": ("Valat", "Valat"),
    "trischaken": ("Trischaken", "Trischaken"),
    "renonce": ("Renonce", "Renonce"),
    "kontra": ("Kontra", "Kontra"),
}


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def points(thirds: int | None) -> str:
    """107 thirds as players write them: 35/2."""
    if thirds is None:
        return "?"
    whole, blatt = points_and_blatt(thirds)
    return f"{whole}/{blatt}" if blatt else f"{whole}"


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def judgement(
    judged: Judgement, lang: str, console: Console | None = None, *, players: Sequence[str] = SEATS
) -> None:
    """The whole judgement for people; with `players` by their names, else by their seats."""
    console, words, deal = console or _console(), WORDS[lang], judged.deal
    inferred = frozenset(judged.opening.slots if judged.opening.inferred_deal is not None else ())
    console.print(_title(judged, lang, players), style="bold")
    table = Table(box=None, pad_edge=False)
    for head in (words["trick"], *players, words["winner"], words["points"]):
        table.add_column(head, justify="right" if head in (words["trick"], words["points"]) else "left")
    for number, (trick, fact) in enumerate(zip(deal.tricks, judged.facts.tricks, strict=True), 1):
        laid = dict(valid_plays(trick))
        order = [s for s, _ in valid_plays(trick)]
        guessed = {s for place, (s, _) in enumerate(trick.cards) if (number - 1, place) in inferred}
        cells = [_cell(laid, seat, order, fact.winner, lang, inferred=seat in guessed) for seat in range(4)]
        winner = "…" if not fact.complete else "?" if fact.winner is None else players[fact.winner]
        table.add_row(str(number), *cells, winner, points(fact.thirds) if fact.complete else "")
    if deal.tricks:
        console.print(table)
    if inferred:
        console.print(words["inferred"], style="dim")
    if judged.declarers:
        side = ", ".join(players[s] for s in judged.declarers)
        own = (
            "" if judged.declarer_thirds is None else f" · {words['their']}: {points(judged.declarer_thirds)}"
        )
        console.print(f"{words['declarers']}: {side}{own}")
    console.print()
    _rulings(console, judged, lang, players)
    if judged.settlement is not None:
        settlement(judged.settlement, deal.system, lang, console, players=players)
    else:
        console.print(words["running"] if deal.end == "running" else words["open"])


def _title(judged: Judgement, lang: str, players: Sequence[str]) -> str:
    contract = judged.deal.contract
    if contract is None:
        return judged.deal.system.name
    game = contract.game + (f" / {contract.bird}" if contract.bird else "")
    called = contract.called
    call = "" if called is None else f" · {'ruft' if lang == 'de' else 'calls'} "
    if called is not None:
        call += (
            ("den Vierten" if lang == "de" else "the fourth")
            if isinstance(called, str)
            else short_name(called, lang)
        )
    return f"{judged.deal.system.name} · {players[contract.declarer]}: {game}{call}"


def _cell(
    laid: dict[int, int | None],
    seat: int,
    order: list[int],
    winner: int | None,
    lang: str,
    *,
    inferred: bool,
) -> Text:
    if seat not in laid:
        return Text("")
    card = laid[seat]
    name = "??" if card is None else short_name(card, lang)
    name = f"({name})" if inferred else name
    lead = "› " if order and order[0] == seat else "  "
    return Text(lead + name, style="bold" if seat == winner else "")


def _rulings(console: Console, judged: Judgement, lang: str, players: Sequence[str]) -> None:
    words, column = WORDS[lang], 0 if lang == "de" else 1
    if not judged.rulings:
        console.print(words["none"] + ".")
        console.print()
        return
    console.print(words["rulings"].capitalize() + ":", style="bold")
    for ruling in judged.rulings:
        kind = KINDS[ruling.kind][column] if ruling.kind in KINDS else words["renonce"]
        status = STATUS[ruling.status][column]
        style = "red" if ruling.status == "renonce" else "yellow"
        console.print(f"  {kind} · {status}", style=style)
        console.print(f"    {with_names(ruling.text[lang], players)}")
        if ruling.proven is not None:
            console.print(f"    {words['proven'].format(*ruling.proven)} ({words[ruling.proof]})")
            if (hindsight := _hindsight(judged, ruling, lang)) is not None:
                console.print(f"    {hindsight}")
        if ruling.proof == "exclusion":
            for step in proof_steps(ruling.certificate, lang):
                console.print(f"      {with_names(step, players)}", style="dim")
        console.print(f"    {ruling.source.section}: «{plain(ruling.source.quote)}»", style="dim")
    console.print()


def _hindsight(judged: Judgement, ruling: Ruling, lang: str) -> str | None:
    """Since when the cards that were read prove it, where one that was inferred at the end proves it earlier."""
    if judged.opening.inferred_deal is None:
        return None
    seen = judge(_as_read(judged))
    same = (r for r in seen.rulings if (r.kind, r.by, r.trick) == (ruling.kind, ruling.by, ruling.trick))
    proven = next((r.proven for r in same), None)
    if proven == ruling.proven:
        return None
    return WORDS[lang]["never"] if proven is None else WORDS[lang]["later"].format(*proven)


def _as_read(judged: Judgement) -> Deal:
    """The deal as it lay before anything was inferred: what it proved while it was played."""
    tricks = list(judged.deal.tricks)
    for t, p in judged.opening.slots:
        trick = tricks[t]
        if p < len(trick.cards):
            cards = list(trick.cards)
            cards[p] = (cards[p][0], None)
            tricks[t] = replace(trick, cards=tuple(cards))
        else:
            gifts = list(trick.gifts)
            gifts[p - len(trick.cards)] = None
            tricks[t] = replace(trick, gifts=tuple(gifts))
    return replace(judged.deal, tricks=tuple(tricks), end="running")


def plain(quote: str) -> str:
    """The words of a rule without the markup of its text."""
    return quote.replace("**", "").replace("*", "").replace("<b>", "").replace("</b>", "").replace("\t", " ")


def settlement(
    settled: Settlement,
    system: System,
    lang: str,
    console: Console | None = None,
    *,
    players: Sequence[str] = SEATS,
) -> None:
    console, words = console or _console(), WORDS[lang]
    if system.assumed_tariff:
        console.print(words["assumed"], style="yellow")
    table = Table(box=None, pad_edge=False, show_header=False)
    for line in settled.lines:
        table.add_row(
            _line_name(line, lang, players), _line_points(line), words["per"] if line.by is None else ""
        )
    console.print(table)
    sheet = Table(box=None, pad_edge=False)
    sheet.add_column("")
    for seat in players:
        sheet.add_column(seat, justify="right")
    sheet.add_row(words["sheet"], *(signed(p) for p in settled.sheet), style="bold")
    if any(settled.kontra_cents):
        sheet.add_row(words["cash"], *(f"{c / 100:+.2f} €" for c in settled.kontra_cents))
    console.print(sheet)


def _line_name(line: Line, lang: str, players: Sequence[str]) -> str:
    words = WORDS[lang]
    name = WHAT.get(line.what, (line.what, line.what))[0 if lang == "de" else 1]
    parts = [name]
    if line.by is not None:
        parts.append(words["each"].format(players[line.by]) if line.to_each else players[line.by])
    if line.what not in ("game", "trischaken", "renonce", "kontra"):
        parts.append(
            f"{words['announced']} ({players[line.announced_by]})"
            if line.announced_by is not None
            else words["silent"]
        )
    if line.factor != 1:
        parts.append(f"×{line.factor}")
    if line.kontra:
        parts.append(line.kontra.capitalize())
    if line.by is None:
        parts.append(words["declarers_side"] if line.declarers else words["opponents_side"])
        parts.append(words["won"] if line.won else words["lost"])
    return ", ".join(parts)


def _line_points(line: Line) -> str:
    if line.by is not None:
        return signed(line.points if line.won else -line.points)
    return signed(line.signed)


def comparison(compared: Comparison, lang: str) -> None:
    console, words = _console(), WORDS[lang]
    table = Table(box=None, pad_edge=False)
    table.add_column(words["system"])
    for seat in SEATS:
        table.add_column(seat, justify="right")
    for column in compared.columns:
        sheet = column.judgement.sheet if column.judgement is not None else None
        cells = [signed(p) for p in sheet] if sheet is not None else ["–"] * 4
        table.add_row(column.system.name, *cells, style="bold" if column.system.id == compared.played else "")
    console.print(table)
    for column in compared.columns:
        if column.differences:
            console.print(f"\n{column.system.name}", style="bold")
            for difference in column.differences:
                console.print(f"  {difference.de if lang == 'de' else difference.en}")
                console.print(
                    f"    {difference.source.section}: «{plain(difference.source.quote)}»", style="dim"
                )
