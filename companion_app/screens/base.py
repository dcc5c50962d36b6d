"""What all screens share: they hold a view, build themselves from it, and build anew when the look or width changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder

from companion_app.theme.live import theme
from companion_app.viewmodels.common import Group
from companion_app.widgets.blocks import Block, Column, Row, Tiles, side_by_side
from companion_app.widgets.page import Page
from companion_app.widgets.touch import Emit, tap
from companion_app.widgets.words import Words


def load_rules(module: str) -> None:
    """The screen's own `.kv`, beside its module; loaded once."""
    path = str(Path(module).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path, encoding="utf8")


class Screen(Page):
    """A page that is made from one view model."""

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        self.emit = emit
        self.view: Any = None
        self._built_for = 0.0
        super().__init__(**kwargs)

    def show(self, view: Any) -> None:
        """The same view again changes nothing."""
        if view != self.view:
            self.view = view
            self.build()

    def build(self) -> None:
        if self.view is None or self.width < 2:
            return
        self._built_for = self.width
        body = Column(
            [self.body(self.view)], widest=self.widest, pad=(self.pad, self.pad), gap=theme.space(4)
        )
        foot = self.foot_of(self.view)
        if foot is not None:
            foot = Column(
                [foot],
                widest=self.widest,
                pad=(self.pad, theme.space(2)),
                fill="raised",
                edge="line",
                round_by=0,
            )
        self.fill(body, foot)

    def lay_out(self) -> None:
        if self.view is not None and self.width != self._built_for:
            self.build()
        else:
            super().lay_out()

    @property
    def room(self) -> float:
        """The width that the content has."""
        inner = self.width - 2 * self.pad
        return float(min(inner, self.widest) if self.widest else inner)

    def body(self, view: Any) -> Block:
        raise NotImplementedError

    def foot_of(self, view: Any) -> Block | None:  # noqa: ARG002
        """What stays in sight below the body."""
        return None

    # --- pieces that several screens have ---------------------------------------------------------------------------

    def heading(self, text: str) -> Words:
        return Words(text, "large", bold=True)

    def columns(self, left: list[Block | None], right: list[Block | None]) -> Block:
        return side_by_side(left, right, self.room)

    def panel(
        self, parts: list[Block | None], bar: str = "", weight: float = 0, fill: str = "sheet"
    ) -> Column:
        pad = theme.space(4)
        return Column(parts, pad=(pad, theme.space(3)), fill=fill, edge="line", bar=bar, weight=weight)

    def choices(
        self, group: Group | None, least: float = 130, picture: float = 0, most: int = 6
    ) -> Block | None:
        """A group of choices under its title, in equal tiles."""
        if group is None or not group.choices:
            return None
        unit = theme.ems(1)
        tiles = Tiles(
            [tap(c, self.emit, picture=picture, half=True) for c in group.choices],
            least=least / unit,
            most=most,
        )
        return Column([Words(group.title, "small", "soft", bold=True) if group.title else None, tiles])

    def buttons(self, *choices: Any, main: Any = None) -> Block | None:
        """A row of buttons with the main one at the side of the hand that uses the device."""
        low = theme.ems(self.height) < 460  # large text on a small screen: what scrolls needs the room
        others = [tap(c, self.emit, role="small" if low else "text") for c in choices if c is not None]
        first = tap(main, self.emit, "main", "large", weight=1) if main is not None else None
        if not others and first is None:
            return None
        left = theme.look.hand == "left"
        parts = [first, *others] if left else [*others, first]
        wanted = sum(part.natural() for part in parts if part is not None) + theme.space(2) * len(parts)
        if wanted > self.room and len(others) > 0:
            return Column([Tiles(others, least=1, most=2), first])
        return Row(parts, even=True)
