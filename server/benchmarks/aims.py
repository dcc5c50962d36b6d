"""The table of figures that the design asks for: each a line, read out of the report of the part that measures it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from server.benchmarks.evening_aims import EVENING_FIGURES
from server.benchmarks.figures import MISSING, Breakdown, Figure, Json

RULES: Final = "Rules engine"
CARDS: Final = "Recognition"
TABLE: Final = "Reading a table"
SERVER: Final = "Server"


def number(value: float) -> str:
    """12345.6 → 12,346; small ones keep a decimal."""
    return f"{value:,.0f}" if abs(value) >= 100 or float(value).is_integer() else f"{value:,.1f}"


def at(report: Json, path: str) -> Any:
    """`a.b` of a report; KeyError where it is not."""
    for name in path.split("."):
        report = report[name]
    return report


def at_most(path: str, aim: float) -> Callable[[Json], bool]:
    return lambda report: bool(at(report, path) <= aim)


def zero(*paths: str) -> Callable[[Json], bool]:
    return lambda report: all(not at(report, path) for path in paths)


def sized(good: bool, enough: bool) -> bool | None:
    """A fault counts in a run of any size; that there was none only in a large one."""
    return (True if enough else None) if good else False


def percent(share: Json) -> str:
    """A share as the benches give it: how many of how many, and its 95 % interval."""
    low, high = (100 * value for value in share["interval"])
    return f"{share['count']} of {share['of']} = {100 * share['share']:.1f} % [{low:.1f}–{high:.1f}]"


def _judged(report: Json) -> str:
    rates = report["judged_per_second"]
    return f"{number(rates['legal'])} legal; {number(rates['with_one_revoke'])} with one irregular card"


def _playouts(report: Json) -> str:
    rates = report["playouts_per_second"]
    return f"{number(rates['ordinary'])} ordinary; {number(rates['stichzwang'])} under Stichzwang"


def _openspiel(report: Json) -> str:
    other = report["openspiel_klop"]
    return f"{number(other['playouts_per_second'])} per second: ours is {other['ratio']} times as fast"


def _beside_predict(report: Json) -> str:
    other = report["beside_ultralytics"]
    return (
        f"one sure search, as films are read: {other['times_as_fast_for_films']} ×"
        f" ({other['finder_as_for_films_ms']} against {other['predict_ms']} ms);"
        f" a crowded picture with all its searches: {other['times_as_fast']} × ({other['finder_ms']} ms)"
    )


def _sound(report: Json) -> str:
    return f"{number(report['legal'])} deals, {len(report['failures'])} failures"


def _revokes(report: Json) -> str:
    by_card, by_exclusion = report.get("proof_direct", 0), report.get("proof_exclusion", 0)
    return (
        f"{number(report['revokes'])} deals, {len(report['failures'])} failures"
        f" ({number(by_card)} proven by a card, {number(by_exclusion)} by exclusion)"
    )


def _viewers(v: Json) -> str:
    return (
        f"{v['viewers']} viewers, {v['stalled']} of them stalled: {v['lost_or_reordered']} wrong,"
        f" median {v['median_ms']} ms, p99 {v['p99_ms']} ms, {number(v['memory_mb'])} MB"
    )


def _viewers_good(v: Json) -> bool | None:
    good = not v["lost_or_reordered"] and v["p99_ms"] < 100 and v["memory_mb"] < 250
    return sized(good, v["viewers"] >= 500)


def _reconnect(report: Json) -> str:
    back = report["reconnect"]
    return f"{back['connected_s']} s; caught up after {back['caught_up_s']} s, {back['wrong']} wrong"


def _losses(name: str) -> Callable[[Json], str]:
    def show(report: Json) -> str:
        tally = report[name]
        return (
            f"{number(tally['trials'])} trials, {number(tally['acknowledged'])} acknowledged:"
            f" {tally['lost']} lost, {tally['damaged']} damaged, {tally['done_twice']} done twice"
        )

    return show


def _no_losses(name: str) -> Callable[[Json], bool]:
    return zero(f"{name}.lost", f"{name}.damaged", f"{name}.done_twice")


def _fuzz(r: Json) -> str:
    return (
        f"{number(r['frames'])}: {number(r['refused'])} refused, {number(r['done'])} done,"
        f" {r['untyped']} untyped, {r['damaged']} logs damaged"
    )


def _cluster(r: Json) -> str:
    return (
        f"{r['processes']} processes, {r['tables']} tables: {number(r['acknowledged'])} acknowledged,"
        f" {r['lost']} lost, {r['two_writers']} with two writers, {r['damaged']} damaged"
    )


def _glass(report: Json) -> str:
    missed = len(report["not_seen"])
    return (
        f"median {report['median']} s, p95 {report['p95']} s ({report['cards'] - missed} of {report['cards']} cards;"
        f" load {report['load_before']:.0f} on {report['cpus']} cores)"
    )


def _share(name: str) -> Callable[[Json], str]:
    return lambda report: percent(report[name])


def _share_at_least(name: str, aim: float, enough: int) -> Callable[[Json], bool | None]:
    def reached(report: Json) -> bool | None:
        share = report[name]
        return sized(share["count"] >= aim * share["of"], share["of"] >= enough)

    return reached


def _delay(report: Json) -> str:
    return f"median {report['latency_median']} s, p95 {report['latency_p95']} s"


def _pace(report: Json) -> str:
    memory = report["memory_mb"]
    text = f"{number(report['frames_per_second'])} frames per second" + (f", {memory} MB" if memory else "")
    if "memory_growth_mb" in report:
        text += f" ({report['memory_growth_mb']:+.0f} MB in {report['growth_minutes']:.0f} minutes of film)"
    return text


SEEN: Final = Figure(
    CARDS,
    "vision",
    "one 1280×720 picture of a trick, two cores, median",
    "60 ms",
    lambda r: f"{r['timing']['median_ms']} ms, p95 {r['timing']['p95_ms']} ms",
    at_most("timing.median_ms", 60.0),
)

PREDICT: Final = Figure(
    CARDS,
    "vision",
    "times as fast as Ultralytics' `predict` with the same weights, in the same run",
    "3 ×",
    _beside_predict,
    lambda r: bool(r["beside_ultralytics"]["times_as_fast"] >= 3),
    how="kiebitz bench vision (with the extra [train])",
)

_VISIBLE: Final = (("0.9-1", "≥ 90 %"), ("0.5-0.9", "50–90 %"), ("0.25-0.5", "25–50 %"))


def _of_bins(way: str, name: str) -> Callable[[Json], str]:
    """A share for each bin of visibility, the most visible first."""

    def show(report: Json) -> str:
        bins = at(report, f"lines.{way}")
        asked = [(key, title) for key, title in _VISIBLE if key in bins and bins[key][name]["of"]]
        return "; ".join(f"{title}: {percent(bins[key][name])}" for key, title in asked) or MISSING

    return show


def _bins_reach(way: str, name: str, *aims: float) -> Callable[[Json], bool | None]:
    """Whether each bin's share is what is wanted, and whether there were enough cards to tell."""

    def reached(report: Json) -> bool | None:
        bins = at(report, f"lines.{way}")
        parts = [(bins[key][name], aim) for (key, _), aim in zip(_VISIBLE, aims, strict=False) if key in bins]
        enough = all(part["of"] * (1 - aim) >= 1 for part, aim in parts)
        return sized(all(part["count"] >= aim * part["of"] for part, aim in parts), enough)

    return reached


