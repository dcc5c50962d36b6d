"""Reads a `kiebitz-tournament/1` record: everything that is wrong with it at once, each with its place."""

from __future__ import annotations

from engine.tournament.model import Round, Table, Tournament
from engine.tournament.modes import MODES, SMALLEST_TABLE, TOTAL, Mode
from engine.tournament.problems import Path, place
from engine.tournament.reader import Reader
from engine.tournament.standings import qualified

FORMAT = "kiebitz-tournament/1"

MOST_PLAYERS = 10_000
MOST_ROUNDS = 100
MOST_GAMES = 1_000
MOST_POINTS = 1_000_000_000


def read_tournament(tree: object, *, seats_only: bool = False) -> Tournament:
    """The tournament in this tree of JSON values, or `Unusable` with all that is wrong.

    `seats_only` is for the draw: rounds that are seated and not yet played may lack `games` and `points`.
    """
    reader = Reader(tree)
    known = ("format", "mode", "options", "players", "rounds", "final")
    fields = reader.record(FORMAT, known, ("mode", "players", "rounds"))
    mode = _mode(reader, fields)
    options = _options(reader, fields.get("options"), mode)
    players = _players(reader, fields)
    tables = _Tables(reader, mode, None if players is None else frozenset(players), seats_only)
    rounds = _rounds(reader, fields, mode, tables)
    final = _final(reader, fields.get("final"), mode, rounds, tables)
    reader.finish()
    tournament = Tournament(mode or TOTAL, options, players or (), rounds, None)
    if final is None:
        return tournament
    if (open_table := tournament.unplayed) is not None:
        reader.note("not_played", table_path(open_table))
        reader.finish()
    _check_finalists(reader, tournament, final)
    reader.finish()
    return Tournament(tournament.mode, options, tournament.players, rounds, final)


def table_path(place: tuple[int, int]) -> Path:
    """Where a table's points stand in the record."""
    return ("rounds", place[0], "tables", place[1], "points")


def _mode(reader: Reader, fields: dict[str, object]) -> Mode | None:
    if "mode" not in fields:
        return None
    value = fields["mode"]
    mode = MODES.get(value) if isinstance(value, str) else None
    if mode is None:
        reader.note("unknown_mode", ("mode",), value=value, known=", ".join(MODES))
    return mode


def _options(reader: Reader, value: object, mode: Mode | None) -> dict[str, str]:
    """The mode's defaults, and what the record says instead. An unknown mode has unknown options: not judged."""
    if value is not None and not isinstance(value, dict):
        reader.note("wrong_type", ("options",), "object", value=value)
    if mode is None:
        return {}
    chosen = {name: option.default for name, option in mode.options.items()}
    for name, said in value.items() if isinstance(value, dict) else ():
        path = ("options", str(name))
        if name not in mode.options:
            reader.note("unknown_option", path, value=name, known=", ".join(mode.options))
        elif said not in (values := mode.options[name].values):
            reader.note("option_value", path, value=said, known=", ".join(values))
        else:
            chosen[name] = said
    return chosen


def _players(reader: Reader, fields: dict[str, object]) -> tuple[str, ...] | None:
    """Every listed name, the faulty ones too, so that a fault in the list is not reported again at each table."""
    if "players" not in fields:
        return None
    items = reader.items(fields["players"], ("players",), MOST_PLAYERS, "names")
    if items is None:
        return None
    seen: dict[str, None] = {}
    for i, item in enumerate(items):
        path = ("players", i)
        if isinstance(item, str) and item in seen:
            reader.note("listed_twice", path, value=item)
            continue
        reader.name(item, path)
        if isinstance(item, str):
            seen[item] = None
    return tuple(seen)


def _rounds(
    reader: Reader, fields: dict[str, object], mode: Mode | None, tables: _Tables
) -> tuple[Round, ...]:
    items = reader.items(fields["rounds"], ("rounds",), MOST_ROUNDS) if "rounds" in fields else None
    limit = mode.rounds_limit if mode else None
    rounds: list[Round] = []
    for i, item in enumerate(items or ()):
        if limit is not None and i >= limit:
            reader.note("too_many_rounds", ("rounds", i), high=limit)
        rounds.append(tables.round(item, ("rounds", i), final=False))
    return tuple(rounds)


def _final(
    reader: Reader, value: object, mode: Mode | None, rounds: tuple[Round, ...], tables: _Tables
) -> tuple[Table, ...] | None:
    if value is None or mode is None:
        return None
    if not mode.finalists:
        reader.note("no_final", ("final",))
        return None
    if len(rounds) < (mode.rounds_limit or 0):
        reader.note("early_final", ("final",), value=len(rounds), high=mode.rounds_limit)
        return None
    return tables.round(value, ("final",), final=True).tables


