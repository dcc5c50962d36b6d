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
        declarers = self._step(view.declarers, least=92, most=6)
        games: list[Block | None] = [self.choices(g, least=104, most=6) for g in view.games]
        chosen = any(c.chosen for g in view.games for c in g.choices)
        self._steps += [(chosen, block) for block in games if block is not None]
        quick = Tiles([tap(c, self.emit) for c in view.quick], least=self._wide(170)) if view.quick else None
        called = self._step(view.called, least=74, picture=dp(52) * min(theme.scale, 1.4), most=5)
        talon = self._step(view.talon, least=100)
        rest: list[Block | None] = [called, talon, self.choices(view.beside, least=92), self._spoken(view)]
        half = len(games) if any(rest) else len(games) // 2
        return self.columns([declarers, quick, *games[:half]], [*games[half:], *rest])

    @staticmethod
    def _wide(width: float) -> float:
        return float(width * dp(1) * theme.scale)

    def _step(self, group: Group | None, least: float, most: int = 6, picture: float = 0) -> Block | None:
        block = self.choices(group, least, picture, most)
        if block is not None and group is not None:
            self._steps.append((any(c.chosen for c in group.choices), block))
        return block

    def _spoken(self, view: ContractView) -> Block | None:
        if view.speakers is None and not view.bonuses:
            return None
        speakers = self.choices(view.speakers, least=92)
        bonuses = [self._bonus(b) for b in view.bonuses]
        if view.game_kontra is not None and (view.game_kontra.choice.enabled or view.game_kontra.level):
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
        against: Tap | None = (
            tap(view.kontra, self.emit, "bad", "small") if view.kontra and view.kontra.enabled else None
        )
        return Column([button, against], gap=dp(3))

    def foot_of(self, view: ContractView) -> Block | None:
        """What was entered so far is read where it is noted."""
        low = theme.ems(self.height) < 460
        sentence = Words(view.sentence, "small" if low else "text", bold=True) if view.sentence else None
        hint = Words(view.hint, "small", "soft") if view.hint and not low else None
        buttons = self.buttons(view.undo, view.result, main=view.commit)
        return Column([sentence, hint, buttons], gap=theme.space(1))

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
