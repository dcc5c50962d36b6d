"""What a written rule system consists of: rows of data with their sources, and the few functions where systems differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

from engine.cards import KAKADU, PAGAT, QUAPIL, UHU, Card


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands: the section of the system's text and its words."""

    section: str
    quote: str


def assumed(why: str) -> Source:
    """A rule that the text does not state; `why` says whose custom fills the gap."""
    return Source("assumed", why)


class Family(Enum):
    CALLING = auto()  # with a partner, found by calling a king
    ALONE = auto()  # one against three, for points
    NEGATIVE = auto()  # one against three, for an exact number of tricks
    TRISCHAKEN = auto()  # everyone for himself


class Talon(Enum):
    NONE = auto()
    HALF = auto()
    ALL = auto()
    ONE = auto()


class Ouvert(Enum):
    NO = auto()
    DECLARER = auto()  # semi-ouvert: only the declarer lays his cards open
    ALL = auto()


@dataclass(frozen=True, slots=True)
class Nature:
    """What a game is, in every system that has it."""

    family: Family
    talon: Talon = Talon.NONE
    suit_game: bool = False
    tricks: int | None = None
    ouvert: Ouvert = Ouvert.NO

    @property
    def positive(self) -> bool:
        return self.family in (Family.CALLING, Family.ALONE)


NATURES: Final[Mapping[str, Nature]] = {
    "rufer": Nature(Family.CALLING, Talon.HALF),
    "trischaken": Nature(Family.TRISCHAKEN),
    "piccolo": Nature(Family.NEGATIVE, tricks=1),
    "zwiccolo": Nature(Family.NEGATIVE, tricks=2),
    "solorufer": Nature(Family.CALLING),
    "besserrufer": Nature(Family.CALLING, Talon.HALF),
    "solobesser": Nature(Family.CALLING),
    "bettler": Nature(Family.NEGATIVE, tricks=0),
    "sechserdreier": Nature(Family.ALONE, Talon.ALL),
    "farbendreier": Nature(Family.ALONE, Talon.HALF, suit_game=True),
    "dreier": Nature(Family.ALONE, Talon.HALF),
    "farbeneiner": Nature(Family.ALONE, Talon.ONE, suit_game=True),
    "einer": Nature(Family.ALONE, Talon.ONE),
    "piccolo_semi": Nature(Family.NEGATIVE, tricks=1, ouvert=Ouvert.DECLARER),
    "zwiccolo_semi": Nature(Family.NEGATIVE, tricks=2, ouvert=Ouvert.DECLARER),
    "bettler_semi": Nature(Family.NEGATIVE, tricks=0, ouvert=Ouvert.DECLARER),
    "piccolo_ouvert": Nature(Family.NEGATIVE, tricks=1, ouvert=Ouvert.ALL),
    "zwiccolo_ouvert": Nature(Family.NEGATIVE, tricks=2, ouvert=Ouvert.ALL),
    "triccolo_ouvert": Nature(Family.NEGATIVE, tricks=3, ouvert=Ouvert.ALL),
    "bettler_ouvert": Nature(Family.NEGATIVE, tricks=0, ouvert=Ouvert.ALL),
    "farbensolo": Nature(Family.ALONE, suit_game=True),
    "solodreier": Nature(Family.ALONE),
}

BIRDS: Final[Mapping[str, tuple[Card, int]]] = {
    "pagat": (PAGAT, 12),
    "uhu": (UHU, 11),
    "kakadu": (KAKADU, 10),
    "quapil": (QUAPIL, 9),
}
"""Each bird with the trick that it has to win."""

SACKS: Final = {"sack1": 137, "sack2": 167}
"""The thirds from which on a Sack is made."""
MATERIAL: Final = frozenset({"trull", "vier_koenige", *SACKS})
"""Bonuses for what lies in the tricks; the others are for what happens in a trick (or for the state of a hand)."""


class Opening(Enum):
    ANYONE = auto()
    AFTER_PASSES = auto()  # only forehand, when the three others have passed
    AT_ONCE = auto()  # only forehand, as the first call
    FIRST_OR_LAST = auto()  # only forehand, at once or when the three others have passed


