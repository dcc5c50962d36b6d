"""The web pages: board, sheet and entry, replay, setup, pairing. Plain HTML, CSS and modules, nothing from elsewhere."""

from __future__ import annotations

from server.web.files import install
from server.web.pages import page, router

__all__ = ["install", "page", "router"]
