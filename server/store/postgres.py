"""The store in PostgreSQL: several server processes on one database, one writer per table by lease and fencing token."""

from __future__ import annotations

import json
import queue
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import psycopg

from server.store.chain import Head, Stored, start_of
from server.store.protocol import DeviceRow, Overtaken, PairingRow, Receipt, Unwritable, Wake
from server.store.sqlite import SqliteStore

SCHEMA: Final = (
    """CREATE TABLE IF NOT EXISTS events (
        table_id TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
        UNIQUE (table_id, seq))""",
    "CREATE INDEX IF NOT EXISTS first_events ON events (table_id) WHERE seq = 1",
    """CREATE TABLE IF NOT EXISTS commands (
        table_id TEXT NOT NULL, command_id TEXT NOT NULL, digest TEXT NOT NULL,
        first_seq BIGINT NOT NULL, last_seq BIGINT NOT NULL, UNIQUE (table_id, command_id))""",
    """CREATE TABLE IF NOT EXISTS leases (
        table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, fence BIGINT NOT NULL,
        expires TIMESTAMPTZ NOT NULL, wanted BOOLEAN NOT NULL DEFAULT FALSE)""",
    """CREATE TABLE IF NOT EXISTS devices (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, table_id TEXT,
        token_hash TEXT NOT NULL UNIQUE, created TEXT NOT NULL, revoked TEXT)""",
    """CREATE TABLE IF NOT EXISTS pairings (
        id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL, code_hash TEXT NOT NULL, role TEXT NOT NULL,
        table_id TEXT, name TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL, tries INTEGER NOT NULL,
        used BOOLEAN NOT NULL)""",
)
LEASE_SECONDS: Final = 3
TRIES: Final = 10
LAST: Final = "~"
"""Behind all moments: of logs that have no readable beginning."""
_CONNECTIONS: Final = 6
_CHANNEL: Final = "kiebitz"
Connection = psycopg.Connection[tuple[Any, ...]]


