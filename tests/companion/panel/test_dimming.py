"""The lamps are dimmed at night, also over midnight."""

from datetime import time

import pytest

from companion.panel.dimming import Dimming

NIGHT = Dimming(0.8, 0.1, (time(22), time(7)))


@pytest.mark.parametrize(
    ("now", "bright"),
    [
        (time(21, 59, 59), 0.8),
        (time(22), 0.1),
        (time(0), 0.1),
        (time(6, 59), 0.1),
        (time(7), 0.8),
        (time(12), 0.8),
    ],
)
def test_the_night_goes_over_midnight(now: time, bright: float) -> None:
    assert NIGHT.at(now) == bright


def test_a_night_may_lie_within_a_day() -> None:
    siesta = Dimming(1.0, 0.3, (time(13), time(15)))
    assert [siesta.at(time(hour)) for hour in (12, 13, 14, 15, 0)] == [1.0, 0.3, 0.3, 1.0, 1.0]


def test_without_a_night_it_is_always_day() -> None:
    assert Dimming(0.5, 0.1).at(time(3)) == 0.5
    assert Dimming().at(time(3)) == Dimming().at(time(15)) == 1.0