def _named(what: str, aim: str, way: str, *aims: float) -> tuple[Figure, Figure]:
    """What is right of the answers, and how many of the found cards are answered."""
    right = Figure(
        CARDS,
        "accuracy",
        f"{what}: right of confident answers",
        aim,
        _of_bins(way, "right_of_answered"),
        _bins_reach(way, "right_of_answered", *aims),
    )
    answered = Figure(
        CARDS,
        "accuracy",
        f"{what}: answered of those found",
        "99.5 % where ≥ 90 % visible" if way == "known" else "as high as it gets",
        _of_bins(way, "answered"),
        _bins_reach(way, "answered", 0.995) if way == "known" else lambda _: None,
    )
    return right, answered


def _tricks(title: str, way: str) -> Figure:
    key = f"lines.tricks_{way}"
    return Figure(
        CARDS,
        "accuracy",
        title,
        "98 %",
        lambda r: percent(at(r, key)),
        lambda r: bool(at(r, f"{key}.share") >= 0.98),
    )


_WAYS: Final = (
    ("known", "known print"),
    ("scan", "prints never trained on, one scan per card"),
    ("phone", "the same, one phone picture per card"),
    ("none", "the same, not enrolled"),
)


def _tricks_covered(report: Json) -> list[tuple[str, ...]]:
    ways = report.get("tricks_by_least_visible", {})
    return [
        (title, *(percent(ways[way][key]) if key in ways[way] else MISSING for key, _ in _VISIBLE))
        for way, title in _WAYS
        if way in ways
    ]


TRICKS_BY: Final = Breakdown(
    CARDS,
    "accuracy",
    (
        "four-card tricks all right, by what is seen of the card that is covered most",
        *(t for _, t in _VISIBLE),
    ),
    _tricks_covered,
)

