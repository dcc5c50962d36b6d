"""`kiebitz serve` and what belongs to its store: verify, backup, restore, export."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from server.cli.common import fail, print_json, standard_output
from server.extras import how_to_get

DATA = typer.Option("--data", help="Folder of the store (default: this user's data folder).")
DATABASE = typer.Option("--database", help="A shared store: postgresql://…")
JSON = typer.Option("--json", help="Print JSON for other programs.")
Data = Annotated[Path | None, DATA]
Database = Annotated[str | None, DATABASE]


def settings_of(**given: Any) -> Any:
    """The settings with what the command line gave; a value that cannot be is one line and exit code 2."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from server.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        fail(f"settings: {'.'.join(map(str, first['loc']))}: {first['msg']}")
    except SettingsError as error:
        fail(f"settings: {' '.join(str(error).split())}")


def _store(settings: Any, must_exist: bool = False) -> Any:
    from server.app import open_store
    from server.store.protocol import StoreError

    if must_exist and settings.database is None and not settings.database_file.is_file():
        fail(f"--data {settings.data}: there is no store here yet; `kiebitz serve` makes one")
    try:
        return open_store(settings)
    except ModuleNotFoundError:
        fail(f"--database: PostgreSQL needs more packages: {how_to_get('postgres')}")
    except StoreError as error:
        fail(str(error))
    except OSError as error:
        fail(f"--data {settings.data}: cannot be used: {error.strerror or error}")


