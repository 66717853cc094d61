"""What a broker keeps of a table is taken away, so that nobody shows a table that is no more."""

from __future__ import annotations

from companion.mqtt.access import Access, MqttError
from companion.mqtt.discovery import discovery_topic
from companion.mqtt.messages import ONLINE, Message, Topics
from companion.mqtt.visit import Visit
from companion.settings.broker import NO_DISCOVERY


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
