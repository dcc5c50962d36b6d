"""Which options of `kiebitz watch` belong together: some are for a table that is read alone, some for a server's."""

from __future__ import annotations

from typing import Final

import typer

from server.cli.common import fail

ALONE: Final = {
    "deal": "--deal",
    "jsonl": "--jsonl",
    "fair_play": "--fair-play",
    "evidence": "--evidence",
    "store": "--store",
    "taps": "--corners",
    "picture": "--picture",
}
"""Options of a table that is read without a server: with one, its table decides."""
FOR_A_SERVER: Final = {
    "table_name": "--table",
    "code": "--code",
    "token": "--token",
    "fingerprint": "--fingerprint",
    "authority": "--authority",
    "buffer": "--buffer",
    "frames": "--frames",
}


def refuse_what_does_nothing(context: typer.Context, *, with_server: bool) -> None:
    """Whoever gives an option on the command line believes that it holds."""
    for name, option in (ALONE if with_server else FOR_A_SERVER).items():
        source = context.get_parameter_source(name)
        if (
            source is None or source.name != "COMMANDLINE"
        ):  # a token of the environment is for whoever wants it
            continue
        if with_server:
            fail(f"{option}: not with --server; the table of the server decides")
        fail(f"{option}: only with --server; expected the address of a table server beside it")
