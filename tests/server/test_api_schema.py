"""Every operation of the API under generated requests: an answer with a word, never a failure of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import openapi

from tests.server.house import House, house

METHODS = ("get", "post", "put", "delete")
Operation = tuple[str, str]
OPERATIONS: tuple[Operation, ...] = (
    ("GET", "/api/systems"),
    ("GET", "/api/tables"),
    ("POST", "/api/tables"),
    ("GET", "/api/tables/{table}"),
    ("POST", "/api/tables/{table}/commands"),
    ("POST", "/api/tables/{table}/preview"),
    ("GET", "/api/tables/{table}/events"),
    ("GET", "/api/tables/{table}/sheet"),
    ("GET", "/api/tables/{table}/deals/{number}"),
    ("GET", "/api/tables/{table}/exports/{kind}"),
    ("POST", "/api/tables/{table}/camera/events"),
    ("POST", "/api/tables/{table}/camera/pictures"),
    ("GET", "/api/tables/{table}/camera/picture"),
    ("PUT", "/api/tables/{table}/camera/picture"),
    ("POST", "/api/tables/{table}/camera/sync"),
    ("PUT", "/api/tables/{table}/camera/evidence/{evidence}/{kind}"),
    ("GET", "/api/tables/{table}/camera"),
    ("POST", "/api/tables/{table}/camera"),
    ("DELETE", "/api/tables/{table}/camera"),
    ("PUT", "/api/tables/{table}/camera/corners"),
    ("GET", "/api/cameras"),
    ("GET", "/api/tables/{table}/evidence/{seq}"),
    ("GET", "/api/checkup"),
    ("GET", "/api/me"),
    ("POST", "/api/pairings"),
    ("POST", "/api/pair"),
    ("GET", "/api/devices"),
    ("DELETE", "/api/devices/{device}"),
    ("GET", "/api/lan"),
    ("PUT", "/api/lan"),
    ("GET", "/api/now"),
    ("GET", "/api/tournaments"),
    ("GET", "/api/tournaments/modes"),
    ("POST", "/api/tournaments/names"),
    ("POST", "/api/tournaments"),
    ("GET", "/api/tournaments/{tournament}"),
    ("GET", "/api/tournaments/{tournament}/desk"),
    ("POST", "/api/tournaments/{tournament}/commands"),
    ("POST", "/api/tournaments/{tournament}/call"),
    ("POST", "/api/tournaments/{tournament}/calls/{call}/decision"),
    ("GET", "/api/tables/{table}/tournament"),
    ("GET", "/api/tournaments/{tournament}/code"),
    ("GET", "/api/tournaments/{tournament}/events"),
    ("GET", "/api/tournaments/{tournament}/exports/{kind}"),
    ("GET", "/api/player/{tournament}"),
    ("GET", "/api/cups"),
    ("POST", "/api/cups"),
    ("GET", "/api/cups/{cup}"),
    ("POST", "/api/cups/{cup}/commands"),
    ("GET", "/api/cups/{cup}/exports/{kind}"),
)
ENDLESS = {
    ("GET", "/api/tables/{table}/stream"),
    ("GET", "/api/tournaments/{tournament}/stream"),
    ("GET", "/api/player/{tournament}/stream"),
}
"""Streams end only with their readers; their refusals are tested by hand."""


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house")) as built:
        built.table()
        yield built


def test_no_operation_is_left_out(at: House) -> None:
    paths = at.host.get("/openapi.json").json()["paths"]
    described = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert described == {*OPERATIONS, *ENDLESS}


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda part: str(part))
def test_no_request_breaks_an_operation(at: House, method: str, path: str) -> None:
    schema = openapi.from_dict(at.host.get("/openapi.json").json())
    table = at.host.get("/api/tables").json()["tables"][0]["id"]

    @settings(max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=schema[path][method].as_strategy())
    def ask(case: Any) -> None:
        arguments = case.as_transport_kwargs(base_url="http://localhost")
        url = str(arguments.pop("url")).replace("t000000000000", table)
        answer = at.host.request(str(arguments.pop("method")), url, **_known(arguments))
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) >= {"code", "message", "at"}

    ask()


def _known(arguments: dict[str, Any]) -> dict[str, Any]:
    """What the test client takes of a generated request."""
    sent: dict[str, Any] = {
        name: arguments[name] for name in ("json", "params", "headers") if arguments.get(name)
    }
    data = arguments.get("data")
    if isinstance(data, (bytes, str)):
        sent["content"] = data
    return sent


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    body=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["id", "say", "type"]), inner)
        ),
        max_leaves=10,
    )
)
def test_any_json_at_all_is_answered_with_a_word(at: House, body: object) -> None:
    table = at.host.get("/api/tables").json()["tables"][0]["id"]
    answer = at.host.post(f"/api/tables/{table}/commands", content=json.dumps(body).encode())
    assert 400 <= answer.status_code < 500 and answer.json()["error"]["code"]