@dataclass(frozen=True, slots=True)
class Game:
    """One row of a system's table of games. Rows stand in rising rank; `level` binds rows of equal rank."""

    id: str
    value: int
    source: Source
    birds: tuple[str, ...] = ()
    opening: Opening = Opening.ANYONE
    loss_factor: int = 1
    solo: bool = False
    """All bonuses count double."""
    ends_auction: bool = False
    level: int = 0
    optional_bird: bool = False
    as_first_word: bool = False
    """Open to each seat only as its first bid."""

    @property
    def nature(self) -> Nature:
        return NATURES[self.id]


@dataclass(frozen=True, slots=True)
class Bonus:
    """One row of a system's table of bonuses, per opponent. `silent` is None where it must be announced to count."""

    id: str
    announced: int | None
    silent: int | None
    source: Source
    doubles_in_solo: bool = True
    kontra: bool = True


class Kaiserstich(Enum):
    NONE = auto()
    ANY_ORDER = auto()
    IN_ORDER = auto()
    CONSECUTIVE = auto()  # in order, and one right after the other


class KontraEffect(Enum):
    SHEET = auto()  # multiplies the announcement on the sheet
    SHEET_ONCE = auto()  # only the simple Kontra is written, the rest is paid in cash
    CASH = auto()  # multiplies what is paid, not what is written
    FIXED = auto()  # a fixed sum of money for each level


class Moment(Enum):
    """When an irregular card that still lies on the table becomes a Renonce."""

    WINNER_COLLECTS = auto()
    COLLECTED_OR_NEXT_LEAD = auto()
    NEXT_CARD = auto()


class Untaken(Enum):
    """Whether Trull and kings that lie in the untaken talon belong to the opponents' tricks."""

    OPPONENTS = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class Valat:
    """How all twelve tricks are settled."""

    announced: int
    silent: int
    multiplies: tuple[str, ...]
    """() adds the amounts; ("game",) multiplies the game; ("game", "bonuses") the game with what was announced."""
    silent_birds: bool
    """Silent birds, König ultimo and Mondfang count beside it."""
    material: str
    """Trull, kings and sacks: "never", "announced" (always if announced) or "announced_if_silent" (only in a silent Valat)."""
    voids_game_kontra: bool
    lost_takes_all: bool = False
    """A lost announced Valat loses the game and all announcements of its side."""


@dataclass(frozen=True, slots=True)
class TrischakenFacts:
    """What decides a Trischaken: card thirds and tricks by seat, and who the forehand is."""

    thirds: tuple[int, int, int, int]
    tricks: tuple[int, int, int, int]
    forehand: int

    @property
    def virgins(self) -> list[int]:
        return [s for s in range(4) if self.tricks[s] == 0]

    @property
    def losers(self) -> list[int]:
        most = max(self.thirds)
        return [s for s in range(4) if self.thirds[s] == most]


@dataclass(frozen=True, slots=True)
class Trischaken:
    """The settlement of Trischaken (Fahren) and what a Renonce in it costs."""

    settle: Callable[[TrischakenFacts], list[int]]
    renonce: int
    renonce_forehand: int
    talon: str = "first_six"
    """`first_six`: one talon card to each of the first six tricks; `last_trick`: all six to the last."""


@dataclass(frozen=True, slots=True)
class Option:
    """An agreement of the table: a named change of the system. Booleans and choices, never free text."""

    name: str
    default: bool | str
    source: Source
    de: str
    en: str
    choices: tuple[str, ...] = ()
    apply: Callable[[System, Any], System] | None = None


