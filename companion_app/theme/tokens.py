"""The design tokens: every colour, type size and distance once; the same values as the web pages have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Rgba = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for. Each is "#rrggbb"."""

    paper: str  # the page
    sheet: str  # what lies on it: panels, fields
    raised: str  # heads of tables, pressed things
    ink: str  # text
    soft: str  # text that may step back
    line: str  # quiet lines
    edge: str  # edges of what can be touched: 3 : 1
    cloth: str  # the table's cloth, main buttons
    cloth_deep: str  # its rim
    on_cloth: str
    on_cloth_soft: str
    accent: str  # the one accent: whose turn, what is chosen
    on_accent: str
    accent_text: str  # the accent as text on paper
    good: str
    bad: str
    on_bad: str
    info: str
    hearts: str  # suits as text; a sign and a letter stand beside each colour
    diamonds: str
    spades: str
    clubs: str

    def rgba(self, name: str, alpha: float = 1.0) -> Rgba:
        return rgba(getattr(self, name), alpha)


LIGHT: Final = Palette(
    paper="#f3ecdb",
    sheet="#fffcf3",
    raised="#f8f1e0",
    ink="#20233a",
    soft="#55566b",
    line="#d9cdb0",
    edge="#857b5f",
    cloth="#2b5d4a",
    cloth_deep="#214a3b",
    on_cloth="#fffcf3",
    on_cloth_soft="#d5e4dc",
    accent="#e6ac34",
    on_accent="#20233a",
    accent_text="#7d5200",
    good="#1d6b3f",
    bad="#a3201f",
    on_bad="#fffcf3",
    info="#1b5f67",
    hearts="#b51f2c",
    diamonds="#b04a0c",
    spades="#20233a",
    clubs="#165a62",
)

DARK: Final = Palette(
    paper="#131c18",
    sheet="#1b2822",
    raised="#24342c",
    ink="#f4ecd9",
    soft="#bdbcaa",
    line="#384a41",
    edge="#86968b",
    cloth="#1d4637",
    cloth_deep="#15352a",
    on_cloth="#fffcf3",
    on_cloth_soft="#c9dbd1",
    accent="#f0bd4f",
    on_accent="#20233a",
    accent_text="#f0bd4f",
    good="#8fd6a5",
    bad="#ff9f92",
    on_bad="#20233a",
    info="#86cdd4",
    hearts="#ff9090",
    diamonds="#ffb073",
    spades="#e6e4f2",
    clubs="#7fd0d6",
)

# High contrast: text at 7 : 1 and more (WCAG AAA), edges as strong as text.
LIGHT_STRONG: Final = Palette(
    paper="#ffffff",
    sheet="#ffffff",
    raised="#eeeeea",
    ink="#000000",
    soft="#2b2c38",
    line="#6a6a6a",
    edge="#000000",
    cloth="#0d3d2c",
    cloth_deep="#062a1d",
    on_cloth="#ffffff",
    on_cloth_soft="#ffffff",
    accent="#ffc53d",
    on_accent="#000000",
    accent_text="#5c3b00",
    good="#064d26",
    bad="#8a0f0f",
    on_bad="#ffffff",
    info="#0b444b",
    hearts="#9c0f1c",
    diamonds="#7d3200",
    spades="#000000",
    clubs="#0a464d",
)

DARK_STRONG: Final = Palette(
    paper="#000000",
    sheet="#000000",
    raised="#1c1c1c",
    ink="#ffffff",
    soft="#e4e4dc",
    line="#9a9a9a",
    edge="#ffffff",
    cloth="#06261a",
    cloth_deep="#000000",
    on_cloth="#ffffff",
    on_cloth_soft="#ffffff",
    accent="#ffd05c",
    on_accent="#000000",
    accent_text="#ffd05c",
    good="#a8efbe",
    bad="#ffb4aa",
    on_bad="#000000",
    info="#a5e6ec",
    hearts="#ffa8a8",
    diamonds="#ffc08f",
    spades="#ffffff",
    clubs="#9be4ea",
)

# Suits that stay apart for every kind of colour vision (after Okabe and Ito): dark blue, orange, black, green become
# four steps that differ in lightness too; used instead of the palette's own suits where the player asks for it.
SAFE_SUITS_ON_LIGHT: Final = {
    "hearts": "#a3195b",
    "diamonds": "#8a5a00",
    "spades": "#16161d",
    "clubs": "#005f9e",
}
SAFE_SUITS_ON_DARK: Final = {
    "hearts": "#ff9ac4",
    "diamonds": "#ffc94d",
    "spades": "#f2f2f2",
    "clubs": "#7cc4ff",
}

PALETTES: Final = {
    ("light", False): LIGHT,
    ("dark", False): DARK,
    ("light", True): LIGHT_STRONG,
    ("dark", True): DARK_STRONG,
}

# Type sizes in sp at text scale 1: read at arm's length.
TYPE: Final = {"small": 16.0, "text": 19.0, "large": 23.0, "title": 28.0, "huge": 40.0, "giant": 56.0}

# Distances in dp.
SPACE: Final = (0.0, 4.0, 8.0, 12.0, 16.0, 24.0, 40.0)
ROUND: Final = 8.0
ROUND_PANEL: Final = 12.0
TOUCH: Final = 48.0  # the least that a finger is offered
CARD_RATIO: Final = 1130 / 610  # a card's height to its width
CARD_ROUND: Final = 0.063  # of its width

SMALLEST_SCALE: Final = 0.8
LARGEST_SCALE: Final = 2.0


def rgba(colour: str, alpha: float = 1.0) -> Rgba:
    """ "#rrggbb" as Kivy wants it."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    def linear(share: float) -> float:
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue, _ = rgba(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
