"""A tournament's and a cup's lists as rows of cells: what spreadsheets and papers show alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from engine.tournament import CupRow, Standings
from server.exports.fonts import PLAIN
from server.exports.tournament_words import WORDS, round_name
from server.exports.words import Cell, Rows, harmless
from server.tournaments.state import TournamentState
from server.tournaments.views import shown


def number(value: Fraction | None) -> Cell:
    """Whole scores are numbers; others stay exact texts, so that nothing is rounded on the way."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


def rounded(value: Fraction, lang: str) -> str:
    """About how much a fraction is, with the decimal mark of the language: elsewhere 1.250 would be over a thousand."""
    return shown(value).replace(".", "," if lang == "de" else ".")


def standing_rows(result: Standings, lang: str) -> Rows:
    words, mode = WORDS[lang], result.tournament.mode
    head: list[Cell] = [words["place"], words["name"], words["score"]]
    if mode.per_game:
        head.append("≈")
    head += [round_name(n, False, lang) for n in range(1, len(result.tournament.rounds) + 1)]
    if mode.finalists:
        head += [words["final"], words["preliminary"]]
    if mode.cup_points:
        head.append(words["cup"])
    rows: Rows = [head]
    for row in result.rows:
        line: list[Cell] = [row.place, harmless(row.player), number(row.score)]
        if mode.per_game:
            line.append(rounded(row.score, lang))
        line += [number(r) for r in row.rounds]
        if mode.finalists:
            line += [number(row.final), row.preliminary_place]
        if mode.cup_points:
            line.append(number(row.cup_points))
        rows.append(line)
    return rows


def seat_rows(state: TournamentState, lang: str) -> Rows:
    """Everybody with his table in every drawn round."""
    words = WORDS[lang]
    rows: Rows = [[words["name"], *(round_name(n, r.final, lang) for n, r in enumerate(state.rounds, 1))]]
    for player in sorted((p.name for p in state.players), key=sort_key):
        rows.append([harmless(player), *(place_in(state, n, player, lang) for n in range(len(state.rounds)))])
    return rows


def place_in(state: TournamentState, index: int, player: str, lang: str) -> Cell:
    drawn = state.rounds[index]
    if player in drawn.sitting_out:
        return WORDS[lang]["out"]
    return next((n for n, t in enumerate(drawn.tables, 1) if player in t.players), None)


def sheet_rows(state: TournamentState, lang: str) -> Rows:
    """Every sheet that is in, line by line a player: what one would check an evening by."""
    words = WORDS[lang]
    heads = ("round", "table", "name", "games", "points", "corrections")
    rows: Rows = [[words[h] for h in heads]]
    for number_, drawn in enumerate(state.rounds, 1):
        for table, seated in enumerate(drawn.tables, 1):
            sheet = seated.sheet
            if sheet is None:
                continue
            note = harmless(sheet.reason)
            for player, points in zip(seated.players, sheet.points, strict=True):
                name = round_name(number_, drawn.final, lang)
                rows.append([name, table, harmless(player), sheet.games, points, note])
    return rows


def cup_rows(rows: Sequence[CupRow], events: Sequence[str], lang: str) -> Rows:
    words = WORDS[lang]
    out: Rows = [[words["place"], words["name"], words["points"], words["counted"], words["final"]]]
    for row in rows:
        counted = ", ".join(events[n - 1] for n in row.counted)
        out.append(
            [row.place, harmless(row.player), number(row.points), harmless(counted), number(row.final)]
        )
    return out


def sort_key(name: str) -> tuple[str, str]:
    """As one looks a name up: without case and marks, umlauts like their letters."""
    stripped = "".join(PLAIN.get(c, c) for c in name.replace("ß", "ss"))
    plain = unicodedata.normalize("NFKD", stripped).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c)), name
