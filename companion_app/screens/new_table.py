"""The form for a new table: who sits there, by which rules, with which agreements."""

from __future__ import annotations

from companion_app.actions import FillTable
from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.new_table import NameField, NewTableView
from companion_app.widgets.blocks import Block, Column
from companion_app.widgets.fields import Field
from companion_app.widgets.touch import Emit
from companion_app.widgets.words import Words

load_rules(__file__)


class NewTableScreen(Screen):
    """Fields are kept by name, so that building anew does not take the keyboard away."""

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        super().__init__(emit, **kwargs)
        self._fields: dict[str, Field] = {}

    def body(self, view: NewTableView) -> Block:
        names: list[Block | None] = [self._name(f) for f in view.players]
        people: list[Block | None] = [
            self._name(view.name),
            self.choices(view.count, least=100),
            Words(view.order_hint, "small", "soft"),
            *names,
            self.choices(view.dealer, least=110),
        ]
        rules: list[Block | None] = [
            self.choices(view.systems, least=220, most=2),
            self.choices(view.fair_play, least=150, most=3),
            *(self.choices(group, least=150, most=3) for group in view.options),
        ]
        return self.columns(people, rules)

    def _name(self, view: NameField) -> Block:
        field = self._fields.get(view.field)
        if field is None:
            name = view.field
            field = Field(view.text, lambda text: self.emit(FillTable(name, text)), view.field)
            self._fields[view.field] = field
        if field.parent is not None:
            field.parent.remove_widget(field)
        field.write(view.text)
        problem = Words(view.problem, "small", "bad") if view.problem else None
        return Column([Words(view.label, "small", "soft", bold=True), field, problem], gap=theme.space(1))

    def foot_of(self, view: NewTableView) -> Block | None:
        return self.buttons(main=view.create)
