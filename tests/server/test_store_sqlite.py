"""The store in one file: nothing acknowledged is lost, nothing changed goes unseen."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from server.store.chain import Head, Origin, Stored, link, next_hash
from server.store.protocol import DeviceRow, Overtaken, PairingRow, Unwritable
from server.store.sqlite import SqliteStore, restore
from server.store.verify import verify
from server.tables.events import canonical, event_json, read_event
from tests.server.stories import created, dealt, kept, played

ORIGIN = Origin("2026-01-01T00:00:00.000Z", "d", "admin", "c1", "d")


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "kiebitz.db")


def test_what_is_written_is_read_and_verified(store: SqliteStore) -> None:
    state, log = played(dealt(1)[1])
    kept(store, "t1", log, chunk=7)
    assert [s.event for s in store.read("t1")] == log
    assert store.tables() == ["t1"] and store.head("t1").seq == state.seq
    [report] = verify(store)
    assert report.findings == () and report.deals == 1 and report.events == len(log)


def test_a_writer_that_was_overtaken_writes_nothing(store: SqliteStore) -> None:
    links = link("t1", store.head("t1"), [event_json(created())], ORIGIN)
    store.append("t1", links, "c1", "d")
    with pytest.raises(Overtaken):
        store.append("t1", links, "c2", "d")
    with pytest.raises(Overtaken):  # the same command twice: the receipt is unique
        store.append(
            "t1",
            link("t1", store.head("t1"), [event_json(read_event({"type": "deal_opened"}))], ORIGIN),
            "c1",
            "d",
        )
    assert store.head("t1").seq == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = replace(body, 'Anna', 'Anni') WHERE seq = 1",
        "UPDATE events SET hash = replace(hash, substr(hash, 1, 1), 'g') WHERE seq = 3",
        "UPDATE events SET body = ' ' || body WHERE seq = 2",
        "DELETE FROM events WHERE seq = 4",
        "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)",
        "UPDATE events SET seq = 1000 WHERE seq = (SELECT max(seq) FROM events)",
        "UPDATE events SET body = 'nonsense' WHERE seq = 5",
        "DELETE FROM commands WHERE first_seq = 1",
        "UPDATE commands SET last_seq = last_seq + 1 WHERE first_seq = 4",
        "UPDATE commands SET first_seq = first_seq - 1 WHERE first_seq = 4",
        "UPDATE commands SET last_seq = first_seq WHERE first_seq = 4",
        "UPDATE commands SET digest = 'another' WHERE first_seq = 4",
    ],
)
def test_verify_finds_every_damage(store: SqliteStore, damage: str) -> None:
    kept(store, "t1", played(dealt(2)[1])[1], chunk=3)
    store.close()
    with sqlite3.connect(store.path) as db:
        assert db.execute(damage).rowcount > 0
    db.close()
    assert any(report.findings for report in verify(SqliteStore(store.path)))


def test_verify_finds_a_changed_byte_wherever_it_is(store: SqliteStore) -> None:
    kept(store, "t1", played(dealt(2)[1][:6])[1], chunk=3)
    for stored in store.read("t1"):
        for place in range(0, len(stored.body), 17):
            changed = stored.body[:place] + chr(ord(stored.body[place]) ^ 1) + stored.body[place + 1 :]
            _write(store, stored.seq, changed)
            assert any(report.findings for report in verify(store)), (stored.seq, place)
        _write(store, stored.seq, stored.body)
    assert not any(report.findings for report in verify(store))


def test_a_log_from_before_receipts_were_linked_is_still_whole(store: SqliteStore) -> None:
    _, log = played(dealt(2)[1][:6])
    head = store.head("t1")
    for number, event in enumerate(log):
        [new] = link("t1", head, [event_json(event)], replace(ORIGIN, command=f"c{number}"))
        body = canonical({name: value for name, value in new.data.items() if name != "asked"})
        old = Stored("t1", new.seq, body, next_hash(head.hash, body))
        store.append("t1", [old], f"c{number}", "d")
        head = Head(old.seq, old.hash)
    [report] = verify(store)
    assert report.findings == () and report.events == len(log)


def _write(store: SqliteStore, seq: int, body: str) -> None:
    with store._writing() as db:
        db.execute("UPDATE events SET body = ? WHERE table_id = 't1' AND seq = ?", (body, seq))


def test_verify_finds_a_settlement_that_has_drifted(store: SqliteStore) -> None:
    _, log = played(dealt(1)[1])
    data = {"type": "settled", "number": 1, "points": [1, -1, 0, 0], "cents": [0] * 4, "totals": [1, -1, 0, 0], "cash": [0] * 4}  # fmt: skip
    kept(store, "t1", [*log[:-1], read_event(data)])
    [report] = verify(store)
    assert [f.seq for f in report.findings] == [len(log)] and "was settled as" in report.findings[0].message


def test_an_unwritable_file_is_said_and_nothing_is_written(store: SqliteStore) -> None:
    store._db.execute("PRAGMA query_only=ON")
    with pytest.raises(Unwritable, match="cannot be read or written"):
        kept(store, "t1", [created()])
    store._db.execute("PRAGMA query_only=OFF")
    assert store.head("t1").seq == 0


def test_a_full_disk_is_no_acknowledgement(store: SqliteStore) -> None:
    kept(store, "t1", [created()])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count={pages}")
    written = 1
    with pytest.raises(Unwritable, match="full"):
        for number in range(10_000):
            links = link("t1", store.head("t1"), [event_json(read_event({"type": "deal_opened"}))], ORIGIN)
            store.append("t1", links, f"n{number}", "d")
            written += 1
    assert written > 1 and store.head("t1").seq == written
    store._db.execute(f"PRAGMA max_page_count={pages + 100}")
    store.append(
        "t1",
        link("t1", store.head("t1"), [event_json(read_event({"type": "deal_opened"}))], ORIGIN),
        "z",
        "d",
    )


def test_backup_under_load_and_restore(store: SqliteStore, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            kept(store, f"t{number}", [created()])
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        store.backup(str(tmp_path / "copy.db"))
    finally:
        stop.set()
        writer.join()
    restore(tmp_path / "copy.db", tmp_path / "new" / "kiebitz.db")
    restored = SqliteStore(tmp_path / "new" / "kiebitz.db")
    assert not any(report.findings for report in verify(restored))
    assert set(restored.tables()) <= set(store.tables())
    restored.close()
    restore(tmp_path / "copy.db", tmp_path / "new" / "kiebitz.db")
    assert (tmp_path / "new" / "kiebitz.db.before-restore-1").exists()


@pytest.mark.parametrize("folder", ["Club #1", "50%41", "wer?mode=memory"])
def test_a_backup_of_any_folder_holds_what_the_store_holds(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    place, copy = tmp_path / folder / "kiebitz.db", tmp_path / f"{folder[:4]}.db"
    store = SqliteStore(place)
    kept(store, "t1", [created()])
    store.backup(str(copy))
    store.close()
    restore(copy, tmp_path / "new.db")
    restored = SqliteStore(tmp_path / "new.db")
    assert set(restored.tables()) == {"t1"}
    restored.close()
    assert {path.name for path in tmp_path.iterdir()} == {folder, copy.name, "new.db"}


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(100)])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.db").write_bytes(content)
    with pytest.raises(Unwritable):
        restore(tmp_path / "bad.db", tmp_path / "kiebitz.db")
    assert not (tmp_path / "kiebitz.db").exists()


def test_devices_and_pairings(store: SqliteStore) -> None:
    store.save_device(DeviceRow("d1", "Tablet", "scorer", None, "hash", "now"))
    assert store.device_by_token("hash") == store.devices()[0]
    assert store.revoke_device("d1", "later") and not store.revoke_device("d1", "later")
    assert store.device_by_token("hash") is None
    store.save_pairing(PairingRow("p1", "s", "c", "viewer", None, "Board", expires=100.0))
    assert [p.id for p in store.pairings(99.0)] == ["p1"] and store.pairings(101.0) == []
    assert [store.note_try("p1"), store.note_try("p1")] == [1, 2]
    assert [store.use_pairing("p1"), store.use_pairing("p1")] == [True, False]


def test_the_list_of_logs_does_not_read_every_event(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "kiebitz.db")
    plan = store._all("EXPLAIN QUERY PLAN SELECT table_id FROM events WHERE seq = 1 ORDER BY rowid")
    assert any("first_events" in str(row) for row in plan), plan
    store.close()


def test_nothing_is_restored_under_a_server_that_holds_the_store(tmp_path: Path) -> None:
    """It would go on writing into the files that were moved aside, and acknowledge what is lost."""
    held = SqliteStore(tmp_path / "kiebitz.db")
    held.backup(str(tmp_path / "copy.db"))
    with pytest.raises(Unwritable, match="stop it first"):
        restore(tmp_path / "copy.db", tmp_path / "kiebitz.db")
    held.close()
    restore(tmp_path / "copy.db", tmp_path / "kiebitz.db")
    assert (tmp_path / "kiebitz.db.before-restore-1").is_file()
