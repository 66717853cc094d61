"""How a whole game is held against what was done at the table."""

import pytest

from benchmarks.live import Timed

CLUE: dict[str, object] = {"turn": 1, "seat": 0, "kind": "clue", "target": 3, "value": 2}
LAID: dict[str, object] = {"turn": 2, "seat": 1, "kind": "discard", "card": "b1", "slot": 0}
DONE = [{**CLUE, "touched": [3]}, LAID]


def compared(*moves: dict[str, object]) -> tuple[int, int]:
    """Return how many turns of such a record are right, and how many silently wrong."""
    timed = Timed()
    timed.compare([*moves], DONE)
    return timed.right, timed.silent


@pytest.mark.parametrize(
    ("touched", "right", "silent"), [([3], 2, 0), (None, 1, 0), ([], 1, 1), ([3, 4], 1, 1)]
)
def test_a_clue_that_is_left_open_is_not_right_and_not_silently_wrong(
    touched: list[int] | None, right: int, silent: int
) -> None:
    assert compared({**CLUE, "touched": touched}, LAID) == (right, silent)


def test_a_clue_that_nobody_gave_is_silently_wrong_whatever_is_left_open() -> None:
    assert compared({**CLUE, "value": 3, "touched": None}, LAID) == (1, 1)


def test_an_unread_card_is_not_silently_wrong_and_another_one_is() -> None:
    assert compared(DONE[0], {**LAID, "card": None}) == (1, 0)
    assert compared(DONE[0], {**LAID, "card": "b2"}) == (1, 1)
