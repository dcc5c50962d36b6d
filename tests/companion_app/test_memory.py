"""Nothing is lost when the app is killed: settings, pairing, drafts, and what the server has not confirmed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion_app import actions as a
from companion_app.client.files import Keeper
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.settings import Settings, read_settings, settings_json
from companion_app.state.commands import say as says
from companion_app.state.drafts import ContractEntry, ResultEntry
from companion_app.state.model import AppState, Order, Parted, Pending, Server, Tournament
from tests.companion_app.desk import TABLE, Desk
from tests.companion_app.fingers import choices


def killed(state: AppState, folder: Path) -> AppState:
    """The app's state after it was written and the process died."""
    Memory(folder).save(state)
    return Memory(folder).load()


def test_a_half_entered_contract_comes_back_with_its_undo(tmp_path: Path) -> None:
    desk = Desk()
    desk.touch("do.contract", "declarer.C", "game.besserrufer", "called.DK", "bonus.pagat")
    again = killed(desk.state, tmp_path)
    assert again.entry == desk.state.entry
    desk.state = replace(again, copy=desk.state.copy, screen=a.Screen.TABLE)
    desk.touch("do.contract", "undo")
    assert desk.state.entry is not None and desk.state.entry.now.bird is None
    desk.touch("bonus.uhu", "contract.commit")
    assert not desk.refusals


def test_a_half_typed_result_and_table_come_back(tmp_path: Path) -> None:
    desk = Desk("steiermark-2017")
    desk.touch(
        "do.result", "declarer.B", "game.besserrufer.pagat", "called.HK", "contract.commit", "partner.A"
    )
    desk.do(a.SetAmount("points", 33))
    desk.do(a.FillTable("player2", "Ceci"))
    desk.do(a.FillTable("option:stiller_vogel_verloren", "minus"))
    again = killed(desk.state, tmp_path)
    assert again.result == desk.state.result and again.form == desk.state.form


def test_what_was_not_confirmed_is_sent_after_the_restart_once(tmp_path: Path) -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards")
    desk.offline = True
    desk.touch("card.T17", "card.T18")
    before = desk.state
    again = killed(before, tmp_path)
    assert again.outbox == before.outbox
    desk.state = replace(again, copy=before.copy, screen=a.Screen.TABLE)
    desk.offline = False
    desk.deliver()
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "T17"], ["B", "T18"]]
    desk.touch("undo")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "T17"]]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_whatever_is_touched_survives(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    desk = Desk(rng.choice(["tirol-deluxe", "hopfgarten-2023", "steiermark-2017"]))
    for _ in range(12):
        keys = [k for k, c in choices(frame_of(desk.state)).items() if c.enabled and k != "set.leave"]
        desk.touch(rng.choice(keys))
    again = killed(desk.state, tmp_path)
    for name in ("settings", "server", "table", "outbox", "entry", "result", "form"):
        assert getattr(again, name) == getattr(desk.state, name), name


def test_a_token_is_kept_where_only_its_owner_reads_it(tmp_path: Path) -> None:
    state = AppState(server=Server("https://192.168.1.5:8766", "kz_secret", "scorer", "d1", None, "PEM"))
    assert killed(state, tmp_path).server == state.server
    assert (tmp_path / "device.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[1, 2]",
        b'{"server": {"x": 1}, "settings": 5}',
        "\x00\xff".encode(),
        b'{"outbox": [], "x": "\xff\xfe"}',
    ],
)
def test_a_damaged_file_reads_as_a_new_device(damage: bytes, tmp_path: Path) -> None:
    for name in ("device.json", "work.json"):
        (tmp_path / name).write_bytes(damage)
    state = Memory(tmp_path).load()
    assert state.server is None and state.outbox == () and state.settings == Settings()


