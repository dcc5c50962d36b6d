"""Cards as pictures: the house's own faces, whole or their upper half, with a ring, dimmed or face down."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.label import Label

from companion_app.theme.faces import FACE_W, face, large_face
from companion_app.theme.live import theme
from companion_app.theme.tokens import CARD_RATIO, CARD_ROUND
from companion_app.widgets.blocks import Block
from companion_app.widgets.words import Words

READABLE = 0.7  # of a small text's size
HALF = 0.5  # of a card's height: its sign and the upper half of its picture


class CardPicture(Block):
    """A card of a width; it may lie turned and carry a ring (`accent`, `bad`, `good`)."""

    def __init__(
        self,
        card: str,
        width: float,
        half: bool = False,
        dim: bool = False,
        ring: str = "",
    ) -> None:
        super().__init__()
        self.card, self.half, self.dim, self.ring_name = card, half, dim, ""
        self._ring: tuple[Color, SmoothLine] | None = None
        self._note: Words | None = None
        self._band: tuple[Color, Rectangle] | None = None
        self.grows = False  # takes the whole width that it is given
        self._wide = width
        self._texture: Any = None if card == "??" else face(card)
        if half and self._texture is not None:
            t = self._texture
            cut = int(t.height * (1 - HALF))
            self._texture = t.get_region(0, cut, t.width, t.height - cut)
        with self.canvas:
            PushMatrix()
            self._turn = Rotate(angle=0, axis=(0, 0, 1))
            self._shade_colour = Color(0, 0, 0, 0.22)
            self._shade = SmoothRoundedRectangle()
            self._tint = Color(1, 1, 1, 1) if self._texture is not None else Color(*theme.colour("raised"))
            self._face = (
                Rectangle(texture=self._texture) if self._texture is not None else SmoothRoundedRectangle()
            )
        if self._texture is None:
            self._unknown = Label(text="?", bold=True, color=theme.colour("soft"))
            self.add_widget(self._unknown)
        with self.canvas.after:
            PopMatrix()
        self.size = (width, self._tall(width))
        self.show_ring(ring)
        self.fbind("pos", self._move)
        self.fbind("size", self._move)
        self._move()

    def _tall(self, width: float) -> float:
        return width * CARD_RATIO * (HALF if self.half else 1.0)

    def natural(self) -> float:
        return self._wide

    def fit(self, width: float) -> float:
        self._across = width
        wide = width if self.grows else min(width, self._wide)
        self.size = (wide, self._tall(wide))
        return float(self.height)

    def put(self, x: float, y: float) -> None:
        across = getattr(self, "_across", self.width)
        self.pos = (x + (across - self.width) / 2, y)

    def resize(self, width: float) -> None:
        """Another width; a large one takes the full drawing."""
        self._wide = width
        if not self.half and self._texture is not None and width > 1.2 * FACE_W:
            self._texture = self._face.texture = large_face(self.card)
        self.size = (width, self._tall(width))

    def turn(self, angle: float) -> None:
        self._turn.angle = angle
        self._move()

    def show_ring(self, name: str) -> None:
        if name == self.ring_name and (self._ring is not None or not name):
            return
        self.ring_name = name
        if self._ring is None:
            with self.canvas:
                self._ring = Color(0, 0, 0, 0), SmoothLine(width=dp(2.5))
        self._ring[0].rgba = theme.colour(name) if name else (0, 0, 0, 0)
        self._move()

    def write(self, note: str) -> None:
        """A note on a band over the card's lower end; where it would be too small to read, the band alone."""
        with self.canvas:
            self._band = Color(*theme.colour("info")), Rectangle()
        self._note = Words(note, "small", "ink", align="center")
        self.add_widget(self._note)
        self._move()

    def _place_note(self) -> None:
        if self._note is None or self._band is None:
            return
        tall = self._note.squeeze(self.width)
        readable = self._note.font_size >= READABLE * theme.font("small")
        self._note.opacity = 1 if readable else 0
        self._band[0].rgba = theme.colour("sheet" if readable else "info")
        self._band[1].pos, self._band[1].size = self.pos, (self.width, tall if readable else dp(5))
        self._note.put(self.x, self.y)

    def _move(self, *_: object) -> None:
        self._place_note()
        x, y = self.pos
        radius = max(self.width * CARD_ROUND, 1)
        self._turn.origin = self.center
        drop = max(self.width * 0.02, 1)
        self._shade.pos, self._shade.size = (x + drop, y - drop), self.size
        self._shade.radius = [radius]
        self._shade_colour.a = 0.05 if self.dim else 0.22
        self._tint.a = 0.28 if self.dim else 1
        self._face.pos, self._face.size = self.pos, self.size
        if self._texture is None:
            self._face.radius = [radius]
            self._unknown.font_size = self.width * 0.6
            self._unknown.size, self._unknown.pos = self.size, self.pos
        if self._ring is not None:
            self._ring[1].rounded_rectangle = (
                x - dp(1),
                y - dp(1),
                self.width + dp(2),
                self.height + dp(2),
                radius,
            )
