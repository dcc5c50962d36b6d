"""The fixed words of the formats: seats, kinds, levels, and the reading of what several formats share."""

from __future__ import annotations

from typing import Any, Final

from engine.fields import Object, Place, Problems
from engine.systems import SYSTEMS, agreed
from engine.systems.base import BIRDS, NATURES, Family, System

SEATS: Final = "ABCD"
COMPASS: Final = "SENW"
LEVELS: Final = ("kontra", "re", "sub")
FACTORS: Final = {"kontra": 2, "re": 4, "sub": 8}
BONUS_IDS: Final = (
    *BIRDS, "koenig_ultimo", "trull", "vier_koenige", "mondfang", "koenigfang", "sack1", "sack2", "zehn_tarock", "valat",
)  # fmt: skip
GAME_IDS: Final = tuple(NATURES)


def read_seat(place: Place | None) -> int | None:
    if place is None:
        return None
    letter = place.one_of(tuple(SEATS), "seat")
    return None if letter is None else SEATS.index(letter)


def read_system(fields: Object) -> System | None:
    """`rules` and `options`: the system as this table agreed to play it."""
    place = fields.need("rules")
    system_id = place.one_of(tuple(SYSTEMS), "rules") if place else None
    options = fields.get("options")
    if system_id is None:
        return None
    return agreed(system_id, read_options(SYSTEMS[system_id], options))


def read_options(system: System, place: Place | None) -> dict[str, Any]:
    if place is None:
        return {}
    known = {option.name: option for option in system.options}
    if not isinstance(place.value, dict):
        place.wrong("an object")
        return {}
    values: dict[str, Any] = {}
    for name, value in place.value.items():
        at = Place(value, f"{place.at}.{name[:60]}", place.problems)
        option = known.get(name)
        if option is None:
            at.problems.add(
                "option", f"{system.id} has no option {name[:60]!r}; it has {', '.join(known)}", at.at
            )
        elif option.choices:
            if (choice := at.one_of(option.choices, "option")) is not None:
                values[name] = choice
        elif at.boolean() is not None:
            values[name] = value
    return values


def read_game(place: Place | None, system: System | None) -> str | None:
    game = place.one_of(GAME_IDS, "game") if place else None
    if place and game and system and system.game(game) is None:
        names = ", ".join(dict.fromkeys(g.id for g in system.games))
        place.problems.add("game", f"{system.id} has no game {game!r}; it has {names}", place.at)
        return None
    return game


def read_bird(place: Place | None, system: System | None, game: str | None) -> str | None:
    bird = place.one_of(tuple(BIRDS), "bird") if place else None
    if place and bird and system and game and bird not in system.birds_of(game):
        allowed = ", ".join(system.birds_of(game))
        message = f"{system.id} has no {game} with the bird {bird!r}" + (
            f"; it has {allowed}" if allowed else ""
        )
        place.problems.add("bird", message, place.at)
        return None
    return bird


def read_with(fields: Object, game: str | None, declarer: int | None) -> tuple[int, ...]:
    """Who plays the same negative game beside the declarer."""
    seats: list[int] = []
    for place in fields.items("with", 3):
        seat = read_seat(place)
        if seat is None:
            continue
        if seat == declarer:
            place.problems.add("seat", "the declarer cannot play beside himself", place.at)
        elif seat in seats:
            place.problems.add("seat", f"the seat {SEATS[seat]} stands twice", place.at)
        else:
            seats.append(seat)
    if seats and game and NATURES[game].family is not Family.NEGATIVE:
        fields.place.problems.add(
            "with", f"only negative games are played side by side, not {game}", fields.at("with")
        )
        return ()
    return tuple(seats)


def check_format(fields: Object, expected: str) -> None:
    place = fields.need("format")
    if place is not None:
        place.one_of((expected,), "format")


def read_bonus_id(place: Place | None, system: System | None, problems: Problems) -> str | None:
    what = place.one_of(BONUS_IDS, "bonus") if place else None
    if place and what and system and system.bonus(what) is None:
        names = ", ".join(b.id for b in system.bonuses)
        problems.add("bonus", f"{system.id} has no bonus {what!r}; it has {names}", place.at)
        return None
    return what
