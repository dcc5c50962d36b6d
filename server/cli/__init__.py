"""The command `kiebitz`: one module per group of commands, imported only when the command is called."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)


@app.callback()
def kiebitz() -> None:
    """The companion for a table of Königrufen: recognises the cards, referees, keeps the score."""


def main() -> None:
    app()
