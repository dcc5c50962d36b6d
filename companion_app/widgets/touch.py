"""What can be touched: buttons of a few kinds, made from the choices of the view models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion_app.actions import Action
from companion_app.theme.live import theme
from companion_app.theme.tokens import ROUND
from companion_app.viewmodels.common import Choice, Tone
from companion_app.widgets.blocks import Block, Column, Row
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.drawing import Backdrop
from companion_app.widgets.words import Words

Emit = Callable[[Action], None]

# kind: ground, edge, text
KINDS: Final = {
    "main": ("cloth", "", "on_cloth"),
    "plain": ("sheet", "edge", "ink"),
    "quiet": ("", "", "ink"),
    "chosen": ("accent", "ink", "on_accent"),
    "bad": ("sheet", "bad", "bad"),
    "cloth": ("cloth_deep", "on_cloth_soft", "on_cloth"),
    "off": ("", "line", "soft"),
}


class Tap(ButtonBehavior, Column):
    """A button: its parts in the middle, never smaller than a finger."""

    def __init__(
        self,
        parts: Iterable[Block | None],
        on_tap: Callable[[], None],
        kind: str = "plain",
        key: str = "",
        enabled: bool = True,
        weight: float = 0,
        pad: tuple[float, float] | None = None,
        gap: float = 0,
    ) -> None:
        super().__init__(parts=parts, gap=gap, pad=pad or (theme.space(3), theme.space(2)), weight=weight)
        self.middle = True
        self.on_tap, self.key, self.enabled, self.kind = on_tap, key, enabled, kind
        fill, edge, _ = KINDS[kind]
        self.ground = Backdrop(self, round_by=ROUND)
        self.ground.paint(fill, edge, 2 if kind == "chosen" else 1)
        self._press: tuple[Color, SmoothRoundedRectangle] | None = None

    def fit(self, width: float) -> float:
        super().fit(width)
        self.height = max(self.height, theme.touch())
        return float(self.height)

    def natural(self) -> float:
        return max(super().natural(), theme.touch())

    def on_state(self, _: object, state: str) -> None:
        """Darker under the finger."""
        if self._press is None:
            with self.canvas.after:
                self._press = Color(*theme.colour("ink", 0)), SmoothRoundedRectangle(radius=[dp(ROUND)])
        self._press[0].rgba = theme.colour("ink", 0.16 if state == "down" else 0)
        self._press[1].pos, self._press[1].size = self.pos, self.size

    def on_touch_down(self, touch: object) -> bool:
        return self.enabled and bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        if self.enabled:
            self.on_tap()


def kind_of(choice: Choice, kind: str) -> str:
    if not choice.enabled:
        return "off"
    if choice.chosen:
        return "chosen"
    return "bad" if choice.tone is Tone.BAD and kind == "plain" else kind


def tap(
    choice: Choice,
    emit: Emit,
    kind: str = "plain",
    role: str = "text",
    weight: float = 0,
    align: str = "center",
    picture: float = 0,
    half: bool = False,
) -> Tap:
    """A choice as a button; `picture` is the width of its card (0: none), `half` shows only the card's upper part."""
    kind = kind_of(choice, kind)
    colour = KINDS[kind][2]
    detail = choice.detail if choice.enabled or not choice.why else choice.why
    words: list[Block | None] = [
        Words(choice.label, role, colour, bold=kind in ("main", "chosen"), align=align)
        if choice.label
        else None,
        Words(detail, "small", "soft" if colour == "ink" else colour, align=align) if detail else None,
    ]
    parts = words
    if picture and choice.card is not None:
        face = CardPicture(choice.card.id, picture, half=half)
        parts = (
            [Row([face, Column(words, gap=0, weight=1)], gap=theme.space(3))]
            if align == "left"
            else [face, *words]
        )
    return Tap(
        parts,
        lambda: emit(choice.action),
        kind,
        choice.key,
        choice.enabled,
        weight,
        gap=theme.space(1) if picture else 0,
    )


class CardTap(Tap):
    """A card of the pad or the picker: the upper half of its face, dimmed where it cannot be touched."""

    def __init__(self, choice: Choice, emit: Emit, width: float) -> None:
        assert choice.card is not None
        self.choice = choice
        face = CardPicture(choice.card.id, width, half=True, dim=not choice.enabled)
        face.grows = True
        if choice.detail:
            face.write(choice.detail)
        kind = "chosen" if choice.chosen else "quiet"
        super().__init__(
            [face], lambda: emit(choice.action), kind, choice.key, choice.enabled, pad=(dp(3), dp(3))
        )
