"""A bounded share of the malformed frames; the long run is `python -m server.benchmarks.fuzz`."""

from __future__ import annotations

from server.benchmarks.fuzz import fuzz


def test_every_malformed_frame_is_refused_with_a_word() -> None:
    report = fuzz(1500, seed=5)
    assert report.untyped == 0 and report.damaged == 0
    assert report.refused > 1000 and len(report.codes) > 12
