"""`kiebitz judge` and `kiebitz settle`: one deal or one result in, what the rules say of it out."""

from __future__ import annotations

from typing import Any

import typer

from engine.compare import compare_systems
from engine.fields import InputError, parse_json
from engine.judge import judge
from engine.notation import looks_like_notation, read_notation, write_notation
from engine.record import write_deal
from engine.record_reading import read_deal
from engine.result import read_result
from engine.settle import settle
from server.cli import show
from server.cli.common import (
    JSON_OPTION,
    JSONL_OPTION,
    LANG_OPTION,
    check_lang,
    describe,
    fail,
    load,
    print_json,
    read_source,
    run_jsonl,
    utf8_output,
)

FILE = typer.Argument(..., help="The file to read; - is standard input.", metavar="FILE")


def _judged(document: Any) -> dict[str, Any]:
    return judge(read_deal(document)).as_json()


def _settled(document: Any) -> dict[str, Any]:
    result = read_result(document)
    return settle(result).as_json() | ({"assumed_tariff": True} if result.system.assumed_tariff else {})


def judge_command(
    file: str = FILE,
    as_json: bool = JSON_OPTION,
    jsonl: bool = JSONL_OPTION,
    all_systems: bool = typer.Option(
        False, "--all-systems", help="Settle the deal under all five rule systems, side by side."
    ),
    notation: bool = typer.Option(
        False, "--notation", help="Print the deal as text that one can read, edit and paste."
    ),
    record: bool = typer.Option(False, "--record", help="Print the deal record as canonical JSON."),
    lang: str = LANG_OPTION,
) -> None:
    """Referee one deal: tricks, points, irregularities with their proof, settlement.

    FILE is a deal record (JSON) or a deal in text notation. Exit code 0 also when a Renonce was found.
    """
    check_lang(lang)
    if jsonl and (all_systems or notation or record):
        fail("--jsonl: judges each line; it does not go with --all-systems, --notation or --record")
    if jsonl:
        run_jsonl(file, _judged)
    deal = _load_deal(file)
    if notation:
        utf8_output().write(write_notation(deal))
    elif record:
        print_json(write_deal(deal))
    elif all_systems:
        comparison = compare_systems(deal)
        if as_json:
            print_json(comparison.as_json())
        else:
            show.comparison(comparison, lang)
    elif as_json:
        print_json(judge(deal).as_json())
    else:
        show.judgement(judge(deal), lang)


def _load_deal(file: str) -> Any:
    data = read_source(file)
    try:
        if looks_like_notation(data):
            return read_notation(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        fail(f"{file}: expected UTF-8, got another encoding at byte {error.start}")
    except InputError as error:
        fail(describe(error, file))
    try:
        return read_deal(parse_json(data))
    except InputError as error:
        fail(describe(error, file))


def settle_command(
    file: str = FILE,
    as_json: bool = JSON_OPTION,
    jsonl: bool = JSONL_OPTION,
    lang: str = LANG_OPTION,
) -> None:
    """Settle a deal from its typed-in result: what happened, not how. The sheet and the Kontra money."""
    check_lang(lang)
    if jsonl:
        run_jsonl(file, _settled)
    document = load(file)
    try:
        if as_json:
            print_json(_settled(document))
            return
        result = read_result(document)
    except InputError as error:
        fail(describe(error, file))
    show.settlement(settle(result), result.system, lang)
