"""`kiebitz watch --server` as it is called: what is wrong is one line, and a code is enough to begin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli import app
from tests.server.web.site import Site

RUNNER = CliRunner()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KIEBITZ_TOKEN", raising=False)
    built = Site(tmp_path / "server")
    built.start()
    yield built
    built.stop()


def called(*arguments: str) -> tuple[int, str]:
    result = RUNNER.invoke(app, ["watch", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--server", "192.168.1.5"], "expected an address as https://"),
        (["--server", "http://192.168.1.5:8765"], "only https:// is spoken"),
        (["--server", "http://127.0.0.1:9"], "http://127.0.0.1:9"),
        (["--server", "https://127.0.0.1:9"], "is not reached"),
        (["--server", "{url}", "--code", "12345678"], "--code"),
        (["--server", "{url}", "--table", "Nowhere"], "there is no table 'Nowhere'"),
        (["--server", "{url}", "--token", "kz_old"], "not paired"),
        (["--server", "{url}"], "--table is missing"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_code_2(site: Site, arguments: list[str], words: str) -> None:
    site.table(name="Eins")
    site.table(name="Zwei")
    code, said = called("film.mp4", *(text.format(url=site.url) for text in arguments))
    assert (code, said.count("\n")) == (2, 1) and words in said, said


def test_a_source_that_is_none_is_said_after_the_table_was_found(site: Site, tmp_path: Path) -> None:
    site.table(name="Eins")
    code, said = called(str(tmp_path / "nothing.mp4"), "--server", site.url)
    assert code == 2 and "there is no such file" in said
    assert not list((tmp_path / "home").rglob("events.jsonl"))


@pytest.mark.parametrize(
    "option", [["--corners", "0,0 1,0 1,1 0,1"], ["--store", "x"], ["--jsonl"], ["--deal", "-"]]
)
def test_an_option_that_would_do_nothing_with_a_server_is_refused(option: list[str]) -> None:
    code, said = called("film.mp4", "--server", "http://127.0.0.1:9", *option)
    assert (code, said.count("\n")) == (2, 1) and said.startswith(
        f"kiebitz: {option[0]}: not with --server"
    ), said


@pytest.mark.parametrize("option", [["--table", "Eins"], ["--code", "12345678"], ["--frames"]])
def test_an_option_for_a_server_without_one_is_refused(option: list[str]) -> None:
    code, said = called("film.mp4", *option)
    assert (code, said.count("\n")) == (2, 1) and f"{option[0]}: only with --server" in said, said


def test_a_token_of_the_environment_is_no_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_TOKEN", "kz_any")
    _, said = called("film.mp4")
    assert "--token" not in said
