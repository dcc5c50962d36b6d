"""The command `kiebitz`: one module per group of commands, imported only when the command is called."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from io import TextIOWrapper
from typing import Any

import typer
from typer.exceptions import TyperException

from engine.fields import printable

_COMMANDS: dict[str, tuple[str, str]] = {
    "judge": ("server.cli.rules", "judge_command"),
    "settle": ("server.cli.rules", "settle_command"),
    "rules": ("server.cli.rulebook", "rules_command"),
    "detect": ("server.cli.recognise", "detect"),
    "deck": ("server.cli.decks", "deck"),
    "watch": ("server.cli.watch", "watch"),
    "serve": ("server.cli.serve", "serve"),
    "app": ("server.cli.app", "app_command"),
    "verify": ("server.cli.serve", "verify_command"),
    "backup": ("server.cli.serve", "backup_command"),
    "restore": ("server.cli.serve", "restore_command"),
    "export": ("server.cli.serve", "export_command"),
    "doctor": ("server.cli.doctor", "doctor"),
    "demo": ("server.cli.demo", "demo"),
    "bench": ("server.cli.bench", "bench"),
    "tournament": ("server.cli.tournament", "tournament_command"),
    "cup": ("server.cli.tournament", "cup_command"),
    "draw": ("server.cli.tournament", "draw_command"),
}
"""Each command with the module and the function that do it."""


class LazyGroup(typer.core.TyperGroup):
    """Imports a command's module only when that command is called or the help lists it."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module_name, name = _COMMANDS[cmd_name]
        found = getattr(importlib.import_module(module_name), name)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(found)
        return typer.main.get_command(single)


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False)


@app.callback()
def kiebitz() -> None:
    """The companion for a table of Königrufen: recognises the cards, referees, keeps the score."""


def main() -> None:
    """The entry point: whatever happens, people read one sentence and not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        code = typer.main.get_command(app)(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code)
    except TyperException as error:
        sys.stderr.write(f"kiebitz: {_sentence(error)}\n")
        sys.exit(2)
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(0)
    except SystemExit as gone:
        # Typer ends by itself when whoever read the answers has gone; that is no failure of ours.
        if not isinstance(gone.__context__, BrokenPipeError):
            raise
        _drop_output()
        sys.exit(0)
    except OSError as error:
        _drop_output()
        what = "the output cannot be written" if error.filename is None else str(error.filename)
        if sys.stderr is not None:
            sys.stderr.write(f"kiebitz: {printable(f'{what}: {error.strerror or error}')}\n")
        sys.exit(2)


def _drop_output() -> None:
    """What could not be written is not tried again at the end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def _sentence(error: Any) -> str:
    """A usage error in one line, with where to find what would be right."""
    command = getattr(error.ctx, "command_path", "kiebitz") if getattr(error, "ctx", None) else "kiebitz"
    return f"{' '.join(error.format_message().split())} (see '{command} --help')"
