"""The pages' files: style sheets, modules, words, and the faces of the project's own deck."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

STATIC: Final = Path(__file__).resolve().parent / "static"
DECK: Final = Path(__file__).resolve().parents[2] / "models" / "deck"

FOR_STRANGERS: Final = frozenset(
    {
        "look.js",
        "tokens.css",
        "kiebitz.css",
        "kiebitz.svg",
        "dom.js",
        "api.js",
        "i18n.js",
        "shell.js",
        "pair.js",
        "words/common.de.json",
        "words/common.en.json",
        "words/errors.de.json",
        "words/errors.en.json",
        "words/pair.de.json",
        "words/pair.en.json",
        "player.js",
        "stream.js",
        "tournament.js",
        "tournament.css",
        "words/tournament.de.json",
        "words/tournament.en.json",
    }
)
"""All that the pairing page and a player's page of a tournament need, and so all that an unpaired device can read."""

_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


class Files(StaticFiles):
    """Files of a folder that browsers ask about again (`no-cache`) or keep for a while."""

    def __init__(self, folder: Path, cache: str, only: frozenset[str] | None = None) -> None:
        super().__init__(directory=folder)
        self.cache = cache
        self.only = only

    async def get_response(self, path: str, scope: Mapping[str, Any]) -> Response:
        if self.only is not None and path.replace("\\", "/") not in self.only:
            return Response(status_code=404)
        response = await super().get_response(path, dict(scope))
        response.headers["cache-control"] = self.cache
        return response


def install(app: FastAPI) -> None:
    """Mounts the folders; `/pair/…` is the share that devices reach before they are paired."""
    for suffix, kind in _TYPES.items():
        mimetypes.add_type(
            kind, suffix
        )  # a system's own table may say otherwise, and modules then do not load
    app.mount("/static/cards", Files(DECK, "max-age=86400"), name="cards")
    app.mount("/static", Files(STATIC, "no-cache"), name="static")
    app.mount("/pair", Files(STATIC, "max-age=600", FOR_STRANGERS), name="pairing")
