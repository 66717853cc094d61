"""What all benchmarks share."""

from __future__ import annotations

import pytest

from benchmarks.machine import drawn_seed


def test_a_seed_is_drawn_anew_unless_somebody_says_one_and_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert drawn_seed(0) == 0
    assert capsys.readouterr().out == "--seed 0\n"
    drawn = [drawn_seed(None) for _ in range(3)]
    assert len(set(drawn)) == 3
    assert capsys.readouterr().out == "".join(f"--seed {seed}\n" for seed in drawn)
