"""`kiebitz judge` and `kiebitz settle` at their edges: one line on standard error and exit 2, and `--jsonl` goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from server.cli import app

DEAL: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "contract": {"game": "dreier", "declarer": "A"},
    "tricks": [{"cards": [["A", "SC"], ["B", "T17"], ["C", "S10"], ["D", "S8"]]}, {"cards": [["B", "SJ"]]}],
    "end": "running",
}
RESULT: dict[str, Any] = {
    "format": "kiebitz-result/1",
    "rules": "steiermark-2017",
    "contract": {"game": "dreier", "declarer": "A"},
    "declarer_thirds": 120,
}
GOOD = {"judge": DEAL, "settle": RESULT}
TEXT = "Kiebitz steiermark-2017\nSpiel A dreier\n1 A:♠R B:XVII C:♠10 D:♠8\n2 B:♠B\nEnde running\n"
COMMANDS = pytest.mark.parametrize("command", ["judge", "settle"])


def run(*arguments: str, given: bytes = b"") -> Result:
    result = CliRunner().invoke(app, arguments, input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def line(document: object) -> bytes:
    return json.dumps(document).encode() + b"\n"


NONSENSE = {
    "empty": b"",
    "blank": b" \r\n \n",
    "only a byte order mark": b"\xef\xbb\xbf",
    "NUL": b"\x00" * 100,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    "UTF-16": json.dumps(DEAL).encode("utf-16"),
    "Latin-1": '{"format": "é"}'.encode("latin-1"),
    "too long": b"x" * 10_500_000,
    "nested": b"[" * 200_000,
    "nested and closed": b"[" * 900 + b"]" * 900,
    "NaN": b'{"format": NaN}',
    "a number of many digits": b'{"format": ' + b"9" * 50_000 + b"}",
    "a field twice": b'{"format": 1, "format": 2}',
    "half a surrogate": line(DEAL | {"end": "\ud800"}),
    "half a surrogate as a name": line(DEAL | {"\ud800\x1b[31m\n": 1}),
    "two documents": line(DEAL) + line(DEAL),
    "a number": b"17",
    "a list": b"[1, 2]",
    "null": b"null",
    "prose": "Grüß Gott".encode(),
    "a wrong system": b"Kiebitz nowhere\n",
}


@COMMANDS
@pytest.mark.parametrize("given", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_one_line_and_exit_2(command: str, given: bytes) -> None:
    for more in ((), ("--json",)):
        result = run(command, *more, "-", given=given)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(("kiebitz: standard input: ", "kiebitz: -: "))
        assert result.stderr.count("\n") == 1
        assert result.stderr.strip().isprintable()
        assert len(result.stderr) < 800


@COMMANDS
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.json", "there is no such file"),
        (".", "this is a folder"),
        ("", "expected the name of a file"),
        ("a\0b", "expected the name of a file"),
        ("x" * 5_000, "cannot be read"),
        ("two\nlines", "there is no such file"),
        ("\udcff", "there is no such file"),
    ],
)
@pytest.mark.parametrize("jsonl", [False, True])
def test_a_file_that_cannot_be_read_is_named(command: str, name: str, words: str, jsonl: bool) -> None:
    result = run(command, *(["--jsonl"] if jsonl else []), name)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 400


@COMMANDS
@pytest.mark.parametrize("arguments", [(), ("--frobnicate", "-"), ("-", "-"), ("--lang",)])
def test_a_wrong_call_is_one_line_too(
    command: str,
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from server.cli import main

    monkeypatch.setattr("sys.argv", ["kiebitz", command, *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1  # reported


def test_a_language_that_is_not_spoken() -> None:
    assert "expected de or en" in run("judge", "--lang", "fr", "-", given=line(DEAL)).stderr


@COMMANDS
def test_jsonl_answers_every_line_in_order_and_goes_on_after_bad_ones(command: str) -> None:
    good = line(GOOD[command])
    bad = [given.replace(b"\n", b" ").strip() + b"\n" for given in NONSENSE.values()]
    result = run(command, "--jsonl", "-", given=b"".join(good + b for b in bad) + good)
    answers = [json.loads(text) for text in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert result.stderr == ""
    assert len(answers) == 2 * len(bad) + 1
    for number, answer in enumerate(answers):
        assert ("error" in answer) == (number % 2 == 1)
    for answer in answers[1::2]:
        assert set(answer["error"]) == {"code", "message", "at"}
        assert answer["error"]["message"]


@COMMANDS
def test_jsonl_names_the_place_of_the_defect(command: str) -> None:
    wrong = GOOD[command] | {"contract": {"game": "skat", "declarer": "E"}}
    result = run(command, "--jsonl", "-", given=line(wrong))
    answer = json.loads(result.stdout)
    assert answer["error"]["at"] == "contract.game"
    assert [e["at"] for e in answer["errors"]][:2] == ["contract.game", "contract.declarer"]


@COMMANDS
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n \n"])
def test_what_ends_a_jsonl_input_is_no_line(command: str, end: bytes) -> None:
    result = run(command, "--jsonl", "-", given=line(GOOD[command]) + line(GOOD[command]).strip() + end)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_an_empty_jsonl_input_has_no_answers() -> None:
    result = run("judge", "--jsonl", "-")
    assert (result.exit_code, result.stdout) == (0, "")


def test_text_and_json_of_one_deal_are_judged_alike(tmp_path: Path) -> None:
    text, data = tmp_path / "deal.txt", tmp_path / "deal.json"
    text.write_text(TEXT, encoding="utf-8-sig")
    data.write_bytes(b"\xef\xbb\xbf" + json.dumps(DEAL, indent=2).replace("\n", "\r\n").encode())
    answers = [json.loads(run("judge", "--json", str(path)).stdout) for path in (text, data)]
    assert answers[0] == answers[1]
    (ruling,) = answers[0]["rulings"]
    assert (ruling["kind"], ruling["by"], ruling["proven"]) == ("farbzwang", "B", {"trick": 2, "card": 1})


def test_a_deal_prints_as_text_and_as_a_record_that_read_back() -> None:
    text = run("judge", "--notation", "-", given=line(DEAL)).stdout
    assert text == TEXT
    record = run("judge", "--record", "-", given=text.encode()).stdout
    assert run("judge", "--notation", "-", given=record.encode()).stdout == text


@pytest.mark.parametrize("lang", ["de", "en"])
def test_people_read_who_erred_in_their_language(lang: str) -> None:
    result = run("judge", "--lang", lang, "-", given=line(DEAL))
    assert result.exit_code == 0
    assert "XVII" in result.stdout


def test_a_renonce_is_no_failure() -> None:
    assert run("judge", "--json", "-", given=line(DEAL)).exit_code == 0


def test_all_systems_stand_side_by_side() -> None:
    result = run("judge", "--all-systems", "--json", "-", given=line(DEAL))
    assert result.exit_code == 0
    assert "hopfgarten-2023" in result.stdout


KIEBITZ = f"{sys.executable} -c 'from server.cli import main; main()'"


def in_a_shell(command: str, given: bytes = b"") -> tuple[int, bytes]:
    """The command with what a shell does to its streams."""
    done = subprocess.run(["bash", "-c", command], input=given, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="a shell closes the streams")
def test_who_reads_no_further_is_no_failure() -> None:
    script = f"set -o pipefail; {KIEBITZ} judge - --jsonl | head -n 1 > /dev/null"
    assert in_a_shell(script, line(DEAL) * 3000) == (0, b"")


@pytest.mark.skipif(shutil.which("bash") is None, reason="a shell closes the streams")
@pytest.mark.parametrize(
    "arguments",
    ["judge - <&-", "settle - <&-", "judge - --json >&-", "judge - --jsonl >&-", "doctor --json >&-"],
)
def test_a_closed_stream_is_one_line(arguments: str) -> None:
    code, said = in_a_shell(f"{KIEBITZ} {arguments}", line(DEAL))
    assert code == 2
    assert len(said.splitlines()) == 1 and b"closed" in said


def test_a_setting_that_cannot_be_read_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOSTS", "laptop")
    result = run("verify")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1 and "hosts" in result.stderr
