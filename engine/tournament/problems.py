"""What is wrong with a record, where it is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.fields import EngineError

Path = tuple[str | int, ...]

# code: (German, English). The curly names are filled in from the problem's details.
_TEXTS: dict[str, tuple[str, str]] = {
    "encoding": (
        "die Eingabe ist kein UTF-8-Text (Byte {byte}); gebraucht wird JSON in UTF-8",
        "the input is not UTF-8 text (byte {byte}); what is needed is JSON in UTF-8",
    ),
    "json": (
        "das ist kein JSON ({what}); gebraucht wird ein JSON-Objekt",
        "this is not JSON ({what}); what is needed is one JSON object",
    ),
    "too_deep": (
        "die Eingabe ist zu tief verschachtelt; ein Turnier braucht sieben Ebenen",
        "the input is nested too deeply; a tournament needs seven levels",
    ),
    "twice_written": (
        "das Feld steht zweimal da; einmal genügt",
        "this field is written twice; once is enough",
    ),
    "too_many_digits": (
        "{value} hat zu viele Stellen; gebraucht wird eine ganze Zahl mit höchstens 18",
        "{value} has too many digits; what is needed is a whole number with at most 18",
    ),
    "not_a_number": (
        "{value} ist keine Zahl, die JSON kennt; gebraucht wird eine ganze Zahl",
        "{value} is no number that JSON knows; what is needed is a whole number",
    ),
    "not_text": (
        "der Text enthält halbe Zeichen (einzelne Surrogate); gebraucht wird gültiger Unicode-Text",
        "the text holds halves of characters (lone surrogates); what is needed is valid Unicode text",
    ),
    "unknown_field": (
        "das Feld {value} ist unbekannt; bekannt sind {known}",
        "the field {value} is unknown; known are {known}",
    ),
    "missing": (
        "das Feld fehlt; gebraucht wird {wanted_de}",
        "this field is missing; what is needed is {wanted_en}",
    ),
    "wrong_type": (
        "hier steht {value}; gebraucht wird {wanted_de}",
        "here stands {value}; what is needed is {wanted_en}",
    ),
    "out_of_range": (
        "{value} liegt außerhalb von {low} bis {high}",
        "{value} is outside {low} to {high}",
    ),
    "bad_name": (
        "{value} ist kein Name; gebraucht wird Text mit 1 bis {high} Zeichen ohne Steuerzeichen",
        "{value} is no name; what is needed is text of 1 to {high} characters without control characters",
    ),
    "wrong_format": (
        "das Format ist {value}; gebraucht wird „{known}“",
        "the format is {value}; what is needed is “{known}”",
    ),
    "unknown_mode": (
        "den Modus {value} gibt es nicht; es gibt {known}",
        "there is no mode {value}; there are {known}",
    ),
    "unknown_option": (
        "die Option {value} hat dieser Modus nicht; er hat {known}",
        "this mode has no option {value}; it has {known}",
    ),
    "option_value": (
        "{value} gibt es hier nicht; möglich sind {known}",
        "{value} does not exist here; possible are {known}",
    ),
    "listed_twice": (
        "{value} steht schon in der Liste; jeder Name darf nur einmal vorkommen",
        "{value} is already listed; each name may be there only once",
    ),
    "unknown_player": (
        "{value} steht nicht in players; gebraucht wird ein Name aus der Liste",
        "{value} is not in players; what is needed is a name of that list",
    ),
    "seated_twice": (
        "{value} hat in dieser Runde schon einen Platz ({where})",
        "{value} already has a place in this round ({where})",
    ),
    "table_size": (
        "am Tisch sitzen {value}; gebraucht werden {low} bis {high}",
        "there are {value} at the table; needed are {low} to {high}",
    ),
    "table_of_four": (
        "am Tisch sitzen {value}; in diesem Modus sind es immer vier",
        "there are {value} at the table; in this mode there are always four",
    ),
    "sitting_out": (
        "in diesem Modus setzt niemand aus; die Liste muss leer sein",
        "in this mode nobody sits out; the list must be empty",
    ),
    "points_count": (
        "{value} Punktezahlen für {players} Spieler; gebraucht wird eine für jeden",
        "{value} numbers of points for {players} players; what is needed is one for each",
    ),
    "not_zero_sum": (
        "die Summe der Punkte ist {value}; sie muss 0 sein",
        "the points add up to {value}; the sum must be 0",
    ),
    "games": (
        "{value} Spiele lässt dieser Modus nicht zu; möglich sind {low} bis {high}",
        "this mode does not allow {value} games; possible are {low} to {high}",
    ),
    "too_many_rounds": (
        "dieser Modus hat {high} Vorrunden; diese Runde ist eine zu viel",
        "this mode has {high} preliminary rounds; this round is one too many",
    ),
    "too_many": (
        "{value} Einträge; höchstens {high} sind möglich",
        "{value} entries; at most {high} are possible",
    ),
    "no_final": (
        "in diesem Modus gibt es kein Finale; gebraucht wird null",
        "this mode has no final; what is needed is null",
    ),
    "early_final": (
        "nach {value} von {high} Vorrunden kann es noch kein Finale geben; gebraucht wird null",
        "after {value} of {high} preliminary rounds there can be no final yet; what is needed is null",
    ),
    "not_a_finalist": (
        "{value} ist nach den Vorrunden nicht unter den {high} Finalisten",
        "{value} is not among the {high} finalists after the preliminary rounds",
    ),
    "finalists_missing": (
        "im Finale fehlt, wer sich qualifiziert hat: {value}",
        "missing in the final, though qualified: {value}",
    ),
    "final_size": (
        "im Finale sitzen {value}; gebraucht werden {high}",
        "there are {value} in the final; needed are {high}",
    ),
    "not_a_score": (
        "{value} ist keine Punktezahl; gebraucht wird Text wie „47“, „-1/2“ oder „47/4“ (bis zu 12 Stellen)",
        "{value} is no score; what is needed is text such as “47”, “-1/2” or “47/4” (up to 12 digits)",
    ),
    "no_event": (
        "{value} hat an keinem Turnier des Cups teilgenommen und kann nicht im Finale sein",
        "{value} took part in no event of the cup and cannot be in the final",
    ),
    "nobody_to_seat": (
        "{value} Anwesende sind zu wenige für einen Tisch; gebraucht werden mindestens vier",
        "{value} present are too few for a table; needed are at least four",
    ),
    "not_by_four": (
        "{value} Anwesende lassen sich nicht auf Vierertische verteilen; {high} müssten fehlen (--absent NAME)",
        "{value} present cannot be seated at tables of four; {high} would have to be absent (--absent NAME)",
    ),
    "no_final_tables": (
        "die {value} Finalisten lassen sich nicht auf Vierertische verteilen; ein Finale dieser Vorrunden gibt es nicht",
        "the {value} finalists cannot be seated at tables of four; these preliminary rounds can have no final",
    ),
    "not_played": (
        "dieser Tisch hat noch keine Spiele und Punkte; das Finale folgt aus allen Tischen der Vorrunden",
        "this table has no games and points yet; the final follows from all tables of the preliminary rounds",
    ),
    "all_drawn": (
        "es sind schon alle Vorrunden und das Finale gesetzt; es gibt nichts mehr auszulosen",
        "all preliminary rounds and the final are seated; there is nothing left to draw",
    ),
    "draw_too_far": (
        "es können noch {high} Runden ausgelost werden, nicht {value}; das Finale erst nach den Vorrunden",
        "{high} more rounds can be drawn, not {value}; the final only after the preliminary rounds",
    ),
    "no_such_table": (
        "{value}: diesen Tisch gibt es nicht; es gibt Tisch 1 bis {high}",
        "{value}: there is no such table; there are tables 1 to {high}",
    ),
    "table_full": (
        "{value}: an diesem Tisch sind schon alle Plätze vergeben",
        "{value}: all places at this table are taken",
    ),
    "seat_of_absent": (
        "{value} ist nicht da und kann keinen festen Platz haben",
        "{value} is not there and can have no fixed seat",
    ),
}

# What a value should have been, in both languages.
WANTED: dict[str, tuple[str, str]] = {
    "object": ("ein Objekt {…}", "an object {…}"),
    "list": ("eine Liste […]", "a list […]"),
    "text": ("Text in Anführungszeichen", "text in quotation marks"),
    "whole": ("eine ganze Zahl", "a whole number"),
    "names": ("eine Liste von Namen", "a list of names"),
    "score": ("eine Punktezahl als Text, zum Beispiel „47/4“", "a score as text, for example “47/4”"),
    "final": ('null oder {"tables": […]}', 'null or {"tables": […]}'),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect of an input. `message` says in one sentence what came and what would be right."""

    code: str
    path: Path
    details: tuple[tuple[str, str], ...] = ()

    @property
    def at(self) -> str:
        return place(self.path)

    def message(self, lang: str = "de") -> str:
        german, english = _TEXTS[self.code]
        return (german if lang == "de" else english).format_map(dict(self.details))

    def as_json(self, lang: str = "de") -> dict[str, str]:
        return {"code": self.code, "message": self.message(lang), "at": self.at}


