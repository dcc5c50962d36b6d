"""A page: a column that scrolls, with a foot that stays; it lays itself out anew when its width changes."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block


class Scroll(ScrollView):
    """One block that scrolls up and down."""

    def __init__(self) -> None:
        super().__init__(
            size_hint=(None, None),
            do_scroll_x=False,
            bar_width=dp(4),
            bar_color=theme.colour("edge", 0.9),
            bar_inactive_color=theme.colour("edge", 0.45),
            scroll_type=["bars", "content"],
            effect_cls="ScrollEffect",
        )
        self.block: Block | None = None
        self._was = 0.0
        self.gutter = dp(7)  # for the bar, outside the content

    def carry(self, block: Block) -> None:
        self.clear_widgets()
        self.block = block
        self.add_widget(block)

    def update_from_scroll(self, *args: object) -> None:
        """Kivy binds the bar's colour anew with every call; the binding of before is taken off first."""
        self.funbind("bar_color", self._change_bar_color)
        super().update_from_scroll(*args)

    def lay_out(self, x: float, y: float, width: float, height: float) -> None:
        """The content keeps its place while it is exchanged."""
        self.pos, self.size = (x, y), (width + self.gutter, height)
        if self.block is not None:
            above = (1 - self.scroll_y) * max(self._was - height, 0)  # type: ignore[has-type]
            self.block.fit(width)
            room = max(self.block.height - height, 0)
            if self.block.height < height:
                self.block.stretch(height)
            self.block.put(0, 0)
            self._was = self.block.height
            self.scroll_y = 1.0 - min(above / room, 1.0) if room else 1.0
            self.update_from_scroll()

    def bring(self, part: Block) -> None:
        """Scrolls so that a part stands at the top, as far as there is something below it."""
        assert self.block is not None
        room = self.block.height - self.height
        if room > 0:
            above = self.block.top - part.top - dp(8)
            self.scroll_y = 1.0 - min(max(above / room, 0.0), 1.0)
            self.update_from_scroll()


class Page(Widget):
    """Content above, a foot below it. `build(width)` of the screen gives both."""

    pad = NumericProperty(0)
    widest = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.scroll = Scroll()
        self.add_widget(self.scroll)
        self.foot: Block | None = None
        self._again = Clock.create_trigger(lambda _: self.lay_out(), -1)
        self.fbind("size", lambda *_: self._again())
        self.fbind("pos", lambda *_: self._again())

    def fill(self, body: Block, foot: Block | None) -> None:
        if self.foot is not None:
            self.remove_widget(self.foot)
        self.scroll.carry(body)
        self.foot = foot
        if foot is not None:
            self.add_widget(foot)
        self.lay_out()

    def lay_out(self) -> None:
        below = 0.0
        if self.foot is not None:
            below = self.foot.fit(self.width)
            self.foot.put(self.x, self.y)
        self.scroll.lay_out(self.x, self.y + below, self.width, max(self.height - below, 1))
