"""The web pages: board, sheet and entry, replay, setup, pairing. Plain HTML, CSS and modules, nothing from elsewhere."""

from __future__ import annotations

from server.web.files import install
from server.web.pages import page, router
from server.web.tournament_pages import router as tournaments

router.include_router(tournaments)

__all__ = ["install", "page", "router"]
