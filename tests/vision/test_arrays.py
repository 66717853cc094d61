import numpy as np
import pytest

from vision.arrays import median


@pytest.mark.parametrize(
    ("values", "middle"),
    [([3.0], 3.0), ([5.0, 1.0, 2.0], 2.0), ([4.0, 1.0, 3.0, 2.0], 3.0)],
    ids=["one", "an odd number", "an even number: the upper one"],
)
def test_half_of_the_values_lie_below_the_median(values: list[float], middle: float) -> None:
    assert median(np.array(values)) == middle


def test_the_median_of_a_picture_is_that_of_all_its_blocks() -> None:
    picture = np.arange(35, dtype=np.float32).reshape(5, 7)
    assert median(picture[::-1]) == np.median(picture)
