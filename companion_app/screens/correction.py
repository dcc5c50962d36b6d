"""The picker for one card: the likeliest first with what each would change, then all 54 by suit."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.correction import CorrectionView, Likely
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.frame_parts import TONE_COLOURS, photo
from companion_app.widgets.pad import Kept, card_groups
from companion_app.widgets.touch import Emit, Tap, kind_of, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class CorrectionScreen(Screen):
    """One touch on a card corrects it."""

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        self._kept: Kept = {}
        super().__init__(emit, **kwargs)

    def body(self, view: CorrectionView) -> Block:
        face = dp(84) * min(theme.scale, 1.5)
        now = CardPicture(view.now.id, face)
        words = Column(
            [
                Words(view.title, "large", bold=True),
                Words(view.now.name, "text", "soft"),
                Words(view.hint, "small", "soft") if view.hint else None,
            ],
            weight=1,
        )
        picture = photo(view.picture, self.emit, face * 1.8, face * 1.85)
        head = self.panel([Row([now, picture, words], gap=theme.space(4), align="top")])
        likely = Tiles(
            [self._likely(item) for item in view.likely], least=210 * dp(1) * theme.scale, most=3
        ) if view.likely else None  # fmt: skip
        two = theme.ems(self.room) >= 760
        width = (self.room - theme.space(5)) / 2 if two else self.room
        cards = card_groups(view.groups, self.emit, width, self._kept)
        others = [self.choices(view.seats, least=92), self._remove(view)]
        return self.columns([head, likely, *others], [cards]) if two else Column(
            [head, likely, cards, *others], gap=theme.space(4)
        )  # fmt: skip

    def _likely(self, item: Likely) -> Tap:
        choice = item.choice
        face = CardPicture(choice.card.id, dp(56) * min(theme.scale, 1.5), half=True) if choice.card else None
        kind = kind_of(choice, "plain")
        ink = "on_accent" if choice.chosen else "ink"
        effects = [
            Words(effect.text, "small", ink if choice.chosen else TONE_COLOURS[effect.tone])
            for effect in item.effects
        ]
        detail = (
            Words(choice.detail, "small", "on_accent" if choice.chosen else "soft") if choice.detail else None
        )
        words = Column([Words(choice.label, "large", ink, bold=True), detail, *effects], gap=0, weight=1)
        return Tap(
            [Row([face, words], gap=theme.space(3))],
            lambda: self.emit(choice.action),
            kind,
            choice.key,
            choice.enabled,
        )

    def _remove(self, view: CorrectionView) -> Block | None:
        if not view.remove:
            return None
        return Tiles(
            [tap(c, self.emit, role="small") for c in view.remove], least=180 * dp(1) * theme.scale, most=3
        )
