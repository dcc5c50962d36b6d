"""Start and pairing: servers, codes, tables, and the form for a new one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FindServers:
    """Looks around in the local network anew."""


@dataclass(frozen=True, slots=True)
class ChooseServer:
    """A server that was found or typed in: `https://192.168.1.5:8766`, or only `192.168.1.5`."""

    address: str


@dataclass(frozen=True, slots=True)
class TypeAddress:
    """The address field as it reads now."""

    text: str


@dataclass(frozen=True, slots=True)
class TypeCode:
    """The pairing code as far as it is typed; with its eighth digit it is sent by itself."""

    text: str


@dataclass(frozen=True, slots=True)
class PairText:
    """What a QR code said: the address with its one-time secret behind the #."""

    text: str


@dataclass(frozen=True, slots=True)
class RunHere:
    """The whole table on this machine: starts the server and pairs itself."""


@dataclass(frozen=True, slots=True)
class ChooseTable:
    table: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Leaves this server; pairing begins anew."""


@dataclass(frozen=True, slots=True)
class FillTable:
    """A field of the form for a new table: `name`, `rules`, `fair_play`, `player0` … `player5`, `players`, `dealer`,
    `radl`, `kassa`, or `option:<name>`."""

    field: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class CreateTable:
    """The form for a new table is complete."""


Pairing = (
    FindServers
    | ChooseServer
    | TypeAddress
    | TypeCode
    | PairText
    | RunHere
    | ChooseTable
    | Forget
    | FillTable
    | CreateTable
)
