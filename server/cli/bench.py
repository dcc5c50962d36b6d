"""`kiebitz bench`: measures this machine, prints a JSON report, and makes the page of figures out of reports."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from server.benchmarks.figures import (
    FORMAT,
    MISSING,
    FiguresError,
    as_page,
    as_table,
    kept,
    read_notes,
    read_parts,
    write_parts,
)
from server.cli.common import fail
from server.extras import how_to_get

bench = typer.Typer(
    name="bench", help="Measures this machine and prints a JSON report.", add_completion=False
)
Reports = dict[str, dict[str, Any]]
Keep = Annotated[
    Path | None, typer.Option("--keep", help="Also enter these figures into that file (docs/figures.json).")
]


RECOGNITION = frozenset({"vision", "accuracy", "watch", "glass"})
"""The parts that depend on the networks."""


def _command() -> str:
    """This call as one would type it again, without where its figures were kept and whose database it was."""
    words = ["kiebitz", *(word for word in sys.argv[1:] if not word.startswith("--keep="))]
    while "--keep" in words:
        place = words.index("--keep")
        del words[place : place + 2]
    return re.sub(r"(postgres(?:ql)?://)\S+", r"\1…", " ".join(words))


def _networks(folder: Path | None) -> dict[str, str]:
    """The networks that are read with, those of the folder before the shipped ones, by the start of their sha256."""
    from vision.runtime import MODELS, manifest

    rows = manifest(MODELS) | (manifest(folder) if folder is not None else {})
    return {name: str(row["sha256"])[:12] for name, row in sorted(rows.items()) if name.endswith(".onnx")}


def _print(reports: Reports, keep: Path | None, *, models: Path | None = None, whole: bool = False) -> None:
    """One JSON document on standard output, the table of figures on standard error: of these parts, or of the whole."""
    from server.benchmarks.aims import ELSEWHERE, FIGURES

    day = date.today().isoformat()
    parts = {
        name: kept(report, _command(), day, _networks(models) if name in RECOGNITION else None)
        for name, report in reports.items()
    }
    sys.stdout.write(json.dumps({"format": FORMAT, "parts": parts}, indent=1, ensure_ascii=False) + "\n")
    sys.stderr.write(as_table(parts, [figure for figure in FIGURES if whole or figure.part in parts]))
    if whole:
        sys.stderr.write("\nElsewhere\n")
        sys.stderr.writelines(f"  · {what}: {MISSING}: {command}\n" for what, command in ELSEWHERE)
    if keep is not None:
        try:
            write_parts(keep, read_parts(keep) | parts)
        except (FiguresError, OSError) as error:
            fail(f"--keep: {error}")


def _say(what: str) -> None:
    sys.stderr.write(f"measuring: {what} …\n")
    sys.stderr.flush()


@bench.callback(invoke_without_command=True)
def bench_command(context: typer.Context, keep: Keep = None) -> None:
    """Measures this machine in a few minutes; without a part, everything at a small size."""
    if context.invoked_subcommand is None:
        reports = _engine(2.0) | _soundness(2_000, 500, 1) | _vision([], 60, None)
        _print(reports | _server(500, 20.0, 10.0, 50, 20_000), keep, whole=True)
    elif keep is not None:  # `bench --keep F PART` is `bench PART --keep F`
        if context.invoked_subcommand == "page":
            fail("--keep: the page measures nothing that could be kept")
        context.default_map = {context.invoked_subcommand: {"keep": str(keep)}}


def _engine(seconds: float) -> Reports:
    from server.benchmarks.engine import bench_engine

    _say("the rules engine's speed")
    return {"engine": bench_engine(seconds)}


@bench.command("engine")
def engine(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.2, max=60.0, help="How long to measure each figure.")
    ] = 3.0,
    keep: Keep = None,
) -> None:
    """The rules: finished deals judged and trick phases played out per second, beside OpenSpiel where it is installed."""
    _print(_engine(seconds), keep)


def _soundness(legal: int, revokes: int, seed: int) -> Reports:
    from server.benchmarks.soundness import measure

    _say(f"{legal} legal deals and {revokes} with a Renonce")
    return {"soundness": measure(legal, revokes, seed)}


@bench.command("soundness")
def soundness(
    legal: Annotated[int, typer.Option("--legal", min=1, help="Random legal deals.")] = 200_000,
    revokes: Annotated[int, typer.Option("--revokes", min=1, help="Deals with an irregular card.")] = 50_000,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    keep: Keep = None,
) -> None:
    """The rules: whether legal play is ever accused, and whether an irregular card is ever missed."""
    _print(_soundness(legal, revokes, seed), keep)


def _vision(folders: list[Path], rounds: int, deck: str | None) -> Reports:
    from vision.bench import bench_vision
    from vision.decks import DeckError
    from vision.images import PictureError
    from vision.runtime import ModelError

    for folder in folders:
        if not (folder / "labels.json").is_file():
            fail(f"--pictures {folder}: expected a folder with pictures and labels.json")
    _say("recognition")
    try:
        report = bench_vision(folders, rounds=rounds, deck=deck)
        other = report["beside_ultralytics"]
        if "skipped" in other:
            other["skipped"] += f": {how_to_get('train')}"
        return {"vision": report}
    except (DeckError, ModelError, PictureError) as error:
        fail(str(error))
    except (KeyError, ValueError) as error:
        fail(f"labels.json is not as expected: {error}")


@bench.command("vision")
def vision(
    pictures: Annotated[
        list[Path] | None,
        typer.Option("--pictures", help="A folder with pictures and labels.json; may be repeated."),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=5, max=10000, help="Pictures to time.")] = 60,
    deck: Annotated[str | None, typer.Option("--deck", help="Read with this deck only.")] = None,
    keep: Keep = None,
) -> None:
    """Recognition: times, and with labelled pictures how many cards are found and named right."""
    _print(_vision(list(pictures or []), rounds, deck), keep)


@bench.command("accuracy")
def accuracy_command(
    shared: Annotated[
        Path, typer.Option("--shared", help="A folder with decks/, textures/ and hands/.")
    ] = Path("../shared"),
    models: Annotated[
        Path,
        typer.Option("--models", help="Networks that were trained without the prints that are measured."),
    ] = Path("models/held-out"),
    place: Annotated[Path, typer.Option("--pictures", help="Where the drawn pictures are kept.")] = Path(
        "datasets/accuracy"
    ),
    scenes: Annotated[int, typer.Option("--scenes", min=0, help="Pictures of all kinds.")] = 330,
    tricks: Annotated[int, typer.Option("--tricks", min=0, help="Pictures of tricks.")] = 360,
    bare: Annotated[int, typer.Option("--bare", min=0, help="Pictures without cards.")] = 1000,
    keep: Keep = None,
) -> None:
    """Recognition of prints that were kept out of training: found, answered and right, by visible share and print."""
    from server.benchmarks.accuracy import AccuracyError, accuracy, batches
    from vision.runtime import ModelError

    _say("recognition of prints that training never saw")
    try:
        report = accuracy(shared, models, place, batches(scenes, tricks, bare))
    except (AccuracyError, ModelError, OSError, ValueError) as error:
        fail(str(error))
    if "skipped" in report:
        sys.stderr.write(f"skipped: {report['skipped']}\n")
        keep = None
    _print({"accuracy": report}, keep, models=models)


@bench.command("watch")
def watch(
    films: Annotated[
        Path, typer.Option("--films", help="A folder with films, their starts and their truths.")
    ] = Path("datasets/films"),
    deck: Annotated[str | None, typer.Option("--deck", help="Read with this deck only.")] = None,
    models: Annotated[
        Path | None, typer.Option("--models", help="A folder with other networks, to measure those.")
    ] = None,
    keep: Keep = None,
) -> None:
    """Whole deals read from films: what is right, how fast; one line per film on standard error.

    Readings are kept beside the films, and made anew where networks, decks or the reading code have changed.
    """
    from server.benchmarks.watch import FilmsError, bench_watch, fingerprint, load_recogniser
    from vision.decks import DeckError
    from vision.runtime import MODELS, ModelError
    from vision.sources import SourceError

    def progress(row: dict[str, Any]) -> None:
        sys.stderr.write(json.dumps(row, ensure_ascii=False) + "\n")

    try:
        recogniser = load_recogniser(deck, models)
        mark = fingerprint(models or MODELS, recogniser.decks)
        _print({"watch": bench_watch(films, recogniser, progress, mark)}, keep, models=models)
    except (DeckError, FilmsError, ModelError, SourceError) as error:
        fail(str(error))
    except (OSError, KeyError, ValueError) as error:
        fail(f"--films {films}: not films with starts and truths: {error}")


def _server(viewers: int, rate: float, seconds: float, kills: int, frames: int) -> Reports:
    from server.benchmarks import fuzz as damaged
    from server.benchmarks import kills as losses
    from server.benchmarks import viewers as watching

    reports: Reports = {}
    if viewers:
        _say(f"{viewers} viewers")
        reports["viewers"] = watching.run(viewers, rate, seconds, 0.1)
    if kills:
        _say(f"{kills} kills of the server, and disks that fail")
        found = {"kills": losses.kills(kills), "write_errors": losses.write_errors(1000)}
        reports["losses"] = {name: asdict(tally) for name, tally in found.items()}
        reports["losses"]["full_disk"] = asdict(losses.full_disk())
    if frames:
        _say(f"{frames} damaged messages")
        reports["fuzz"] = asdict(damaged.fuzz(frames))
    return reports


@bench.command("server")
def server_command(
    viewers: Annotated[
        int, typer.Option("--viewers", min=0, max=5000, help="Connected viewers; 0 leaves this out.")
    ] = 500,
    rate: Annotated[float, typer.Option("--rate", min=1, max=200, help="Events per second.")] = 20.0,
    seconds: Annotated[float, typer.Option("--seconds", min=1, max=600, help="How long.")] = 20.0,
    kills: Annotated[
        int, typer.Option("--kills", min=0, max=100_000, help="kill -9 at random moments; 0 leaves this out.")
    ] = 200,
    frames: Annotated[
        int, typer.Option("--frames", min=0, max=10_000_000, help="Damaged messages; 0 leaves this out.")
    ] = 100_000,
    keep: Keep = None,
) -> None:
    """The server: viewers with a tenth of them stalled, reconnection, memory; kills, write errors; damaged messages."""
    _print(_server(viewers, rate, seconds, kills, frames), keep)


@bench.command("glass")
def glass_command(
    tricks: Annotated[int, typer.Option("--tricks", min=1, max=12, help="So many filmed tricks.")] = 6,
    rate: Annotated[float, typer.Option("--rate", min=2, max=30, help="Pictures per second.")] = 12.0,
    keep: Keep = None,
) -> None:
    """From a card at rest in a film to a connected client: by HTTPS to a server, through its reader and its log."""
    from server.benchmarks.glass import glass

    _say("a filmed deal from the picture to a client")
    _print({"glass": glass(tricks, rate)}, keep)


@bench.command("cluster")
def cluster_command(
    url: Annotated[str, typer.Argument(help="postgresql://… of an empty database")],
    processes: Annotated[int, typer.Option("--processes", min=2, max=16)] = 3,
    tables: Annotated[int, typer.Option("--tables", min=1, max=5000)] = 300,
    seconds: Annotated[float, typer.Option("--seconds", min=5, max=3600)] = 60.0,
    keep: Keep = None,
) -> None:
    """Several server processes on one PostgreSQL, killed and paused."""
    from server.benchmarks import cluster

    _say(f"{processes} processes, {tables} tables")
    _print({"cluster": asdict(cluster.run(url, processes, tables, seconds))}, keep)


@bench.command("page")
def page_command(
    figures: Annotated[Path, typer.Argument(help="The file of kept figures.")] = Path("docs/figures.json"),
    notes: Annotated[Path, typer.Option("--notes", help="What to say of each section.")] = Path(
        "docs/figures.notes.md"
    ),
    out: Annotated[Path, typer.Option("--out", help="The page to write.")] = Path("docs/figures.md"),
) -> None:
    """Writes the page of figures out of the kept ones and what is to be said of them."""
    from server.benchmarks.aims import BREAKDOWNS, FIGURES

    try:
        said = read_notes(notes.read_text(encoding="utf-8"))
        text = as_page(read_parts(figures), FIGURES, said, BREAKDOWNS)
        out.write_text(text, encoding="utf-8")
    except (FiguresError, OSError) as error:
        fail(str(error))


@bench.command("evening")
def evening_command(
    postgres: Annotated[
        str | None,
        typer.Option("--postgres", help="postgresql://… of an empty database: two servers, one killed."),
    ] = None,
    tables: Annotated[int, typer.Option("--tables", min=1, max=500, help="Tables of four.")] = 60,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=10, help="Rounds.")] = 3,
    deals: Annotated[int, typer.Option("--deals", min=1, max=40, help="Deals of each table in a round.")] = 2,
    pace: Annotated[
        float, typer.Option("--pace", min=0, max=60, help="Seconds between two cards of a table.")
    ] = 0.0,
    keep: Keep = None,
) -> None:
    """A tournament of an evening against real servers, every deal card by card; its result computed a second time."""
    import tempfile

    from server.benchmarks.evening import Plan, simulate

    plan = Plan(tables, rounds, deals, min(5, tables - 1), 2 if postgres else 0, pace)
    with tempfile.TemporaryDirectory() as folder:
        tally = simulate(plan, Path(folder), postgres)
    _print({"evening_cluster" if postgres else "evening": asdict(tally)}, keep)
    raise typer.Exit(0 if tally.good else 1)
