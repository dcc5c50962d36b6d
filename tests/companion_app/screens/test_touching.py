"""Fingers: what can be touched gives exactly the action that the view model says, on every screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from kivy.metrics import dp

from companion_app import actions as do
from companion_app.pictures.samples import SAMPLES
from companion_app.pictures.studio import Studio
from companion_app.theme.tokens import TOUCH
from companion_app.viewmodels.frame import Appearance, Frame, NoticeView
from companion_app.widgets.slider import Track
from companion_app.widgets.touch import Tap
from tests.companion_app.fingers import choices

STILL = Appearance(motion=False)
FEW = 14  # touches on one screen; of the 54 cards every ninth


def shown(scene: Studio, sample: str, look: Appearance = STILL, size: tuple[int, int] = (480, 800)) -> Frame:
    scene.resize(*size)
    frame = SAMPLES[sample](look)
    scene.show(frame)
    return frame


def _some(keys: list[str]) -> list[str]:
    cards = [key for key in keys if key.startswith("card.")]
    others = [key for key in keys if not key.startswith("card.")]
    step = max(1, len(others) // FEW)
    return others[::step] + cards[::9]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_touch_gives_the_action_of_its_choice(scene: Studio, sample: str) -> None:
    frame = shown(scene, sample)
    offered = {key: choice for key, choice in choices(frame).items() if choice.enabled}
    if frame.picture is not None:  # it lies over everything else until it is put away
        offered = {key: choice for key, choice in offered.items() if choice == frame.close_picture}
    for key in _some(list(offered)):
        assert scene.tap(key) == [offered[key].action], key


@pytest.mark.parametrize("sample", ["new-table", "ruling", "table-pad"])
def test_what_is_not_enabled_stays_silent(scene: Studio, sample: str) -> None:
    frame = shown(scene, sample)
    silent = [key for key, choice in choices(frame).items() if not choice.enabled]
    assert silent
    for key in silent[:3]:
        assert scene.tap(key) == []


@pytest.mark.parametrize("size", [(480, 800), (1024, 600)])
@pytest.mark.parametrize("sample", SAMPLES)
def test_everything_to_touch_is_as_large_as_a_finger(
    scene: Studio, sample: str, size: tuple[int, int]
) -> None:
    shown(scene, sample, size=size)
    for widget in scene.root.walk():
        if isinstance(widget, Tap | Track):
            wide, tall = widget.size
            assert min(wide, tall) >= dp(TOUCH) - 0.5, (widget.key, widget.size)


@pytest.mark.parametrize("seat", range(3))
def test_a_card_on_the_table_opens_its_correction(scene: Studio, seat: int) -> None:
    frame = shown(scene, "table-play")
    laid = frame.view.trick.cards[seat]  # type: ignore[union-attr]
    assert scene.tap(f"laid.{laid.seat}") == [laid.action]


def test_the_replay_is_sought_along_its_track(scene: Studio) -> None:
    frame = shown(scene, "replay")
    track = scene.find("replay.track")
    scene.into_sight(track)
    scene.touch(track._at(40) + track.to_window(0, 0)[0], track.to_window(*track.center)[1])
    assert scene.actions == [do.Seek(40)]
    assert frame.view.step == 14  # type: ignore[union-attr]


def test_text_grows_by_its_button_and_along_its_track(scene: Studio) -> None:
    shown(scene, "settings")
    assert scene.tap("scale.more") == [do.Change("scale", 1.1)]
    assert scene.tap("scale.less") == [do.Change("scale", 0.9)]
    track = scene.find("scale")
    scene.touch(*track.to_window(track._at(2.0), track.center_y))
    assert scene.actions[-1] == do.Change("scale", 2.0)


def test_a_line_of_the_sheet_opens_its_settlement(scene: Studio) -> None:
    shown(scene, "sheet")
    assert scene.tap("row.3") == [do.OpenSettlement(3)]


def test_a_notice_is_put_away(scene: Studio) -> None:
    shown(scene, "table-question")
    assert scene.tap("notice.close") == [do.CloseNotice()]


def test_a_finger_that_slides_off_does_nothing(scene: Studio) -> None:
    from kivy.tests.common import UnitTestTouch

    shown(scene, "start-pair")
    key = scene.find("key.5")
    touch = UnitTestTouch(*key.to_window(*key.center))
    touch.touch_down()
    scene.settle()
    touch.touch_move(5, 5)
    touch.touch_up()
    scene.settle()
    assert scene.actions == []


def test_typing_a_name_keeps_the_field_while_the_screen_is_built_anew(scene: Studio) -> None:
    frame = shown(scene, "new-table")
    field = scene.find("player0")
    field.input.focus = True
    field.input.text = "Annemarie"
    assert scene.actions == [do.FillTable("player0", "Annemarie")]
    view: Any = frame.view
    typed = replace(view.players[0], text="Annemarie")
    scene.show(replace(frame, view=replace(view, players=(typed, *view.players[1:]))))
    assert scene.find("player0") is field and field.input.focus
    assert field.input.text == "Annemarie"
    field.input.focus = False


def test_only_what_changed_is_built_anew(scene: Studio) -> None:
    frame = shown(scene, "table-play")
    view: Any = frame.view
    pad, laid = scene.find("pad"), scene.find("laid.B")
    turned = tuple(replace(s, turn=s.seat == "D") for s in view.seats)
    scene.show(replace(frame, view=replace(view, seats=turned), notice=NoticeView("Notiert.")))
    assert scene.find("pad") is pad and scene.find("laid.B") is laid


def test_a_left_hand_finds_the_things_on_the_left(scene: Studio) -> None:
    shown(scene, "table-play", size=(1024, 600))
    right = scene.find("pad").center_x
    shown(scene, "table-play", replace(STILL, hand="left"), size=(1024, 600))
    button = scene.find("pad")
    assert button.to_window(*button.center)[0] < 512 < right + 1024 * 0.5