NAMED: Final = (
    *_named("known print, another copy, ≥ 90 px", "99.9, 99.5, 97 %", "known", 0.999, 0.995, 0.97),
    *_named(
        "prints never trained on, one scan per card, ≥ 90 px", "99.8 % where ≥ 90 % visible", "scan", 0.998
    ),
    *_named("the same, one phone picture per card", "99.5 % where ≥ 90 % visible", "phone", 0.995),
    *_named("the same, not enrolled", "99.9 % where ≥ 90 % visible", "none", 0.999),
    Figure(
        CARDS,
        "accuracy",
        "found, a quarter visible or more, ≥ 90 px: known print",
        "99.5 %",
        _of_bins("known", "found"),
        _bins_reach("known", "found", 0.995, 0.995, 0.995),
    ),
    Figure(
        CARDS,
        "accuracy",
        "the same: prints never trained on",
        "99.5 %",
        _of_bins("scan", "found"),
        _bins_reach("scan", "found", 0.995, 0.995, 0.995),
    ),
    _tricks("four-card tricks, all right and nothing extra, ≥ 90 px: known print", "known"),
    _tricks("the same: prints never trained on, one scan per card", "scan"),
    Figure(
        CARDS,
        "accuracy",
        "pictures without cards in which something is named",
        "0 in 1,000",
        lambda r: percent(at(r, "lines.bare_named")),
        lambda r: sized(not at(r, "lines.bare_named.count"), at(r, "lines.bare_named.of") >= 1000),
    ),
)

WATCHED: Final = (
    Figure(
        TABLE,
        "watch",
        "card events right (seat, card, order)",
        "99.9 %",
        _share("cards"),
        _share_at_least("cards", 0.999, 1000),
    ),
    Figure(
        TABLE,
        "watch",
        "tricks exactly right",
        "99.5 %",
        _share("tricks"),
        _share_at_least("tricks", 0.995, 200),
    ),
    Figure(
        TABLE,
        "watch",
        "deals transcribed with no error and no help",
        "95 % of at least 100",
        _share("deals"),
        _share_at_least("deals", 0.95, 100),
    ),
    Figure(
        TABLE,
        "watch",
        "the same with at most one question answered",
        "99 % of at least 100",
        _share("deals_with_one_question"),
        _share_at_least("deals_with_one_question", 0.99, 100),
    ),
    Figure(
        TABLE,
        "watch",
        "false events per deal",
        "0.02",
        lambda r: f"{r['false_events_per_deal']} in {r['films']} deals",
        lambda r: sized(r["false_events_per_deal"] <= 0.02, r["films"] >= 100),
    ),
    Figure(
        TABLE,
        "watch",
        "a Renonce in a film is told at its first public proof",
        "all",
        _share("revokes_found_at_first_proof"),
        _share_at_least("revokes_found_at_first_proof", 1.0, 20),
    ),
    Figure(
        TABLE,
        "watch",
        "false accusations",
        "0",
        lambda r: f"{r['false_accusations']} in {r['films']} deals",
        lambda r: sized(not r["false_accusations"], r["films"] >= 100),
    ),
    Figure(
        TABLE,
        "watch",
        "card at rest → event, in the film's time",
        "median 0.3 s, p95 0.7 s",
        _delay,
        lambda r: bool(r["latency_median"] <= 0.3 and r["latency_p95"] <= 0.7),
    ),
    Figure(
        TABLE,
        "watch",
        "frames read per second at 1280×720, two cores; memory",
        "15; 700 MB, flat",
        _pace,
        lambda r: bool(r["frames_per_second"] >= 15 and (r["memory_mb"] or 0) < 700),
    ),
)

GROUPS: Final = ("angle", "print", "tempo")


def _groups(report: Json) -> list[tuple[str, ...]]:
    kinds = ("cards", "tricks", "deals", "deals_with_one_question")
    return [
        (re.sub(r"(?<=\d)-(?=\d)", "–", name), str(some["films"]), *(percent(some[kind]) for kind in kinds))
        for group in GROUPS
        for name, some in report.get(f"by_{group}", {}).items()
    ]


FILMS_BY: Final = Breakdown(
    TABLE,
    "watch",
    ("camera’s angle, print, tempo", "films", "cards", "tricks", "deals", "with one answer"),
    _groups,
)

GLASS: Final = Figure(
    TABLE,
    "glass",
    "card at rest in the film → a connected client has it (pictures by HTTPS, reader, log, server-sent events)",
    "median 0.5 s, p95 1.0 s",
    _glass,
    lambda r: sized(r["median"] <= 0.5 and r["p95"] <= 1.0, r["cards"] >= 20 and not r["not_seen"]),
)

