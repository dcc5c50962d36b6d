"""`kiebitz deck`: the printed decks that are known.

Nothing heavy is imported before a command has something to do: `--help` stays quick.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.fields import printable
from server.cli.common import LANG_OPTION, check_lang, fail
from server.cli.output import complain, json_line, progress, say
from server.cli.recognise_texts import counted, phrase

if TYPE_CHECKING:
    from vision.enrolment import Enrolment, Poor

SOME = 20
"""So many files that were left out are named."""

deck = typer.Typer(
    name="deck",
    no_args_is_help=True,
    help="The printed decks that are known: enrol, list, remove.",
    add_completion=False,
)


@deck.command("enroll")
def deck_enroll(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A short name: a-z, 0-9, - and _.")],
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="Pictures T01.jpg … C10.jpg, one or several per card.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON.")] = False,
    as_named: Annotated[
        bool, typer.Option("--as-named", help="Learn also what looks like another card than its name says.")
    ] = False,
    lang: str = LANG_OPTION,
) -> None:
    """Teaches a printed deck from pictures, without training."""
    from vision.decks import DeckError
    from vision.enrolment import enroll
    from vision.reading import load_namer, shipped_decks
    from vision.runtime import ModelError

    language = check_lang(lang)
    if not folder.strip():  # as a path it would be the current folder
        fail("DIR is empty; expected a folder with pictures T01.jpg … C10.jpg")
    try:
        embedder, checksum = load_namer()
        known = shipped_decks()
        finder = _finder()
        with progress(54, "enroll") as step:
            report = enroll(
                name,
                Path(folder),
                embedder,
                checksum,
                finder,
                known,
                progress=lambda done, total: step(done, total),
                as_named=as_named,
            )
    except (DeckError, ModelError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{folder}: {error.strerror or error}")
    if as_json:
        say(json_line(_as_json(report)))
    else:
        _report(report, language)
    raise typer.Exit(1 if any(not poor.used for poor in report.poor) else 0)


def _finder() -> Any:
    from vision.detector import load_finder

    return load_finder()


def _as_json(report: Enrolment) -> dict[str, Any]:
    from engine.cards import IDS

    return {
        "deck": report.name,
        "pictures": report.pictures,
        "cards": report.cards,
        "missing": [IDS[c] for c in report.missing],
        "poor": [{"file": p.file, "code": p.code, "detail": p.detail, "used": p.used} for p in report.poor],
        "alike": [[IDS[a], IDS[b], share] for a, b, share in report.alike],
        "ignored": list(report.ignored),
        "kept": report.kept,
    }


def _report(report: Enrolment, lang: str) -> None:
    from engine.cards import short_name

    cards, pictures = counted(report.cards, "card", lang), counted(report.pictures, "picture", lang)
    say(phrase("enrolled", lang).format(name=report.name, cards=cards, pictures=pictures))
    if report.aside is not None:
        say(phrase("aside", lang).format(path=printable(str(report.aside))))
    if report.kept:
        say(phrase("kept", lang).format(cards=report.kept, name=report.name))
    if report.missing:
        names = ", ".join(short_name(c, lang) for c in report.missing)
        say(phrase("missing", lang).format(count=len(report.missing), names=names))
    if foreign := [poor.file for poor in report.poor if poor.code == "format"]:
        say(f"  {printable(', '.join(foreign))}: {phrase('format', lang)}")
    for poor in (each for each in report.poor if each.code != "format"):
        detail = f" ({_detail(poor, lang)})" if poor.detail else ""
        used = phrase("used" if poor.used else "unused", lang)
        say(f"  {printable(poor.file)}: {phrase(poor.code, lang)}{detail} · {used}")
    if report.alike:
        pairs = ", ".join(f"{short_name(a, lang)}/{short_name(b, lang)}" for a, b, _ in report.alike)
        say(phrase("alike", lang).format(pairs=pairs))
    if report.ignored:
        some = ", ".join(report.ignored[:SOME]) + (" …" if len(report.ignored) > SOME else "")
        say(phrase("ignored", lang).format(names=printable(some)))


def _detail(poor: Poor, lang: str) -> str:
    from engine.cards import BY_ID, short_name

    if poor.code == "other_card":
        return short_name(BY_ID[poor.detail], lang)
    # Why a file cannot be read is said in English by what reads it.
    return poor.detail


@deck.command("list")
def deck_list(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line.")] = False, lang: str = LANG_OPTION
) -> None:
    """Lists the decks that are known: the shipped ones and those enrolled here."""
    from vision.decks import DeckError, card_count, enrolled_names
    from vision.reading import shipped_decks
    from vision.runtime import ModelError

    language = check_lang(lang)
    try:
        rows = [(d.name, 54 - len(d.missing), True) for d in shipped_decks()]
        enrolled = enrolled_names()
    except (DeckError, ModelError) as error:
        fail(str(error))
    for name in enrolled:
        try:
            rows.append((name, card_count(name), False))
        except DeckError as error:
            complain(str(error))
    if as_json:
        say(json_line({"decks": [{"name": n, "cards": c, "shipped": s} for n, c, s in rows]}))
        return
    for name, known, shipped in rows:
        kind = phrase("shipped" if shipped else "own", language)
        say(f"{name:24s} {counted(known, 'card', language)}, {kind}")


@deck.command("remove")
def deck_remove(name: Annotated[str, typer.Argument(metavar="NAME")], lang: str = LANG_OPTION) -> None:
    """Forgets an enrolled deck."""
    from vision.decks import DeckError, enrolled_names, remove_deck
    from vision.reading import shipped_decks
    from vision.runtime import ModelError

    language = check_lang(lang)
    try:
        if name not in enrolled_names() and name in {each.name for each in shipped_decks()}:
            fail(f"deck {name} belongs to Kiebitz and cannot be removed")
        remove_deck(name)
    except (DeckError, ModelError) as error:
        fail(str(error))
    say(phrase("removed", language).format(name=name))
