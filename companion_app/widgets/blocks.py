"""Blocks: measured by `fit`, placed by `put`, both in one pass, so that a screen stands from its first frame on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kivy.uix.widget import Widget

from companion_app.theme.live import theme
from companion_app.widgets.drawing import Backdrop


class Block(Widget):
    """Something with a height for every width. `weight` is its share of a row's free width."""

    def __init__(self, weight: float = 0, **kwargs: object) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        self.weight = weight

    def fit(self, width: float) -> float:
        """Takes this width and says the height that it needs."""
        self.width = width
        return float(self.height)

    def stretch(self, height: float) -> None:
        """Takes more height than it needs: the others in its row are taller."""
        self.height = height

    def natural(self) -> float:
        """The width that it would like."""
        return float(self.width)

    def put(self, x: float, y: float) -> None:
        self.pos = (x, y)


class Space(Block):
    """Nothing, of a height and a width."""

    def __init__(self, height: float = 0, width: float = 0, weight: float = 0) -> None:
        super().__init__(weight=weight)
        self.size = (width, height)
        self._natural = width

    def natural(self) -> float:
        return self._natural


class Group(Block):
    """A block made of parts."""

    def __init__(
        self,
        parts: Iterable[Block | None] = (),
        gap: float | None = None,
        pad: float | tuple[float, float] = 0,
        weight: float = 0,
        fill: str = "",
        edge: str = "",
        bar: str = "",
        round_by: float | None = None,
    ) -> None:
        super().__init__(weight=weight)
        self.gap = theme.space(2) if gap is None else gap
        self.pad_x, self.pad_y = pad if isinstance(pad, tuple) else (pad, pad)
        self.parts: list[Block] = []
        self.backdrop = Backdrop(self, fill, edge, bar, round_by) if fill or edge or bar else None
        for part in parts:
            self.add(part)

    def add(self, part: Block | None) -> None:
        if part is not None:
            self.parts.append(part)
            self.add_widget(part)

    def empty(self) -> None:
        self.parts.clear()
        self.clear_widgets()


class Column(Group):
    """Parts one below the other; `widest` keeps lines readable on a wide screen, in the middle of it."""

    def __init__(self, parts: Iterable[Block | None] = (), widest: float = 0, **kwargs: object) -> None:
        super().__init__(parts, **kwargs)  # type: ignore[arg-type]
        self.widest = widest
        self.middle = False  # content in the middle of a stretched height

    def fit(self, width: float) -> float:
        self.width = width
        inner = self._inner()
        heights = [part.fit(inner) for part in self.parts]
        self.content = sum(heights) + self.gap * max(0, len(heights) - 1)
        self.height = self.content + 2 * self.pad_y
        return float(self.height)

    def _inner(self) -> float:
        inner = self.width - 2 * self.pad_x
        return min(inner, self.widest) if self.widest else inner

    def natural(self) -> float:
        return max((p.natural() for p in self.parts), default=0.0) + 2 * self.pad_x

    def put(self, x: float, y: float) -> None:
        self.pos = (x, y)
        left = x + (self.width - self._inner()) / 2
        spare = (self.height - 2 * self.pad_y - self.content) / 2 if self.middle else 0
        top = y + self.height - self.pad_y - spare
        for part in self.parts:
            top -= part.height
            part.put(left, top)
            top -= self.gap