@dataclass(frozen=True, slots=True)
class System:
    """A written rule system, complete."""

    id: str
    name: str
    clockwise: bool
    games: tuple[Game, ...]
    bonuses: tuple[Bonus, ...]
    options: tuple[Option, ...]
    win_thirds: int
    kaiserstich: Kaiserstich
    kaiserstich_in_negative: bool
    stichzwang: frozenset[Family]
    pagat_last: frozenset[Family]
    moment: Moment
    kontra: KontraEffect
    kontra_in_negative: bool
    kontra_by_partner: str
    """Kontra among partners never counts; by the called partner it is a `notice` or a `renonce`."""
    kontra_with_king_in_talon: bool
    """Whether Kontra counts in a Solorufer whose called king lay in the talon."""
    valat: Valat
    trischaken: Trischaken
    untaken: Untaken
    command_birds: bool
    self_call: str
    """What calling oneself is: `allowed`, `renonce` or `notice`."""
    king_left_is_koenigfang: bool
    blank_rufer: bool
    """An empty Rufer is settled as won without play."""
    bird_lost_status: str
    bird_order_status: str
    no_bird_status: str
    false_bird_status: str
    two_cards_status: str
    card_count_status: str
    suit_minimum: int
    """How many suit cards a declarer must hold after the discard in a suit game (0: no such rule)."""
    claims: frozenset[str]
    bei_games: bool
    own_raise_needs_overbid: bool
    forehand_opens_with: frozenset[str] | None
    """The games that forehand may bid as the first word instead of «Vorhand!»; None: any."""
    forehand_may_hold: bool
    after_passes_only_forehand_games: bool
    """When all others have passed, forehand may play nothing but the games that are his then."""
    ouvert_waits_for_next_lead: bool
    """In ouvert games the tricks stay on the table: an irregular card can be corrected until the next lead."""
    sources: Mapping[str, Source]
    assumed_tariff: bool = False
    suit_game_bonuses: frozenset[str] = frozenset({"vier_koenige", "valat"})
    suit_tarock_is_plain: bool = False
    tarock_trumps_in_suit_games: bool = False
    kaiserstich_in_suit_games: str = "tarock_led"
    """`tarock_led`, `always` or `never`."""
    lost_valat_doubles_sechser: bool = True
    second_sack_alone: bool = False
    mondfang_by_pagat: bool = True
    silent_bird_minus: bool = False
    rufer_with_bird_value: int | None = None
    """The game value of a Rufer to which a bird was announced after the talon, where that differs."""
    count_double: bool = False
    tarock_discard_status: str = "renonce"
    """What an unforced discard of a Tarock is; a notice where the text does not forbid it."""
    no_bird_renonce: int | None = None
    """What a bird game bid without any bird pays to each, where the text fixes a sum."""
    cents_a_point: int = 10
    kontra_fixed_cents: tuple[int, int, int] = (100, 200, 500)
    values: Mapping[str, Any] = field(default_factory=dict)
    """The options as they were given, completed by their defaults."""

    def game(self, game_id: str, bird: str | None = None) -> Game | None:
        """The row for a bid; a bird game without a named bird reads as its lowest row."""
        rows = [g for g in self.games if g.id == game_id]
        for row in rows:
            if bird is None or bird in row.birds or (not row.birds and not NATURES[game_id].positive):
                return row
        return None

    def birds_of(self, game_id: str) -> tuple[str, ...]:
        return tuple(b for g in self.games if g.id == game_id for b in g.birds)

    def rank(self, game: Game) -> int:
        """Rows of one level are of equal rank."""
        index = self.games.index(game)
        return (
            next(i for i, g in enumerate(self.games) if g.level and g.level == game.level)
            if game.level
            else index
        )

    def bonus(self, bonus_id: str) -> Bonus | None:
        return next((b for b in self.bonuses if b.id == bonus_id), None)

    def source(self, topic: str) -> Source:
        return self.sources.get(topic) or self.sources["renonce"]

    def has_stichzwang(self, nature: Nature) -> bool:
        return nature.family in self.stichzwang

    def has_pagat_last(self, nature: Nature) -> bool:
        return nature.family in self.pagat_last

    def has_kaiserstich(self, nature: Nature) -> bool:
        if nature.suit_game and self.kaiserstich_in_suit_games == "never":
            return False
        return self.kaiserstich is not Kaiserstich.NONE and (nature.positive or self.kaiserstich_in_negative)
