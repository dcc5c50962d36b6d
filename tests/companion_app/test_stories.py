"""Whole deals of all five systems, told event by event: every screen can be drawn at every moment, and says the truth."""

from __future__ import annotations

import random
import re

import pytest

from companion_app import actions as a
from companion_app.actions import Screen
from companion_app.presenters.frame import frame_of
from companion_app.settings import Settings
from companion_app.viewmodels.common import Place
from companion_app.viewmodels.replay import ReplayView
from companion_app.viewmodels.settlement import SettlementView
from companion_app.viewmodels.sheet import SheetView
from companion_app.viewmodels.table import TableView
from engine.cards import IDS, short_name
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record import Deal, write_deal
from engine.systems import SYSTEMS, agreed
from server.benchmarks.story import told
from tests.companion_app.desk import Desk
from tests.companion_app.fingers import choices, texts, walk

GAMES = [(system.id, game.id) for system in SYSTEMS.values() for game in system.games]
LEFT_OVER = re.compile(r"\{\w*\}|None[,)\]]|<\w+|\b[a-z]+\.[a-z_]+\.[a-z_]+\b")


def dealt(rules: str, game: str, revoke: bool = False) -> Deal:
    rng = random.Random(f"{rules} {game} {revoke}")
    row = next(g for g in agreed(rules).games if g.id == game)
    while True:
        deal = random_deal(rng, rules, row, announce=0.8)
        if not revoke:
            return deal
        if (found := with_revoke(rng, deal)) is not None:
            return found.deal


def drawn(desk: Desk) -> list[str]:
    """Every text of the frame, in both languages; nothing unfilled may be left in it."""
    seen: list[str] = []
    for lang in ("de", "en"):
        desk.do(a.Change("lang", lang))
        frame = frame_of(desk.state)
        keys = {getattr(v, name, "") for v in walk(frame) for name in ("key", "setting", "field")}
        for text in texts(frame):
            assert text in keys or not LEFT_OVER.search(text), text
        seen += texts(frame)
    desk.do(a.Change("lang", "de"))
    return seen


@pytest.mark.parametrize(("rules", "game"), sorted(set(GAMES)))
def test_a_deal_is_shown_from_its_opening_to_the_sheet(rules: str, game: str) -> None:
    deal = dealt(rules, game)
    desk = Desk(rules)
    for number, word in enumerate(told(write_deal(deal))):
        desk.noted(word)
        if number % 7 == 0:
            drawn(desk)
    settlement = frame_of(desk.state).view
    assert isinstance(settlement, SettlementView)
    sheet = judge(deal).sheet
    row = desk.copy.section("sheet")["rows"][0]
    if sheet is None:
        assert row["open"] and settlement.open_hint
    else:
        by_name = {pay.name: pay.points for pay in settlement.pay}
        for index, seat in enumerate("ABCD"):
            assert as_number(by_name[row["seats"][seat]]) == sheet[index]
    drawn(desk)
    for screen in (Screen.SHEET, Screen.SETTINGS, Screen.CONTRACT, Screen.TABLE):
        desk.do(a.Open(screen))
        drawn(desk)