class Row(Group):
    """Parts side by side: each as wide as it likes, those with a weight share the rest."""

    def __init__(
        self,
        parts: Iterable[Block | None] = (),
        even: bool = False,
        align: str = "middle",
        centred: bool = False,
        **kwargs: object,
    ) -> None:
        super().__init__(parts, **kwargs)  # type: ignore[arg-type]
        self.even = even  # all as tall as the tallest
        self.align = align
        self.centred = centred  # what is left of the width goes to both ends

    def fit(self, width: float) -> float:
        self.width = width
        inner = max(width - 2 * self.pad_x - self.gap * max(0, len(self.parts) - 1), 1)
        for part, share in zip(self.parts, self._shares(inner), strict=True):
            part.fit(share)
        tallest = max((part.height for part in self.parts), default=0.0)
        if self.even:
            for part in self.parts:
                part.stretch(tallest)
        self.height = tallest + 2 * self.pad_y
        return float(self.height)

    def _shares(self, inner: float) -> list[float]:
        """What does not fit shrinks in proportion; a weighted part keeps a third of the row at least."""
        wanted = [0.0 if part.weight else part.natural() for part in self.parts]
        weights = sum(part.weight for part in self.parts)
        room = inner * (2 / 3) if weights else inner
        fixed = sum(wanted)
        if fixed > room:
            wanted = [w * room / fixed for w in wanted]
            fixed = room
        return [
            (inner - fixed) * part.weight / weights if part.weight else w
            for part, w in zip(self.parts, wanted, strict=True)
        ]

    def natural(self) -> float:
        return sum(p.natural() for p in self.parts) + self.gap * max(0, len(self.parts) - 1) + 2 * self.pad_x

    def stretch(self, height: float) -> None:
        self.height = height
        if self.even:
            for part in self.parts:
                part.stretch(height - 2 * self.pad_y)

    def put(self, x: float, y: float) -> None:
        self.pos = (x, y)
        left = x + self.pad_x
        if self.centred:
            used = sum(p.width for p in self.parts) + self.gap * max(0, len(self.parts) - 1)
            left += max(self.width - 2 * self.pad_x - used, 0) / 2
        inner = self.height - 2 * self.pad_y
        for part in self.parts:
            spare = inner - part.height
            drop = {"middle": spare / 2, "top": spare, "bottom": 0.0}[self.align]
            part.put(left, y + self.pad_y + drop)
            left += part.width + self.gap


class Tiles(Group):
    """Equal tiles in as many columns as find room; each line as tall as its tallest."""

    def __init__(
        self, parts: Iterable[Block | None], least: float, most: int = 12, fewest: int = 1, **kwargs: object
    ) -> None:
        super().__init__(parts, **kwargs)  # type: ignore[arg-type]
        self.least, self.most, self.fewest = least, most, fewest

    def columns(self, width: float) -> int:
        fitting = int((width - 2 * self.pad_x + self.gap) // (self.least + self.gap))
        return max(self.fewest, min(fitting, self.most, max(1, len(self.parts))))

    def fit(self, width: float) -> float:
        self.width = width
        columns = self.columns(width)
        wide = (width - 2 * self.pad_x - self.gap * (columns - 1)) / columns
        self.lines = [self.parts[i : i + columns] for i in range(0, len(self.parts), columns)]
        total = 2 * self.pad_y + self.gap * max(0, len(self.lines) - 1)
        for line in self.lines:
            tallest = max(part.fit(wide) for part in line)
            for part in line:
                part.stretch(tallest)
            total += tallest
        self.height = total
        return float(total)

    def natural(self) -> float:
        count = min(self.most, len(self.parts))
        return self.least * count + self.gap * max(0, count - 1) + 2 * self.pad_x

    def put(self, x: float, y: float) -> None:
        self.pos = (x, y)
        top = y + self.height - self.pad_y
        for line in self.lines:
            top -= line[0].height
            left = x + self.pad_x
            for part in line:
                part.put(left, top)
                left += part.width + self.gap
            top -= self.gap


class Flow(Group):
    """Parts as wide as they like, wrapped like words."""

    def fit(self, width: float) -> float:
        self.width = width
        inner = width - 2 * self.pad_x
        self.lines: list[list[Block]] = []
        used = 0.0
        for part in self.parts:
            wide = min(part.natural(), inner)
            part.fit(wide)
            if self.lines and used + self.gap + wide <= inner:
                self.lines[-1].append(part)
                used += self.gap + wide
            else:
                self.lines.append([part])
                used = wide
        heights = [max(part.height for part in line) for line in self.lines]
        self.height = sum(heights) + self.gap * max(0, len(heights) - 1) + 2 * self.pad_y
        return float(self.height)

    def natural(self) -> float:
        return sum(p.natural() for p in self.parts) + self.gap * max(0, len(self.parts) - 1) + 2 * self.pad_x

    def put(self, x: float, y: float) -> None:
        self.pos = (x, y)
        top = y + self.height - self.pad_y
        for line in self.lines:
            tall = max(part.height for part in line)
            left = x + self.pad_x
            for part in line:
                part.put(left, top - (tall + part.height) / 2)
                left += part.width + self.gap
            top -= tall + self.gap


def side_by_side(left: Sequence[Block | None], right: Sequence[Block | None], width: float) -> Block:
    """Two columns where the text leaves room for them, else one below the other."""
    if theme.ems(width) < 760 or not any(left) or not any(right):
        return Column([*left, *right], gap=theme.space(4))
    return Row(
        [Column(left, gap=theme.space(4), weight=1), Column(right, gap=theme.space(4), weight=1)],
        gap=theme.space(5),
        align="top",
    )
