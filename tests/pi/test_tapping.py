"""What counts as lost after a power cut, and what does not."""

from __future__ import annotations

import pytest

from tests.pi.tapping import ROUND, clues_after, still_there


def test_six_clues_are_given_and_taken_back_one_by_one() -> None:
    counted = [clues_after(taps) for taps in range(ROUND + 1)]
    assert counted == [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("answered", range(40))
def test_an_answered_tap_that_is_gone_is_noticed(answered: int) -> None:
    lost = clues_after(answered - 1) if answered else 1 + clues_after(1)
    under_way = clues_after(answered + 1)
    assert still_there(clues_after(answered), 0, answered) == answered
    assert still_there(under_way, 0, answered) == answered + 1
    # At the turns of a round the one before looks like the one after.
    if lost != under_way:
        assert still_there(lost, 0, answered) is None