def test_drafts_of_another_version_are_dropped_and_the_pairing_stays(tmp_path: Path) -> None:
    state = AppState(server=Server("https://192.168.1.5:8766", "kz_secret"), table=TABLE)
    killed(state, tmp_path)
    work = {
        "outbox": [],
        "entry": {"deal": 1, "now": {"colour": "red"}, "past": [], "for_result": False},
    }
    (tmp_path / "work.json").write_text(json.dumps(work), encoding="utf-8")
    again = Memory(tmp_path).load()
    assert again.server == state.server and again.entry is None


def test_a_draft_that_cannot_be_read_takes_nothing_else_with_it(tmp_path: Path) -> None:
    words = tuple(Pending(f"k.{n}", TABLE, ({"type": "deal_opened"},), deal=n) for n in range(3))
    sheet = Order("k.9", "hand_in", (1, 7), confirmed=("Anna", "Bert", "Cilli", "Dora"), games=2)
    state = AppState(
        outbox=words[:2],
        held=words[2:],
        parted=Parted("https://192.168.1.5:8766", "PEM", TABLE),
        tournament=Tournament("e0123456789ab", orders=(sheet,)),
        result=ResultEntry(None, at=1),
    )
    killed(replace(state, entry=ContractEntry(1)), tmp_path)
    work = json.loads((tmp_path / "work.json").read_text(encoding="utf-8"))
    work["entry"]["now"]["colour"] = "red"
    (tmp_path / "work.json").write_text(json.dumps(work), encoding="utf-8")
    again = Memory(tmp_path).load()
    assert again.entry is None
    for name in ("outbox", "held", "parted", "tournament", "result"):
        assert getattr(again, name) == getattr(state, name), name


@pytest.mark.parametrize("lost", ["", "work.json", "device.json"])
def test_no_id_is_used_again_whatever_became_of_the_files(lost: str, tmp_path: Path) -> None:
    """The disk was full while words went out, or a file is gone: the server would take new words for repeated ones."""
    used: list[str] = []
    state = AppState(server=Server("https://192.168.1.5:8766", "kz_secret"), table=TABLE)
    for _ in range(3):
        state = killed(state, tmp_path)
        if lost:
            (tmp_path / lost).unlink()
            state = replace(Memory(tmp_path).load(), server=state.server, table=TABLE)
        for _ in range(2):  # said, and confirmed at once
            state = says(state, {"type": "camera_noted", "status": "manual", "notice": ""})
            used += [pending.id for pending in state.outbox]
            state = replace(state, outbox=())
        state = replace(Memory(tmp_path).load(), server=state.server, table=TABLE)  # nothing of it was saved
    assert len(used) == len(set(used)) == 6


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "x.json")
    keeper.write({"a": 1})
    (tmp_path / "x.part").write_text('{"a": 2', encoding="utf-8")  # the process died here
    assert Keeper(tmp_path / "x.json").read() == {"a": 1}


def test_a_pending_command_reads_as_it_was_written(tmp_path: Path) -> None:
    pending = Pending(
        "k.1",
        TABLE,
        ({"type": "deal_opened"},),
        "deal.opened",
        ({"type": "retracted", "event": -1},),
        True,
        4,
        "k.0",
    )
    assert killed(AppState(outbox=(pending,)), tmp_path).outbox == (pending,)


@given(
    st.dictionaries(
        st.sampled_from(["lang", "theme", "scale", "hand", "contrast", "own", "sounds", "suits", "other"]),
        st.one_of(st.text(max_size=80), st.booleans(), st.floats(), st.none(), st.integers()),
    )
)
def test_any_settings_file_gives_settings_that_can_be(data: dict[str, object]) -> None:
    found = read_settings(data)
    assert 0.8 <= found.scale <= 2.0 and found.lang in ("de", "en") and found.hand in ("left", "right")
    assert read_settings(settings_json(found)) == found


@pytest.mark.parametrize(
    ("scale", "found"), [(float("nan"), 1.0), (float("inf"), 2.0), (-3, 0.8), (10**400, 2.0), (True, 1.0)]
)
def test_a_scale_that_cannot_be_is_as_near_as_can_be(scale: object, found: float) -> None:
    assert read_settings({"scale": scale}).scale == found