_TABLE: Final[tuple[Figure, ...]] = (
    Figure(
        RULES,
        "engine",
        "finished deals judged per second, one core, with all proofs",
        "1,000",
        _judged,
        lambda r: min(r["judged_per_second"]["legal"], r["judged_per_second"]["with_one_revoke"]) >= 1000,
    ),
    Figure(
        RULES,
        "engine",
        "trick phases played out per second, pure Python, one core",
        "30,000",
        _playouts,
        lambda r: min(r["playouts_per_second"]["ordinary"], r["playouts_per_second"]["stichzwang"]) >= 30_000,
    ),
    Figure(
        RULES,
        "engine",
        "the same beside OpenSpiel's `tarok` (C++, its Klop, driven from Python), in the same run",
        "at least as fast",
        _openspiel,
        lambda r: bool(r["openspiel_klop"]["ratio"] >= 1),
        how="kiebitz bench engine (with OpenSpiel: pip install open_spiel)",
    ),
    Figure(
        RULES,
        "soundness",
        "random legal deals of all systems and games: zero-sum, 210 thirds, no false ruling",
        "none in 100,000",
        _sound,
        lambda r: sized(not r["failures"], r["legal"] >= 100_000),
    ),
    Figure(
        RULES,
        "soundness",
        "deals with one irregular card: found by the last card, nobody else named",
        "all",
        _revokes,
        lambda r: sized(not r["failures"], r["revokes"] >= 10_000),
    ),
    SEEN,
    PREDICT,
    *NAMED,
    *WATCHED,
    GLASS,
    Figure(
        SERVER,
        "viewers",
        "500 viewers × 20 events/s, a tenth of them stalled",
        "none lost or reordered, p99 < 100 ms, < 250 MB",
        _viewers,
        _viewers_good,
    ),
    Figure(
        SERVER,
        "viewers",
        "all viewers reconnect at once",
        "within 5 s, caught up within 10 s",
        _reconnect,
        lambda r: (
            r["reconnect"]["connected_s"] <= 5
            and r["reconnect"]["caught_up_s"] <= 10
            and not r["reconnect"]["wrong"]
        ),
    ),
    Figure(
        SERVER,
        "losses",
        "`kill -9` at random moments",
        "0 of 10,000 lose an acknowledged event",
        _losses("kills"),
        lambda r: sized(_no_losses("kills")(r), r["kills"]["trials"] >= 10_000),
    ),
    Figure(
        SERVER,
        "losses",
        "the disk fails while writing",
        "no false acknowledgement",
        _losses("write_errors"),
        _no_losses("write_errors"),
    ),
    Figure(
        SERVER,
        "losses",
        "the disk is full",
        "no false acknowledgement",
        _losses("full_disk"),
        _no_losses("full_disk"),
    ),
    Figure(
        SERVER,
        "fuzz",
        "damaged messages and frames",
        "1,000,000, each a typed refusal",
        _fuzz,
        lambda r: sized(not r["untyped"] and not r["damaged"], r["frames"] >= 1_000_000),
    ),
    Figure(
        SERVER,
        "cluster",
        "three processes on one PostgreSQL, 300 tables, killed and paused",
        "no event lost, no table with two writers",
        _cluster,
        zero("lost", "two_writers", "damaged"),
    ),
    *EVENING_FIGURES,
)

COMMANDS: Final = {
    "engine": "kiebitz bench engine",
    "soundness": "kiebitz bench soundness",
    "vision": "kiebitz bench vision",
    "accuracy": "kiebitz bench accuracy",
    "watch": "kiebitz bench watch",
    "glass": "kiebitz bench glass",
    "viewers": "kiebitz bench server",
    "losses": "kiebitz bench server --kills 10000",
    "fuzz": "kiebitz bench server --frames 1000000",
    "cluster": "kiebitz bench cluster postgresql://…",
    "evening": "kiebitz bench evening",
    "evening_cluster": "kiebitz bench evening --postgres postgresql://…",
}
"""What measures each part."""

FIGURES: Final = tuple(replace(figure, how=figure.how or COMMANDS[figure.part]) for figure in _TABLE)

BREAKDOWNS: Final = (TRICKS_BY, FILMS_BY)

ELSEWHERE: Final = (
    (
        "published settlements, deals with a Renonce, micro cases: all",
        "pytest tests/engine/test_shared_examples.py",
    ),
    ("from a clone to the running demo: under five minutes", "make demo (in a fresh clone)"),
)
"""What `kiebitz bench` cannot measure, with what does."""