def serve(
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="Port on this machine.")
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open to the local network (HTTPS) from the start.")
    ] = False,
    lan_port: Annotated[
        int | None, typer.Option("--lan-port", min=1, max=65535, help="Port in the local network.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """The table server: the log of every table, live scores, roles, pairing, cameras, and its web pages.

    It listens on this machine only, until it is opened to the local network.
    """
    from server.store.protocol import StoreError
    from server.tables.errors import TableError

    settings = settings_of(port=port, lan_port=lan_port, data=data, database=database)
    try:
        with _alone(settings):
            asyncio.run(_serve(settings, lan))
    except (StoreError, TableError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"the server cannot start: {error.strerror or error}")


def _alone(settings: Any) -> contextlib.AbstractContextManager[None]:
    """A store of one machine has one server; a shared one keeps its servers apart itself."""
    from server.store.holder import alone

    if settings.database is not None:
        return contextlib.nullcontext()
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        fail(f"--data {settings.data}: cannot be used: {error.strerror or error}")
    return alone(settings.data)


async def _serve(settings: Any, lan_at_once: bool) -> None:
    from server.app import create_app
    from server.cameras.local import local_readers
    from server.doors import LanDoor, door, listening_socket

    sock = listening_socket("127.0.0.1", settings.port)
    store = _store(settings)
    lan = LanDoor(settings)
    lan.app = create_app(settings, store, lan, make_reader=local_readers(settings.port, settings.data))
    server = door(lan.app, settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows ends by KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    serving = asyncio.create_task(server.serve([sock]))
    serving.add_done_callback(lambda _: stop.set())
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    _say(f"Kiebitz: http://127.0.0.1:{settings.port}/")
    if lan_at_once:
        await lan.open()
        for address in lan.status()["addresses"]:
            _say(f"         {address}/")
        _say(f"         fingerprint {lan.status()['fingerprint']}")
    await stop.wait()
    tables = lan.app.app.state.services.tables  # type: ignore[attr-defined]
    leaving = asyncio.create_task(lan.close())  # before the store behind both doors is closed
    await _hung_up(tables, leaving)
    server.should_exit = True
    await _hung_up(tables, serving)


async def _hung_up(tables: Any, closing: asyncio.Task[None]) -> None:
    """Followers do not hold up a door that closes: nobody new comes in, and those inside are told."""
    while not closing.done():
        await asyncio.wait({closing}, timeout=0.2)
        tables.hang_up()
    await closing


def _say(line: str) -> None:
    out = standard_output()
    out.write(line + "\n")
    out.flush()


def verify_command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]…", help="Exported tournaments (evening.json) to recompute, instead of the store."
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Checks the log of every table: each link of the chain, each receipt, each settlement computed anew.

    With files: the result of an exported tournament, recomputed from its records alone: every deal settled anew, every
    sheet added up, everybody placed. Exit code 0 if all is as it was written, 1 if something is not.
    """
    from server.store.protocol import StoreError
    from server.store.verify import verify

    if files:
        _verify_files(files, as_json)
    store = _store(settings_of(data=data, database=database), must_exist=True)
    try:
        reports = verify(store)
    except StoreError as error:
        fail(str(error))
    finally:
        store.close()
    if as_json:
        print_json({"format": "kiebitz-verify/1", "tables": [_report_json(r) for r in reports]})
    else:
        for report in reports:
            word = "ok" if not report.findings else f"{len(report.findings)} findings"
            _say(f"{report.table}  {report.name}: {report.events} events, {report.deals} deals, {word}")
            for finding in report.findings[:20]:
                _say(f"    event {finding.seq}: {finding.message}")
    raise typer.Exit(1 if any(r.findings for r in reports) else 0)


def _verify_files(files: list[str], as_json: bool) -> NoReturn:
    from server.cli.tournament_logs import verify_files

    reports = verify_files(files)
    if as_json:
        print_json({"format": "kiebitz-verify/1", "files": reports})
    else:
        for report in reports:
            findings = report["findings"]
            word = "ok" if not findings else f"{len(findings)} findings"
            _say(f"{report['file']}: {report['sheets']} sheets, {report['deals']} deals, {word}")
            for finding in findings[:20]:
                _say(f"    {finding}")
    raise typer.Exit(1 if any(r["findings"] for r in reports) else 0)


def _report_json(report: Any) -> dict[str, Any]:
    return {
        "table": report.table,
        "name": report.name,
        "events": report.events,
        "deals": report.deals,
        "head": report.head,
        "findings": [{"seq": f.seq, "message": f.message} for f in report.findings],
    }


def backup_command(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Writes a copy of the whole store while the server goes on."""
    from server.store.protocol import StoreError

    if target.exists():
        fail(f"{target}: exists already; a backup overwrites nothing")
    store = _store(settings_of(data=data, database=database), must_exist=True)
    try:
        store.backup(str(target))
    except StoreError as error:
        fail(str(error))
    finally:
        store.close()
    _say(f"{target}: {target.stat().st_size} bytes")


def restore_command(
    backup: Annotated[Path, typer.Argument(metavar="FILE", help="A backup made by `kiebitz backup`.")],
    data: Data = None,
) -> None:
    """Puts a backup in the place of the store; the old one is kept beside it. The server must not run."""
    from server.store.protocol import StoreError
    from server.store.sqlite import restore

    settings = settings_of(data=data)
    if settings.database is not None:
        fail("KIEBITZ_DATABASE is set: a backup takes the place of a store in a folder, not of a shared one")
    try:
        restore(backup, settings.database_file)
    except StoreError as error:
        fail(str(error))
    _say(f"{settings.database_file}: restored from {backup}")


def export_command(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="The id or name of a table, a tournament or a cup.")
    ],
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="records.jsonl, sheet.csv, sheet.xlsx or sheet.pdf; of a tournament evening.json, standing.pdf and others.",
        ),
    ] = "",
    out: Annotated[str, typer.Option("--out", help="The file to write; - is standard output.")] = "-",
    lang: Annotated[str, typer.Option("--lang", help="Language for people: de or en.")] = "de",
    data: Data = None,
    database: Database = None,
) -> None:
    """Writes a table's records or its score sheet, a tournament's lists and records, a cup's standing."""
    from engine.fields import InputError
    from server.cli.common import check_lang
    from server.cli.tournament_logs import find
    from server.store.protocol import StoreError
    from server.tables.errors import TableError

    check_lang(lang)
    store = _store(settings_of(data=data, database=database), must_exist=True)
    try:
        found = find(store, table)
        kind = kind or found.kinds[0]
        if kind not in found.kinds:
            fail(f"KIND: expected one of {', '.join(found.kinds)}, got {kind[:40]!r}")
        content = found.exported(kind, store, lang)
    except (TableError, InputError, StoreError) as error:
        fail(f"{table[:60]}: cannot be exported: {error}; `kiebitz verify` tells more")
    finally:
        store.close()
    if out == "-":
        stream = standard_output().buffer
        stream.write(content)
        stream.flush()
        return
    try:
        Path(out).write_bytes(content)
    except OSError as error:
        fail(f"--out {out}: cannot be written: {error.strerror or error}")
