"""Contract entry: who plays what, whom he calls, what is announced; what comes next slides into sight."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.common import Group
from companion_app.viewmodels.contract import ContractView, SpokenBonus
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class ContractScreen(Screen):
    """Builds the groups of touches; the first one without a choice is brought into sight."""

    def body(self, view: ContractView) -> Block:
        self._steps: list[tuple[bool, Block]] = []
        said = self.panel(
            [Words(view.sentence or view.title, "large", bold=True), self._hint(view)], bar="accent"
        )
        games: list[Block | None] = [self._step((g,), least=118, most=6) for g in view.games]
        if view.games and any(c.chosen for g in view.games for c in g.choices):
            for i in range(len(self._steps)):
                self._steps[i] = (True, self._steps[i][1])
        declarers = self._step((view.declarers,), least=92, most=6)
        quick = Tiles([tap(c, self.emit) for c in view.quick], least=self._wide(170)) if view.quick else None
        who: list[Block | None] = [declarers, quick, *games]
        called = self._step((view.called,), least=74, picture=dp(52) * min(theme.scale, 1.4), most=5)
        talon = self._step((view.talon,), least=100)
        beside = self.choices(view.beside, least=92)
        rest: list[Block | None] = [called, talon, beside, self._spoken(view)]
        return Column([said, self.columns(who, rest)], gap=theme.space(4))

    def _hint(self, view: ContractView) -> Block | None:
        return Words(view.hint, "small", "soft") if view.hint else None

    @staticmethod
    def _wide(width: float) -> float:
        return float(width * dp(1) * theme.scale)

    def _step(self, groups: tuple[Group | None], **how: float) -> Block | None:
        group = groups[0]
        block = self.choices(group, **how)  # type: ignore[arg-type]
        if block is not None and group is not None:
            self._steps.append((any(c.chosen for c in group.choices), block))
        return block

    def _spoken(self, view: ContractView) -> Block | None:
        if view.speakers is None and not view.bonuses:
            return None
        speakers = self.choices(view.speakers, least=92)
        bonuses = [self._bonus(b) for b in view.bonuses]
        if view.game_kontra is not None:
            bonuses.insert(0, self._bonus(view.game_kontra))
        grid = Tiles(bonuses, least=self._wide(140), most=4) if bonuses else None
        block = Column([speakers, grid], gap=theme.space(3))
        self._steps.append((False, block))
        return block

    def _bonus(self, view: SpokenBonus) -> Block:
        """The announcement; below it who said it and the next word against it."""
        button = tap(view.choice, self.emit)
        notes = " · ".join(part for part in (view.by, view.level) if part)
        if notes:
            ink = "on_accent" if view.choice.chosen else "soft"
            note = Words(notes, "small", ink, align="center", bold=bool(view.level))
            button.add(note)
        against: Tap | None = tap(view.kontra, self.emit, "bad", "small") if view.kontra is not None else None
        return Column([button, against], gap=dp(3))

    def foot_of(self, view: ContractView) -> Block | None:
        return self.buttons(view.undo, view.result, main=view.commit)

    def build(self) -> None:
        super().build()
        if self.view is None or not getattr(self, "_steps", None):
            return
        for done, block in self._steps:
            if not done:
                Clock.schedule_once(lambda _, b=block: self._bring(b), 0)
                break

    def _bring(self, block: Block) -> None:
        if block.parent is not None and isinstance(block.parent, Row | Column) and self._is_one_column():
            self.scroll.bring(block)

    def _is_one_column(self) -> bool:
        return theme.ems(self.room) < 760
