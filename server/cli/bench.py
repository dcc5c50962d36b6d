"""`kiebitz bench`: measures this machine and prints a JSON report."""

from __future__ import annotations

import json
import os
import platform
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.common import fail

bench = typer.Typer(name="bench", help="Measures this machine and prints a JSON report.")


def _machine() -> dict[str, Any]:
    return {"python": platform.python_version(), "machine": platform.machine(), "cpus": os.cpu_count()}


def _print(part: str, report: dict[str, Any]) -> None:
    sys.stdout.write(
        json.dumps({"format": "kiebitz-bench/1", "machine": _machine(), part: report}, indent=1) + "\n"
    )


@bench.callback(invoke_without_command=True)
def bench_command(context: typer.Context) -> None:
    """Measures this machine and prints a JSON report; without a part, everything."""
    if context.invoked_subcommand is None:
        engine(3.0)
        vision([], 60, None)


@bench.command("engine")
def engine(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.2, max=60.0, help="How long to measure each figure.")
    ] = 3.0,
) -> None:
    """The rules: finished deals judged and trick phases played out per second, beside OpenSpiel where it is installed."""
    from server.benchmarks.engine import bench_engine

    _print("engine", bench_engine(seconds))


@bench.command("vision")
def vision(
    pictures: Annotated[
        list[Path] | None,
        typer.Option("--pictures", help="A folder with pictures and labels.json; may be repeated."),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=5, max=10000, help="Pictures to time.")] = 60,
    deck: Annotated[str | None, typer.Option("--deck", help="Read with this deck only.")] = None,
) -> None:
    """Recognition: times, and with labelled pictures how many cards are found and named right."""
    from vision.bench import bench_vision
    from vision.decks import DeckError
    from vision.images import PictureError
    from vision.runtime import ModelError

    folders = list(pictures or [])
    for folder in folders:
        if not (folder / "labels.json").is_file():
            fail(f"--pictures {folder}: expected a folder with pictures and labels.json")
    try:
        _print("vision", bench_vision(folders, rounds=rounds, deck=deck))
    except (DeckError, ModelError, PictureError) as error:
        fail(str(error))
    except (KeyError, ValueError) as error:
        fail(f"labels.json is not as expected: {error}")


@bench.command("watch")
def watch(
    films: Annotated[
        Path, typer.Option("--films", help="A folder with films, their starts and their truths.")
    ] = Path("datasets/films"),
    deck: Annotated[str | None, typer.Option("--deck", help="Read with this deck only.")] = None,
) -> None:
    """Whole deals read from films: what is right, how fast; one line per film on standard error."""
    from server.benchmarks.watch import FilmsError, bench_watch
    from vision.decks import DeckError
    from vision.reading import load_reader
    from vision.runtime import ModelError
    from vision.sources import SourceError

    def progress(row: dict[str, Any]) -> None:
        sys.stderr.write(json.dumps(row, ensure_ascii=False) + "\n")

    try:
        _print("watch", bench_watch(films, load_reader(deck), progress))
    except (DeckError, FilmsError, ModelError, SourceError) as error:
        fail(str(error))
    except (OSError, KeyError, ValueError) as error:
        fail(f"--films {films}: not films with starts and truths: {error}")


@bench.command("server")
def server_command(
    viewers: Annotated[int, typer.Option("--viewers", min=10, max=5000, help="Connected viewers.")] = 500,
    rate: Annotated[float, typer.Option("--rate", min=1, max=200, help="Events per second.")] = 20.0,
    seconds: Annotated[float, typer.Option("--seconds", min=1, max=600, help="How long.")] = 20.0,
    kills: Annotated[
        int, typer.Option("--kills", min=0, max=100_000, help="kill -9 at random moments.")
    ] = 50,
) -> None:
    """Server: viewers with a tenth of them stalled, reconnection, memory; kills and write errors."""
    from dataclasses import asdict

    from server.benchmarks import kills as losses
    from server.benchmarks import viewers as watching

    report: dict[str, Any] = {"viewers": watching.run(viewers, rate, seconds, 0.1)}
    if kills:
        report["kills"] = asdict(losses.kills(kills))
        report["write_errors"] = asdict(losses.write_errors(300))
        report["full_disk"] = asdict(losses.full_disk())
    _print("server", report)