def _check_finalists(reader: Reader, tournament: Tournament, final: tuple[Table, ...]) -> None:
    """Exactly the finalists: all who are sure of it, and of those who drew lots as many as there are places left."""
    sure, undecided = qualified(tournament)
    places = min(tournament.mode.finalists, len(sure) + len(undecided))
    seated = [name for table in final for name in table.players]
    strangers = set(seated) - sure - undecided
    for i, table in enumerate(final):
        for j, name in enumerate(table.players):
            if name in strangers:
                reader.note("not_a_finalist", ("final", "tables", i, "players", j), value=name, high=places)
    if strangers:
        return
    if missing := sorted(sure - set(seated)):
        reader.note("finalists_missing", ("final",), value=", ".join(missing))
    elif len(seated) != places:
        reader.note("final_size", ("final",), value=len(seated), high=places)


class _Tables:
    """Reads rounds and their tables against the list of players."""

    def __init__(
        self, reader: Reader, mode: Mode | None, listed: frozenset[str] | None, seats_only: bool
    ) -> None:
        self.reader, self.mode, self.listed, self.seats_only = reader, mode, listed, seats_only

    def round(self, value: object, path: Path, *, final: bool) -> Round:
        known = ("tables",) if final else ("tables", "sitting_out")
        fields = self.reader.fields(value, path, known, ("tables",))
        tables: tuple[Table, ...] = ()
        out: tuple[str, ...] = ()
        places: dict[str, str] = {}
        for name in fields or ():  # in the order of the document: who comes second is seated twice
            if name == "tables":
                tables = self._tables((fields or {})[name], (*path, name), places)
            elif name == "sitting_out" and not final:
                out = self._sitting_out((fields or {})[name], (*path, name), places)
        return Round(tables, out)

    def _tables(self, value: object, path: Path, places: dict[str, str]) -> tuple[Table, ...]:
        items = self.reader.items(value, path, MOST_PLAYERS) or []
        return tuple(self._table(item, (*path, i), places) for i, item in enumerate(items))

    def _table(self, value: object, path: Path, places: dict[str, str]) -> Table:
        needed = ("players",) if self.seats_only else ("players", "games", "points")
        fields = self.reader.fields(value, path, ("players", "games", "points"), needed)
        if fields is None:
            return Table(())
        items: list[object] | None = None
        if "players" in fields:
            items = self.reader.items(fields["players"], (*path, "players"), MOST_PLAYERS, "names")
        names = self._names(items or [], (*path, "players"), places)
        if items is not None:
            self._size(len(items), (*path, "players"))
        games = self._games(fields["games"], (*path, "games")) if self._given(fields, "games") else None
        points = None
        if self._given(fields, "points"):
            points = self._points(fields["points"], (*path, "points"), None if items is None else len(items))
        return Table(names, games, points)

    def _given(self, fields: dict[str, object], name: str) -> bool:
        return name in fields and not (self.seats_only and fields[name] is None)

    def _sitting_out(self, value: object, path: Path, places: dict[str, str]) -> tuple[str, ...]:
        if value is None:
            return ()
        items = self.reader.items(value, path, MOST_PLAYERS, "names")
        if items and self.mode and not self.mode.sitting_out:
            self.reader.note("sitting_out", path)
        return self._names(items or [], path, places)

    def _names(self, items: list[object], path: Path, places: dict[str, str]) -> tuple[str, ...]:
        names: list[str] = []
        for i, item in enumerate(items):
            here = (*path, i)
            if not isinstance(item, str):
                self.reader.note("wrong_type", here, "text", value=item)
            elif self.listed is not None and item not in self.listed:
                self.reader.note("unknown_player", here, value=item)
            elif item in places:
                self.reader.note("seated_twice", here, value=item, where=places[item])
            else:
                places[item] = place(here)
                names.append(item)
        return tuple(names)

    def _size(self, count: int, path: Path) -> None:
        largest = self.mode.largest_table if self.mode else TOTAL.largest_table
        if SMALLEST_TABLE <= count <= largest:
            return
        code = "table_of_four" if largest == SMALLEST_TABLE else "table_size"
        self.reader.note(code, path, value=count, low=SMALLEST_TABLE, high=largest)

    def _games(self, value: object, path: Path) -> int | None:
        limit = (self.mode.games_limit if self.mode else None) or MOST_GAMES
        if isinstance(value, bool) or not isinstance(value, int):
            self.reader.note("wrong_type", path, "whole", value=value)
            return None
        if not 1 <= value <= limit:
            self.reader.note("games", path, value=value, low=1, high=limit)
            return None
        return value

    def _points(self, value: object, path: Path, players: int | None) -> tuple[int, ...] | None:
        items = self.reader.items(value, path, MOST_PLAYERS)
        if items is None:
            return None
        numbers = [self.reader.whole(item, (*path, i), MOST_POINTS) for i, item in enumerate(items)]
        points = tuple(n for n in numbers if n is not None)
        if players is not None and len(items) != players:
            self.reader.note("points_count", path, value=len(items), players=players)
        elif len(points) == len(items) and sum(points) != 0:
            self.reader.note("not_zero_sum", path, value=sum(points))
        return points
