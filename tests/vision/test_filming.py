"""Films are drawn from scripts with exact truth: tiny ones here, looked at pixel by pixel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import IDS
from vision.filming import (
    Act,
    Discard,
    Fidget,
    Give,
    Hover,
    Lay,
    Onlook,
    Plan,
    Reach,
    Script,
    ShowHand,
    Sweep,
    TakeBack,
    TakeHalf,
    Wish,
    choose_look,
    direct,
    shoot,
    truth_of,
    write_json,
    write_video,
)
from vision.filming.drawn_hands import drawn_hand
from vision.filming.paths import Key  # fmt: skip
from vision.filming.paths import Path as Way
from vision.filming.stage import Stage
from vision.rendering import Assets, Deck
from vision.rendering.canvas import Canvas

SMALL = Wish(width=320, height=180, fps=8.0, tilt=20.0, yaw=4.0, tempo="brisk", calm=True)
TRICK = (Lay("S", "T05", 1), Lay("E", "HK", 1), Lay("N", "D1", 1), Lay("W", "C10", 1))
SEATS = {"A": "S", "B": "E", "C": "N", "D": "W"}


def plain_deck() -> Deck:
    """Every card has a colour of its own."""
    colours = np.random.default_rng(3).integers(20, 250, (54, 3))
    faces = {card: np.full((212, 114, 3), c, np.uint8) for card, c in zip(IDS, colours, strict=True)}
    return Deck("plain", faces, 212 / 114)


ASSETS = Assets([plain_deck()])


def plan(acts: Sequence[Act], wish: Wish = SMALL, seed: int = 5, **dressing: object) -> Plan:
    return direct(Script(tuple(acts), **dressing), choose_look(seed, ASSETS.decks[0], wish))  # type: ignore[arg-type]


def frames(planned: Plan) -> list[NDArray[np.uint8]]:
    return list(shoot(planned, ASSETS))


def colour_at(image: NDArray[np.uint8], quad: list[list[float]]) -> NDArray[np.float64]:
    x, y = np.mean(quad, axis=0).round().astype(int)
    return np.asarray(image[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0), np.float64)


def face_of(card: str) -> NDArray[np.float64]:
    return np.asarray(ASSETS.decks[0].faces[card][0, 0], np.float64)


def test_every_card_lies_where_and_from_when_the_truth_says() -> None:
    planned = plan([Lay("S", "T05", 1), Sweep("E", 1), Lay("W", "C10", 2)])
    film = frames(planned)
    for row in planned.laid:
        at_rest = round(row["t_rest"] * SMALL.fps)
        # When the hand has gone, the card shows its own colour in the middle of its outline.
        shown = [colour_at(film[i], row["quad"]) for i in range(at_rest, min(at_rest + 14, len(film)))]
        assert min(np.abs(c - face_of(row["card"])).max() for c in shown) < 14, row["card"]
        before = colour_at(film[at_rest - 8], row["quad"])
        assert np.abs(before - face_of(row["card"])).max() > 14, "it lay there before it was laid"


def test_a_card_does_not_move_any_more_once_it_rests() -> None:
    planned = plan([Lay("S", "T05", 1), Lay("N", "HK", 1)])
    for card, row in zip(planned.cards, planned.laid, strict=True):
        rest, look = row["t_rest"], planned.look
        assert not card.path.moves(rest - look.shutter, planned.duration)
        assert card.path.moves(rest - look.shutter - 1 / look.fps, rest - look.shutter)


def test_cards_lie_on_their_players_side_turned_to_them() -> None:
    planned = plan(TRICK)
    middle = np.array([160.0, 90.0])
    for row in planned.laid:
        quad = np.array(row["quad"])
        away, along = quad.mean(axis=0) - middle, quad[0] - quad[3]
        toward = {"S": (0, 1), "E": (1, 0), "N": (0, -1), "W": (-1, 0)}[row["compass"]]
        assert away @ toward > 8
        assert abs(along @ toward) > 0.8 * np.linalg.norm(along)


def test_the_order_and_the_gaps_of_a_trick_are_the_scripts() -> None:
    planned = plan([*TRICK, Sweep("W", 1)])
    rests = [row["t_rest"] for row in planned.laid]
    assert [row["card"] for row in planned.laid] == ["T05", "HK", "D1", "C10"]
    assert rests == sorted(rests)
    assert all(0.2 < b - a < 4 for a, b in pairwise(rests))
    sweep = planned.collections[0]
    assert rests[-1] < sweep["t_start"] < sweep["t_end"] < planned.duration


def test_a_swept_trick_leaves_the_middle_and_shows_its_backs_at_the_winners_edge() -> None:
    planned = plan([*TRICK, Sweep("W", 1)])
    end = planned.duration
    for card in planned.cards:
        assert card.face(end) == "BACK"
        where = planned.look.camera.project(np.array([[card.path.at(end).x, card.path.at(end).y, 0.0]]))[0]
        assert where[0] < 0.2 * 320


def test_the_next_lead_stays_when_the_old_trick_is_swept_from_under_it() -> None:
    planned = plan([*TRICK, Lay("W", "S7", 2), Sweep("W", 1)])
    assert planned.laid[-1]["t_rest"] < planned.collections[0]["t_start"]
    shown = [card.face(planned.duration) for card in planned.cards]
    assert sorted(shown) == ["BACK"] * 4 + ["S7"]
    last = frames(planned)[-1]
    assert np.abs(colour_at(last, planned.laid[-1]["quad"]) - face_of("S7")).max() < 30, (
        "no more than a gleam"
    )


@pytest.mark.parametrize("seat", "SENW")
def test_a_hand_comes_from_its_own_edge(seat: str) -> None:
    planned = plan([Lay(seat, "T05", 1)])
    at = round(planned.laid[0]["t_rest"] * SMALL.fps)
    film = frames(planned)
    changed = np.abs(film[at].astype(int) - film[0]).max(axis=2) > 25
    edges = {"S": changed[-2:], "E": changed[:, -2:], "N": changed[:2], "W": changed[:, :2]}
    assert {name for name, edge in edges.items() if edge.sum() > 8} == {seat}


@pytest.mark.parametrize("seat", "SENW")
def test_a_hand_is_seen_wherever_its_card_is_although_its_sleeve_reaches_behind_the_camera(seat: str) -> None:
    """A camera aslant stands beside the near seat, whose arm comes from behind it."""
    planned = plan([Hover(seat, 0.6, "T05")], replace(SMALL, tilt=43.0, yaw=0.0))
    stage = Stage(planned.look, ASSETS)
    (hand,) = planned.hands
    seen = 0
    for t in np.arange(hand.path.keys[0].t, hand.path.end, 0.1):
        key = hand.path.at(t)
        tip = planned.look.camera.straight(np.array([[key.x, key.y, key.lift]]))[0]
        if not (9 < tip[0] < SMALL.width - 25 and 9 < tip[1] < SMALL.height - 20):
            continue
        canvas = Canvas(stage.table.copy())
        stage.paint_arm(canvas, hand, t)
        seen += 1
        assert np.abs(canvas.image.astype(int) - stage.table).max(axis=2).sum() > 5000, f"no hand at {t:.1f}"
        low, high = stage.arm_outline(hand, t).min(axis=0), stage.arm_outline(hand, t).max(axis=0)
        assert (low <= tip + 1).all()
        assert (tip <= high + 1).all()
    assert seen >= 3


def test_a_card_taken_back_is_seen_first_and_gone_afterwards() -> None:
    planned = plan([Lay("S", "T05", 1), Lay("E", "HK", 1), TakeBack("E", "HK"), Lay("E", "H1", 1)])
    assert [row["card"] for row in planned.taken_back] == ["HK"]
    back = planned.taken_back[0]
    king = next(card for card in planned.cards if card.faces[0][1] == "HK")
    assert king.seen(back["t"] - 0.1)
    assert not king.seen(back["t"] + 0.5)
    assert [row["card"] for row in planned.laid] == ["T05", "H1"], "the truth has what stayed"


def test_a_stuck_card_comes_along_and_is_no_card_of_the_trick() -> None:
    planned = plan([Lay("S", "T05", 1, stuck="T06"), TakeBack("S", "T06")])
    assert [row["card"] for row in planned.laid] == ["T05"]
    assert [row["card"] for row in planned.taken_back] == ["T06"]


def test_a_gift_comes_from_the_stock_face_down_and_lies_on_the_trick_open() -> None:
    planned = plan([*TRICK, Give("N", "T21", 1), Sweep("W", 1)], stock=6)
    gift = planned.gifts[0]
    card = next(c for c in planned.cards if any(face == "T21" for _, face in c.faces))
    assert card.face(0.0) == "BACK"
    assert card.face(gift["t_rest"]) == "T21"
    assert not any(row["card"] == "T21" for row in planned.laid)


def test_open_hands_lie_at_the_edge_and_their_cards_are_played_from_there() -> None:
    cards = ("T07", "T08", "T09", "S7")
    planned = plan([*TRICK, Sweep("S", 1), ShowHand("S", cards), Lay("S", "T09", 2)])
    nine = [c for c in planned.cards if c.faces[0][1] == "T09"]
    assert len(nine) == 1, "the same card lies open and is laid"
    assert planned.laid[-1]["card"] == "T09"
    shown = planned.look.camera.project(np.array([[nine[0].path.keys[1].x, nine[0].path.keys[1].y, 0.0]]))[0]
    assert shown[1] > 0.8 * 180


def test_a_card_that_sticks_to_one_of_an_open_hand_lies_open_until_then() -> None:
    shown = ShowHand("S", ("T07", "T08", "T09", "S7"))
    planned = plan([*TRICK, Sweep("S", 1), shown, Lay("S", "T09", 2, stuck="S7"), TakeBack("S", "S7")])
    seven = [c for c in planned.cards if c.faces[0][1] == "S7"]
    assert len(seven) == 1, "there is one of each card"
    rest = planned.laid[-1]["t_rest"]
    assert not seven[0].path.moves(rest - 1.3, rest - 1.0)
    assert [row["card"] for row in planned.taken_back] == ["S7"]


def test_the_taken_half_of_the_talon_goes_and_the_other_stays() -> None:
    halves = (("T05", "HQ", "S7"), ("D1", "C8", "T14"))
    planned = plan([TakeHalf("N", halves[0]), Discard("N", ("BACK", "T02"))], talon=halves)
    there = {c.face(planned.duration) for c in planned.cards if c.seen(planned.duration)}
    assert there == {"D1", "C8", "T14", "BACK", "T02"}


@pytest.mark.parametrize(
    "act", [Hover("N", 0.5, "T05"), Hover("W"), Reach("E", "W"), Fidget("S", 0.7), Onlook(2, 0.5)]
)
def test_hands_that_do_nothing_to_the_point_leave_no_trace(act: Act) -> None:
    planned = plan([act])
    film = frames(planned)
    changed = [float(np.abs(f.astype(int) - film[0]).mean()) for f in film]
    assert max(changed) > 1.0, "a hand is seen"
    assert np.abs(film[-1].astype(int) - film[0]).max() < 25, "only grain is left"
    assert not planned.laid
    assert not planned.taken_back


def test_the_same_seed_gives_the_same_film_and_another_another() -> None:
    acts: list[Act] = [Lay("S", "T05", 1), Hover("E", 0.3), Lay("W", "HK", 1)]
    wish = Wish(width=320, height=180, fps=8.0)
    one, two, other = (frames(plan(acts, wish, seed)) for seed in (8, 8, 9))
    assert len(one) == len(two)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert not np.array_equal(one[10], other[10])


def test_painting_what_moves_gives_the_same_as_painting_everything() -> None:
    planned = plan([*TRICK, Sweep("W", 1), Lay("W", "S7", 2)])
    film = frames(planned)
    last = len(film) - 1
    fresh = plan([*TRICK, Sweep("W", 1), Lay("W", "S7", 2)])
    fresh.look = choose_look(5, ASSETS.decks[0], SMALL)
    # A studio that sees only the end of the deal has nothing to carry on from.
    from vision.filming.shooting import _Studio

    alone = _Studio(fresh, ASSETS).frame(last / SMALL.fps)
    assert np.abs(alone.astype(int) - film[last]).max() < 25


def test_light_and_exposure_change_the_picture_and_not_the_truth() -> None:
    lively = Wish(width=320, height=180, fps=8.0, tilt=30.0, yaw=0.0)
    planned = plan([Lay("S", "T05", 1)], lively, seed=12)
    x, y = np.mean(planned.laid[0]["quad"], axis=0)
    assert 0 < x < 320
    assert 0 < y < 180


def test_a_film_is_written_with_its_truth_and_can_be_read_again(tmp_path: Path) -> None:
    planned = plan([*TRICK, Sweep("E", 1)])
    count = write_video(tmp_path / "a.mp4", planned, ASSETS)
    write_json(tmp_path / "a.truth.json", truth_of(planned, SEATS))
    film = cv2.VideoCapture(str(tmp_path / "a.mp4"))
    read = 0
    while film.read()[0]:
        read += 1
    truth = json.loads((tmp_path / "a.truth.json").read_text(encoding="utf-8"))
    assert read == count == round(truth["duration"] * truth["fps"])
    assert [card["seat"] for card in truth["cards"]] == ["A", "B", "C", "D"]
    assert truth["collections"][0]["by"] == "B"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.mp4", "a.truth.json"]


def test_a_way_starts_and_ends_at_its_keys_and_goes_only_forward() -> None:
    way = Way()
    way.go(Key(1.0, 0, 0))
    way.go(Key(2.0, 10, 0))
    assert [way.at(t).x for t in (0.0, 1.0, 1.5, 2.0, 9.0)] == [0, 0, 5, 10, 10]
    assert way.moves(1.2, 1.3)
    assert not way.moves(2.0, 3.0)
    with pytest.raises(ValueError, match="a key at"):
        way.go(Key(1.5, 0, 0))


def test_a_drawn_hand_reaches_ahead_from_its_wrist() -> None:
    hand = drawn_hand(np.random.default_rng(2))
    assert hand.wrist[1] > 0.9 * hand.mask.shape[0]
    assert -120 < hand.reach < -60
    assert 0.1 < float((hand.mask > 127).mean()) < 0.6
