"""The five written rule systems by their ids, and the systems that agreements make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engine.systems import hopfgarten, kantine, sb, steiermark, tirol
from engine.systems.base import System

SYSTEMS: Final[Mapping[str, System]] = {
    module.SYSTEM.id: module.SYSTEM for module in (steiermark, tirol, hopfgarten, kantine, sb)
}


def agreed(system_id: str, options: Mapping[str, Any] | None = None) -> System:
    """The system as this table plays it: each option given (and valid) is one change of the written system."""
    return _agreed(system_id, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=256)
def _agreed(system_id: str, options: tuple[tuple[str, Any], ...]) -> System:
    system = SYSTEMS[system_id]
    given = dict(options)
    values: dict[str, Any] = {}
    for option in system.options:
        value = given.get(option.name, option.default)
        values[option.name] = value
        if option.apply is not None and value != option.default:
            system = option.apply(system, value)
    return replace(system, values=values)
