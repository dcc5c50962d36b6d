"""What this device remembers of itself: language, look, hand, sounds, and whose place is at the bottom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

SCALE: Final = (0.8, 2.0)
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": ("de", "en"),
    "theme": ("light", "dark"),
    "suits": ("two", "four"),
    "hand": ("right", "left"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Every field can be changed at any moment and shows at once."""

    lang: str = "de"
    theme: str = "light"
    contrast: bool = False
    suits: str = "two"
    scale: float = 1.0
    hand: str = "right"
    motion: bool = True
    sounds: bool = True
    caller: bool = False
    own: str = ""
    """The player whose place is at the bottom of the screen; empty: the first player of the table."""

    def changed(self, name: str, value: object) -> Settings:
        """With one setting changed; what it does not have, or cannot be, changes nothing."""
        if name in CHOICES:
            return replace(self, **{name: value}) if value in CHOICES[name] else self  # type: ignore[arg-type]
        if name == "scale" and isinstance(value, int | float) and not isinstance(value, bool):
            low, high = SCALE
            # Not a number is no scale, and a huge integer is no float.
            return (
                self if value != value else replace(self, scale=round(float(min(max(value, low), high)), 2))
            )
        if name in ("contrast", "motion", "sounds", "caller") and isinstance(value, bool):
            return replace(self, **{name: value})  # type: ignore[arg-type]
        if name == "own" and isinstance(value, str):
            return replace(self, own=value[:60])
        return self


def settings_json(settings: Settings) -> dict[str, Any]:
    return asdict(settings)


def read_settings(data: object) -> Settings:
    """The settings of a file; what it has wrong or not at all is as it is on a new device."""
    settings = Settings()
    if isinstance(data, dict):
        for field in fields(Settings):
            if field.name in data:
                settings = settings.changed(field.name, data[field.name])
    return settings
