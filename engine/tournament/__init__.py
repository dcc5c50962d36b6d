"""Tournaments, cups and draws: pure functions of a record of facts."""

from __future__ import annotations

from engine.tournament.cup import CupRow, cup_as_json, cup_standings, read_cup
from engine.tournament.draw import Draw, draw_rounds
from engine.tournament.model import Cup, Event, Round, Table, Tournament
from engine.tournament.modes import MODES, Mode
from engine.tournament.problems import Problem, Unusable, printable
from engine.tournament.record import read_tournament
from engine.tournament.source import parse
from engine.tournament.standings import Row, Standings, as_json, rank

__all__ = [
    "MODES",
    "Cup",
    "CupRow",
    "Draw",
    "Event",
    "Mode",
    "Problem",
    "Round",
    "Row",
    "Standings",
    "Table",
    "Tournament",
    "Unusable",
    "as_json",
    "cup_as_json",
    "cup_standings",
    "draw_rounds",
    "parse",
    "printable",
    "rank",
    "read_cup",
    "read_tournament",
]