class PostgresStore:
    """Every query names its table. A process that was paused finds its fencing token too old and writes nothing."""

    shared = True

    def __init__(self, url: str, lease_seconds: float = LEASE_SECONDS) -> None:
        self._url = url
        self._lease = lease_seconds
        self._owner = uuid.uuid4().hex
        self._fences: dict[str, tuple[int, float]] = {}
        self._idle: queue.LifoQueue[Connection | None] = queue.LifoQueue()
        for _ in range(_CONNECTIONS):
            self._idle.put(None)
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None
        self._prepare()
        self._notifies = self._can_notify()

    def _prepare(self) -> None:
        """Of servers that start at once on an empty database one makes the tables, and the others find them made."""
        for attempt in range(TRIES):
            try:
                with self._transaction() as db:
                    for statement in SCHEMA:
                        db.execute(statement.encode())
            except Overtaken:
                if attempt == TRIES - 1:
                    raise
                time.sleep(0.2)
            else:
                return

    # --- events ----------------------------------------------------------------------------------------------

    def tables(self) -> list[str]:
        # In the order in which they were begun. One damaged beginning takes no other log away, nor does one that is gone.
        begun = self._all("SELECT table_id, body FROM events WHERE seq = 1")
        known = {row[0]: _moment(row[1]) for row in begun}
        for row in self._all("SELECT DISTINCT table_id FROM commands"):
            known.setdefault(row[0], LAST)
        return sorted(known, key=lambda table: (known[table], table))

    def head(self, table: str) -> Head:
        rows = self._all(
            "SELECT seq, hash FROM events WHERE table_id = %s ORDER BY seq DESC LIMIT 1", (table,)
        )
        return Head(*rows[0]) if rows else start_of(table)

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        rows = self._all(
            "SELECT seq, body, hash FROM events WHERE table_id = %s AND seq > %s ORDER BY seq LIMIT %s",
            (table, after, limit),
        )
        return [Stored(table, *row) for row in rows]

    def receipt(self, table: str, command: str) -> Receipt | None:
        rows = self._all(
            "SELECT digest, first_seq, last_seq FROM commands WHERE table_id = %s AND command_id = %s",
            (table, command),
        )
        return Receipt(*rows[0]) if rows else None

    def receipts(self, table: str) -> list[tuple[str, Receipt]]:
        rows = self._all(
            "SELECT command_id, digest, first_seq, last_seq FROM commands WHERE table_id = %s ORDER BY first_seq",
            (table,),
        )
        return [(row[0], Receipt(*row[1:])) for row in rows]

    # --- the lease -------------------------------------------------------------------------------------------

    def acquire(self, table: str) -> bool:
        """True if the lease is new here: somebody else may have written since."""
        held = self._fences.get(table)
        if held is not None and time.monotonic() < held[1]:
            return False
        rows = self._all(
            "INSERT INTO leases (table_id, owner, fence, expires) "
            "VALUES (%s, %s, 1, now() + %s * interval '1 second') "
            "ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, fence = leases.fence + 1, "
            "expires = excluded.expires, wanted = FALSE "
            "WHERE leases.expires < now() OR leases.owner = excluded.owner RETURNING fence",
            (table, self._owner, self._lease),
        )
        if not rows:
            self._ask_for(table)
            raise Overtaken("another server process holds this table")
        self._fences[table] = (rows[0][0], time.monotonic() + self._lease)
        return True

    def _ask_for(self, table: str) -> None:
        self._all("UPDATE leases SET wanted = TRUE WHERE table_id = %s RETURNING fence", (table,))
        if self._notifies:
            self._all("SELECT pg_notify(%s, %s)", (_CHANNEL, f"wanted {self._owner} {table}"))

    def release(self, table: str) -> None:
        held = self._fences.pop(table, None)
        if held is not None:
            self._all(
                "UPDATE leases SET expires = '-infinity' "
                "WHERE table_id = %s AND owner = %s AND fence = %s RETURNING fence",
                (table, self._owner, held[0]),
            )

    def append(self, table: str, links: Sequence[Stored], command: str, digest: str) -> None:
        fence = self._fences.get(table, (0, 0.0))[0]
        try:
            with self._transaction() as db:
                wanted = self._prolong(db, table, fence)
                with db.cursor() as cursor:
                    cursor.executemany(
                        "INSERT INTO events (table_id, seq, body, hash) VALUES (%s, %s, %s, %s)",
                        [(s.table, s.seq, s.body, s.hash) for s in links],
                    )
                db.execute(
                    "INSERT INTO commands (table_id, command_id, digest, first_seq, last_seq) "
                    "VALUES (%s, %s, %s, %s, %s)",
                    (table, command, digest, links[0].seq, links[-1].seq),
                )
                if self._notifies:
                    db.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, f"wrote {self._owner} {table}"))
        except Overtaken:
            self._fences.pop(table, None)
            raise
        if wanted:
            self._fences.pop(table, None)
        else:
            self._fences[table] = (fence, time.monotonic() + self._lease)

    def _prolong(self, db: Connection, table: str, fence: int) -> bool:
        """In the transaction of the events: the token must still be the newest. Gives the table up if asked to."""
        row = db.execute(
            "UPDATE leases SET wanted = FALSE, expires = "
            "CASE WHEN wanted THEN '-infinity' ELSE now() + %s * interval '1 second' END "
            "WHERE table_id = %s AND owner = %s AND fence = %s RETURNING expires = '-infinity'",
            (self._lease, table, self._owner, fence),
        ).fetchone()
        if row is None:
            raise Overtaken("another server process took this table over")
        return bool(row[0])

    # --- waking up -------------------------------------------------------------------------------------------

    def listen(self, wake: Wake, wanted: Wake) -> None:
        if self._notifies and self._listener is None:
            self._listener = threading.Thread(
                target=self._listen, args=(wake, wanted), name="listen", daemon=True
            )
            self._listener.start()

    def _listen(self, wake: Wake, wanted: Wake) -> None:
        """Wake-ups only; what they missed the poll behind them finds."""
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as db:
                    db.execute(f"LISTEN {_CHANNEL}".encode())
                    while not self._closed.is_set():
                        for notice in db.notifies(timeout=0.5):
                            self._hear(notice.payload, wake, wanted)
            except psycopg.Error:
                self._closed.wait(1.0)

    def _hear(self, payload: str, wake: Wake, wanted: Wake) -> None:
        word, _, rest = payload.partition(" ")
        owner, _, table = rest.partition(" ")
        if owner != self._owner:
            (wake if word == "wrote" else wanted)(table)

    def _can_notify(self) -> bool:
        """Some distributed databases have no NOTIFY; there polling serves."""
        try:
            self._all("SELECT pg_notify(%s, %s)", (_CHANNEL, ""))
        except Unwritable:
            return False
        return True

    # --- backup ----------------------------------------------------------------------------------------------

    def backup(self, target: str) -> None:
        """A copy as one SQLite file, which `kiebitz serve` and `kiebitz verify` can be given in a folder of its own."""
        partial = Path(target + ".part")
        partial.unlink(missing_ok=True)
        copy = SqliteStore(partial)
        try:
            with self._transaction() as db:
                db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                for name in ("events", "commands", "devices"):
                    with db.cursor(name=f"copy_{name}") as rows:
                        rows.execute(f"SELECT * FROM {name}".encode())
                        copy.take_rows(name, rows)
        finally:
            copy.close()
        partial.replace(target)

    # --- devices and pairings --------------------------------------------------------------------------------

    def save_device(self, device: DeviceRow) -> None:
        self._all(
            "INSERT INTO devices (id, name, role, table_id, token_hash, created, revoked) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s) RETURNING id",
            astuple(device),
        )

    def devices(self) -> list[DeviceRow]:
        rows = self._all(
            "SELECT id, name, role, table_id, token_hash, created, revoked FROM devices ORDER BY created, id"
        )
        return [DeviceRow(*row) for row in rows]

    def device_by_token(self, token_hash: str) -> DeviceRow | None:
        rows = self._all(
            "SELECT id, name, role, table_id, token_hash, created, revoked FROM devices "
            "WHERE token_hash = %s AND revoked IS NULL",
            (token_hash,),
        )
        return DeviceRow(*rows[0]) if rows else None

    def revoke_device(self, device: str, at: str) -> bool:
        return bool(
            self._all(
                "UPDATE devices SET revoked = %s WHERE id = %s AND revoked IS NULL RETURNING id", (at, device)
            )
        )

    def save_pairing(self, pairing: PairingRow) -> None:
        self._all(
            "INSERT INTO pairings (id, secret_hash, code_hash, role, table_id, name, expires, tries, used) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            astuple(pairing),
        )

    def pairings(self, now: float) -> list[PairingRow]:
        rows = self._all(
            "SELECT id, secret_hash, code_hash, role, table_id, name, expires, tries, used FROM pairings "
            "WHERE NOT used AND expires > %s",
            (now,),
        )
        return [PairingRow(*row) for row in rows]

    def note_try(self, pairing: str) -> int:
        rows = self._all("UPDATE pairings SET tries = tries + 1 WHERE id = %s RETURNING tries", (pairing,))
        return int(rows[0][0]) if rows else 0

    def use_pairing(self, pairing: str) -> bool:
        return bool(
            self._all("UPDATE pairings SET used = TRUE WHERE id = %s AND NOT used RETURNING id", (pairing,))
        )

    def close(self) -> None:
        self._closed.set()
        if self._listener is not None:
            self._listener.join(timeout=3)
        with suppress(queue.Empty):
            while True:
                db = self._idle.get_nowait()
                if db is not None:
                    db.close()

    # --- inside ----------------------------------------------------------------------------------------------

    def _all(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._transaction() as db:
            return db.execute(statement.encode(), values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """One transaction on one of a few connections; a broken connection is replaced by the next caller."""
        db = self._idle.get()
        try:
            if db is None or db.closed:
                db = psycopg.connect(self._url, connect_timeout=5)
                db.execute("SET synchronous_commit = on")
                db.commit()
            with db.transaction():
                yield db
        except psycopg.errors.UniqueViolation as error:
            raise Overtaken(str(error).splitlines()[0]) from None
        except psycopg.Error as error:
            if db is not None:
                db.close()
            message = (str(error) or type(error).__name__).splitlines()[0]
            raise Unwritable(f"the database cannot be used: {message}") from None
        finally:
            self._idle.put(db)


def _moment(body: str) -> str:
    """When a log was begun, as its first event says."""
    try:
        at = json.loads(body)["at"]
    except (ValueError, LookupError, TypeError):
        return LAST
    return at if isinstance(at, str) else LAST
