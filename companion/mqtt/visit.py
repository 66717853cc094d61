"""A visit to a broker, to look or to tidy up: what it keeps, and what comes while one waits."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from queue import Empty, Queue
from types import TracebackType
from typing import Self

from companion.language.phrases import phrase
from companion.mqtt.access import Access, MqttError
from companion.mqtt.connection import CONNECTING, BrokerConnection
from companion.mqtt.discovery import discovery_topic
from companion.mqtt.messages import ONLINE, Message, Topics
from companion.settings.broker import NO_DISCOVERY

BROKER_WITHIN = 2 * CONNECTING
"""Seconds after which a broker that has not answered is not going to."""
ALL_TOLD_AFTER = 0.7
"""Seconds without a word after which a broker has told what it keeps."""


@dataclass(frozen=True, slots=True)
class BrokerLost:
    """The connection is lost, or never was; ``why`` in a few words."""

    why: str


@dataclass(frozen=True, slots=True)
class BrokerFound:
    """The broker has let us in."""


BrokerNews = Message | BrokerLost | BrokerFound


class Visit:
    """A visitor of a broker; a `companion.mqtt.connection.Caller` and a context manager."""

    def __init__(self, access: Access, listens_to: Sequence[str] = ()) -> None:
        """Listen to topics, with wildcards, as soon as the context begins."""
        self._access = access
        self._seen: Queue[BrokerNews] = Queue()
        self._leaving: list[Message] = []
        name = f"companion-visitor-{uuid.uuid4().hex[:12]}"
        self._line = BrokerConnection(access, self, name=name, listens_to=listens_to)

    def __enter__(self) -> Self:
        """Connect.

        Raises:
            MqttError: the broker is not reached, or does not let us in.
        """
        self._line.open()
        first = self.next(BROKER_WITHIN)
        if not isinstance(first, BrokerFound):
            self._line.close()
            why = first.why if isinstance(first, BrokerLost) else "it does not answer"
            raise MqttError(
                phrase("the broker {access} is not reached: {why}", access=self._access, why=why)
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Tell what is to be told when leaving, and leave."""
        self._line.close(self._leaving)

    def next(self, timeout: float) -> BrokerNews | None:
        """Return what comes next; None: nothing within ``timeout`` seconds."""
        try:
            return self._seen.get(timeout=timeout)
        except Empty:
            return None

    def kept(self) -> Iterator[Message]:
        """Yield what the broker keeps, and end as soon as it is quiet."""
        while (seen := self.next(ALL_TOLD_AFTER)) is not None:
            if isinstance(seen, Message) and seen.kept:
                yield seen

    def leave_with(self, messages: Sequence[Message]) -> None:
        """Tell ``messages`` when leaving."""
        self._leaving += messages

    # -------------------------------------------------------------------- in the line's thread

    def up(self) -> Sequence[Message]:
        """Tell nothing."""
        self._seen.put(BrokerFound())
        return ()

    def heard(self, message: Message) -> None:
        """Hand on what was told."""
        self._seen.put(message)

    def news(self) -> Sequence[Message]:
        """Tell nothing."""
        return ()

    def down(self, why: str) -> None:
        """Hand on that the connection is lost."""
        self._seen.put(BrokerLost(why))


def remove(access: Access, table: str, discovery: str) -> tuple[str, ...]:
    """Take away everything that the broker keeps of ``table``; return the topics.

    Args:
        access: the broker.
        table: the table's id.
        discovery: where Home Assistant looks for devices, or ``none``.

    Raises:
        MqttError: the broker is not reached, keeps it all the same, or the table is still there,
            so that it would tell all of it again.
    """
    topics = Topics(table)
    listens_to = [topics.of("#")]
    if discovery != NO_DISCOVERY:
        listens_to.append(discovery_topic(discovery, table))
    with Visit(access, listens_to) as visit:
        kept = [message for message in visit.kept() if message.payload]
        if Message(topics.availability, ONLINE, kept=True) in kept:
            raise MqttError(
                f'the table "{table}" is still there: stop it first, or take mqtt.broker out of'
                " its settings and start it anew"
            )
        visit.leave_with([Message(message.topic, b"", kept=True) for message in kept])
    with Visit(access, listens_to) as visit:
        left = [message.topic for message in visit.kept() if message.payload]
    if left:
        raise MqttError(f"the broker {access} does not let us take away {', '.join(sorted(left))}")
    return tuple(sorted(message.topic for message in kept))
