"""The routes of the pages. Each is the same frame with another module; what it shows, the API gives by role."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from server.api.services import asking

router = APIRouter(include_in_schema=False)
_PAIRED: Final = [Depends(asking)]

_FRAME: Final = """\
<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#214a3b">
<title>Kiebitz</title>
<link rel="icon" type="image/svg+xml" href="{root}/kiebitz.svg">
<script src="{root}/look.js"></script>
<link rel="stylesheet" href="{root}/kiebitz.css">
{styles}<script type="module" src="{root}/{script}.js"></script>
</head>
<body><noscript>Kiebitz braucht JavaScript. / Kiebitz needs JavaScript.</noscript></body>
</html>
"""


def page(script: str, *styles: str, root: str = "/static") -> HTMLResponse:
    """The frame of a page with its module (`static/SCRIPT.js`) and further style sheets (`static/STYLE.css`)."""
    links = "".join(f'<link rel="stylesheet" href="{root}/{style}.css">\n' for style in styles)
    return HTMLResponse(_FRAME.format(root=root, styles=links, script=script))


@router.get("/pair")
async def pairing_page() -> HTMLResponse:
    """All that a device reaches that is not paired."""
    return page("pair", root="/pair")


@router.get("/", dependencies=_PAIRED)
async def start_page() -> HTMLResponse:
    """Tables, and for the host what begins an evening."""
    return page("start", "start")


@router.get("/board/{table}", dependencies=_PAIRED)
async def board_page() -> HTMLResponse:
    return page("board", "cloth", "board")


@router.get("/table/{table}", dependencies=_PAIRED)
async def table_page() -> HTMLResponse:
    """The sheet, each deal to be opened, and entry by hand."""
    return page("table", "cloth", "table")


@router.get("/replay/{table}/{number}", dependencies=_PAIRED)
async def replay_page() -> HTMLResponse:
    """A closed deal card by card, with what its rulings rest on."""
    return page("replay", "cloth", "replay")


@router.get("/setup", dependencies=_PAIRED)
async def setup_page() -> HTMLResponse:
    """Cameras, warnings, network, devices, check-up."""
    return page("setup", "start", "setup")


@router.get("/phone", dependencies=_PAIRED)
async def phone_page() -> HTMLResponse:
    """The phone as the camera of a table."""
    return page("phone", "phone")
