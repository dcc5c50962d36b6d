"""A ruling: the sentence, two pictures of evidence, the proof step by step, the rule's words, the choices."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.ruling import EvidenceView, RulingView
from companion_app.widgets.blocks import Block, Column, Flow, Row, Space, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.frame_parts import TONE_COLOURS, photo
from companion_app.widgets.touch import tap
from companion_app.widgets.words import Words

load_rules(__file__)


class RulingScreen(Screen):
    """What happened, why it is so, and what the table does about it."""

    def body(self, view: RulingView) -> Block:
        colour = TONE_COLOURS[view.tone]
        sentence = self.panel(
            [
                Row([Words(view.title, "title", bold=True, weight=1)]),
                Words(view.sentence, "large"),
                Words(view.status, "text", colour, bold=True),
            ],
            bar=colour,
        )
        pager = Flow([tap(c, self.emit, role="small") for c in view.pager]) if view.pager else None
        evidence = self._evidence(view)
        steps = self._steps(view)
        quote = self.panel(
            [Words(f"„{view.quote}“" if theme.look.lang == "de" else f"“{view.quote}”", "text"),
             Words(view.source, "small", "soft")],
            bar="cloth",
            fill="raised",
        ) if view.quote else None  # fmt: skip
        choices = Tiles([tap(c, self.emit) for c in view.choices], least=210 * dp(1) * theme.scale, most=2)
        claims = self.choices(view.claims, least=150)
        return Column(
            [pager, sentence, self.columns([evidence, steps], [choices, claims, quote])], gap=theme.space(4)
        )

    def _evidence(self, view: RulingView) -> Block | None:
        if not view.evidence:
            return None
        many = len(view.evidence)
        parts = [self._one(e) for e in view.evidence]
        return Tiles(parts, least=1, most=many, fewest=many, gap=theme.space(3))

    def _one(self, view: EvidenceView) -> Block:
        pad = theme.space(2)
        tall = dp(170) * min(theme.scale, 1.3)
        shown = photo(view.picture, self.emit, 0, tall, weight=1) or CardPicture(view.card.id, tall / 1.86)
        caption = Words(view.caption, "text", align="center")
        name = Words(view.card.name, "small", "soft", align="center")
        return Column([shown, caption, name], pad=pad, gap=theme.space(1), fill="sheet", edge="line")

    def _steps(self, view: RulingView) -> Block | None:
        if not view.steps:
            return None
        rows: list[Block | None] = [
            Row(
                [Words(f"{i}.", "text", "soft", bold=True), Words(text, "text", weight=1)],
                align="top",
                gap=theme.space(3),
            )
            for i, text in enumerate(view.steps, 1)
        ]
        return self.panel([*rows, Space()])
