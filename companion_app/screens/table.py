"""The table as it lies between the players, and the one thing to do next; cards by hand where no camera is."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion_app.actions import Undo
from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.common import Choice, Tone
from companion_app.viewmodels.table import ContractLine, SaidLine, TableView, WarningView
from companion_app.widgets.blocks import Block, Column, Flow, Row, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.cloth import Cloth
from companion_app.widgets.frame_parts import TONE_COLOURS, photo
from companion_app.widgets.pad import Kept, card_pad
from companion_app.widgets.touch import Emit, Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class TableScreen(Screen):
    """Cloth, contract line and a column of things; each is built anew only if its part of the view changed."""

    beside_from = NumericProperty(0)
    beside_share = NumericProperty(0)
    below_most = NumericProperty(0)

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        super().__init__(emit, **kwargs)
        self.cloth = Cloth(self.emit)
        self.add_widget(self.cloth)
        self.line: Block | None = None
        self._kept: Kept = {}
        self._line_of: Any = None
        self._things_of: Any = None

    # --- building -----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        if self.view is None or self.width < 2:
            return
        view: TableView = self.view
        anew = self._shape() != self._built_for
        self._built_for = self._shape()
        line = None if self._cramped or self._no_room_for_line else view.contract
        if anew or self._line_of != line:
            self._line_of = line
            self._show_line(line)
        things_of = self._parts_of(view)
        if anew or self._things_of != things_of:
            self._things_of = things_of
            self.scroll.carry(self._things(view))
        self._place()
        trick = view.last_trick or view.trick
        lies = trick is not None and bool(trick.cards)
        middle = "" if lies else view.double or (view.system if view.phase == "idle" else "")
        self.cloth.show(view.seats, trick, banner=view.last_trick is not None, middle=middle)

    def _shape(self) -> Any:
        return (self.width, self.beside, self._pad_alone, self._cramped, self._no_room_for_line)

    @staticmethod
    def _parts_of(view: TableView) -> Any:
        """What the column of things is made from."""
        if view.pad is not None:
            lying = (view.trick, view.last_trick, view.seats)
            return (
                view.pad,
                view.warnings,
                lying,
                view.primary,
                view.secondary,
                view.show_last,
                view.collect,
            )
        return (
            view.warnings, view.said, view.counts, view.auction, view.auction_turn, view.quick, view.primary,
            view.secondary, view.show_last, view.camera, view.camera_tone, view.camera_picture, view.collect,
            view.talon, view.sitting_out, view.double, view.contract,
        )  # fmt: skip

    @property
    def beside(self) -> bool:
        return bool(theme.ems(self.width) >= self.beside_from and self.width > self.height)

    @property
    def _pad_alone(self) -> bool:
        """On a narrow screen the cards to choose from take the cloth's place; the trick lies above them in a row."""
        return self.view is not None and self.view.pad is not None and not self.beside

    @property
    def _cramped(self) -> bool:
        """Large text or a question around it: the trick goes first, the contract moves below."""
        return not self.beside and (theme.ems(self.height) < 520 or self.height < 1.1 * self.width)

    @property
    def _no_room_for_line(self) -> bool:
        """The cards to choose from need the height beside the cloth."""
        return self.view.pad is not None and self.beside and theme.ems(self.height) < 640

    def _show_line(self, contract: ContractLine | None) -> None:
        if self.line is not None:
            self.remove_widget(self.line)
        self.line = self._contract_line(contract) if contract is not None else None
        if self.line is not None:
            self.add_widget(self.line)

    def _contract_line(self, view: ContractLine) -> Block:
        called = (
            CardPicture(view.called.id, dp(40) * min(theme.scale, 1.4), half=True) if view.called else None
        )
        title = " · ".join(part for part in (view.title, view.kontra) if part)
        who = " · ".join(part for part in (view.by, view.partner, view.value) if part)
        words = Column([Words(title, "text", bold=True), Words(who, "small", "soft")], gap=0, weight=1)
        edit = tap(view.edit, self.emit, role="small") if view.edit is not None else None
        if edit is not None and self.beside and theme.ems(self.width) < 800:
            pad = (theme.space(3), theme.space(1))
            return Column([Row([called, words]), edit], pad=pad, fill="sheet", edge="line")
        parts: list[Block | None] = [called, words, edit]
        if theme.look.hand == "left":
            parts.reverse()
        return Row(parts, pad=(theme.space(3), theme.space(1)), fill="sheet", edge="line", gap=theme.space(3))

    # --- the column of things -----------------------------------------------------------------------------------------

    def _things(self, view: TableView) -> Block:
        parts: list[Block | None] = [self._warning(w) for w in view.warnings]
        if view.pad is not None:
            width = self.width * (0.5 if self.beside else 1) - 2 * self.pad
            parts += self._laying(view, width)
        else:
            line = self._contract_line(view.contract) if self._cramped and view.contract is not None else None
            parts += [*self._saying(view), *self._doing(view), line, *self._knowing(view)]
        return Column(parts, gap=theme.space(2), pad=(0, theme.space(1)))

    def _laying(self, view: TableView, width: float) -> list[Block | None]:
        """The cards, and beside them what is needed while one lays: undo, who took the trick, the end of the deal."""
        assert view.pad is not None
        undo = next((c for c in view.secondary if isinstance(c.action, Undo)), None)
        others = tuple(c for c in (view.show_last, *view.secondary) if c is not None and c is not undo)
        main = tap(view.primary, self.emit, "main", "large") if view.primary is not None else None
        pad = card_pad(view.pad, self.emit, width, None if self.beside else view, undo, self._kept)
        return [main, self._tiles(view.collect, 104), pad, self._tiles(others, 136, "small")]

    def _warning(self, view: WarningView) -> Block:
        colour = TONE_COLOURS[view.tone]
        sign = Words("!", "large", colour, bold=True)
        words = Words(view.text, "text", "ink", weight=1)
        button = Tap(
            [Row([sign, words, Words("›", "large", "soft")], gap=theme.space(3))],
            lambda: self.emit(view.choice.action),
            "plain",
            view.choice.key or "warning",
            view.choice.enabled,
        )
        button.ground.bar_name = colour
        button.ground.paint("sheet", colour, 1)
        button.pad_x = theme.space(4) + dp(2)
        return button

    def _saying(self, view: TableView) -> list[Block | None]:
        turn = Words(view.auction_turn, "large", bold=True) if view.auction_turn else None
        return [turn, self._tiles(view.auction, 104), self._tiles(view.collect, 104)]

    def _doing(self, view: TableView) -> list[Block | None]:
        main = tap(view.primary, self.emit, "main", "large") if view.primary is not None else None
        others = tuple(c for c in (view.show_last, *view.secondary) if c is not None)
        return [main, self._tiles(view.quick, 150), self._tiles(others, 136, "small")]

    def _tiles(self, choices: tuple[Choice, ...], least: float, role: str = "text") -> Block | None:
        if not choices:
            return None
        return Tiles([tap(c, self.emit, role=role) for c in choices], least=least * dp(1) * theme.scale)

    def _knowing(self, view: TableView) -> list[Block | None]:
        face = dp(34) * min(theme.scale, 1.5)
        talon = Row([CardPicture(c.id, face, half=True) for c in view.talon]) if view.talon else None
        quiet = " · ".join(part for part in (view.sitting_out, view.double if view.trick else "") if part)
        camera_colour = (
            "soft" if view.camera_tone in (Tone.PLAIN, Tone.QUIET) else TONE_COLOURS[view.camera_tone]
        )
        return [
            Flow([self._said(s) for s in view.said], gap=theme.space(2)) if view.said else None,
            Words(view.counts, "text", bold=True) if view.counts else None,
            talon,
            Words(quiet, "small", "soft") if quiet else None,
            photo(view.camera_picture, self.emit, dp(160), dp(90)),
            Words(view.camera, "small", camera_colour) if view.camera else None,
        ]

    def _said(self, view: SaidLine) -> Block:
        text = " · ".join(part for part in (view.text, view.kontra) if part)
        words = Words(text, "small", "soft" if view.lost else "ink", bold=True, struck=view.lost)
        by = Words(view.by, "small", "soft")
        return Row(
            [words, by], gap=theme.space(2), pad=(theme.space(3), theme.space(1)), fill="raised", edge="line"
        )

    # --- places -------------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        if self.view is None:
            return
        if self._shape() != self._built_for:
            self.build()
        else:
            self._place()
            self.cloth.lay_out()

    def _place(self) -> None:
        pad = self.pad
        x, y, w, h = self.x + pad, self.y + pad, self.width - 2 * pad, self.height - 2 * pad
        self._show_cloth(not self._pad_alone)
        if self.beside:
            self._place_beside(x, y, w, h)
        else:
            self._place_below(x, y, w, h)

    @property
    def _least_cloth(self) -> float:
        """A cloth lower than this shows nothing: a question stands above it in large text."""
        return float(dp(150) * min(theme.scale, 1.4))

    def _show_cloth(self, shown: bool) -> None:
        """A cloth without room is not there at all: nothing on it may be touched by mistake."""
        if shown and self.cloth.parent is None:
            self.add_widget(self.cloth)
        elif not shown and self.cloth.parent is not None:
            self.remove_widget(self.cloth)

    def _place_beside(self, x: float, y: float, w: float, h: float) -> None:
        gap = theme.space(3)
        side = w * (0.5 if self.view.pad is not None else self.beside_share)
        cloth_w = w - side - gap
        left = theme.look.hand == "left"
        side_x = x if left else x + cloth_w + gap
        self.cloth.pos, self.cloth.size = (x + side + gap if left else x, y), (cloth_w, h)
        if h < self._least_cloth:
            self._show_cloth(False)
            side, side_x = w, x
        top = y + h
        if self.line is not None:
            top -= self.line.fit(side)
            self.line.put(side_x, top)
            top -= theme.space(2)
        self.scroll.lay_out(side_x, y, side, max(top - y, 1))

    def _place_below(self, x: float, y: float, w: float, h: float) -> None:
        gap = theme.space(2)
        top = y + h
        if self.line is not None:
            top -= self.line.fit(w)
            self.line.put(x, top)
            top -= gap
        assert self.scroll.block is not None
        if self._pad_alone:
            self.scroll.lay_out(x, y, w, max(top - y, 1))
            self.cloth.pos, self.cloth.size = (x, top), (w, 1)
            return
        tall = min(self.scroll.block.fit(w), max(self.below_most * h, top - y - w))
        if top - y - tall - gap < self._least_cloth:
            self._show_cloth(False)
            tall = top - y
        self.scroll.lay_out(x, y, w, tall)
        low = y + tall + (gap if tall else 0)
        self.cloth.pos, self.cloth.size = (x, low), (w, max(top - low, 1))
