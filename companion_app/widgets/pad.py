"""The 54 cards for laying by hand: upper halves of their faces, by suit; what was seen already is dimmed."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.viewmodels.common import Choice, Group, LaidCard
from companion_app.viewmodels.table import PadView, SeatView, TableView
from companion_app.widgets.blocks import Block, Column, Row, Space, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.touch import CardTap, Emit, Tap, tap
from companion_app.widgets.words import Words

Kept = dict[tuple[str, float], CardTap]


def _tile(choice: Choice, emit: Emit, width: float, kept: Kept | None) -> CardTap:
    """The tile of before, if nothing about it changed: with each card that is laid one of 54 does."""
    key = (choice.key, round(width, 1))
    tile = kept.get(key) if kept is not None else None
    if tile is None or tile.choice != choice:
        tile = CardTap(choice, emit, width)
        if kept is not None:
            kept[key] = tile
    elif tile.parent is not None:
        tile.parent.remove_widget(tile)
    return tile


def card_groups(groups: Sequence[Group], emit: Emit, width: float, kept: Kept | None = None) -> Block:
    """The cards by suit. Suits stand in eight columns (two suits beside each other where there is room)."""
    least = max(dp(48), dp(48) * min(theme.scale, 1.35))
    gap = dp(2)
    one = 8 * least + 7 * gap
    if one > width >= 8 * dp(48) + 7 * gap:
        least = (width - 7 * gap) / 8  # eight that a finger can still touch, rather than lines of four
        one = width
    fitting = max(4, int((width + gap) // (least + gap)))
    tarock_columns = 11 if fitting >= 11 else min(fitting, 8)
    blocks: list[Block] = []
    pair: list[Block] = []
    for group in groups:
        tiles = [_tile(choice, emit, least, kept) for choice in group.choices]
        if len(tiles) > 8:
            blocks.append(Tiles(tiles, least=1, most=tarock_columns, gap=gap))
        elif width >= 2 * one + theme.space(4):
            pair.append(Tiles(tiles, least=1, most=8, gap=gap, weight=1))
            if len(pair) == 2:
                blocks.append(Row(pair, gap=theme.space(4), align="top"))
                pair = []
        else:
            blocks.append(Tiles(tiles, least=1, most=8 if width >= one else 4, gap=gap))
    return Column([*blocks, *pair], gap=theme.space(1))


def card_pad(
    view: PadView,
    emit: Emit,
    width: float,
    table: TableView | None,
    undo: Choice | None = None,
    kept: Kept | None = None,
) -> Block:
    """With a `table` the trick lies above the cards, each card over its player; else the cloth shows it beside."""
    below = [c for c in (view.unknown, undo, view.close) if c is not None]
    parts: list[Block | None] = [
        _title(view, table),
        _who(view.seats, emit, table),
        card_groups(view.groups, emit, width, kept),
        Row([tap(c, emit, role="small", weight=1) for c in below], even=True),
    ]
    return Column(parts, gap=theme.space(2))


def _title(view: PadView, table: TableView | None) -> Block:
    """Who lays; while the last trick is looked at, that one's title, marked as on the cloth."""
    if table is None or table.last_trick is None:
        return Words(view.title, "text", bold=True)
    trick = table.last_trick
    words = " · ".join(part for part in (trick.title, trick.taken_by, trick.points) if part)
    pad = (theme.space(3), theme.space(1))
    return Column([Words(words, "text", "on_accent", bold=True)], pad=pad, fill="accent", round_by=6)


def _who(seats: Sequence[Choice], emit: Emit, table: TableView | None) -> Block | None:
    if not seats:
        return None
    taps = [tap(choice, emit, role="small") for choice in seats]
    if table is None:
        return Tiles(taps, least=dp(72), most=4, fewest=2)
    face = dp(62)
    trick = table.last_trick or table.trick
    lying = {c.seat: c for c in (trick.cards if trick else ()) if not c.gift}
    order = {choice.key: seat.seat for choice, seat in zip(seats, _in_order(seats, table), strict=False)}
    columns = []
    for choice, button in zip(seats, taps, strict=True):
        laid = lying.get(order.get(choice.key, ""))
        shown = _lying(laid, face, emit) if laid is not None else Space(height=face * 0.926 + dp(4))
        columns.append(Column([shown, button], gap=theme.space(1)))
    return Tiles(columns, least=1, most=len(columns), fewest=len(columns))


def _lying(laid: LaidCard, width: float, emit: Emit) -> Block:
    """A card of the trick over its player; touching it corrects it, as on the cloth."""
    ring = "bad" if laid.warned else "accent" if laid.winning else ""
    picture = CardPicture(laid.card.id, width, half=True, ring=ring)
    picture.opacity = 0.6 if laid.waiting else 1
    action = laid.action
    if action is None:
        return picture
    return Tap([picture], lambda: emit(action), "quiet", f"laid.{laid.seat}", pad=(dp(2), dp(2)))


def _in_order(seats: Sequence[Choice], table: TableView) -> list[SeatView]:
    by_name = {seat.name: seat for seat in table.seats}
    return [by_name.get(choice.label, table.seats[0]) for choice in seats]
