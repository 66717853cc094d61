import numpy as np
import pytest

from vision.arrays import Mask
from vision.geometry import Points
from vision.live.pieces import pieces_round

ROWS, COLUMNS = 81, 144
WIDTH, HEIGHT = 2304, 1296
BLOCK = WIDTH / COLUMNS


def moved(*boxes: tuple[int, int, int, int]) -> Mask:
    """Return blocks in which something has moved: boxes left, top, width, height."""
    blocks = np.zeros((ROWS, COLUMNS), np.bool_)
    for left, top, width, height in boxes:
        blocks[top : top + height, left : left + width] = True
    return blocks


def boxes(pieces: list[Points]) -> list[list[float]]:
    return sorted([*(one.min(axis=0) / BLOCK), *(np.ptp(one, axis=0) / BLOCK)] for one in pieces)


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ([], []),
        ([(50, 30, 3, 2)], [[46, 26, 11, 10]]),
        ([(0, 79, 3, 2)], [[0, 75, 7, 6]]),
        ([(10, 10, 1, 1), (15, 10, 1, 1)], [[6, 6, 14, 9]]),
        ([(10, 10, 1, 1), (90, 60, 1, 1)], [[6, 6, 9, 9], [86, 56, 9, 9]]),
    ],
    ids=["nothing", "one thing", "at the picture's edge", "two near ones", "two far ones"],
)
def test_what_moved_is_in_a_piece_with_room_round_it(
    what: list[tuple[int, int, int, int]], expected: list[list[float]]
) -> None:
    assert boxes(list(pieces_round(moved(*what), WIDTH, HEIGHT))) == expected


def test_a_thing_in_the_bend_of_another_is_in_its_piece() -> None:
    bent = [(10, 10, 60, 1), (10, 10, 1, 60), (60, 60, 2, 2)]
    assert boxes(list(pieces_round(moved(*bent), WIDTH, HEIGHT))) == [[6, 6, 68, 68]]


def test_where_most_of_a_picture_moved_it_is_one_piece() -> None:
    pieces = list(pieces_round(moved((2, 2, 130, 70)), WIDTH, HEIGHT))
    assert boxes(pieces) == [[0, 0, COLUMNS, ROWS]]