class Unusable(EngineError):
    """An input that cannot be used, with everything that is wrong with it in the order of the document."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.at}: {p.message('en')}" for p in self.problems))


def problem(code: str, path: Path, wanted: str | None = None, **details: object) -> Problem:
    """`details` fill the sentence: `value` is what came and is shown safely, the rest is ours."""
    shown = {k: show(v) if k == "value" else str(v) for k, v in details.items()}
    if wanted is not None:
        shown["wanted_de"], shown["wanted_en"] = WANTED[wanted]
    return Problem(code, path, tuple(shown.items()))


def place(path: Path) -> str:
    """`("rounds", 0, "tables", 1)` as people write it: `rounds[0].tables[1]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{printable(step)}" if text else printable(step)
    return text


def printable(text: str, limit: int = 60) -> str:
    """Foreign text that any terminal can show in one line."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in short)


def show(value: object) -> str:
    """What came, short and safe to print: numbers and names as written, the rest by its kind."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return (
            str(value)
            if abs(value) < 10**30
            else f"{'-' if value < 0 else ''}10^{value.bit_length() * 3 // 10}…"
        )
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[… {len(value)}]"
    if isinstance(value, dict):
        return f"{{… {len(value)}}}"
    return printable(str(value))


def in_document_order(problems: Iterable[Problem], tree: object) -> tuple[Problem, ...]:
    """Sorted as one meets them when reading the input from its beginning; what is missing comes after what is there."""

    def key(p: Problem) -> tuple[int, ...]:
        found: list[int] = []
        node = tree
        for step in p.path:
            if isinstance(node, dict) and step in node:
                if id(node) not in orders:
                    orders[id(node)] = {name: i for i, name in enumerate(node)}
                found.append(orders[id(node)][step])
                node = node[step]
            elif isinstance(node, list | tuple) and isinstance(step, int) and step < len(node):
                found.append(step)
                node = node[step]
            else:
                found.append(len(node) if isinstance(node, dict | list | tuple) else 0)
                node = None
        return tuple(found)

    orders: dict[int, dict[object, int]] = {}
    return tuple(sorted(problems, key=key))
