"""The cloth: four plates around the trick as it lies; a card that falls slides in from its player's side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.animation import Animation
from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion_app.theme.live import theme
from companion_app.theme.tokens import CARD_RATIO, ROUND_PANEL
from companion_app.viewmodels.common import LaidCard, Place
from companion_app.viewmodels.table import SeatView, TrickView
from companion_app.widgets.blocks import Column
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.seats import SeatPlate
from companion_app.widgets.touch import Emit
from companion_app.widgets.words import Words

SLIDE = 0.18  # seconds
BRIEF_BELOW = 300  # a cloth lower than this shows names and roles only
# Where a card lies, in card widths and card heights from the middle, and how it is turned.
LIES: Final = {
    Place.BOTTOM: (0.0, -0.44, 2.0),
    Place.RIGHT: (0.8, 0.0, -2.5),
    Place.TOP: (0.0, 0.44, -1.5),
    Place.LEFT: (-0.8, 0.0, 3.0),
}
WIDE, TALL = 2.66, 1.92  # what four cards take, in card widths and heights


class TableCard(ButtonBehavior, CardPicture):
    """A card of the trick; touching it opens its correction."""

    def __init__(self, laid: LaidCard, width: float, emit: Emit) -> None:
        super().__init__(card=laid.card.id, width=width)
        self.laid, self._emit = laid, emit
        self.place: tuple[float, float, float] | None = None  # where it is to lie, and how wide
        self.key = f"laid.{laid.seat}"
        self.dress(laid)

    def dress(self, laid: LaidCard) -> None:
        self.laid = laid
        self.show_ring("bad" if laid.warned else "accent" if laid.winning else "")
        self.opacity = 0.6 if laid.waiting else 1

    def on_release(self) -> None:
        if self.laid.action is not None:
            self._emit(self.laid.action)


class Cloth(Widget):
    """Plates and trick in whatever box it is given."""

    def __init__(self, emit: Emit) -> None:
        super().__init__(size_hint=(None, None))
        self._emit = emit
        self.plates: list[SeatPlate] = []
        self.cards: dict[tuple[str, str, bool], TableCard] = {}
        self._caption: Column | None = None
        self._middle: Words | None = None
        self._said = ("", "")
        self._box = (0.0, 0.0, 1.0, 1.0)
        with self.canvas.before:
            Color(*theme.colour("cloth"))
            self._ground = SmoothRoundedRectangle(radius=[dp(ROUND_PANEL)])
            Color(*theme.colour("cloth_deep"))
            self._rim = SmoothLine(width=dp(2))
        self._layer = Widget(size_hint=(None, None))
        self.add_widget(self._layer)

    def show(
        self, seats: Sequence[SeatView], trick: TrickView | None, banner: bool = False, middle: str = ""
    ) -> None:
        """New plates where a seat changed; new cards fall, old ones stay where they are."""
        self._show_plates(seats)
        self._show_caption(trick, banner, middle)
        fresh = self._show_cards(trick.cards if trick is not None else ())
        self.lay_out()
        for card in fresh:
            self._slide(card)

    def _show_plates(self, seats: Sequence[SeatView]) -> None:
        brief = self._brief
        for i, view in enumerate(seats):
            old = self.plates[i] if i < len(self.plates) else None
            if old is not None and old.view == view and old.brief == brief:
                continue
            plate = SeatPlate(view, flat=i % 2 == 0, brief=brief)
            if old is not None:
                self.remove_widget(old)
                self.plates[i] = plate
            else:
                self.plates.append(plate)
            self.add_widget(plate, index=len(self.children))

    @property
    def _brief(self) -> bool:
        return theme.ems(self.height) < BRIEF_BELOW

    def _show_caption(self, trick: TrickView | None, banner: bool, middle: str) -> None:
        told = (
            (trick.title, *(() if self._brief else (trick.taken_by, trick.points)))
            if trick is not None
            else ()
        )
        words = " · ".join(word for word in told if word)
        if (words + str(banner), middle) == self._said:
            return
        self._said = (words + str(banner), middle)
        for old in (self._caption, self._middle):
            if old is not None:
                self.remove_widget(old)
        self._caption = self._middle = None
        if words:
            text = Words(words, "small", "on_accent" if banner else "on_cloth_soft", bold=banner)
            self._caption = Column(
                [text], pad=(theme.space(2), dp(2)), fill="accent" if banner else "", edge=""
            )
            self.add_widget(self._caption)
        if middle:
            self._middle = Words(middle, "text", "on_cloth_soft", align="center")
            self.add_widget(self._middle)

    def _show_cards(self, laid: Sequence[LaidCard]) -> list[TableCard]:
        wanted = {(c.seat, c.card.id, c.gift): c for c in laid}
        for key in [k for k in self.cards if k not in wanted]:
            self._layer.remove_widget(self.cards.pop(key))
        fresh = []
        for key, view in sorted(wanted.items(), key=lambda item: item[1].order):
            card = self.cards.get(key)
            if card is None:
                card = self.cards[key] = TableCard(view, dp(40), self._emit)
                self._layer.add_widget(card)
                fresh.append(card)
            elif card.laid != view:
                card.dress(view)
        return fresh

    # --- places ------------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        if any(plate.brief != self._brief for plate in self.plates):
            self._show_plates([plate.view for plate in self.plates])
        x, y = self.pos
        w, h = self.size
        self._ground.pos, self._ground.size = self.pos, self.size
        self._rim.rounded_rectangle = (
            x + dp(1),
            y + dp(1),
            max(w - dp(2), 1),
            max(h - dp(2), 1),
            dp(ROUND_PANEL),
        )
        gap = theme.space(2)
        side = self._side_width()
        tops = self._place_plates(gap, side)
        left, right = x + side + 2 * gap, x + w - side - 2 * gap
        low, high = y + tops[0] + 2 * gap, y + h - tops[1] - 2 * gap
        self._box = (left, low, max(right - left, 1), max(high - low, 1))
        wide = min(self._box[2] / WIDE, self._box[3] / (TALL * CARD_RATIO))
        for card in self.cards.values():
            self._settle(card, wide)
        self._place_words(gap)

    def _side_width(self) -> float:
        """Plates at the sides take what their words like, but leave most of the cloth to the cards."""
        share = 0.27 if self.width < self.height * 1.3 else 0.22
        wanted = max((p.natural() for p in self.plates[1::2]), default=0.0)
        return float(min(max(wanted, dp(84)), self.width * share))

    def _place_plates(self, gap: float, side: float) -> tuple[float, float]:
        talls = []
        for i, plate in enumerate(self.plates):
            across = i % 2 == 0
            wide = min(plate.natural(), self.width * 0.6) if across else side
            tall = plate.fit(wide)
            if across:
                px = self.x + (self.width - wide) / 2
                py = self.y + gap if i == 0 else self.top - gap - tall
                talls.append(tall)
            else:
                px = self.right - gap - wide if i == 1 else self.x + gap
                py = self.center_y - tall / 2
            plate.put(px, py)
        return (talls[0], talls[1]) if len(talls) == 2 else (0.0, 0.0)

    def _settle(self, card: TableCard, wide: float) -> None:
        across, up, angle = LIES[card.laid.place]
        if card.laid.gift:
            across, up, angle, wide = 0.0, 0.0, 45.0, wide * 0.7
        x, y, w, h = self._box
        tall = wide * CARD_RATIO
        place = (x + w / 2 + across * wide - wide / 2, y + h / 2 + up * tall - tall / 2, wide)
        if card.place == place:  # it lies there, or is on its way
            return
        card.place = place
        Animation.cancel_all(card)
        card.resize(wide)
        card.pos = place[:2]
        card.turn(angle)

    def _slide(self, card: TableCard) -> None:
        if not theme.look.motion or self.get_root_window() is None:
            return
        across, up, _ = LIES[card.laid.place]
        end = tuple(card.pos)
        card.pos = (end[0] + across * self.width * 0.35, end[1] + up * self.height * 0.6)
        Animation(pos=end, duration=SLIDE, transition="out_cubic").start(card)

    def _place_words(self, gap: float) -> None:
        if self._caption is not None:
            wide = min(self._caption.natural(), self.width * 0.3)
            tall = self._caption.fit(wide)
            self._caption.put(self.x + gap, self.top - gap - tall)
        if self._middle is not None:
            x, y, w, h = self._box
            tall = self._middle.fit(w)
            self._middle.put(x, y + (h - tall) / 2)
