"""A real Home Assistant, a broker and a table: ``make test-home-assistant`` makes the first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.companion.mqtt.mosquitto import Friend, Mosquitto
from tests.home_assistant.house import Companion, House

collect_ignore = (
    [] if os.environ.get("COMPANION_TEST_ON") == "home-assistant" else ["test_in_the_house.py"]
)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    opened = Mosquitto(tmp_path_factory.mktemp("broker"))
    yield opened
    opened.kill()


@pytest.fixture
def friend(broker: Mosquitto) -> Iterator[Friend]:
    joined = Friend(broker.port)
    yield joined
    joined.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, broker: Mosquitto) -> Iterator[House]:
    """Home Assistant, set up as somebody new would, with the broker."""
    root = Path(os.environ["COMPANION_HOME_ASSISTANT"])
    opened = House(root, tmp_path_factory.mktemp("house"))
    opened.start()
    opened.set_up()
    opened.add_broker(broker.port)
    yield opened
    opened.stop()


@pytest.fixture
def new_table(tmp_path: Path, broker: Mosquitto) -> Iterator[Callable[..., Companion]]:
    """Return what starts a companion that tells the broker of the table ``kitchen``."""
    started: list[Companion] = []

    def start(*command: str, mqtt: str = "") -> Companion:
        started.append(Companion(tmp_path, broker.port, command, mqtt))
        return started[-1]

    yield start
    for one in started:
        one.kill()
    if started:
        started[0].clean_up()