def as_number(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.parametrize("rules", SYSTEMS)
def test_the_lines_of_a_settlement_add_up_to_what_each_opponent_pays(rules: str) -> None:
    for game in ("rufer", "dreier", "besserrufer"):
        if agreed(rules).game(game) is None:
            continue
        desk = Desk(rules)
        desk.noted(*told(write_deal(dealt(rules, game))))
        view = frame_of(desk.state).view
        assert isinstance(view, SettlementView)
        if view.open_hint:
            continue
        assert sum(as_number(line.points) for line in view.lines) == as_number(view.lines[-1].running)
        assert sum(as_number(pay.points) for pay in view.pay) == 0
        assert view.check.endswith(" 0")


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_renonce_is_shown_with_names_proof_and_rule(rules: str) -> None:
    desk = Desk(rules)
    desk.noted(*told(write_deal(dealt(rules, "rufer", revoke=True))))
    rulings = [key for key in choices(frame_of(desk.state)) if key.startswith("ruling.")]
    assert rulings
    desk.touch(rulings[0])
    view = frame_of(desk.state).view
    assert not isinstance(view, TableView | SettlementView)
    sentence, quote = getattr(view, "sentence"), getattr(view, "quote")  # noqa: B009 - a union of views
    assert any(name in sentence for name in ("Anna", "Bert", "Cilli", "Dora")) and quote
    assert not re.search(r"(?<![♥♦♠♣\w])[ABCD](?![\w-])", sentence), sentence
    assert {"rule.misread", "rule.leave"} <= set(choices(frame_of(desk.state)))
    drawn(desk)


def test_names_sit_as_they_play_and_the_own_seat_is_at_the_bottom() -> None:
    for rules, places in (
        ("tirol-deluxe", [Place.BOTTOM, Place.RIGHT, Place.TOP, Place.LEFT]),
        ("hopfgarten-2023", [Place.BOTTOM, Place.LEFT, Place.TOP, Place.RIGHT]),
    ):
        for own in ("Anna", "Bert", "Cilli", "Dora"):
            desk = Desk(rules)
            desk.do(a.Change("own", own))
            view = frame_of(desk.state).view
            assert isinstance(view, TableView)
            assert [seat.place for seat in view.seats] == [Place.BOTTOM, Place.RIGHT, Place.TOP, Place.LEFT]
            names = {seat.place: seat.name for seat in view.seats}
            players = ["Anna", "Bert", "Cilli", "Dora"]
            start = players.index(own)
            assert [names[place] for place in places] == [players[(start + i) % 4] for i in range(4)]


def test_the_trick_lies_as_it_was_laid_with_turn_and_winner() -> None:
    deal = dealt("steiermark-2017", "rufer")
    words = list(told(write_deal(deal)))
    laid = [n for n, word in enumerate(words) if word.type == "card_laid"]
    desk = Desk("steiermark-2017")
    desk.noted(*words[: laid[6] + 1])  # seven cards: the first trick and three of the second
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.trick is not None
    cards = deal.tricks[1].cards[:3]
    assert [c.card.short for c in view.trick.cards] == [
        short_name(card) for _, card in cards if card is not None
    ]
    assert [c.seat for c in view.trick.cards] == ["ABCD"[seat] for seat, _ in cards]
    turn = next(seat for seat in view.seats if seat.turn)
    assert turn.seat == "ABCD"[deal.tricks[1].cards[3][0]]
    assert sum(card.winning for card in view.trick.cards) == 1
    desk.touch("table.last")
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.last_trick is not None
    assert [c.card.id for c in view.last_trick.cards] == [
        IDS[card] for _, card in deal.tricks[0].cards if card is not None
    ]


@pytest.mark.parametrize(
    ("mode", "role", "shown"),
    [
        ("fair_play", "scorer", True),
        ("referee", "scorer", False),
        ("referee", "referee", True),
        ("off", "referee", False),
    ],
)
def test_points_so_far_are_shown_as_the_mode_allows(mode: str, role: str, shown: bool) -> None:
    from server.tables.roles import Role

    words = list(told(write_deal(dealt("steiermark-2017", "dreier"))))
    desk = Desk("steiermark-2017", Role(role), fair_play=mode)
    desk.noted(*[word for word in words if word.type != "deal_ended"])
    view = frame_of(desk.state).view
    assert isinstance(view, TableView)
    assert bool(view.counts) is shown
    assert any(seat.points for seat in view.seats) is shown
    assert all(seat.tricks for seat in view.seats)


def test_a_replay_goes_card_by_card_and_is_marked() -> None:
    deal = dealt("tirol-deluxe", "besserrufer", revoke=True)
    desk = Desk()
    desk.noted(*told(write_deal(deal)))
    desk.touch("settle.replay")
    total = sum(len(trick.cards) for trick in deal.tricks)
    for step in range(total + 1):
        view = frame_of(desk.state).view
        assert isinstance(view, ReplayView) and view.mark == "WIEDERGABE"
        assert (view.step, view.steps) == (step, total)
        assert (view.trick is None) is (step == 0)
        if step < total:
            desk.touch("replay.next")
    assert (
        "replay.next" in choices(frame_of(desk.state))
        and not choices(frame_of(desk.state))["replay.next"].enabled
    )
    assert isinstance(view, ReplayView) and view.marks and view.warnings
    desk.touch("replay.first")
    view = frame_of(desk.state).view
    assert isinstance(view, ReplayView) and not view.warnings
    drawn(desk)


def test_the_sheet_runs_as_on_paper_with_its_curve() -> None:
    desk = Desk("steiermark-2017")
    for game in ("rufer", "trischaken", "dreier", "bettler"):
        desk.noted(*told(write_deal(dealt("steiermark-2017", game))))
    desk.touch("tab.sheet")
    view = frame_of(desk.state).view
    assert isinstance(view, SheetView)
    assert len(view.rows) == 4 and [row.game for row in view.rows] == ["Ruf", "Trisch", "3er", "Bettl"]
    for index, player in enumerate(view.players):
        running = [as_number(row.cells[index].total) for row in view.rows]
        changes = [as_number(row.cells[index].change) for row in view.rows]
        assert running == [sum(changes[: i + 1]) for i in range(4)]
        assert view.curve[index].name == player and view.curve[index].values == (0, *running)
    assert [sum(cell.played for cell in row.cells) for row in view.rows] == [2, 0, 1, 1]


def test_settings_switch_at_once() -> None:
    desk = Desk()
    desk.touch("tab.settings", "set.lang.en")
    assert "Settings" in texts(frame_of(desk.state))
    desk.touch("set.theme.dark", "set.suits.four", "set.hand.left", "set.contrast", "set.own.Cilli")
    desk.do(a.Change("scale", 5))
    look = frame_of(desk.state).appearance
    assert (look.lang, look.theme, look.suits, look.hand, look.contrast, look.scale) == (
        "en",
        "dark",
        "four",
        "left",
        True,
        2.0,
    )
    assert desk.state.settings == Settings(
        lang="en", theme="dark", suits="four", hand="left", contrast=True, own="Cilli", scale=2.0
    )
