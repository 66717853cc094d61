"""A camera that sees nothing, measured at the real command: its page, its lamp, its broker.

How long each fault takes to be told and taken back is printed (``-s``); it is measured by
`benchmarks.blind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.companion.mqtt.blinded import (
    FAULTS,
    PATIENCE,
    Begun,
    Shown,
    seconds_until,
    watched_by,
)

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def above() -> Shown:
    return Shown()


@pytest.fixture(scope="module")
def running(above: Shown, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    with watched_by(above, tmp_path_factory.mktemp("table")) as begun:
        yield begun


@pytest.mark.parametrize("fault", FAULTS)
def test_a_camera_that_sees_nothing_is_told_everywhere_and_taken_back(
    fault: Callable[[Shown], Callable[[], bytes]], above: Shown, running: Begun
) -> None:
    seconds_until(running, False, 2 * PATIENCE)
    shows = fault(above)
    above.shows = shows
    try:
        gone = seconds_until(running, True, PATIENCE)
        assert running[0].view()["detail"]
    finally:
        above.shows = above.good
    back = seconds_until(running, False, PATIENCE)
    print(
        f"\n{fault.__name__}: page, lamp, broker told it after {gone} s, took it back after {back}"
    )
    assert "Traceback" not in running[2].read_text()
