"""The figures of a simulated evening, as lines of the table."""

from __future__ import annotations

from typing import Final

from server.benchmarks.figures import Figure, Json

TOURNAMENTS: Final = "Tournaments"
_BOARD: Final = 1.0
"""Seconds within which a settled deal stands on the hall's board at p99."""
_FULL: Final = 60
"""Tables of an evening that is large enough to tell."""


def _board(report: Json) -> str:
    board, answer = report["board"], report["answer"]
    return (
        f"p50 {board['p50']} s, p99 {board['p99']} s of {report['deals']} deals at {report['tables']} tables "
        f"({report['store']}, servers: {report['servers']}); a word is acknowledged after p50 {answer['p50']} s, "
        f"p99 {answer['p99']} s"
    )


def _reached(report: Json) -> bool | None:
    if report["board"]["p99"] > _BOARD:
        return False
    return True if report["tables"] >= _FULL else None


def _same(report: Json) -> str:
    return (
        f"{report['lost']} lost, {report['different']} different, {report['findings']} findings in "
        f"{report['commands']:,} words; killed {report['kills']} times"
    )


def _whole(report: Json) -> bool | None:
    if report["lost"] or report["different"] or report["findings"]:
        return False
    return True if report["tables"] >= _FULL else None


def _spent(report: Json) -> str:
    words = report["commands"] / report["deals"]
    return f"{report['processor_ms_per_deal']} ms for each deal with its {words:.0f} words"


EVENING_FIGURES: Final = tuple(
    figure
    for part in ("evening", "evening_cluster")
    for figure in (
        Figure(
            TOURNAMENTS,
            part,
            "a settled deal on the hall's board, from its acknowledgement",
            "p99 1 s",
            _board,
            _reached,
        ),
        Figure(TOURNAMENTS, part, "sheets, standings and cup points as recomputed", "all", _same, _whole),
        Figure(TOURNAMENTS, part, "processor time of the servers", "–", _spent, lambda _: None),
    )
)
