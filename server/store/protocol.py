"""What a store does, whichever database is behind it, and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from server.store.chain import Head, Stored


class StoreError(Exception):
    """The tree: Unwritable (disk full, read-only), Overtaken (another writer was first)."""


class Unwritable(StoreError):
    """Nothing was written. The message says why, for people."""


class Overtaken(StoreError):
    """Another process wrote to this table meanwhile: read on, then try again."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command that was done: what it asked (digest) and the events that it became."""

    digest: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A paired device. The token itself is nowhere, only its hash."""

    id: str
    name: str
    role: str
    table: str | None
    token_hash: str
    created: str
    revoked: str | None = None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """An offer to pair one device, once, until it expires."""

    id: str
    secret_hash: str
    code_hash: str
    role: str
    table: str | None
    name: str
    expires: float
    tries: int = 0
    used: bool = False


Wake = Callable[[str], None]


class Store(Protocol):
    """All calls block; the actors make them from a thread. Each names its table."""

    shared: bool
    """Whether other processes write to the same store."""

    def tables(self) -> list[str]: ...

    def head(self, table: str) -> Head: ...

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]: ...

    def receipt(self, table: str, command: str) -> Receipt | None: ...

    def receipts(self, table: str) -> list[tuple[str, Receipt]]: ...

    def acquire(self, table: str) -> bool:
        """Become the writer of a table; `Overtaken` if another process holds it. True: read on before writing."""

    def release(self, table: str) -> None: ...

    def append(self, table: str, links: Sequence[Stored], command: str, digest: str) -> None:
        """All links and the receipt, or nothing. Returns only when they are safe on the disk."""

    def listen(self, wake: Wake, wanted: Wake) -> None:
        """Call `wake(table)` when another process has written, `wanted(table)` when it wants to."""

    def backup(self, target: str) -> None: ...

    def save_device(self, device: DeviceRow) -> None: ...

    def devices(self) -> list[DeviceRow]: ...

    def device_by_token(self, token_hash: str) -> DeviceRow | None: ...

    def revoke_device(self, device: str, at: str) -> bool: ...

    def save_pairing(self, pairing: PairingRow) -> None: ...

    def pairings(self, now: float) -> list[PairingRow]: ...

    def note_try(self, pairing: str) -> int:
        """One more wrong try at a code; the number of tries so far."""

    def use_pairing(self, pairing: str) -> bool:
        """True for exactly one caller."""

    def close(self) -> None: ...
