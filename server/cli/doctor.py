"""`kiebitz doctor`: what works here, what is missing, and how to get it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.cli.common import JSON_OPTION, LANG_OPTION, check_lang, print_json

_SIGNS = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "yellow")}


def doctor(
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the store.")] = None,
    database: Annotated[str | None, typer.Option("--database", help="A shared store: postgresql://…")] = None,
    as_json: bool = JSON_OPTION,
    lang: str = LANG_OPTION,
) -> None:
    """Checks this machine: disk, store, ports, network, certificates, clock, models, camera, extras."""
    from rich.console import Console
    from rich.text import Text

    from server.checkup import checkup
    from server.cli.serve import settings_of

    check_lang(lang)
    found = list(checkup(settings_of(data=data, database=database)))
    if as_json:
        print_json({"format": "kiebitz-doctor/1", "checks": [check.as_json() for check in found]})
        return
    console = Console(highlight=False, soft_wrap=True)
    for check in found:
        sign, colour = _SIGNS[check.good]
        text = check.de if lang == "de" else check.en
        how = check.how_de if lang == "de" else check.how_en
        console.print(Text(f"{sign} {check.called(lang)}: ", style=colour) + Text(text, style="default"))
        if check.good is not True and how:
            console.print(Text(f"    → {how}"))
