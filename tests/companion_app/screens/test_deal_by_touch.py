"""A deal by touches in the window, at a table that notes every word at once: what people do most takes few touches."""

from __future__ import annotations

from typing import Any

import pytest

from companion_app import actions as do
from companion_app.actions import Screen
from companion_app.pictures.studio import Studio
from companion_app.presenters.frame import frame_of
from companion_app.viewmodels.correction import CorrectionView
from companion_app.viewmodels.frame import Frame
from companion_app.viewmodels.table import TableView
from engine.systems import SYSTEMS
from tests.companion_app.desk import Desk


class Hands:
    """Touches the window; the desk hears the actions, and the window shows what the desk knows then."""

    def __init__(self, scene: Studio, desk: Desk, size: tuple[int, int] = (480, 800)) -> None:
        self.scene, self.desk, self.touches = scene, desk, 0
        desk.do(do.Change("motion", False))
        scene.resize(*size)
        scene.show(frame_of(desk.state))

    def touch(self, *keys: str) -> None:
        for key in keys:
            actions = self.scene.tap(key)
            assert len(actions) == 1, (key, actions)
            self.touches += 1
            self.desk.do(actions[0])
            self.scene.show(frame_of(self.desk.state))

    @property
    def frame(self) -> Frame:
        assert self.scene.root.frame is not None
        return self.scene.root.frame

    @property
    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.copy.section("deal")["record"]
        return found


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_rufer_with_one_announcement_takes_six_touches_of_the_screen(scene: Studio, rules: str) -> None:
    hands = Hands(scene, Desk(rules))
    hands.touch("do.contract", "game.rufer", "called.HK", "bonus.trull", "talon.second", "contract.commit")
    assert hands.touches <= 6 and not hands.desk.refusals
    assert hands.record["contract"]["called"] == "HK"
    assert hands.record["announcements"] == [{"by": "A", "what": "trull"}]
    assert hands.desk.state.screen is Screen.TABLE


@pytest.mark.parametrize("size", [(480, 800), (1024, 600)], ids=["phone", "tablet"])
def test_a_misread_card_is_put_right_in_two_touches(scene: Studio, size: tuple[int, int]) -> None:
    hands = Hands(scene, Desk("steiermark-2017"), size)
    hands.touch("do.contract", "game.rufer", "called.CK", "talon.first", "contract.commit", "do.cards")
    hands.touch("card.HK", "card.H4", "card.T21")
    before = hands.touches
    hands.touch("laid.B")
    assert isinstance(hands.frame.view, CorrectionView)
    hands.touch("card.H3")
    assert hands.touches - before == 2
    assert [card for _, card in hands.record["tricks"][0]["cards"]] == ["HK", "H3", "T21"]
    view = hands.frame.view
    assert isinstance(view, TableView) and view.pad is not None  # the table goes on where it was


def test_undo_lies_under_the_thumb_while_cards_are_laid(scene: Studio) -> None:
    hands = Hands(scene, Desk("steiermark-2017"))
    hands.touch("do.contract", "game.rufer", "called.CK", "talon.first", "contract.commit", "do.cards")
    hands.touch("card.HK", "card.H4", "undo")
    assert [card for _, card in hands.record["tricks"][0]["cards"]] == ["HK"]


def test_the_language_changes_under_the_finger(scene: Studio) -> None:
    hands = Hands(scene, Desk("steiermark-2017"))
    hands.touch("tab.settings")
    german = hands.frame.title
    hands.touch("set.lang.en")
    assert hands.frame.title != german
