"""Fields to type into, in the theme's look; they are kept while the screen around them is built anew."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block
from companion_app.widgets.drawing import Backdrop


class Field(Block):
    """One line of text. `on_text` hears what a person types, not what the app writes."""

    def __init__(
        self, text: str, on_text: Callable[[str], None], key: str, on_enter: Callable[[], None] | None = None
    ) -> None:
        super().__init__(weight=1)
        self.key = key
        self._hear, self._writing = on_text, False
        self._ground = Backdrop(self, "sheet", "edge", round_by=8)
        self.input = TextInput(
            text=text,
            multiline=False,
            write_tab=False,
            size_hint=(None, None),
            font_size=theme.font("text"),
            foreground_color=theme.colour("ink"),
            cursor_color=theme.colour("ink"),
            selection_color=theme.colour("accent", 0.45),
            background_normal="",
            background_active="",
            background_color=(0, 0, 0, 0),
        )
        self.add_widget(self.input)
        self.input.bind(text=self._typed, focus=self._focused)
        if on_enter is not None:
            self.input.bind(on_text_validate=lambda *_: on_enter())
        self.fbind("pos", self._move)
        self.fbind("size", self._move)

    def write(self, text: str) -> None:
        """What the app holds: taken over unless a person is typing here."""
        if text != self.input.text and not self.input.focus:
            self._writing = True
            self.input.text = text
            self._writing = False

    def _typed(self, _: object, text: str) -> None:
        if not self._writing:
            self._hear(text)

    def _focused(self, _: object, focus: bool) -> None:
        self._ground.paint("sheet", "accent" if focus else "edge", 2 if focus else 1)

    def fit(self, width: float) -> float:
        self.size = (width, max(theme.touch(), self.input.line_height + dp(22)))
        return float(self.height)

    def _move(self, *_: object) -> None:
        self.input.pos, self.input.size = self.pos, self.size
        spare = max(self.height - self.input.line_height, 0) / 2
        self.input.padding = [dp(12), spare, dp(12), spare]
