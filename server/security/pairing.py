"""Pairing: an offer with a one-time secret (QR) or a short code with few tries becomes one device with its token."""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from server.security.tokens import code_digest, digest, new_code, new_id, new_secret, new_token
from server.store.chain import timestamp
from server.store.protocol import DeviceRow, PairingRow, Store
from server.tables.errors import NotFound, TableError
from server.tables.roles import Role

LIFETIME = 300.0
TRIES = 5
"""Wrong codes after which all offers lapse that could have been meant."""


class PairingRefused(TableError):
    status = 403


@dataclass(frozen=True, slots=True)
class Offer:
    """What the host shows; secret and code are nowhere else."""

    id: str
    secret: str
    code: str
    role: Role
    table: str | None
    expires: float


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    name: str
    role: Role
    table: str | None = None
    """A device that is bound to one table sees only that."""

    def may_see(self, table: str) -> bool:
        return self.table is None or self.table == table


HOST = Device("host", "host", Role.ADMIN)


def device_of(row: DeviceRow) -> Device:
    return Device(row.id, row.name, Role(row.role), row.table)


@dataclass(slots=True)
class Pairings:
    """All calls block for the store; the API makes them from a thread."""

    store: Store
    clock: Callable[[], float] = time.time
    _known: dict[str, tuple[float, Device | None]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _lent: dict[str, Device] = field(default_factory=dict)
    """Devices of this process's own readers, by the hash of their token: they are never stored."""

    def offer(self, role: Role, table: str | None, name: str, lifetime: float = LIFETIME) -> Offer:
        offer = Offer(new_id("p"), new_secret(), new_code(), role, table, self.clock() + lifetime)
        self.store.save_pairing(
            PairingRow(
                offer.id,
                digest(offer.secret),
                code_digest(offer.id, offer.code),
                role.value,
                table,
                name,
                offer.expires,
            )
        )
        return offer

    def redeem(self, name: str, secret: str | None = None, code: str | None = None) -> tuple[Device, str]:
        """A device and its token, for the one right secret or code, once. Everything else reads the same."""
        with self._lock:
            found = self._by_secret(secret) if secret is not None else self._by_code(code or "")
            if found is None or not self.store.use_pairing(found.id):
                raise PairingRefused(
                    "pairing", "this code is wrong, used or too old; ask for a new one", "code"
                )
        token = new_token()
        row = DeviceRow(
            new_id("d"), name or found.name, found.role, found.table, digest(token), timestamp(self.clock())
        )
        self.store.save_device(row)
        return device_of(row), token

    def _by_secret(self, secret: str) -> PairingRow | None:
        wanted = digest(secret)
        rows = self.store.pairings(self.clock())
        return next((p for p in rows if hmac.compare_digest(p.secret_hash, wanted)), None)

    def _by_code(self, code: str) -> PairingRow | None:
        """A wrong code counts against every open offer: guessing at all of them at once gains nothing."""
        rows = [p for p in self.store.pairings(self.clock()) if p.tries < TRIES]
        for row in rows:
            if hmac.compare_digest(row.code_hash, code_digest(row.id, code)):
                return row
        for row in rows:
            self.store.note_try(row.id)
        return None

    # --- devices -----------------------------------------------------------------------------------------------

    def lend(self, name: str, role: Role, table: str) -> tuple[Device, str]:
        """A device for a process that this one starts, until it is given back."""
        device, token = Device(new_id("d"), name, role, table), new_token()
        self._lent[digest(token)] = device
        return device, token

    def give_back(self, token: str) -> None:
        self._lent.pop(digest(token), None)

    def device(self, token: str) -> Device | None:
        """The device of a token; what was looked up a moment ago is not looked up again."""
        hashed = digest(token)
        if (lent := self._lent.get(hashed)) is not None:
            return lent
        now = self.clock()
        known = self._known.get(hashed)
        if known is not None and known[0] > now:
            return known[1]
        row = self.store.device_by_token(hashed)
        device = None if row is None else device_of(row)
        if len(self._known) > 10_000:
            self._known.clear()
        if device is not None:
            self._known[hashed] = (now + 5.0, device)
        return device

    def remembered(self, token: str) -> Device | None:
        hashed = digest(token)
        if (lent := self._lent.get(hashed)) is not None:
            return lent
        known = self._known.get(hashed)
        return known[1] if known is not None and known[0] > self.clock() else None

    def revoke(self, device: str) -> None:
        if not self.store.revoke_device(device, timestamp(self.clock())):
            raise NotFound("device", f"there is no paired device {device[:64]!r}", "device")
        self._known.clear()
