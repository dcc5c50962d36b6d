"""The store in one SQLite file: write-ahead log, a synced disk before anything counts as written."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server.store.chain import Head, Stored, start_of
from server.store.protocol import DeviceRow, Overtaken, PairingRow, Receipt, Unwritable, Wake

SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
    UNIQUE (table_id, seq)
);
CREATE INDEX IF NOT EXISTS first_events ON events (seq) WHERE seq = 1;
CREATE TABLE IF NOT EXISTS commands (
    table_id TEXT NOT NULL, command_id TEXT NOT NULL, digest TEXT NOT NULL,
    first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
    UNIQUE (table_id, command_id)
);
CREATE TABLE IF NOT EXISTS devices (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, table_id TEXT,
    token_hash TEXT NOT NULL UNIQUE, created TEXT NOT NULL, revoked TEXT
);
CREATE TABLE IF NOT EXISTS pairings (
    id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL, code_hash TEXT NOT NULL, role TEXT NOT NULL, table_id TEXT,
    name TEXT NOT NULL, expires REAL NOT NULL, tries INTEGER NOT NULL, used INTEGER NOT NULL
);
"""
_DEVICE = "id, name, role, table_id, token_hash, created, revoked"
_PAIRING = "id, secret_hash, code_hash, role, table_id, name, expires, tries, used"


