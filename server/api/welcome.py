"""The least that a browser needs: a page that pairs a device, and one that lists the tables. No scripts from elsewhere."""

from __future__ import annotations

import html
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Response
from fastapi.responses import HTMLResponse

from server.api.services import AllServices, allowed
from server.security.pairing import Device
from server.tables.evening import sheet_of

router = APIRouter(include_in_schema=False)
_STYLE: Final = (
    "body{font:18px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "input,button{font:inherit;padding:.5rem}table{border-collapse:collapse}"
    "td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ccc}"
)
_PAIR: Final = """
<h1>Kiebitz</h1><p id="word">Dieses Gerät ist noch nicht gekoppelt. / This device is not paired yet.</p>
<form id="form"><label>Code <input id="code" inputmode="numeric" autocomplete="off" maxlength="9"></label>
<button>Koppeln / pair</button></form><script src="/pair/pair.js"></script>
"""
_SCRIPT: Final = """\
"use strict";
const word = document.getElementById("word");
async function pair(body) {
  const answer = await fetch("/api/pair", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
  });
  if (answer.ok) { location.replace("/"); return; }
  word.textContent = (await answer.json()).error.message;
}
const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, "", "/pair");  // the secret leaves the address line at once
  pair({secret});
}
document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  pair({code: document.getElementById("code").value});
});
"""


def _page(body: str) -> str:
    return (
        '<!doctype html><html lang="de"><meta charset="utf-8"><title>Kiebitz</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{_STYLE}</style>{body}</html>"
    )


@router.get("/pair", response_class=HTMLResponse)
async def pairing_page() -> str:
    """All that a device reaches that is not paired."""
    return _page(_PAIR)


@router.get("/pair/pair.js")
async def pairing_script() -> Response:
    return Response(_SCRIPT, media_type="text/javascript")


@router.get("/", response_class=HTMLResponse)
async def tables_page(
    everything: AllServices, device: Annotated[Device, Depends(allowed("table.sheet"))]
) -> str:
    """The tables that this device may see, with their scores."""
    parts = []
    for name in await everything.tables.names():
        if device.may_see(name):
            state = (await everything.tables.get(name)).state
            heads = "".join(f"<th>{html.escape(player)}</th>" for player in state.players)
            cells = "".join(f"<td>{total:+d}</td>" for total in sheet_of(state).totals)
            title = f"{html.escape(state.name)} · {len(state.deals)}"
            parts.append(f"<h2>{title}</h2><table><tr>{heads}</tr><tr>{cells}</tr></table>")
    empty = "<p>Noch kein Tisch. / No table yet.</p>"
    return _page(f"<h1>Kiebitz</h1>{''.join(parts) or empty}")
