"""Nothing acknowledged is lost: kills, failing writes, a full disk. The long runs are commands of their own."""

from __future__ import annotations

from server.benchmarks.kills import full_disk, kills, write_errors


def test_a_hundred_kills_lose_nothing() -> None:
    tally = kills(100, seed=1)
    assert tally.trials == 100 and tally.acknowledged >= 200
    assert (tally.lost, tally.damaged, tally.done_twice) == (0, 0, 0)


def test_failing_writes_are_never_acknowledged_falsely() -> None:
    tally = write_errors(150, seed=2)
    assert tally.refused > 10 and tally.acknowledged == 150
    assert (tally.lost, tally.damaged, tally.done_twice) == (0, 0, 0)


def test_a_full_disk_refuses_and_goes_on_when_there_is_room() -> None:
    tally = full_disk(seed=3)
    assert tally.refused == 1 and tally.acknowledged > 5
    assert (tally.lost, tally.damaged, tally.done_twice) == (0, 0, 0)
