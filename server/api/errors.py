"""Every error of the API as `{"error": {"code", "message", "at"}}`; nothing else ever leaves the server."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from engine.fields import printable
from server.store.protocol import StoreError
from server.tables.errors import TableError
from server.tables.roles import COMMANDS

_LOG = logging.getLogger("kiebitz.server")
_CODES = {404: "not_found", 405: "method", 400: "request", 415: "media_type"}


def error_json(code: str, message: str, at: str = "") -> dict[str, Any]:
    return {"error": {"code": code, "message": printable(message), "at": printable(at)}}


def place(location: Sequence[str | int]) -> str:
    """`("body", "say", 0, "card_laid", "card")` is `say[0].card`."""
    text = ""
    for part in location:
        if part in ("body", "query", "path", "header") and not text:
            continue
        if isinstance(part, int):
            text += f"[{part}]"
        elif part not in COMMANDS:
            text += f".{part[:60]}" if text else part[:60]
    return text


def validation_error(errors: Sequence[Any]) -> dict[str, Any]:
    """The first defect in the first place; all of them beside it."""
    found = [
        error_json(str(e["type"]), str(e["msg"]).removeprefix("Value error, "), place(e["loc"]))["error"]
        for e in errors[:20]
    ]
    return {"error": found[0], "errors": found}


def handle_errors(app: FastAPI) -> None:
    @app.exception_handler(TableError)
    async def _table(_: Request, error: TableError) -> JSONResponse:
        return JSONResponse(_printable(error.as_json()), error.status)

    @app.exception_handler(RequestValidationError)
    async def _validation(_: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(validation_error(error.errors()), 422)

    @app.exception_handler(ValidationError)
    async def _inner(_: Request, error: ValidationError) -> JSONResponse:
        return JSONResponse(validation_error(error.errors()), 422)

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, "request")
        return JSONResponse(error_json(code, str(error.detail)), error.status_code, error.headers)

    @app.exception_handler(StoreError)
    async def _store(_: Request, error: StoreError) -> JSONResponse:
        return JSONResponse(error_json("read_only", str(error)), 503)

    @app.exception_handler(Exception)
    async def _internal(_: Request, error: Exception) -> JSONResponse:
        _LOG.error("a request failed", exc_info=error)
        return JSONResponse(error_json("internal", "something went wrong here; it is in the log"), 500)


def _printable(data: dict[str, Any]) -> dict[str, Any]:
    error = data["error"]
    return {"error": {k: printable(v) if isinstance(v, str) else v for k, v in error.items()}}
