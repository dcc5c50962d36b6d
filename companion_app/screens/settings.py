"""Settings: language, text size, looks, sounds, and what the table agreed; each touch shows at once."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.actions import Change
from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.common import Group
from companion_app.viewmodels.settings import SettingsView, Slider, Switch
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.slider import Track
from companion_app.widgets.switch import SwitchSign
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class SettingsScreen(Screen):
    """Groups of this device left, switches and the table right."""

    def body(self, view: SettingsView) -> Block:
        left: list[Block | None] = [self._group(view.language), self._scale(view.scale)]
        left += [self._group(g) for g in view.look]
        right: list[Block | None] = [self._switch(s) for s in view.switches]
        right += [self._group(g) for g in view.table]
        right.append(self._server(view))
        return self.columns(left, right)

    def _group(self, group: Group) -> Block | None:
        block = self.choices(group, least=92, most=4)
        return self.panel([block]) if block is not None else None

    def _scale(self, view: Slider) -> Block:
        """The figure beside the track, and a button at each end for who would rather not draw."""

        def to(value: float) -> None:
            value = round(min(max(value, view.low), view.high), 2)
            if value != view.value:
                self.emit(Change(view.setting, value))

        less = Tap(
            [Words("A", "small", align="center")],
            lambda: to(view.value - view.step),
            key=f"{view.setting}.less",
        )
        more = Tap([Words("A", "large", bold=True, align="center")], lambda: to(view.value + view.step),
                   key=f"{view.setting}.more")  # fmt: skip
        track = Track(view.value, view.low, view.high, view.step, to, key=view.setting)
        label = Row(
            [Words(view.label, "small", "soft", bold=True, weight=1), Words(view.text, "text", bold=True)]
        )
        return self.panel([label, Row([less, track, more])])

    def _switch(self, view: Switch) -> Block:
        words = Column(
            [Words(view.label, "text", bold=view.on), Words(view.hint, "small", "soft") if view.hint else None],
            gap=0, weight=1,
        )  # fmt: skip
        return Tap(
            [Row([words, SwitchSign(view.on)], gap=theme.space(3))],
            lambda: self.emit(view.choice.action),
            "plain",
            view.choice.key,
            view.choice.enabled,
        )

    def _server(self, view: SettingsView) -> Block | None:
        leave = Tiles([tap(view.leave, self.emit)], least=dp(1)) if view.leave is not None else None
        words = [Words(text, "small", "soft") for text in (view.server, view.version) if text]
        return self.panel([*words, leave]) if words or leave is not None else None
