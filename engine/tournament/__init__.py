"""Tournaments, cups and draws: pure functions of a record of facts."""

from __future__ import annotations

from engine.tournament.cup import cup_as_json, cup_standings, read_cup
from engine.tournament.problems import Problem, Unusable
from engine.tournament.record import read_tournament
from engine.tournament.source import parse
from engine.tournament.standings import as_json, standings

__all__ = [
    "Problem",
    "Unusable",
    "as_json",
    "cup_as_json",
    "cup_standings",
    "parse",
    "read_cup",
    "read_tournament",
    "standings",
]
