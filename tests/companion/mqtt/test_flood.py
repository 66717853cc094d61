"""A broker that floods the table: bounded in memory, answers and presses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.mqtt.access import Access
from companion.mqtt.buttons import Buttons
from companion.mqtt.discovery import Device, birth_topic
from companion.mqtt.link import MOST_ANSWERS, MOST_OTHERS, MOST_PRESSES, Link
from companion.mqtt.messages import OFFLINE, ONLINE, Message, Topics
from companion.mqtt.reporter import Reporter
from companion.play.controller import Controller
from companion.views.hub import Hub

Answer = TypeVar("Answer")
FLOOD = 30_000


class BusyTable:
    """A table that counts what it is asked, and has no time."""

    def __init__(self) -> None:
        self.asked = 0

    def call(self, work: Callable[[Controller], Answer], timeout: float | None = None) -> Answer:
        self.asked += 1
        raise TimeoutError


def test_thirty_thousand_messages_are_answered_with_a_few() -> None:
    topics = Topics("kitchen")
    device = Device(topics, "Kitchen", "1")
    reporter = Reporter(device, discovery_prefix="homeassistant", names=False)
    table = BusyTable()
    link = Link(
        Access("localhost", 1883),
        Hub(0),
        reporter,
        Buttons(table),
        discovery_prefix="homeassistant",
    )
    link.up()
    for nth in range(FLOOD):
        link.heard(Message(birth_topic("homeassistant"), ONLINE))
        link.heard(Message(topics.here, b"%d" % nth + b"x" * 1000))
        link.heard(Message(topics.availability, OFFLINE))
        link.heard(Message(topics.results(str(nth)), b"{}", kept=True))
        link.heard(Message(topics.command("undo"), b"PRESS"))
    told = link.news()
    assert len(told) <= MOST_ANSWERS + 10
    assert len(link._others) <= MOST_OTHERS
    assert 0 < table.asked <= MOST_PRESSES * 60, "five in a second, however long this takes"
    assert len(link.news()) == 0, "that was all"
