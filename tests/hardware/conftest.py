"""A board with mock pins, and the promise that nothing is left of a panel."""

import threading
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests.hardware.boards import until


@pytest.fixture
def nothing_is_left_running() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    # A timer that was called off needs a moment to end.
    assert until(lambda: set(threading.enumerate()) <= before)
    assert Device.pin_factory is None, "the pins of the process were touched"


@pytest.fixture
def board() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)
