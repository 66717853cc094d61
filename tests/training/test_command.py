"""What a training reports, and how often."""

from __future__ import annotations

from collections.abc import Iterator

from tools.training.command import REPORT, reported


def test_a_training_reports_now_and_then_and_at_its_end() -> None:
    now = 100.0

    def losses() -> Iterator[float]:
        nonlocal now
        for step in range(5):
            now += REPORT * 0.6
            yield float(step)

    reports = list(reported(losses(), lambda: now))
    assert [since for since, _ in reports] == [[0.0, 1.0], [2.0, 3.0], [4.0]]
    assert [round(minutes * 60 / REPORT, 6) for _, minutes in reports] == [1.2, 2.4, 3.0]


def test_one_without_a_step_reports_once() -> None:
    assert list(reported(iter(()), lambda: 7.0)) == [([], 0.0)]