class SqliteStore:
    """One file for all tables of one machine. A second process on the same file is kept apart by `UNIQUE`."""

    shared = False

    def __init__(self, path: Path | str, connect: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with _as_unwritable(self.path):
            self._db = sqlite3.connect(
                self.path, timeout=10, isolation_level=None, check_same_thread=False, factory=connect
            )
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.executescript(SCHEMA)

    # --- events ----------------------------------------------------------------------------------------------

    def tables(self) -> list[str]:
        # A log whose first event is gone, or all of it, is still known by what was acknowledged.
        rows = self._all(
            "SELECT table_id FROM (SELECT table_id, 0 AS lost, rowid AS place FROM events WHERE seq = 1 "
            "UNION ALL SELECT table_id, 1, min(rowid) FROM commands GROUP BY table_id) "
            "GROUP BY table_id ORDER BY min(lost), min(place)"
        )
        return [str(row[0]) for row in rows]

    def head(self, table: str) -> Head:
        rows = self._all(
            "SELECT seq, hash FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)
        )
        return Head(int(rows[0][0]), str(rows[0][1])) if rows else start_of(table)

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        rows = self._all(
            "SELECT seq, body, hash FROM events WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            (table, after, -1 if limit is None else limit),
        )
        return [Stored(table, int(seq), str(body), str(digest)) for seq, body, digest in rows]

    def receipt(self, table: str, command: str) -> Receipt | None:
        rows = self._all(
            "SELECT digest, first_seq, last_seq FROM commands WHERE table_id = ? AND command_id = ?",
            (table, command),
        )
        return Receipt(*rows[0]) if rows else None

    def receipts(self, table: str) -> list[tuple[str, Receipt]]:
        rows = self._all(
            "SELECT command_id, digest, first_seq, last_seq FROM commands WHERE table_id = ? ORDER BY first_seq",
            (table,),
        )
        return [(row[0], Receipt(*row[1:])) for row in rows]

    def acquire(self, table: str) -> bool:  # noqa: ARG002
        """One process owns the file: there is nobody to ask."""
        return False

    def release(self, table: str) -> None:
        """Nobody waits."""

    def append(self, table: str, links: Sequence[Stored], command: str, digest: str) -> None:
        with self._writing() as db:
            head = self.head(table)
            if links[0].seq != head.seq + 1:
                raise Overtaken(f"the table stands at {head.seq}, not at {links[0].seq - 1}")
            db.executemany(
                "INSERT INTO events (table_id, seq, body, hash) VALUES (?, ?, ?, ?)",
                [(s.table, s.seq, s.body, s.hash) for s in links],
            )
            db.execute(
                "INSERT INTO commands (table_id, command_id, digest, first_seq, last_seq) VALUES (?, ?, ?, ?, ?)",
                (table, command, digest, links[0].seq, links[-1].seq),
            )

    def listen(self, wake: Wake, wanted: Wake) -> None:
        """No other process writes here."""

    def backup(self, target: str) -> None:
        """A consistent copy while the server goes on writing."""
        partial = Path(target + ".part")
        with _as_unwritable(partial):
            copy = sqlite3.connect(partial)
            try:
                reader = for_reading(Path(self.path))
                try:
                    reader.backup(copy)
                    copy.execute("SELECT count(*) FROM events").fetchone()
                finally:
                    reader.close()
                copy.execute("PRAGMA journal_mode=DELETE")
            finally:
                copy.close()
            partial.replace(target)

    # --- devices and pairings ----------------------------------------------------------------------------------

    def save_device(self, device: DeviceRow) -> None:
        with self._writing() as db:
            db.execute(
                f"INSERT INTO devices ({_DEVICE}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    device.id, device.name, device.role, device.table,
                    device.token_hash, device.created, device.revoked,
                ),
            )  # fmt: skip

    def devices(self) -> list[DeviceRow]:
        return [DeviceRow(*row) for row in self._all(f"SELECT {_DEVICE} FROM devices ORDER BY created, id")]

    def device_by_token(self, token_hash: str) -> DeviceRow | None:
        rows = self._all(
            f"SELECT {_DEVICE} FROM devices WHERE token_hash = ? AND revoked IS NULL", (token_hash,)
        )
        return DeviceRow(*rows[0]) if rows else None

    def revoke_device(self, device: str, at: str) -> bool:
        with self._writing() as db:
            done = db.execute("UPDATE devices SET revoked = ? WHERE id = ? AND revoked IS NULL", (at, device))
        return done.rowcount == 1

    def save_pairing(self, pairing: PairingRow) -> None:
        with self._writing() as db:
            db.execute(
                f"INSERT INTO pairings ({_PAIRING}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    pairing.id, pairing.secret_hash, pairing.code_hash, pairing.role, pairing.table,
                    pairing.name, pairing.expires, pairing.tries, int(pairing.used),
                ),
            )  # fmt: skip

    def pairings(self, now: float) -> list[PairingRow]:
        rows = self._all(f"SELECT {_PAIRING} FROM pairings WHERE used = 0 AND expires > ?", (now,))
        return [PairingRow(*row) for row in rows]

    def note_try(self, pairing: str) -> int:
        with self._writing() as db:
            db.execute("UPDATE pairings SET tries = tries + 1 WHERE id = ?", (pairing,))
            rows = self._all("SELECT tries FROM pairings WHERE id = ?", (pairing,))
        return int(rows[0][0]) if rows else 0

    def use_pairing(self, pairing: str) -> bool:
        with self._writing() as db:
            done = db.execute("UPDATE pairings SET used = 1 WHERE id = ? AND used = 0", (pairing,))
        return done.rowcount == 1

    def take_rows(self, name: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of another store's backup, in the order of the schema's columns."""
        with self._writing() as db:
            for row in rows:
                db.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # --- inside ------------------------------------------------------------------------------------------------

    def _all(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock, _as_unwritable(self.path):
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed and synced, or as if it had never been."""
        with self._lock, _as_unwritable(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


@contextmanager
def _as_unwritable(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.DatabaseError, OSError) as error:
        if isinstance(error, sqlite3.IntegrityError):
            raise Overtaken(str(error)) from None
        raise Unwritable(f"{path.name} cannot be read or written: {error}") from None


def for_reading(path: Path) -> sqlite3.Connection:
    """An address and no path: in a path «#», «?» and «%» would mean something else."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def restore(backup: Path, target: Path) -> None:
    """A backup becomes the store. The files of the old one are moved aside, never deleted."""
    if not backup.is_file():
        raise Unwritable(f"{backup}: there is no such backup")
    with _as_unwritable(backup):
        check = for_reading(backup)
    try:
        if check.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Unwritable(f"{backup}: this backup is damaged")
        check.execute("SELECT count(*) FROM events").fetchone()
    except sqlite3.DatabaseError as error:
        raise Unwritable(f"{backup}: this is no backup of Kiebitz: {error}") from None
    finally:
        check.close()
    _demand_alone(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    copy = target.with_name(target.name + ".restoring")
    with _as_unwritable(target):
        copy.write_bytes(backup.read_bytes())
        with copy.open("rb+") as file:
            os.fsync(file.fileno())
        aside = _free_name(target)
        for suffix in ("", "-wal", "-shm"):
            old = target.with_name(target.name + suffix)
            if old.exists():
                old.replace(target.with_name(aside + suffix))
        copy.replace(target)


def _demand_alone(target: Path) -> None:
    """Whoever holds the store would go on writing into the old files, and what it acknowledges would be lost."""
    if not target.is_file():
        return
    with _as_unwritable(target):
        store = sqlite3.connect(target, timeout=0.5)
    try:
        # Leaving the log ahead takes the file for oneself: it is refused as long as anybody else has it open.
        store.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise Unwritable(f"{target}: a server holds the store ({error}); stop it first") from None
    except sqlite3.DatabaseError:
        return  # it is damaged: nobody works with it, and the backup takes its place
    finally:
        store.close()


def _free_name(target: Path) -> str:
    """A name for the old store that no earlier restore has taken."""
    number = 1
    while target.with_name(f"{target.name}.before-restore-{number}").exists():
        number += 1
    return f"{target.name}.before-restore-{number}"
